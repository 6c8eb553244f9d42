// Plain Chess: a game of Jocly's chess family, written by rulec from its rule file.

(function () {

    var WHITE = 1, BLACK = -1;
    var geometry = Model.Game.cbBoardGeometryGrid(8, 8);

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
            // plain-chess.rules:14: step any
            {
                a1: "a2 | b2 | b1",
                b1: "b2 | c2 | c1 | a1 | a2",
                c1: "c2 | d2 | d1 | b1 | b2",
                d1: "d2 | e2 | e1 | c1 | c2",
                e1: "e2 | f2 | f1 | d1 | d2",
                f1: "f2 | g2 | g1 | e1 | e2",
                g1: "g2 | h2 | h1 | f1 | f2",
                h1: "h2 | g1 | g2",
                a2: "a3 | b3 | b2 | b1 | a1",
                b2: "b3 | c3 | c2 | c1 | b1 | a1 | a2 | a3",
                c2: "c3 | d3 | d2 | d1 | c1 | b1 | b2 | b3",
                d2: "d3 | e3 | e2 | e1 | d1 | c1 | c2 | c3",
                e2: "e3 | f3 | f2 | f1 | e1 | d1 | d2 | d3",
                f2: "f3 | g3 | g2 | g1 | f1 | e1 | e2 | e3",
                g2: "g3 | h3 | h2 | h1 | g1 | f1 | f2 | f3",
                h2: "h3 | h1 | g1 | g2 | g3",
                a3: "a4 | b4 | b3 | b2 | a2",
                b3: "b4 | c4 | c3 | c2 | b2 | a2 | a3 | a4",
                c3: "c4 | d4 | d3 | d2 | c2 | b2 | b3 | b4",
                d3: "d4 | e4 | e3 | e2 | d2 | c2 | c3 | c4",
                e3: "e4 | f4 | f3 | f2 | e2 | d2 | d3 | d4",
                f3: "f4 | g4 | g3 | g2 | f2 | e2 | e3 | e4",
                g3: "g4 | h4 | h3 | h2 | g2 | f2 | f3 | f4",
                h3: "h4 | h2 | g2 | g3 | g4",
                a4: "a5 | b5 | b4 | b3 | a3",
                b4: "b5 | c5 | c4 | c3 | b3 | a3 | a4 | a5",
                c4: "c5 | d5 | d4 | d3 | c3 | b3 | b4 | b5",
                d4: "d5 | e5 | e4 | e3 | d3 | c3 | c4 | c5",
                e4: "e5 | f5 | f4 | f3 | e3 | d3 | d4 | d5",
                f4: "f5 | g5 | g4 | g3 | f3 | e3 | e4 | e5",
                g4: "g5 | h5 | h4 | h3 | g3 | f3 | f4 | f5",
                h4: "h5 | h3 | g3 | g4 | g5",
                a5: "a6 | b6 | b5 | b4 | a4",
                b5: "b6 | c6 | c5 | c4 | b4 | a4 | a5 | a6",
                c5: "c6 | d6 | d5 | d4 | c4 | b4 | b5 | b6",
                d5: "d6 | e6 | e5 | e4 | d4 | c4 | c5 | c6",
                e5: "e6 | f6 | f5 | f4 | e4 | d4 | d5 | d6",
                f5: "f6 | g6 | g5 | g4 | f4 | e4 | e5 | e6",
                g5: "g6 | h6 | h5 | h4 | g4 | f4 | f5 | f6",
                h5: "h6 | h4 | g4 | g5 | g6",
                a6: "a7 | b7 | b6 | b5 | a5",
                b6: "b7 | c7 | c6 | c5 | b5 | a5 | a6 | a7",
                c6: "c7 | d7 | d6 | d5 | c5 | b5 | b6 | b7",
                d6: "d7 | e7 | e6 | e5 | d5 | c5 | c6 | c7",
                e6: "e7 | f7 | f6 | f5 | e5 | d5 | d6 | d7",
                f6: "f7 | g7 | g6 | g5 | f5 | e5 | e6 | e7",
                g6: "g7 | h7 | h6 | h5 | g5 | f5 | f6 | f7",
                h6: "h7 | h5 | g5 | g6 | g7",
                a7: "a8 | b8 | b7 | b6 | a6",
                b7: "b8 | c8 | c7 | c6 | b6 | a6 | a7 | a8",
                c7: "c8 | d8 | d7 | d6 | c6 | b6 | b7 | b8",
                d7: "d8 | e8 | e7 | e6 | d6 | c6 | c7 | c8",
                e7: "e8 | f8 | f7 | f6 | e6 | d6 | d7 | d8",
                f7: "f8 | g8 | g7 | g6 | f6 | e6 | e7 | e8",
                g7: "g8 | h8 | h7 | h6 | g6 | f6 | f7 | f8",
                h7: "h8 | h6 | g6 | g7 | g8",
                a8: "b8 | b7 | a7",
                b8: "c8 | c7 | b7 | a7 | a8",
                c8: "d8 | d7 | c7 | b7 | b8",
                d8: "e8 | e7 | d7 | c7 | c8",
                e8: "f8 | f7 | e7 | d7 | d8",
                f8: "g8 | g7 | f7 | e7 | e8",
                g8: "h8 | h7 | g7 | f7 | f8",
                h8: "h7 | g7 | g8"
            }
        ),

        "Queen": graph(
            // plain-chess.rules:15: slide any
            {
                a1: "a2 a3 a4 a5 a6 a7 a8 | b2 c3 d4 e5 f6 g7 h8 | b1 c1 d1 e1 f1 g1 h1",
                b1: "b2 b3 b4 b5 b6 b7 b8 | c2 d3 e4 f5 g6 h7 | c1 d1 e1 f1 g1 h1 | a1 | a2",
                c1: "c2 c3 c4 c5 c6 c7 c8 | d2 e3 f4 g5 h6 | d1 e1 f1 g1 h1 | b1 a1 | b2 a3",
                d1: "d2 d3 d4 d5 d6 d7 d8 | e2 f3 g4 h5 | e1 f1 g1 h1 | c1 b1 a1 | c2 b3 a4",
                e1: "e2 e3 e4 e5 e6 e7 e8 | f2 g3 h4 | f1 g1 h1 | d1 c1 b1 a1 | d2 c3 b4 a5",
                f1: "f2 f3 f4 f5 f6 f7 f8 | g2 h3 | g1 h1 | e1 d1 c1 b1 a1 | e2 d3 c4 b5 a6",
                g1: "g2 g3 g4 g5 g6 g7 g8 | h2 | h1 | f1 e1 d1 c1 b1 a1 | f2 e3 d4 c5 b6 a7",
                h1: "h2 h3 h4 h5 h6 h7 h8 | g1 f1 e1 d1 c1 b1 a1 | g2 f3 e4 d5 c6 b7 a8",
                a2: "a3 a4 a5 a6 a7 a8 | b3 c4 d5 e6 f7 g8 | b2 c2 d2 e2 f2 g2 h2 | b1 | a1",
                b2: "b3 b4 b5 b6 b7 b8 | c3 d4 e5 f6 g7 h8 | c2 d2 e2 f2 g2 h2 | c1 | b1 | a1 | a2 | a3",
                c2: "c3 c4 c5 c6 c7 c8 | d3 e4 f5 g6 h7 | d2 e2 f2 g2 h2 | d1 | c1 | b1 | b2 a2 | b3 a4",
                d2: "d3 d4 d5 d6 d7 d8 | e3 f4 g5 h6 | e2 f2 g2 h2 | e1 | d1 | c1 | c2 b2 a2 | c3 b4 a5",
                e2: "e3 e4 e5 e6 e7 e8 | f3 g4 h5 | f2 g2 h2 | f1 | e1 | d1 | d2 c2 b2 a2 | d3 c4 b5 a6",
                f2: "f3 f4 f5 f6 f7 f8 | g3 h4 | g2 h2 | g1 | f1 | e1 | e2 d2 c2 b2 a2 | e3 d4 c5 b6 a7",
                g2: "g3 g4 g5 g6 g7 g8 | h3 | h2 | h1 | g1 | f1 | f2 e2 d2 c2 b2 a2 | f3 e4 d5 c6 b7 a8",
                h2: "h3 h4 h5 h6 h7 h8 | h1 | g1 | g2 f2 e2 d2 c2 b2 a2 | g3 f4 e5 d6 c7 b8",
                a3: "a4 a5 a6 a7 a8 | b4 c5 d6 e7 f8 | b3 c3 d3 e3 f3 g3 h3 | b2 c1 | a2 a1",
                b3: "b4 b5 b6 b7 b8 | c4 d5 e6 f7 g8 | c3 d3 e3 f3 g3 h3 | c2 d1 | b2 b1 | a2 | a3 | a4",
                c3: "c4 c5 c6 c7 c8 | d4 e5 f6 g7 h8 | d3 e3 f3 g3 h3 | d2 e1 | c2 c1 | b2 a1 | b3 a3 | b4 a5",
                d3: "d4 d5 d6 d7 d8 | e4 f5 g6 h7 | e3 f3 g3 h3 | e2 f1 | d2 d1 | c2 b1 | c3 b3 a3 | c4 b5 a6",
                e3: "e4 e5 e6 e7 e8 | f4 g5 h6 | f3 g3 h3 | f2 g1 | e2 e1 | d2 c1 | d3 c3 b3 a3 | d4 c5 b6 a7",
                f3: "f4 f5 f6 f7 f8 | g4 h5 | g3 h3 | g2 h1 | f2 f1 | e2 d1 | e3 d3 c3 b3 a3 | e4 d5 c6 b7 a8",
                g3: "g4 g5 g6 g7 g8 | h4 | h3 | h2 | g2 g1 | f2 e1 | f3 e3 d3 c3 b3 a3 | f4 e5 d6 c7 b8",
                h3: "h4 h5 h6 h7 h8 | h2 h1 | g2 f1 | g3 f3 e3 d3 c3 b3 a3 | g4 f5 e6 d7 c8",
                a4: "a5 a6 a7 a8 | b5 c6 d7 e8 | b4 c4 d4 e4 f4 g4 h4 | b3 c2 d1 | a3 a2 a1",
                b4: "b5 b6 b7 b8 | c5 d6 e7 f8 | c4 d4 e4 f4 g4 h4 | c3 d2 e1 | b3 b2 b1 | a3 | a4 | a5",
                c4: "c5 c6 c7 c8 | d5 e6 f7 g8 | d4 e4 f4 g4 h4 | d3 e2 f1 | c3 c2 c1 | b3 a2 | b4 a4 | b5 a6",
                d4: "d5 d6 d7 d8 | e5 f6 g7 h8 | e4 f4 g4 h4 | e3 f2 g1 | d3 d2 d1 | c3 b2 a1 | c4 b4 a4 | c5 b6 a7",
                e4: "e5 e6 e7 e8 | f5 g6 h7 | f4 g4 h4 | f3 g2 h1 | e3 e2 e1 | d3 c2 b1 | d4 c4 b4 a4 | d5 c6 b7 a8",
                f4: "f5 f6 f7 f8 | g5 h6 | g4 h4 | g3 h2 | f3 f2 f1 | e3 d2 c1 | e4 d4 c4 b4 a4 | e5 d6 c7 b8",
                g4: "g5 g6 g7 g8 | h5 | h4 | h3 | g3 g2 g1 | f3 e2 d1 | f4 e4 d4 c4 b4 a4 | f5 e6 d7 c8",
                h4: "h5 h6 h7 h8 | h3 h2 h1 | g3 f2 e1 | g4 f4 e4 d4 c4 b4 a4 | g5 f6 e7 d8",
                a5: "a6 a7 a8 | b6 c7 d8 | b5 c5 d5 e5 f5 g5 h5 | b4 c3 d2 e1 | a4 a3 a2 a1",
                b5: "b6 b7 b8 | c6 d7 e8 | c5 d5 e5 f5 g5 h5 | c4 d3 e2 f1 | b4 b3 b2 b1 | a4 | a5 | a6",
                c5: "c6 c7 c8 | d6 e7 f8 | d5 e5 f5 g5 h5 | d4 e3 f2 g1 | c4 c3 c2 c1 | b4 a3 | b5 a5 | b6 a7",
                d5: "d6 d7 d8 | e6 f7 g8 | e5 f5 g5 h5 | e4 f3 g2 h1 | d4 d3 d2 d1 | c4 b3 a2 | c5 b5 a5 | c6 b7 a8",
                e5: "e6 e7 e8 | f6 g7 h8 | f5 g5 h5 | f4 g3 h2 | e4 e3 e2 e1 | d4 c3 b2 a1 | d5 c5 b5 a5 | d6 c7 b8",
                f5: "f6 f7 f8 | g6 h7 | g5 h5 | g4 h3 | f4 f3 f2 f1 | e4 d3 c2 b1 | e5 d5 c5 b5 a5 | e6 d7 c8",
                g5: "g6 g7 g8 | h6 | h5 | h4 | g4 g3 g2 g1 | f4 e3 d2 c1 | f5 e5 d5 c5 b5 a5 | f6 e7 d8",
                h5: "h6 h7 h8 | h4 h3 h2 h1 | g4 f3 e2 d1 | g5 f5 e5 d5 c5 b5 a5 | g6 f7 e8",
                a6: "a7 a8 | b7 c8 | b6 c6 d6 e6 f6 g6 h6 | b5 c4 d3 e2 f1 | a5 a4 a3 a2 a1",
                b6: "b7 b8 | c7 d8 | c6 d6 e6 f6 g6 h6 | c5 d4 e3 f2 g1 | b5 b4 b3 b2 b1 | a5 | a6 | a7",
                c6: "c7 c8 | d7 e8 | d6 e6 f6 g6 h6 | d5 e4 f3 g2 h1 | c5 c4 c3 c2 c1 | b5 a4 | b6 a6 | b7 a8",
                d6: "d7 d8 | e7 f8 | e6 f6 g6 h6 | e5 f4 g3 h2 | d5 d4 d3 d2 d1 | c5 b4 a3 | c6 b6 a6 | c7 b8",
                e6: "e7 e8 | f7 g8 | f6 g6 h6 | f5 g4 h3 | e5 e4 e3 e2 e1 | d5 c4 b3 a2 | d6 c6 b6 a6 | d7 c8",
                f6: "f7 f8 | g7 h8 | g6 h6 | g5 h4 | f5 f4 f3 f2 f1 | e5 d4 c3 b2 a1 | e6 d6 c6 b6 a6 | e7 d8",
                g6: "g7 g8 | h7 | h6 | h5 | g5 g4 g3 g2 g1 | f5 e4 d3 c2 b1 | f6 e6 d6 c6 b6 a6 | f7 e8",
                h6: "h7 h8 | h5 h4 h3 h2 h1 | g5 f4 e3 d2 c1 | g6 f6 e6 d6 c6 b6 a6 | g7 f8",
                a7: "a8 | b8 | b7 c7 d7 e7 f7 g7 h7 | b6 c5 d4 e3 f2 g1 | a6 a5 a4 a3 a2 a1",
                b7: "b8 | c8 | c7 d7 e7 f7 g7 h7 | c6 d5 e4 f3 g2 h1 | b6 b5 b4 b3 b2 b1 | a6 | a7 | a8",
                c7: "c8 | d8 | d7 e7 f7 g7 h7 | d6 e5 f4 g3 h2 | c6 c5 c4 c3 c2 c1 | b6 a5 | b7 a7 | b8",
                d7: "d8 | e8 | e7 f7 g7 h7 | e6 f5 g4 h3 | d6 d5 d4 d3 d2 d1 | c6 b5 a4 | c7 b7 a7 | c8",
                e7: "e8 | f8 | f7 g7 h7 | f6 g5 h4 | e6 e5 e4 e3 e2 e1 | d6 c5 b4 a3 | d7 c7 b7 a7 | d8",
                f7: "f8 | g8 | g7 h7 | g6 h5 | f6 f5 f4 f3 f2 f1 | e6 d5 c4 b3 a2 | e7 d7 c7 b7 a7 | e8",
                g7: "g8 | h8 | h7 | h6 | g6 g5 g4 g3 g2 g1 | f6 e5 d4 c3 b2 a1 | f7 e7 d7 c7 b7 a7 | f8",
                h7: "h8 | h6 h5 h4 h3 h2 h1 | g6 f5 e4 d3 c2 b1 | g7 f7 e7 d7 c7 b7 a7 | g8",
                a8: "b8 c8 d8 e8 f8 g8 h8 | b7 c6 d5 e4 f3 g2 h1 | a7 a6 a5 a4 a3 a2 a1",
                b8: "c8 d8 e8 f8 g8 h8 | c7 d6 e5 f4 g3 h2 | b7 b6 b5 b4 b3 b2 b1 | a7 | a8",
                c8: "d8 e8 f8 g8 h8 | d7 e6 f5 g4 h3 | c7 c6 c5 c4 c3 c2 c1 | b7 a6 | b8 a8",
                d8: "e8 f8 g8 h8 | e7 f6 g5 h4 | d7 d6 d5 d4 d3 d2 d1 | c7 b6 a5 | c8 b8 a8",
                e8: "f8 g8 h8 | f7 g6 h5 | e7 e6 e5 e4 e3 e2 e1 | d7 c6 b5 a4 | d8 c8 b8 a8",
                f8: "g8 h8 | g7 h6 | f7 f6 f5 f4 f3 f2 f1 | e7 d6 c5 b4 a3 | e8 d8 c8 b8 a8",
                g8: "h8 | h7 | g7 g6 g5 g4 g3 g2 g1 | f7 e6 d5 c4 b3 a2 | f8 e8 d8 c8 b8 a8",
                h8: "h7 h6 h5 h4 h3 h2 h1 | g7 f6 e5 d4 c3 b2 a1 | g8 f8 e8 d8 c8 b8 a8"
            }
        ),

        "Rook": graph(
            // plain-chess.rules:16: slide orthogonal
            {
                a1: "a2 a3 a4 a5 a6 a7 a8 | b1 c1 d1 e1 f1 g1 h1",
                b1: "b2 b3 b4 b5 b6 b7 b8 | c1 d1 e1 f1 g1 h1 | a1",
                c1: "c2 c3 c4 c5 c6 c7 c8 | d1 e1 f1 g1 h1 | b1 a1",
                d1: "d2 d3 d4 d5 d6 d7 d8 | e1 f1 g1 h1 | c1 b1 a1",
                e1: "e2 e3 e4 e5 e6 e7 e8 | f1 g1 h1 | d1 c1 b1 a1",
                f1: "f2 f3 f4 f5 f6 f7 f8 | g1 h1 | e1 d1 c1 b1 a1",
                g1: "g2 g3 g4 g5 g6 g7 g8 | h1 | f1 e1 d1 c1 b1 a1",
                h1: "h2 h3 h4 h5 h6 h7 h8 | g1 f1 e1 d1 c1 b1 a1",
                a2: "a3 a4 a5 a6 a7 a8 | b2 c2 d2 e2 f2 g2 h2 | a1",
                b2: "b3 b4 b5 b6 b7 b8 | c2 d2 e2 f2 g2 h2 | b1 | a2",
                c2: "c3 c4 c5 c6 c7 c8 | d2 e2 f2 g2 h2 | c1 | b2 a2",
                d2: "d3 d4 d5 d6 d7 d8 | e2 f2 g2 h2 | d1 | c2 b2 a2",
                e2: "e3 e4 e5 e6 e7 e8 | f2 g2 h2 | e1 | d2 c2 b2 a2",
                f2: "f3 f4 f5 f6 f7 f8 | g2 h2 | f1 | e2 d2 c2 b2 a2",
                g2: "g3 g4 g5 g6 g7 g8 | h2 | g1 | f2 e2 d2 c2 b2 a2",
                h2: "h3 h4 h5 h6 h7 h8 | h1 | g2 f2 e2 d2 c2 b2 a2",
                a3: "a4 a5 a6 a7 a8 | b3 c3 d3 e3 f3 g3 h3 | a2 a1",
                b3: "b4 b5 b6 b7 b8 | c3 d3 e3 f3 g3 h3 | b2 b1 | a3",
                c3: "c4 c5 c6 c7 c8 | d3 e3 f3 g3 h3 | c2 c1 | b3 a3",
                d3: "d4 d5 d6 d7 d8 | e3 f3 g3 h3 | d2 d1 | c3 b3 a3",
                e3: "e4 e5 e6 e7 e8 | f3 g3 h3 | e2 e1 | d3 c3 b3 a3",
                f3: "f4 f5 f6 f7 f8 | g3 h3 | f2 f1 | e3 d3 c3 b3 a3",
                g3: "g4 g5 g6 g7 g8 | h3 | g2 g1 | f3 e3 d3 c3 b3 a3",
                h3: "h4 h5 h6 h7 h8 | h2 h1 | g3 f3 e3 d3 c3 b3 a3",
                a4: "a5 a6 a7 a8 | b4 c4 d4 e4 f4 g4 h4 | a3 a2 a1",
                b4: "b5 b6 b7 b8 | c4 d4 e4 f4 g4 h4 | b3 b2 b1 | a4",
                c4: "c5 c6 c7 c8 | d4 e4 f4 g4 h4 | c3 c2 c1 | b4 a4",
                d4: "d5 d6 d7 d8 | e4 f4 g4 h4 | d3 d2 d1 | c4 b4 a4",
                e4: "e5 e6 e7 e8 | f4 g4 h4 | e3 e2 e1 | d4 c4 b4 a4",
                f4: "f5 f6 f7 f8 | g4 h4 | f3 f2 f1 | e4 d4 c4 b4 a4",
                g4: "g5 g6 g7 g8 | h4 | g3 g2 g1 | f4 e4 d4 c4 b4 a4",
                h4: "h5 h6 h7 h8 | h3 h2 h1 | g4 f4 e4 d4 c4 b4 a4",
                a5: "a6 a7 a8 | b5 c5 d5 e5 f5 g5 h5 | a4 a3 a2 a1",
                b5: "b6 b7 b8 | c5 d5 e5 f5 g5 h5 | b4 b3 b2 b1 | a5",
                c5: "c6 c7 c8 | d5 e5 f5 g5 h5 | c4 c3 c2 c1 | b5 a5",
                d5: "d6 d7 d8 | e5 f5 g5 h5 | d4 d3 d2 d1 | c5 b5 a5",
                e5: "e6 e7 e8 | f5 g5 h5 | e4 e3 e2 e1 | d5 c5 b5 a5",
                f5: "f6 f7 f8 | g5 h5 | f4 f3 f2 f1 | e5 d5 c5 b5 a5",
                g5: "g6 g7 g8 | h5 | g4 g3 g2 g1 | f5 e5 d5 c5 b5 a5",
                h5: "h6 h7 h8 | h4 h3 h2 h1 | g5 f5 e5 d5 c5 b5 a5",
                a6: "a7 a8 | b6 c6 d6 e6 f6 g6 h6 | a5 a4 a3 a2 a1",
                b6: "b7 b8 | c6 d6 e6 f6 g6 h6 | b5 b4 b3 b2 b1 | a6",
                c6: "c7 c8 | d6 e6 f6 g6 h6 | c5 c4 c3 c2 c1 | b6 a6",
                d6: "d7 d8 | e6 f6 g6 h6 | d5 d4 d3 d2 d1 | c6 b6 a6",
                e6: "e7 e8 | f6 g6 h6 | e5 e4 e3 e2 e1 | d6 c6 b6 a6",
                f6: "f7 f8 | g6 h6 | f5 f4 f3 f2 f1 | e6 d6 c6 b6 a6",
                g6: "g7 g8 | h6 | g5 g4 g3 g2 g1 | f6 e6 d6 c6 b6 a6",
                h6: "h7 h8 | h5 h4 h3 h2 h1 | g6 f6 e6 d6 c6 b6 a6",
                a7: "a8 | b7 c7 d7 e7 f7 g7 h7 | a6 a5 a4 a3 a2 a1",
                b7: "b8 | c7 d7 e7 f7 g7 h7 | b6 b5 b4 b3 b2 b1 | a7",
                c7: "c8 | d7 e7 f7 g7 h7 | c6 c5 c4 c3 c2 c1 | b7 a7",
                d7: "d8 | e7 f7 g7 h7 | d6 d5 d4 d3 d2 d1 | c7 b7 a7",
                e7: "e8 | f7 g7 h7 | e6 e5 e4 e3 e2 e1 | d7 c7 b7 a7",
                f7: "f8 | g7 h7 | f6 f5 f4 f3 f2 f1 | e7 d7 c7 b7 a7",
                g7: "g8 | h7 | g6 g5 g4 g3 g2 g1 | f7 e7 d7 c7 b7 a7",
                h7: "h8 | h6 h5 h4 h3 h2 h1 | g7 f7 e7 d7 c7 b7 a7",
                a8: "b8 c8 d8 e8 f8 g8 h8 | a7 a6 a5 a4 a3 a2 a1",
                b8: "c8 d8 e8 f8 g8 h8 | b7 b6 b5 b4 b3 b2 b1 | a8",
                c8: "d8 e8 f8 g8 h8 | c7 c6 c5 c4 c3 c2 c1 | b8 a8",
                d8: "e8 f8 g8 h8 | d7 d6 d5 d4 d3 d2 d1 | c8 b8 a8",
                e8: "f8 g8 h8 | e7 e6 e5 e4 e3 e2 e1 | d8 c8 b8 a8",
                f8: "g8 h8 | f7 f6 f5 f4 f3 f2 f1 | e8 d8 c8 b8 a8",
                g8: "h8 | g7 g6 g5 g4 g3 g2 g1 | f8 e8 d8 c8 b8 a8",
                h8: "h7 h6 h5 h4 h3 h2 h1 | g8 f8 e8 d8 c8 b8 a8"
            }
        ),

        "Bishop": graph(
            // plain-chess.rules:17: slide diagonal
            {
                a1: "b2 c3 d4 e5 f6 g7 h8",
                b1: "c2 d3 e4 f5 g6 h7 | a2",
                c1: "d2 e3 f4 g5 h6 | b2 a3",
                d1: "e2 f3 g4 h5 | c2 b3 a4",
                e1: "f2 g3 h4 | d2 c3 b4 a5",
                f1: "g2 h3 | e2 d3 c4 b5 a6",
                g1: "h2 | f2 e3 d4 c5 b6 a7",
                h1: "g2 f3 e4 d5 c6 b7 a8",
                a2: "b3 c4 d5 e6 f7 g8 | b1",
                b2: "c3 d4 e5 f6 g7 h8 | c1 | a1 | a3",
                c2: "d3 e4 f5 g6 h7 | d1 | b1 | b3 a4",
                d2: "e3 f4 g5 h6 | e1 | c1 | c3 b4 a5",
                e2: "f3 g4 h5 | f1 | d1 | d3 c4 b5 a6",
                f2: "g3 h4 | g1 | e1 | e3 d4 c5 b6 a7",
                g2: "h3 | h1 | f1 | f3 e4 d5 c6 b7 a8",
                h2: "g1 | g3 f4 e5 d6 c7 b8",
                a3: "b4 c5 d6 e7 f8 | b2 c1",
                b3: "c4 d5 e6 f7 g8 | c2 d1 | a2 | a4",
                c3: "d4 e5 f6 g7 h8 | d2 e1 | b2 a1 | b4 a5",
                d3: "e4 f5 g6 h7 | e2 f1 | c2 b1 | c4 b5 a6",
                e3: "f4 g5 h6 | f2 g1 | d2 c1 | d4 c5 b6 a7",
                f3: "g4 h5 | g2 h1 | e2 d1 | e4 d5 c6 b7 a8",
                g3: "h4 | h2 | f2 e1 | f4 e5 d6 c7 b8",
                h3: "g2 f1 | g4 f5 e6 d7 c8",
                a4: "b5 c6 d7 e8 | b3 c2 d1",
                b4: "c5 d6 e7 f8 | c3 d2 e1 | a3 | a5",
                c4: "d5 e6 f7 g8 | d3 e2 f1 | b3 a2 | b5 a6",
                d4: "e5 f6 g7 h8 | e3 f2 g1 | c3 b2 a1 | c5 b6 a7",
                e4: "f5 g6 h7 | f3 g2 h1 | d3 c2 b1 | d5 c6 b7 a8",
                f4: "g5 h6 | g3 h2 | e3 d2 c1 | e5 d6 c7 b8",
                g4: "h5 | h3 | f3 e2 d1 | f5 e6 d7 c8",
                h4: "g3 f2 e1 | g5 f6 e7 d8",
                a5: "b6 c7 d8 | b4 c3 d2 e1",
                b5: "c6 d7 e8 | c4 d3 e2 f1 | a4 | a6",
                c5: "d6 e7 f8 | d4 e3 f2 g1 | b4 a3 | b6 a7",
                d5: "e6 f7 g8 | e4 f3 g2 h1 | c4 b3 a2 | c6 b7 a8",
                e5: "f6 g7 h8 | f4 g3 h2 | d4 c3 b2 a1 | d6 c7 b8",
                f5: "g6 h7 | g4 h3 | e4 d3 c2 b1 | e6 d7 c8",
                g5: "h6 | h4 | f4 e3 d2 c1 | f6 e7 d8",
                h5: "g4 f3 e2 d1 | g6 f7 e8",
                a6: "b7 c8 | b5 c4 d3 e2 f1",
                b6: "c7 d8 | c5 d4 e3 f2 g1 | a5 | a7",
                c6: "d7 e8 | d5 e4 f3 g2 h1 | b5 a4 | b7 a8",
                d6: "e7 f8 | e5 f4 g3 h2 | c5 b4 a3 | c7 b8",
                e6: "f7 g8 | f5 g4 h3 | d5 c4 b3 a2 | d7 c8",
                f6: "g7 h8 | g5 h4 | e5 d4 c3 b2 a1 | e7 d8",
                g6: "h7 | h5 | f5 e4 d3 c2 b1 | f7 e8",
                h6: "g5 f4 e3 d2 c1 | g7 f8",
                a7: "b8 | b6 c5 d4 e3 f2 g1",
                b7: "c8 | c6 d5 e4 f3 g2 h1 | a6 | a8",
                c7: "d8 | d6 e5 f4 g3 h2 | b6 a5 | b8",
                d7: "e8 | e6 f5 g4 h3 | c6 b5 a4 | c8",
                e7: "f8 | f6 g5 h4 | d6 c5 b4 a3 | d8",
                f7: "g8 | g6 h5 | e6 d5 c4 b3 a2 | e8",
                g7: "h8 | h6 | f6 e5 d4 c3 b2 a1 | f8",
                h7: "g6 f5 e4 d3 c2 b1 | g8",
                a8: "b7 c6 d5 e4 f3 g2 h1",
                b8: "c7 d6 e5 f4 g3 h2 | a7",
                c8: "d7 e6 f5 g4 h3 | b7 a6",
                d8: "e7 f6 g5 h4 | c7 b6 a5",
                e8: "f7 g6 h5 | d7 c6 b5 a4",
                f8: "g7 h6 | e7 d6 c5 b4 a3",
                g8: "h7 | f7 e6 d5 c4 b3 a2",
                h8: "g7 f6 e5 d4 c3 b2 a1"
            }
        ),

        "Knight": graph(
            // plain-chess.rules:18: leap (2,1)
            {
                a1: "c2 | b3",
                b1: "d2 | c3 | a3",
                c1: "e2 | d3 | b3 | a2",
                d1: "f2 | e3 | c3 | b2",
                e1: "g2 | f3 | d3 | c2",
                f1: "h2 | g3 | e3 | d2",
                g1: "h3 | f3 | e2",
                h1: "g3 | f2",
                a2: "c3 | b4 | c1",
                b2: "d3 | c4 | d1 | a4",
                c2: "e3 | d4 | e1 | a1 | b4 | a3",
                d2: "f3 | e4 | f1 | b1 | c4 | b3",
                e2: "g3 | f4 | g1 | c1 | d4 | c3",
                f2: "h3 | g4 | h1 | d1 | e4 | d3",
                g2: "h4 | e1 | f4 | e3",
                h2: "f1 | g4 | f3",
                a3: "c4 | b5 | b1 | c2",
                b3: "d4 | c5 | c1 | d2 | a1 | a5",
                c3: "e4 | d5 | d1 | e2 | a2 | b1 | b5 | a4",
                d3: "f4 | e5 | e1 | f2 | b2 | c1 | c5 | b4",
                e3: "g4 | f5 | f1 | g2 | c2 | d1 | d5 | c4",
                f3: "h4 | g5 | g1 | h2 | d2 | e1 | e5 | d4",
                g3: "h5 | h1 | e2 | f1 | f5 | e4",
                h3: "f2 | g1 | g5 | f4",
                a4: "c5 | b6 | b2 | c3",
                b4: "d5 | c6 | c2 | d3 | a2 | a6",
                c4: "e5 | d6 | d2 | e3 | a3 | b2 | b6 | a5",
                d4: "f5 | e6 | e2 | f3 | b3 | c2 | c6 | b5",
                e4: "g5 | f6 | f2 | g3 | c3 | d2 | d6 | c5",
                f4: "h5 | g6 | g2 | h3 | d3 | e2 | e6 | d5",
                g4: "h6 | h2 | e3 | f2 | f6 | e5",
                h4: "f3 | g2 | g6 | f5",
                a5: "c6 | b7 | b3 | c4",
                b5: "d6 | c7 | c3 | d4 | a3 | a7",
                c5: "e6 | d7 | d3 | e4 | a4 | b3 | b7 | a6",
                d5: "f6 | e7 | e3 | f4 | b4 | c3 | c7 | b6",
                e5: "g6 | f7 | f3 | g4 | c4 | d3 | d7 | c6",
                f5: "h6 | g7 | g3 | h4 | d4 | e3 | e7 | d6",
                g5: "h7 | h3 | e4 | f3 | f7 | e6",
                h5: "f4 | g3 | g7 | f6",
                a6: "c7 | b8 | b4 | c5",
                b6: "d7 | c8 | c4 | d5 | a4 | a8",
                c6: "e7 | d8 | d4 | e5 | a5 | b4 | b8 | a7",
                d6: "f7 | e8 | e4 | f5 | b5 | c4 | c8 | b7",
                e6: "g7 | f8 | f4 | g5 | c5 | d4 | d8 | c7",
                f6: "h7 | g8 | g4 | h5 | d5 | e4 | e8 | d7",
                g6: "h8 | h4 | e5 | f4 | f8 | e7",
                h6: "f5 | g4 | g8 | f7",
                a7: "c8 | b5 | c6",
                b7: "d8 | c5 | d6 | a5",
                c7: "e8 | d5 | e6 | a6 | b5 | a8",
                d7: "f8 | e5 | f6 | b6 | c5 | b8",
                e7: "g8 | f5 | g6 | c6 | d5 | c8",
                f7: "h8 | g5 | h6 | d6 | e5 | d8",
                g7: "h5 | e6 | f5 | e8",
                h7: "f6 | g5 | f8",
                a8: "b6 | c7",
                b8: "c6 | d7 | a6",
                c8: "d6 | e7 | a7 | b6",
                d8: "e6 | f7 | b7 | c6",
                e8: "f6 | g7 | c7 | d6",
                f8: "g6 | h7 | d7 | e6",
                g8: "h6 | e7 | f6",
                h8: "f7 | g6"
            }
        ),

        "Pawn of White": graph(
            // plain-chess.rules:20: step forward to empty
            {
                a1: "-a2",
                b1: "-b2",
                c1: "-c2",
                d1: "-d2",
                e1: "-e2",
                f1: "-f2",
                g1: "-g2",
                h1: "-h2",
                a3: "-a4",
                b3: "-b4",
                c3: "-c4",
                d3: "-d4",
                e3: "-e4",
                f3: "-f4",
                g3: "-g4",
                h3: "-h4",
                a4: "-a5",
                b4: "-b5",
                c4: "-c5",
                d4: "-d5",
                e4: "-e5",
                f4: "-f5",
                g4: "-g5",
                h4: "-h5",
                a5: "-a6",
                b5: "-b6",
                c5: "-c6",
                d5: "-d6",
                e5: "-e6",
                f5: "-f6",
                g5: "-g6",
                h5: "-h6",
                a6: "-a7",
                b6: "-b7",
                c6: "-c7",
                d6: "-d7",
                e6: "-e7",
                f6: "-f7",
                g6: "-g7",
                h6: "-h7",
                a7: "-a8",
                b7: "-b8",
                c7: "-c8",
                d7: "-d8",
                e7: "-e8",
                f7: "-f8",
                g7: "-g8",
                h7: "-h8"
            },
            // plain-chess.rules:22: step forward-left, forward-right to enemy
            {
                a1: "*b2",
                b1: "*a2 | *c2",
                c1: "*b2 | *d2",
                d1: "*c2 | *e2",
                e1: "*d2 | *f2",
                f1: "*e2 | *g2",
                g1: "*f2 | *h2",
                h1: "*g2",
                a2: "*b3",
                b2: "*a3 | *c3",
                c2: "*b3 | *d3",
                d2: "*c3 | *e3",
                e2: "*d3 | *f3",
                f2: "*e3 | *g3",
                g2: "*f3 | *h3",
                h2: "*g3",
                a3: "*b4",
                b3: "*a4 | *c4",
                c3: "*b4 | *d4",
                d3: "*c4 | *e4",
                e3: "*d4 | *f4",
                f3: "*e4 | *g4",
                g3: "*f4 | *h4",
                h3: "*g4",
                a4: "*b5",
                b4: "*a5 | *c5",
                c4: "*b5 | *d5",
                d4: "*c5 | *e5",
                e4: "*d5 | *f5",
                f4: "*e5 | *g5",
                g4: "*f5 | *h5",
                h4: "*g5",
                a5: "*b6",
                b5: "*a6 | *c6",
                c5: "*b6 | *d6",
                d5: "*c6 | *e6",
                e5: "*d6 | *f6",
                f5: "*e6 | *g6",
                g5: "*f6 | *h6",
                h5: "*g6",
                a6: "*b7",
                b6: "*a7 | *c7",
                c6: "*b7 | *d7",
                d6: "*c7 | *e7",
                e6: "*d7 | *f7",
                f6: "*e7 | *g7",
                g6: "*f7 | *h7",
                h6: "*g7",
                a7: "*b8",
                b7: "*a8 | *c8",
                c7: "*b8 | *d8",
                d7: "*c8 | *e8",
                e7: "*d8 | *f8",
                f7: "*e8 | *g8",
                g7: "*f8 | *h8",
                h7: "*g8"
            },
            // plain-chess.rules:21: slide forward 2 to empty from rank 2
            {
                a2: "-a3 -a4",
                b2: "-b3 -b4",
                c2: "-c3 -c4",
                d2: "-d3 -d4",
                e2: "-e3 -e4",
                f2: "-f3 -f4",
                g2: "-g3 -g4",
                h2: "-h3 -h4"
            }
        ),

        "Pawn of Black": graph(
            // plain-chess.rules:20: step forward to empty
            {
                a2: "-a1",
                b2: "-b1",
                c2: "-c1",
                d2: "-d1",
                e2: "-e1",
                f2: "-f1",
                g2: "-g1",
                h2: "-h1",
                a3: "-a2",
                b3: "-b2",
                c3: "-c2",
                d3: "-d2",
                e3: "-e2",
                f3: "-f2",
                g3: "-g2",
                h3: "-h2",
                a4: "-a3",
                b4: "-b3",
                c4: "-c3",
                d4: "-d3",
                e4: "-e3",
                f4: "-f3",
                g4: "-g3",
                h4: "-h3",
                a5: "-a4",
                b5: "-b4",
                c5: "-c4",
                d5: "-d4",
                e5: "-e4",
                f5: "-f4",
                g5: "-g4",
                h5: "-h4",
                a6: "-a5",
                b6: "-b5",
                c6: "-c5",
                d6: "-d5",
                e6: "-e5",
                f6: "-f5",
                g6: "-g5",
                h6: "-h5",
                a8: "-a7",
                b8: "-b7",
                c8: "-c7",
                d8: "-d7",
                e8: "-e7",
                f8: "-f7",
                g8: "-g7",
                h8: "-h7"
            },
            // plain-chess.rules:22: step forward-left, forward-right to enemy
            {
                a2: "*b1",
                b2: "*c1 | *a1",
                c2: "*d1 | *b1",
                d2: "*e1 | *c1",
                e2: "*f1 | *d1",
                f2: "*g1 | *e1",
                g2: "*h1 | *f1",
                h2: "*g1",
                a3: "*b2",
                b3: "*c2 | *a2",
                c3: "*d2 | *b2",
                d3: "*e2 | *c2",
                e3: "*f2 | *d2",
                f3: "*g2 | *e2",
                g3: "*h2 | *f2",
                h3: "*g2",
                a4: "*b3",
                b4: "*c3 | *a3",
                c4: "*d3 | *b3",
                d4: "*e3 | *c3",
                e4: "*f3 | *d3",
                f4: "*g3 | *e3",
                g4: "*h3 | *f3",
                h4: "*g3",
                a5: "*b4",
                b5: "*c4 | *a4",
                c5: "*d4 | *b4",
                d5: "*e4 | *c4",
                e5: "*f4 | *d4",
                f5: "*g4 | *e4",
                g5: "*h4 | *f4",
                h5: "*g4",
                a6: "*b5",
                b6: "*c5 | *a5",
                c6: "*d5 | *b5",
                d6: "*e5 | *c5",
                e6: "*f5 | *d5",
                f6: "*g5 | *e5",
                g6: "*h5 | *f5",
                h6: "*g5",
                a7: "*b6",
                b7: "*c6 | *a6",
                c7: "*d6 | *b6",
                d7: "*e6 | *c6",
                e7: "*f6 | *d6",
                f7: "*g6 | *e6",
                g7: "*h6 | *f6",
                h7: "*g6",
                a8: "*b7",
                b8: "*c7 | *a7",
                c8: "*d7 | *b7",
                d8: "*e7 | *c7",
                e8: "*f7 | *d7",
                f8: "*g7 | *e7",
                g8: "*h7 | *f7",
                h8: "*g7"
            },
            // plain-chess.rules:21: slide forward 2 to empty from rank 2
            {
                a7: "-a6 -a5",
                b7: "-b6 -b5",
                c7: "-c6 -c5",
                d7: "-d6 -d5",
                e7: "-e6 -e5",
                f7: "-f6 -f5",
                g7: "-g6 -g5",
                h7: "-h6 -h5"
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

            // What Jocly reads from a position's text: types are numbers,
            // a letter may stand for several types.
            importGame: function (initial) {
                initial.pieces.forEach(function (piece) {
                    piece.t = +piece.t;
                    var kinds = this.cbVar.pieceTypes;
                    families.forEach(function (family) {
                        if (inFamily(family, piece.t)) {
                            piece.t = memberAt(kinds, family[piece.s], piece);
                        }
                    });
                }, this);
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
                    initial: placed("e1", "e8")
                },
                1: {
                    name: "queen",
                    aspect: "queen",
                    graph: graphs["Queen"],
                    value: 22.8,
                    abbrev: "Q",
                    fenAbbrev: "Q",
                    initial: placed("d1", "d8")
                },
                2: {
                    name: "rook",
                    aspect: "rook",
                    graph: graphs["Rook"],
                    value: 14.0,
                    abbrev: "R",
                    fenAbbrev: "R",
                    initial: placed("a1 h1", "a8 h8")
                },
                3: {
                    name: "bishop",
                    aspect: "bishop",
                    graph: graphs["Bishop"],
                    value: 8.8,
                    abbrev: "B",
                    fenAbbrev: "B",
                    initial: placed("c1 f1", "c8 f8")
                },
                4: {
                    name: "knight",
                    aspect: "knight",
                    graph: graphs["Knight"],
                    value: 5.2,
                    abbrev: "N",
                    fenAbbrev: "N",
                    initial: placed("b1 g1", "b8 g8")
                },
                5: {
                    name: "pawn of white",
                    aspect: "pawn",
                    graph: graphs["Pawn of White"],
                    value: 2.5,
                    abbrev: "",
                    fenAbbrev: "P",
                    silentPromo: true,
                    initial: placed("a2 b2 c2 d2 e2 f2 g2 h2", "")
                },
                6: {
                    name: "pawn of black",
                    aspect: "pawn",
                    graph: graphs["Pawn of Black"],
                    value: 2.5,
                    abbrev: "",
                    fenAbbrev: "P",
                    silentPromo: true,
                    initial: placed("", "a7 b7 c7 d7 e7 f7 g7 h7")
                }
            }
        };
    };

    // Types that share a letter: for each player [the one at the start, the one that has moved].
    var families = [
        { "1": [5, 5], "-1": [6, 6] }
    ];

    function inFamily(family, type) {
        return family[WHITE].indexOf(type) >= 0 || family[BLACK].indexOf(type) >= 0;
    }

    function memberAt(kinds, types, piece) {
        var starts = kinds[types[0]].initial.some(function (place) {
            return place.s === piece.s && place.p === piece.p;
        });
        return starts ? types[0] : types[1];
    }

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

    // pawn of white
    arriving(WHITE, 5, "a8 b8 c8 d8 e8 f8 g8 h8", [1, 2, 3, 4]);  // queen, rook, bishop, knight

    // pawn of black
    arriving(BLACK, 6, "a1 b1 c1 d1 e1 f1 g1 h1", [1, 2, 3, 4]);  // queen, rook, bishop, knight

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

    // The position has occurred often enough: Jocly asks for more than two.
    function repetition() {
        return function (board, game) {
            return game.GetRepeatOccurence(board) > 2 ? JocGame.DRAW : 0;
        };
    }

    // The first goal that holds decides.
    var goals = [
        // plain-chess.rules:31: win checkmate
        checkmate(WIN),
        // plain-chess.rules:32: draw stalemate
        stalemate(DRAW),
        // plain-chess.rules:33: draw repetition 3
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
