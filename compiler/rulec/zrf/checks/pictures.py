"""Checks of picture files: there must be one for every piece that a player owns."""

from __future__ import annotations

from pathlib import Path

from rulec.zrf.files import find_inside
from rulec.zrf.model import Game
from rulec.zrf.report import Placed, Report

_BITMAP = b"BM"


def check_pictures(game: Game, folder: Path, report: Report) -> None:
    """Warn of pieces without a picture, and of pictures that are not there or are no bitmaps."""
    owned = {(placement.player, placement.type) for placement in game.placements}
    owned |= {(reserve.player, reserve.type) for reserve in game.reserves}
    for player, number in sorted(owned):
        piece = game.pieces[number]
        if not piece.images[player]:
            report.warning(
                "Z334",
                piece.at,
                f"`{game.players[player]}` has a `{piece.name}`, and there is no picture for it",
            )
    for name in game.board.images:
        _check_file(name, game.board.at, folder, report)
    for piece in game.pieces:
        for names in piece.images:
            for name in names:
                _check_file(name, piece.at, folder, report)


def _check_file(name: str, at: Placed, folder: Path, report: Report) -> None:
    try:
        path = find_inside(folder, name)
    except ValueError:
        report.warning("Z336", at, f"the picture `{name}` lies outside of the file's folder")
        return
    if path is None:
        report.warning("Z335", at, f"there is no picture `{name}`")
        return
    try:
        with path.open("rb") as file:
            is_bitmap = file.read(len(_BITMAP)) == _BITMAP
    except OSError:
        is_bitmap = False
    if not is_bitmap:
        report.warning("Z336", at, f"the picture `{name}` is not in the BMP format")
