"""Jupyter notebooks: Markdown as it stands, code with its language, what it printed in short."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from wikic.errors import InputError
from wikic.wiki.documents.decoding import clean
from wikic.wiki.documents.read_outcome import Draft
from wikic.wiki.documents.titles import markdown_title

_LINES: Final = 12  # of an output; what follows is left out
_WIDTH: Final = 200
_ESCAPES: Final = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_OBJECT: Final = re.compile(r"<[^<>\n]+>|\[<[^\n]+>\]")  # how Python writes a figure or an axis
_EMBEDDED: Final = re.compile(r"!\[[^\]\n]*\]\((?:attachment|data):[^)\n]*\)")
_NAME: Final = re.compile(r"[A-Za-z][\w+#-]{0,30}")


def read_notebook(text: str) -> Draft:
    """One document. Raises InputError where it is no notebook."""
    try:
        book = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError("is no notebook (broken JSON)") from error
    cells = _cells(book)
    if cells is None:
        raise InputError("is no notebook (it has no cells)")
    language = _language(book)
    blocks = [block for cell in cells for block in _blocks(cell, language)]
    said = "\n\n".join(block for block in blocks if block.strip())
    made = clean(said + "\n") if said else ""
    named = _mapping(_mapping(book).get("metadata")).get("title")
    return Draft(text=made, title=markdown_title(made) or (named if isinstance(named, str) else ""))


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _cells(book: Any) -> list[Mapping[str, Any]] | None:
    """The cells of format 4, or of the sheets of format 3."""
    found = _mapping(book).get("cells")
    if found is None:
        sheets = _mapping(book).get("worksheets")
        if not isinstance(sheets, list):
            return None
        found = [cell for sheet in sheets for cell in _list(_mapping(sheet).get("cells"))]
    return [cell for cell in found if isinstance(cell, Mapping)] if isinstance(found, list) else None


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _language(book: Any) -> str:
    meta = _mapping(_mapping(book).get("metadata"))
    for name, field in (("language_info", "name"), ("kernelspec", "language")):
        said = _mapping(meta.get(name)).get(field)
        if isinstance(said, str) and _NAME.fullmatch(said):
            return said.lower()
    return "python"


def _blocks(cell: Mapping[str, Any], language: str) -> Iterator[str]:
    source = _text(cell.get("source", cell.get("input")))
    kind = cell.get("cell_type")
    if kind == "markdown":
        yield _EMBEDDED.sub("", source).strip("\n")
    elif kind == "heading":  # format 3
        level = cell.get("level")
        yield f"{'#' * (level if isinstance(level, int) and 1 <= level <= 6 else 1)} {source.strip()}"
    elif kind == "code" and source.strip():
        yield _fenced(source.strip("\n"), language)
        printed = "\n".join(filter(None, map(_printed, _list(cell.get("outputs")))))
        if printed.strip():
            yield _fenced(_short(printed), "")


def _text(value: Any) -> str:
    """A field of lines, as a string or a list of them."""
    if isinstance(value, list):
        return "".join(each for each in value if isinstance(each, str))
    return value if isinstance(value, str) else ""


def _printed(output: Any) -> str:
    """The text of an output: none of a picture, one line of an error."""
    found = _mapping(output)
    kind = found.get("output_type")
    if kind == "stream":
        return "" if found.get("name") == "stderr" else _plain(_text(found.get("text")))
    if kind in ("error", "pyerr"):
        return _plain(f"{_text(found.get('ename'))}: {_text(found.get('evalue'))}".split("\n")[0])
    data = _mapping(found.get("data")) or found
    text = _plain(_text(data.get("text/plain", data.get("text"))))
    return "" if _OBJECT.fullmatch(text.strip()) else text


def _plain(text: str) -> str:
    return _ESCAPES.sub("", text).strip("\n")


def _short(text: str) -> str:
    lines = [line if len(line) <= _WIDTH else line[:_WIDTH] + "…" for line in text.split("\n")]
    return "\n".join(lines if len(lines) <= _LINES else [*lines[:_LINES], "…"])


def _fenced(text: str, language: str) -> str:
    marks = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{marks}{language}\n{text}\n{marks}"
