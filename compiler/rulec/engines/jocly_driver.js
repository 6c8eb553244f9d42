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
var squares = [];
var numberOf = null;

function fail(text) {
    throw new Error(text);
}

function opened() {
    return match ? match.game : fail("no game is open");
}

// Jocly's names; where it cannot find squares by them since several bear one, as on the faces of a
// cube, capitals before the name tell them apart.
function nameSquares(game) {
    var geometry = game.cbVar.geometry;
    squares = [];
    for (var pos = 0; pos < game.g.boardSize; pos++) {
        squares.push(geometry.PosName(pos));
    }
    numberOf = geometry.PosByName.bind(geometry);
    try {
        numberOf(squares[0]);
    } catch (error) {
        squares = squares.map(function (name, pos) {
            var before = squares.slice(0, pos).filter(function (other) { return other === name; });
            return String.fromCharCode("A".charCodeAt(0) + before.length) + name;
        });
        numberOf = function (name) { return squares.indexOf(name); };
    }
}

function squareName(pos) {
    return squares[pos];
}

function squareNumber(name) {
    var pos = numberOf(name);
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

function after(game, board, move) {
    var child = new (game.GetBoardClass())(game);
    child.CopyFrom(board);
    child.ApplyMove(game, move);
    return child;
}

// A turn before play has no squares; what stands on the board after it tells it apart.
function describeTurn(game, move) {
    return {
        from: "",
        to: "",
        becomes: null,
        castles: null,
        captures: false,
        natural: game.CreateMove(move).ToString("natural") || "",
        engine: game.CreateMove(move).ToString("engine") || "",
        after: piecesOf(after(game, game.mBoard, move))
    };
}

function describe(game, move) {
    if (move.f === undefined) {
        return describeTurn(game, move);
    }
    var object = game.CreateMove(move);
    var drops = move.drop !== undefined; // in games of ours: from a square beside the board
    var becomes = drops ? game.mBoard.pieces[game.mBoard.board[move.f]].t : move.pr;
    return {
        from: drops ? "" : squareName(move.f),
        to: squareName(move.t),
        becomes: becomes === undefined ? null : typeName(becomes),
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

// -- many places at once ------------------------------------------------------------------
//
// A place is a first position and the moves from it. The boards on the way are kept, each with
// the one before it, so that a place is one move away from one that was looked at before.

var KEPT = 8192;
var kept = new Map();
var current = null; // the first node of the line that the game is in

// A move as the engines of a comparison write it: both squares, and a promotion's small letter.
// A royal piece that becomes another one (a king that has crossed its line) does not promote, nor
// does a piece that keeps its letter.
// A castling is the king's move; where it does not move, or could step there alone, it is written as
// moving to its partner's square.
function moveText(board, move) {
    var piece = board.pieces[board.board[move.f]];
    if (move.cg !== undefined) {
        var alone = move.t === move.f || mayReach(piece, move.t);
        return squareName(move.f) + squareName(alone ? move.cg : move.t);
    }
    if (move.drop !== undefined) {
        return move.drop + "@" + squareName(move.t);
    }
    var text = squareName(move.f) + squareName(move.t);
    if (move.pr !== undefined) {
        var types = match.game.cbVar.pieceTypes;
        var letter = letterOf(move.pr);
        var promotes = letter !== letterOf(piece.t) &&
            !(types[piece.t].isKing && types[move.pr].isKing);
        text += promotes ? letter || "=" + typeName(move.pr) : "";
    }
    return text;
}

// Whether a move of a piece may end on a square, whatever stands where.
function mayReach(piece, square) {
    var flags = match.game.cbConstants;
    return match.game.g.pTypes[piece.t].graph[piece.p].some(function (ray) {
        return Array.prototype.some.call(ray, function (target) {
            return (target & flags.MASK) === square &&
                target & (flags.FLAG_MOVE | flags.FLAG_CAPTURE);
        });
    });
}

function letterOf(id) {
    var type = match.game.cbVar.pieceTypes[id];
    return (type.fenAbbrev || type.abbrev || "").toLowerCase();
}

// The turns before play that may be chosen: `#` and what then stands on the squares on which some of
// them differ, rank by rank: the letter of the first player's piece (of the second's, where the
// first player's are the same), or `-`. `--` where there is nothing to choose.
function turnTexts(game, board, moves) {
    var boards = moves.map(function (move) {
        return after(game, board, move);
    });
    function rows(side) {
        return boards.map(function (child) {
            return Array.prototype.map.call(child.board, function (index) {
                var piece = child.pieces[index];
                return piece && piece.s === side ? letterOf(piece.t).toUpperCase() : "-";
            });
        });
    }
    function differing(side) {
        var all = rows(side);
        var squares = Object.keys(all[0]).filter(function (square) {
            return all.some(function (row) {
                return row[square] !== all[0][square];
            });
        });
        return all.map(function (row) {
            return squares.map(function (square) {
                return row[square];
            }).join("");
        });
    }
    var texts = differing(SIDE_OF.white);
    return (texts[0] ? texts : differing(SIDE_OF.black)).map(function (text) {
        return text ? "#" + text : "--";
    });
}

function keep(key, node) {
    if (kept.size >= KEPT) {
        var oldest = kept.keys();
        for (var i = 0; i < KEPT / 4; i++) {
            kept.delete(oldest.next().value);
        }
    }
    kept.set(key, node);
    return node;
}

function rootNode(game, root) {
    if (root) {
        operations.set(root);
    } else {
        operations.start();
    }
    var node = { board: game.mBoard, before: null, signature: null, who: game.mWho };
    node.root = node;
    node.values = plainValues(game);
    current = node;
    return node;
}

// What a game's script may have noted about the first position on the game itself.
function plainValues(game) {
    var values = {};
    Object.keys(game).forEach(function (name) {
        if (/^(string|number|boolean)$/.test(typeof game[name])) {
            values[name] = game[name];
        }
    });
    return values;
}

function nextNode(game, node, text) {
    var move = movesByText(game, node)[text] || fail("illegal move " + text);
    var board = new (game.GetBoardClass())(game);
    board.CopyFrom(node.board);
    board.mWho = node.who;
    board.ApplyMove(game, move);
    board.mWho = -node.who;
    return {
        board: board,
        before: node,
        signature: board.GetSignature(true),
        who: -node.who,
        root: node.root
    };
}

function movesByText(game, node) {
    if (!node.moves) {
        enter(game, node);
        node.moves = byText(game, node.board, movesOf(game, node.board));
    }
    return node.moves;
}

function byText(game, board, moves) {
    var found = {};
    if (moves.length && moves[0].f === undefined) {
        turnTexts(game, board, moves).forEach(function (text, i) {
            found[text] = moves[i];
        });
        return found;
    }
    moves.forEach(function (move) {
        found[moveText(board, move)] = move;
    });
    return found;
}

// Make a node's board the game's, with the positions visited since the last capture.
function enter(game, node) {
    var left = node.board.noCaptCount + 1;
    if (current !== node.root) {
        current = node.root;
        Object.assign(game, current.values);
    }
    game.mBoard = node.board;
    game.mWho = node.who;
    game.mVisitedBoards = {};
    for (var at = node; at.before && left > 0; at = at.before, left--) {
        game.mVisitedBoards[at.signature] = (game.mVisitedBoards[at.signature] || 0) + 1;
    }
}

function nodeOf(game, root, moves) {
    var start = root ? JSON.stringify(root) : "";
    var known = moves.length;
    var node;
    for (; known >= 0; known--) {
        node = kept.get(start + " " + moves.slice(0, known).join(" "));
        if (node) {
            break;
        }
    }
    if (!node) {
        node = keep(start + " ", rootNode(game, root));
        known = 0;
    }
    for (; known < moves.length; known++) {
        node = nextNode(game, node, moves[known]);
        keep(start + " " + moves.slice(0, known + 1).join(" "), node);
    }
    return node;
}

// Why a game is drawn, as far as it follows from rules that all games share. A win may have
// another reason than the mate it looks like.
function reason(game, node, winner) {
    if (Object.keys(node.moves).length === 0) {
        return winner === "draw" && !node.board.check ? "stalemate" : null;
    }
    if (winner === "draw" && game.GetRepeatOccurence(node.board) > 2) {
        return "repetition";
    }
    return null;
}

function lookAt(game, root, moves) {
    var node = nodeOf(game, root, moves);
    enter(game, node);
    var winner = WINNERS[game.GetFinished()] || null;
    node.moves = byText(game, node.board, node.board.mMoves);
    return {
        moves: Object.keys(node.moves),
        winner: winner,
        reason: winner && reason(game, node, winner),
        key: node.board.GetSignature() + " " + node.who
    };
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
            kept.clear();
            nameSquares(match.game);
            var types = match.game.cbVar.pieceTypes;
            return {
                squares: squares,
                types: Object.keys(types).map(function (id) {
                    return {
                        name: types[id].name,
                        letter: types[id].fenAbbrev || types[id].abbrev || "",
                        royal: !!types[id].isKing,
                        initial: (types[id].initial || []).map(function (place) {
                            return SIDES[place.s];
                        })
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

    // Each place is {root, moves}: root as for `set`, or null for the start.
    look: function (request) {
        var game = opened();
        return request.places.map(function (place) {
            return lookAt(game, place.root, place.moves);
        });
    },

    go: function (request) {
        var game = opened();
        enter(game, nodeOf(game, request.root, request.moves));
        return state(game);
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
