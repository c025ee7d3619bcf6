"""The words a reader sees of a page, as markdown-it-py renders it; of wikilinks their display text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from wikic.markdown.frontmatter import split
from wikic.markdown.parse import MAX_NESTING
from wikic.markdown.source import plain_lines
from wikic.markdown.wikilink import FROM_BRACKET

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_WIKILINK: Final = "wikilink"


def words(text: str, *, brackets: bool = False) -> str:
    """What stands below the frontmatter of ``text`` as a reader sees it, one line for each block or cell.

    White space within a line is one space. brackets: wikilinks as they are written.
    """
    front = split(text)
    body = plain_lines(text[front.body :] if front else text)
    return "\n".join(" ".join(line.split()) for line in _lines(_markdown().parse(body), brackets))


def _lines(tokens: Sequence[Token], brackets: bool) -> Iterator[str]:
    for token in tokens:
        if token.type == "inline":
            yield "".join(_inline(token.children or (), brackets))
        elif token.content:  # code, HTML
            yield f"{token.info}\n{token.content}"
        elif token.type in ("hr", "list_item_open"):
            yield token.markup + token.info


def _inline(tokens: Sequence[Token], brackets: bool) -> Iterator[str]:
    for token in tokens:
        if token.type in ("softbreak", "hardbreak"):
            yield " "
        elif token.type == _WIKILINK:
            yield token.markup if brackets else token.content
        elif token.type == "image":
            yield "".join(_inline(token.children or (), brackets))
        else:
            yield token.content


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable("table")
    markdown.inline.ruler.before("link", _WIKILINK, _wikilink)
    # The linter says what destinations may be.
    markdown.validateLink = lambda url: True  # type: ignore[method-assign]  # its hooks are set so
    return markdown


def _wikilink(state: StateInline, silent: bool) -> bool:
    match = FROM_BRACKET.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        token = state.push(_WIKILINK, "", 0)
        token.markup, token.content = match[0], (match[2] or match[1]).strip()
    state.pos = match.end()
    return True
