"""The words of the interface in the language of who reads, in English where it has none."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Final

from wikic import language

_DEFAULT: Final = "en"
# A file each below words/, with the same keys.
LANGUAGES: Final = ("ar", "de", "en", "es", "fr", "ja", "ru", "zh-Hans", "zh-Hant")
_TRADITIONAL: Final = frozenset({"hant", "tw", "hk", "mo"})
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


def spoken(tag: str) -> str:
    """The language of the interface for a BCP 47 tag, "" where it has none.

    Chinese is told apart by script, or by who writes in which: ``zh-TW`` is ``zh-Hant``.
    """
    steps = tag.replace("_", "-").casefold().split("-")
    if steps[0] == "zh":
        return "zh-Hant" if _TRADITIONAL.intersection(steps[1:]) and "hans" not in steps else "zh-Hans"
    return steps[0] if steps[0] in LANGUAGES else ""


@lru_cache(maxsize=32)
def wording(tag: str) -> Wording:
    """The words for a wiki, or a reader, in the language ``tag``."""
    own = spoken(tag) or _DEFAULT
    named = language.pack(own).rows(_RELATIONS)
    return Wording(own, _phrases(own), {row[0]: row[1] for row in named})


@lru_cache(maxsize=16)
def _phrases(own: str) -> dict[str, str]:
    text = resources.files("wikic.site").joinpath("words", f"{own}.txt").read_text("utf-8")
    rows = (line.split("\t", 1) for line in text.splitlines() if line and not line.startswith("#"))
    return dict(rows)


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
    words: BCP 47 tag of the interface's language, where that is another one.
    url: where the site is published, "" where nobody said; it ends in a slash.
    edit: address at which a page is edited, with ``{path}`` for its file, or "".
    tagged: whether pages carry tags. changed: whether git tells what changed.
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
    words: str = ""
    url: str = ""
    edit: str = ""
    tagged: bool = False
    changed: bool = False
