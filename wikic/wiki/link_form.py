"""How a generated link to a page is written, and how an entry of a list is read: one place decides the form.

Relative Markdown links with titles are what GitHub, editors, MkDocs and Obsidian follow; ``links: wikilinks``
in ``schema.yaml`` has the paper's form instead. Both are read everywhere. Once pages lie elsewhere people's
relative links follow, as wikilinks do by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import quote, unquote

from wikic import layout
from wikic.markdown.escape import MATHS, escape, unescape
from wikic.markdown.read import read
from wikic.markdown.source import apply_edits
from wikic.markdown.wikilink import spans
from wikic.model.finding import Edit
from wikic.model.page import Overlay

_ENTRY: Final = re.compile(
    r"!?\[\[(?P<wiki>[^\]|#\n]+)[^\]\n]*\]\]"
    r"|\[(?P<text>(?:\\.|`[^`\n]*`|[^\[\]\\\n])*)\]"
    r"\((?:<(?P<angled>[^<>#\n]*)(?:#[^<>\n]*)?>|(?P<bare>[^()<>#\s]+)(?:#[^()\s]*)?)\)"
)
_ELSEWHERE: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|/")
_DIGEST: Final = re.compile(
    rf"(?:\.\./)*(?:(?P<path>{layout.DIGESTS_DIR}/[^#|\n]+?)(?:\.md)?"
    rf"|{layout.ARTICLES_DIR}/(?P<stem>[^#|/\n]+)\.md)"
)
_IN_TEXT: Final = re.compile(rf"\\.|`[^`\n]*`|{MATHS}|[\[\]]")
_REFERENCE: Final = re.compile(r"(?<!\w)\[([^\[\]]+)\]\[[^\[\]]*\]")
_UNSAFE: Final = frozenset(' %()<>?#"\\')  # what would end a destination; letters of any script do not


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a list that begins with a link to a page.

    target: page path as the link has it, from where the line stands, without ``.md``; of a wikilink its name.
    text: what is shown, "" for the target.
    rest: what stands behind the link.
    is_wikilink: whether it is one.
    """

    target: str
    text: str
    rest: str
    is_wikilink: bool = False

    @property
    def stem(self) -> str:
        """The name of the page it leads to."""
        return layout.stem(self.target)

    @property
    def name(self) -> str:
        """What names the page wherever the line stands: of a relative path its stem alone."""
        return self.target if self.is_wikilink else self.stem


def link(path: str, title: str, origin: str, *, wikilinks: bool = False) -> str:
    """A link to the page ``path`` on the page ``origin``, both page paths.

    A wikilink names a knowledge page by its stem; a source, or an index, by its path.
    """
    if not wikilinks:
        return f"[{text(title)}]({relative(layout.page_file(path), origin)})"
    by_path = layout.is_index(path) or path.startswith(f"{layout.SOURCES_DIR}/")
    return f"[[{path if by_path else layout.stem(path)}]]"


def anchor(heading: str) -> str:
    """The anchor of a heading in a Markdown link, as GitHub makes it."""
    kept = (char for char in heading.strip().lower() if char.isalnum() or char in " -_")
    return "".join(kept).replace(" ", "-")


def text(title: str) -> str:
    """A title as the text of a link, its brackets escaped; ``escape.unescape`` is the inverse."""
    escaped = escape(title)
    if "[" not in escaped and "]" not in escaped:
        return escaped
    return _IN_TEXT.sub(lambda match: f"\\{match[0]}" if match[0] in "[]" else match[0], escaped)


def without_references(words: str) -> str:
    """Words without the marks of links whose definitions they leave behind: ``[fsync'd][f]``."""
    return _REFERENCE.sub(r"\1", words)


def relative(file: str, origin: str) -> str:
    """The destination of a Markdown link to a file path, on the page, or the file, ``origin``."""
    here, there = layout.directory(origin).split("/"), file.split("/")
    here = [] if here == [""] else here
    shared = 0
    while shared < min(len(here), len(there) - 1) and here[shared] == there[shared]:
        shared += 1
    return destination("/".join([*([".."] * (len(here) - shared)), *there[shared:]]))


def destination(path: str) -> str:
    """A path as a Markdown link has it."""
    return "".join(quote(char) if char in _UNSAFE else char for char in path)


def read_entry(line: str) -> Entry | None:
    """The entry that a line, without its bullet, is; None where it begins with no link to a page."""
    found = _ENTRY.match(line)
    if found is None:
        return None
    if found["wiki"] is not None:
        return Entry(found["wiki"].strip(), "", line[found.end() :], is_wikilink=True)
    target = unquote(found["angled"] or found["bare"] or "")
    if _ELSEWHERE.match(target) or not target.endswith(".md"):
        return None
    return Entry(target.removesuffix(".md"), unescape(found["text"]), line[found.end() :])


def digest_of(target: str) -> str | None:
    """Page path of the digest that a link's target names in either form, or whose article it names as a file.

    None for any other target.
    """
    found = _DIGEST.fullmatch(target)
    return unquote(found["path"] or f"{layout.DIGESTS_DIR}/{found['stem']}") if found is not None else None


def by_stem(line: str) -> str:
    """A line that begins with a link, the link in the form that names a page by its stem alone.

    What the fold wrote is compared so: where a page lies and how it is called are no words of the line.
    """
    entry = read_entry(line)
    return line if entry is None else f"[[{entry.stem}]]{entry.rest}"


_NOT_RELATIVE: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|/|#")


def relinked(text: str, origin: str, now: str, moves: Mapping[str, str]) -> str:
    """Markdown with its relative links to files as they are written on a page that lies at ``now``.

    origin: page path on which the links were written. moves: page paths that are others now.
    """
    if "](" not in text:
        return text
    edits: list[Edit] = []
    for link in read(text).links:
        if link.kind != "markdown" or not link.target or _NOT_RELATIVE.match(link.target):
            continue
        where = spans(text, link)
        file = layout.join(layout.directory(origin), unquote(link.target))
        if where is None or not file:
            continue
        moved = layout.page_file(moves.get(layout.page_path(file), "")) if file.endswith(".md") else ".md"
        target = moved if moved != ".md" else file
        if target != file or layout.directory(origin) != layout.directory(now):
            edits.append(Edit("", *where.target, relative(target, now)))
    return apply_edits(text, edits) if edits else text


def relinked_overlay(overlay: Overlay, origin: str, now: str, moves: Mapping[str, str]) -> Overlay:
    """What people changed on a page, ``relinked``."""

    def again(text: str) -> str:
        return relinked(text, origin, now, moves)

    return replace(
        overlay,
        keep=replace(overlay.keep, related=tuple(map(again, overlay.keep.related))),
        rewordings=tuple((id, again(text)) for id, text in overlay.rewordings),
        notes=tuple((id, again(text)) for id, text in overlay.notes),
        bullets=tuple(replace(each, text=again(each.text)) for each in overlay.bullets),
        sections=tuple(replace(each, body=again(each.body)) for each in overlay.sections),
    )
