"""A report's findings in words, for the terminal, JSON and HTML alike."""

from __future__ import annotations

from rulec.crosscheck.causes import Cause, Kind
from rulec.crosscheck.compare import Difference
from rulec.crosscheck.coverage import Item
from rulec.crosscheck.notebook import Group
from rulec.crosscheck.run import Report
from rulec.engines.rules_engine import BEFORE_PLAY, DROP

LETTERS = ("A", "B")
"""What the two engines are called in a report."""


def cause_words(cause: Cause) -> str:
    """What one engine has and the other lacks, in a sentence."""
    has, lacks = LETTERS[cause.has], LETTERS[1 - cause.has]
    piece = cause.piece or "a piece"
    shape = f" ({cause.shape})" if cause.shape else ""
    match cause.kind:
        case Kind.RAY if cause.shape == BEFORE_PLAY:
            return f"{has} has ways to set up that {lacks} has not"
        case Kind.RAY if cause.shape == DROP:
            return f"{has} drops {piece} where {lacks} does not"
        case Kind.RAY if cause.shape:
            return f"{has} has a ray of {piece}{shape} that {lacks} has not"
        case Kind.RAY:
            return f"{has} has moves of {piece} that {lacks} has not"
        case Kind.SIDE:
            return f"{has} moves pieces of the side that is not to move"
        case Kind.PROMOTION:
            return f"{has} and {lacks} differ on what {piece} becomes"
        case Kind.REFUSAL:
            return f"{has} lists a move and then does not accept it"
        case Kind.ENDING:
            assert cause.endings is not None
            ends = [
                f"{letter}: {end if end is not None else 'the game goes on'}"
                for letter, end in zip(LETTERS, cause.endings, strict=True)
            ]
            return f"the ending: {'; '.join(ends)}{shape}"


def count_words(group: Group) -> str:
    """How often a cause showed, and on which squares."""
    squares = sorted(pair for pair in group.squares if pair[0])
    times = f"{group.count} time{'s' * (group.count != 1)}"
    if not squares or group.cause.kind is Kind.REFUSAL:
        return times
    shown = " ".join("-".join(pair) for pair in squares[:12])
    more = f" and {len(squares) - 12} more" if len(squares) > 12 else ""
    return f"{times}, on {len(squares)} pair{'s' * (len(squares) != 1)} of squares: {shown}{more}"


def difference_words(difference: Difference) -> list[str]:
    """A difference, one line for each engine that has something of its own to say."""
    if difference.refusals is not None:
        return [
            f"{letter} refuses: {words}"
            for letter, words in zip(LETTERS, difference.refusals, strict=True)
            if words is not None
        ]
    if difference.endings is not None:
        return [
            f"{letter}: {end if end is not None else 'the game goes on'}"
            for letter, end in zip(LETTERS, difference.endings, strict=True)
        ]
    return [
        f"only in {letter}: {' '.join(sorted(moves))}"
        for letter, moves in zip(LETTERS, difference.only, strict=True)
        if moves
    ]


def compared_words(report: Report) -> str:
    """How much was compared."""
    notebook = report.notebook
    what = "moves and endings" if report.endings_compared else "moves (not endings)"
    text = f"{notebook.positions:,} positions, {notebook.moves:,} moves: {what} compared"
    if notebook.different:
        text += f", {notebook.different:,} positions differ"
    if notebook.refused:
        text += f", {notebook.refused:,} could not be set up"
    return f"{text}; {report.seconds:.1f} s"


def reached(report: Report) -> tuple[list[Item], list[Item]]:
    """The rules that the compared positions exercised, and those that they did not."""
    counts = report.notebook.coverage
    seen = [item for item in report.items if counts[item.key]]
    return seen, [item for item in report.items if not counts[item.key]]
