"""A first positioning, first directories, and short names for groups: from a fixed-size sample, by
counting.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from wikic.curator.offline.vocabulary.common import COMMON
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.model.statement import Entity
from wikic.text import blocks
from wikic.text.tokens import tokens

SAMPLE: Final = 200  # articles; more change no count that decides anything
EXCERPT: Final = 4_000  # characters of each: definitions stand at the front
WORKS: Final = 0.5  # share of documents that are works from which the wiki is a wiki of works
SOFTWARE: Final = 0.1  # share of documents about software from which it gets a directory
MAX_LINE: Final = 160  # characters of a summary line

# Name and description, in the order of the root index (LLM-Wiki, Appendix E).
ENCYCLOPAEDIC: Final = (
    ("concepts", "theories, methods, genres, terms and abstract ideas"),
    ("geography", "countries, regions, cities, villages, rivers, buildings and landmarks"),
    ("history", "events, wars, battles, periods, dynasties, competitions and awards"),
    ("media", "films, albums, songs, books, newspapers and other works"),
    ("organizations", "schools, companies, bands, clubs, parties and public bodies"),
    ("people", "biographies of rulers, artists, scientists, athletes and other persons"),
)
_WORKS_DIMENSION: Final = (
    "works",
    "essays, letters, stories and books, those collected here and those they speak of",
)
_SOFTWARE_DIMENSION: Final = ("software", "programs, libraries, tools, formats and their parts")
_ALL: Final = (*ENCYCLOPAEDIC, _SOFTWARE_DIMENSION)
_SCHEMA: Final = Schema(Positioning(), tuple(Dimension(name, text) for name, text in _ALL))


def _extractions(sample: Sequence[Article]) -> list[Extraction]:
    from wikic.curator.offline.curator import OfflineCurator  # it imports this module where it needs it

    curator = OfflineCurator()
    return [
        curator.extract(article, blocks.segment(article.text[:EXCERPT], article.language), _SCHEMA)
        for article in sample[:SAMPLE]
    ]


def positioning(sample: Sequence[Article]) -> Positioning:
    """Focus, audience and ingestion bias, worded from what the sample's documents are about."""
    subjects = [
        entity
        for each in _extractions(sample)
        for entity in each.entities
        if entity.principal or entity.self_
    ]
    if not subjects:
        return Positioning(
            "Documents of any kind",
            "Readers who look for facts with their sources",
            "Documents that state something",
        )
    kinds = [name for name, _ in Counter(_kind(entity) for entity in subjects).most_common(4)]
    labels = Counter(tag for entity in subjects for tag in entity.tags)
    topics = [
        tag for tag, count in sorted(labels.items(), key=lambda pair: (-pair[1], pair[0])) if count > 1
    ][:6]
    focus = f"Knowledge about {_listed(kinds)}" + (f": {', '.join(topics)}" if topics else "")
    works = sum(entity.self_ for entity in subjects) >= WORKS * len(subjects)
    audience = (
        "Readers of these writings and of what they speak of"
        if works
        else "Readers who look for facts with their sources"
    )
    bias = (
        f"Documents that say something about {_listed(kinds)}; not greetings, promotion, navigation, "
        f"legal boilerplate or copies"
    )
    return Positioning(focus, audience, bias)


def scaffold(sample: Sequence[Article]) -> tuple[Dimension, ...]:
    """Directories for what the sample names; those nothing belongs in are left out, ``concepts`` takes
    the rest.
    """
    extractions = _extractions(sample)
    subjects = [
        entity for each in extractions for entity in each.entities if entity.principal or entity.self_
    ]
    seen = {entity.dimension for each in extractions for entity in each.entities} | {"concepts"}
    works = bool(subjects) and sum(entity.self_ for entity in subjects) >= WORKS * len(subjects)
    software = sum(entity.dimension == "software" for entity in subjects) >= max(1, SOFTWARE * len(subjects))
    result: list[Dimension] = []
    for name, description in _ALL:
        if name == "media" and works:
            result.append(Dimension(*_WORKS_DIMENSION, accepts=("media",)))
        elif name == "software" and not software:
            continue
        elif name in seen:
            result.append(Dimension(name, description))
    return tuple(sorted(result, key=lambda dimension: dimension.name))


def _kind(entity: Entity) -> str:
    return "works" if entity.self_ and entity.dimension == "media" else entity.dimension


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def summarize(children: Sequence[str]) -> str:
    """What the children's lines have in common, then the first of them, within one line."""
    lines = [line.strip().rstrip(".") for line in children if line.strip()]
    if not lines:
        return ""
    if len(lines) == 1:
        return lines[0][:MAX_LINE]
    shared = list(_shared(lines, 0.3))[:4]
    text = f"{len(lines)} entries" + (f" on {', '.join(shared)}" if shared else "")
    for line in lines:
        longer = f"{text}{'; ' if line is not lines[0] else ': '}{line}"
        if len(longer) > MAX_LINE:
            break
        text = longer
    return text


def label(children: Sequence[str]) -> str:
    """Up to three words most of the children share, in the order they stand in; "Various" when there
    are none.
    """
    lines = [line for line in children if line.strip()]
    shared = _shared(lines, 0.5)[:3]
    if not shared:
        shared = _shared(lines, 0.25)[:2]
    if not shared:
        return "Various"
    order = {
        word: min((tokens(line).index(word) for line in lines if word in tokens(line)), default=0)
        for word in shared
    }
    words = sorted(shared, key=lambda word: (order[word], word))
    spelled = {
        token: form
        for line in lines
        for form in re.findall(r"\w+", line)
        for token in [form.casefold()]
        if form[:1].isupper()
    }
    return (
        " ".join(spelled.get(word, word) for word in words)[:MAX_LINE].strip().capitalize()
        if len(words) == 1
        else _titled(words, spelled)
    )


def _titled(words: Sequence[str], spelled: dict[str, str]) -> str:
    text = " ".join(spelled.get(word, word) for word in words)
    return text[:1].upper() + text[1:]


def _shared(lines: Sequence[str], share: float) -> list[str]:
    """Words that stand in at least ``share`` of the lines and in two of them, most frequent first."""
    counts = Counter(
        word
        for line in lines
        for word in set(tokens(line))
        if word not in COMMON and not word.isdigit() and len(word) > 1
    )
    return [
        word
        for word, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        if count >= max(2, share * len(lines))
    ]
