"""Rewriting top-level blocks of a YAML file as text, so that what people wrote around them stays.

YAML libraries read comments away. A file of ours is a mapping whose values are scalars, mappings or lists
of entries: its text parts into blocks, one per key, and a list's block into entries.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import yaml

_KEY: Final = re.compile(r"^(?P<key>[A-Za-z_][A-Za-z0-9_]*):(?=\s|$)")
_ENTRY: Final = re.compile(r"^(?P<indent> *)- ")


class OneLine(dict[str, Any]):
    """A mapping that is written on one line."""


class _Dumper(yaml.SafeDumper):
    """YAML as wikic writes it: blocks, but for what is a ``OneLine``."""


_Dumper.add_representer(
    OneLine,
    lambda dumper, value: dumper.represent_mapping("tag:yaml.org,2002:map", value.items(), flow_style=True),
)


def dump(value: Any) -> str:
    """A value as YAML, in its own order."""
    return str(yaml.dump(value, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=10_000))


def replaced(text: str, changes: Mapping[str, Any], old: Mapping[str, Any]) -> str:
    """``text`` with some blocks saying something else.

    changes: new value by key, None for a block that goes; a key without a block gets one at the end.
    old: what the file says now, by key.
    """
    head, blocks = _blocks(text)
    left = dict(changes)
    lines = list(head)
    for key, block in blocks:
        if key not in left:
            lines += block
            continue
        value = left.pop(key)
        if value is None:
            continue
        before = old.get(key)
        lines += (
            _entries_kept(block, before, value)
            if isinstance(value, list) and isinstance(before, list)
            else [*_above(block), *_rendered(key, value)]
        )
    for key, value in left.items():
        if value is not None:
            lines += _rendered(key, value)
    return "\n".join(lines) + "\n"


def _blocks(text: str) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """Lines before the first key, and each key's lines; comments right above a key are its block's."""
    head: list[str] = []
    blocks: list[tuple[str, list[str]]] = []
    for line in text.rstrip("\n").splitlines():
        found = _KEY.match(line)
        if found is None:
            (blocks[-1][1] if blocks else head).append(line)
            continue
        above: list[str] = []
        if blocks:
            while blocks[-1][1] and blocks[-1][1][-1].startswith("#"):
                above.insert(0, blocks[-1][1].pop())
        blocks.append((found["key"], [*above, line]))
    return head, blocks


def _above(block: list[str]) -> list[str]:
    """The comments that stand above a block's key."""
    return block[: next(at for at, line in enumerate(block) if _KEY.match(line))]


def _rendered(key: str, value: Any) -> list[str]:
    return dump({key: value}).rstrip("\n").split("\n")


def _entries_kept(block: list[str], before: list[Any], value: list[Any]) -> list[str]:
    """A list's block with entries gone, added or changed; those that stay keep their text."""
    start = next(at for at, line in enumerate(block) if _KEY.match(line))
    chunks: list[list[str]] = []
    indent: str | None = None
    loose: list[str] = []  # comments that belong to the entry below them
    for line in block[start + 1 :]:
        found = _ENTRY.match(line)
        if found is not None and (indent is None or found["indent"] == indent):
            indent = found["indent"]
            chunks.append([*loose, line])
            loose = []
        elif not chunks or line.lstrip().startswith("#") or not line.strip():
            loose.append(line)
        else:
            chunks[-1] += [*loose, line]
            loose = []
    if len(chunks) != len(before) or not chunks:
        return [*block[:start], *_rendered(block[start].partition(":")[0], value)]
    kept = {repr(each): chunk for each, chunk in zip(before, chunks, strict=True)}
    lines = block[: start + 1]
    for each in value:
        chunk = kept.get(repr(each))
        fresh = dump([each]).rstrip("\n")
        lines += chunk if chunk is not None else [f"{indent}{line}" for line in fresh.split("\n")]
    return lines + loose
