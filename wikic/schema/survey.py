"""Reads a corpus and draws the sample that a schema is made from, without holding the corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from wikic.copy_origin import origin
from wikic.errors import InputError, OutOfTime
from wikic.model import attachment
from wikic.model.article import Article
from wikic.model.topics import Layout
from wikic.progress import Progress
from wikic.schema import low_information
from wikic.schema.library.choose_layout import Looked, draw_samples, look_at
from wikic.schema.library.document_features import DocumentFeatures, features_of
from wikic.schema.low_information import KINDS, NEAR_DUPLICATE
from wikic.schema.sampling import Record, keep_record, spread_sample
from wikic.time_limit import SECONDS, bound, within
from wikic.wiki.documents.read import Document, estimate, read
from wikic.wiki.documents.read_outcome import Skipped, Unreadable

# Texts up to this many characters and documents are held, so that small corpora are read once; of larger ones
# the drawn documents are read again.
_HELD: Final = 8_000_000
_HELD_DOCUMENTS: Final = 10_000  # documents kept in memory
_EXAMPLES: Final = 3  # names in a message


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Documents of one kind that say little, which the sample is drawn without.

    kind: ``near-empty``, ``boilerplate``, ``greeting``, ``repost``, ``event``, ``promotion`` or
        ``near-duplicate``.
    count: how many.
    examples: keys of the first three, by key.
    """

    kind: str
    count: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Survey:
    """What a corpus holds, and the sample.

    sample: at most 200 documents, by key.
    documents: how many can be read.
    unreadable: how many cannot.
    left_out: what the sample was drawn without, every kind there is.
    all_left_out: whether that was everything, so that the sample is drawn from it all the same.
    collections: what was looked at of each, in order of name.
    empty: how many of those that cannot be read hold no text.
    skipped: a line on each folder's files that are no documents.
    """

    sample: tuple[Article, ...]
    documents: int
    unreadable: int
    left_out: tuple[LeftOut, ...]
    all_left_out: bool = False
    collections: tuple[Looked, ...] = ()
    empty: int = 0
    skipped: tuple[str, ...] = ()


def survey_corpus(
    paths: Sequence[Path],
    progress: Progress,
    *,
    collection: str | None = None,
    exclude: Collection[Path] = (),
    layout: Layout | None = None,
) -> Survey:
    """Look at every document under ``paths`` once and draw a sample of those that say something.

    layout: of all collections, where a person chose it.

    Raises InputError when a path is missing, or no document can be read.
    """
    progress.phase("read", estimate(paths))
    held: dict[str, Article] | None = {}
    size = 0
    records: list[Record] = []
    unreadable: list[Unreadable] = []
    skipped: list[str] = []
    for document in map(_in_words, read(paths, collection=collection, exclude=exclude)):
        if isinstance(document, Skipped):
            skipped.append(str(document))
            continue
        progress.advance()
        if isinstance(document, Unreadable):
            unreadable.append(document)
            continue
        try:
            records.append(within(bound(SECONDS, len(document.text)), partial(keep_record, document)))
        except OutOfTime as error:
            unreadable.append(Unreadable(document.key, document.location or "", str(error)))
            continue
        size += len(document.text)
        if held is not None:
            held[document.key] = document
            if size > _HELD or len(held) > _HELD_DOCUMENTS:
                held = None
    if not records:
        raise _nothing_error(paths, unreadable, skipped)
    fit, left_out = _sift_documents(records)
    drawn = [each.key for each in spread_sample(fit or records)]
    parts = draw_samples(records, fit)
    leaves: dict[str, DocumentFeatures] = {}
    if held is None:
        kept = {*drawn, *(key for each in parts for key in each.asked)}
        wanted = kept | {key for each in parts for key in each.read}
        held = {}
        for article in _read_again(paths, wanted, progress, collection, exclude):
            if article.key in kept:
                held[article.key] = article
            else:
                leaves[article.key] = features_of(article)  # a few hundred bytes in place of its text
    sample = tuple(held[key] for key in drawn if key in held)
    found = tuple(look_at(each, held, leaves, layout) for each in parts)
    empty = sum(1 for each in unreadable if each.empty)
    return Survey(
        sample, len(records), len(unreadable), left_out, not fit, found, empty=empty, skipped=tuple(skipped)
    )


def _sift_documents(records: Sequence[Record]) -> tuple[list[Record], tuple[LeftOut, ...]]:
    """The documents that say something, and how many do not, by kind."""
    candidates = sorted((each for each in records if not each.kind), key=lambda each: (each.rank, each.key))
    again = low_information.find_repeated([each.sketch for each in candidates])
    fit = [each for at, each in enumerate(candidates) if at not in again]
    named = [(each.kind, each.key) for each in records if each.kind]
    named += [(NEAR_DUPLICATE, candidates[at].key) for at in again]
    counts = Counter(kind for kind, _ in named)
    left_out = tuple(
        LeftOut(
            kind.name,
            counts[kind.name],
            tuple(sorted(key for name, key in named if name == kind.name)[:_EXAMPLES]),
        )
        for kind in KINDS
        if counts[kind.name]
    )
    return fit, left_out


def _read_again(
    paths: Sequence[Path],
    drawn: Iterable[str],
    progress: Progress,
    collection: str | None,
    exclude: Collection[Path],
) -> Iterator[Article]:
    """The drawn documents, read a second time; reading ends with the last of them."""
    wanted = set(drawn)
    progress.phase("sample", len(wanted))
    for document in map(_in_words, read(paths, collection=collection, exclude=exclude)):
        if isinstance(document, Article) and document.key in wanted:
            wanted.discard(document.key)
            progress.advance()
            yield document
            if not wanted:
                return


def _in_words(document: Document) -> Document:
    """A document as it reads; of its pictures and files their words."""
    if not isinstance(document, Article) or not document.attachments:
        return document
    return replace(document, text=attachment.spoken(document.text), attachments=())


def _nothing_error(
    paths: Sequence[Path], unreadable: Sequence[Unreadable], skipped: Sequence[str]
) -> InputError:
    named = ", ".join(map(origin, paths))
    if not unreadable:
        return InputError(
            f"{named}: no document there that wikic reads",
            hint="; ".join(skipped) or "`wikic init --from schema.yaml` starts without documents",
        )
    first = "; ".join(f"{each.place} {each.reason}" for each in unreadable[:_EXAMPLES])
    rest = len(unreadable) - _EXAMPLES
    more = f"; and {rest:,} more" if rest > 0 else ""
    if len(unreadable) == 1:
        return InputError(f"the only document in {named} cannot be read", hint=first)
    return InputError(f"none of the {len(unreadable):,} documents in {named} can be read", hint=first + more)
