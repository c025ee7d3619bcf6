"""What the rules about links share: which links they look at, how a problem is put, what was meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from posixpath import relpath
from typing import Final
from urllib.parse import quote, unquote
from weakref import WeakKeyDictionary

from wikic import layout
from wikic.lint.rule import Problem
from wikic.lint.view.link_targets import Names, Resolution
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Edit, Severity
from wikic.model.link import Link
from wikic.text import names
from wikic.text.normalise import fold_name
from wikic.wiki.page_blocks import RELATED_PAGES


def links(view: WikiView) -> Iterator[tuple[ParsedPage, Link, Resolution]]:
    """Links worth a look; citations and the entries of an index have rules of their own."""
    vault = view.profile.is_vault
    for page in view.prose():
        suspects = view.suspects(page)
        if not vault and layout.is_index(page.path):
            yield from ((page, link, found) for link, found in suspects if not _is_entry(page, link))
        else:
            yield from ((page, link, found) for link, found in suspects)


def canvas_links(view: WikiView) -> Iterator[tuple[str, Link, Resolution]]:
    """Links of a vault's canvases."""
    for file, found in view.canvases():
        for link in found:
            yield file, link, view.resolve(file, link)


def _is_entry(page: ParsedPage, link: Link) -> bool:
    """Whether the link opens a bullet at the margin."""
    at = link.start - 2
    return page.text.startswith("- ", at) and (at == 0 or page.text[at - 1] == "\n")


@dataclass(frozen=True, slots=True)
class Fix:
    """What would stand in place of a link.

    text: the replacement.
    safe: whether it is certain.
    """

    text: str
    safe: bool


def problem(
    page: ParsedPage,
    link: Link,
    message: str,
    fix: Fix | None = None,
    *,
    help: str = "",
    severity: Severity | None = None,
) -> Problem:
    """The problem of a link; on a line that the fold writes, folding again is its only fix.

    Links of frontmatter and HTML are not edited: what stands around them is no Markdown.
    """
    # The fold writes the line that the link stands on.
    if page.generated and page.part_at(link.start).name == RELATED_PAGES:
        return Problem(page.file, link.line, link.column, message, refold=True)
    markdown = link.start >= page.body and page.text[link.start] in "![<"
    edits = (Edit(page.file, link.start, link.end, fix.text),) if fix is not None and markdown else ()
    safe = fix is None or fix.safe
    return Problem(page.file, link.line, link.column, message, edits, safe=safe, help=help, severity=severity)


def shown(page: ParsedPage, link: Link) -> str:
    """What a reader sees of the link."""
    return link.text or (written(page, link) if link.kind == "wiki" else link.target)


def written(page: ParsedPage, link: Link) -> str:
    """A wikilink's target as written, heading and block included."""
    inside = page.text[link.start : link.end].removeprefix("!").removeprefix("[[").removesuffix("]]")
    return inside.partition("|")[0].rstrip("\\").strip()


def stem_of(file: str) -> str:
    """The stem by which links name a file."""
    return layout.stem(layout.page_path(file))


_RAW: Final = re.compile(r"<[^<>\n]*>|[^\s()<>]+")
_PLAIN: Final = "/:@!$&',;=+~*-._"  # beside letters and digits: what needs no escape in a destination


def with_destination(page: ParsedPage, link: Link, path: str) -> str | None:
    """The link, leading to ``path`` (no escapes in it), its heading kept; None where it is written oddly."""
    written = page.text[link.start : link.end]
    before = f"{'!' if link.embed else ''}[{link.text}]("
    raw = _RAW.match(written, len(before)) if written.startswith(before) else None
    if raw is None:
        return None
    angled = raw[0].startswith("<")
    _, mark, part = raw[0].strip("<>").partition("#")
    if angled:
        to = f"<{path}{mark}{part}>"
    else:
        to = f"{quote(path, safe=_PLAIN) if path.isascii() else path.replace(' ', '%20')}{mark}{part}"
    return written[: raw.start()] + to + written[raw.end() :]


def relative_path(page: ParsedPage, file: str) -> str:
    """The path of a file from the directory of a page."""
    return relpath(f"/{file}", f"/{layout.directory(page.file)}")


def respelt(link: Link, file: str) -> str:
    """A link's path in the letters of the file that it leads to."""
    steps = unquote(link.target).replace("\\", "/").split("/")
    told = file if steps[-1].casefold().endswith(".md") else file.removesuffix(".md")
    there = told.split("/")
    named = [at for at, step in enumerate(steps) if step not in ("", ".", "..")]
    for at, step in zip(reversed(named), reversed(there), strict=False):
        steps[at] = step
    return "/".join(steps)


