"""L006: relations that only one of two pages tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final

from wikic import layout
from wikic.lint.rule import Problem
from wikic.lint.rules.link_problems import stem_of
from wikic.lint.view.link_targets import Resolution
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.wiki_view import Gist, WikiView
from wikic.model.link import Link
from wikic.text.normalise import fold_name
from wikic.wiki import link_form
from wikic.wiki.page_read import head_from
from wikic.wiki.page_sections import RELATED_PAGES

MAX_RELATED: Final = 50  # docs/disk-format.md: beyond it the other side may leave an entry out


def check(view: WikiView) -> Iterator[Problem]:
    listed: dict[str, frozenset[str]] = {}  # files that a page's Related Pages lead to
    for file in view.taking("page"):
        mine = view.gist(RELATED, file)
        if mine is None:
            continue
        entries, kept, _, _ = mine
        for entry in entries:
            found = _leads(view, file, entry)
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
                leading = (_leads(view, other, each).files for each in back)
                listed[other] = frozenset(chain.from_iterable(leading))
            if file not in listed[other]:
                message = f"{stem_of(other)} does not list this page in return"
                yield Problem(file, entry[3], entry[4], message, refold=True)


def _leads(view: WikiView, file: str, entry: Sequence[Any]) -> Resolution:
    """The page that an entry of the gist links to."""
    kind, target, heading, line, column = entry
    return view.resolve(file, Link(kind, target, None, heading, None, False, 0, 0, line, column))


def _related_gist(view: WikiView, file: str) -> Any:
    """Entries, folded stems that people added and took away, and whether the frontmatter can be read."""
    page = view.page(file) if view.state.kinds[file] == "page" else None
    if page is None or not page.generated:
        return None
    entries = [(link.kind, link.target, link.heading, link.line, link.column) for link in _related(page)]
    return entries, sorted(_kept(page, "keep")), sorted(_kept(page, "drop")), page.fault is None


RELATED: Final = Gist("related", _related_gist)


def _related(page: ParsedPage) -> list[Link]:
    """The entries of Related Pages: the first link of each line."""
    lines: dict[int, Link] = {}
    for part in page.parts:
        if part.level == 2 and part.name == RELATED_PAGES:
            for link in page.links_in(part.body, part.end):
                lines.setdefault(link.line, link)
    return list(lines.values())


def _kept(page: ParsedPage, key: str) -> set[str]:
    """Folded stems that people added to, or removed from, Related Pages."""
    fields = page.fields.get(key)
    lines = head_from(fields).related if fields else ()
    return {fold_name(entry.stem) for entry in map(link_form.read_entry, lines) if entry is not None}
