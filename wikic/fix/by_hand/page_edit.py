"""A page with one fact or one section changed, and everything else as it was. Pure.

An edit that would be read back as anything but itself is refused: a fact keeps its citations and its id, a
section stays one section, and no other line of the page changes its meaning.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from wikic.errors import RefusedError
from wikic.markdown.read import read
from wikic.markdown.source import decode, encode
from wikic.model.page import Fact, Section
from wikic.navigate.reader.page_view import view_of
from wikic.wiki import page_read
from wikic.wiki.page_blocks import GENERATED_SECTIONS, BulletOnDisk, Part, facts_in, parts_of
from wikic.wiki.page_read import PageOnDisk
from wikic.wiki.page_render import bullet

_UNCHANGED = "nothing was changed"
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")  # no line holds one


def reword(data: bytes, path: str, id: str, words: str) -> bytes:
    """The page with other words for a fact. Raises RefusedError, FormatError."""
    words = _lines(words).strip()
    if not words:
        raise RefusedError(f"a fact needs words; retire it to have it go; {_UNCHANGED}")

    def change(text: str, page: PageOnDisk) -> str:
        fact, old = _fact(page, id), _bullet(text, id)
        new = bullet(replace(fact, text=words, reworded=True, holder=None, below=""), old.tail)
        return text[: old.span.start] + new + text[old.span.end :]

    def wanted(page: PageOnDisk) -> PageOnDisk:
        bullets = (replace(each, markdown=words) if each.id == id else each for each in page.bullets)
        return replace(page, bullets=tuple(bullets))

    return _changed(data, path, change, wanted)


def retire(data: bytes, path: str, id: str) -> bytes:
    """The page without a fact; what people wrote below it stays there. Raises RefusedError, FormatError."""

    def change(text: str, page: PageOnDisk) -> str:
        _fact(page, id)
        old = _bullet(text, id)
        left = "\n".join(line.removeprefix("  ").removeprefix("\t") for line in old.below.split("\n")).strip()
        end = old.span.end + len(old.below) + 1 if old.below else old.span.end
        before, after = text[: old.span.start], text[end:].removeprefix("\n")
        return f"{before}\n{left}\n{after}" if left else before + after

    def wanted(page: PageOnDisk) -> PageOnDisk:
        return replace(page, bullets=tuple(each for each in page.bullets if each.id != id))

    return _changed(data, path, change, wanted, words=False)


def write_section(data: bytes, path: str, number: int, heading: str, body: str) -> bytes:
    """The page with a section of people's rewritten, or taken out where nothing is left of it.

    number: of the section among those that people added, from 1; 0 adds one.

    Raises RefusedError, FormatError.
    """
    heading, body = " ".join(_lines(heading).split()), _lines(body).strip("\n").rstrip()
    line = f"## {heading}"
    gone = number > 0 and not heading and not body.strip()
    if not heading and not gone:
        raise RefusedError(f"a section needs a heading; {_UNCHANGED}")
    if heading in GENERATED_SECTIONS:
        raise RefusedError(f"{heading!r} is the heading of a section that wikic writes; {_UNCHANGED}")

    def change(text: str, page: PageOnDisk) -> str:
        parts = parts_of(text, read(text))
        if not number:
            hidden = next((part.start for part in parts[1:] if part.level == 0), len(text))
            new = f"{text[:hidden].rstrip()}\n\n{line}\n{body}".rstrip() + "\n"
            return f"{new}\n{text[hidden:]}" if hidden < len(text) else new
        own = [part for at, part in enumerate(parts) if _is_own(parts[:at], part)]
        if number > len(own):
            raise RefusedError(f"there is no such section; {_UNCHANGED}")
        part = own[number - 1]
        new = "" if gone else f"{line}\n{body}".rstrip() + ("\n" if part is parts[-1] else "\n\n")
        return text[: part.start] + new + text[part.end :]

    def wanted(page: PageOnDisk) -> PageOnDisk:
        sections = list(page.sections)
        if not number:
            sections.append(Section(line, body))
        else:
            sections[number - 1 : number] = [] if gone else [Section(line, body)]
        return replace(page, sections=tuple(sections))

    return _changed(data, path, change, wanted)


# --- the one way a page is changed ---------------------------------------------------------------


def _changed(
    data: bytes,
    path: str,
    change: Callable[[str, PageOnDisk], str],
    wanted: Callable[[PageOnDisk], PageOnDisk],
    *,
    words: bool = True,
) -> bytes:
    """The bytes after ``change``, once they read back as ``wanted`` of what stood there.

    words: whether what people wrote among the facts stays where it is, too.
    """
    before = page_read.parse(data, path)
    source = decode(data)
    text = change(source.text.replace("\r\n", "\n"), before)
    content = encode(replace(source, text=text.replace("\n", source.newline)))
    after = page_read.parse(content, path)
    if _compared(after, words) != _compared(wanted(before), words):
        raise RefusedError(
            f"this would be read as something else than one text; {_UNCHANGED}",
            hint="headings of the page's own level, ids and citations at the ends of lines, and code that is "
            "not closed change what stands around them",
        )
    return content


def _compared(page: PageOnDisk, words: bool) -> PageOnDisk:
    """What must be the same: blank lines around a text say nothing."""
    return replace(
        page,
        sections=tuple(Section(each.heading, each.body.strip("\n")) for each in page.sections),
        own=page.own if words else (),
    )


def _fact(page: PageOnDisk, id: str) -> Fact:
    found = [each for each in view_of(page).facts if each.id == id]
    if len(found) != 1:
        raise RefusedError(
            f"the page {'does not show this fact' if not found else 'shows this fact twice'}; {_UNCHANGED}"
        )
    return found[0]


def _bullet(text: str, id: str) -> BulletOnDisk:
    return next(each for each in facts_in(text, parts_of(text, read(text))) if each.id == id)


def _is_own(before: Sequence[Part], part: Part) -> bool:
    """Whether people added this part, as ``page_read`` tells it; before: the parts above it."""
    if part.level <= 1:
        return part.level == 1 and any(each.level == 1 for each in before)
    known = part.name in GENERATED_SECTIONS
    return not known or any(each.level == 2 and each.name == part.name for each in before)


def _lines(text: str) -> str:
    """Text of a form as lines: browsers send CRLF. Raises RefusedError for control characters."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if _CONTROL.search(text):
        raise RefusedError(f"the text holds a control character; {_UNCHANGED}")
    return text
