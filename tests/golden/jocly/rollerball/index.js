// The manifest of this module, for Jocly's build: gulp build --modules <this folder>

"use strict";

var path = require("path");

// The scripts of Jocly's own chess games, as seen from here.
function own(script) {
    return path.join(path.relative(__dirname, path.resolve("src/games/chessbase")), script);
}

exports.games = [{
    name: "rollerball",
    modelScripts: [
own("base-model.js"),
own("grid-geo-model.js"),
"rollerball-model.js"
    ],
    viewScripts: [
own("base-view.js"),
own("grid-board-view.js"),
own("staunton-set-view.js"),
"rollerball-view.js"
    ],
    config: require("./rollerball-config.json")
}];
