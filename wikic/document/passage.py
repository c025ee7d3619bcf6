"""What becomes one bullet of a document's page, before it is proposed as a statement."""

from __future__ import annotations

from dataclasses import dataclass

from wikic.model.statement import Form, StatementKind


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a document that is understood by itself under its headings.

    form, text, place, kind, holder: as in ``Statement``.
    blocks: numbers of the blocks it is made of, in order.
    """

    form: Form
    text: str
    blocks: tuple[int, ...]
    place: tuple[str, ...] = ()
    kind: StatementKind = "fact"
    holder: str | None = None
