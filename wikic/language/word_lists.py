"""Word lists from disk: ``<code>/<list>.txt``, one item a line, lines that begin with ``#`` are remarks."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from wikic.language.pack import Pack
from wikic.language.pack_files import items

GENERIC: Final = "generic"
_FOLDER: Final = Path(__file__).parent
# Other tags under which a language with a pack is known.
_SAME: Final = {"yue": "zh", "wuu": "zh", "lzh": "zh", "cmn": "zh"}
_ORDERED: Final = ("months", "plurals")
_SINGLE: Final = ("both",)


def codes() -> tuple[str, ...]:
    """The languages that have a pack, in order; the generic one is not among them."""
    return tuple(sorted(each.name for each in _FOLDER.iterdir() if each.is_dir() and any(each.glob("*.txt"))))


@lru_cache(maxsize=32)
def pack(code: str) -> Pack:
    """The pack of a BCP 47 tag, or the generic one, which knows no words."""
    primary = code.casefold().split("-")[0]
    primary = _SAME.get(primary, primary)
    if primary not in codes():
        return Pack(GENERIC)
    values: dict[str, Any] = {"code": primary}
    for each in fields(Pack):
        file = _FOLDER / primary / f"{each.name}.txt"
        if each.name == "code" or not file.is_file():
            continue
        values[each.name] = _value(each.name, items(file))
    return Pack(**values)


def _value(name: str, lines: tuple[str, ...]) -> frozenset[str] | tuple[str, ...] | str:
    if name in _SINGLE:
        return lines[0] if lines else ""
    folded = tuple(line.casefold() for line in lines)
    return folded if name in _ORDERED else frozenset(folded)
