"""What a vault's page shows in its own way: tasks, callouts, formulas, sizes of pictures, bare addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from wikic.markdown import dialect
from wikic.markdown.parse import MAX_NESTING
from wikic.site.text_html import raw_html, read_wikilink
from wikic.site.vault_html import Guard

_WIDTH: Final = re.compile(r"(?:\A|\|)[ ]*(\d{1,4})(?:x\d{1,4})?[ ]*\Z")
_WEB_ADDRESS: Final = re.compile(r"\bhttps?://[^\s<>\"'`\[\]()|]*[^\s<>\"'`\[\]()|.,;:!?*_~]")
_TASK: Final = re.compile(r"\[([^\[\]\n])\][ \t]+")
_TASK_WORD: Final = re.compile(r"(?:TODO|DOING|NOW|LATER|WAITING|WAIT|IN-PROGRESS|(DONE)|(CANCELL?ED))(?=\s)")
_BOXES: Final = {" ": "☐", "x": "☑", "X": "☑", "-": "☒", "/": "◩"}
# Kinds of callouts that are more than a note.
_CALLOUTS: Final = {
    "tip": "tip", "hint": "tip", "important": "tip", "success": "tip", "check": "tip", "done": "tip",
    "warning": "warning", "caution": "warning", "attention": "warning", "question": "warning",
    "help": "warning", "faq": "warning", "danger": "danger", "error": "danger", "bug": "danger",
    "failure": "danger", "fail": "danger", "missing": "danger",
}  # fmt: skip


def look_of(kind: str) -> str:
    """How a callout looks: as a ``note``, ``tip``, ``warning`` or ``danger``."""
    return _CALLOUTS.get(kind.casefold(), "note")


def sized(words: str) -> tuple[str, str]:
    """The words of a picture, and how wide it is shown."""
    found = _WIDTH.search(words)
    return (words, "") if found is None else (words[: found.start()], found[1])


def task_box(content: str) -> tuple[str, str]:
    """The box of a task, and the rest of its item; "" for what is none."""
    sign = _TASK.match(content)
    if sign is not None:
        box = _BOXES.get(sign[1], f"[{escape(sign[1])}]")
        return f'<span class="box">{box}</span> ', content[sign.end() :]
    word = _TASK_WORD.match(content)
    if word is None:
        return "", content
    return f'<span class="box">{"☑" if word[1] else "☒" if word[2] else "☐"}</span> ', content


def formula(token: Token) -> str:
    """A formula, its TeX as it was written."""
    tex = token.content.strip("$").strip()
    place = token.attrGet("id")
    named = f' id="{escape(str(place))}"' if place else ""
    return f'<code class="math"{named}>{escape(tex)}</code>'


def as_html(token: Token, html: str) -> None:
    """Make a token a block of markup."""
    token.type, token.tag, token.content, token.nesting = "html_block", "", html, 0


def plain(content: str) -> Token:
    """Words among tokens."""
    token = Token("text", "", 0)
    token.content = content
    return token


def with_web_addresses(tokens: Sequence[Token], guard: Guard) -> Iterator[Token]:
    """Tokens with the addresses of the web that stand in text as links."""
    inside = 0
    for token in tokens:
        inside += (token.type == "link_open") - (token.type == "link_close")
        if token.type != "text" or inside or "://" not in token.content:
            yield token
            continue
        at = 0
        for found in _WEB_ADDRESS.finditer(token.content):
            yield plain(token.content[at : found.start()])
            href = escape(guard.address(found[0]))
            yield raw_html(f'<a href="{href}" rel="noopener nofollow">{href}</a>')
            at = found.end()
        yield plain(token.content[at:])


@cache
def reader() -> MarkdownIt:
    """The parser of a vault's pages: CommonMark with tables, ``dialect`` and HTML, which is cleaned."""
    made = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING})
    made.enable(["table", "strikethrough"])
    dialect.install(made)
    made.inline.ruler.before("link", "wikilink", read_wikilink)
    return made
