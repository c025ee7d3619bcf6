"""Which sources of a wiki a question's gold names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Final

from wikic import layout
from wikic.errors import InputError
from wikic.evaluate.question import Question
from wikic.navigate.library import Library
from wikic.text.normalise import CJK, fold_name, normalise

_CJK: Final = re.compile(f"[{CJK}]")


class SourceNames:
    """Sources by what people call them: key or its end, file name, title; a book is all its chapters."""

    def __init__(self, sources: Iterable[tuple[str, str]]) -> None:
        """sources: key and title of every source of a wiki."""
        self._named: dict[str, set[str]] = {}
        inside: dict[str, list[str]] = {}
        for key, title in sources:
            inside.setdefault(key.rpartition("/")[0], []).append(key)
            for name in _names(key, title):
                self._named.setdefault(name, set()).add(key)
        for whole, keys in inside.items():
            chapters = layout.parts_of(whole, keys)
            for name in _names(whole, "") if chapters else ():
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
                found.append((source.key, _plain(article.text)))
        return found

    def keys(self, name: str) -> frozenset[str]:
        """The sources that ``name`` means; none where the wiki has no such source."""
        if name not in self._held:
            found = self._names.of(name)
            if not found and _may_be_quote(name):
                quote = _plain(name)
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


def _names(key: str, title: str) -> Iterable[str]:
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


def _may_be_quote(name: str) -> bool:
    """Whether ``name`` may be a sentence: keys and ids hold no space and no Chinese."""
    return " " in name.strip() or _CJK.search(name) is not None


def _plain(text: str) -> str:
    return " ".join(normalise(text).split()).casefold()
