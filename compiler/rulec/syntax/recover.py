"""Explaining syntax errors: what was expected, in an author's words, several a run."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import cast

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.lexer import LexerState
from lark.parsers.lalr_interactive_parser import InteractiveParser

from rulec.syntax.diagnostics import Findings, did_you_mean
from rulec.syntax.source import Source, Span

MOST_SYNTAX_ERRORS = 20
"""How many syntax errors one run reports."""


_TOKEN_WORDS = {
    "NAME": "a name",
    "SQUARE": "a square",
    "STRING": 'a text in "quotes"',
    "INT": "a number",
    "SIZE": "a size such as 8 x 8",
    "$END": "the end of the file",
}

MOST_EXPECTED = 10
"""How many things that could stand somewhere are listed; more would help nobody."""

_SECTION_STARTS = frozenset({"GAME", "BOARD", "PIECE", "SETUP", "BEFORE", "GOAL", "VARIANT"})

_ENTRY_STARTS = _SECTION_STARTS | frozenset(
    {
        *("AUTHOR", "YEAR", "ABOUT", "PLAYERS"),
        *("HEX", "WRAP", "GLUE", "LINK", "UNLINK"),
        *("GRID", "HOLE", "TRACK", "ARROW", "ORIENTATION", "SYMMETRY", "ZONE", "GATE"),
        *("STEP", "SLIDE", "LEAP", "RIDE", "PROMOTES", "CASTLE", "LIKE", "DROP"),
        *("FEN", "WIN", "LOSE", "DRAW", "RBRACE"),
    }
)
"""Tokens at which a new entry or section begins: reading goes on there after an error."""


_EXAMPLES = {
    "GAME": 'game "Rollerball" { players White, Black }',
    "PLAYERS": "players White, Black",
    "GRID": "grid 8 x 8",
    "HOLE": "hole c4:f5, a1",
    "ORIENTATION": "orientation White north",
    "SYMMETRY": "symmetry reflection",
    "ZONE": "zone camp White = rank 6:8",
    "GATE": "gate river White = rank 4 -> rank 5",
    "TRACK": "track outer = a1 -> a7 -> g7 -> g1 -> a1",
    "PIECE": 'piece Rook "R" { slide orthogonal }',
    "STEP": "step forward, diagonal",
    "SLIDE": "slide orthogonal 3",
    "LEAP": "leap (2,1)` or `leap 2 forward 1 sideways",
    "RIDE": "ride (2,1)",
    "CASTLE": "castle e1 -> g1 with Rook h1 -> f1",
    "PROMOTES": "promotes to Queen, Rook on rank 8",
    "SETUP": "White King e1, Rook a1 h1, Pawn a2:h2",
    "GOAL": "win checkmate  draw stalemate  draw repetition 3",
}
"""How what begins with a token is written: shown where reading stops and nothing else helps."""

_MEANT = {
    "jump": "leap", "jumps": "leap", "hop": "leap", "hops": "leap",
    "move": "step", "moves": "step", "walk": "step", "run": "slide", "runs": "slide",
    "capture": "to enemy", "captures": "to enemy", "take": "to enemy", "takes": "to enemy",
    "becomes": "promotes", "size": "grid", "start": "setup", "end": "goal", "ends": "goal",
}  # fmt: skip
"""Words that an author may try, and the language's own."""


