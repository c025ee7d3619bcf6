"""Reader's values to HTML through the templates of this package."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from wikic.errors import MissingExtraError

try:
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    from wikic.site.text_html import TextHtml
except ImportError as error:
    raise MissingExtraError(
        "pages are rendered by the extra 'serve'", hint="pip install 'wikic[serve]'"
    ) from error

from wikic.navigate.reader import Reader
from wikic.navigate.reader_page import ReaderDirectory, ReaderPage, ReaderSource
from wikic.site.addresses import Addresses
from wikic.site.neighbourhood import WIDTH, drawing

if TYPE_CHECKING:
    from jinja2 import Template

SCRIPT: Final = "reader.js"
STATIC: Final = ("reader.css", SCRIPT)
# What a page may load: nothing but the reader's own files. `frame-ancestors` takes a header.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types wikic"
)
_CONTENTS: Final = 4  # headings from which on a page has a table of contents


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What all pages of one wiki say.

    title: of the wiki. language: BCP 47 tag of most of it.
    sources: whether the documents themselves can be read.
    served: whether a server sends them, so that there is more to ask for than files.
    """

    title: str
    language: str
    sources: bool = True
    served: bool = False


class Pages:
    """Renders the pages of one wiki."""

    def __init__(self, reader: Reader, around: Surroundings) -> None:
        self._reader = reader
        self._around = around

    def page(self, page: ReaderPage, addresses: Addresses) -> str:
        """A knowledge page."""
        headings = [section for section in page.sections if section.heading]
        return self._render(
            "page.html",
            addresses,
            text=self._text(addresses, page.path),
            page=page,
            contents=headings if len(headings) >= _CONTENTS else [],
            drawing=drawing(page),
            width=WIDTH,
        )

    def source(self, source: ReaderSource, addresses: Addresses) -> str:
        """A source."""
        return self._render(
            "source.html", addresses, source=source, text=self._text(addresses, source.article)
        )

    def directory(self, directory: ReaderDirectory, addresses: Addresses) -> str:
        """A screen of a directory."""
        return self._render("directory.html", addresses, directory=directory)

    def search(self, addresses: Addresses) -> str:
        """The page that shows what was found."""
        return self._render("search.html", addresses)

    def _text(self, addresses: Addresses, own: str) -> TextHtml:
        library = self._reader.library
        return TextHtml(
            self._reader.names, lambda name: library.resolve(name, origin=own).path, addresses, own
        )

    def _render(self, name: str, addresses: Addresses, **values: Any) -> str:
        return _template(name).render(to=addresses, wiki=self._around, policy=POLICY, **values)


def static_file(name: str) -> bytes:
    """One of ``STATIC``."""
    return resources.files("wikic.site").joinpath("static", name).read_bytes()


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
