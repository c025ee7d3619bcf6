"""A need: a page with something that only a model can mend, what is wrong, and the sources to look into.

LLM-Wiki, section 3.3: missing pages, incomplete digests, unsupported facts, cross-page contradictions; and
pages that say one thing many times. Each kind is looked for in its own file; this one holds what they share.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from wikic import layout
from wikic.compiler.error_learning import unsupported
from wikic.curator.model.reply_checks import slip
from wikic.errorbook.entry import Sighting
from wikic.lint import registry
from wikic.model.finding import Category, Finding, Severity
from wikic.model.page import Fact, Page
from wikic.wiki.fold.resolve import GroupId
from wikic.wiki.workspace import Workspace

MAX_SOURCES: Final = 5  # digests and articles shown with one page, as many as pages at extraction


@dataclass(frozen=True, slots=True)
class Need:
    """One page to repair.

    group: the page's group in the fold.
    page: as the fold gives it; without facts where there is no page yet.
    findings: what is wrong, each with one of the codes of ``MESSAGES``.
    keys: sources to look into, at most ``MAX_SOURCES``.
    statements: ids of the statements in question. Only these may be retired or shown otherwise: whatever a
        document makes a model say, no other fact of the page can go by it.
    """

    group: GroupId
    page: Page
    findings: tuple[Finding, ...]
    keys: tuple[str, ...]
    statements: tuple[str, ...] = ()

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        """The need's findings as the Error Book takes them."""
        return tuple(
            Sighting(each.category, each.code, MESSAGES[each.code], each.message, self._where(each))
            for each in self.findings
        )

    def _where(self, each: Finding) -> str:
        """The file that shows whether the error is gone: the page, or the digest that holds the statement."""
        if each.code == UNSUPPORTED and self.keys:
            return layout.page_file(layout.digest_path(self.keys[0]))
        return each.path


MISSING: Final = "missing-page"
INCOMPLETE: Final = "few-blocks-cited"
UNSUPPORTED: Final = "unsupported-statement"
CONTRADICTION: Final = "K002"

# Code of a finding, and what is wrong in the words of the Error Book. Where extraction or a lint rule finds
# the same, the words are theirs: one cause is one entry, whoever meets it.
MESSAGES: Final = {
    MISSING: "a thing that several documents name and none says anything of",
    INCOMPLETE: slip(INCOMPLETE).message,
    UNSUPPORTED: unsupported("").message,
    CONTRADICTION: registry.rule(CONTRADICTION).summary,
}


def finding(path: str, code: str, category: Category, message: str) -> Finding:
    """A finding on the page at page path ``path``; it has no line, since repair works on digests."""
    return Finding(layout.page_file(path), 1, 1, code, message, Severity.WARNING, category)


def groups_of(space: Workspace, keys: Iterable[str]) -> Iterator[GroupId]:
    """Groups that the digests of ``keys`` speak of, each once, in order of key and entity."""
    seen: set[GroupId] = set()
    resolver = space.fold.resolver
    for key in sorted(set(keys)):
        symbols = space.symbols(key)
        for at in range(len(symbols.symbols) if symbols is not None else 0):
            group = resolver.root_of((key, at))
            if group not in seen:
                seen.add(group)
                yield group


def keys_of(space: Workspace, group: GroupId) -> tuple[str, ...]:
    """Keys of the digests that a group's entities stand in, in the order of a page's sources."""
    resolver = space.fold.resolver
    keys = {key for key, _ in resolver.all_members(group)}
    return tuple(sorted(keys, key=lambda key: resolver.digests[key].order))


def beside(page: Page, facts: Iterable[Fact]) -> Page:
    """The page with facts of others behind its own: a repair names facts by their numbers on one page."""
    known = {fact.id for fact in page.facts}
    more = {fact.id: fact for fact in facts if fact.id not in known}
    return replace(page, facts=(*page.facts, *more.values())) if more else page
