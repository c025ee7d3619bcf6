"""A first positioning and first directories: from a fixed-size sample, by counting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from wikic.curator import choose_rules
from wikic.curator.encyclopaedia.chinese import positioning as chinese
from wikic.curator.encyclopaedia.chinese.definitions import CHINESE_DIMENSIONS
from wikic.curator.encyclopaedia.english.position_nouns import led_by, listed, nouns, origins
from wikic.curator.encyclopaedia.english.vocabulary import rows
from wikic.document import quotes as blocks
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.model.statement import Entity

SAMPLE: Final = 200  # articles; more change no count that decides anything
EXCERPT: Final = 4_000  # characters of each: definitions stand at the front, editors' notes at the end
READ: Final = SAMPLE * EXCERPT  # characters in all: a corpus of few documents is read further into each
MOSTLY: Final = 0.5  # share of documents in Chinese beyond which the wiki's directories are Chinese
WORKS: Final = 0.5  # share of documents that are works from which the wiki is a wiki of works
SOFTWARE: Final = 0.1  # share of documents about software from which it gets a directory
NAMED: Final = 0.05  # share of what the sample is about from which a kind of things is named in the focus
_TITLES: Final = 3  # works that are named one by one


def _directories(when: str) -> tuple[tuple[str, str], ...]:
    """Names and descriptions of the directories of a kind."""
    return tuple((name, description) for each, name, description in rows("directories") if each == when)


# Name and description, in the order of the root index (LLM-Wiki, Appendix E). Each is a list of what belongs.
ENCYCLOPAEDIC: Final = _directories("things")
(_WORKS_DIMENSION,) = _directories("works")
(_SOFTWARE_DIMENSION,) = _directories("software")
# Kinds of things that get a directory of their own where enough documents are about them.
_MADE_DIMENSIONS: Final = _directories("made")
_OWN: Final = 3  # documents about things of such a kind, and
_OWN_SHARE: Final = 0.04  # of all
# What a focus calls the things of a directory.
_CALLED: Final = {"geography": "places", "media": "works", "history": "events"}
_UNWANTED: Final = "greetings, announcements, promotion, menus, legal boilerplate and copies"
_ALL: Final = (*ENCYCLOPAEDIC, *_MADE_DIMENSIONS, _SOFTWARE_DIMENSION)
_SCHEMA: Final = Schema(Positioning(), tuple(Dimension(name, text) for name, text in _ALL))


_CHINESE_SCHEMA: Final = Schema(Positioning(), CHINESE_DIMENSIONS)


def _extractions(sample: Sequence[Article], schema: Schema) -> list[Extraction]:
    return _extracted(tuple(sample[:SAMPLE]), schema)


@lru_cache(maxsize=1)  # positioning and scaffold ask for the same
def _extracted(taken: tuple[Article, ...], schema: Schema) -> list[Extraction]:
    found: list[Extraction] = []
    for article in taken:
        text = _excerpt(article, max(EXCERPT, READ // len(taken)))
        part = replace(article, text=text)
        found.append(choose_rules.extract(part, blocks.segment(text, article.language), schema))
    return found


def _excerpt(article: Article, limit: int) -> str:
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
        return chinese.positioning(sample, _extractions(sample, _CHINESE_SCHEMA), WORKS)
    subjects = [
        entity
        for each in _extractions(sample, _SCHEMA)
        for entity in each.entities
        if entity.principal or entity.self_
    ]
    if not subjects:
        return Positioning(
            "Documents of any kind",
            "Readers who look up facts, with the sentence each rests on",
            f"Documents that state something belong; {_UNWANTED} do not",
        )
    kinds = Counter(_kind(entity) for entity in subjects).most_common(4)
    named = [name for name, count in kinds if count >= NAMED * len(subjects)]
    if sum(entity.self_ for entity in subjects) >= WORKS * len(subjects):
        return _of_writings(sample)
    about = [f"{name} ({', '.join(said)})" if (said := _nouns(name, subjects)) else name for name in named]
    origin = origins(subjects, 3)
    called = listed(list(named))
    return Positioning(
        focus=f"Knowledge about {listed(about)}" + (f", largely {listed(origin)}" if origin else ""),
        audience=f"Readers who look up facts about {called}, with the sentence each rests on",
        bias=f"Documents that state facts about {called} belong; {_UNWANTED} do not",
    )


def _nouns(kind: str, subjects: Sequence[Entity]) -> list[str]:
    """What things of a kind are mostly called; where everything may be, nothing is typical."""
    if kind == "concepts":
        return []
    return nouns([each for each in subjects if _kind(each) == kind], len(subjects), 3)


def _of_writings(sample: Sequence[Article]) -> Positioning:
    """Of works to be talked about: a few by their titles."""
    entities = [entity for each in _extractions(sample, _SCHEMA) for entity in each.entities]
    spoken = Counter(_kind(entity) for entity in entities if not entity.self_)
    named = [name for name, count in spoken.most_common(3) if count >= NAMED * len(entities)]
    titles = listed([f"“{article.title}”" for article in sample[:_TITLES]]) if sample else ""
    writings = titles if len(sample) <= _TITLES else "Essays, letters and other writings"
    speaks = "it speaks" if len(sample) == 1 else "they speak"
    return Positioning(
        focus=writings + (f", and the {listed(named)} {speaks} of" if named else ""),
        audience="Readers of these writings, and of what they say and speak of",
        bias=f"Writings of this kind, and documents about them, belong; {_UNWANTED} do not",
    )


def scaffold(sample: Sequence[Article]) -> tuple[Dimension, ...]:
    """Directories for what the sample names; those nothing belongs in are left out, ``concepts`` takes
    the rest.
    """
    if _mostly_chinese(sample):
        return chinese.scaffold(_extractions(sample, _CHINESE_SCHEMA))
    extractions = _extractions(sample, _SCHEMA)
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
        description = led_by(_nouns(_CALLED.get(name, name), subjects), description)
        if name == "media" and works:
            result.append(Dimension(*_WORKS_DIMENSION, accepts=("media",)))
        elif name == "software" and not software:
            continue
        elif name in seen:
            result.append(Dimension(name, description))
    return tuple(sorted(result, key=lambda dimension: dimension.name))


def _kind(entity: Entity) -> str:
    """What a focus calls the kind of thing that an entity is."""
    return _CALLED.get(entity.dimension, entity.dimension)
