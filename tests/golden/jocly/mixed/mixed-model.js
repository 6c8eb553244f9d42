// Mixed: a game of Jocly's chess family, written by rulec from its rule file.

(function () {

    var WHITE = 1, BLACK = -1;
    var geometry = Model.Game.cbBoardGeometryGrid(6, 6);

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
    // `~` what has just passed it is captured; `+` moving there leaves the squares passed to that.
    var EN_PASSANT = 1 << 22, LEAVING = 1 << 23;
    function graph() {
        var flags = Model.Game.cbConstants;
        var capture = flags.FLAG_CAPTURE;
        var signs = {
            "-": flags.FLAG_MOVE | flags.FLAG_STOP,
            "*": capture,
            "?": capture | flags.FLAG_CAPTURE_NO_KING,
            "!": capture | flags.FLAG_CAPTURE_KING,
            ".": flags.FLAG_STOP,
            "~": flags.FLAG_STOP | EN_PASSANT,
            "+": LEAVING,
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
            // mixed.rules:13: step any
            {
                a1: "a2 | b2 | b1",
                b1: "b2 | c2 | c1 | a1 | a2",
                c1: "c2 | d2 | d1 | b1 | b2",
                d1: "d2 | e2 | e1 | c1 | c2",
                e1: "e2 | f2 | f1 | d1 | d2",
                f1: "f2 | e1 | e2",
                a2: "a3 | b3 | b2 | b1 | a1",
                b2: "b3 | c3 | c2 | c1 | b1 | a1 | a2 | a3",
                c2: "c3 | d3 | d2 | d1 | c1 | b1 | b2 | b3",
                d2: "d3 | e3 | e2 | e1 | d1 | c1 | c2 | c3",
                e2: "e3 | f3 | f2 | f1 | e1 | d1 | d2 | d3",
                f2: "f3 | f1 | e1 | e2 | e3",
                a3: "a4 | b4 | b3 | b2 | a2",
                b3: "b4 | c4 | c3 | c2 | b2 | a2 | a3 | a4",
                c3: "c4 | d4 | d3 | d2 | c2 | b2 | b3 | b4",
                d3: "d4 | e4 | e3 | e2 | d2 | c2 | c3 | c4",
                e3: "e4 | f4 | f3 | f2 | e2 | d2 | d3 | d4",
                f3: "f4 | f2 | e2 | e3 | e4",
                a4: "a5 | b5 | b4 | b3 | a3",
                b4: "b5 | c5 | c4 | c3 | b3 | a3 | a4 | a5",
                c4: "c5 | d5 | d4 | d3 | c3 | b3 | b4 | b5",
                d4: "d5 | e5 | e4 | e3 | d3 | c3 | c4 | c5",
                e4: "e5 | f5 | f4 | f3 | e3 | d3 | d4 | d5",
                f4: "f5 | f3 | e3 | e4 | e5",
                a5: "a6 | b6 | b5 | b4 | a4",
                b5: "b6 | c6 | c5 | c4 | b4 | a4 | a5 | a6",
                c5: "c6 | d6 | d5 | d4 | c4 | b4 | b5 | b6",
                d5: "d6 | e6 | e5 | e4 | d4 | c4 | c5 | c6",
                e5: "e6 | f6 | f5 | f4 | e4 | d4 | d5 | d6",
                f5: "f6 | f4 | e4 | e5 | e6",
                a6: "b6 | b5 | a5",
                b6: "c6 | c5 | b5 | a5 | a6",
                c6: "d6 | d5 | c5 | b5 | b6",
                d6: "e6 | e5 | d5 | c5 | c6",
                e6: "f6 | f5 | e5 | d5 | d6",
                f6: "f5 | e5 | e6"
            }
        ),

        "Cannon": graph(
            // mixed.rules:15: slide orthogonal to empty
            {
                a1: "-a2 -a3 -a4 -a5 -a6 | -b1 -c1 -d1 -e1 -f1",
                b1: "-b2 -b3 -b4 -b5 -b6 | -c1 -d1 -e1 -f1 | -a1",
                c1: "-c2 -c3 -c4 -c5 -c6 | -d1 -e1 -f1 | -b1 -a1",
                d1: "-d2 -d3 -d4 -d5 -d6 | -e1 -f1 | -c1 -b1 -a1",
                e1: "-e2 -e3 -e4 -e5 -e6 | -f1 | -d1 -c1 -b1 -a1",
                f1: "-f2 -f3 -f4 -f5 -f6 | -e1 -d1 -c1 -b1 -a1",
                a2: "-a3 -a4 -a5 -a6 | -b2 -c2 -d2 -e2 -f2 | -a1",
                b2: "-b3 -b4 -b5 -b6 | -c2 -d2 -e2 -f2 | -b1 | -a2",
                c2: "-c3 -c4 -c5 -c6 | -d2 -e2 -f2 | -c1 | -b2 -a2",
                d2: "-d3 -d4 -d5 -d6 | -e2 -f2 | -d1 | -c2 -b2 -a2",
                e2: "-e3 -e4 -e5 -e6 | -f2 | -e1 | -d2 -c2 -b2 -a2",
                f2: "-f3 -f4 -f5 -f6 | -f1 | -e2 -d2 -c2 -b2 -a2",
                a3: "-a4 -a5 -a6 | -b3 -c3 -d3 -e3 -f3 | -a2 -a1",
                b3: "-b4 -b5 -b6 | -c3 -d3 -e3 -f3 | -b2 -b1 | -a3",
                c3: "-c4 -c5 -c6 | -d3 -e3 -f3 | -c2 -c1 | -b3 -a3",
                d3: "-d4 -d5 -d6 | -e3 -f3 | -d2 -d1 | -c3 -b3 -a3",
                e3: "-e4 -e5 -e6 | -f3 | -e2 -e1 | -d3 -c3 -b3 -a3",
                f3: "-f4 -f5 -f6 | -f2 -f1 | -e3 -d3 -c3 -b3 -a3",
                a4: "-a5 -a6 | -b4 -c4 -d4 -e4 -f4 | -a3 -a2 -a1",
                b4: "-b5 -b6 | -c4 -d4 -e4 -f4 | -b3 -b2 -b1 | -a4",
                c4: "-c5 -c6 | -d4 -e4 -f4 | -c3 -c2 -c1 | -b4 -a4",
                d4: "-d5 -d6 | -e4 -f4 | -d3 -d2 -d1 | -c4 -b4 -a4",
                e4: "-e5 -e6 | -f4 | -e3 -e2 -e1 | -d4 -c4 -b4 -a4",
                f4: "-f5 -f6 | -f3 -f2 -f1 | -e4 -d4 -c4 -b4 -a4",
                a5: "-a6 | -b5 -c5 -d5 -e5 -f5 | -a4 -a3 -a2 -a1",
                b5: "-b6 | -c5 -d5 -e5 -f5 | -b4 -b3 -b2 -b1 | -a5",
                c5: "-c6 | -d5 -e5 -f5 | -c4 -c3 -c2 -c1 | -b5 -a5",
                d5: "-d6 | -e5 -f5 | -d4 -d3 -d2 -d1 | -c5 -b5 -a5",
                e5: "-e6 | -f5 | -e4 -e3 -e2 -e1 | -d5 -c5 -b5 -a5",
                f5: "-f6 | -f4 -f3 -f2 -f1 | -e5 -d5 -c5 -b5 -a5",
                a6: "-b6 -c6 -d6 -e6 -f6 | -a5 -a4 -a3 -a2 -a1",
                b6: "-c6 -d6 -e6 -f6 | -b5 -b4 -b3 -b2 -b1 | -a6",
                c6: "-d6 -e6 -f6 | -c5 -c4 -c3 -c2 -c1 | -b6 -a6",
                d6: "-e6 -f6 | -d5 -d4 -d3 -d2 -d1 | -c6 -b6 -a6",
                e6: "-f6 | -e5 -e4 -e3 -e2 -e1 | -d6 -c6 -b6 -a6",
                f6: "-f5 -f4 -f3 -f2 -f1 | -e6 -d6 -c6 -b6 -a6"
            },
            // mixed.rules:16: slide orthogonal over 1 to enemy
            {
                a1: "^a2 ^a3 ^a4 ^a5 ^a6 | ^b1 ^c1 ^d1 ^e1 ^f1",
                b1: "^b2 ^b3 ^b4 ^b5 ^b6 | ^c1 ^d1 ^e1 ^f1 | ^a1",
                c1: "^c2 ^c3 ^c4 ^c5 ^c6 | ^d1 ^e1 ^f1 | ^b1 ^a1",
                d1: "^d2 ^d3 ^d4 ^d5 ^d6 | ^e1 ^f1 | ^c1 ^b1 ^a1",
                e1: "^e2 ^e3 ^e4 ^e5 ^e6 | ^f1 | ^d1 ^c1 ^b1 ^a1",
                f1: "^f2 ^f3 ^f4 ^f5 ^f6 | ^e1 ^d1 ^c1 ^b1 ^a1",
                a2: "^a3 ^a4 ^a5 ^a6 | ^b2 ^c2 ^d2 ^e2 ^f2 | ^a1",
                b2: "^b3 ^b4 ^b5 ^b6 | ^c2 ^d2 ^e2 ^f2 | ^b1 | ^a2",
                c2: "^c3 ^c4 ^c5 ^c6 | ^d2 ^e2 ^f2 | ^c1 | ^b2 ^a2",
                d2: "^d3 ^d4 ^d5 ^d6 | ^e2 ^f2 | ^d1 | ^c2 ^b2 ^a2",
                e2: "^e3 ^e4 ^e5 ^e6 | ^f2 | ^e1 | ^d2 ^c2 ^b2 ^a2",
                f2: "^f3 ^f4 ^f5 ^f6 | ^f1 | ^e2 ^d2 ^c2 ^b2 ^a2",
                a3: "^a4 ^a5 ^a6 | ^b3 ^c3 ^d3 ^e3 ^f3 | ^a2 ^a1",
                b3: "^b4 ^b5 ^b6 | ^c3 ^d3 ^e3 ^f3 | ^b2 ^b1 | ^a3",
                c3: "^c4 ^c5 ^c6 | ^d3 ^e3 ^f3 | ^c2 ^c1 | ^b3 ^a3",
                d3: "^d4 ^d5 ^d6 | ^e3 ^f3 | ^d2 ^d1 | ^c3 ^b3 ^a3",
                e3: "^e4 ^e5 ^e6 | ^f3 | ^e2 ^e1 | ^d3 ^c3 ^b3 ^a3",
                f3: "^f4 ^f5 ^f6 | ^f2 ^f1 | ^e3 ^d3 ^c3 ^b3 ^a3",
                a4: "^a5 ^a6 | ^b4 ^c4 ^d4 ^e4 ^f4 | ^a3 ^a2 ^a1",
                b4: "^b5 ^b6 | ^c4 ^d4 ^e4 ^f4 | ^b3 ^b2 ^b1 | ^a4",
                c4: "^c5 ^c6 | ^d4 ^e4 ^f4 | ^c3 ^c2 ^c1 | ^b4 ^a4",
                d4: "^d5 ^d6 | ^e4 ^f4 | ^d3 ^d2 ^d1 | ^c4 ^b4 ^a4",
                e4: "^e5 ^e6 | ^f4 | ^e3 ^e2 ^e1 | ^d4 ^c4 ^b4 ^a4",
                f4: "^f5 ^f6 | ^f3 ^f2 ^f1 | ^e4 ^d4 ^c4 ^b4 ^a4",
                a5: "^a6 | ^b5 ^c5 ^d5 ^e5 ^f5 | ^a4 ^a3 ^a2 ^a1",
                b5: "^b6 | ^c5 ^d5 ^e5 ^f5 | ^b4 ^b3 ^b2 ^b1 | ^a5",
                c5: "^c6 | ^d5 ^e5 ^f5 | ^c4 ^c3 ^c2 ^c1 | ^b5 ^a5",
                d5: "^d6 | ^e5 ^f5 | ^d4 ^d3 ^d2 ^d1 | ^c5 ^b5 ^a5",
                e5: "^e6 | ^f5 | ^e4 ^e3 ^e2 ^e1 | ^d5 ^c5 ^b5 ^a5",
                f5: "^f6 | ^f4 ^f3 ^f2 ^f1 | ^e5 ^d5 ^c5 ^b5 ^a5",
                a6: "^b6 ^c6 ^d6 ^e6 ^f6 | ^a5 ^a4 ^a3 ^a2 ^a1",
                b6: "^c6 ^d6 ^e6 ^f6 | ^b5 ^b4 ^b3 ^b2 ^b1 | ^a6",
                c6: "^d6 ^e6 ^f6 | ^c5 ^c4 ^c3 ^c2 ^c1 | ^b6 ^a6",
                d6: "^e6 ^f6 | ^d5 ^d4 ^d3 ^d2 ^d1 | ^c6 ^b6 ^a6",
                e6: "^f6 | ^e5 ^e4 ^e3 ^e2 ^e1 | ^d6 ^c6 ^b6 ^a6",
                f6: "^f5 ^f4 ^f3 ^f2 ^f1 | ^e6 ^d6 ^c6 ^b6 ^a6"
            }
        ),

        "Guard of White": graph(
            // mixed.rules:19: step orthogonal to royal
            {
                a1: "!a2 | !b1",
                b1: "!b2 | !c1 | !a1",
                c1: "!c2 | !d1 | !b1",
                d1: "!d2 | !e1 | !c1",
                e1: "!e2 | !f1 | !d1",
                f1: "!f2 | !e1",
                a2: "!a3 | !b2 | !a1",
                b2: "!b3 | !c2 | !b1 | !a2",
                c2: "!c3 | !d2 | !c1 | !b2",
                d2: "!d3 | !e2 | !d1 | !c2",
                e2: "!e3 | !f2 | !e1 | !d2",
                f2: "!f3 | !f1 | !e2",
                a3: "!a4 | !b3 | !a2",
                b3: "!b4 | !c3 | !b2 | !a3",
                c3: "!c4 | !d3 | !c2 | !b3",
                d3: "!d4 | !e3 | !d2 | !c3",
                e3: "!e4 | !f3 | !e2 | !d3",
                f3: "!f4 | !f2 | !e3",
                a4: "!a5 | !b4 | !a3",
                b4: "!b5 | !c4 | !b3 | !a4",
                c4: "!c5 | !d4 | !c3 | !b4",
                d4: "!d5 | !e4 | !d3 | !c4",
                e4: "!e5 | !f4 | !e3 | !d4",
                f4: "!f5 | !f3 | !e4",
                a5: "!a6 | !b5 | !a4",
                b5: "!b6 | !c5 | !b4 | !a5",
                c5: "!c6 | !d5 | !c4 | !b5",
                d5: "!d6 | !e5 | !d4 | !c5",
                e5: "!e6 | !f5 | !e4 | !d5",
                f5: "!f6 | !f4 | !e5",
                a6: "!b6 | !a5",
                b6: "!c6 | !b5 | !a6",
                c6: "!d6 | !c5 | !b6",
                d6: "!e6 | !d5 | !c6",
                e6: "!f6 | !e5 | !d6",
                f6: "!f5 | !e6"
            },
            // mixed.rules:20: step diagonal to empty
            {
                a1: "-b2",
                b1: "-c2 | -a2",
                c1: "-d2 | -b2",
                d1: "-e2 | -c2",
                e1: "-f2 | -d2",
                f1: "-e2",
                a2: "-b3 | -b1",
                b2: "-c3 | -c1 | -a1 | -a3",
                c2: "-d3 | -d1 | -b1 | -b3",
                d2: "-e3 | -e1 | -c1 | -c3",
                e2: "-f3 | -f1 | -d1 | -d3",
                f2: "-e1 | -e3",
                a3: "-b4 | -b2",
                b3: "-c4 | -c2 | -a2 | -a4",
                c3: "-d4 | -d2 | -b2 | -b4",
                d3: "-e4 | -e2 | -c2 | -c4",
                e3: "-f4 | -f2 | -d2 | -d4",
                f3: "-e2 | -e4",
                a4: "-b5 | -b3",
                b4: "-c5 | -c3 | -a3 | -a5",
                c4: "-d5 | -d3 | -b3 | -b5",
                d4: "-e5 | -e3 | -c3 | -c5",
                e4: "-f5 | -f3 | -d3 | -d5",
                f4: "-e3 | -e5",
                a5: "-b6 | -b4",
                b5: "-c6 | -c4 | -a4 | -a6",
                c5: "-d6 | -d4 | -b4 | -b6",
                d5: "-e6 | -e4 | -c4 | -c6",
                e5: "-f6 | -f4 | -d4 | -d6",
                f5: "-e4 | -e6",
                a6: "-b5",
                b6: "-c5 | -a5",
                c6: "-d5 | -b5",
                d6: "-e5 | -c5",
                e6: "-f5 | -d5",
                f6: "-e5"
            },
            // mixed.rules:21: step forward
            {
                a1: "a2",
                b1: "b2",
                c1: "c2",
                d1: "d2",
                e1: "e2",
                f1: "f2",
                a2: "a3",
                b2: "b3",
                c2: "c3",
                d2: "d3",
                e2: "e3",
                f2: "f3",
                a3: "a4",
                b3: "b4",
                c3: "c4",
                d3: "d4",
                e3: "e4",
                f3: "f4",
                a4: "a5",
                b4: "b5",
                c4: "c5",
                d4: "d5",
                e4: "e5",
                f4: "f5",
                a5: "a6",
                b5: "b6",
                c5: "c6",
                d5: "d6",
                e5: "e6",
                f5: "f6"
            },
            // mixed.rules:22: leap (2,1) to common
            {
                a1: "?c2 | ?b3",
                b1: "?d2 | ?c3 | ?a3",
                c1: "?e2 | ?d3 | ?b3 | ?a2",
                d1: "?f2 | ?e3 | ?c3 | ?b2",
                e1: "?f3 | ?d3 | ?c2",
                f1: "?e3 | ?d2",
                a2: "?c3 | ?b4 | ?c1",
                b2: "?d3 | ?c4 | ?d1 | ?a4",
                c2: "?e3 | ?d4 | ?e1 | ?a1 | ?b4 | ?a3",
                d2: "?f3 | ?e4 | ?f1 | ?b1 | ?c4 | ?b3",
                e2: "?f4 | ?c1 | ?d4 | ?c3",
                f2: "?d1 | ?e4 | ?d3",
                a3: "?c4 | ?b5 | ?b1 | ?c2",
                b3: "?d4 | ?c5 | ?c1 | ?d2 | ?a1 | ?a5",
                c3: "?e4 | ?d5 | ?d1 | ?e2 | ?a2 | ?b1 | ?b5 | ?a4",
                d3: "?f4 | ?e5 | ?e1 | ?f2 | ?b2 | ?c1 | ?c5 | ?b4",
                e3: "?f5 | ?f1 | ?c2 | ?d1 | ?d5 | ?c4",
                f3: "?d2 | ?e1 | ?e5 | ?d4",
                a4: "?c5 | ?b6 | ?b2 | ?c3",
                b4: "?d5 | ?c6 | ?c2 | ?d3 | ?a2 | ?a6",
                c4: "?e5 | ?d6 | ?d2 | ?e3 | ?a3 | ?b2 | ?b6 | ?a5",
                d4: "?f5 | ?e6 | ?e2 | ?f3 | ?b3 | ?c2 | ?c6 | ?b5",
                e4: "?f6 | ?f2 | ?c3 | ?d2 | ?d6 | ?c5",
                f4: "?d3 | ?e2 | ?e6 | ?d5",
                a5: "?c6 | ?b3 | ?c4",
                b5: "?d6 | ?c3 | ?d4 | ?a3",
                c5: "?e6 | ?d3 | ?e4 | ?a4 | ?b3 | ?a6",
                d5: "?f6 | ?e3 | ?f4 | ?b4 | ?c3 | ?b6",
                e5: "?f3 | ?c4 | ?d3 | ?c6",
                f5: "?d4 | ?e3 | ?d6",
                a6: "?b4 | ?c5",
                b6: "?c4 | ?d5 | ?a4",
                c6: "?d4 | ?e5 | ?a5 | ?b4",
                d6: "?e4 | ?f5 | ?b5 | ?c4",
                e6: "?f4 | ?c5 | ?d4",
                f6: "?d5 | ?e4"
            }
        ),

        "Guard of Black": graph(
            // mixed.rules:19: step orthogonal to royal
            {
                a1: "!a2 | !b1",
                b1: "!a1 | !b2 | !c1",
                c1: "!b1 | !c2 | !d1",
                d1: "!c1 | !d2 | !e1",
                e1: "!d1 | !e2 | !f1",
                f1: "!e1 | !f2",
                a2: "!a1 | !a3 | !b2",
                b2: "!b1 | !a2 | !b3 | !c2",
                c2: "!c1 | !b2 | !c3 | !d2",
                d2: "!d1 | !c2 | !d3 | !e2",
                e2: "!e1 | !d2 | !e3 | !f2",
                f2: "!f1 | !e2 | !f3",
                a3: "!a2 | !a4 | !b3",
                b3: "!b2 | !a3 | !b4 | !c3",
                c3: "!c2 | !b3 | !c4 | !d3",
                d3: "!d2 | !c3 | !d4 | !e3",
                e3: "!e2 | !d3 | !e4 | !f3",
                f3: "!f2 | !e3 | !f4",
                a4: "!a3 | !a5 | !b4",
                b4: "!b3 | !a4 | !b5 | !c4",
                c4: "!c3 | !b4 | !c5 | !d4",
                d4: "!d3 | !c4 | !d5 | !e4",
                e4: "!e3 | !d4 | !e5 | !f4",
                f4: "!f3 | !e4 | !f5",
                a5: "!a4 | !a6 | !b5",
                b5: "!b4 | !a5 | !b6 | !c5",
                c5: "!c4 | !b5 | !c6 | !d5",
                d5: "!d4 | !c5 | !d6 | !e5",
                e5: "!e4 | !d5 | !e6 | !f5",
                f5: "!f4 | !e5 | !f6",
                a6: "!a5 | !b6",
                b6: "!b5 | !a6 | !c6",
                c6: "!c5 | !b6 | !d6",
                d6: "!d5 | !c6 | !e6",
                e6: "!e5 | !d6 | !f6",
                f6: "!f5 | !e6"
            },
            // mixed.rules:20: step diagonal to empty
            {
                a1: "-b2",
                b1: "-a2 | -c2",
                c1: "-b2 | -d2",
                d1: "-c2 | -e2",
                e1: "-d2 | -f2",
                f1: "-e2",
                a2: "-b3 | -b1",
                b2: "-a1 | -a3 | -c3 | -c1",
                c2: "-b1 | -b3 | -d3 | -d1",
                d2: "-c1 | -c3 | -e3 | -e1",
                e2: "-d1 | -d3 | -f3 | -f1",
                f2: "-e1 | -e3",
                a3: "-b4 | -b2",
                b3: "-a2 | -a4 | -c4 | -c2",
                c3: "-b2 | -b4 | -d4 | -d2",
                d3: "-c2 | -c4 | -e4 | -e2",
                e3: "-d2 | -d4 | -f4 | -f2",
                f3: "-e2 | -e4",
                a4: "-b5 | -b3",
                b4: "-a3 | -a5 | -c5 | -c3",
                c4: "-b3 | -b5 | -d5 | -d3",
                d4: "-c3 | -c5 | -e5 | -e3",
                e4: "-d3 | -d5 | -f5 | -f3",
                f4: "-e3 | -e5",
                a5: "-b6 | -b4",
                b5: "-a4 | -a6 | -c6 | -c4",
                c5: "-b4 | -b6 | -d6 | -d4",
                d5: "-c4 | -c6 | -e6 | -e4",
                e5: "-d4 | -d6 | -f6 | -f4",
                f5: "-e4 | -e6",
                a6: "-b5",
                b6: "-a5 | -c5",
                c6: "-b5 | -d5",
                d6: "-c5 | -e5",
                e6: "-d5 | -f5",
                f6: "-e5"
            },
            // mixed.rules:22: leap (2,1) to common
            {
                a1: "?c2 | ?b3",
                b1: "?d2 | ?c3 | ?a3",
                c1: "?e2 | ?d3 | ?b3 | ?a2",
                d1: "?f2 | ?e3 | ?c3 | ?b2",
                e1: "?f3 | ?d3 | ?c2",
                f1: "?e3 | ?d2",
                a2: "?c3 | ?b4 | ?c1",
                b2: "?d3 | ?c4 | ?d1 | ?a4",
                c2: "?e3 | ?d4 | ?e1 | ?a1 | ?b4 | ?a3",
                d2: "?f3 | ?e4 | ?f1 | ?b1 | ?c4 | ?b3",
                e2: "?f4 | ?c1 | ?d4 | ?c3",
                f2: "?d1 | ?e4 | ?d3",
                a3: "?c4 | ?b5 | ?b1 | ?c2",
                b3: "?d4 | ?c5 | ?c1 | ?d2 | ?a1 | ?a5",
                c3: "?e4 | ?d5 | ?d1 | ?e2 | ?a2 | ?b1 | ?b5 | ?a4",
                d3: "?f4 | ?e5 | ?e1 | ?f2 | ?b2 | ?c1 | ?c5 | ?b4",
                e3: "?f5 | ?f1 | ?c2 | ?d1 | ?d5 | ?c4",
                f3: "?d2 | ?e1 | ?e5 | ?d4",
                a4: "?c5 | ?b6 | ?b2 | ?c3",
                b4: "?d5 | ?c6 | ?c2 | ?d3 | ?a2 | ?a6",
                c4: "?e5 | ?d6 | ?d2 | ?e3 | ?a3 | ?b2 | ?b6 | ?a5",
                d4: "?f5 | ?e6 | ?e2 | ?f3 | ?b3 | ?c2 | ?c6 | ?b5",
                e4: "?f6 | ?f2 | ?c3 | ?d2 | ?d6 | ?c5",
                f4: "?d3 | ?e2 | ?e6 | ?d5",
                a5: "?c6 | ?b3 | ?c4",
                b5: "?d6 | ?c3 | ?d4 | ?a3",
                c5: "?e6 | ?d3 | ?e4 | ?a4 | ?b3 | ?a6",
                d5: "?f6 | ?e3 | ?f4 | ?b4 | ?c3 | ?b6",
                e5: "?f3 | ?c4 | ?d3 | ?c6",
                f5: "?d4 | ?e3 | ?d6",
                a6: "?b4 | ?c5",
                b6: "?c4 | ?d5 | ?a4",
                c6: "?d4 | ?e5 | ?a5 | ?b4",
                d6: "?e4 | ?f5 | ?b5 | ?c4",
                e6: "?f4 | ?c5 | ?d4",
                f6: "?d5 | ?e4"
            },
            // mixed.rules:21: step forward
            {
                a2: "a1",
                b2: "b1",
                c2: "c1",
                d2: "d1",
                e2: "e1",
                f2: "f1",
                a3: "a2",
                b3: "b2",
                c3: "c2",
                d3: "d2",
                e3: "e2",
                f3: "f2",
                a4: "a3",
                b4: "b3",
                c4: "c3",
                d4: "d3",
                e4: "e3",
                f4: "f3",
                a5: "a4",
                b5: "b4",
                c5: "c4",
                d5: "d4",
                e5: "e4",
                f5: "f4",
                a6: "a5",
                b6: "b5",
                c6: "c5",
                d6: "d5",
                e6: "e5",
                f6: "f5"
            }
        ),

        "unmoved Horse of White": graph(
            // mixed.rules:25: step orthogonal then step outward
            {
                a1: ".a2 b3 | .b1 c2",
                b1: ".b2 a3 | .b2 c3 | .c1 d2",
                c1: ".c2 b3 | .c2 d3 | .d1 e2 | .b1 a2",
                d1: ".d2 c3 | .d2 e3 | .e1 f2 | .c1 b2",
                e1: ".e2 d3 | .e2 f3 | .d1 c2",
                f1: ".f2 e3 | .e1 d2",
                a2: ".a3 b4 | .b2 c3 | .b2 c1",
                b2: ".b3 a4 | .b3 c4 | .c2 d3 | .c2 d1",
                c2: ".c3 b4 | .c3 d4 | .d2 e3 | .d2 e1 | .b2 a1 | .b2 a3",
                d2: ".d3 c4 | .d3 e4 | .e2 f3 | .e2 f1 | .c2 b1 | .c2 b3",
                e2: ".e3 d4 | .e3 f4 | .d2 c1 | .d2 c3",
                f2: ".f3 e4 | .e2 d1 | .e2 d3",
                a3: ".a4 b5 | .b3 c4 | .b3 c2 | .a2 b1",
                b3: ".b4 a5 | .b4 c5 | .c3 d4 | .c3 d2 | .b2 c1 | .b2 a1",
                c3: ".c4 b5 | .c4 d5 | .d3 e4 | .d3 e2 | .c2 d1 | .c2 b1 | .b3 a2 | .b3 a4",
                d3: ".d4 c5 | .d4 e5 | .e3 f4 | .e3 f2 | .d2 e1 | .d2 c1 | .c3 b2 | .c3 b4",
                e3: ".e4 d5 | .e4 f5 | .e2 f1 | .e2 d1 | .d3 c2 | .d3 c4",
                f3: ".f4 e5 | .f2 e1 | .e3 d2 | .e3 d4",
                a4: ".a5 b6 | .b4 c5 | .b4 c3 | .a3 b2",
                b4: ".b5 a6 | .b5 c6 | .c4 d5 | .c4 d3 | .b3 c2 | .b3 a2",
                c4: ".c5 b6 | .c5 d6 | .d4 e5 | .d4 e3 | .c3 d2 | .c3 b2 | .b4 a3 | .b4 a5",
                d4: ".d5 c6 | .d5 e6 | .e4 f5 | .e4 f3 | .d3 e2 | .d3 c2 | .c4 b3 | .c4 b5",
                e4: ".e5 d6 | .e5 f6 | .e3 f2 | .e3 d2 | .d4 c3 | .d4 c5",
                f4: ".f5 e6 | .f3 e2 | .e4 d3 | .e4 d5",
                a5: ".b5 c6 | .b5 c4 | .a4 b3",
                b5: ".c5 d6 | .c5 d4 | .b4 c3 | .b4 a3",
                c5: ".d5 e6 | .d5 e4 | .c4 d3 | .c4 b3 | .b5 a4 | .b5 a6",
                d5: ".e5 f6 | .e5 f4 | .d4 e3 | .d4 c3 | .c5 b4 | .c5 b6",
                e5: ".e4 f3 | .e4 d3 | .d5 c4 | .d5 c6",
                f5: ".f4 e3 | .e5 d4 | .e5 d6",
                a6: ".b6 c5 | .a5 b4",
                b6: ".c6 d5 | .b5 c4 | .b5 a4",
                c6: ".d6 e5 | .c5 d4 | .c5 b4 | .b6 a5",
                d6: ".e6 f5 | .d5 e4 | .d5 c4 | .c6 b5",
                e6: ".e5 f4 | .e5 d4 | .d6 c5",
                f6: ".f5 e4 | .e6 d5"
            },
            // mixed.rules:26: slide forward 2 to empty first
            {
                b1: "-b2 -b3"
            }
        ),

        "unmoved Horse of Black": graph(
            // mixed.rules:25: step orthogonal then step outward
            {
                a1: ".a2 b3 | .b1 c2",
                b1: ".b2 a3 | .b2 c3 | .c1 d2",
                c1: ".b1 a2 | .c2 b3 | .c2 d3 | .d1 e2",
                d1: ".c1 b2 | .d2 c3 | .d2 e3 | .e1 f2",
                e1: ".d1 c2 | .e2 d3 | .e2 f3",
                f1: ".e1 d2 | .f2 e3",
                a2: ".a3 b4 | .b2 c3 | .b2 c1",
                b2: ".b3 a4 | .b3 c4 | .c2 d3 | .c2 d1",
                c2: ".b2 a1 | .b2 a3 | .c3 b4 | .c3 d4 | .d2 e3 | .d2 e1",
                d2: ".c2 b1 | .c2 b3 | .d3 c4 | .d3 e4 | .e2 f3 | .e2 f1",
                e2: ".d2 c1 | .d2 c3 | .e3 d4 | .e3 f4",
                f2: ".e2 d1 | .e2 d3 | .f3 e4",
                a3: ".a2 b1 | .a4 b5 | .b3 c4 | .b3 c2",
                b3: ".b2 c1 | .b2 a1 | .b4 a5 | .b4 c5 | .c3 d4 | .c3 d2",
                c3: ".c2 d1 | .c2 b1 | .b3 a2 | .b3 a4 | .c4 b5 | .c4 d5 | .d3 e4 | .d3 e2",
                d3: ".d2 e1 | .d2 c1 | .c3 b2 | .c3 b4 | .d4 c5 | .d4 e5 | .e3 f4 | .e3 f2",
                e3: ".e2 f1 | .e2 d1 | .d3 c2 | .d3 c4 | .e4 d5 | .e4 f5",
                f3: ".f2 e1 | .e3 d2 | .e3 d4 | .f4 e5",
                a4: ".a3 b2 | .a5 b6 | .b4 c5 | .b4 c3",
                b4: ".b3 c2 | .b3 a2 | .b5 a6 | .b5 c6 | .c4 d5 | .c4 d3",
                c4: ".c3 d2 | .c3 b2 | .b4 a3 | .b4 a5 | .c5 b6 | .c5 d6 | .d4 e5 | .d4 e3",
                d4: ".d3 e2 | .d3 c2 | .c4 b3 | .c4 b5 | .d5 c6 | .d5 e6 | .e4 f5 | .e4 f3",
                e4: ".e3 f2 | .e3 d2 | .d4 c3 | .d4 c5 | .e5 d6 | .e5 f6",
                f4: ".f3 e2 | .e4 d3 | .e4 d5 | .f5 e6",
                a5: ".a4 b3 | .b5 c6 | .b5 c4",
                b5: ".b4 c3 | .b4 a3 | .c5 d6 | .c5 d4",
                c5: ".c4 d3 | .c4 b3 | .b5 a4 | .b5 a6 | .d5 e6 | .d5 e4",
                d5: ".d4 e3 | .d4 c3 | .c5 b4 | .c5 b6 | .e5 f6 | .e5 f4",
                e5: ".e4 f3 | .e4 d3 | .d5 c4 | .d5 c6",
                f5: ".f4 e3 | .e5 d4 | .e5 d6",
                a6: ".a5 b4 | .b6 c5",
                b6: ".b5 c4 | .b5 a4 | .c6 d5",
                c6: ".c5 d4 | .c5 b4 | .b6 a5 | .d6 e5",
                d6: ".d5 e4 | .d5 c4 | .c6 b5 | .e6 f5",
                e6: ".e5 f4 | .e5 d4 | .d6 c5",
                f6: ".f5 e4 | .e6 d5"
            },
            // mixed.rules:26: slide forward 2 to empty first
            {
                e6: "-e5 -e4"
            }
        ),

        "Horse of White": graph(
            // mixed.rules:25: step orthogonal then step outward
            {
                a1: ".a2 b3 | .b1 c2",
                b1: ".b2 a3 | .b2 c3 | .c1 d2",
                c1: ".c2 b3 | .c2 d3 | .d1 e2 | .b1 a2",
                d1: ".d2 c3 | .d2 e3 | .e1 f2 | .c1 b2",
                e1: ".e2 d3 | .e2 f3 | .d1 c2",
                f1: ".f2 e3 | .e1 d2",
                a2: ".a3 b4 | .b2 c3 | .b2 c1",
                b2: ".b3 a4 | .b3 c4 | .c2 d3 | .c2 d1",
                c2: ".c3 b4 | .c3 d4 | .d2 e3 | .d2 e1 | .b2 a1 | .b2 a3",
                d2: ".d3 c4 | .d3 e4 | .e2 f3 | .e2 f1 | .c2 b1 | .c2 b3",
                e2: ".e3 d4 | .e3 f4 | .d2 c1 | .d2 c3",
                f2: ".f3 e4 | .e2 d1 | .e2 d3",
                a3: ".a4 b5 | .b3 c4 | .b3 c2 | .a2 b1",
                b3: ".b4 a5 | .b4 c5 | .c3 d4 | .c3 d2 | .b2 c1 | .b2 a1",
                c3: ".c4 b5 | .c4 d5 | .d3 e4 | .d3 e2 | .c2 d1 | .c2 b1 | .b3 a2 | .b3 a4",
                d3: ".d4 c5 | .d4 e5 | .e3 f4 | .e3 f2 | .d2 e1 | .d2 c1 | .c3 b2 | .c3 b4",
                e3: ".e4 d5 | .e4 f5 | .e2 f1 | .e2 d1 | .d3 c2 | .d3 c4",
                f3: ".f4 e5 | .f2 e1 | .e3 d2 | .e3 d4",
                a4: ".a5 b6 | .b4 c5 | .b4 c3 | .a3 b2",
                b4: ".b5 a6 | .b5 c6 | .c4 d5 | .c4 d3 | .b3 c2 | .b3 a2",
                c4: ".c5 b6 | .c5 d6 | .d4 e5 | .d4 e3 | .c3 d2 | .c3 b2 | .b4 a3 | .b4 a5",
                d4: ".d5 c6 | .d5 e6 | .e4 f5 | .e4 f3 | .d3 e2 | .d3 c2 | .c4 b3 | .c4 b5",
                e4: ".e5 d6 | .e5 f6 | .e3 f2 | .e3 d2 | .d4 c3 | .d4 c5",
                f4: ".f5 e6 | .f3 e2 | .e4 d3 | .e4 d5",
                a5: ".b5 c6 | .b5 c4 | .a4 b3",
                b5: ".c5 d6 | .c5 d4 | .b4 c3 | .b4 a3",
                c5: ".d5 e6 | .d5 e4 | .c4 d3 | .c4 b3 | .b5 a4 | .b5 a6",
                d5: ".e5 f6 | .e5 f4 | .d4 e3 | .d4 c3 | .c5 b4 | .c5 b6",
                e5: ".e4 f3 | .e4 d3 | .d5 c4 | .d5 c6",
                f5: ".f4 e3 | .e5 d4 | .e5 d6",
                a6: ".b6 c5 | .a5 b4",
                b6: ".c6 d5 | .b5 c4 | .b5 a4",
                c6: ".d6 e5 | .c5 d4 | .c5 b4 | .b6 a5",
                d6: ".e6 f5 | .d5 e4 | .d5 c4 | .c6 b5",
                e6: ".e5 f4 | .e5 d4 | .d6 c5",
                f6: ".f5 e4 | .e6 d5"
            }
        ),

        "Horse of Black": graph(
            // mixed.rules:25: step orthogonal then step outward
            {
                a1: ".a2 b3 | .b1 c2",
                b1: ".b2 a3 | .b2 c3 | .c1 d2",
                c1: ".b1 a2 | .c2 b3 | .c2 d3 | .d1 e2",
                d1: ".c1 b2 | .d2 c3 | .d2 e3 | .e1 f2",
                e1: ".d1 c2 | .e2 d3 | .e2 f3",
                f1: ".e1 d2 | .f2 e3",
                a2: ".a3 b4 | .b2 c3 | .b2 c1",
                b2: ".b3 a4 | .b3 c4 | .c2 d3 | .c2 d1",
                c2: ".b2 a1 | .b2 a3 | .c3 b4 | .c3 d4 | .d2 e3 | .d2 e1",
                d2: ".c2 b1 | .c2 b3 | .d3 c4 | .d3 e4 | .e2 f3 | .e2 f1",
                e2: ".d2 c1 | .d2 c3 | .e3 d4 | .e3 f4",
                f2: ".e2 d1 | .e2 d3 | .f3 e4",
                a3: ".a2 b1 | .a4 b5 | .b3 c4 | .b3 c2",
                b3: ".b2 c1 | .b2 a1 | .b4 a5 | .b4 c5 | .c3 d4 | .c3 d2",
                c3: ".c2 d1 | .c2 b1 | .b3 a2 | .b3 a4 | .c4 b5 | .c4 d5 | .d3 e4 | .d3 e2",
                d3: ".d2 e1 | .d2 c1 | .c3 b2 | .c3 b4 | .d4 c5 | .d4 e5 | .e3 f4 | .e3 f2",
                e3: ".e2 f1 | .e2 d1 | .d3 c2 | .d3 c4 | .e4 d5 | .e4 f5",
                f3: ".f2 e1 | .e3 d2 | .e3 d4 | .f4 e5",
                a4: ".a3 b2 | .a5 b6 | .b4 c5 | .b4 c3",
                b4: ".b3 c2 | .b3 a2 | .b5 a6 | .b5 c6 | .c4 d5 | .c4 d3",
                c4: ".c3 d2 | .c3 b2 | .b4 a3 | .b4 a5 | .c5 b6 | .c5 d6 | .d4 e5 | .d4 e3",
                d4: ".d3 e2 | .d3 c2 | .c4 b3 | .c4 b5 | .d5 c6 | .d5 e6 | .e4 f5 | .e4 f3",
                e4: ".e3 f2 | .e3 d2 | .d4 c3 | .d4 c5 | .e5 d6 | .e5 f6",
                f4: ".f3 e2 | .e4 d3 | .e4 d5 | .f5 e6",
                a5: ".a4 b3 | .b5 c6 | .b5 c4",
                b5: ".b4 c3 | .b4 a3 | .c5 d6 | .c5 d4",
                c5: ".c4 d3 | .c4 b3 | .b5 a4 | .b5 a6 | .d5 e6 | .d5 e4",
                d5: ".d4 e3 | .d4 c3 | .c5 b4 | .c5 b6 | .e5 f6 | .e5 f4",
                e5: ".e4 f3 | .e4 d3 | .d5 c4 | .d5 c6",
                f5: ".f4 e3 | .e5 d4 | .e5 d6",
                a6: ".a5 b4 | .b6 c5",
                b6: ".b5 c4 | .b5 a4 | .c6 d5",
                c6: ".c5 d4 | .c5 b4 | .b6 a5 | .d6 e5",
                d6: ".d5 e4 | .d5 c4 | .c6 b5 | .e6 f5",
                e6: ".e5 f4 | .e5 d4 | .d6 c5",
                f6: ".f5 e4 | .e6 d5"
            }
        ),

        "Twin": graph(
            // mixed.rules:29: step orthogonal then step left, right
            {
                a1: ".a2 b2 | .b1 b2",
                b1: ".b2 a2 | .b2 c2 | .c1 c2 | .a1 a2",
                c1: ".c2 b2 | .c2 d2 | .d1 d2 | .b1 b2",
                d1: ".d2 c2 | .d2 e2 | .e1 e2 | .c1 c2",
                e1: ".e2 d2 | .e2 f2 | .f1 f2 | .d1 d2",
                f1: ".f2 e2 | .e1 e2",
                a2: ".a3 b3 | .b2 b3 | .b2 b1 | .a1 b1",
                b2: ".b3 a3 | .b3 c3 | .c2 c3 | .c2 c1 | .b1 c1 | .b1 a1 | .a2 a1 | .a2 a3",
                c2: ".c3 b3 | .c3 d3 | .d2 d3 | .d2 d1 | .c1 d1 | .c1 b1 | .b2 b1 | .b2 b3",
                d2: ".d3 c3 | .d3 e3 | .e2 e3 | .e2 e1 | .d1 e1 | .d1 c1 | .c2 c1 | .c2 c3",
                e2: ".e3 d3 | .e3 f3 | .f2 f3 | .f2 f1 | .e1 f1 | .e1 d1 | .d2 d1 | .d2 d3",
                f2: ".f3 e3 | .f1 e1 | .e2 e1 | .e2 e3",
                a3: ".a4 b4 | .b3 b4 | .b3 b2 | .a2 b2",
                b3: ".b4 a4 | .b4 c4 | .c3 c4 | .c3 c2 | .b2 c2 | .b2 a2 | .a3 a2 | .a3 a4",
                c3: ".c4 b4 | .c4 d4 | .d3 d4 | .d3 d2 | .c2 d2 | .c2 b2 | .b3 b2 | .b3 b4",
                d3: ".d4 c4 | .d4 e4 | .e3 e4 | .e3 e2 | .d2 e2 | .d2 c2 | .c3 c2 | .c3 c4",
                e3: ".e4 d4 | .e4 f4 | .f3 f4 | .f3 f2 | .e2 f2 | .e2 d2 | .d3 d2 | .d3 d4",
                f3: ".f4 e4 | .f2 e2 | .e3 e2 | .e3 e4",
                a4: ".a5 b5 | .b4 b5 | .b4 b3 | .a3 b3",
                b4: ".b5 a5 | .b5 c5 | .c4 c5 | .c4 c3 | .b3 c3 | .b3 a3 | .a4 a3 | .a4 a5",
                c4: ".c5 b5 | .c5 d5 | .d4 d5 | .d4 d3 | .c3 d3 | .c3 b3 | .b4 b3 | .b4 b5",
                d4: ".d5 c5 | .d5 e5 | .e4 e5 | .e4 e3 | .d3 e3 | .d3 c3 | .c4 c3 | .c4 c5",
                e4: ".e5 d5 | .e5 f5 | .f4 f5 | .f4 f3 | .e3 f3 | .e3 d3 | .d4 d3 | .d4 d5",
                f4: ".f5 e5 | .f3 e3 | .e4 e3 | .e4 e5",
                a5: ".a6 b6 | .b5 b6 | .b5 b4 | .a4 b4",
                b5: ".b6 a6 | .b6 c6 | .c5 c6 | .c5 c4 | .b4 c4 | .b4 a4 | .a5 a4 | .a5 a6",
                c5: ".c6 b6 | .c6 d6 | .d5 d6 | .d5 d4 | .c4 d4 | .c4 b4 | .b5 b4 | .b5 b6",
                d5: ".d6 c6 | .d6 e6 | .e5 e6 | .e5 e4 | .d4 e4 | .d4 c4 | .c5 c4 | .c5 c6",
                e5: ".e6 d6 | .e6 f6 | .f5 f6 | .f5 f4 | .e4 f4 | .e4 d4 | .d5 d4 | .d5 d6",
                f5: ".f6 e6 | .f4 e4 | .e5 e4 | .e5 e6",
                a6: ".b6 b5 | .a5 b5",
                b6: ".c6 c5 | .b5 c5 | .b5 a5 | .a6 a5",
                c6: ".d6 d5 | .c5 d5 | .c5 b5 | .b6 b5",
                d6: ".e6 e5 | .d5 e5 | .d5 c5 | .c6 c5",
                e6: ".f6 f5 | .e5 f5 | .e5 d5 | .d6 d5",
                f6: ".f5 e5 | .e6 e5"
            }
        ),

        "unmoved Man of White": graph(
            // mixed.rules:32: step forward to empty
            {
                a1: "-a2",
                b1: "-b2",
                c1: "-c2",
                d1: "-d2",
                e1: "-e2",
                f1: "-f2",
                a2: "-a3",
                f2: "-f3",
                a3: "-a4",
                b3: "-b4",
                c3: "-c4",
                d3: "-d4",
                e3: "-e4",
                f3: "-f4",
                a4: "-a5",
                b4: "-b5",
                c4: "-c5",
                d4: "-d5",
                e4: "-e5",
                f4: "-f5",
                a5: "-a6",
                b5: "-b6",
                c5: "-c6",
                d5: "-d6",
                e5: "-e6",
                f5: "-f6"
            },
            // mixed.rules:34: step forward-left, forward-right to enemy
            {
                a1: "*b2",
                b1: "*a2 | *c2",
                c1: "*b2 | *d2",
                d1: "*c2 | *e2",
                e1: "*d2 | *f2",
                f1: "*e2",
                a2: "*b3",
                b2: "*a3 | *c3",
                c2: "*b3 | *d3",
                d2: "*c3 | *e3",
                e2: "*d3 | *f3",
                f2: "*e3",
                a3: "*b4",
                b3: "*a4 | *c4",
                c3: "*b4 | *d4",
                d3: "*c4 | *e4",
                e3: "*d4 | *f4",
                f3: "*e4",
                a4: "*b5",
                b4: "*a5 | *c5",
                c4: "*b5 | *d5",
                d4: "*c5 | *e5",
                e4: "*d5 | *f5",
                f4: "*e5",
                a5: "*b6",
                b5: "*a6 | *c6",
                c5: "*b6 | *d6",
                d5: "*c6 | *e6",
                e5: "*d6 | *f6",
                f5: "*e6"
            },
            // mixed.rules:35: step forward-left, forward-right en passant
            {
                a1: "~b2",
                b1: "~a2 | ~c2",
                c1: "~b2 | ~d2",
                d1: "~c2 | ~e2",
                e1: "~d2 | ~f2",
                f1: "~e2",
                a2: "~b3",
                b2: "~a3 | ~c3",
                c2: "~b3 | ~d3",
                d2: "~c3 | ~e3",
                e2: "~d3 | ~f3",
                f2: "~e3",
                a3: "~b4",
                b3: "~a4 | ~c4",
                c3: "~b4 | ~d4",
                d3: "~c4 | ~e4",
                e3: "~d4 | ~f4",
                f3: "~e4",
                a4: "~b5",
                b4: "~a5 | ~c5",
                c4: "~b5 | ~d5",
                d4: "~c5 | ~e5",
                e4: "~d5 | ~f5",
                f4: "~e5",
                a5: "~b6",
                b5: "~a6 | ~c6",
                c5: "~b6 | ~d6",
                d5: "~c6 | ~e6",
                e5: "~d6 | ~f6",
                f5: "~e6"
            },
            // mixed.rules:33: slide forward 2 to empty first leaving en passant
            {
                b2: "-b3 +-b4",
                c2: "-c3 +-c4",
                d2: "-d3 +-d4",
                e2: "-e3 +-e4"
            }
        ),

        "unmoved Man of Black": graph(
            // mixed.rules:32: step forward to empty
            {
                a2: "-a1",
                b2: "-b1",
                c2: "-c1",
                d2: "-d1",
                e2: "-e1",
                f2: "-f1",
                a3: "-a2",
                b3: "-b2",
                c3: "-c2",
                d3: "-d2",
                e3: "-e2",
                f3: "-f2",
                a4: "-a3",
                b4: "-b3",
                c4: "-c3",
                d4: "-d3",
                e4: "-e3",
                f4: "-f3",
                a5: "-a4",
                f5: "-f4",
                a6: "-a5",
                b6: "-b5",
                c6: "-c5",
                d6: "-d5",
                e6: "-e5",
                f6: "-f5"
            },
            // mixed.rules:34: step forward-left, forward-right to enemy
            {
                a2: "*b1",
                b2: "*c1 | *a1",
                c2: "*d1 | *b1",
                d2: "*e1 | *c1",
                e2: "*f1 | *d1",
                f2: "*e1",
                a3: "*b2",
                b3: "*c2 | *a2",
                c3: "*d2 | *b2",
                d3: "*e2 | *c2",
                e3: "*f2 | *d2",
                f3: "*e2",
                a4: "*b3",
                b4: "*c3 | *a3",
                c4: "*d3 | *b3",
                d4: "*e3 | *c3",
                e4: "*f3 | *d3",
                f4: "*e3",
                a5: "*b4",
                b5: "*c4 | *a4",
                c5: "*d4 | *b4",
                d5: "*e4 | *c4",
                e5: "*f4 | *d4",
                f5: "*e4",
                a6: "*b5",
                b6: "*c5 | *a5",
                c6: "*d5 | *b5",
                d6: "*e5 | *c5",
                e6: "*f5 | *d5",
                f6: "*e5"
            },
            // mixed.rules:35: step forward-left, forward-right en passant
            {
                a2: "~b1",
                b2: "~c1 | ~a1",
                c2: "~d1 | ~b1",
                d2: "~e1 | ~c1",
                e2: "~f1 | ~d1",
                f2: "~e1",
                a3: "~b2",
                b3: "~c2 | ~a2",
                c3: "~d2 | ~b2",
                d3: "~e2 | ~c2",
                e3: "~f2 | ~d2",
                f3: "~e2",
                a4: "~b3",
                b4: "~c3 | ~a3",
                c4: "~d3 | ~b3",
                d4: "~e3 | ~c3",
                e4: "~f3 | ~d3",
                f4: "~e3",
                a5: "~b4",
                b5: "~c4 | ~a4",
                c5: "~d4 | ~b4",
                d5: "~e4 | ~c4",
                e5: "~f4 | ~d4",
                f5: "~e4",
                a6: "~b5",
                b6: "~c5 | ~a5",
                c6: "~d5 | ~b5",
                d6: "~e5 | ~c5",
                e6: "~f5 | ~d5",
                f6: "~e5"
            },
            // mixed.rules:33: slide forward 2 to empty first leaving en passant
            {
                b5: "-b4 +-b3",
                c5: "-c4 +-c3",
                d5: "-d4 +-d3",
                e5: "-e4 +-e3"
            }
        ),

        "Man of White": graph(
            // mixed.rules:32: step forward to empty
            {
                a1: "-a2",
                b1: "-b2",
                c1: "-c2",
                d1: "-d2",
                e1: "-e2",
                f1: "-f2",
                a2: "-a3",
                b2: "-b3",
                c2: "-c3",
                d2: "-d3",
                e2: "-e3",
                f2: "-f3",
                a3: "-a4",
                b3: "-b4",
                c3: "-c4",
                d3: "-d4",
                e3: "-e4",
                f3: "-f4",
                a4: "-a5",
                b4: "-b5",
                c4: "-c5",
                d4: "-d5",
                e4: "-e5",
                f4: "-f5",
                a5: "-a6",
                b5: "-b6",
                c5: "-c6",
                d5: "-d6",
                e5: "-e6",
                f5: "-f6"
            },
            // mixed.rules:34: step forward-left, forward-right to enemy
            {
                a1: "*b2",
                b1: "*a2 | *c2",
                c1: "*b2 | *d2",
                d1: "*c2 | *e2",
                e1: "*d2 | *f2",
                f1: "*e2",
                a2: "*b3",
                b2: "*a3 | *c3",
                c2: "*b3 | *d3",
                d2: "*c3 | *e3",
                e2: "*d3 | *f3",
                f2: "*e3",
                a3: "*b4",
                b3: "*a4 | *c4",
                c3: "*b4 | *d4",
                d3: "*c4 | *e4",
                e3: "*d4 | *f4",
                f3: "*e4",
                a4: "*b5",
                b4: "*a5 | *c5",
                c4: "*b5 | *d5",
                d4: "*c5 | *e5",
                e4: "*d5 | *f5",
                f4: "*e5",
                a5: "*b6",
                b5: "*a6 | *c6",
                c5: "*b6 | *d6",
                d5: "*c6 | *e6",
                e5: "*d6 | *f6",
                f5: "*e6"
            },
            // mixed.rules:35: step forward-left, forward-right en passant
            {
                a1: "~b2",
                b1: "~a2 | ~c2",
                c1: "~b2 | ~d2",
                d1: "~c2 | ~e2",
                e1: "~d2 | ~f2",
                f1: "~e2",
                a2: "~b3",
                b2: "~a3 | ~c3",
                c2: "~b3 | ~d3",
                d2: "~c3 | ~e3",
                e2: "~d3 | ~f3",
                f2: "~e3",
                a3: "~b4",
                b3: "~a4 | ~c4",
                c3: "~b4 | ~d4",
                d3: "~c4 | ~e4",
                e3: "~d4 | ~f4",
                f3: "~e4",
                a4: "~b5",
                b4: "~a5 | ~c5",
                c4: "~b5 | ~d5",
                d4: "~c5 | ~e5",
                e4: "~d5 | ~f5",
                f4: "~e5",
                a5: "~b6",
                b5: "~a6 | ~c6",
                c5: "~b6 | ~d6",
                d5: "~c6 | ~e6",
                e5: "~d6 | ~f6",
                f5: "~e6"
            }
        ),

        "Man of Black": graph(
            // mixed.rules:32: step forward to empty
            {
                a2: "-a1",
                b2: "-b1",
                c2: "-c1",
                d2: "-d1",
                e2: "-e1",
                f2: "-f1",
                a3: "-a2",
                b3: "-b2",
                c3: "-c2",
                d3: "-d2",
                e3: "-e2",
                f3: "-f2",
                a4: "-a3",
                b4: "-b3",
                c4: "-c3",
                d4: "-d3",
                e4: "-e3",
                f4: "-f3",
                a5: "-a4",
                b5: "-b4",
                c5: "-c4",
                d5: "-d4",
                e5: "-e4",
                f5: "-f4",
                a6: "-a5",
                b6: "-b5",
                c6: "-c5",
                d6: "-d5",
                e6: "-e5",
                f6: "-f5"
            },
            // mixed.rules:34: step forward-left, forward-right to enemy
            {
                a2: "*b1",
                b2: "*c1 | *a1",
                c2: "*d1 | *b1",
                d2: "*e1 | *c1",
                e2: "*f1 | *d1",
                f2: "*e1",
                a3: "*b2",
                b3: "*c2 | *a2",
                c3: "*d2 | *b2",
                d3: "*e2 | *c2",
                e3: "*f2 | *d2",
                f3: "*e2",
                a4: "*b3",
                b4: "*c3 | *a3",
                c4: "*d3 | *b3",
                d4: "*e3 | *c3",
                e4: "*f3 | *d3",
                f4: "*e3",
                a5: "*b4",
                b5: "*c4 | *a4",
                c5: "*d4 | *b4",
                d5: "*e4 | *c4",
                e5: "*f4 | *d4",
                f5: "*e4",
                a6: "*b5",
                b6: "*c5 | *a5",
                c6: "*d5 | *b5",
                d6: "*e5 | *c5",
                e6: "*f5 | *d5",
                f6: "*e5"
            },
            // mixed.rules:35: step forward-left, forward-right en passant
            {
                a2: "~b1",
                b2: "~c1 | ~a1",
                c2: "~d1 | ~b1",
                d2: "~e1 | ~c1",
                e2: "~f1 | ~d1",
                f2: "~e1",
                a3: "~b2",
                b3: "~c2 | ~a2",
                c3: "~d2 | ~b2",
                d3: "~e2 | ~c2",
                e3: "~f2 | ~d2",
                f3: "~e2",
                a4: "~b3",
                b4: "~c3 | ~a3",
                c4: "~d3 | ~b3",
                d4: "~e3 | ~c3",
                e4: "~f3 | ~d3",
                f4: "~e3",
                a5: "~b4",
                b5: "~c4 | ~a4",
                c5: "~d4 | ~b4",
                d5: "~e4 | ~c4",
                e5: "~f4 | ~d4",
                f5: "~e4",
                a6: "~b5",
                b6: "~c5 | ~a5",
                c6: "~d5 | ~b5",
                d6: "~e5 | ~c5",
                e6: "~f5 | ~d5",
                f6: "~e5"
            }
        ),

        "Page of White": graph(
            // mixed.rules:39: step forward, sideways
            {
                a1: "a2 | b1",
                b1: "b2 | a1 | c1",
                c1: "c2 | b1 | d1",
                d1: "d2 | c1 | e1",
                e1: "e2 | d1 | f1",
                f1: "f2 | e1",
                a2: "a3 | b2",
                b2: "b3 | a2 | c2",
                c2: "c3 | b2 | d2",
                d2: "d3 | c2 | e2",
                e2: "e3 | d2 | f2",
                f2: "f3 | e2",
                a3: "a4 | b3",
                b3: "b4 | a3 | c3",
                c3: "c4 | b3 | d3",
                d3: "d4 | c3 | e3",
                e3: "e4 | d3 | f3",
                f3: "f4 | e3",
                a4: "a5 | b4",
                b4: "b5 | a4 | c4",
                c4: "c5 | b4 | d4",
                d4: "d5 | c4 | e4",
                e4: "e5 | d4 | f4",
                f4: "f5 | e4",
                a5: "a6 | b5",
                b5: "b6 | a5 | c5",
                c5: "c6 | b5 | d5",
                d5: "d6 | c5 | e5",
                e5: "e6 | d5 | f5",
                f5: "f6 | e5",
                a6: "b6",
                b6: "a6 | c6",
                c6: "b6 | d6",
                d6: "c6 | e6",
                e6: "d6 | f6",
                f6: "e6"
            }
        ),

        "Page of Black": graph(
            // mixed.rules:39: step forward, sideways
            {
                a1: "b1",
                b1: "c1 | a1",
                c1: "d1 | b1",
                d1: "e1 | c1",
                e1: "f1 | d1",
                f1: "e1",
                a2: "a1 | b2",
                b2: "b1 | c2 | a2",
                c2: "c1 | d2 | b2",
                d2: "d1 | e2 | c2",
                e2: "e1 | f2 | d2",
                f2: "f1 | e2",
                a3: "a2 | b3",
                b3: "b2 | c3 | a3",
                c3: "c2 | d3 | b3",
                d3: "d2 | e3 | c3",
                e3: "e2 | f3 | d3",
                f3: "f2 | e3",
                a4: "a3 | b4",
                b4: "b3 | c4 | a4",
                c4: "c3 | d4 | b4",
                d4: "d3 | e4 | c4",
                e4: "e3 | f4 | d4",
                f4: "f3 | e4",
                a5: "a4 | b5",
                b5: "b4 | c5 | a5",
                c5: "c4 | d5 | b5",
                d5: "d4 | e5 | c5",
                e5: "e4 | f5 | d5",
                f5: "f4 | e5",
                a6: "a5 | b6",
                b6: "b5 | c6 | a6",
                c6: "c5 | d6 | b6",
                d6: "d5 | e6 | c6",
                e6: "e5 | f6 | d6",
                f6: "f5 | e6"
            }
        )

    };

    Model.Game.cbDefine = function () {
        return {
            geometry: geometry,

            // What a piece turns into: a choice of types, one a move; a single one is no choice.
            promote: function (game, piece, move) {
                var change = changeOf(piece, move);
                var choices = change ? allowed(this, game, piece, change) : [];
                if (choices === null || choices.length) {
                    return choices;
                }
                return piece.t in moved ? [moved[piece.t]] : [];
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
                    aspect: "fr-king",
                    graph: graphs["King"],
                    isKing: true,
                    abbrev: "K",
                    fenAbbrev: "K",
                    silentPromo: true,
                    initial: placed("c1", "d6")
                },
                1: {
                    name: "king after bridge",
                    aspect: "fr-king",
                    graph: graphs["King"],
                    isKing: true,
                    abbrev: "K",
                    fenAbbrev: "O",
                    silentPromo: true,
                    initial: placed("", "")
                },
                2: {
                    name: "cannon",
                    aspect: "fr-cannon",
                    graph: graphs["Cannon"],
                    value: 10.0,
                    abbrev: "C",
                    fenAbbrev: "C",
                    initial: placed("a1 f1", "f6 a6")
                },
                3: {
                    name: "guard of white",
                    aspect: "fr-elephant",
                    graph: graphs["Guard of White"],
                    value: 10.6,
                    abbrev: "G",
                    fenAbbrev: "G",
                    silentPromo: true,
                    initial: placed("d1", "")
                },
                4: {
                    name: "guard of black",
                    aspect: "fr-elephant",
                    graph: graphs["Guard of Black"],
                    value: 10.6,
                    abbrev: "G",
                    fenAbbrev: "G",
                    silentPromo: true,
                    initial: placed("", "c6")
                },
                5: {
                    name: "unmoved horse of white",
                    aspect: "fr-knight",
                    graph: graphs["unmoved Horse of White"],
                    value: 4.5,
                    abbrev: "H",
                    fenAbbrev: "H",
                    initial: placed("b1", "")
                },
                6: {
                    name: "unmoved horse of black",
                    aspect: "fr-knight",
                    graph: graphs["unmoved Horse of Black"],
                    value: 4.5,
                    abbrev: "H",
                    fenAbbrev: "H",
                    initial: placed("", "e6")
                },
                7: {
                    name: "horse of white",
                    aspect: "fr-knight",
                    graph: graphs["Horse of White"],
                    value: 4.5,
                    abbrev: "H",
                    fenAbbrev: "H",
                    initial: placed("", "")
                },
                8: {
                    name: "horse of black",
                    aspect: "fr-knight",
                    graph: graphs["Horse of Black"],
                    value: 4.5,
                    abbrev: "H",
                    fenAbbrev: "H",
                    initial: placed("", "")
                },
                9: {
                    name: "twin",
                    aspect: "fr-camel",
                    graph: graphs["Twin"],
                    value: 2.8,
                    abbrev: "T",
                    fenAbbrev: "T",
                    silentPromo: true,
                    initial: placed("a2", "f5")
                },
                10: {
                    name: "unmoved man of white",
                    aspect: "fr-man",
                    graph: graphs["unmoved Man of White"],
                    value: 2.3,
                    abbrev: "M",
                    fenAbbrev: "M",
                    silentPromo: true,
                    initial: placed("b2 c2 d2 e2", "")
                },
                11: {
                    name: "unmoved man of black",
                    aspect: "fr-man",
                    graph: graphs["unmoved Man of Black"],
                    value: 2.3,
                    abbrev: "M",
                    fenAbbrev: "M",
                    silentPromo: true,
                    initial: placed("", "e5 d5 c5 b5")
                },
                12: {
                    name: "man of white",
                    aspect: "fr-man",
                    graph: graphs["Man of White"],
                    value: 2.3,
                    abbrev: "M",
                    fenAbbrev: "M",
                    silentPromo: true,
                    initial: placed("", "")
                },
                13: {
                    name: "man of black",
                    aspect: "fr-man",
                    graph: graphs["Man of Black"],
                    value: 2.3,
                    abbrev: "M",
                    fenAbbrev: "M",
                    silentPromo: true,
                    initial: placed("", "")
                },
                14: {
                    name: "page of white",
                    aspect: "fr-lion",
                    graph: graphs["Page of White"],
                    value: 2.5,
                    abbrev: "P",
                    fenAbbrev: "P",
                    silentPromo: true,
                    initial: placed("f2", "")
                },
                15: {
                    name: "page of black",
                    aspect: "fr-lion",
                    graph: graphs["Page of Black"],
                    value: 2.5,
                    abbrev: "P",
                    fenAbbrev: "P",
                    silentPromo: true,
                    initial: placed("", "a5")
                }
            }
        };
    };

    // Types that share a letter: for each player [the one at the start, the one that has moved].
    var families = [
        { "1": [3, 3], "-1": [4, 4] },
        { "1": [5, 7], "-1": [6, 8] },
        { "1": [10, 12], "-1": [11, 13] },
        { "1": [14, 14], "-1": [15, 15] }
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

    // What an unmoved piece is once it has moved.
    var moved = { 5: 7, 6: 8, 10: 12, 11: 13 };

    // The letter of each type: a move on which a piece only ceases to be unmoved names none.
    var letters = { 0: "K", 1: "K", 2: "C", 3: "G", 4: "G", 5: "H", 6: "H", 7: "H", 8: "H", 9: "T", 10: "M", 11: "M", 12: "M", 13: "M", 14: "P", 15: "P" };

    var toString = Model.Move.ToString;
    Model.Move.ToString = function () {
        var becomes = this.pr;
        if (letters[becomes] === this.a) {
            this.pr = undefined;
        }
        var text = toString.apply(this, arguments);
        this.pr = becomes;
        return text;
    };

    // -- what pieces turn into ---------------------------------------------------------------

    var arrivals = {};

    // A player's piece of a type turns into others where it arrives: on a square, or on a square
    // from another one (`d1-c1`).
    function arriving(player, type, places, choices, limit) {
        arrivals[type] = arrivals[type] || { "1": {}, "-1": {} };
        places.split(" ").forEach(function (place) {
            var key = place.split("-").map(geometry.PosByName).join("-");
            arrivals[type][player][key] = { choices: choices, limit: limit };
        });
    }

    function changeOf(piece, move) {
        var there = (arrivals[piece.t] || {})[piece.s] || {};
        return there[move.f + "-" + move.t] || there[move.t];
    }

    // A piece may have become only what its player has lost: where nothing is left to choose from
    // it stays what it is, or (`illegal`) may not move there.
    function allowed(board, game, piece, change) {
        var same = piece.t in pieceOf ? pieceOf[piece.t] : -1;
        var choices = change.choices.filter(function (type) {
            return !change.limit || pieceOf[type] === same || lost(board, game, piece.s, type);
        });
        return choices.length || change.limit !== "illegal" ? choices : null;
    }

    // The piece of the rules that each type is.
    var pieceOf = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 3, 8: 3, 9: 4, 10: 5, 11: 5, 12: 5, 13: 5, 14: 6, 15: 6 };

    function lost(board, game, player, type) {
        var count = 0;
        Object.keys(game.cbVar.pieceTypes).forEach(function (number) {
            if (pieceOf[number] === pieceOf[type]) {
                game.cbVar.pieceTypes[number].initial.forEach(function (place) {
                    count += place.s === player ? 1 : 0;
                });
            }
        });
        board.pieces.forEach(function (piece) {
            if (piece.p >= 0 && piece.s === player && pieceOf[piece.t] === pieceOf[type]) {
                count--;
            }
        });
        return count > 0;
    }

    // king
    arriving(WHITE, 0, "a3-a4 b3-a4 a3-b4 b3-b4 c3-b4 b3-c4 c3-c4 d3-c4 c3-d4 d3-d4 e3-d4 d3-e4 e3-e4 f3-e4 e3-f4 f3-f4", [1]);  // king after bridge
    arriving(BLACK, 0, "a4-a3 b4-a3 a4-b3 b4-b3 c4-b3 b4-c3 c4-c3 d4-c3 c4-d3 d4-d3 e4-d3 d4-e3 e4-e3 f4-e3 e4-f3 f4-f3", [1]);  // king after bridge

    // king after bridge
    arriving(WHITE, 1, "a4-a3 b4-a3 a4-b3 b4-b3 c4-b3 b4-c3 c4-c3 d4-c3 c4-d3 d4-d3 e4-d3 d4-e3 e4-e3 f4-e3 e4-f3 f4-f3", [0]);  // king
    arriving(BLACK, 1, "a3-a4 b3-a4 a3-b4 b3-b4 c3-b4 b3-c4 c3-c4 d3-c4 c3-d4 d3-d4 e3-d4 d3-e4 e3-e4 f3-e4 e3-f4 f3-f4", [0]);  // king

    // unmoved man of white
    arriving(WHITE, 10, "a6 b6 c6 d6 e6 f6", [12, 2, 7], "stays");  // man of white, cannon, horse of white

    // unmoved man of black
    arriving(BLACK, 11, "a1 b1 c1 d1 e1 f1", [13, 2, 8], "stays");  // man of black, cannon, horse of black

    // man of white
    arriving(WHITE, 12, "a6 b6 c6 d6 e6 f6", [12, 2, 7], "stays");  // man of white, cannon, horse of white

    // man of black
    arriving(BLACK, 13, "a1 b1 c1 d1 e1 f1", [13, 2, 8], "stays");  // man of black, cannon, horse of black

    // page of white
    arriving(WHITE, 14, "a6 b6 c6 d6 e6 f6", [2], "illegal");  // cannon

    // page of black
    arriving(BLACK, 15, "a1 b1 c1 d1 e1 f1", [2], "illegal");  // cannon

    // -- which moves there are ---------------------------------------------------------------

    var pseudoLegalMoves = Model.Board.cbGeneratePseudoLegalMoves;
    Model.Board.cbGeneratePseudoLegalMoves = function (game) {
        var moves = pseudoLegalMoves.apply(this, arguments);
        // What may take en passant does, where it could also just move there.
        var taking = takingInPassing(this, game);
        moves = moves.filter(function (move) {
            return move.c !== null || !taking.some(function (other) {
                return other.f === move.f && other.t === move.t;
            });
        }).concat(taking);
        return moves;
    };

    // A move as often as there are types to become by it.
    function promoted(board, game, piece, move) {
        var promote = game.cbVar.promote;
        var choices = promote ? promote.call(board, game, piece, move) : [];
        if (!choices) {
            return [];
        }
        return choices.length === 0 ? [move] : choices.map(function (type) {
            return { f: move.f, t: move.t, c: move.c, a: move.a, ep: move.ep, pr: type };
        });
    }

    var generateMoves = Model.Board.GenerateMoves;
    Model.Board.GenerateMoves = function (game) {
        generateMoves.apply(this, arguments);
        narrow(this);
        if (this.mMoves.length === 0) {
            decide(this, game, true);
        }
    };

    // Takes moves off the list.
    function narrow(board) {
        // Two rays may lead to one square.
        var seen = {};
        board.mMoves = board.mMoves.filter(function (move) {
            var key = [move.f, move.t, move.pr, move.cg].join();
            var first = !seen[key];
            seen[key] = true;
            return first;
        });
    }

    // Whose turn it is: while Jocly searches, `mWho` may still be who has just moved.
    function toMove(board) {
        var last = board.lastMove;
        return last ? -board.pieces[board.board[last.t]].s : board.mWho;
    }

    // A copy of a board on which whose turn it is may move.
    function readyToMove(board, game) {
        var copy = new (game.GetBoardClass())(game);
        copy.CopyFrom(board);
        copy.mWho = toMove(board);
        return copy;
    }

    function legalMoves(board, game) {
        generateMoves.call(board, game);
        narrow(board);
        return board.mMoves;
    }

    // -- en passant --------------------------------------------------------------------------

    // `board.passed` is what may now be taken en passant: { squares: passed by it, by: its index,
    // really: whether anything may }, or null. Jocly's own `epTarget` has room for one square.

    // The squares that a move passes and leaves to be taken on.
    function trailOf(board, game, move) {
        var piece = board.pieces[board.board[move.f]];
        var trail = [];
        game.g.pTypes[piece.t].graph[move.f].forEach(function (ray) {
            for (var i = 1; i < ray.length; i++) {
                if (ray[i] & LEAVING && (ray[i] & 0xffff) === move.t) {
                    trail = ray.slice(0, i);
                }
            }
        });
        return trail.map(function (target) {
            return target & 0xffff;
        });
    }

    function takingInPassing(board, game) {
        var moves = [];
        var passed = board.passed;
        if (!passed) {
            return moves;
        }
        board.pieces.forEach(function (piece) {
            if (piece.p < 0 || piece.s !== board.mWho) {
                return;
            }
            game.g.pTypes[piece.t].graph[piece.p].forEach(function (ray) {
                for (var i = 0; i < ray.length; i++) {
                    var square = ray[i] & 0xffff;
                    if (board.board[square] >= 0) {
                        return;
                    }
                    if (ray[i] & EN_PASSANT && passed.squares.indexOf(square) >= 0) {
                        var move = {
                            f: piece.p, t: square, c: passed.by,
                            a: game.g.pTypes[piece.t].abbrev, ep: true
                        };
                        Array.prototype.push.apply(moves, promoted(board, game, piece, move));
                    }
                }
            });
        });
        return moves;
    }

    var moveOn = Model.Board.ApplyMove;
    Model.Board.ApplyMove = function (game, move) {
        var trail = move.cg === undefined ? trailOf(this, game, move) : [];
        moveOn.apply(this, arguments);
        var mover = this.board[move.t];
        this.passed = trail.length ? { squares: trail, by: mover } : null;
        this.epTarget = trail.length ? { p: trail[trail.length - 1], i: mover } : null;
        if (this.passed) {
            this.passed.really = isReallyTaken(this, game);
        }
    };

    // Whether there is a legal move that takes what has passed.
    function isReallyTaken(board, game) {
        var copy = readyToMove(board, game);
        return takingInPassing(copy, game).length > 0 &&
            legalMoves(copy, game).some(function (move) {
                return move.ep;
            });
    }

    var copyPassed = Model.Board.CopyFrom;
    Model.Board.CopyFrom = function (board) {
        copyPassed.apply(this, arguments);
        this.passed = board.passed;
    };

    var startPassed = Model.Board.InitialPosition;
    Model.Board.InitialPosition = function () {
        startPassed.apply(this, arguments);
        var target = this.epTarget;
        this.passed = target ? { squares: [target.p], by: target.i } : null;
    };

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

    // So many plies in a row without a capture.
    function quiet(plies) {
        return function (board) {
            return board.noCaptCount >= plies ? JocGame.DRAW : 0;
        };
    }

    // The first goal that holds decides.
    var goals = [
        // mixed.rules:46: win King on far after bridge
        reach(WIN, ["king after bridge"], "a6 b6 c6 d6 e6 f6", "a1 b1 c1 d1 e1 f1"),
        // mixed.rules:47: win checkmate
        checkmate(WIN),
        // mixed.rules:48: draw stalemate
        stalemate(DRAW),
        // mixed.rules:49: draw repetition 3 (pieces distinct, start not counted)
        repetition(),
        // mixed.rules:50: draw 40 plies without capture or Man move
        quiet(40)
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

    // Plies without a capture or a move of some types; castling counts as one, too.
    var resetting = { 10: true, 11: true, 12: true, 13: true };

    var applyMove = Model.Board.ApplyMove;
    Model.Board.ApplyMove = function (game, move) {
        var quiet = this.noCaptCount + 1;
        var resets = resetting[this.pieces[this.board[move.f]].t];
        applyMove.apply(this, arguments);
        this.noCaptCount = resets || typeof move.c === "number" ? 0 : quiet;
    };

    var initialPosition = Model.Board.InitialPosition;
    Model.Board.InitialPosition = function (game) {
        initialPosition.apply(this, arguments);
        this.check = inCheck(this, game, this.mWho);
    };

    // Jocly tells positions apart by where each piece stands.
    var signature = Model.Board.GetSignature;
    // What may really be taken en passant counts, too.
    Model.Board.GetSignature = function () {
        var key = [signature.apply(this, arguments)];
        key.push(this.passed && this.passed.really ? this.passed.squares.join(",") : "");
        return key.join("");
    };

})();
