// Answers questions about one Jocly game: a JSON object a line in, a JSON object a line out.
//
// Requests are {id, op, ...}; replies are {id, ok} or {id, error}. Started by engines/jocly.py.

"use strict";

var path = require("path");
var readline = require("readline");
var Worker = require("worker_threads").Worker;

// Games print debugging text; only replies may reach standard output.
console.log = console.info = console.warn = console.debug = console.error;

// Never outlive the parent, not even while a search is running.
new Worker(
    "var parent = process.ppid;" +
    "setInterval(function () {" +
    "    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');" +
    "}, 500);",
    { eval: true }
).unref();

var SIDES = { 1: "white", "-1": "black" };
var WINNERS = { 1: "white", "-1": "black", 2: "draw" };
var SIDE_OF = { white: 1, black: -1 };

var jocly = null;
var match = null;

function fail(text) {
    throw new Error(text);
}

function opened() {
    return match ? match.game : fail("no game is open");
}

function squareName(pos) {
    return match.game.cbVar.geometry.PosName(pos);
}

function squareNumber(name) {
    var pos = match.game.cbVar.geometry.PosByName(name);
    return pos >= 0 && pos < match.game.g.boardSize ? pos : fail("no square " + name);
}

function typeNumber(name) {
    var types = match.game.cbVar.pieceTypes;
    for (var id in types) {
        if (types[id].name === name) {
            return parseInt(id, 10);
        }
    }
    return fail("no piece type " + name);
}

function typeName(id) {
    return match.game.cbVar.pieceTypes[id].name;
}

function inCheck(game, board, side) {
    var king = board.kings[side];
    return king !== undefined && board.cbGetAttackers(game, king, side, true).length > 0;
}

function movesOf(game, board) {
    board.mMoves = [];
    board.GenerateMoves(game);
    return board.mMoves;
}

// A turn before play has no squares; what stands on the board after it tells it apart.
function describeTurn(game, move) {
    var child = new (game.GetBoardClass())(game);
    child.CopyFrom(game.mBoard);
    child.ApplyMove(game, move);
    return {
        from: "",
        to: "",
        becomes: null,
        castles: null,
        captures: false,
        natural: game.CreateMove(move).ToString("natural") || "",
        engine: game.CreateMove(move).ToString("engine") || "",
        after: piecesOf(child)
    };
}

function describe(game, move) {
    if (move.f === undefined) {
        return describeTurn(game, move);
    }
    var object = game.CreateMove(move);
    return {
        from: squareName(move.f),
        to: squareName(move.t),
        becomes: move.pr === undefined ? null : typeName(move.pr),
        castles: move.cg === undefined ? null : squareName(move.cg),
        captures: move.c !== null && move.c !== undefined,
        natural: object.ToString("natural") || "",
        engine: object.ToString("engine") || ""
    };
}

function same(game, move, wanted) {
    var other = describe(game, move);
    return other.from === wanted.from && other.to === wanted.to &&
        other.becomes === wanted.becomes && other.castles === wanted.castles &&
        (other.from !== "" || other.natural === wanted.natural);
}

function piecesOf(board) {
    return board.pieces.filter(function (piece) {
        return piece.p >= 0;
    }).map(function (piece) {
        return {
            side: SIDES[piece.s],
            type: typeName(piece.t),
            square: squareName(piece.p),
            moved: !!piece.m
        };
    });
}

function state(game) {
    var board = game.mBoard;
    return {
        turn: SIDES[board.mWho],
        check: inCheck(game, board, board.mWho),
        quiet: board.noCaptCount,
        pieces: piecesOf(board)
    };
}

function perft(game, board, depth) {
    var moves = movesOf(game, board);
    if (depth === 1) {
        return moves.length;
    }
    var nodes = 0;
    moves.forEach(function (move) {
        var child = new (game.GetBoardClass())(game);
        child.CopyFrom(board);
        child.ApplyMove(game, move);
        child.mWho = -board.mWho;
        nodes += perft(game, child, depth - 1);
    });
    return nodes;
}

