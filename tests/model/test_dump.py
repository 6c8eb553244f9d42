"""`rulec dump`: what it prints obeys docs/dump.schema.json, and says what the tables say."""

import json
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulec.model.dump import dump
from rulec.model.game import Game
from rulec.model.load import load
from rulec.model.lower import lower
from tests.support.facts import golden
from tests.support.games import PLAIN_CHESS, ROLLERBALL, ROOT, game_of

SCHEMA = json.loads((ROOT / "docs" / "dump.schema.json").read_text(encoding="utf-8"))

EVERYTHING = """
game "Everything" {
    captures are compulsory captures join the hand
    captures explode on step any sparing Pawn, Rook
    players may pass
}
board {
    grid 4 x 4
    orientation White north
    symmetry reflection
    zone camp White = rank 4
    unlink a1 north unlink a4 south
}
piece King "K" royal { step any castle a1 -> c1 with Rook d1 -> b1
    step any then step same to empty first passing safely }
piece Rook "R" { slide orthogonal step diagonal first drop on rank 1:3 }
piece Tokin "+P" { like King captured as Pawn }
piece Cannon "C" { slide any over 1 landing next
    slide any over 1 except Cannon to enemy except Tokin step any to common step any to royal }
piece Pawn "P" {
    slide forward 2 to empty from rank 1 leaving en passant
    step forward-left, forward-right en passant
    promotes to captured Rook on rank 4 or is illegal
    may promote to Tokin in camp from rank 3
    drop one a file without mate
}
setup { White King a1, Rook d1 }
before play { White passes Black places Pawn on b1, c1 }
goal {
    win checkmate draw stalemate lose no moves win extinction of Pawn, Rook
    win bare King unless answered win check 3 times win King on camp draw 2 passes
    draw repetition 3 (pieces distinct) draw 50 plies without capture or Pawn move
    draw material King, 2 Rook against King
}
"""
"""A small game with every construct that a dump speaks of, and that Rollerball lacks."""

HEXES = """
game "Hexes" {}
board { hex ranks a1:c1, a2:d2, b3:d3 orientation White north symmetry rotation }
piece King "K" royal { step any }
setup { White King a1 }
goal { win checkmate draw stalemate }
"""
LEVELS = (
    HEXES.replace("hex ranks a1:c1, a2:d2, b3:d3", "grid 3 x 3 x 2")
    .replace("symmetry rotation", "symmetry inversion")
    .replace("King a1", "King Aa1")
)

MOEBIUS = (
    HEXES.replace("hex ranks a1:c1, a2:d2, b3:d3", "grid 5 x 3")
    .replace("orientation", "glue a1:a3 west to e3:e1 east orientation")
    .replace("King a1", "King b1")
)

GAMES = {
    "Rollerball": load(ROLLERBALL),
    **{name: load(ROLLERBALL, name) for name in ("Literal", "Stop", "Jocly")},
    "Plain Chess": load(PLAIN_CHESS),
    "Losing Chess": load(ROOT / "games" / "losing-chess.rules"),
    "Everything": game_of(EVERYTHING),
    "Byzantine Chess": load(ROOT / "games" / "byzantine-chess.rules"),
    "Hexes": game_of(HEXES),
    "Levels": game_of(LEVELS),
    "Möbius": game_of(MOEBIUS),
}


@cache
def validator() -> Draft202012Validator:
    Draft202012Validator.check_schema(SCHEMA)
    return Draft202012Validator(SCHEMA)


def dumped(game: Game) -> Any:
    return json.loads(json.dumps(dump(game, lower(game))))


@pytest.mark.parametrize("name", GAMES)
def test_a_dump_obeys_the_schema(name: str) -> None:
    errors = [error.message for error in validator().iter_errors(dumped(GAMES[name]))]
    assert errors == []


def test_every_part_of_the_schema_is_used() -> None:
    """A property that no dump has would be documented and never tested."""
    text = "".join(json.dumps(dumped(game)) for game in GAMES.values())
    for definition in SCHEMA["$defs"].values():
        for name in definition.get("properties", ()):
            assert f'"{name}": ' in text
    for condition in (
        "no moves",
        "extinction",
        "bare",
        "checks",
        "passes",
        "reach",
        "quiet",
        "material",
    ):
        assert f'"condition": "{condition}"' in text


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data.update(more=1),
        lambda data: data.pop("players"),
        lambda data: data.update(rulec=2),
        lambda data: data["goals"][0].update(count=3),
        lambda data: data["goals"][1].pop("rule"),
        lambda data: data["pieces"][0].update(letter="king"),
        lambda data: data["lines"]["White"]["King"]["a1"][0]["stops"][0].update(ends=["fly"]),
        lambda data: data["lines"]["White"]["King"]["a1"][0]["stops"][0].update(optional=True),
        lambda data: data["board"]["arrows"]["White"].update(z=1),
    ],
)
def test_the_schema_is_strict(damage: Any) -> None:
    data = dumped(load(ROLLERBALL))
    damage(data)
    assert not validator().is_valid(data)


def test_nothing_is_left_open_in_the_schema() -> None:
    def objects(node: Any) -> Any:
        if isinstance(node, dict):
            if node.get("type") == "object":
                yield node
            for child in node.values():
                yield from objects(child)
        elif isinstance(node, list):
            for child in node:
                yield from objects(child)

    for node in objects(SCHEMA):
        assert "additionalProperties" in node or node["unevaluatedProperties"] is False


def test_the_size_of_the_tables_is_told() -> None:
    data = dumped(load(ROLLERBALL))
    lines = [
        line
        for side in data["lines"].values()
        for piece in side.values()
        for square in piece.values()
        for line in square
    ]
    stops = sum(len(line["stops"]) for line in lines)
    assert data["size"] == {"lines": len(lines), "stops": stops}


def test_lines_are_the_golden_rays() -> None:
    lines = dumped(load(ROLLERBALL))["lines"]["White"]
    for piece, rays in golden("tables.json")["rays"].items():
        for square, known in rays.items():
            found = [
                " ".join(stop["square"] for stop in line["stops"])
                for line in lines[piece.capitalize()][square]
            ]
            assert sorted(found) == sorted(known)


def test_a_line_tells_its_rule_its_bends_and_its_marks() -> None:
    lines = dumped(load(ROLLERBALL))["lines"]["White"]
    bent = next(line for line in lines["Rook"]["g1"] if line["bends"])
    assert bent["bends"] == [{"on": "a1", "kind": "turn", "from": "west", "to": "north"}]
    place = bent["rule"]
    text = ROLLERBALL.read_text(encoding="utf-8").splitlines()[place["line"] - 1]
    rule = text[place["column"] - 1 : place["end_column"] - 1]
    assert rule == "slide orthogonal onward turning at corners"
    crossing = next(line for line in lines["King"]["d2"] if line["stops"][0]["square"] == "c2")
    assert crossing["stops"] == [
        {
            "square": "c2",
            "ends": ["move", "capture"],
            "sets": [{"player": "White", "gate": "start-line"}],
        }
    ]
