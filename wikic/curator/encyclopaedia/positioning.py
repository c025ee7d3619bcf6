"""A first positioning and first directories: from a fixed-size sample, by counting what documents name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from wikic.curator import choose_rules
from wikic.curator.encyclopaedia.chinese.definitions import CHINESE_DIMENSIONS
from wikic.curator.encyclopaedia.chinese.name_shapes import PACK
from wikic.curator.encyclopaedia.english.vocabulary import load_words, rows
from wikic.document import quotes as blocks
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.model.statement import Entity

_FEWEST: Final = 2  # things that are called so,
_SHARE: Final = 0.02  # and of all of them
_IRREGULAR: Final = {"man": "men", "woman": "women", "person": "persons", "child": "children"}
# Heads that say how a thing stands to another, not what it is.
_VAGUE: Final = load_words("vague_nouns")
_LIST_ITEMS: Final = re.compile(r", | and ")


def common_nouns(things: Iterable[Entity], total: int, most: int) -> list[str]:
    """What several of ``things`` are called, in the plural, the most frequent first: ``films``.

    total: how many things the sample is about, these and others.
    """
    counts: Counter[str] = Counter()
    for each in things:
        heads = {tag.split()[-1] for tag in each.tags if tag and tag.split()[-1].isalpha()}
        counts.update(head for head in heads if head.islower() and head not in _VAGUE)
    for head in [each for each in counts if each + "s" in counts]:
        counts[head] += counts.pop(head + "s")
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return [pluralise_noun(head) for head, count in ordered if count >= max(_FEWEST, _SHARE * total)][:most]


def common_origins(things: Sequence[Entity], most: int) -> list[str]:
    """Where several of ``things`` are from, the most frequent first: ``Danish``."""
    total = len(things)
    counts = Counter(tag for each in things for tag in set(each.tags) if tag[:1].isupper() and tag.isalpha())
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return [tag for tag, count in ordered if count >= max(_FEWEST, _SHARE * total)][:most]


def pluralise_noun(noun: str) -> str:
    """The plural of an English noun; one that ends in ``s`` is left as it is."""
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    if noun.endswith(("woman", "man")) and not noun.endswith("human"):
        return noun[:-2] + "en"
    if noun.endswith(("ss", "x", "ch", "sh")):
        return noun + "es"
    if noun.endswith("s"):
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def led_by(first: Iterable[str], description: str, most: int = 8) -> str:
    """A description that is a list, with what the sample holds most of at its front; its end stays."""
    *items, end = _LIST_ITEMS.split(description)
    both = list(dict.fromkeys([*(each for each in first if each != end), *items]))
    return join_list([*both[: most - 1], end])


def join_list(said: list[str]) -> str:
    """``a, b and c``."""
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"


_WORDING: Final = {row[0]: row[1] for row in PACK.rows("positioning")}
_CHINESE_TITLES: Final = {dimension.name: dimension.title for dimension in CHINESE_DIMENSIONS}
_ALWAYS: Final = frozenset(("people", "works", "concepts"))
_BOOKS: Final = 6  # that are named
_MOST_KINDS: Final = 4  # kinds of things that a focus names


def chinese_positioning(
    sample: Sequence[Article], extractions: Sequence[Extraction], works: float
) -> Positioning:
    """A focus, audience and bias; ``works``: share of documents that are works from which it is of works."""
    named = Counter(_CHINESE_TITLES[entity.dimension] for each in extractions for entity in each.entities)
    kinds = [name for name, _ in named.most_common(_MOST_KINDS)]
    books = _list_books(sample)
    if sum(entity.self_ for each in extractions for entity in each.entities) < works * len(sample):
        focus = _word_phrase("things", "、".join(kinds) or _WORDING["all_things"])
        return Positioning(
            focus + (_word_phrase("from_books", books) if books else ""),
            _WORDING["readers"],
            _WORDING["bias"],
        )
    spoken = "、".join(name for name in kinds if name != _CHINESE_TITLES["works"])
    focus = _word_phrase("works_of", books) if books else _WORDING["works"]
    return Positioning(
        focus=focus + (_word_phrase("speaking_of", spoken) if spoken else ""),
        audience=_WORDING["readers_of_works"],
        bias=_WORDING["bias"],
    )


def chinese_scaffold(extractions: Iterable[Extraction]) -> tuple[Dimension, ...]:
    """The Chinese directories that the sample has something for; people, works and concepts always."""
    seen = {entity.dimension for each in extractions for entity in each.entities} | _ALWAYS
    return tuple(dimension for dimension in CHINESE_DIMENSIONS if dimension.name in seen)


def _list_books(sample: Sequence[Article]) -> str:
    books = Counter(article.collection_title for article in sample if article.collection_title)
    listed = "".join(f"《{book}》" for book, _ in books.most_common(_BOOKS))
    return listed + _word_phrase("more_books", str(len(books))) if len(books) > _BOOKS else listed


def _word_phrase(what: str, named: str) -> str:
    return _WORDING[what].replace("{}", named)


SAMPLE: Final = 200  # articles; more change no count that decides anything
EXCERPT: Final = 4_000  # characters of each: definitions stand at the front, editors' notes at the end
READ: Final = SAMPLE * EXCERPT  # characters in all: a corpus of few documents is read further into each
MOSTLY: Final = 0.5  # share of documents in Chinese beyond which the wiki's directories are Chinese
WORKS: Final = 0.5  # share of documents that are works from which the wiki is a wiki of works
SOFTWARE: Final = 0.1  # share of documents about software from which it gets a directory
NAMED: Final = 0.05  # share of what the sample is about from which a kind of things is named in the focus
_TITLES: Final = 3  # works that are named one by one


def _kind_directories(when: str) -> tuple[tuple[str, str], ...]:
    """Names and descriptions of the directories of a kind."""
    return tuple((name, description) for each, name, description in rows("directories") if each == when)


# Name and description, in the order of the root index (LLM-Wiki, Appendix E). Each is a list of what belongs.
ENCYCLOPAEDIC: Final = _kind_directories("things")
(_WORKS_DIMENSION,) = _kind_directories("works")
(_SOFTWARE_DIMENSION,) = _kind_directories("software")
# Kinds of things that get a directory of their own where enough documents are about them.
_MADE_DIMENSIONS: Final = _kind_directories("made")
_OWN: Final = 3  # documents about things of such a kind, and
_OWN_SHARE: Final = 0.04  # of all
# What a focus calls the things of a directory.
_CALLED: Final = {"geography": "places", "media": "works", "history": "events"}
_UNWANTED: Final = "greetings, announcements, promotion, menus, legal boilerplate and copies"
_ALL: Final = (*ENCYCLOPAEDIC, *_MADE_DIMENSIONS, _SOFTWARE_DIMENSION)
_SCHEMA: Final = Schema(Positioning(), tuple(Dimension(name, text) for name, text in _ALL))


_CHINESE_SCHEMA: Final = Schema(Positioning(), CHINESE_DIMENSIONS)


def _extract_sample(sample: Sequence[Article], schema: Schema) -> list[Extraction]:
    return _extract_cached(tuple(sample[:SAMPLE]), schema)


@lru_cache(maxsize=1)  # positioning and scaffold ask for the same
def _extract_cached(taken: tuple[Article, ...], schema: Schema) -> list[Extraction]:
    found: list[Extraction] = []
    for article in taken:
        text = _cut_excerpt(article, max(EXCERPT, READ // len(taken)))
        part = replace(article, text=text)
        found.append(choose_rules.extract(part, blocks.segment(text, article.language), schema))
    return found


def _cut_excerpt(article: Article, limit: int) -> str:
    """The first ``limit`` characters of an article; for Chinese its end too, where the notes stand, and for
    a fenced text the end of the fence.
    """
    text = article.text
    if not (choose_rules.is_chinese(article) or text.lstrip()[:3] in ("```", "~~~")):
        return text[:limit]
    return text if len(text) <= 2 * limit else f"{text[:limit]}\n\n{text[-limit:]}"


def _mostly_chinese(sample: Sequence[Article]) -> bool:
    taken = sample[:SAMPLE]
    return sum(map(choose_rules.is_chinese, taken)) > MOSTLY * len(taken)


def positioning(sample: Sequence[Article]) -> Positioning:
    """Focus, audience and ingestion bias, worded from what the sample's documents are about."""
    if _mostly_chinese(sample):
        return chinese_positioning(sample, _extract_sample(sample, _CHINESE_SCHEMA), WORKS)
    subjects = [
        entity
        for each in _extract_sample(sample, _SCHEMA)
        for entity in each.entities
        if entity.principal or entity.self_
    ]
    if not subjects:
        return Positioning(
            "Documents of any kind",
            "Readers who look up facts, with the sentence each rests on",
            f"Documents that state something belong; {_UNWANTED} do not",
        )
    kinds = Counter(_focus_kind(entity) for entity in subjects).most_common(4)
    named = [name for name, count in kinds if count >= NAMED * len(subjects)]
    if sum(entity.self_ for entity in subjects) >= WORKS * len(subjects):
        return _of_writings(sample)
    about = [
        f"{name} ({', '.join(said)})" if (said := _kind_nouns(name, subjects)) else name for name in named
    ]
    origin = common_origins(subjects, 3)
    called = join_list(list(named))
    return Positioning(
        focus=f"Knowledge about {join_list(about)}" + (f", largely {join_list(origin)}" if origin else ""),
        audience=f"Readers who look up facts about {called}, with the sentence each rests on",
        bias=f"Documents that state facts about {called} belong; {_UNWANTED} do not",
    )


