"""What ``init`` proposes: the positioning first, then directories anchored on it (WikiKV, section III-C)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wikic.curator.protocol import Curator
from wikic.model.article import Article
from wikic.model.schema import Schema
from wikic.progress import Progress, Silent
from wikic.schema.scaffold import sound
from wikic.schema.survey import Survey, survey
from wikic.wiki.documents import walk


@dataclass(frozen=True, slots=True)
class Proposal:
    """A schema, and what it was made from.

    schema: valid, and not written yet.
    survey: what the corpus holds.
    """

    schema: Schema
    survey: Survey


def propose_for(
    root: Path,
    paths: Sequence[Path],
    curator: Curator,
    *,
    collection: str | None = None,
    progress: Progress | None = None,
) -> Proposal:
    """A schema for the documents under ``paths``; writes nothing.

    Raises InputError when a path is missing or no document can be read, ModelError when the curator's model
    does not answer.
    """
    progress = progress or Silent()
    found = survey(paths, progress, collection=collection, exclude=walk.ours(root))
    progress.phase("propose", None)
    return Proposal(propose(curator, found.sample), found)


def propose(curator: Curator, sample: Sequence[Article]) -> Schema:
    """A schema for the sampled corpus."""
    positioning = curator.position(sample)
    return sound(positioning, curator.scaffold(positioning, sample))
