"""A generated wiki for benchmarks: names, pages and links that look like those of a real one, from a seed.

Words are made of syllables and drawn by rank (a Zipf-like law), so that posting lists have the usual skew;
every tenth page is Chinese. Page n links to pages near it and to a few that everybody links to.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from wikic import layout
from wikic.graph.wiki_graph import KINDS, Edge
from wikic.search.fields import SearchRecord

_ONSETS = (
    "b",
    "br",
    "d",
    "dr",
    "f",
    "g",
    "gr",
    "h",
    "k",
    "l",
    "m",
    "n",
    "p",
    "r",
    "s",
    "st",
    "t",
    "th",
    "v",
    "w",
)
_RIMES = (
    "a",
    "ald",
    "an",
    "ar",
    "e",
    "el",
    "en",
    "er",
    "i",
    "in",
    "ing",
    "o",
    "old",
    "on",
    "or",
    "u",
    "und",
    "us",
)
_OFFICES = ("Duke of {}", "Landgrave of {}", "Bishop of {}", "painter from {}", "Prince of {}")
# 2,500 characters, drawn by rank like words.
_HAN = [chr(0x4E00 + 7 * number) for number in range(2500)]
_CITIES = 400


class Wiki:
    """``size`` pages; the same for the same size."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._random = random.Random(size)
        self._words = [
            "the",
            "was",
            "of",
            "who",
            "came",
            "to",
            "when",
            *(self._word() for _ in range(30_000)),
        ]
        self._cities = [self._word().capitalize() for _ in range(_CITIES)]
        self.titles = list(dict.fromkeys(self._title(number) for number in range(size)))

    def records(self) -> Iterator[SearchRecord]:
        """A page per title: about 900 characters in six facts."""
        for number, title in enumerate(self.titles):
            facts = [self._sentence(title) for _ in range(6)]
            directory = ("people", "places", "works")[number % 3]
            yield SearchRecord(
                path=f"{directory}/{layout.slug(title)}-{number}",
                title=title,
                aliases=(title.partition(",")[0],),
                tags=(f"tag {number % 50}",),
                summary=facts[0],
                body="\n".join(f"- {fact}" for fact in facts),
                directory=directory,
            )

    def edges(self, mean: int = 10) -> dict[str, list[Edge]]:
        """Links of every page: most lead nearby, one in ten to a hub."""
        found: dict[str, list[Edge]] = {}
        for number in range(self.size):
            row: list[Edge] = []
            for _ in range(self._random.randrange(2 * mean + 1)):
                hub = self._random.random() < 0.1
                other = self._rank(_CITIES) if hub else number + self._random.randrange(-200, 201)
                row.append(
                    Edge(f"p/{other % self.size}", KINDS[other % 3], ("born in", "father", "")[other % 3])
                )
            found[f"p/{number}"] = row
        return found

    def questions(self, count: int) -> list[str]:
        """Questions of 10 to 20 words that name one or two pages."""
        chosen = random.Random(1)
        return [
            f"Who was the {self._words[chosen.randrange(500)]} of {chosen.choice(self.titles)} when "
            f"{chosen.choice(self.titles)} came to {chosen.choice(self._cities)}?"
            for _ in range(count)
        ]

    def _title(self, number: int) -> str:
        if number % 10 == 9:
            return self._han(self._random.randrange(3, 6))
        name = f"{self._word().capitalize()} {self._word().capitalize()}"
        if number % 3:
            return name
        return f"{name}, {self._random.choice(_OFFICES).format(self._random.choice(self._cities))}"

    def _sentence(self, title: str) -> str:
        if title[0] > "\u4e00":
            return f"{title}是{self._han(40)}。"
        words = (self._words[self._rank(len(self._words))] for _ in range(18))
        return f"{title} {' '.join(words)} in {self._random.choice(self._cities)}."

    def _word(self) -> str:
        pick = self._random
        return "".join(pick.choice(_ONSETS) + pick.choice(_RIMES) for _ in range(pick.randrange(2, 4)))

    def _han(self, length: int) -> str:
        return "".join(_HAN[self._rank(len(_HAN))] for _ in range(length))

    def _rank(self, size: int) -> int:
        return min(int(size ** self._random.random()) - 1, size - 1)


def mistype(name: str, edits: int, pick: random.Random) -> str:
    """``name`` with that many letters dropped, doubled, changed or swapped."""
    for _ in range(edits):
        at = pick.randrange(1, len(name))
        letter = pick.choice("abcdeinorst")
        name = pick.choice(
            (
                name[:at] + name[at + 1 :],
                name[:at] + letter + name[at:],
                name[:at] + letter + name[at + 1 :],
                name[: at - 1] + name[at] + name[at - 1] + name[at + 1 :],
            )
        )
    return name
