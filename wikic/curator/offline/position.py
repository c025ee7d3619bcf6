"""A first positioning, first directories, and short names for groups: from a fixed-size sample, by
counting.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from wikic.curator.offline import dispatch
from wikic.curator.offline.chinese.dimensions import CHINESE_DIMENSIONS
from wikic.curator.offline.vocabulary.common import COMMON
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.model.statement import Entity
from wikic.text import blocks
from wikic.text.tokens import tokens

SAMPLE: Final = 200  # articles; more change no count that decides anything
EXCERPT: Final = 4_000  # characters of each: definitions stand at the front, editors' notes at the end
READ: Final = SAMPLE * EXCERPT  # characters in all: a corpus of few documents is read further into each
MOSTLY: Final = 0.5  # share of documents in Chinese beyond which the wiki's directories are Chinese
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


_CHINESE_SCHEMA: Final = Schema(Positioning(), CHINESE_DIMENSIONS)


def _extractions(sample: Sequence[Article], schema: Schema) -> list[Extraction]:
    found: list[Extraction] = []
    taken = sample[:SAMPLE]
    for article in taken:
        text = _excerpt(article, max(EXCERPT, READ // len(taken)))
        part = replace(article, text=text)
        found.append(dispatch.extract(part, blocks.segment(text, article.language), schema))
    return found


def _excerpt(article: Article, limit: int) -> str:
    """The first ``limit`` characters of an article; for Chinese its end too, where the notes stand, and for
    a fenced text the end of the fence.
    """
    text = article.text
    if not (dispatch.is_chinese(article) or text.lstrip()[:3] in ("```", "~~~")):
        return text[:limit]
    return text if len(text) <= 2 * limit else f"{text[:limit]}\n\n{text[-limit:]}"


def _mostly_chinese(sample: Sequence[Article]) -> bool:
    taken = sample[:SAMPLE]
    return sum(map(dispatch.is_chinese, taken)) > MOSTLY * len(taken)


def positioning(sample: Sequence[Article]) -> Positioning:
    """Focus, audience and ingestion bias, worded from what the sample's documents are about."""
    if _mostly_chinese(sample):
        return _chinese_positioning(sample)
    subjects = [
        entity
        for each in _extractions(sample, _SCHEMA)
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


def _chinese_positioning(sample: Sequence[Article]) -> Positioning:
    extractions = _extractions(sample, _CHINESE_SCHEMA)
    titles = {dimension.name: dimension.title for dimension in CHINESE_DIMENSIONS}
    named = Counter(titles[entity.dimension] for each in extractions for entity in each.entities)
    kinds = "、".join(name for name, _ in named.most_common(4))
    books = Counter(article.collection_title for article in sample if article.collection_title)
    listed = "".join(f"《{book}》" for book, _ in books.most_common(6))
    works = sum(entity.self_ for each in extractions for entity in each.entities)
    return Positioning(
        focus=f"关于{kinds or '各类事物'}的知识" + (f"，出自{listed}" if listed else ""),
        audience="这些作品的读者与研究者" if works >= WORKS * len(sample) else "查考事实及其出处的读者",
        bias="收录有所陈述的文档；不收目录、广告、导航文字与重复的副本",
    )


def _chinese_scaffold(sample: Sequence[Article]) -> tuple[Dimension, ...]:
    """The Chinese directories that the sample has something for; people, works and concepts always."""
    seen = {entity.dimension for each in _extractions(sample, _CHINESE_SCHEMA) for entity in each.entities}
    seen |= {"people", "works", "concepts"}
    return tuple(dimension for dimension in CHINESE_DIMENSIONS if dimension.name in seen)


def scaffold(sample: Sequence[Article]) -> tuple[Dimension, ...]:
    """Directories for what the sample names; those nothing belongs in are left out, ``concepts`` takes
    the rest.
    """
    if _mostly_chinese(sample):
        return _chinese_scaffold(sample)
    extractions = _extractions(sample, _SCHEMA)
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
