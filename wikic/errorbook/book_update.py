"""Turns errors that were seen into entries that say why, and what to do instead ("attribute", "constrain").

LLM-Wiki, section 3.3. Where a check says by itself what to do instead, its lesson is there at once; others
are worded by a curator's ``attribute``, which whoever keeps the book asks when it holds nothing up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, Protocol

from wikic.errorbook.entry import MAX_EXAMPLES, MAX_PAGES, Book, Entry, Sighting, line
from wikic.model.extraction import Slip

MAX_LESSONS: Final = 8  # calls of one batch; what is left is asked when it is met again
SHOWN: Final = 5  # cases a lesson is drawn from


class Lesson(Protocol):
    """What ``curator.protocol.Lesson`` holds; that is a floor above."""

    @property
    def root_cause(self) -> str: ...
    @property
    def constraint(self) -> str: ...
    @property
    def verification(self) -> str: ...


def discover(book: Book, sightings: Iterable[Sighting]) -> Book:
    """The book with an entry for each cause that was seen; closed ones are open again.

    What a check teaches by itself stands in its entry at once; a constraint that is there stays.
    """
    entries = book.by_id
    for name, seen in grouped(sightings).items():
        first = seen[0]
        known = entries.get(name) or Entry(
            name, first.category, first.rule, line(first.phenomenon), language=first.language
        )
        lesson = None if known.constraint else known_lesson(known.rule, known.language)
        if lesson is not None:
            known = replace(known, root_cause=known.root_cause or lesson[0], constraint=lesson[1])
        entries[name] = replace(
            known,
            status="open",
            examples=_first(known.examples, (line(each.example) for each in seen), MAX_EXAMPLES),
            pages=_first(known.pages, (each.page for each in seen), MAX_PAGES),
        )
    return Book(tuple(entries[name] for name in sorted(entries)))


def untaught(book: Book, sightings: Iterable[Sighting]) -> dict[str, tuple[Slip, ...]]:
    """Causes seen that have no constraint, by entry id, most frequent first; cases to draw a lesson from."""
    entries = book.by_id
    seen = grouped(sightings)
    names = [name for name in seen if name in entries and not entries[name].constraint]
    names.sort(key=lambda name: (-len(seen[name]), name))
    return {name: tuple(each.slip for each in seen[name][:SHOWN]) for name in names[:MAX_LESSONS]}


def taught(book: Book, lessons: Mapping[str, Lesson]) -> Book:
    """The book with lessons, by entry id. A constraint that is there stays, whoever wrote it."""
    entries = book.by_id
    for name, lesson in lessons.items():
        if name in entries and not entries[name].constraint:
            entries[name] = replace(
                entries[name],
                root_cause=line(lesson.root_cause),
                constraint=line(lesson.constraint),
                verification=line(lesson.verification),
            )
    return Book(tuple(entries[name] for name in sorted(entries)))


def grouped(sightings: Iterable[Sighting]) -> Mapping[str, list[Sighting]]:
    """The sightings by entry id, in the order in which each entry was first seen."""
    groups: dict[str, list[Sighting]] = {}
    for each in sightings:
        groups.setdefault(each.entry, []).append(each)
    return groups


def _first(known: tuple[str, ...], seen: Iterable[str], limit: int) -> tuple[str, ...]:
    """``known`` and as much of ``seen`` as fits into ``limit``, sorted: a full list does not change again."""
    kept = dict.fromkeys(known)
    for each in seen:
        if len(kept) >= limit:
            break
        if each:
            kept[each] = None
    return tuple(sorted(kept))


# rule, why, instead; then the same in Chinese.
_LESSONS: Final[tuple[tuple[str, str, str, str, str], ...]] = (
    (
        "malformed-reply",
        "Words, marks or a second reply stood around the JSON, or it broke off.",
        "Reply with one JSON object and nothing else: no words before or behind it, every bracket closed.",
        "JSON 前后有别的文字、标记或第二个回答，或者中途断开。",
        "只回答一个 JSON 对象，前后不要任何文字，所有括号都要闭合。",
    ),
    (
        "empty-title",
        "An entity was declared before it had a name.",
        "Declare only entities that have a name, and give the name as the title.",
        "实体还没有名称就被声明了。",
        "只声明有名称的实体，并以该名称为标题。",
    ),
    (
        "vague-name",
        "A pronoun or description was taken for a name.",
        "Give as title and alias only names; a pronoun or a description of a thing is none.",
        "把代词或描述当作名称。",
        "标题和别名只能是名称，代词和描述都不是名称。",
    ),
    (
        "duplicate-entity",
        "One thing that is called two ways was taken for two.",
        "Declare each thing once, with its other names as aliases.",
        "同一事物有两种叫法，被当作两个事物。",
        "每个事物只声明一次，其他名称写作别名。",
    ),
    (
        "reused-id",
        "An id was given again to another entity.",
        "Give every entity an id of its own, and use that id for nothing else.",
        "同一编号又给了另一个实体。",
        "每个实体用自己的编号，不要重复使用。",
    ),
    (
        "unknown-dimension",
        "A directory was made up that the list does not have.",
        "Choose the directory of an entity from the list given, spelled as it stands there.",
        "编造了列表中没有的目录。",
        "实体的目录只能从给出的列表中选，写法与列表一致。",
    ),
    (
        "path-in-name",
        "A file's path was taken for a name.",
        "Names hold no path and no slash before a file's name.",
        "把文件路径当作名称。",
        "名称中不能有路径。",
    ),
    (
        "no-entity",
        "A statement was given without saying what it is about.",
        "Give with every statement the id of the entity it is about.",
        "陈述没有说明是关于哪个实体的。",
        "每条陈述都要给出它所属实体的编号。",
    ),
    (
        "undeclared-entity",
        "A statement was given of a thing that no entity stands for.",
        "Declare every entity before a statement or relation uses its id.",
        "陈述所属的事物没有声明为实体。",
        "先声明实体，陈述和关系才能使用它的编号。",
    ),
    (
        "empty-statement",
        "A statement without words was given to fill a place.",
        "Leave out a statement that would be empty.",
        "为了填位置而给出没有内容的陈述。",
        "没有内容的陈述不要给出。",
    ),
    (
        "long-statement",
        "A paragraph was given as one statement.",
        "Say one thing in each statement, in one sentence; cut a paragraph into several.",
        "把整段文字当作一条陈述。",
        "每条陈述只用一句话说一件事，长段落要拆开。",
    ),
    (
        "unknown-kind",
        "A kind was made up that the list does not have.",
        "Use only the kinds that the instructions name.",
        "编造了没有的种类。",
        "种类只能用说明中列出的。",
    ),
    (
        "no-holder",
        "A claim or judgement was given without saying whose it is.",
        "Name with every claim or judgement who holds it, as the document does; else it is none.",
        "主张或评价没有说明是谁的。",
        "每条主张或评价都要写明文中是谁说的。",
    ),
    (
        "held-fact",
        "A fact was given somebody who says so.",
        "Give a holder only with claims, judgements and quotations, never with a fact.",
        "给事实写了说话人。",
        "只有主张、评价和引语才写说话人，事实不写。",
    ),
    (
        "unknown-block",
        "Sentences were counted instead of reading the numbers before them.",
        "Cite only numbers that stand in brackets before a sentence of the document.",
        "自己数句子，没有看句子前的编号。",
        "只引用文中句子前方括号里的编号。",
    ),
    (
        "no-block",
        "A statement was given without the sentences it comes from.",
        "Cite for every statement the numbers of the sentences that say it.",
        "陈述没有给出它所依据的句子。",
        "每条陈述都要引用说出它的句子编号。",
    ),
    (
        "many-blocks",
        "A summary of many sentences was given as one statement.",
        "Cite only the few sentences that say it; what needs half the document is no statement.",
        "把很多句子的概括当作一条陈述。",
        "只引用说出它的少数几句，需要半篇文章的不是陈述。",
    ),
    (
        "uncited-name",
        "The sentence with the name was not cited beside the one with a pronoun.",
        "Cite also the sentence that holds the name when the other has a pronoun for it.",
        "只引用了用代词的句子，没有引用有名称的句子。",
        "句子用代词时，也要引用写出名称的那一句。",
    ),
    (
        "dangling-relation",
        "A relation was given to a thing that no entity stands for.",
        "Relate only entities that are declared, by their ids.",
        "关系指向没有声明的实体。",
        "关系只能用编号连接已声明的实体。",
    ),
    (
        "unknown-relation",
        "A label was made up that the list does not have.",
        "Take the label of a relation from the list given, else leave the relation out.",
        "编造了列表中没有的关系名。",
        "关系名只能从列表中选，没有合适的就不写。",
    ),
    (
        "self-relation",
        "A statement about one thing was given a relation to it.",
        "A relation joins two different entities; leave out one to the entity itself.",
        "把实体与它自己连接。",
        "关系连接两个不同的实体，不要指向自己。",
    ),
    (
        "link-in-text",
        "A link was written where plain text belongs.",
        "Write plain text without links; relations say what is linked.",
        "在文字里写了链接。",
        "文字中不要写链接，关联用关系表示。",
    ),
    (
        "markup-in-text",
        "Markdown was written where plain text belongs.",
        "Write plain text without Markdown: no stars, headings, list marks or anchors.",
        "在文字里写了 Markdown 标记。",
        "只写纯文本，不要星号、标题、列表符号和锚点。",
    ),
    (
        "wrong-language",
        "The text was translated.",
        "Write every text in the language of the document.",
        "文字被翻译成了另一种语言。",
        "所有文字都用文章的语言写。",
    ),
)


def known_lesson(rule: str, language: str) -> tuple[str, str] | None:
    """Why mistakes of a check happen and what to do instead, or None where it takes a model to say.

    language: ``zh`` for Chinese; everything else reads English.
    """
    for name, *said in _LESSONS:
        if name == rule:
            return (said[2], said[3]) if language == "zh" else (said[0], said[1])
    return None


_NOT_JSON: Final = "malformed-reply"
# What takes an entity away, and with it whatever names it.
_ENTITY: Final = ("empty-title", "outside-title", "path-in-name", "reused-id", "vague-name")
# What takes a statement away; enough of them, and a document is hardly told.
_STATEMENT: Final = (
    "altered-code",
    "empty-statement",
    "long-statement",
    "no-block",
    "no-entity",
    "opposed",
    "order",
    "outside-holder",
    "path-in-text",
    "prompt-leak",
    "undeclared-entity",
    "ungrounded",
    "unknown-block",
    "unsupported-name",
    "unsupported-statement",
    "wrong-language",
)
# A check, and the checks whose finding it may be the consequence of, in one source's extraction.
_FOLLOWS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("undeclared-entity", (_NOT_JSON, *_ENTITY)),
    ("dangling-relation", (_NOT_JSON, *_ENTITY, "undeclared-entity")),
    ("lost-part", (_NOT_JSON, *_ENTITY, *_STATEMENT)),
    ("no-statements", (_NOT_JSON, *_ENTITY, *_STATEMENT)),
    ("few-blocks-cited", (_NOT_JSON, "lost-part", "no-statements", *_ENTITY, *_STATEMENT)),
)
_CAUSES: Final = dict(_FOLLOWS)


def causes(slips: Iterable[Slip]) -> tuple[Slip, ...]:
    """The slips of one source without those that followed from another of them, and unreadable JSON once."""
    given: Sequence[Slip] = tuple(slips)
    seen = {each.rule for each in given}
    kept: list[Slip] = []
    for each in given:
        again = each.rule == _NOT_JSON and any(other.rule == _NOT_JSON for other in kept)
        if not again and seen.isdisjoint(_CAUSES.get(each.rule, ())):
            kept.append(each)
    return tuple(kept)
