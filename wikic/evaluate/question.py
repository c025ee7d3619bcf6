"""Questions with what a good reply holds, out of a JSON Lines file; which sources of a wiki their gold
names.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from wikic import layout
from wikic.errors import InputError
from wikic.navigate.library import Library
from wikic.plain_file import RECORDING, read_plain
from wikic.text.normalise import CJK, fold_name, normalise

_ANSWERS: Final = ("answer", "answers", "aliases")
_GOLD: Final = ("gold", "gold_docs", "gold_sources")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_ID_DIGITS: Final = 12  # hexadecimal digits of a hash


@dataclass(frozen=True, slots=True)
class Question:
    """A question and what is known of its answer; what is not known narrows what can be measured.

    id: of the file, or a hash of the text.
    text: as it is asked.
    answers: any one of them is right.
    gold: groups of documents by key, record id, title or quote; one document of each group is wanted.
    type, hops: as the file names them; "" and None without.
    unanswerable: the wiki should say that it does not know.
    claims: what a right answer says, a claim each (AuthTrace).
    """

    id: str
    text: str
    answers: tuple[str, ...] = ()
    gold: tuple[tuple[str, ...], ...] = ()
    type: str = ""
    hops: int | None = None
    unanswerable: bool = False
    claims: tuple[str, ...] = ()


def read_questions(path: Path) -> tuple[Question, ...]:
    """The questions of a JSON Lines file, in order.

    Of each line: ``question``; ``answer``, ``answers`` and ``aliases`` (texts or lists); ``gold``,
    ``gold_docs`` or ``gold_groups`` (a list of sources, or a list of lists of which one source each will do);
    ``quotes`` (sentences of the documents wanted); ``id``, ``type``, ``hops``; ``unanswerable`` or
    ``adversarial``; ``claims`` (texts). Other columns are left alone.

    Raises InputError for a file that cannot be read or a line that holds no question, and for two questions
    of one id.
    """
    try:
        text = read_plain(path, RECORDING).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8: {error.reason}") from error
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from error
    found: dict[str, Question] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            question = _read_question(json.loads(line))
        except (ValueError, RecursionError) as error:
            raise InputError(f"{path}:{number}: {error}", hint='a line is {"question": "…", …}') from error
        if question.id in found:
            raise InputError(f"{path}:{number}: a second question with the id {question.id!r}")
        found[question.id] = question
    if not found:
        raise InputError(f"{path}: holds no question", hint='write one JSON object a line: {"question": "…"}')
    return tuple(found.values())


def _read_question(record: Any) -> Question:
    if not isinstance(record, Mapping):
        raise ValueError("is no JSON object")
    text = record.get("question")
    if not isinstance(text, str) or not text.strip():
        raise ValueError("has no question")
    if _SURROGATE.search(json.dumps(record, ensure_ascii=False)):
        raise ValueError("holds half of a character (a lone surrogate)")
    answers = tuple(dict.fromkeys(each for name in _ANSWERS for each in _as_texts(record.get(name))))
    return Question(
        id=str(record.get("id") or hashlib.sha256(text.encode()).hexdigest()[:_ID_DIGITS]),
        text=text,
        answers=answers,
        gold=tuple(_gold_groups(record)),
        type=str(record["type"]) if record.get("type") not in (None, "") else "",
        hops=record["hops"] if isinstance(record.get("hops"), int) else None,
        unanswerable=bool(record.get("unanswerable") or record.get("adversarial")),
        claims=tuple(_as_texts(record.get("claims"))),
    )


def _gold_groups(record: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """The groups of gold documents; a list of names is a group for each, a list of lists is groups."""
    listed: Any = record.get("gold_groups") or next((record[name] for name in _GOLD if record.get(name)), [])
    seen: set[tuple[str, ...]] = set()
    for each in [*(listed if isinstance(listed, list) else [listed]), *_as_texts(record.get("quotes"))]:
        group = tuple(dict.fromkeys(_as_texts(each)))
        if group and group not in seen:
            seen.add(group)
            yield group


def _as_texts(value: Any) -> list[str]:
    """A text, a number, or a list of them, as texts; nothing for nothing."""
    if value is None or isinstance(value, Mapping):
        return []
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    if isinstance(value, list):
        return [text for each in value for text in _as_texts(each)]
    return [text] if (text := str(value).strip()) else []


_CJK: Final = re.compile(f"[{CJK}]")


class SourceNames:
    """Sources by what people call them: key or its end, file name, title; a book is all its chapters."""

    def __init__(self, sources: Iterable[tuple[str, str]]) -> None:
        """sources: key and title of every source of a wiki."""
        self._named: dict[str, set[str]] = {}
        inside: dict[str, list[str]] = {}
        for key, title in sources:
            inside.setdefault(key.rpartition("/")[0], []).append(key)
            for name in _source_names(key, title):
                self._named.setdefault(name, set()).add(key)
        for whole, keys in inside.items():
            chapters = layout.parts_of(whole, keys)
            for name in _source_names(whole, "") if chapters else ():
                for called in (name, fold_name(name.replace("-", " "))):  # "a-book.txt" is "A Book"
                    self._named.setdefault(called, set()).update(chapters)

    def of(self, name: str) -> frozenset[str]:
        """Keys of the sources that ``name`` means."""
        return frozenset(self._named.get(name) or self._named.get(fold_name(name)) or ())


class Gold:
    """Finds gold documents by key, record id, file name, title, or a sentence they hold."""

    def __init__(self, library: Library) -> None:
        """library: may be closed once the gold of all questions was found."""
        self._library = library
        self._names = SourceNames((source.key, source.title) for source in library.sources())
        self._held: dict[str, frozenset[str]] = {}

    @cached_property
    def _texts(self) -> list[tuple[str, str]]:
        """Key and text of every article; read only where a name is no document's."""
        found = []
        for source in self._library.sources():
            article = self._library.article(source.article)
            if article is not None:
                found.append((source.key, _plain_text(article.text)))
        return found

    def keys(self, name: str) -> frozenset[str]:
        """The sources that ``name`` means; none where the wiki has no such source."""
        if name not in self._held:
            found = self._names.of(name)
            # It may be a sentence: keys and ids hold no space and no Chinese.
            if not found and (" " in name.strip() or _CJK.search(name) is not None):
                quote = _plain_text(name)
                found = frozenset(key for key, text in self._texts if quote in text)
            self._held[name] = found
        return self._held[name]

    def groups(self, question: Question) -> tuple[frozenset[str], ...]:
        """Keys of the documents wanted, a group each; an empty group is one that the wiki does not have."""
        return tuple(frozenset().union(*(self.keys(name) for name in group)) for group in question.gold)

    def missing(self, questions: Iterable[Question]) -> tuple[str, ...]:
        """Gold that the wiki does not have, by name.

        Raises InputError when questions name gold and the wiki has none of it: they are another wiki's.
        """
        asked = [question for question in questions if question.gold]
        lost = [
            " | ".join(names)
            for question in asked
            for names, group in zip(question.gold, self.groups(question), strict=True)
            if not group
        ]
        if asked and len(lost) == sum(len(question.gold) for question in asked):
            raise InputError(
                f"no gold document of these questions is in this wiki: {lost[0]!r} …",
                hint="gold names sources by key (wikic status lists collections), record id, title or quote",
            )
        return tuple(dict.fromkeys(lost))


def _source_names(key: str, title: str) -> Iterable[str]:
    """What people may call a source: its key or the end of it, without its file's ending; its title."""
    parts = key.split("/")
    for at in range(len(parts)):
        tail = "/".join(parts[at:])
        yield tail
        stem, dot, ending = tail.rpartition(".")
        if dot and ending.isalnum() and len(ending) <= 5:
            yield stem
    if title:
        yield title
        yield fold_name(title)


def _plain_text(text: str) -> str:
    return " ".join(normalise(text).split()).casefold()
