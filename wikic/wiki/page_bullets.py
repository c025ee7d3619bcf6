"""The units of a section as they stand: bullets that carry a statement id, headings, paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from wikic import layout
from wikic.markdown.bullet_lines import from_markdown
from wikic.markdown.escape import unescape
from wikic.model.page import Own
from wikic.model.statement import STATEMENT_KINDS
from wikic.wiki.page_sections import TOP

_CITATION: Final = rf"\s*\[\[{layout.DIGESTS_DIR}/[^\]|#]+#\^p[0-9a-f]{{8}}\]\]"


_STATED: Final = re.compile(
    rf"^(?P<text>.*?)(?P<citations>(?:{_CITATION})*)(?:^|[ \t]+)\^(?P<id>f[0-9a-f]{{8}})[ \t]*$"
)


_HEADING: Final = re.compile(r"^(?P<marks>#{3,6})[ \t]+(?P<text>.*?)[ \t]*$")


# What opens code, behind the marks of the items it may be the first line of.
_FENCE: Final = re.compile(r"^\s*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?P<fence>`{3,}(?=[^`]*$)|~{3,})")


_HOLDER: Final = re.compile(r"^\*\*(?P<holder>.+?)\*\*: (?P<text>.*)$", re.DOTALL)


def is_generated(id: str, markdown: str) -> bool:
    """Whether the words of a bullet hash to its statement's id."""
    readings: list[tuple[str | None, str]] = [(None, markdown)]
    held = _HOLDER.match(markdown)
    if held is not None:
        readings.append((unescape(held["holder"]), held["text"]))
    return any(
        layout.statement_id(kind, holder, from_markdown(text.split("\n"))) == id
        for holder, text in readings
        for kind in STATEMENT_KINDS
    )


@dataclass(frozen=True, slots=True)
class BulletOnDisk:
    """A bullet that carries a statement's id.

    id: of the statement.
    markdown: its words as they stand, without the bullet's mark and indent, citations and id taken off.
    section: the section it stands in.
    below: indented lines under it, which people wrote, or "".
    cites: its citations as they stand, one behind the other.
    place: the headings it stands under in the section of a document's content, outermost first.
    """

    id: str
    markdown: str
    section: str
    below: str = ""
    cites: str = ""
    place: tuple[str, ...] = ()

    @property
    def generated(self) -> bool:
        """Whether the words hash to the id: nobody reworded it."""
        return is_generated(self.id, self.markdown)


@dataclass(slots=True)
class FactsOnDisk:
    """Bullets with ids and, between them, what else stands among the facts."""

    bullets: list[BulletOnDisk] = field(default_factory=list)
    own: list[Own] = field(default_factory=list)

    def read(self, lines: Iterable[str], section: str) -> None:
        """Take the lines of a section; outside of the fact sections (``section`` is "") nothing is a fact."""
        place: tuple[str, ...] = ()
        for chunk in chunks(lines):
            stated = _stated(chunk, section, place) if section else None
            if stated is not None:
                self.bullets.append(stated)
                continue
            after = self.bullets[-1].id if self.bullets else ""
            first, _, rest = chunk.partition("\n")
            found = _HEADING.match(first)
            if found is not None:
                place = (*place[: len(found["marks"]) - TOP], unescape(found["text"]))
                self.own.append(Own(first, after))
                chunk = rest  # a paragraph right below a heading is not the heading's
            if chunk:
                self.own.append(Own(chunk, after))


def stated_id(chunk: str) -> str | None:
    """The id of the statement that a unit of a section is the bullet of, or None."""
    found = _stated(chunk, "", ())
    return found.id if found is not None else None


def _stated(chunk: str, section: str, place: tuple[str, ...]) -> BulletOnDisk | None:
    """The bullet of a statement, or None for what carries no id: it ends at the first line with one."""
    if not chunk.startswith("- "):
        return None
    lines = chunk[2:].split("\n")
    fence = ""
    for at, line in enumerate(lines):
        opened = _FENCE.match(line)
        if fence:
            fence = "" if opened is not None and line.strip() == fence else fence
            continue
        if opened is not None:
            fence = opened["fence"]
            continue
        match = _STATED.match(line)
        if match is None:
            continue
        words = [lines[0], *(each.removeprefix("  ") for each in lines[1:at])]
        last = match["text"].removeprefix("  ") if at else match["text"]
        words = [*words[:at], last] if last.strip() or not at else words[:at]
        while len(words) > 1 and not words[-1].strip():
            words.pop()
        below = "\n".join(lines[at + 1 :])
        return BulletOnDisk(match["id"], "\n".join(words), section, below, match["citations"], place)
    return None


def heading_text(own: Own) -> str | None:
    """The text of a heading that stands among the facts, None where it is none."""
    found = _HEADING.match(own.text)
    return unescape(found["text"]) if found is not None else None


def chunks(lines: Iterable[str]) -> list[str]:
    """Units of a section: bullets with what is indented below them, paragraphs, and fenced code."""
    chunks: list[list[str]] = []
    blanks = 0  # since the last line of the open chunk
    fence = ""
    for line in lines:
        text = line.lstrip()
        if fence:
            chunks[-1].append(line)
            if text.startswith(fence) and not text.strip(fence[0] + " \t"):
                fence = ""
            continue
        if not text:
            blanks += 1
            continue
        bullet = line.startswith("- ")
        if chunks and not bullet and (not blanks or line[0] in " \t"):
            chunks[-1] += [""] * blanks + [line]
        else:
            chunks.append([line])
        blanks = 0
        opened = _FENCE.match(line)
        if opened is not None:
            fence = opened["fence"]
    return ["\n".join(chunk).rstrip() for chunk in chunks]
