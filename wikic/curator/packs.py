"""Curators that read several short documents at once: what they share is paid for once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from wikic.curator.protocol import NOTHING_OFFERED, Curator, Offer, Verdict
from wikic.errors import ModelError, ModelUnavailableError, ReplyError
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.extraction import Extraction
from wikic.model.schema import Schema
from wikic.model.statement import Block, Entity, Statement


@dataclass(frozen=True, slots=True)
class Paper:
    """A document to be extracted.

    source: the article. blocks: its numbered blocks. offer: what its extraction is shown of the wiki.
    """

    source: Article
    blocks: Sequence[Block]
    offer: Offer = NOTHING_OFFERED


@dataclass(frozen=True, slots=True)
class Claimed:
    """What one document's digest says, to be checked.

    title: the document's. statements: what is said. blocks: those the statements cite, by id.
    entities: of the digest; those that have lines have them checked too.
    key: the document's; "" where that does not matter.
    """

    title: str
    statements: Sequence[Statement]
    blocks: Mapping[str, Block]
    entities: Sequence[Entity] = ()
    key: str = ""

    @classmethod
    def of(cls, digest: Digest) -> Claimed:
        """All statements of a digest, with the blocks and entities they need."""
        blocks = {block.id: block for block in digest.blocks}
        return cls(digest.title, digest.statements, blocks, digest.entities, digest.key)

    @classmethod
    def some(cls, digest: Digest, statements: Sequence[Statement]) -> Claimed:
        """Some statements of a digest: whole records, and no line, which rests on others too."""
        entities = [replace(entity, summary="") for entity in digest.entities]
        return replace(cls.of(digest), statements=statements, entities=entities)


@runtime_checkable
class PackingCurator(Curator, Protocol):
    """A curator that can be given several documents at once; what one says changes no other's result.

    All but ModelError that is about one document (ReplyError, ModelUnavailableError) is raised, as
    ``Curator.extract`` does.
    """

    def packs(self, papers: Sequence[Paper], schema: Schema) -> tuple[int, ...]:
        """How many of the papers, one group behind the other, are read at once; they add up to all."""
        ...

    def extract_pack(self, papers: Sequence[Paper], schema: Schema) -> tuple[Extraction | ModelError, ...]:
        """What ``extract`` gives or raises for each, in order."""
        ...

    def verify_pack(self, claimed: Sequence[Claimed]) -> tuple[tuple[Verdict, ...] | ModelError, ...]:
        """What ``verify`` gives or raises for each, in order."""
        ...


def verified(curator: Curator, claimed: Sequence[Claimed]) -> tuple[tuple[Verdict, ...] | ModelError, ...]:
    """What ``curator.verify`` gives or raises for each, in as few calls as the curator knows to."""
    if isinstance(curator, PackingCurator):
        return curator.verify_pack(claimed)
    return tuple(_verified(curator, each) for each in claimed)


def _verified(curator: Curator, each: Claimed) -> tuple[Verdict, ...] | ModelError:
    try:
        return curator.verify(each.title, each.statements, each.blocks, each.entities)
    except (ReplyError, ModelUnavailableError) as error:
        return error
