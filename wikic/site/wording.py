"""The words of the interface in the wiki's language, from its pack; in English where that has none."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from wikic import language

_DEFAULT: Final = "en"
_TABLE: Final = "interface"
_RELATIONS: Final = "relation_names"


class Wording:
    """Phrases by key.

    language: of the phrases, a BCP 47 tag.
    """

    def __init__(self, language: str, phrases: dict[str, str], relations: dict[str, str]) -> None:
        self.language = language
        self._phrases = phrases
        self._relations = relations

    def __call__(self, key: str, **values: str | int) -> str:
        """A phrase with values put in; without any, as it stands."""
        phrase = self._phrases[key]
        if not values:
            return phrase
        return phrase.format(
            **{name: self.number(each) if isinstance(each, int) else each for name, each in values.items()}
        )

    @property
    def leftward(self) -> bool:
        """Whether the language is written from right to left."""
        return self.language.partition("-")[0] in ("ar", "fa", "he", "ur")

    def counted(self, key: str, count: int, **values: str) -> str:
        """A phrase for a number of things; one thing has a phrase of its own."""
        return self(f"{key}_once" if count == 1 else key, count=count, **values)

    def relation(self, label: str) -> str:
        """What readers call a relation; a label that no list names is as the wiki has it."""
        return self._relations.get(label, label)

    def number(self, count: int) -> str:
        """A number as it is written among words."""
        return f"{count:,}".replace(",", self._phrases["thousands"])


@lru_cache(maxsize=32)
def wording(tag: str) -> Wording:
    """The words for a wiki in the language ``tag``."""
    pack = language.pack(tag)
    if not pack.rows(_TABLE):
        tag, pack = _DEFAULT, language.pack(_DEFAULT)
    tables = (pack.rows(_TABLE), pack.rows(_RELATIONS))
    return Wording(tag, *({row[0]: row[1] for row in rows} for rows in tables))


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What all pages of one wiki say.

    title: of the wiki. language: BCP 47 tag of most of it; the words of the interface are in it.
    sources: whether the documents themselves can be read.
    served: whether a server sends them, so that there is more to ask for than files.
    asked: name of the model that may be asked, "" where rules alone answer.
    tended: whether it tells what is found on pages and why facts are there. edited: whether it takes changes.
    waiting: how many documents readers may accept or reject.
    mapped: whether there is a map.
    above: address of the list of the wikis that it is one of, "" where it is served alone.
    many: whether these are pages over many wikis.
    """

    title: str
    language: str
    sources: bool = True
    served: bool = False
    asked: str = ""
    mapped: bool = False
    tended: bool = False
    edited: bool = False
    waiting: int = 0
    above: str = ""
    many: bool = False
