"""What a change of shape must leave as it was: facts, citations, people's words, ways in, findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from wikic import layout
from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import WikiView
from wikic.model.change import ChangeSet, Delete, Move
from wikic.model.finding import Finding
from wikic.wiki import page_read
from wikic.wiki.page_read import PageOnDisk
from wikic.wiki.tree import Tree

# A link in people's words by the old name of a page: what a redirect is for, and `wikic fix` rewrites it.
FOLLOWED: Final = "L005"


def losses(tree: Tree, changes: ChangeSet) -> list[str]:
    """What stands on the pages a change touches and would stand nowhere after it, in words."""
    before: set[str] = set()
    after: set[str] = set()
    gone: set[str] = set()
    ways: set[str] = set()
    for change in changes.changes:
        path = layout.page_path(change.path)
        if not layout.is_knowledge_page(path) or isinstance(change, Move):
            continue
        data = tree.read(change.path)
        if data is not None:
            before |= set(_holds(page_read.parse(data, path)))
            gone.add(layout.stem(path))
        if not isinstance(change, Delete):
            page = page_read.parse(change.content, path)
            after |= set(_holds(page))
            ways |= {layout.stem(path), *page.texts("redirects")}
    return sorted(before - after) + [f"the way in by [[{stem}]]" for stem in sorted(gone - ways)]


def _holds(page: PageOnDisk) -> Iterator[str]:
    """Facts with each citation, and people's words, of one page."""
    for bullet in page.bullets:
        yield f"the fact ^{bullet.id} ({bullet.markdown})"
        if bullet.below:
            yield f"what people wrote below ^{bullet.id}: {bullet.below.strip()}"
    for line in page.sources:
        yield f"the source {line.digest}"
    for own in page.own:
        yield f"what people wrote: {own.text}"
    for section in page.sections:
        yield f"the section {section.heading}: {section.body}"


def new_findings(before: WikiView, after: WikiView) -> list[Finding]:
    """Findings of a kind on a page, or of a kind on all indexes, that were fewer before.

    A page is known by its stem: where it lies may change. That a large directory became several is no new
    finding while there are no more of them.
    """
    known = Counter(map(_key, lint(before)))
    found: list[Finding] = []
    for finding in lint(after):
        key = _key(finding)
        known[key] -= 1
        if known[key] < 0 and finding.code != FOLLOWED:
            found.append(finding)
    return found


def _key(finding: Finding) -> tuple[str, str]:
    path = layout.page_path(finding.path)
    # Of two pages that are alike, the one that comes later by path is reported: which one may change.
    whole = layout.is_index(path) or finding.code.startswith("D")
    return finding.code, "" if whole else layout.stem(path)
