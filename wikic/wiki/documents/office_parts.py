"""What readers of office files leave out: text boxes, words with a reading; the names of what stays out."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Final
from xml.etree import ElementTree

from wikic.wiki.documents.decoding import UNREADABLE, parse_xml

_WORD: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_MARKUP: Final = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_BODY: Final = "word/document.xml"
_LARGEST: Final = 64 << 20  # bytes of the text of a document, unpacked
_MOST: Final = 256 << 20  # bytes of all its parts
# Pandoc knows parts of a document by the usual prefixes.
_PREFIXES: Final = re.compile(rb"""xmlns:([A-Za-z][\w.-]*)=["']([^"']+)["']""")
# What holds words and is not read, by the names of its files; text boxes of sheets by what is in them.
_UNREAD: Final = {
    "charts": re.compile(r"(?:word|ppt|xl)/charts/chart\d*\.xml"),
    "comments": re.compile(
        r"(?:word|xl|ppt/comments|xl/threadedComments)/(?:\w*[cC]omments?\d*|comment\d+)\.xml"
    ),
    "diagrams": re.compile(r"(?:word|ppt|xl)/diagrams/data\d*\.xml"),
    "text boxes": re.compile(r"xl/drawings/drawing\d+\.xml"),
}
_OF_BOXES: Final = b"<a:t>"


def opened(data: bytes) -> bytes:
    """A .docx whose text boxes stand below the paragraph that holds them, and whose words have no readings.

    Pandoc drops the words of both (ruby: the word and its reading). What cannot be read stays as it is.
    """
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            sizes = sum(each.file_size for each in archive.infolist())
            if archive.getinfo(_BODY).file_size > _LARGEST or sizes > _MOST:
                return data
            text = archive.read(_BODY)
            if b"txbxContent" not in text and b"w:ruby" not in text:
                return data
            for prefix, name in _PREFIXES.findall(text):
                if not re.fullmatch(rb"ns\d+", prefix):
                    ElementTree.register_namespace(prefix.decode(), name.decode())
            root = parse_xml(text)
            _read_words(root)
            _move_boxes(root)
            return _with(archive, _BODY, ElementTree.tostring(root, "utf-8", xml_declaration=True))
    except UNREADABLE:
        return data


def _read_words(root: ElementTree.Element) -> None:
    """Put the words that have a reading in the place of word and reading."""
    for parent in [each for each in root.iter() if any(child.tag == _of("r") for child in each)]:
        for run in [child for child in parent if child.find(_of("ruby")) is not None]:
            base = run.find(f"{_of('ruby')}/{_of('rubyBase')}")
            at = list(parent).index(run)
            parent[at : at + 1] = list(base) if base is not None else []


def _move_boxes(root: ElementTree.Element) -> None:
    for parent in list(root.iter()):
        if parent.tag == _of("txbxContent"):
            continue  # is moved with what it holds
        for paragraph in [child for child in parent if child.tag == _of("p")]:
            found = list(_boxes(paragraph))
            at = list(parent).index(paragraph) + 1
            parent[at:at] = [block for box in found for block in box]


def _boxes(node: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """The text boxes below a node, taken out; one is there twice, for programs old and new."""
    for child in list(node):
        if child.tag == _of("txbxContent"):
            node.remove(child)
            yield child
        elif child.tag == f"{_MARKUP}AlternateContent":
            ways = [list(_boxes(way)) for way in child]
            yield from next((boxes for boxes in ways if boxes), [])
        else:
            yield from _boxes(child)


def _of(name: str) -> str:
    return f"{{{_WORD}}}{name}"


def _with(archive: zipfile.ZipFile, name: str, data: bytes) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as written:
        for each in archive.infolist():
            written.writestr(each, data if each.filename == name else archive.read(each))
    return made.getvalue()


def unread(data: bytes) -> str:
    """What of an office file is not read: "charts, comments"; or ""."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return ", ".join(
                kind
                for kind, names in _UNREAD.items()
                if any(
                    _holds(archive, each, kind)
                    for each in archive.infolist()
                    if names.fullmatch(each.filename)
                )
            )
    except UNREADABLE:
        return ""


def _holds(archive: zipfile.ZipFile, part: zipfile.ZipInfo, kind: str) -> bool:
    return kind != "text boxes" or part.file_size > _LARGEST or _OF_BOXES in archive.read(part)