def _kind_nouns(kind: str, subjects: Sequence[Entity]) -> list[str]:
    """What things of a kind are mostly called; where everything may be, nothing is typical."""
    if kind == "concepts":
        return []
    return common_nouns([each for each in subjects if _focus_kind(each) == kind], len(subjects), 3)


def _of_writings(sample: Sequence[Article]) -> Positioning:
    """Of works to be talked about: a few by their titles."""
    entities = [entity for each in _extract_sample(sample, _SCHEMA) for entity in each.entities]
    spoken = Counter(_focus_kind(entity) for entity in entities if not entity.self_)
    named = [name for name, count in spoken.most_common(3) if count >= NAMED * len(entities)]
    titles = join_list([f"“{article.title}”" for article in sample[:_TITLES]]) if sample else ""
    writings = titles if len(sample) <= _TITLES else "Essays, letters and other writings"
    speaks = "it speaks" if len(sample) == 1 else "they speak"
    return Positioning(
        focus=writings + (f", and the {join_list(named)} {speaks} of" if named else ""),
        audience="Readers of these writings, and of what they say and speak of",
        bias=f"Writings of this kind, and documents about them, belong; {_UNWANTED} do not",
    )


def scaffold(sample: Sequence[Article]) -> tuple[Dimension, ...]:
    """Directories for what the sample names; those nothing belongs in are left out, ``concepts`` takes
    the rest.
    """
    if _mostly_chinese(sample):
        return chinese_scaffold(_extract_sample(sample, _CHINESE_SCHEMA))
    extractions = _extract_sample(sample, _SCHEMA)
    subjects = [
        entity for each in extractions for entity in each.entities if entity.principal or entity.self_
    ]
    seen = {entity.dimension for each in extractions for entity in each.entities} | {"concepts"}
    works = bool(subjects) and sum(entity.self_ for entity in subjects) >= WORKS * len(subjects)
    software = sum(entity.dimension == "software" for entity in subjects) >= max(1, SOFTWARE * len(subjects))
    enough = max(_OWN, _OWN_SHARE * len(subjects))
    few = {name for name, _ in _MADE_DIMENSIONS if sum(each.dimension == name for each in subjects) < enough}
    result: list[Dimension] = []
    for name, description in _ALL:
        if name in few:
            continue
        description = led_by(_kind_nouns(_CALLED.get(name, name), subjects), description)
        if name == "media" and works:
            result.append(Dimension(*_WORKS_DIMENSION, accepts=("media",)))
        elif name == "software" and not software:
            continue
        elif name in seen:
            result.append(Dimension(name, description))
    return tuple(sorted(result, key=lambda dimension: dimension.name))


def _focus_kind(entity: Entity) -> str:
    """What a focus calls the kind of thing that an entity is."""
    return _CALLED.get(entity.dimension, entity.dimension)
