"""``wikic init --add``: new collections in a wiki that is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wikic.cli import console
from wikic.cli.command_reshape import change
from wikic.cli.init_text import say_layouts
from wikic.errors import UsageError
from wikic.model.topics import Layout

if TYPE_CHECKING:
    from wikic.evolve.decisions import Decisions
    from wikic.llm.limits import Limits
    from wikic.schema.add_collection import Added
    from wikic.session import Session
    from wikic.wiki.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Adding:
    """The options of ``init --add``, as on the command line."""

    collection: str | None
    layout: Layout | None
    model: str | None
    limits: Limits
    dry_run: bool
    quiet: bool
    json: bool


def add(session: Session, directory: Path, documents: Sequence[Path], options: Adding) -> None:
    """Look at the documents, write what is new in one transaction, say it, and exit."""
    from wikic.curation import curating
    from wikic.evolve.decisions import Decisions
    from wikic.schema import add_collection
    from wikic.schema.add_collection import NewDocuments

    if not documents:
        raise UsageError("name the documents of the new collection")
    looked: list[Added] = []

    def decide(space: Workspace) -> Decisions:
        if not looked:  # once, however often people save meanwhile
            known = {key.partition("/")[0] for key in space.fold.resolver.digests}
            with (
                curating(session, options.model, options.limits) as curation,
                console.progress(options.quiet) as progress,
            ):
                looked.append(
                    add_collection.add(
                        space.schema,
                        known,
                        NewDocuments(directory, documents, options.collection, options.layout),
                        curation.curator,
                        progress,
                    )
                )
        found = looked[0]
        if not (options.quiet or options.json):
            say_layouts(found.collections, dict(found.topics))
        names = ", ".join(each.name for each in found.collections)
        return Decisions(f"init: add {names}", found.schema, space.fold.identity)

    change(directory, decide, dry_run=options.dry_run, quiet=options.quiet, json=options.json)
