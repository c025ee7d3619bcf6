"""What waits of a source as it would land: with what people decided in the wiki since it was extracted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from wikic import layout
from wikic.compiler.carried_decisions import Carried, carry_decisions
from wikic.compiler.forget import named_sources
from wikic.errors import UsageError
from wikic.model.change import ChangeSet
from wikic.model.digest import Digest
from wikic.wiki import digest_file
from wikic.wiki.review_folder import ReviewFolder
from wikic.wiki.workspace import Source, Workspace


@dataclass(frozen=True, slots=True)
class Candidate:
    """A source that waits.

    source: what would land.
    before: the digest the wiki has of it, None for a new source.
    renamed: pairs of the id a statement has in the wiki and the id under which this one says it.
    lost: statements deleted in the wiki that have no partner in it.
    """

    source: Source
    before: Digest | None
    renamed: tuple[tuple[str, str], ...]
    lost: int


def candidate(space: Workspace, folder: ReviewFolder, digest: Digest) -> Candidate:
    """The candidate of a digest that waits. Raises FormatError where its article is gone."""
    if space.symbols(digest.key) is None:
        return Candidate(folder.source(digest), None, (), 0)
    before = space.digest(digest.key)
    carried: Carried = carry_decisions(before, replace(digest, ingested=before.ingested))
    return Candidate(folder.source(carried.digest), before, carried.renamed, carried.lost)


def mark_of(digest: Digest) -> str:
    """What waits of a source, in 64 characters: another text, or another decision on a fact, has another."""
    return layout.content_hash(digest_file.render(digest))


def proposal(space: Workspace, candidates: Sequence[Candidate]) -> ChangeSet:
    """The changes of the wiki that candidates make together."""
    space.fold.carry({old: new for each in candidates for old, new in each.renamed})
    keys = [each.source.digest.key for each in candidates]
    named = keys[0] if len(keys) == 1 else f"{len(keys)} sources, {keys[0]} to {keys[-1]}" if keys else "none"
    return space.propose(f"accept {named}", [each.source for each in candidates])


def chosen(keys: Iterable[str] | None, waiting: Collection[str]) -> list[str]:
    """The keys of waiting sources that ``keys`` means, in order; all of them for None.

    Raises UsageError for a key of which nothing waits, and where nothing waits at all.
    """
    if not waiting:
        raise UsageError("nothing waits for review; nothing was changed")
    if keys is None:
        return sorted(waiting)
    hint = "`wikic review` lists what waits"
    return sorted({each for key in keys for each in named_sources(key, waiting, hint)})
