"""What `init` looks at of each collection to choose its layout and, of a library, its topics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from wikic.model.article import Article
from wikic.model.topics import Layout
from wikic.schema.document_record import Record
from wikic.schema.library.choose_layout import layout_for
from wikic.schema.library.document_features import DocumentFeatures, features_of

ASKED: Final = 200  # documents that decide a layout
READ: Final = 2_000  # documents in which topics are looked for: a topic of 1.5 % is thirty of them


@dataclass(frozen=True, slots=True)
class Draw:
    """Which documents of a collection are looked at, drawn by the hash of their keys.

    keys: of all its documents.
    asked: those that decide its layout. read: those in which topics are looked for.
    """

    name: str
    keys: tuple[str, ...]
    asked: tuple[str, ...]
    read: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Looked:
    """A collection that was looked at.

    keys: of all its documents.
    share: of the documents looked at, those that define their title.
    chosen: whether the layout was chosen by that share, and not said.
    leaves: documents in which topics are looked for; none where the layout is ``things``.
    """

    name: str
    keys: tuple[str, ...]
    layout: Layout
    share: float
    chosen: bool
    leaves: tuple[DocumentFeatures, ...] = ()


def draws(records: Iterable[Record], fit: Iterable[Record]) -> list[Draw]:
    """What to look at of each collection, in order of name.

    fit: those of ``records`` that say something; where a collection has such, they decide.
    """
    every: dict[str, list[Record]] = {}
    for each in sorted(records, key=lambda each: (each.rank, each.key)):
        every.setdefault(_collection(each.key), []).append(each)
    telling = {each.key for each in fit}
    found: list[Draw] = []
    for name, some in sorted(every.items()):
        asked = [each.key for each in some if each.key in telling] or [each.key for each in some]
        keys = sorted(each.key for each in some)
        read = [each.key for each in some[:READ]]
        found.append(Draw(name, tuple(keys), tuple(asked[:ASKED]), tuple(read)))
    return found


def looked(
    draw: Draw, articles: Mapping[str, Article], leaves: Mapping[str, DocumentFeatures], said: Layout | None
) -> Looked:
    """A collection's layout and leaves.

    articles: those that decide among them; documents without one have a leaf. said: a layout that a person
    chose.
    """
    asked = [articles[key] for key in draw.asked if key in articles]
    layout, share = layout_for(asked)
    layout = said or layout
    found: Sequence[DocumentFeatures] = ()
    if layout == "library":
        found = [
            leaves.get(key) or features_of(articles[key])
            for key in draw.read
            if key in leaves or key in articles
        ]
    return Looked(draw.name, draw.keys, layout, share, said is None, tuple(found))


def _collection(key: str) -> str:
    return key.partition("/")[0]
