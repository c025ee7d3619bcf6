"""What speakers note to their slides, which the reader of slides leaves out."""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Final
from xml.etree import ElementTree

from wikic.wiki.documents.decoding import UNREADABLE, parse_xml

_SLIDE: Final = re.compile(r"ppt/slides/slide(\d+)\.xml")
_HEADING: Final = re.compile(r"^#{1,6} (.*)$", re.MULTILINE)
_LARGEST: Final = 8 << 20  # bytes of one slide, unpacked
_TEXT: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_SHAPE: Final = "{http://schemas.openxmlformats.org/presentationml/2006/main}"


def with_notes(text: str, data: bytes) -> str:
    """The Markdown of a .pptx with the notes of each slide below it, or at the end."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            noted = list(_notes(archive))
    except UNREADABLE:
        return text
    at = 0
    for title, notes in noted:
        heading = next(
            (each for each in _HEADING.finditer(text, at) if title and each[1].strip() == title), None
        )
        below = _HEADING.search(text, heading.end()) if heading is not None else None
        at = below.start() if below is not None else len(text)
        added = f"Notes: {notes}\n\n"
        text = f"{text[:at].rstrip()}\n\n{added}{text[at:]}"
        at += len(added) if heading is not None else -at
    return text


def _notes(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """Title and notes of each slide that has any."""
    slides = sorted((int(found[1]), name) for name in archive.namelist() if (found := _SLIDE.fullmatch(name)))
    for _, name in slides:
        links = _tree(archive, f"ppt/slides/_rels/{posixpath.basename(name)}.rels")
        target = next(
            (each.get("Target", "") for each in links if each.get("Type", "").endswith("/notesSlide")), ""
        )
        if not target:
            continue
        notes = _tree(archive, posixpath.normpath(posixpath.join("ppt/slides", target)))
        said = " ".join(words for kind, words in _shapes(notes) if kind == "body" and words)
        if said:
            titles = (words for kind, words in _shapes(_tree(archive, name)) if kind in ("title", "ctrTitle"))
            yield next(titles, ""), said


def _shapes(slide: ElementTree.Element) -> Iterator[tuple[str, str]]:
    """The kind of each shape of a slide, as its placeholder names it, and its words on one line."""
    for shape in slide.iter(f"{_SHAPE}sp"):
        place = next(shape.iter(f"{_SHAPE}ph"), None)
        paragraphs = (
            "".join(run.text or "" for run in each.iter(f"{_TEXT}t")) for each in shape.iter(f"{_TEXT}p")
        )
        yield "" if place is None else place.get("type", "body"), " ".join(" ".join(paragraphs).split())


def _tree(archive: zipfile.ZipFile, name: str) -> ElementTree.Element:
    if archive.getinfo(name).file_size > _LARGEST:
        raise KeyError(name)
    return parse_xml(archive.read(name))
