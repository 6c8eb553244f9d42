// Rollerball on Jocly's screen, with Jocly's own boards and pieces.

(function () {

    // Top to bottom: dark (#) and light (.) squares; blanks are holes.
    var ROWS = [
        "#.#.#.#",
        ".#.#.#.",
        "#.   .#",
        ".#   #.",
        "#.   .#",
        ".#.#.#.",
        "#.#.#.#"
    ];
    var HEIGHT = ROWS.length, WIDTH = ROWS[0].length;
    // One square, in the units of a field of 12000 that holds the board and its margins.
    var CELL = 12000 / (Math.max(WIDTH, HEIGHT) + 1.34);

    function usable(column, row) {
        return (ROWS[row] || "").charAt(column).trim() !== "";
    }

    // Calls visit(column, row, centre) for every square, as the present player sees it.
    function eachSquare(game, spec, visit) {
        var coordinates = spec.coordsFn(spec);
        for (var row = 0; row < HEIGHT; row++) {
            for (var column = 0; column < WIDTH; column++) {
                if (usable(column, row)) {
                    var number = (HEIGHT - 1 - row) * WIDTH + column;
                    visit(column, row, coordinates.call(game, number));
                }
            }
        }
    }

    // A board of Jocly's with holes left out and a border around the squares that are there.
    function withHoles(board) {
        return $.extend(true, {}, board, {
            paintCells: function (spec, ctx, images, channel) {
                var game = this;
                var size = game.cbCSize(spec);
                eachSquare(game, spec, function (column, row, centre) {
                    var colour = ROWS[row].charAt(column);
                    board.paintCell.call(game, spec, ctx, images, channel, colour,
                        centre.x, centre.y, size.cx, size.cy);
                });
            },
            paintLines: function (spec, ctx) {
                var size = this.cbCSize(spec);
                var sign = this.mViewAs === -1 ? -1 : 1;
                ctx.beginPath();
                ctx.strokeStyle = "#000000";
                ctx.lineWidth = 40;
                ctx.lineCap = "square";
                eachSquare(this, spec, function (column, row, centre) {
                    [[1, 0], [-1, 0], [0, 1], [0, -1]].forEach(function (step) {
                        if (!usable(column + step[0], row + step[1])) {
                            outline(ctx, size, centre, step[0] * sign, step[1] * sign);
                        }
                    });
                });
                ctx.stroke();
            }
        });
    }

    // One side of a square: the one that lies in direction (right, down) of its centre.
    function outline(ctx, size, centre, right, down) {
        var x = centre.x + right * size.cx / 2, y = centre.y + down * size.cy / 2;
        var across = down * size.cx / 2, along = right * size.cy / 2;
        ctx.moveTo(x - across, y - along);
        ctx.lineTo(x + across, y + along);
    }

    View.Game.cbDefineView = function () {
        // Boards, pieces and targets are those of Jocly's chess games, wherever this game is.
        this.mViewOptions.fullPath = this.g.fullPath = this.config.baseURL + "games/chessbase";

        var flat = withHoles(this.cbGridBoardClassic2DMargin);
        var solid = withHoles(this.cbGridBoardClassic3DMargin);
        var scale = CELL / 1438;

        return {
            coords: {
                "2d": this.cbGridBoard.coordsFn.call(this, flat),
                "3d": this.cbGridBoard.coordsFn.call(this, solid)
            },
            boardLayout: ROWS,
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