# The line below the heads of a table.
_RULED: Final = re.compile(r"^[ \t>]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?[ \t]*)?\r?$", re.M)
_BLANK: Final = re.compile(r"\n[ \t\r]*\n")


def in_table(text: str, link: Link) -> bool:
    """Whether a link stands in a cell: a bar parts its line, and a line of dashes the heads from the rows."""
    start, end = text.rfind("\n", 0, link.start) + 1, text.find("\n", link.end)
    if "|" not in text[start : link.start] and "|" not in text[link.end : end if end >= 0 else None]:
        return False
    first = max(text.rfind("\n\n", 0, start), text.rfind("\n\r\n", 0, start), 0)
    blank = _BLANK.search(text, max(0, start - 1))
    return _has_rule(text[first : blank.start() if blank else None])


@lru_cache(maxsize=4)  # a long table is asked for each of its links
def _has_rule(paragraph: str) -> bool:
    return _RULED.search(paragraph) is not None


# Of shorter names one letter makes another word; of long ones two letters do not.
MIN_NAME: Final = 5
LONG_NAME: Final = 9  # letters, from which two may be wrong
_DIGITS: Final = re.compile(r"\d+")
_MORE: Final = 3  # candidates that are looked at: of several that are as near none is meant for sure

_EDGE: Final = 3  # letters at either end: a slip leaves one end as it is


@dataclass(frozen=True, slots=True)
class _Known:
    """The names of one listing.

    files: file by folded name, "" where several go by it.
    by_end: names by how they begin and by how they end: of thousands a handful is compared.
    """

    files: dict[str, str]
    by_end: dict[str, list[str]]


_KNOWN: Final[WeakKeyDictionary[Names, _Known]] = WeakKeyDictionary()


def near_name(view: WikiView, link: Link) -> str | None:
    """The file whose name is nearest to a link's target: the same elsewhere, or a slip of the pen away."""
    listed = view.names
    target = unquote(link.target) if link.kind == "markdown" else link.target
    name = fold_name(layout.stem(target.rstrip("/")).removesuffix(".md"))
    if len(name) < MIN_NAME and "/" not in target:
        return None
    known = _KNOWN.get(listed)
    if known is None:
        known = _KNOWN[listed] = _known_names(view)
    if name in known.files:
        return known.files[name] or None  # there is one, in another directory
    return _nearest_name(name, known) if len(name) >= MIN_NAME else None


def _known_names(view: WikiView) -> _Known:
    files = _files_by_name(view)
    by_end: dict[str, list[str]] = {}
    for name in files:
        for end in _name_ends(name):
            by_end.setdefault(end, []).append(name)
    return _Known(files, by_end)


def _name_ends(name: str) -> tuple[str, str]:
    return f"{name[:_EDGE]}…", f"…{name[-_EDGE:]}"


def _nearest_name(name: str, known: _Known) -> str | None:
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    cutoff = 2 if len(name) >= LONG_NAME else 1
    among = dict.fromkeys(each for end in _name_ends(name) for each in known.by_end.get(end, ()))
    found = process.extract(name, list(among), scorer=OSA.distance, score_cutoff=cutoff, limit=_MORE)
    near = [(distance, each) for each, distance, _ in found if not _stay_apart(name, each)]
    if not near:
        return None
    least = min(distance for distance, _ in near)
    files = {known.files[each] for distance, each in near if distance == least}
    return files.pop() or None if len(files) == 1 else None


def _stay_apart(one: str, other: str) -> bool:
    """Whether the names must not be one: "Part 1" is no slip of "Part 2"."""
    return _DIGITS.findall(one) != _DIGITS.findall(other) or names.conflict(one, other)


def _files_by_name(view: WikiView) -> dict[str, str]:
    found: dict[str, str] = {}

    def note(name: str, file: str) -> None:
        key = fold_name(name)
        if key and found.setdefault(key, file) != file:
            found[key] = ""

    for file in view.names.pages:
        note(layout.stem(layout.page_path(file)), file)
    for name, files in view.names.attachments_by_name.items():
        for file in files[:2]:
            note(name, file)
    for known in filter(None, map(view.state.names_of, view.names.pages)):
        file = layout.page_file(known.path)
        for name in (known.title, *known.aliases):
            if found.get(fold_name(name), file) == file:  # a file of that name comes first
                note(name, file)
    return found
