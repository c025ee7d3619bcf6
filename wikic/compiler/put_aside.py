"""``compile --review``: what is extracted is put aside for a person, and ``wiki/`` stays as it is.

A source that waits is put aside again when its document changes, in every compile: it lands by a person's
word alone. What a person has rejected of it stays rejected.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from wikic import layout
from wikic.compiler.article_digest import Digested
from wikic.compiler.carried_decisions import carry_decisions
from wikic.compiler.options import Options
from wikic.compiler.report import Tally
from wikic.model.change import Change, ChangeSet
from wikic.model.digest import Digest
from wikic.wiki import digest_file, transaction
from wikic.wiki.journal import Faults
from wikic.wiki.review_folder import ReviewFolder
from wikic.wiki.workspace import Source, Workspace


class PutAside:
    """What one compile puts aside. Open it under the writer's lock."""

    def __init__(self, root: Path, options: Options, tally: Tally, faults: Faults) -> None:
        """Raises FormatError and NotPlainError for a ``review/`` that cannot be read."""
        self._root = root
        self._options = options
        self._tally = tally
        self._faults = faults
        self.folder = ReviewFolder(root)
        self.waiting = self.folder.waiting()
        self.rejected = self.folder.rejected()

    def takes(self, key: str) -> bool:
        """Whether a source that is extracted waits for a person, and does not land."""
        return self._options.review or key in self.waiting

    def put(self, taken: Sequence[Digested]) -> None:
        """Put sources aside, in one transaction. Raises DiskError."""
        sources = [self._with_rejections(each.source) for each in taken]
        keys = [each.digest.key for each in sources]
        changes = [change for source in sources for change in self.folder.put(source)]
        self._apply(f"put {len(keys)} sources aside for review", changes)
        self._tally.aside.update(keys)

    def _with_rejections(self, source: Source) -> Source:
        """A source with the statements rejected that a person rejected of the text before."""
        before = self.waiting.get(source.digest.key)
        if before is None or not any(each.retired for each in before.statements):
            return source
        digest = carry_decisions(before, source.digest).digest
        return replace(source, digest=digest, digest_data=digest_file.render(digest))

    def given(self, space: Workspace, digests: Iterable[Digest]) -> None:
        """Put digests aside that differ in what the author gives alone; their articles are as they are."""
        for digest in digests:
            article = space.tree.read(layout.page_file(layout.article_path(digest.key)))
            if article is not None:
                source = Source(digest, digest_file.render(digest), article)
                self._apply(f"put {digest.key} aside for review", self.folder.put(source))
                self._tally.aside.add(digest.key)

    def landed(self, keys: Iterable[str], moved: Collection[str]) -> list[Change]:
        """The changes of ``review/`` that go with sources that land: none of them counts as rejected.

        moved: keys that some of them had before; what was composed under these waits no longer.
        """
        forgiven = [change for key in keys if key in self.rejected for change in self.folder.forgive(key)]
        return [*forgiven, *self.folder.drop_articles_of(moved)]

    def last(self, forgotten: Collection[str]) -> list[Change]:
        """The changes of ``review/`` at the end of a run.

        Dropped are documents that say again what the wiki has, and those in ``forgotten`` with the articles
        that were composed of them.
        """
        gone = {*self._tally.reverted, *forgotten}
        changes = self.folder.drop_articles_of(forgotten)
        for key in sorted(gone):
            changes += self.folder.drop(key) if key in self.waiting else ()
            changes += self.folder.forgive(key) if key in self.rejected else ()
        for key, (aliases, tags, links) in self._tally.given_aside:
            if key not in gone:
                digest = replace(self.waiting[key], aliases=aliases, tags=tags, links=links)
                changes += self.folder.rewrite(digest)
        return changes

    def finish(self, forgotten: Collection[str]) -> None:
        """Carry out the last changes where nothing else lands. Raises DiskError."""
        self._apply("what waits for review", self.last(forgotten))

    def _apply(self, reason: str, changes: Sequence[Change]) -> None:
        if not self._options.dry_run:
            transaction.apply_beside(self._root, ChangeSet(reason, ()), changes, faults=self._faults)
