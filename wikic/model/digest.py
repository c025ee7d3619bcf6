"""The object file: everything that was taken from one article."""

from __future__ import annotations

from dataclasses import dataclass

from wikic.model.statement import Block, Entity, Statement, Term


@dataclass(frozen=True, slots=True)
class Digest:
    """What extraction took from one source.

    key: the source's identity.
    title: the document's title.
    sha256: hash of the article's text the digest was made from.
    date: the document's date, or None.
    ingested: day the source was first taken in, ``YYYY-MM-DD``.
    compiled_with: the curator and its version, ``offline/1``.
    summary: one sentence on the document.
    blocks: the quoted blocks, in article order; each is cited by a statement.
    entities: in order of local id.
    statements: as extracted.
    derived: blocks, statements and words are those that the article's text gives: its file has none of them,
        and they stand here when the article was read too (``digest_file.complete``).
    marks: of a derived digest what was decided about statements that do not stand here, by their ids.
    words: what the document is about, at most 30 words with integer weights, heaviest first: by them a
        document of a library is placed (``model.topics``).
    terms: names and terms it uses, in order of name.
    aliases, tags: those that the document's author gives it.
    links: the documents it links to, as it names them, in order: ``/collection/folder/note.md`` where it
        gives a path, ``Note`` or ``folder/Note`` where it gives a name.
    removed: addresses of the leaves that people deleted from the document's page (``document.leaves``).
    """

    key: str
    title: str
    sha256: str
    date: str | None
    ingested: str
    compiled_with: str
    summary: str
    blocks: tuple[Block, ...]
    entities: tuple[Entity, ...]
    statements: tuple[Statement, ...]
    words: tuple[tuple[str, int], ...] = ()
    terms: tuple[Term, ...] = ()
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    derived: bool = False
    marks: tuple[Statement, ...] = ()

    @property
    def principal(self) -> Entity | None:
        """The entity the article is about, if it has one."""
        return next((entity for entity in self.entities if entity.principal), None)
