// Small Chess (small.rules), written for itself and checked by `rulec crosscheck`.
//
// The board is one array of 7 x 9 cells, the 5 x 5 squares with a rim of `#` around them, so
// that no move can leave it: two rows above and below, one column at the sides. `--bug` plants a
// mistake: a knight that comes upon the rim at the left goes on round the edge of the board.

"use strict";

const WIDTH = 7;
const KING = [-8, -7, -6, -1, 1, 6, 7, 8];
const ROOK = [-7, -1, 1, 7];
const KNIGHT = [-15, -13, -9, -5, 5, 9, 13, 15];
const BUG = process.argv.includes("--bug");

const START = "rnkn1/ppppp/5/PPPPP/RNKN1 w";

const cell = (name) => (7 - Number(name[1])) * WIDTH + "abcde".indexOf(name[0]) + 1;
const name = (at) => "#abcde#"[at % WIDTH] + (7 - Math.floor(at / WIDTH));
const isWhite = (piece) => piece >= "A" && piece <= "Z";

function parse(fen, side) {
    const rows = fen.split("/").map((row) => row.replace(/\d/g, (run) => ".".repeat(run)));
    const rim = "#".repeat(2 * WIDTH);
    return { cells: [...(rim + rows.map((row) => `#${row}#`).join("") + rim)], white: side === "w" };
}

function* leaps(board, from, white) {
    const piece = board.cells[from];
    const kind = piece.toUpperCase();
    const free = (at) => board.cells[at] === ".";
    const enemy = (at) => /[a-z]/i.test(board.cells[at] || "") && isWhite(board.cells[at]) !== white;
    if (kind === "P") {
        const ahead = white ? -WIDTH : WIDTH;
        if (free(from + ahead)) yield from + ahead;
        for (const at of [from + ahead - 1, from + ahead + 1]) if (enemy(at)) yield at;
    } else if (kind === "R") {
        for (const step of ROOK) {
            let at = from + step;
            for (; free(at); at += step) yield at;
            if (enemy(at)) yield at;
        }
    } else {
        for (const step of kind === "K" ? KING : KNIGHT) {
            let at = from + step;
            if (BUG && kind === "N" && board.cells[at] === "#" && at % WIDTH === 0) at -= 2;
            if (free(at) || enemy(at)) yield at;
        }
    }
}

function* pseudo(board, white) {
    for (let from = 0; from < board.cells.length; from++) {
        const piece = board.cells[from];
        if (!/[a-z]/i.test(piece) || isWhite(piece) !== white) continue;
        for (const to of leaps(board, from, white)) {
            const last = name(to)[1] === (white ? "5" : "1");
            const choices = piece.toUpperCase() === "P" && last ? ["r", "n"] : [""];
            for (const choice of choices) yield { from, to, choice };
        }
    }
}

function after(board, move) {
    const cells = [...board.cells];
    const piece = cells[move.from];
    cells[move.to] = !move.choice ? piece : board.white ? move.choice.toUpperCase() : move.choice;
    cells[move.from] = ".";
    return { cells, white: !board.white };
}

function attacked(board, white) {
    const king = board.cells.indexOf(white ? "K" : "k");
    for (const move of pseudo(board, !white)) if (move.to === king) return true;
    return false;
}

function legal(board) {
    const moves = new Map();
    for (const move of pseudo(board, board.white)) {
        if (!attacked(after(board, move), board.white)) {
            moves.set(name(move.from) + name(move.to) + move.choice, move);
        }
    }
    return moves;
}

const key = (board) => board.cells.join("") + board.white;

// The board after some moves, with the keys of all boards on the way; remembered, since most
// questions are one move away from an earlier one. An illegal move is thrown.
const known = new Map();

function reach(start, moves) {
    const text = [start, ...moves].join(" ");
    if (!known.has(text)) {
        if (known.size > 20000) known.clear();
        let found;
        if (moves.length) {
            const before = reach(start, moves.slice(0, -1));
            const move = legal(before.board).get(moves.at(-1));
            if (!move) throw `${moves.at(-1)} is not legal`;
            const board = after(before.board, move);
            found = { board, seen: [...before.seen, key(board)] };
        } else {
            const board = parse(...start.split(" "));
            found = { board, seen: [key(board)] };
        }
        known.set(text, found);
    }
    return known.get(text);
}

function answer(words) {
    const fromStart = words[0] === "start";
    const start = fromStart ? START : `${words[1]} ${words[2]}`;
    const { board, seen } = reach(start, words.slice(fromStart ? 1 : words.indexOf("moves") + 1));
    if (!board.cells.includes("K") || !board.cells.includes("k")) return "no a king is missing";
    if (attacked(board, !board.white)) return "no the side that has moved is in check";
    const moves = legal(board);
    if (!moves.size) {
        if (!attacked(board, board.white)) return "over draw stalemate";
        return `over ${board.white ? "black" : "white"} checkmate`;
    }
    if (seen.filter((one) => one === key(board)).length >= 3) return "over draw repetition";
    return ["go", ...moves.keys()].join(" ");
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const words = line.trim().split(/\s+/);
    if (words[0] === "hello") {
        console.log("hello small-chess fen endings");
        return;
    }
    try {
        console.log(answer(words));
    } catch (wrong) {
        console.log(`no ${wrong}`);
    }
});
