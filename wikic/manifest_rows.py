"""The rows of a list of knowledge bases, as `wikic fleet` and `--wikis` take it: YAML or JSONL."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from wikic.errors import InputError
from wikic.plain_file import read_plain

_MOST: Final = 64 << 20  # bytes of a manifest


def rows(manifest: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The mappings of a manifest, each with the words that say where it stands.

    YAML holds a list, or a mapping with the list ``bases``; ``.jsonl`` holds one object a line.

    Raises InputError with the place of what is wrong.
    """
    for place, row in _rows(manifest):
        if not isinstance(row, Mapping):
            raise InputError(f"{place} is no mapping with a directory")
        yield place, row


def _rows(manifest: Path) -> Iterator[tuple[str, Any]]:
    try:
        data = read_plain(manifest, _MOST)
    except OSError as error:
        raise InputError(f"{manifest} cannot be read: {error.strerror or error}") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{manifest} is not UTF-8 text") from error
    if manifest.suffix == ".jsonl":
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                try:
                    yield f"{manifest}:{number}", json.loads(line)
                except (ValueError, RecursionError) as error:
                    raise InputError(f"{manifest}:{number} is no JSON: {error}") from error
        return
    import yaml

    try:
        held = yaml.safe_load(text)
    except (
        yaml.YAMLError,
        ValueError,
        RecursionError,
    ) as error:  # a ValueError: 2020-13-45
        raise InputError(f"{manifest} is no YAML: {' '.join(str(error).split())[:200]}") from error
    listed = held.get("bases") if isinstance(held, dict) else held
    if not isinstance(listed, list):
        raise InputError(f"{manifest} lists no bases: it is a list, or a mapping with the list `bases`")
    for number, row in enumerate(listed, 1):
        yield f"{manifest}, base {number}", row
