// Rollerball: a game of Jocly's chess family, written by rulec from its rule file.

(function () {

    var WHITE = 1, BLACK = -1;
    var geometry = Model.Game.cbBoardGeometryGrid(7, 7);

    // Calls visit(square number, word) for every word of a text that ends in a square's name.
    function eachSquare(text, visit) {
        text.split(" ").forEach(function (word) {
            if (word) {
                visit(geometry.PosByName(word.replace(/^\W+/, "")), word);
            }
        });
    }

    // A set of squares: {number: true}.
    function squares(text) {
        var set = {};
        eachSquare(text, function (square) {
            set[square] = true;
        });
        return set;
    }

    // Where the pieces of a type start.
    function placed(white, black) {
        var places = [];
        eachSquare(white, function (square) {
            places.push({ s: WHITE, p: square });
        });
        eachSquare(black, function (square) {
            places.push({ s: BLACK, p: square });
        });
        return places;
    }

    // The rays from every square, from tables such as { a1: "a2 a3 | -b1 | .b2 *c3" }. A ray goes
    // on through empty squares and ends on an occupied one. A plain name may be moved to and
    // captured on. Signs before it: `-` moved to only, `*` captured on only (`?` unless royal, `!`
    // only if royal), `.` passed over only, `^` the second piece on the ray is captured.
    function graph() {
        var flags = Model.Game.cbConstants;
        var capture = flags.FLAG_CAPTURE;
        var signs = {
            "-": flags.FLAG_MOVE | flags.FLAG_STOP,
            "*": capture,
            "?": capture | flags.FLAG_CAPTURE_NO_KING,
            "!": capture | flags.FLAG_CAPTURE_KING,
            ".": flags.FLAG_STOP,
            "^": flags.FLAG_SCREEN_CAPTURE
        };
        function flagsOf(word) {
            var found = 0;
            for (var i = 0; signs[word.charAt(i)]; i++) {
                found |= signs[word.charAt(i)];
            }
            return found || flags.FLAG_MOVE | capture;
        }
        var rays = {};
        for (var square = 0; square < geometry.boardSize; square++) {
            rays[square] = [];
        }
        Array.prototype.forEach.call(arguments, function (table) {
            Object.keys(table).forEach(function (from) {
                table[from].split("|").forEach(function (text) {
                    var ray = [];
                    eachSquare(text, function (square, word) {
                        ray.push(square | flagsOf(word));
                    });
                    rays[geometry.PosByName(from)].push(ray);
                });
            });
        });
        return rays;
    }

    // -- how pieces move ---------------------------------------------------------------------

    var graphs = {

        "King": graph(
            // rollerball.rules:26: step any
            {
                a1: "a2 | b2 | b1",
                b1: "b2 | c2 | c1 | a1 | a2",
                c1: "c2 | d2 | d1 | b1 | b2",
                d1: "d2 | e2 | e1 | c1 | c2",
                e1: "e2 | f2 | f1 | d1 | d2",
                f1: "f2 | g2 | g1 | e1 | e2",
                g1: "g2 | f1 | f2",
                a2: "a3 | b3 | b2 | b1 | a1",
                b2: "b3 | c2 | c1 | b1 | a1 | a2 | a3",
                c2: "d2 | d1 | c1 | b1 | b2 | b3",
                d2: "e2 | e1 | d1 | c1 | c2",
                e2: "f3 | f2 | f1 | e1 | d1 | d2",
                f2: "f3 | g3 | g2 | g1 | f1 | e1 | e2",
                g2: "g3 | g1 | f1 | f2 | f3",
                a3: "a4 | b4 | b3 | b2 | a2",
                b3: "b4 | c2 | b2 | a2 | a3 | a4",
                f3: "f4 | g4 | g3 | g2 | f2 | e2",
                g3: "g4 | g2 | f2 | f3 | f4",
                a4: "a5 | b5 | b4 | b3 | a3",
                b4: "b5 | b3 | a3 | a4 | a5",
                f4: "f5 | g5 | g4 | g3 | f3",
                g4: "g5 | g3 | f3 | f4 | f5",
                a5: "a6 | b6 | b5 | b4 | a4",
                b5: "b6 | c6 | b4 | a4 | a5 | a6",
                f5: "f6 | g6 | g5 | g4 | f4 | e6",
                g5: "g6 | g4 | f4 | f5 | f6",
                a6: "a7 | b7 | b6 | b5 | a5",
                b6: "b7 | c7 | c6 | b5 | a5 | a6 | a7",
                c6: "c7 | d7 | d6 | b5 | b6 | b7",
                d6: "d7 | e7 | e6 | c6 | c7",
                e6: "e7 | f7 | f6 | f5 | d6 | d7",
                f6: "f7 | g7 | g6 | g5 | f5 | e6 | e7",
                g6: "g7 | g5 | f5 | f6 | f7",
                a7: "b7 | b6 | a6",
                b7: "c7 | c6 | b6 | a6 | a7",
                c7: "d7 | d6 | c6 | b6 | b7",
                d7: "e7 | e6 | d6 | c6 | c7",
                e7: "f7 | f6 | e6 | d6 | d7",
                f7: "g7 | g6 | f6 | e6 | e7",
                g7: "g6 | f6 | f7"
            }
        ),

        "Rook": graph(
            // rollerball.rules:27: slide orthogonal onward turning at corners
            {
                a1: "a2 a3 a4 a5 a6 a7 b7 c7 d7 e7 f7 g7 | b1",
                b1: "b2 b3 b4 b5 b6 b7 | c1 | a1 a2 a3 a4 a5 a6 a7",
                c1: "c2 | d1 | b1 a1 a2 a3 a4 a5 a6 a7",
                d1: "d2 | e1 | c1 b1 a1 a2 a3 a4 a5 a6 a7",
                e1: "e2 | f1 | d1 c1 b1 a1 a2 a3 a4 a5 a6 a7",
                f1: "f2 | g1 | e1 d1 c1 b1 a1 a2 a3 a4 a5 a6 a7",
                g1: "g2 | f1 e1 d1 c1 b1 a1 a2 a3 a4 a5 a6 a7",
                a2: "a3 a4 a5 a6 a7 b7 c7 d7 e7 f7 g7 | b2 | a1",
                b2: "b3 b4 b5 b6 b7 | c2 | b1 | a2",
                c2: "d2 | c1 | b2 a2",
                d2: "e2 | d1 | c2 b2 a2",
                e2: "f2 | e1 | d2 c2 b2 a2",
                f2: "f3 | g2 | f1 | e2 d2 c2 b2 a2",
                g2: "g3 | g1 f1 e1 d1 c1 b1 a1 | f2 e2 d2 c2 b2 a2",
                a3: "a4 a5 a6 a7 b7 c7 d7 e7 f7 g7 | b3 | a2",
                b3: "b4 b5 b6 b7 | b2 | a3",
                f3: "f4 | g3 | f2 f1",
                g3: "g4 | g2 g1 f1 e1 d1 c1 b1 a1 | f3",
                a4: "a5 a6 a7 b7 c7 d7 e7 f7 g7 | b4 | a3",
                b4: "b5 b6 b7 | b3 | a4",
                f4: "f5 | g4 | f3 f2 f1",
                g4: "g5 | g3 g2 g1 f1 e1 d1 c1 b1 a1 | f4",
                a5: "a6 a7 b7 c7 d7 e7 f7 g7 | b5 | a4",
                b5: "b6 b7 | b4 | a5",
                f5: "f6 | g5 | f4 f3 f2 f1",
                g5: "g6 | g4 g3 g2 g1 f1 e1 d1 c1 b1 a1 | f5",
                a6: "a7 b7 c7 d7 e7 f7 g7 | b6 c6 d6 e6 f6 g6 | a5",
                b6: "b7 | c6 d6 e6 f6 g6 | b5 | a6",
                c6: "c7 | d6 e6 f6 g6 | b6",
                d6: "d7 | e6 f6 g6 | c6",
                e6: "e7 | f6 g6 | d6",
                f6: "f7 | g6 | f5 f4 f3 f2 f1 | e6",
                g6: "g7 | g5 g4 g3 g2 g1 f1 e1 d1 c1 b1 a1 | f6",
                a7: "b7 c7 d7 e7 f7 g7 g6 g5 g4 g3 g2 g1 | a6",
                b7: "c7 d7 e7 f7 g7 g6 g5 g4 g3 g2 g1 | b6 | a7",
                c7: "d7 e7 f7 g7 g6 g5 g4 g3 g2 g1 | c6 | b7",
                d7: "e7 f7 g7 g6 g5 g4 g3 g2 g1 | d6 | c7",
                e7: "f7 g7 g6 g5 g4 g3 g2 g1 | e6 | d7",
                f7: "g7 g6 g5 g4 g3 g2 g1 | f6 f5 f4 f3 f2 f1 | e7",
                g7: "g6 g5 g4 g3 g2 g1 f1 e1 d1 c1 b1 a1 | f7"
            }
        ),

        "Bishop": graph(
            // rollerball.rules:28: slide diagonal onward reflecting
            {
                a1: "b2 a3",
                b1: "c2 | a2 b3",
                c1: "d2 | b2 a3 b4",
                d1: "e2 | c2 b3 a4 b5 c6 d7",
                e1: "f2 | d2 c1",
                f1: "g2 | e2 d1",
                g1: "f2 e1",
                a2: "b3 a4 | b1",
                b2: "c1 | a1 | a3 b4",
                c2: "d1 | b1 a2 | b3 a4 b5 c6 d7",
                d2: "e1 | c1 b2 a3",
                e2: "f3 | f1 | d1 c2 b3 a4",
                f2: "g3 | g1 | e1 d2",
                g2: "f1 e2 | f3",
                a3: "b4 a5 | b2",
                b3: "c2 | a2 | a4 b5 c6 d7",
                f3: "g4 | g2 f1 | e2 d1 c2 b3 a4",
                g3: "f2 e1 d2 | f4",
                a4: "b5 c6 d7 e6 f5 g4 | b3",
                b4: "a3 | a5 b6 c7",
                f4: "g5 | g3 f2 e1",
                g4: "f3 e2 d1 c2 b3 a4 | f5",
                a5: "b6 c7 d6 | b4",
                b5: "c6 d7 e6 f5 g4 | a4 | a6 b7",
                f5: "g6 | g4 f3 e2 d1 | e6",
                g5: "f4 g3 | f6",
                a6: "b7 c6 | b5",
                b6: "c7 d6 | a5 | a7",
                c6: "d7 e6 f5 g4 | b5 | b7",
                d6: "e7 f6 g5 | c7",
                e6: "f7 g6 | f5 g4 f3 e2 d1 | d7",
                f6: "g7 | g5 f4 | e7",
                g6: "f5 g4 | f7",
                a7: "b6 c7",
                b7: "c6 d7 | a6",
                c7: "d6 e7 | b6",
                d7: "e6 f5 g4 f3 e2 d1 | c6",
                e7: "f6 g5 f4 | d6",
                f7: "g6 f5 | e6",
                g7: "f6 g5"
            }
        ),

        "Pawn": graph(
            // rollerball.rules:30: step forward, forward-left, forward-right
            {
                a1: "a2 | b2",
                b1: "a1 | a2",
                c1: "b1 | b2",
                d1: "c1 | c2",
                e1: "d1 | d2",
                f1: "e1 | e2",
                g1: "f1 | f2",
                a2: "a3 | b3",
                b2: "b3 | a3",
                c2: "b2 | b1 | b3",
                d2: "c2 | c1",
                e2: "d2 | d1",
                f2: "e2 | e1",
                g2: "g1 | f1",
                a3: "a4 | b4",
                b3: "b4 | a4",
                f3: "f2 | g2 | e2",
                g3: "g2 | f2",
                a4: "a5 | b5",
                b4: "b5 | a5",
                f4: "f3 | g3",
                g4: "g3 | f3",
                a5: "a6 | b6",
                b5: "b6 | a6 | c6",
                f5: "f4 | g4",
                g5: "g4 | f4",
                a6: "a7 | b7",
                b6: "c6 | c7",
                c6: "d6 | d7",
                d6: "e6 | e7",
                e6: "f6 | f7 | f5",
                f6: "f5 | g5",
                g6: "g5 | f5",
                a7: "b7 | b6",
                b7: "c7 | c6",
                c7: "d7 | d6",
                d7: "e7 | e6",
                e7: "f7 | f6",
                f7: "g7 | g6",
                g7: "g6 | f6"
            }
        )

    };

    Model.Game.cbDefine = function () {
        return {
            geometry: geometry,

            // What a piece turns into: a choice of types, one a move; a single one is no choice.
            promote: function (game, piece, move) {
                var change = changeOf(piece, move);
                if (change) {
                    return change.choices;
                }
                return [];
            },

            // What Jocly reads from a position's text: types are numbers.
            importGame: function (initial) {
                initial.pieces.forEach(function (piece) {
                    piece.t = +piece.t;
                });
            },

            pieceTypes: {
                0: {
                    name: "king",
                    aspect: "king",
                    graph: graphs["King"],
                    isKing: true,
                    abbrev: "K",
                    fenAbbrev: "K",
                    silentPromo: true,
                    initial: placed("d2", "d6")
                },
                1: {
                    name: "king after start-line",
                    aspect: "king",
                    graph: graphs["King"],
                    isKing: true,
                    abbrev: "K",
                    fenAbbrev: "O",
                    silentPromo: true,
                    initial: placed("", "")
                },
                2: {
                    name: "rook",
                    aspect: "rook",
                    graph: graphs["Rook"],
                    value: 9.6,
                    abbrev: "R",
                    fenAbbrev: "R",
                    initial: placed("e1 e2", "c7 c6")
                },
                3: {
                    name: "bishop",
                    aspect: "bishop",
                    graph: graphs["Bishop"],
                    value: 4.4,
                    abbrev: "B",
                    fenAbbrev: "B",
                    initial: placed("d1", "d7")
                },
                4: {
                    name: "pawn",
                    aspect: "pawn",
                    graph: graphs["Pawn"],
                    value: 2.1,
                    abbrev: "",
                    fenAbbrev: "P",
                    silentPromo: true,
                    initial: placed("c1 c2", "e7 e6")
                }
            }
        };
    };

    // -- what pieces turn into ---------------------------------------------------------------

    var arrivals = {};

    // A player's piece of a type turns into others where it arrives: on a square, or on a square
    // from another one (`d1-c1`).
    function arriving(player, type, places, choices) {
        arrivals[type] = arrivals[type] || { "1": {}, "-1": {} };
        places.split(" ").forEach(function (place) {
            var key = place.split("-").map(geometry.PosByName).join("-");
            arrivals[type][player][key] = { choices: choices };
        });
    }

    function changeOf(piece, move) {
        var there = (arrivals[piece.t] || {})[piece.s] || {};
        return there[move.f + "-" + move.t] || there[move.t];
    }

    // king
    arriving(WHITE, 0, "d1-c1 d2-c1 d1-c2 d2-c2", [1]);  // king after start-line
    arriving(BLACK, 0, "d6-e6 d7-e6 d6-e7 d7-e7", [1]);  // king after start-line

    // king after start-line
    arriving(WHITE, 1, "c1-d1 c2-d1 c1-d2 c2-d2", [0]);  // king
    arriving(BLACK, 1, "e6-d6 e7-d6 e6-d7 e7-d7", [0]);  // king

    // pawn
    arriving(WHITE, 4, "e6 e7", [2, 3]);  // rook, bishop
    arriving(BLACK, 4, "c1 c2", [2, 3]);  // rook, bishop

    // -- which moves there are ---------------------------------------------------------------

    var generateMoves = Model.Board.GenerateMoves;
    Model.Board.GenerateMoves = function (game) {
        generateMoves.apply(this, arguments);
        if (this.mMoves.length === 0) {
            decide(this, game, true);
        }
    };

    // Whose turn it is: while Jocly searches, `mWho` may still be who has just moved.
    function toMove(board) {
        var last = board.lastMove;
        return last ? -board.pieces[board.board[last.t]].s : board.mWho;
    }

    // -- how the game ends -------------------------------------------------------------------

    var WIN = 1, LOSE = -1, DRAW = 0;

    // The winner where a goal means `outcome` for a player.
    function award(outcome, player) {
        return outcome === DRAW ? JocGame.DRAW : outcome * player;
    }

    function inCheck(board, game, player) {
        return board.cbGetAttackers(game, board.kings[player], player, true).length > 0;
    }

    // {type number: true} for the types of some names.
    function typesNamed(names, game) {
        var set = {};
        Object.keys(game.cbVar.pieceTypes).forEach(function (number) {
            if (names.indexOf(game.cbVar.pieceTypes[number].name) >= 0) {
                set[number] = true;
            }
        });
        return set;
    }

    // Each of these makes a goal: a function that gives the winner, JocGame.DRAW, or 0 while the
    // goal is not fulfilled. `stuck` says that the side to move has no move.

    function checkmate(outcome) {
        return function (board, game, stuck) {
            return stuck && inCheck(board, game, board.mWho) ? award(outcome, -board.mWho) : 0;
        };
    }

    function stalemate(outcome) {
        return function (board, game, stuck) {
            return stuck && !inCheck(board, game, board.mWho) ? award(outcome, -board.mWho) : 0;
        };
    }

    // The goal of a condition on a player: who has just moved is asked first.
    function fulfilled(outcome, condition) {
        return function (board, game) {
            var mover = -toMove(board);
            return condition(board, game, mover) ? award(outcome, mover) :
                condition(board, game, -mover) ? award(outcome, -mover) : 0;
        };
    }

    // Asks whether a player has a piece of one of some types in his zone.
    function standing(names, zones) {
        return function (board, game, player) {
            var types = typesNamed(names, game);
            return board.pieces.some(function (piece) {
                return piece.s === player && types[piece.t] && zones[player][piece.p];
            });
        };
    }

    // A piece of one of some types stands in its player's zone.
    function reach(outcome, names, white, black) {
        var zones = { "1": squares(white), "-1": squares(black) };
        return fulfilled(outcome, standing(names, zones));
    }

    // The position has occurred often enough: Jocly asks for more than two.
    function repetition() {
        return function (board, game) {
            return game.GetRepeatOccurence(board) > 2 ? JocGame.DRAW : 0;
        };
    }

    // The first goal that holds decides.
    var goals = [
        // rollerball.rules:39: win King on enemy throne after start-line
        reach(WIN, ["king after start-line"], "d6", "d2"),
        // rollerball.rules:40: win checkmate
        checkmate(WIN),
        // rollerball.rules:41: draw stalemate
        stalemate(DRAW),
        // rollerball.rules:42: draw repetition 3
        repetition()
    ];

    function decide(board, game, stuck) {
        for (var i = 0; i < goals.length; i++) {
            var winner = goals[i](board, game, stuck);
            if (winner) {
                board.mFinished = true;
                board.mWinner = winner;
                return;
            }
        }
    }

    // -- hooks into Jocly --------------------------------------------------------------------

    var evaluate = Model.Board.Evaluate;
    Model.Board.Evaluate = function (game) {
        evaluate.apply(this, arguments);
        decide(this, game, false);
    };

    var initialPosition = Model.Board.InitialPosition;
    Model.Board.InitialPosition = function (game) {
        initialPosition.apply(this, arguments);
        this.check = inCheck(this, game, this.mWho);
        game.startSignature = this.GetSignature();
    };

    // Like pieces are interchangeable: what counts is which types stand where, and whose turn it is.
    Model.Board.GetSignature = function () {
        var key = [toMove(this), " "];
        for (var square = 0; square < geometry.boardSize; square++) {
            var piece = this.pieces[this.board[square]];
            key.push(piece ? String.fromCharCode(64 + 2 * piece.t + (piece.s === WHITE ? 1 : 2)) : ".");
        }
        return key.join("");
    };

    // Jocly draws when this is more than two. It does not count the start itself.
    Model.Game.GetRepeatOccurence = function (board) {
        var signature = board.GetSignature();
        var count = this.mVisitedBoards[signature] || 0;
        if (signature === this.startSignature) {
            count++;
        }
        return count;
    };

})();
