"""Office files and the markups of others, as Pandoc reads them: a program of its own, in its sandbox."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from importlib import import_module
from io import BytesIO
from typing import Final

from wikic.document.nodes import Document
from wikic.document.write import write_document
from wikic.errors import InputError
from wikic.wiki.documents.decoding import UNREADABLE, parse_xml
from wikic.wiki.documents.html_tree import read_blocks
from wikic.wiki.documents.office_parts import opened
from wikic.wiki.documents.read_outcome import Draft
from wikic.wiki.documents.titles import leading_line, markdown_title, plain

FORMATS: Final = {
    ".docx": "docx", ".odt": "odt", ".rtf": "rtf", ".org": "org", ".tex": "latex", ".typ": "typst",
    ".adoc": "asciidoc", ".asciidoc": "asciidoc", ".mediawiki": "mediawiki", ".dbk": "docbook",
    ".textile": "textile", ".man": "man", ".fb2": "fb2",
}  # fmt: skip
"""What Pandoc calls the formats that it reads, by their extensions."""
_SECONDS: Final = 60
_LIMITS: Final = ("+RTS", "-M1G", "-RTS", "--sandbox")
_OUTPUT: Final = ("--to=html5", "--mathml", "--embed-resources", "--standalone")
_PROPERTIES: Final = ("docProps/core.xml", "meta.xml")
_LARGEST: Final = 1 << 20  # bytes of the properties


def find_pandoc() -> str | None:
    """The program: that of the extra ``documents``, else the machine's own."""
    try:
        return str(import_module("pypandoc").get_pandoc_path())
    except (ImportError, OSError):
        return shutil.which("pandoc")


def read_pandoc(data: bytes, extension: str) -> Draft:
    """The text of ``data`` as Markdown. Raises InputError, with the reason, when it cannot be had."""
    data = opened(data) if extension == ".docx" else data
    command = [find_pandoc() or "pandoc", *_LIMITS, f"--from={FORMATS[extension]}", *_OUTPUT]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=_SECONDS, check=True)
    except subprocess.TimeoutExpired as error:
        raise InputError(f"takes Pandoc more than {_SECONDS} s") from error
    except subprocess.CalledProcessError as error:
        told = (line.strip() for line in error.stderr.decode("utf-8", "replace").split("\n"))
        lines = [line for line in told if line and not line.startswith("[WARNING]")] or [""]
        raise InputError(f"is no {extension} that can be read ({lines[0][:200].rstrip(':')})") from error
    text = _markdown(done.stdout.decode("utf-8", "replace"))
    said = _properties(data)
    return Draft(
        text=text,
        title=plain(markdown_title(text) or leading_line(text) or said.get("title", "")),
        date=said.get("created", said.get("creation-date", "")),
        author=said.get("creator", said.get("initial-creator", "")),
        language=said.get("language", ""),
    )


def _markdown(html: str) -> str:
    from selectolax.lexbor import LexborHTMLParser

    body = LexborHTMLParser(html).body
    return write_document(Document(read_blocks(body, pictures=True))) if body is not None else ""


def _properties(data: bytes) -> dict[str, str]:
    """What word processors note of a file, by the names of Dublin Core."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            name = next((name for name in _PROPERTIES if name in archive.namelist()), None)
            if name is None or archive.getinfo(name).file_size > _LARGEST:
                return {}
            found = parse_xml(archive.read(name)).iter()
    except UNREADABLE:
        return {}
    return {
        each.tag.rpartition("}")[2]: each.text.strip() for each in found if each.text and each.text.strip()
    }
