from pathlib import Path

from rulec.play.notation import format_move, parse_fen
from rulec.play.position import Rules

TEXT = """
game "Common" { players White, Black }
board { grid 6 x 6  orientation White north, Black south  symmetry rotation }
piece King  "K" royal { step any }
piece Guard "G" { leap (2,1) to common }
setup { White King c1, Guard d1 }
goal { win checkmate draw stalemate }
"""


def test_a_royal_piece_is_not_taken_by_what_gives_no_check(tmp_path: Path) -> None:
    (tmp_path / "common.rules").write_text(TEXT)
    rules = Rules.load(tmp_path / "common.rules")
    position = parse_fen(rules, "6/6/2k1K1/3g2/1G4/6 w")
    moves = [format_move(rules, move) for move in position.legal_moves()]
    assert "b2c4" not in moves
    assert "b2d3" in moves