function ending(result) {
    return result.finished ? WINNERS[result.winner] : null;
}

// Play one move through the public API; the reply is who has won, or null.
function play(wanted) {
    return match.getPossibleMoves().then(function (moves) {
        var game = match.game;
        var move = moves.filter(function (candidate) {
            return same(game, candidate, wanted);
        })[0];
        if (!move) {
            fail("illegal move " + wanted.from + wanted.to +
                (wanted.becomes ? "=" + wanted.becomes : ""));
        }
        return match.applyMove(move);
    }).then(ending);
}

var operations = {
    // `folder`: where the game's scripts are when they are not part of the package.
    open: function (request) {
        if (request.folder) {
            require(path.join(request.package, "dist/node/jocly-allgames.js")).games[request.game] = {
                module: path.relative(path.join(request.package, "dist/node/games"), request.folder)
            };
        }
        jocly = require(path.join(request.package, "dist/node/jocly.core.js"));
        return jocly.createMatch(request.game).then(function (created) {
            if (!created.game.cbVar) {
                fail(request.game + " is not a chess game");
            }
            match = created;
            var types = match.game.cbVar.pieceTypes;
            return {
                types: Object.keys(types).map(function (id) {
                    return {
                        name: types[id].name,
                        letter: types[id].fenAbbrev || types[id].abbrev || "",
                        royal: !!types[id].isKing
                    };
                })
            };
        });
    },

    start: function () {
        var game = opened();
        game.mInitial = null;
        game.BackTo(0, []);
        return state(game);
    },

    // By hand, since loading a FEN mixes up piece types, rights and checks.
    set: function (request) {
        var game = opened();
        var side = SIDE_OF[request.turn];
        game.mInitial = {
            turn: side,
            noCaptCount: request.quiet,
            pieces: request.pieces.map(function (piece) {
                return {
                    s: SIDE_OF[piece.side],
                    t: typeNumber(piece.type),
                    p: squareNumber(piece.square),
                    m: piece.moved
                };
            })
        };
        game.BackTo(0, []);
        game.mBoard.check = inCheck(game, game.mBoard, side);
        return state(game);
    },

    load: function (request) {
        opened();
        return match.load({ playedMoves: [], initialBoard: request.fen }).then(function () {
            return state(match.game);
        });
    },

    state: function () {
        return state(opened());
    },

    moves: function () {
        var game = opened();
        return movesOf(game, game.mBoard).map(function (move) {
            return describe(game, move);
        });
    },

    play: function (request) {
        opened();
        return play(request.move);
    },

    // A whole game; the reply has an ending (or null) after each move.
    line: function (request) {
        opened();
        return request.moves.reduce(function (before, move) {
            return before.then(function (endings) {
                return play(move).then(function (end) {
                    return endings.concat([end]);
                });
            });
        }, Promise.resolve([]));
    },

    result: function () {
        opened();
        return match.getFinished().then(ending);
    },

    perft: function (request) {
        var game = opened();
        var before = process.cpuUsage();
        var nodes = perft(game, game.mBoard, request.depth);
        var used = process.cpuUsage(before);
        return { nodes: nodes, seconds: (used.user + used.system) / 1e6 };
    }
};

function reply(message) {
    process.stdout.write(JSON.stringify(message) + "\n");
}

function answer(line) {
    var request = JSON.parse(line);
    return Promise.resolve().then(function () {
        var operation = operations[request.op] || fail("no operation " + request.op);
        return operation(request);
    }).then(function (ok) {
        reply({ id: request.id, ok: ok });
    }, function (error) {
        reply({ id: request.id, error: String(error && error.message || error) });
    });
}

var queue = Promise.resolve();
readline.createInterface({ input: process.stdin }).on("line", function (line) {
    queue = queue.then(function () {
        return answer(line);
    });
});
