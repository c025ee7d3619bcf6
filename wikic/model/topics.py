"""Where the documents of a library live: by folder, title, speaker, date and words, as ``schema.yaml`` says.

Finding topics is ``init``'s and ``evolve``'s; what they found stands in ``schema.yaml``, and placing goes by
that alone. So no document moves because another one came.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

Layout = Literal["things", "library"]

MAX_TOPIC_WORDS: Final = 40
MAX_DOCUMENT_WORDS: Final = 30
MAX_WEIGHT: Final = 1_000_000  # sums of products of such weights stay small numbers


@dataclass(frozen=True, slots=True)
class Collection:
    """What the documents of one collection are made into.

    name: the first step of their keys.
    layout: ``things``: pages are what the documents speak of. ``library``: pages are the documents.
    """

    name: str
    layout: Layout


@dataclass(frozen=True, slots=True)
class Topic:
    """Which documents of a library live in a directory.

    directory: a dimension.
    collection: documents of this collection only, "" for all.
    folder: documents below this folder of their collection, ``guide/install``.
    prefix: documents whose title begins so.
    speaker: documents in which this one speaks.
    date: documents whose file or title names a day of this year, ``2024``, or month, ``2024-03``.
    words: documents whose words these are, with integer weights; at most 40.

    All that it says must hold; several may name one directory. One that says none of the last five takes the
    documents of its collection that no other takes.
    """

    directory: str
    collection: str = ""
    folder: str = ""
    prefix: str = ""
    speaker: str = ""
    date: str = ""
    words: Mapping[str, int] = field(default_factory=dict)

    @property
    def takes_all(self) -> bool:
        """Whether it asks for nothing: it takes the documents of its collection that no other takes."""
        return not (self.folder or self.prefix or self.speaker or self.date or self.words)
