"""A game's entry in Jocly's manifest: titles, levels of play, skins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulec.emit.jocly.places import Sheet
from rulec.emit.jocly.text import js
from rulec.model.game import Extinction, Game, NoMoves, Outcome, Repetition


def config(game: Game, name: str, scripts: Mapping[str, list[str]], laid_out: Sheet) -> str:
    """The entry of a game in Jocly's manifest, as JSON; `scripts` are its parts' by kind."""
    levels = [
        {"name": "easy", "label": "Easy", "maxNodes": 1000},
        {"name": "fast", "label": "Fast [1sec]", "maxDuration": 1, "isDefault": True},
        {"name": "medium", "label": "Medium", "maxNodes": 10000, "maxDuration": 10},
        {"name": "strong", "label": "Strong", "maxNodes": 20000, "maxDuration": 15},
    ]
    worth = -1 if _is_for_losers(game) else 1
    light = {"x": -9, "y": 9, "z": 9}
    entry = {
        "status": True,
        "model": {
            "title-en": game.name,
            "summary": game.about or game.name,
            # Whose sounds are played; Jocly puts the game itself where it was found.
            "module": "chessbase",
            "thumbnail": f"{name}-thumb.png",
            "rules": {"en": f"{name}-rules.html"},
            "description": {"en": f"{name}-description.html"},
            "credits": {"en": f"{name}-credits.html"},
            "js": scripts["model"],
            "obsolete": False,
            "gameOptions": {
                "preventRepeat": any(isinstance(goal.condition, Repetition) for goal in game.goals),
                "uctTransposition": "state",
                "uctIgnoreLoop": False,
                "levelOptions": {
                    "pieceValueFactor": worth,
                    "pieceValueRatioFactor": worth,
                    "posValueFactor": 0.1,
                    "averageDistKingFactor": -0.01,
                    "checkFactor": 0.2,
                },
            },
            "levels": [{**level, "ai": "uct", "c": 0.6, "playoutDepth": 0} for level in levels],
        },
        "view": {
            "title-en": "Chessbase view",
            "module": "chessbase",
            "js": scripts["view"],
            "css": ["../chessbase/chessbase.css"],
            "xdView": True,
            "preferredRatio": round(laid_out.width / laid_out.height, 3),
            "useShowMoves": True,
            "useNotation": True,
            "useAutoComplete": True,
            "switchable": True,
            "animateSelfMoves": False,
            "defaultOptions": {
                "sounds": True,
                "moves": True,
                "notation": False,
                "autocomplete": False,
            },
            "sounds": {
                "move1": "alq_move1",
                "move2": "alq_move2",
                "move3": "alq_move3",
                "move4": "alq_move2",
                "tac1": "alq_tac1",
                "tac2": "alq_tac2",
                "tac3": "alq_tac1",
                "promo": "promo",
                "usermove": None,
            },
            "skins": [
                {
                    "name": "skin3d",
                    "title": "3D",
                    "3d": True,
                    "world": {
                        "lightIntensity": 1.3,
                        "skyLightIntensity": 1.2,
                        "lightCastShadow": True,
                        "fog": False,
                        "color": 0x47838C,
                        "lightPosition": light,
                        "skyLightPosition": {**light, "x": 9},
                        "lightShadowDarkness": 0.55,
                        "ambientLightColor": 0x222222,
                    },
                    "camera": _camera(laid_out),
                },
                {"name": "skin2d", "title": "2D", "3d": False},
            ],
        },
    }
    return js(entry, indent=4) + "\n"


def _is_for_losers(game: Game) -> bool:
    """Whether who has lost everything wins."""
    return any(
        goal.outcome is Outcome.LOSE and isinstance(goal.condition, NoMoves | Extinction)
        for goal in game.goals
    )


def _camera(laid_out: Sheet) -> dict[str, Any]:
    camera: dict[str, Any] = {
        "fov": 45,
        "distMax": 50,
        "distMin": 0,
        "radius": 16,
        "elevationAngle": 50,
        "elevationMin": 0,
    }
    storeys = len(laid_out.levels) - 1
    if storeys:
        # From further away, at the middle of the tower, and from below as well.
        camera |= {
            "distMax": 200,
            "radius": 18 + 3 * storeys,
            "elevationAngle": 30,
            "elevationMin": -89,
            "target": [0, 0, 1600 * storeys],
            "targetBounds": [3000, 3000, 3000 + 1600 * storeys],
        }
    return camera
