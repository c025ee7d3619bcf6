"""Where pages, directories and sources are found: on a server, and among the files of a static site."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, urlencode

from wikic import layout
from wikic.remembered import remembered
from wikic.search.fields import tag_key

_PLAIN: Final = re.compile(r"(?!x-)[\w-]{1,60}")  # a name that files may have everywhere
OWN: Final = layout.READER_DIR


class Addresses(ABC):
    """Addresses as they stand in the markup of one page."""

    @property
    @abstractmethod
    def root(self) -> str:
        """What an address from the wiki's root is put behind."""

    @abstractmethod
    def page(self, path: str, fact: str = "") -> str:
        """A knowledge page, at a fact where one is named."""

    @abstractmethod
    def directory(self, path: str, number: int = 1) -> str:
        """A screen of a directory; "" is the wiki itself."""

    @abstractmethod
    def file(self, path: str) -> str:
        """A picture or document of a vault, by its path there."""

    def source(self, article: str, block: str = "") -> str:
        """A source by the page path of its article, at a sentence where one is named."""
        return self.page(article, block)

    def attachment(self, path: str) -> str:
        """A picture or file beside an article, by its path below the articles' directory."""
        return self.file(f"{layout.ARTICLES_DIR}/{path}")

    def own(self, name: str) -> str:
        """A file or function of the reader itself: ``reader.css``, ``search``."""
        return self.file(f"{OWN}/{name}")

    @abstractmethod
    def tag(self, name: str, number: int = 1) -> str:
        """A screen of the pages that carry a tag."""


@dataclass(frozen=True, slots=True)
class FileAddresses(Addresses):
    """Relative addresses, seen from the file ``at``: they work from a disk and below any URL.

    base: what they begin with instead, of a page that stands at any address.
    """

    at: str
    base: str = ""

    @property
    def root(self) -> str:
        """``../`` for each directory the file lies in."""
        return self.base or "../" * self.at.count("/")

    def page(self, path: str, fact: str = "") -> str:
        """``people/Isaac-Dunn.html#f2c540d53``."""
        file, place = page_file(path), f"#{quote(fact)}" if fact else ""
        return place if place and file == self.at else f"{self.root}{_quoted(file)}{place}"

    def directory(self, path: str, number: int = 1) -> str:
        """``people/index.html``; further screens lie in ``-/list/``."""
        return self.file(directory_file(path, number))

    def file(self, path: str) -> str:
        """Where it lies in the vault."""
        return f"{self.root}{_quoted(path)}"

    def own(self, name: str) -> str:
        """``-/reader.css``; what has no ending is a page: ``-/search.html``."""
        return self.file(f"{OWN}/{name}" if "." in name else f"{OWN}/{name}.html")

    def tag(self, name: str, number: int = 1) -> str:
        """``-/tag/dessert.html``."""
        return self.file(tag_file(name, number))


@dataclass(frozen=True, slots=True)
class ServedAddresses(Addresses):
    """Addresses on a server. base: what those of the wiki begin with; of one of several ``/ada/``."""

    base: str = "/"

    @property
    def root(self) -> str:
        """``/``."""
        return self.base

    def page(self, path: str, fact: str = "") -> str:
        """``/people/Isaac-Dunn#f2c540d53``."""
        return self.file(path) + (f"#{quote(fact)}" if fact else "")

    def directory(self, path: str, number: int = 1) -> str:
        """``/people/``, ``/people/?page=2``."""
        return (f"{self.file(path)}/" if path else self.base) + (f"?page={number}" if number > 1 else "")

    def file(self, path: str) -> str:
        """Where it lies in the vault."""
        return self.base + quote(path)

    def tag(self, name: str, number: int = 1) -> str:
        """``/?tag=dessert``."""
        return Narrowing(self.base, {"tag": tag_key(name)}).screen(number)


@dataclass(frozen=True, slots=True)
class WikisAddresses(ServedAddresses):
    """Addresses on a server of many wikis, by paths that say which: ``ada:people/Isaac-Dunn``."""

    def page(self, path: str, fact: str = "") -> str:
        """``/ada/people/Isaac-Dunn``."""
        wiki, _, below = path.partition(":")
        return wiki_on(self, wiki).page(below, fact)

    def directory(self, path: str, number: int = 1) -> str:
        """``/ada/``; "" is the list of all."""
        wiki, _, below = path.partition(":")
        return wiki_on(self, wiki).directory(below, number) if wiki else self.base


def wiki_on(server: ServedAddresses, wiki: str) -> ServedAddresses:
    """Addresses of one of the wikis on a server."""
    return ServedAddresses(f"{server.base}{quote(wiki, safe='')}/")


@remembered(1 << 15)  # most pages are linked from many
def _quoted(file: str) -> str:
    return quote(file)


@remembered(1 << 15)
def page_file(path: str) -> str:
    """The file of a page or source in a static site; ``index.html`` is the directory's own."""
    if path.rpartition("/")[2].casefold() == "index":
        return f"{path}.md.html"
    return f"{path}.html"


def directory_file(path: str, number: int = 1) -> str:
    """The file of a directory's screen in a static site."""
    below = f"{path}/" if path else ""
    if number > 1:
        return f"{OWN}/list/{below}{number}.html"
    return f"{below}index.html"


def tag_file(name: str, number: int = 1) -> str:
    """The file of a screen of a tag's pages in a static site."""
    key = tag_key(name)
    slug = key if _PLAIN.fullmatch(key) else f"x-{layout.short_hash(key)}"
    return f"{OWN}/tag/{slug}.html" if number == 1 else f"{OWN}/tag/{slug}/{number}.html"


@dataclass(frozen=True, slots=True)
class Narrowing:
    """A list and what it is narrowed to.

    place: its address. fields: of its query: ``q``, ``in``, ``tag``, ``collection``; "" are left out.
    """

    place: str
    fields: Mapping[str, str]

    def directory(self, name: str) -> str:
        """The same in another directory."""
        return self._with("in", name)

    def tag(self, name: str) -> str:
        """The same with another tag."""
        return self._with("tag", name)

    def collection(self, name: str) -> str:
        """The same of another collection."""
        return self._with("collection", name)

    def screen(self, number: int) -> str:
        """Another screen of it."""
        return self._with("page", str(number) if number > 1 else "")

    def everything(self) -> str:
        """What was asked, narrowed to nothing."""
        return self._address({"q": self.fields.get("q", "")})

    def _with(self, name: str, value: str) -> str:
        return self._address({**self.fields, name: value})

    def _address(self, fields: Mapping[str, str]) -> str:
        query = urlencode({name: value for name, value in fields.items() if value}, errors="replace")
        return f"{self.place}?{query}" if query else self.place
