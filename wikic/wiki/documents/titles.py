"""A document's title: its own words before its file's name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from html import unescape
from itertools import islice, pairwise
from typing import Final

from wikic.document.quotes import is_paragraph
from wikic.language import all_packs
from wikic.text import conversation_turns
from wikic.text.normalise import normalise
from wikic.text.structure_marks import without_comments
from wikic.wiki.documents.dates import date_in_name
from wikic.wiki.documents.note_names import note_name

_ENTITY: Final = re.compile(r"&(?:[A-Za-z]{2,31}|#\d{1,7}|#[xX][0-9A-Fa-f]{1,6});")
_LOOK: Final = 20_000  # characters; a first heading further down is no title
_LONGEST_LINE: Final = 100  # characters of a line that may be a title standing alone
_FENCE: Final = re.compile(r" {0,3}(```|~~~)")
_ATX: Final = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$")
_SETEXT: Final = re.compile(r" {0,3}(=+|-{2,})[ \t]*$")
_RST_LINE: Final = re.compile(r"([!-/:-@\[-`{-~])\1{2,}[ \t]*$")
_ENDS_A_SENTENCE: Final = tuple(".!?,;:。！？，；：…")
_MARKS: Final = re.compile(r"[\\`*_\[\]<&$=~^:]")  # only a heading with one of these may hold marks
# "Re:", "AW:", "Fwd:", "回复："
_NOTE: Final = re.compile(r"\[\^[^\]\s]{1,60}\]")
_REPLY: Final = re.compile(r"^(?:(?:[A-Za-z]{1,4}(?:\[\d+\])?|回复|答复|转发)\s*[:：]\s*)+")
_BLAND: Final = frozenset({"index", "readme", "_index"})


def one_line(title: str) -> str:
    """``title`` without control characters and references to characters, normalised, on one line."""
    if not title.isprintable():
        title = "".join(" " if unicodedata.category(char) == "Cc" else char for char in title)
    return normalise(_ENTITY.sub(lambda found: unescape(found[0]), title) if "&" in title else title)


def plain(heading: str) -> str:
    """The words of a Markdown heading, without marks of footnotes."""
    heading = _NOTE.sub("", heading)
    if _MARKS.search(heading) is None:
        return heading
    from wikic.document import nodes
    from wikic.document.parse import parse_document
    from wikic.document.plain import plain_text

    blocks = parse_document(f"# {heading}").blocks
    return plain_text(blocks[0].inlines) if blocks and isinstance(blocks[0], nodes.Header) else heading


def markdown_title(text: str) -> str:
    """The first heading of level 1; else the heading the text opens with, where no other is as high; else "".

    Of several as high, "## Before", "## After", each is that of a part.
    """
    opening, highest = "", 0
    for level, words, opens in _headings(text):
        if level == 1:
            return words
        if opens:
            opening, highest = words, level
        elif level <= highest:
            opening = ""
    return opening


def opening_heading(text: str) -> str:
    """The heading a text opens with, of a part or of all of it; else ""."""
    return next((words for _, words, opens in _headings(text) if opens), "")


def sole_title(text: str) -> str:
    """The heading of level 1 where there is one alone; of several, each is that of a part. Else ""."""
    top = list(islice((words for level, words, _ in _headings(text) if level == 1), 2))
    return top[0] if len(top) == 1 else ""


def _headings(text: str) -> Iterator[tuple[int, str, bool]]:
    """Level and words of each heading, and whether the text opens with it."""
    fence = ""
    before = ""
    first = True
    for line in without_comments(text[:_LOOK].split("\n")):
        if found := _FENCE.match(line):
            fence = "" if fence == found[1] else fence or found[1]
        elif not fence:
            level, words = 0, ""
            if atx := _ATX.match(line):
                level, words = len(atx[1]), atx[2]
            elif before.strip() and (setext := _SETEXT.match(line)):
                level, words = (1 if setext[1][0] == "=" else 2), before
            if level and is_paragraph(words):  # a paragraph with a sign before it
                level = 0
            if level and words.strip():
                yield level, plain(words), first
                first = False
        if before.strip():
            first = False
        before = line


def rst_title(text: str) -> str:
    """The first section title of reStructuredText: underlined, perhaps overlined too; or ""."""
    lines = text[:_LOOK].split("\n")
    for line, below in pairwise(lines):
        words = line.strip()
        if not words or _RST_LINE.match(line) or not _RST_LINE.match(below):
            continue
        # Wide characters count twice in the rule's length; half the characters is enough for any script.
        if len(below.strip()) >= min(len(words), 3):
            return words
    return ""


def leading_line(text: str) -> str:
    """The first line of plain text when it stands alone, is short, no row and ends no sentence; or ""."""
    head = text[:_LOOK].lstrip("\ufeff").lstrip()
    line, _, rest = head.partition("\n")
    words = line.strip()
    if not words or words.startswith("|") or len(words) > _LONGEST_LINE or words.endswith(_ENDS_A_SENTENCE):
        return ""
    below, _, after = rest.partition("\n")
    return words if not below.strip() and after.strip() and any(map(str.isalnum, words)) else ""


def headed(text: str) -> str:
    """The subject in the head of a letter or ticket, behind the line above it: "Ticket 12: Gate"; or ""."""
    head = conversation_turns.opening(text[:_LOOK].split("\n"))
    labels = all_packs.words("titling")
    fields = head.fields if head is not None else ()
    subject = next((without_reply(value) for key, value in fields if key.casefold() in labels), "")
    return ": ".join(filter(None, [head.label, subject])) if head is not None and subject else ""


def without_reply(subject: str) -> str:
    """A subject without what programs put before it when somebody answers."""
    return _REPLY.sub("", subject)


def name_title(path: str) -> str:
    """A title from a relative path or record id: the name, separators as spaces, no leading date.

    A note that is called by a date is called so.
    """
    if note := note_name(path):
        return one_line(note.title)
    parts = [part for part in path.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    if not parts:
        return ""
    stem = re.sub(r"\.[A-Za-z0-9]{1,8}$", "", parts[-1]) or parts[-1]
    if stem.lower() in _BLAND and len(parts) > 1:
        stem = parts[-2]
    return one_line(re.sub(r"[-_+]+", " ", date_in_name(stem)[1])) or one_line(parts[-1])