class _Words:
    """What the grammar's tokens are called when an author is told about them."""

    def __init__(self, parser: Lark) -> None:
        self._literals = {
            terminal.name: terminal.pattern.value
            for terminal in parser.terminals
            if terminal.pattern.type == "str"
        }

    def keywords(self, tokens: Collection[str]) -> list[str]:
        """The keywords among some tokens."""
        literals = (self._literals.get(token, "") for token in tokens)
        return [literal for literal in literals if literal.isalpha()]

    def meant(self, word: str, tokens: Collection[str]) -> str | None:
        """A hint at the keyword among some tokens that a word may stand for."""
        known = self.keywords(tokens)
        own = _MEANT.get(word.lower(), "")
        return f"did you mean `{own}`?" if own.split(" ")[0] in known else did_you_mean(word, known)

    def listed(self, tokens: Collection[str]) -> str:
        """`a name, "x" or "y"`: some tokens in an author's words, never in the parser's."""
        words = [
            _TOKEN_WORDS.get(token) or f"`{self._literals.get(token, token)}`" for token in tokens
        ]
        words.sort(key=lambda word: (word.startswith("`"), word))
        return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def syntax_errors(parser: Lark, source: Source) -> Findings:
    """Every error of a text that does not parse: reading goes on at the next entry that fits."""
    findings = Findings()
    words = _Words(parser)
    interactive = parser.parse_interactive(source.text)
    tokens = _tokens(interactive)
    skipping = False
    entry = ""  # the last token that has an example
    while len(findings) < MOST_SYNTAX_ERRORS:
        try:
            token = next(tokens, None)
        except UnexpectedCharacters as error:
            span = _no_word(source, error)
            if not skipping:
                _report_character(span, findings)
            counter = cast(LexerState, interactive.lexer_thread.state).line_ctr
            counter.feed(cast(Token, span.text))
            tokens = _tokens(interactive)
            skipping = True
            continue
        if token is None:
            if not skipping:
                _report_end(source, _accepts(interactive), words, findings)
            break
        if skipping and not (token.type in _ENTRY_STARTS and _unwind(interactive, token.type)):
            continue
        skipping = False
        try:
            interactive.feed_token(token)
            entry = token.type if token.type in _EXAMPLES else entry
        except UnexpectedToken:
            example = _EXAMPLES.get(entry)
            _report_token(source, token, _accepts(interactive), words, findings, example)
            skipping = not (token.type in _ENTRY_STARTS and _unwind(interactive, token.type))
            if not skipping:
                interactive.feed_token(token)
                entry = token.type if token.type in _EXAMPLES else entry
    return findings


def _tokens(interactive: InteractiveParser) -> Iterator[Token]:
    """The tokens from where the lexer stands; it has to be asked anew after an error."""
    thread = interactive.lexer_thread
    return cast(Iterator[Token], thread.lex(interactive.parser_state))  # type: ignore[no-untyped-call]


def _accepts(interactive: InteractiveParser) -> set[str]:
    return cast(set[str], interactive.accepts())  # type: ignore[no-untyped-call]


def _unwind(interactive: InteractiveParser, token: str) -> bool:
    """Drop half-built entries until the parser takes `token`; False if it never would."""
    state = interactive.parser_state
    table = state.parse_conf.states
    for depth in range(len(state.state_stack), 0, -1):
        if token in table[state.state_stack[depth - 1]]:
            del state.state_stack[depth:], state.value_stack[depth - 1 :]
            if token in _accepts(interactive):
                return True
    return False


_NO_WORD = re.compile(r'"[^\n]*|\w+|(\W)\1*')
"""What is passed over where no token begins: a text, a word, or a run of one character."""


def _no_word(source: Source, error: UnexpectedCharacters) -> Span:
    at = error.pos_in_stream or 0
    match = _NO_WORD.match(source.text, at)
    assert match is not None
    return Span(source, at, match.end())


def _report_character(span: Span, findings: Findings) -> None:
    if span.text[0] == '"':
        findings.error("E104", span, "this text has no closing quote on its line")
    else:
        hint = "a name starts with a letter from a to z" if span.text[0].isalnum() else None
        findings.error("E102", span, f"`{_shown(span.text)}` has no meaning here", hint=hint)


def _shown(text: str) -> str:
    return text if len(text) <= 30 else f"{text[:27]}..."


def _report_end(
    source: Source, accepts: Collection[str], words: _Words, findings: Findings
) -> None:
    if "$END" not in accepts:
        end = len(source.text.rstrip())
        span = Span(source, max(0, end - 1), end)
        findings.error("E103", span, f"the file ends too early: expected {words.listed(accepts)}")


def _report_token(
    source: Source,
    token: Token,
    expected: Collection[str],
    words: _Words,
    findings: Findings,
    example: str | None,
) -> None:
    start = token.start_pos or 0
    span = Span(source, start, start + len(token))
    hint = None
    if token.type in _SECTION_STARTS and "RBRACE" in expected:
        hint = f"is a `}}` missing before `{token}`?"
    elif token.type == "NAME":
        hint = words.meant(str(token), expected)
    elif len(expected) > MOST_EXPECTED:
        hint = None
    elif token.type.isalpha() and str(token).isalpha() and "NAME" in expected:
        hint = f"`{token}` is a word of the language and cannot be a name"
    elif token.type == "SQUARE" and "NAME" in expected:
        hint = f"`{token}` reads as a square and cannot be a name"
    message = f"expected {words.listed(expected)}, found `{_shown(token)}`"
    if len(expected) > MOST_EXPECTED:
        message = f"`{_shown(token)}` has no place here"
        hint = hint or f"here may stand {words.listed(expected)}"
    elif hint is None and example is not None:
        hint = f"it is written like `{example}`"
    findings.error("E101", span, message, hint=hint)
