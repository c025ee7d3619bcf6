"""PDF and office files, through Pandoc and the library of the ``documents`` extra."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from wikic.errors import InputError
from wikic.wiki.documents import pandoc, pdf_pages
from wikic.wiki.documents.decoding import clean
from wikic.wiki.documents.office_parts import unread
from wikic.wiki.documents.read_outcome import Draft
from wikic.wiki.documents.slide_notes import with_notes
from wikic.wiki.documents.titles import leading_line, markdown_title, plain

_MIME: Final = {
    ".pdf": "application/pdf",
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".odt": "application/vnd.oasis.opendocument.text",
    ".rtf": "application/rtf",
}
OFFICE: Final = tuple(dict.fromkeys((*_MIME, *pandoc.FORMATS)))
# The first day of programs' calendars, which stands where they noted none: 1601, 1904, 1970.
_ZERO: Final = re.compile(r"1[0-8]|19[0-6]|1970-01-01|1980-01-01")
_DAY: Final = re.compile(r"\b(\d{4}-\d\d-\d\d) 00:00:00\b")
_TIME: Final = re.compile(
    r"\b1899-12-3[01] (\d\d:\d\d)(?::00\b|(:\d\d))"
)  # the first days of a sheet's calendar
# The library closes a mark behind the blanks and line ends that slides have within it.
_CLOSED_LATE: Final = re.compile(r"(?<!\S)(\*\*|<u>)(?=\S)([^*<\n]*[^*<\s])(\s+)(\*\*|</u>)")
# How files of office programs before 2007 begin, and encrypted ones of today.
_OLE: Final = b"\xd0\xcf\x11\xe0"


# No cache: it would be written beside the documents. No OCR: it needs a program that may be absent, and
# what it reads differs from machine to machine; a scan without text is reported as empty.
_CONFIG: Final[dict[str, Any]] = {"use_cache": False, "disable_ocr": True, "output_format": "markdown"}


def read_office(data: bytes, extension: str) -> Draft:
    """The text of ``data`` as Markdown. Raises InputError, with the reason, when it cannot be had."""
    left_out = unread(data)
    missing = (f"has {left_out} that are not read",) if left_out else ()
    found = _read(data, extension)
    return replace(found, date="" if _ZERO.match(found.date) else found.date, missing=missing)


def _read(data: bytes, extension: str) -> Draft:
    """By Pandoc; by the library where Pandoc cannot, or finds no word."""
    if extension in pandoc.FORMATS and pandoc.find_pandoc() is not None:
        try:
            found = pandoc.read_pandoc(data, extension)
            if found.text.strip() or extension not in _MIME or find_spec("kreuzberg") is None:
                return found
        except InputError:
            if extension not in _MIME:
                raise
    elif extension not in _MIME:
        raise InputError(f"is {extension}, which needs: pip install 'wikic[documents]'")
    try:
        kreuzberg: Any = import_module("kreuzberg")
    except ImportError as error:
        raise InputError(f"is {extension}, which needs: pip install 'wikic[documents]'") from error
    config = kreuzberg.ExtractionConfig(**_CONFIG, **(_printed(kreuzberg) if extension == ".pdf" else {}))
    try:
        found = kreuzberg.extract_bytes_sync(data, _MIME[extension], config)
    except (kreuzberg.KreuzbergError, ValueError, RuntimeError, OSError) as error:
        raise InputError(_unread(data, extension)) from error
    text = clean(found.content)
    if extension == ".xlsx":
        text = _TIME.sub(r"\1\2", _DAY.sub(r"\1", text))
    elif extension == ".pptx":
        text = with_notes(_CLOSED_LATE.sub(r"\1\2\4\3", text), data)
    pages = [clean(page["content"]) for page in found.pages or ()]
    if pages:
        text = pdf_pages.tidied(text, pages)
    said: dict[str, Any] = dict(found.metadata)
    # Word processors keep it in their core properties.
    core = {name: value for name, value in (said.get("core_properties") or {}).items() if value}
    # The heading first: a title in the properties is often the template's, or a file name.
    named = _words(said.get("title") or core.get("title"))
    own = markdown_title(text) or leading_line(text) or named
    return Draft(
        text=text,
        title=plain(pdf_pages.title(text, pages, named) if pages else own),
        date=_words(said.get("created_at") or core.get("created")),
        author=_words(said.get("authors") or core.get("creator")),
        language=_words(core.get("language")),
    )


def _printed(kreuzberg: Any) -> dict[str, Any]:
    """The pages one by one, to tell what recurs on them; margins are kept, for titles may stand there."""
    return {
        "pages": kreuzberg.PageConfig(extract_pages=True),
        "pdf_options": kreuzberg.PdfConfig(top_margin_fraction=0.0, bottom_margin_fraction=0.0),
    }


def _words(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(str(each) for each in value)
    return clean(value) if isinstance(value, str) else ""


def _unread(data: bytes, extension: str) -> str:
    """Why a file cannot be read, by its bytes: the library's own words speak of archives and parsers."""
    why = "it is damaged; open it in the program that made it, and save it anew"
    if data.startswith(_OLE):
        why = f"it has a password, or is of an older program; save it as {extension} without a password"
    elif extension == ".pdf" and b"/Encrypt" in data:
        why = "it has a password; save it without one"
    elif not data.startswith({".pdf": b"%PDF", ".rtf": b"{\\rtf"}.get(extension, b"PK")):
        why = "it holds something else than its name says"
    return f"is no {extension} that can be read: {why}"
