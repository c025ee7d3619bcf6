"""E-books: each chapter a document, in the order of the book, keyed by its path in it."""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Final
from urllib.parse import unquote
from xml.etree import ElementTree

from wikic.errors import InputError
from wikic.wiki.documents.decoding import UNREADABLE, decode_page, parse_xml
from wikic.wiki.documents.html import read_html
from wikic.wiki.documents.json_records import Record
from wikic.wiki.documents.read_outcome import Draft
from wikic.wiki.documents.titles import markdown_title, one_line

_MOST_FILES: Final = 20_000
_MOST_CHAPTERS: Final = 5_000
# Bytes of one file and of all that is read, unpacked: what an archive says of itself is not believed.
_LARGEST: Final = 16 << 20
_MOST: Final = 256 << 20
_CONTAINER: Final = "META-INF/container.xml"


def read_epub(data: bytes, _path: Path) -> Iterator[Record]:
    """The chapters that hold words. Raises InputError where it is no book that can be read."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            if len(archive.infolist()) > _MOST_FILES:
                raise InputError(f"holds more than {_MOST_FILES} files")
            book = _Archive(archive)
            found = list(_chapters(book, _package(book)))
    except InputError:
        raise
    except UNREADABLE as error:
        raise InputError(f"is no .epub that can be read ({one_line(str(error))[:200]})") from error
    if not found:
        raise InputError("is empty")
    yield from found


class _Archive:
    """Reads files of an archive, so many bytes in all."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._left = _MOST

    def read(self, path: str) -> bytes:
        limit = min(_LARGEST, self._left)
        with self._archive.open(path) as file:
            data = file.read(limit + 1)
        if len(data) > limit:
            raise InputError("holds more text than a book may, unpacked")
        self._left -= len(data)
        return data

    def tree(self, path: str) -> ElementTree.Element:
        return parse_xml(self.read(path))


@dataclass(frozen=True, slots=True)
class _Package:
    """What the package file says.

    about: title, author, date and language of the book.
    chapters: paths in the archive, in reading order.
    labels: what the book's contents page calls them.
    """

    about: Draft
    chapters: tuple[str, ...]
    labels: dict[str, str]


def _package(book: _Archive) -> _Package:
    roots = [each for each in book.tree(_CONTAINER).iter() if _name(each) == "rootfile"]
    if not roots:
        raise InputError("is no .epub that can be read (it names no package)")
    path = roots[0].get("full-path", "")
    package = book.tree(path)
    said: dict[str, str] = {}
    items: dict[str, ElementTree.Element] = {}
    order: list[str] = []
    for each in package.iter():
        name = _name(each)
        if name in ("title", "creator", "date", "language") and each.text:
            said.setdefault(name, each.text)
        elif name == "item":
            items[each.get("id", "")] = each
        elif name == "itemref" and each.get("linear") != "no":
            order.append(each.get("idref", ""))
    contents = [each for each in items.values() if _lists(each)]
    chapters = [items[each] for each in order if each in items and not _lists(items[each])]
    about = Draft(
        text="",
        author=said.get("creator", ""),
        date=said.get("date", ""),
        language=said.get("language", ""),
        collection_title=said.get("title", ""),
    )
    paths = dict.fromkeys(_path(path, each.get("href", "")) for each in chapters[:_MOST_CHAPTERS])
    return _Package(
        about, tuple(paths), _labels(book, [_path(path, each.get("href", "")) for each in contents])
    )


def _lists(item: ElementTree.Element) -> bool:
    """Whether a file is the contents page that programs read."""
    listed = "nav" in item.get("properties", "").split()
    return listed or item.get("media-type") == "application/x-dtbncx+xml"


def _labels(book: _Archive, contents: list[str]) -> dict[str, str]:
    """Titles by path; the first is that of the chapter, later ones of its sections."""
    labels: dict[str, str] = {}
    for path in contents:
        try:
            root = book.tree(path)
        except UNREADABLE:
            continue  # chapters name themselves
        for each in root.iter():
            if _name(each) == "a":
                labels.setdefault(_path(path, each.get("href", "")), one_line("".join(each.itertext())))
            elif _name(each) == "navPoint":
                label = next((found for found in each.iter() if _name(found) == "text"), None)
                source = next((found for found in each.iter() if _name(found) == "content"), None)
                if label is not None and source is not None:
                    labels.setdefault(_path(path, source.get("src", "")), one_line(label.text or ""))
    return labels


def _chapters(book: _Archive, package: _Package) -> Iterator[Record]:
    """A record for each file that has a heading or is named; others go on with the one before.

    Programs cut a long chapter into files, and the contents page names the first.
    """
    last: Record | None = None
    parts: list[str] = []
    for number, path in enumerate(package.chapters, 1):
        try:
            made = read_html(decode_page(book.read(path)))
        except UNREADABLE as error:
            reason = str(error) if isinstance(error, InputError) else "cannot be read"
            yield from _ended(last, parts)
            last = None
            yield Record(Draft("", record=path), reason, number)
            continue
        if not made.text.strip():
            continue  # a cover
        heading = markdown_title(made.text) or package.labels.get(path, "")
        named = made.title if one_line(made.title) != one_line(package.about.collection_title) else ""
        if last is not None and package.labels and not (heading or named):
            parts.append(made.text)
            continue
        yield from _ended(last, parts)
        title = heading or named or posixpath.basename(path).rsplit(".", 1)[0]
        language = made.language or package.about.language
        about = replace(package.about, title=title, language=language, record=path)
        last, parts = Record(about, "", number), [made.text]
    yield from _ended(last, parts)


def _ended(last: Record | None, parts: Sequence[str]) -> Iterator[Record]:
    if last is not None and last.draft is not None:
        text = "\n\n".join((*(part.rstrip() for part in parts[:-1]), parts[-1]))
        yield replace(last, draft=replace(last.draft, text=text))


def _name(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _path(base: str, href: str) -> str:
    """Where ``href`` leads from the file at ``base``; an archive has no place outside of it."""
    joined = posixpath.join(posixpath.dirname(base), unquote(href.partition("#")[0]))
    return posixpath.normpath(joined).lstrip("./")
