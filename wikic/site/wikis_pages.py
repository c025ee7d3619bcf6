"""Pages over many wikis: the list of them, what several hold of a search, an answer of several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wikic import layout
from wikic.navigate.indexes.mentions import NameTable
from wikic.navigate.reader.search import ReaderHit
from wikic.site.addresses import WikisAddresses, wiki_on
from wikic.site.rendering import Told, Ways, render
from wikic.site.text_html import TextHtml
from wikic.site.wording import Surroundings, wording


@dataclass(frozen=True, slots=True)
class ListedWiki:
    """A wiki of the list.

    about: a line of what it is about, or "". renamed: whether its title is another one than its name.
    """

    name: str
    title: str
    about: str
    renamed: bool


@dataclass(frozen=True, slots=True)
class FoundIn:
    """What one wiki holds of a search, best first."""

    wiki: ListedWiki
    hits: tuple[ReaderHit, ...]


class WikisPages:
    """Renders pages over many wikis. language: of their interface, a BCP 47 tag."""

    def __init__(self, language: str) -> None:
        self.say = wording(language)
        self._around = Surroundings(self.say("all_wikis"), language, sources=False, served=True, many=True)
        self._to = WikisAddresses()

    def wikis(self, listed: Sequence[ListedWiki]) -> str:
        """The list of wikis."""
        return self._render("wikis.html", wikis=listed)

    def found(self, query: str, found: Sequence[FoundIn]) -> str:
        """What was found, by wiki."""
        return self._render("wikis_found.html", query=query, found=found)

    def missing(self) -> str:
        """There is no such wiki, or not for this reader."""
        return self._render("missing.html", called="", near=())

    def answer(self, told: Told | None) -> str:
        """An answer with the facts it rests on; None where nothing was asked yet."""
        text = TextHtml(NameTable(()), lambda name: None, self._to)
        return self._render("answer.html", text=text, told=told, ways=_Ways)

    def _render(self, name: str, **values: object) -> str:
        return render(
            name, self._to, self._around, self.say, on=lambda wiki: wiki_on(self._to, wiki), **values
        )


class _Ways(Ways):
    @staticmethod
    def article(digest: str) -> str:
        wiki, _, path = digest.partition(":")
        return f"{wiki}:{layout.ARTICLES_DIR}/{layout.stem(path)}"
