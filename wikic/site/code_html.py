"""Code as HTML, coloured by what Pygments tells of its language; one that it does not know stays as it is.

Some of Pygments' lexers take the square of what they are given, and hold the interpreter meanwhile. So
nothing long is given to them, and a page has a measure of its own; what is beyond stays as it is.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pygments.lexer import Lexer
    from pygments.token import _TokenType

# Characters that are coloured: of one fence, of one line in it, and of all fences of a page.
_OF_FENCE: Final = 4_000
_OF_LINE: Final = 500
_OF_PAGE: Final = 40_000
# Pygments' kinds of words, the narrower first, and the class that the style has for them.
_CLASSES: Final = (
    ("Token.Comment", "c"),
    ("Token.Keyword", "k"),
    ("Token.Literal.String", "s"),
    ("Token.Literal.Number", "n"),
    ("Token.Name.Function", "f"),
    ("Token.Name.Class", "f"),
    ("Token.Name.Tag", "k"),
    ("Token.Name.Attribute", "f"),
    ("Token.Name.Decorator", "f"),
    ("Token.Name.Builtin", "f"),
    ("Token.Generic.Inserted", "i"),
    ("Token.Generic.Deleted", "d"),
)


class Colours:
    """Colours the code of one page, until it is too much."""

    def __init__(self) -> None:
        self._left = _OF_PAGE

    def coloured(self, code: str, language: str, _attributes: str = "") -> str:
        """The markup of ``code`` in ``language``, a name that people write behind a fence."""
        fits = len(code) <= min(_OF_FENCE, self._left) and all(
            len(line) <= _OF_LINE for line in code.split("\n")
        )
        lexer = _lexer(language.casefold()) if language and fits else None
        if lexer is None:
            return escape(code, quote=False)
        self._left -= len(code)
        parts: list[str] = []
        for kind, group in groupby(lexer.get_tokens(code), key=lambda token: _class(token[0])):
            words = escape("".join(text for _, text in group), quote=False)
            parts.append(f'<span class="{kind}">{words}</span>' if kind else words)
        return "".join(parts)


@lru_cache(maxsize=64)
def _lexer(language: str) -> Lexer | None:
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


@lru_cache(maxsize=512)
def _class(kind: _TokenType) -> str:
    name = str(kind)
    return next((short for start, short in _CLASSES if name.startswith(start)), "")
