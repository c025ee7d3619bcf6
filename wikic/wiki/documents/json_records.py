"""JSON and JSON Lines: many documents in one file, one at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from io import TextIOWrapper
from typing import Any, BinaryIO, Final

from wikic.errors import InputError
from wikic.wiki.documents.decoding import clean, encoding, wrong
from wikic.wiki.documents.field_names import draft, text_of
from wikic.wiki.documents.read_outcome import TEXT, Draft

NO_TEXT: Final = f"holds no text (none of {', '.join(TEXT)})"
_LISTS: Final = ("documents", "docs", "articles", "records", "items", "data", "corpus")
_LOOK: Final = 8_192  # bytes that tell a binary file, before each of its lines is reported
_FAULTS: Final = (ValueError, RecursionError)  # no JSON; an absurd number; nested without end


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a file.

    draft: what it says, or None when it cannot be used.
    reason: why it cannot be used, or "".
    number: its line in JSON Lines, its place in a JSON list, from 1; 0 for a file that is one object.
    """

    draft: Draft | None
    reason: str
    number: int


def read_lines(file: BinaryIO, limit: int) -> Iterator[Record]:
    """The records of a JSON Lines file, never more than one line in memory.

    limit: bytes of one line. Raises InputError when the file is empty or cannot be decoded further.
    """
    start = file.read(_LOOK)
    codec, skip = encoding(start)
    if codec == "utf-8" and b"\0" in start:
        raise InputError(f"is binary (NUL byte at offset {start.index(0)})")
    empty = True
    for number, line in (
        _byte_lines(file, skip, limit) if codec == "utf-8" else _text_lines(file, codec, limit)
    ):
        empty = False
        yield Record(None, line.reason, number) if isinstance(line, _Bad) else _record(line, number)
    if empty:
        raise InputError("is empty")


def load_json(text: str) -> Any:
    """The value of a JSON file. Raises InputError when it holds none."""
    if not text.strip():
        raise InputError("is empty")
    try:
        return json.loads(text)
    except _FAULTS as error:
        raise InputError(_broken(error)) from error


def read_json(value: Any) -> Iterator[Record]:
    """The records of a JSON file: an object, or a list of objects. Raises InputError when it is neither."""
    if isinstance(value, dict) and text_of(value) is None:
        value = next((value[name] for name in _LISTS if isinstance(value.get(name), list)), value)
    if isinstance(value, list):
        if not value:
            raise InputError("is empty")
        for number, each in enumerate(value, 1):
            yield _usable(each, number)
    else:
        yield _usable(value, 0)


@dataclass(frozen=True, slots=True)
class _Bad:
    reason: str


def _byte_lines(file: BinaryIO, skip: int, limit: int) -> Iterator[tuple[int, bytes | _Bad]]:
    file.seek(skip)
    number = 0
    while line := file.readline(limit + 1):
        number += 1
        if len(line) > limit and not line.endswith(b"\n"):
            while (rest := file.readline(1 << 20)) and not rest.endswith(b"\n"):
                pass
            yield number, _Bad(too_large(limit))
        elif line.strip():
            yield number, line


def _text_lines(opened: BinaryIO, codec: str, limit: int) -> Iterator[tuple[int, str | _Bad]]:
    opened.seek(0)
    # newline="\n": U+2028 and a lone \r are no ends of lines in JSON.
    with TextIOWrapper(opened, encoding=codec, newline="\n") as file:
        number = 0
        try:
            while line := file.readline(limit + 1).lstrip("\ufeff"):
                number += 1
                if len(line) > limit and not line.endswith("\n"):
                    while (rest := file.readline(1 << 20)) and not rest.endswith("\n"):
                        pass
                    yield number, _Bad(too_large(limit))
                elif line.strip():
                    yield number, line
        except UnicodeDecodeError as error:
            # The decoder is fed in pieces: it knows the byte, not how far into the file it stands.
            yield number + 1, _Bad(f"is not {codec[:6].upper()} (byte 0x{error.object[error.start]:02x})")


def _record(line: bytes | str, number: int) -> Record:
    try:
        text = line if isinstance(line, str) else line.decode("utf-8")
        return _usable(json.loads(text), number)
    except UnicodeDecodeError as error:
        return Record(None, wrong(error, "utf-8"), number)
    except _FAULTS as error:
        return Record(None, _broken(error), number)


def _usable(value: Any, number: int) -> Record:
    if not isinstance(value, dict):
        return Record(None, f"is not an object but {_kind(value)}", number)
    text = text_of(value)
    if text is None:
        return Record(draft(value, ""), NO_TEXT, number)
    return Record(draft(value, text), "", number)


def _kind(value: Any) -> str:
    kinds = ((bool, "true or false"), (str, "a string"), (list, "a list"), (type(None), "null"))
    return next((words for kind, words in kinds if isinstance(value, kind)), "a number")


def _broken(error: BaseException) -> str:
    if isinstance(error, json.JSONDecodeError):
        where = f"line {error.lineno} column {error.colno}" if error.lineno > 1 else f"column {error.colno}"
        return f"is broken JSON ({clean(error.msg)}, {where})"
    return "is nested too deeply" if isinstance(error, RecursionError) else "is broken JSON"


def too_large(limit: int) -> str:
    """The reason for a document of more than ``limit`` bytes."""
    return f"is larger than {limit >> 20} MiB" if limit >= 1 << 20 else f"is larger than {limit} bytes"
