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


def load_yaml(text: str) -> Any:
    """The values of a YAML text in which no key stands twice, so that none is passed over without a word.

    Raises ValueError, which says in a line what is wrong.
    """
    import yaml

    class Loader(yaml.SafeLoader):
        def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
            seen: set[str] = set()
            for key, _ in node.value:
                if isinstance(key, yaml.ScalarNode) and key.value in seen:
                    line = key.start_mark.line + 1
                    raise ValueError(f"a key stands twice in line {line}")  # it may be a secret's
                seen.add(str(key.value))
            return super().construct_mapping(node, deep)

    try:
        return yaml.load(text, Loader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:  # a ValueError: 2020-13-45
        raise ValueError(" ".join(str(error).split())[:200]) from error


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
    try:
        held = load_yaml(text)
    except ValueError as error:
        raise InputError(f"{manifest} is no YAML: {error}") from error
    listed = held.get("bases") if isinstance(held, dict) else held
    if not isinstance(listed, list):
        raise InputError(f"{manifest} lists no bases: it is a list, or a mapping with the list `bases`")
    for number, row in enumerate(listed, 1):
        yield f"{manifest}, base {number}", row
