"""The words of the language, by the place they may stand in.

The lists are data: what a word does is said where it is resolved (`moves`, `goals`, `board`).
"""

from __future__ import annotations

GOAL_SECTIONS = frozenset({"win-condition", "loss-condition", "draw-condition", "count-condition"})

TEXT_SECTIONS = frozenset({"title", "description", "history", "strategy"})

MEDIA_SECTIONS = frozenset(
    {"music", "solution"}
    | {
        f"{event}-sound"
        for event in (
            "capture", "change", "click", "draw", "drop", "loss", "move", "opening", "release",
            "win",
        )
    }
)  # fmt: skip

OLD_OPTIONS = {
    "allow-flipping": "prevent flipping",
    "animate-captures": "animate captures",
    "animate-drops": "animate drops",
    "include-off-pieces": "include off-pieces",
    "maximal-captures": "maximal captures",
    "pass-partial": "pass partial",
    "pass-turn": "pass turn",
    "recycle-captures": "recycle captures",
    "recycle-promotions": "recycle promotions",
}
"""Sections of their own before version 2.0, and the options they became."""

RULE_OPTIONS = frozenset(
    {
        "pass turn",
        "pass partial",
        "maximal captures",
        "recycle captures",
        "recycle promotions",
        "discard cascades",
        "include off-pieces",
    }
)

DISPLAY_OPTIONS = frozenset(
    {
        "animate captures",
        "animate drops",
        "smart moves",
        "show moves list",
        "highlight goals",
        "selection screen",
        "prevent flipping",
        "progressive levels",
    }
)

DAGAZ_OPTIONS = frozenset(
    {
        "sliding-puzzle",
        "smart-moves",
        "deferred captures",
        "shared pieces",
        "ko",
        "show hints",
        "show captures",
    }
)
"""Options that only the program Dagaz knows."""

DAGAZ_OPTION_ENDINGS = ("-extension", "-invariant")

SECTIONS = (
    GOAL_SECTIONS
    | TEXT_SECTIONS
    | MEDIA_SECTIONS
    | OLD_OPTIONS.keys()
    | {
        "default", "players", "turn-order", "board", "board-setup", "piece", "move-priorities",
        "option", "engine",
    }
)  # fmt: skip

BOARD_PARTS = frozenset(
    {
        "image", "grid", "positions", "links", "unlink", "kill-positions", "dummy", "zone",
        "symmetry",
    }
)  # fmt: skip

PIECE_PARTS = frozenset(
    {
        "name", "help", "description", "notation", "image", "attribute", "moves", "drops",
        "dummy", "open",
    }
)  # fmt: skip

PLAIN_INSTRUCTIONS = frozenset(
    {
        "add", "add-copy", "add-copy-partial", "add-partial", "back", "capture", "cascade",
        "change-owner", "create", "flip", "from", "mark", "to",
    }
)  # fmt: skip
"""Instructions that may stand as a bare word."""

LIST_INSTRUCTIONS = frozenset(
    {
        "add", "add-copy", "add-copy-partial", "add-partial", "capture", "change-owner",
        "change-type", "create", "flip", "go", "if", "mark", "opposite", "set-attribute",
        "set-flag", "set-position-flag", "verify", "while",
    }
)  # fmt: skip
"""Instructions that may stand at the head of a list."""

SQUARE_CONDITIONS = frozenset(
    {
        "empty?", "enemy?", "friend?", "neutral?", "last-from?", "last-to?", "marked?",
        "goal-position?", "adjacent-to-enemy?", "attacked?", "defended?",
    }
)  # fmt: skip
"""Conditions that may stand as a bare word, about the current square."""

SUBJECT_CONDITIONS = frozenset({"piece?", "in-zone?", "position?", "position-flag?", "on-board?"})
"""Conditions that need an argument."""

LOGIC = frozenset({"not", "and", "or", "flag?", "not-flag?", "true", "false"})

GOAL_TESTS = frozenset(
    {
        "stalemated", "repetition", "captured", "checkmated", "absolute-config",
        "relative-config", "pieces-remaining", "total-piece-count",
    }
)  # fmt: skip

OCCUPANTS = frozenset({"opponent", "any-owner"})

KEYWORDS = (
    SECTIONS
    | BOARD_PARTS
    | PIECE_PARTS
    | PLAIN_INSTRUCTIONS
    | LIST_INSTRUCTIONS
    | SQUARE_CONDITIONS
    | SUBJECT_CONDITIONS
    | LOGIC
    | GOAL_TESTS
    | OCCUPANTS
    | {f"not-{word}" for word in SQUARE_CONDITIONS | SUBJECT_CONDITIONS}
    | {
        "define", "include", "version", "translate", "game", "variant", "else", "off", "repeat",
        "move-type", "last-from", "last-to", "start-rectangle", "dimensions", "directions",
    }
)  # fmt: skip
"""Every word with a meaning of its own; none should be used as a name."""

MAX_PLAYERS = 32
MAX_ATTRIBUTES = 32
MAX_ZONES = 32
MAX_DIRECTIONS = 100
MAX_DIMENSIONS = 5
MAX_FLAGS = 32
MAX_POSITION_FLAGS = 16
MAX_CASCADES = 1024
MAX_INSTRUCTIONS = 200_000

KNOWN_VERSIONS = ("1.0", "1.2", "1.3", "2.0", "2.0.1")
