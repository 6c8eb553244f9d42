// Rollerball on Jocly's screen, with Jocly's own boards and pieces.

(function () {

    // Every square: how far it is to the right of the board's middle and above it, in cells, and its
    // colour: dark 0, light 1, none in a hole -1.

    var PLACES = {
a1: [-3, -3, 0], b1: [-2, -3, 1], c1: [-1, -3, 0], d1: [0, -3, 1], e1: [1, -3, 0], f1: [2, -3, 1], g1: [3, -3, 0],
a2: [-3, -2, 1], b2: [-2, -2, 0], c2: [-1, -2, 1], d2: [0, -2, 0], e2: [1, -2, 1], f2: [2, -2, 0], g2: [3, -2, 1],
a3: [-3, -1, 0], b3: [-2, -1, 1], c3: [-1, -1, -1], d3: [0, -1, -1], e3: [1, -1, -1], f3: [2, -1, 1], g3: [3, -1, 0],
a4: [-3, 0, 1], b4: [-2, 0, 0], c4: [-1, 0, -1], d4: [0, 0, -1], e4: [1, 0, -1], f4: [2, 0, 0], g4: [3, 0, 1],
a5: [-3, 1, 0], b5: [-2, 1, 1], c5: [-1, 1, -1], d5: [0, 1, -1], e5: [1, 1, -1], f5: [2, 1, 1], g5: [3, 1, 0],
a6: [-3, 2, 1], b6: [-2, 2, 0], c6: [-1, 2, 1], d6: [0, 2, 0], e6: [1, 2, 1], f6: [2, 2, 0], g6: [3, 2, 1],
a7: [-3, 3, 0], b7: [-2, 3, 1], c7: [-1, 3, 0], d7: [0, 3, 1], e7: [1, 3, 0], f7: [2, 3, 1], g7: [3, 3, 0]
    };
    var COLOURS = 2, LEVEL = 3;

    // One cell, in the units of a field of 12000 that holds the board and its margins.
    var CELL = 12000 / (7.0 + 1.34);

    // Where a square lies on the flat board, as the present player sees it.
    function flatPlace(game, name) {
        var side = game.mViewAs === -1 ? -1 : 1;
        return { x: PLACES[name][0] * CELL * side, y: -PLACES[name][1] * CELL * side, z: 0 };
    }

    function coordinates(place) {
        return function (square) {
            return place(this, this.cbVar.geometry.PosName(square));
        };
    }

    // The path around a cell.
    function outline(ctx, centre) {
        ctx.beginPath();
        [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]].forEach(function (corner) {
            ctx.lineTo(centre.x + corner[0] * CELL, centre.y - corner[1] * CELL);
        });
        ctx.closePath();
    }

    // A board of Jocly's with these cells, and a border around them.
    function withCells(board) {
        var colours = [board.colorFill["#"], board.colorFill["."]];

        function eachCell(game, visit) {
            Object.keys(PLACES).forEach(function (name) {
                if (PLACES[name][COLOURS] >= 0) {
                    visit(flatPlace(game, name), colours[PLACES[name][COLOURS]], name);
                }
            });
        }

        return $.extend(true, {}, board, {
            paintCells: function (spec, ctx, images, channel) {
                ctx.strokeStyle = "#000000";
                ctx.lineWidth = 80;
                eachCell(this, function (centre) {
                    outline(ctx, centre);
                    ctx.stroke();
                });
                eachCell(this, function (centre, colour) {
                    outline(ctx, centre);
                    ctx.fillStyle = channel === "bump" ? "#ffffff" : colour;
                    ctx.fill();
                });
            },
            paintLines: function () {
            },
            paintNotation: function (spec, ctx) {
                ctx.textAlign = "center";
                ctx.textBaseline = "middle";
                ctx.font = Math.ceil(CELL / 6) + "px Monospace";
                eachCell(this, function (centre, colour, name) {
                    ctx.fillStyle = "#808080";
                    ctx.fillText(name, centre.x, centre.y + 0.4 * CELL);
                });
            }
        });
    }

    View.Game.cbDefineView = function () {
        // Boards, pieces and targets are those of Jocly's chess games, wherever this game is.
        this.mViewOptions.fullPath = this.g.fullPath = this.config.baseURL + "games/chessbase";

        var flat = withCells(this.cbGridBoardClassic2DMargin);
        var solid = withCells(this.cbGridBoardClassic3DMargin);
        var scale = CELL / 1438;

        return {
            coords: {
                "2d": coordinates(flatPlace),
                "3d": coordinates(flatPlace)
            },
            board: {
                "2d": { draw: this.cbDrawBoardFn(flat) },
                "3d": { display: this.cbDisplayBoardFn(solid) }
            },
            clicker: {
                "2d": { width: CELL, height: CELL },
                "3d": { scale: [0.9 * scale, 0.9 * scale, 0.9 * scale] }
            },
            pieces: this.cbStauntonPieceStyle({
                "default": {
                    "2d": { width: 0.9 * CELL, height: 0.9 * CELL },
                    "3d": { scale: [0.6 * scale, 0.6 * scale, 0.6 * scale] }
                }
            })
        };
    };

})();
