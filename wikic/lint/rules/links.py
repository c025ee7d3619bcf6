"""L: links that lead nowhere, or not where they seem to; relations that only one of two pages tells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final
from weakref import WeakKeyDictionary

from wikic import layout
from wikic.graph.resolve import PageNames, slug_key
from wikic.lint.rule import Problem
from wikic.lint.rules.link_problems import (
    Fix,
    canvas_links,
    in_table,
    links,
    near_name,
    problem,
    relative_path,
    respelt,
    shown,
    stem_of,
    with_destination,
    written,
)
from wikic.lint.rules.page import open_block
from wikic.lint.view.link_targets import Names, Resolution
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.wiki_view import Gist, WikiView
from wikic.model.finding import Severity
from wikic.model.link import Link
from wikic.text.normalise import fold_name
from wikic.wiki import link_form
from wikic.wiki.page_blocks import RELATED_PAGES
from wikic.wiki.page_read import head_from

_FILE: Final = re.compile(r"\.(?:md|pdf|png|jpe?g|gif|svg|webp|mp[34]|canvas|base|csv|html?)$", re.I)

# By names of a listing: how many pages go by something like a name. Asked for links that are not plain only.
_CLAIMS: Final[WeakKeyDictionary[Names, Counter[str]]] = WeakKeyDictionary()


# --- checks ------------------------------------------------------------------------------------


def check_dangling(view: WikiView) -> Iterator[Problem]:
    for page, link, found in links(view):
        if found.rung == "none":
            severity = _wanted_severity(view, link)
            if severity is not None or view.profile.wanted == "error":
                yield _dangling_problem(view, page, link, severity)
    for file, link, found in canvas_links(view):
        if found.rung == "none":
            severity = _wanted_severity(view, link)
            if severity is not None or view.profile.wanted == "error":
                message = _no_page(link, near_name(view, link))
                yield Problem(file, link.line, link.column, message, severity=severity)


def _dangling_problem(view: WikiView, page: ParsedPage, link: Link, severity: Severity | None) -> Problem:
    near = near_name(view, link)
    if near is not None:
        text = _to_near(view, page, link, near)
        fix = None if text is None else Fix(text, safe=False)
        help = "write the page, or correct the name"
    else:
        # Taking the brackets off keeps the words, but the page may only be waiting to be written.
        fix = None if link.embed else Fix(shown(page, link), safe=False)
        help = "write the page, correct the name, or take the brackets off"
    return problem(page, link, _no_page(link, near), fix, help=help, severity=severity)


def _no_page(link: Link, near: str | None) -> str:
    meant = "" if near is None else f"; did you mean {layout.page_path(near)!r}?"
    return f"no page is called {link.target!r}{meant}"


def _to_near(view: WikiView, page: ParsedPage, link: Link, near: str) -> str | None:
    """The link to the page that may be meant, showing what it showed."""
    if link.kind == "markdown":
        return with_destination(page, link, relative_path(page, near))
    found = Resolution("stem", (near,))
    return _by_stem(page, link, found, _expected_name(view, page, found))


def _wanted_severity(view: WikiView, link: Link) -> Severity | None:
    """What a link to a page that may only be waiting to be written is, None where the rule says it."""
    if view.profile.wanted == "error":
        return None
    if link.kind == "markdown" or link.embed or _FILE.search(link.target) is not None:
        return Severity.ERROR  # a file is there or it is not
    return Severity.WARNING if view.profile.wanted == "warn" else None


def check_ambiguous(view: WikiView) -> Iterator[Problem]:
    for page, link, found in links(view):
        if len(found.files) > 1:
            several = ", ".join(map(layout.page_path, found.files[:3]))
            more = f" and {len(found.files) - 3} more" if len(found.files) > 3 else ""
            message = f"{link.target!r} may mean {several}{more}"
            yield problem(page, link, message, help="name the page by its path, or by its own stem")


def check_self(view: WikiView) -> Iterator[Problem]:
    for page, link, found in links(view):
        own = found.files == (page.file,) and not link.heading and not link.block
        if own and link.target and not link.embed and not _is_name(view, page, link):
            # A link with a title, or one by reference, says more than its words.
            bare = link.kind == "wiki" or page.text.startswith(f"[{link.text}]({link.target})", link.start)
            fix = Fix(shown(page, link), safe=bare and _is_certain(view, link))
            # People link their notes to themselves: a name they have for it, a log of what it is.
            yield problem(page, link, "the page links to itself", None if view.profile.is_vault else fix)


def _is_name(view: WikiView, page: ParsedPage, link: Link) -> bool:
    """Whether a link stands in a property of Logseq's, ``alias:: [[Ada]]``: there it names its own page."""
    if view.profile.program.name != "logseq":
        return False
    return "::" in page.text[page.text.rfind("\n", 0, link.start) + 1 : link.start]


def check_indirect(view: WikiView) -> Iterator[Problem]:
    for page, link, found in links(view):
        if found.rung in ("alias", "title") and view.profile.program.name == "logseq":
            continue  # there pages are linked by the names that they give themselves
        if found.rung in ("alias", "title", "redirect", "slug", "source") and len(found.files) == 1:
            name = _expected_name(view, page, found)
            how = {
                "alias": "is an alias", "title": "is the title", "redirect": "was the name",
                "slug": "reads like the name", "source": "is the name of a source, which links give by path",
            }[found.rung]  # fmt: skip
            name_there = written(page, link) if found.whole else link.target
            message = f"{name_there!r} {how}; the page is {name}"
            fix = Fix(_by_stem(page, link, found, name), _is_certain(view, link))
            yield problem(page, link, message, fix)


