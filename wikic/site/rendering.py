"""Reader's values to HTML through the templates of this package."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from wikic import layout
from wikic.errors import MissingExtraError

try:
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    from wikic.site.document_text import DocumentText
    from wikic.site.page_parts import PageParts, own_attributes, repeats_summary, run_of_pieces, taken
    from wikic.site.text_html import TextHtml
    from wikic.site.vault_text import VaultText
except ImportError as error:
    raise MissingExtraError(
        "pages are rendered by the extra 'site'", hint="pip install 'wikic[site]'"
    ) from error

from wikic.config import NO_EDIT, SiteConfig
from wikic.model.answer import Answer
from wikic.navigate.reader.map import WikiMap
from wikic.navigate.reader.reader import Reader
from wikic.navigate.reader.search import ReaderSearch
from wikic.navigate.reader.values import PageName, ReaderDirectory, ReaderPage, ReaderSource, ReaderSources
from wikic.site import drawings, feeds
from wikic.site.addresses import Addresses, Narrowing
from wikic.site.drawings import drawn
from wikic.site.git_host import edited_at
from wikic.site.wording import Surroundings, Wording, wording
from wikic.wiki.index_file import OTHER_SECTION

if TYPE_CHECKING:
    from jinja2 import Template

SCRIPT: Final = "reader.js"
MAP_SCRIPT: Final = "map.js"
# The parts of the script that every page loads, in order.
_PARTS: Final = ("start", "cards", "previews", "find", "marks", "results", "tree", "outline", "page")
ICON: Final = "icon.svg"  # a browser asks for one with every site
STATIC: Final = ("reader.css", "theme.js", SCRIPT, MAP_SCRIPT, ICON)
# What a page may load: nothing but the reader's own files. `frame-ancestors` takes a header.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types wikic"
)
_CITED: Final = re.compile(r"\[(\d{1,3})\]")
_CHANGES: Final = 200  # commits on the page of changes
_NAMED: Final = 20  # pages of one of them
_CONTENTS: Final = 4  # headings from which on a page has a table of contents


def surroundings(reader: Reader, site: SiteConfig, **given: Any) -> Surroundings:
    """What the pages of a wiki say. site: ``[site]``. given: the rest, as ``Surroundings`` has it."""
    library = reader.library
    spoken = library.language
    title = library.overview()[0] or wording(spoken)("wiki")
    # A vault has no documents but its pages.
    given["sources"] = given.get("sources", True) and not library.tree.adopted
    if site.edit == NO_EDIT or library.elsewhere:
        edit = ""
    else:
        edit = site.edit or edited_at(library.tree.place)
    return Surroundings(
        title,
        spoken,
        url=f"{site.url.rstrip('/')}/" if site.url else "",
        edit=edit,
        tagged=any(entry.tags for entry in library.catalogue.pages.values()),
        changed=bool(reader.changes.all()),
        **given,
    )


@dataclass(frozen=True, slots=True)
class Told:
    """What the page of an answer tells.

    question: as asked. answer: None where there is none, for the reason in ``fault``.
    cost: what a model took, in words, "" where none was asked.
    fell_back: whether rules answer because a model did not.
    """

    question: str
    answer: Answer | None = None
    cost: str = ""
    fault: str = ""
    fell_back: bool = False


@dataclass(frozen=True, slots=True)
class ShownChange:
    """A commit as a reader is shown it. names: pages it changed. more: how many others, some may be gone."""

    hash: str
    date: str
    author: str
    subject: str
    names: tuple[PageName, ...]
    more: int


class Pages:
    """Renders the pages of one wiki.

    say: the words of their interface.
    """

    def __init__(self, reader: Reader, around: Surroundings) -> None:
        self._reader = reader
        self._around = around
        self.say = wording(around.words or around.language)
        # What stands in the wiki's language, whichever that of the interface is.
        self._named, self._own = map(Markup, own_attributes(around.language, self.say))

    def page(self, page: ReaderPage, addresses: Addresses) -> str:
        """A knowledge page."""
        headings = [section for section in page.sections if section.heading]
        text = self._text(addresses, page.path, document=bool(page.original))
        return self._render(
            "page.html",
            addresses,
            text=text,
            made=PageParts(page, text, addresses, self._around, self.say),
            page=page,
            repeated=repeats_summary(page),
            contents=headings if len(headings) >= _CONTENTS else [],
            page_file=layout.page_file,
        )

    def source(self, source: ReaderSource, addresses: Addresses) -> str:
        """A source."""
        return self._render(
            "source.html",
            addresses,
            source=source,
            text=self._text(addresses, source.article),
            run=run_of_pieces,
            taken=taken(source),
        )

    def directory(self, directory: ReaderDirectory, addresses: Addresses) -> str:
        """A screen of a directory."""
        text = self._text(addresses, layout.index_path(directory.path))
        chosen = {"tag": directory.tag, "collection": directory.collection}
        ways = Narrowing(addresses.directory(directory.path), chosen)
        turned: Callable[[int], str] | None = ways.screen if any(chosen.values()) else None
        if directory.tag and not (directory.path or directory.collection):
            turned = partial(addresses.tag, directory.tag)
        return self._render(
            "directory.html",
            addresses,
            directory=directory,
            text=text,
            other=OTHER_SECTION,
            ways=ways,
            turned=turned,
        )

    def tags(self, addresses: Addresses) -> str:
        """The list of tags."""
        return self._render("tags.html", addresses, tags=self._reader.tags())

    def changes(self, addresses: Addresses) -> str:
        """The latest changes, by day; of pages that are there."""
        known = self._reader.library.catalogue.pages
        shown = []
        for each in self._reader.changes.all():
            names = tuple(self._reader.name(path) for path in each.pages if path in known)
            more = len(names[_NAMED:]) + each.more
            if names or more:
                shown.append(
                    ShownChange(each.hash, each.date, each.author, each.subject, names[:_NAMED], more)
                )
        return self._render("changes.html", addresses, changes=shown[:_CHANGES])

    @property
    def title(self) -> str:
        """Of the wiki."""
        return self._around.title

    def feed(self, addresses: Addresses, url: str) -> str:
        """The same for programs that follow it. url: of the wiki, where it is known."""
        known, name = self._reader.library.catalogue.pages, self._reader.name

        def called(path: str) -> str:
            return name(path).title if path in known else ""

        return feeds.atom(self._reader.changes.all(), self.title, addresses, url, called)

    def sources(self, sources: ReaderSources, addresses: Addresses) -> str:
        """A screen of the list of documents."""
        return self._render("sources.html", addresses, sources=sources, place=layout.SOURCES_DIR)

    def map(self, found: WikiMap, addresses: Addresses) -> str:
        """The whole wiki as a map, and as lists."""
        values = {"map": found, "drawn": drawn(found), "width": drawings.MAP_WIDTH}
        return self._render("map.html", addresses, colours=drawings.COLOURS, **values)

    def search(self, addresses: Addresses, found: ReaderSearch | None = None) -> str:
        """The page that shows what was found; without it, one that a script fills."""
        asked = {} if found is None else {"q": found.query, "in": found.directory}
        asked |= {} if found is None else {"tag": found.tag, "collection": found.collection}
        return self._render(
            "search.html", addresses, found=found, ways=Narrowing(addresses.own("search"), asked)
        )

    def missing(self, addresses: Addresses, name: str, near: Sequence[PageName]) -> str:
        """There is no page of that name; ``near`` are those that may have been meant."""
        return self._render("missing.html", addresses, called=name, near=near)

    def answer(self, addresses: Addresses, told: Told | None) -> str:
        """An answer with the facts it rests on; None where nothing was asked yet."""
        return self._render("answer.html", addresses, text=self._text(addresses, ""), told=told, ways=Ways)

    def answering(self, addresses: Addresses, question: str, ask: Callable[[], Told]) -> Iterator[str]:
        """The same, piece by piece; ``ask`` is called when all that stands before the answer was taken."""
        return _template("answering.html").generate(
            **self._given(addresses),
            text=self._text(addresses, ""),
            question=question,
            ask=ask,
            ways=Ways,
        )

    def work(self, name: str, addresses: Addresses, **values: object) -> str:
        """A page of work that only a server takes; ``name`` is that of its template."""
        return self._render(name, addresses, **values)

    def tended(self, template: str, addresses: Addresses, **values: Any) -> str:
        """A page by which a page is tended; ``page`` in ``values`` is that one, or None."""
        page = values["page"]
        return self._render(
            template, addresses, text=self._text(addresses, page.path if page is not None else ""), **values
        )

    def _text(self, addresses: Addresses, own: str, *, document: bool = False) -> TextHtml:
        library = self._reader.library
        if library.tree.adopted:
            return VaultText(library, addresses, own)

        def resolve(name: str) -> str | None:
            return library.resolve(name, origin=own).path

        files = self._around.sources
        if document:
            return DocumentText(library, resolve, addresses, own, files=files)
        return TextHtml(library.name_table, resolve, addresses, own, files=files)

    def _render(self, name: str, addresses: Addresses, **values: Any) -> str:
        return _template(name).render(**self._given(addresses), **values)

    def _given(self, addresses: Addresses) -> dict[str, Any]:
        """What every template is given."""
        return given(addresses, self._around, self.say) | {"own": self._own, "named": self._named}


def given(addresses: Addresses, around: Surroundings, say: Wording) -> dict[str, Any]:
    """What every template is given; without a wiki nothing is said of its language."""
    return {"to": addresses, "policy": POLICY, "wiki": around, "say": say, "own": "", "named": ""}


def render(name: str, addresses: Addresses, around: Surroundings, say: Wording, **values: object) -> str:
    """A page that is of no one wiki."""
    return _template(name).render(**given(addresses, around, say), **values)


class Ways:
    """What the page of an answer asks of its citations."""

    @staticmethod
    def article(digest: str) -> str:
        """Page path of the article of a digest."""
        return f"{layout.ARTICLES_DIR}/{layout.stem(digest)}"

    @staticmethod
    def facts(answer: Answer) -> dict[int, list[str]]:
        """Numbers of documents, from 1, to the anchors of the facts that cite them."""
        numbers = {source.digest: number for number, source in enumerate(answer.sources, 1)}
        found: dict[int, list[str]] = {}
        for at, each in enumerate(answer.evidence, 1):
            for number in sorted({numbers[cite.digest] for cite in each.citations if cite.digest in numbers}):
                found.setdefault(number, []).append(f"e{at}")
        return found

    @staticmethod
    def cited(words: str) -> list[tuple[str, int]]:
        """A model's words cut at their ``[1]``: each piece with the number that stands behind it, or 0."""
        pieces = _CITED.split(words)
        return [(text, int(number)) for text, number in zip(pieces[::2], [*pieces[1::2], "0"], strict=True)]


def enter_page(wrong: bool) -> str:
    """The page that asks for the token; it says nothing of the wiki."""
    return _template("enter.html").render(wrong=wrong, say=wording("en"))


def static_file(name: str) -> bytes:
    """One of ``STATIC``."""
    static = resources.files("wikic.site").joinpath("static")
    if name != SCRIPT:
        return static.joinpath(name).read_bytes()
    parts = "".join(static.joinpath("reader", f"{part}.js").read_text("utf-8") for part in _PARTS)
    return lean(f'(() => {{\n"use strict";\n{parts}}})();\n').encode()


def lean(script: str) -> str:
    """A script without comments on lines of their own and without indentation."""
    lines = [line.strip() for line in script.splitlines()]
    return "\n".join([line for line in lines if line and not line.startswith("//")]) + "\n"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("wikic.site"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters["safe_html"] = Markup
    return environment


def _template(name: str) -> Template:
    return _environment().get_template(name)
