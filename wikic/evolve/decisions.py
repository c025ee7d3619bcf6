"""What a safe change decides: the next schema and identities, and what is chosen for single pages."""

from __future__ import annotations

from dataclasses import dataclass

from wikic.model.schema import Identity, Schema


@dataclass(frozen=True, slots=True)
class Decisions:
    """Everything a change of the wiki's shape decides; the fold carries it out.

    reason: one line, for the journal and reports.
    schema, identity: as they will stand.
    homes: pairs of page path and the directory it is moved to, None for the one the rules give.
    titles: pairs of page path and the title it is given.
    own: pairs of page path and new page path, of pages that people wrote themselves.
    """

    reason: str
    schema: Schema
    identity: Identity
    homes: tuple[tuple[str, str | None], ...] = ()
    titles: tuple[tuple[str, str], ...] = ()
    own: tuple[tuple[str, str], ...] = ()