def check_case(view: WikiView) -> Iterator[Problem]:
    for page, link, found in links(view):
        if found.miscased:
            path = respelt(link, found.files[0])
            fixed = with_destination(page, link, path)
            fix = None if fixed is None else Fix(fixed, safe=True)
            yield problem(page, link, f"the file is spelt {path!r}", fix)


def _expected_name(view: WikiView, page: ParsedPage, found: Resolution) -> str:
    """By what the page should be named: its stem, where that is its alone."""
    (file,) = found.files
    stem = stem_of(file)
    if found.rung == "source" or view.names.resolve(stem, origin=page.path).files != found.files:
        return layout.page_path(file)
    return stem


def _is_certain(view: WikiView, link: Link) -> bool:
    """Whether no two pages go by a name like the link's: of several, who wrote it may have meant another."""
    claims = _CLAIMS.get(view.names)
    if claims is None:
        known = filter(None, map(view.state.names_of, view.names.pages))
        claims = _CLAIMS[view.names] = Counter(key for each in known for key in _page_keys(each))
    return claims[slug_key(layout.stem(link.target))] <= 1


def _page_keys(page: PageNames) -> set[str]:
    names = (layout.stem(page.path), page.title, *page.aliases, *page.redirects)
    return {slug_key(each) for each in names if each}


def _by_stem(page: ParsedPage, link: Link, found: Resolution, stem: str) -> str:
    """The link as Obsidian writes it: by stem, showing what it showed."""
    written = page.text[link.start : link.end]
    bar = "\\|" if "\\|" in written or in_table(page.text, link) else "|"
    if found.whole:
        return f"[[{stem}{bar}{shown(page, link)}]]"
    anchor = f"#^{link.block}" if link.block else f"#{link.heading}" if link.heading else ""
    words = "" if link.embed and not link.text else f"{bar}{shown(page, link)}"
    return f"{'!' if link.embed else ''}[[{stem}{anchor}{words}]]"


def check_absent(view: WikiView) -> Iterator[Problem]:
    """Once for each directory, where the first such link stands: there may be thousands."""
    if not view.profile.absent:
        return
    found: dict[str, list[tuple[ParsedPage, Link]]] = {}
    for file in sorted((*view.state.by_kind["page"], *view.state.by_kind["index"])):
        page = view.page(file)
        for link, to in view.suspects(page) if page is not None else ():
            if to.rung == "absent" and page is not None:
                found.setdefault(_absent_directory(view, link), []).append((page, link))
    for inside, there in sorted(found.items()):
        page, link = there[0]
        if page.file in view.scope:
            many = "1 link leads" if len(there) == 1 else f"{len(there):,} links lead"
            message = f"{many} into {inside}/, which is not here: not checked"
            yield Problem(page.file, link.line, link.column, message)


def _absent_directory(view: WikiView, link: Link) -> str:
    target = f"/{link.target}/"
    return next(each for each in view.profile.absent if f"/{each}/" in target)


MAX_RELATED: Final = 50  # docs/disk-format.md: beyond it the other side may leave an entry out


def check_related(view: WikiView) -> Iterator[Problem]:
    listed: dict[str, frozenset[str]] = {}  # files that a page's Related Pages lead to
    for file in view.taking("page"):
        mine = view.gist(RELATED, file)
        if mine is None:
            continue
        entries, kept, _, _ = mine
        for entry in entries:
            found = _resolve_entry(view, file, entry)
            if found.rung not in ("path", "folder", "stem") or len(found.files) != 1:
                continue
            other = found.files[0]
            if other == file or (kept and fold_name(layout.stem(entry[1].removesuffix(".md"))) in kept):
                continue  # a person wrote it: the other page owes it nothing
            if other in listed and file in listed[other]:
                view.state.recorder.note_gist(other)
                continue  # as nearly all do
            theirs = view.gist(RELATED, other)
            if theirs is None:
                continue
            back, _, dropped, whole = theirs
            if not whole or len(back) >= MAX_RELATED or (dropped and fold_name(stem_of(file)) in dropped):
                continue
            if other not in listed:
                leading = (_resolve_entry(view, other, each).files for each in back)
                listed[other] = frozenset(chain.from_iterable(leading))
            if file not in listed[other]:
                message = f"{stem_of(other)} does not list this page in return"
                yield Problem(file, entry[3], entry[4], message, refold=True)


def _resolve_entry(view: WikiView, file: str, entry: Sequence[Any]) -> Resolution:
    """The page that an entry of the gist links to."""
    kind, target, heading, line, column = entry
    return view.resolve(file, Link(kind, target, None, heading, None, False, 0, 0, line, column))


def _related_gist(view: WikiView, file: str) -> Any:
    """Entries, folded stems that people added and took away, and whether all of the page can be read."""
    page = view.page(file) if view.state.kinds[file] == "page" else None
    if page is None or not page.generated:
        return None
    whole = page.fault is None and open_block(page) is None
    entries = [
        (link.kind, link.target, link.heading, link.line, link.column) for link in _related_entries(page)
    ]
    return entries, sorted(_kept_stems(page, "keep")), sorted(_kept_stems(page, "drop")), whole


RELATED: Final = Gist("related", _related_gist)


def _related_entries(page: ParsedPage) -> list[Link]:
    """The entries of Related Pages: the first link of each line."""
    lines: dict[int, Link] = {}
    for part in page.parts:
        if part.level == 2 and part.name == RELATED_PAGES:
            for link in page.links_in(part.body, part.end):
                lines.setdefault(link.line, link)
    return list(lines.values())


def _kept_stems(page: ParsedPage, key: str) -> set[str]:
    """Folded stems that people added to, or removed from, Related Pages."""
    fields = page.fields.get(key)
    lines = head_from(fields).related if fields else ()
    return {fold_name(entry.stem) for entry in map(link_form.read_entry, lines) if entry is not None}
