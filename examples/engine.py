"""Orthodox chess as an engine for `rulec crosscheck exec:...`, in thirty lines."""

import sys

import chess


def answer(words: list[str]) -> str:
    """The line that answers a question."""
    if words[0] == "hello":
        return "hello python-chess-example fen endings"
    if words[0] == "start":
        board, moves = chess.Board(), words[1:]
    else:  # fen PLACEMENT SIDE CASTLING [PASSED] QUIET moves ...
        end = words.index("moves")
        fields = words[1:end] if end == 6 else [*words[1:4], "-", words[4]]
        board, moves = chess.Board(" ".join([*fields, "1"])), words[end + 1 :]
    if board.status() & chess.STATUS_OPPOSITE_CHECK:
        return "no the waiting side is in check"
    for move in moves:
        if chess.Move.from_uci(move) not in board.legal_moves:
            return f"no {move} is not legal"
        board.push_uci(move)
    if board.is_checkmate():
        return f"over {'black' if board.turn else 'white'} checkmate"
    if board.is_stalemate():
        return "over draw stalemate"
    if board.is_repetition(3) or board.halfmove_clock >= 100 or len(board.piece_map()) == 2:
        return "over draw"
    return " ".join(["go", *map(board.uci, board.legal_moves)])


for line in sys.stdin:
    print(answer(line.split()), flush=True)
