"""Lists, rows and patterns that a language is asked for by name, in folders by what asks for them.

``<code>/<folder>/<list>.txt`` holds words, parted by commas; or rows, their columns parted by tabs ("-" for
an empty one); or records, a key, a tab and its value on a line, an empty line between two; a key may come
again. ``<code>/<folder>/patterns/*.txt`` hold regular expressions: a name, a tab, the expression. A line
that begins with a tab goes on with the one before. Lines that begin with ``#`` are remarks.

``{name}`` in an expression stands for the expression of that name or for any word of that list, the longest
first; ``{one|other}`` for any word of several lists; ``{list.key}`` for any value of a key of those
records; ``[{upper}]`` and ``[{lower}]`` for a letter: the standard library knows no ``\\p{Lu}``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

# Latin, Greek, Cyrillic and their extensions lie below U+2000 (Latin Extended Additional ends at U+1EFF),
# Latin Extended-C and -D between U+2C60 and U+A7FF.
_RANGES: Final = (range(0x41, 0x2000), range(0x2C60, 0x2C80), range(0xA720, 0xA800))


def _class(category: str) -> str:
    """The ranges of all letters of a category, ready to stand between ``[`` and ``]``."""
    runs: list[list[int]] = []
    for span in _RANGES:
        for point in span:
            if unicodedata.category(chr(point)) != category:
                continue
            # Cased letters alternate (Ā ā Ă ă), so most runs are single characters.
            if runs and runs[-1][1] == point - 1:
                runs[-1][1] = point
            else:
                runs.append([point, point])
    return "".join(chr(a) if a == b else f"{chr(a)}-{chr(b)}" for a, b in runs)


UPPER: Final = _class("Lu") + "ǅǈǋǲ"
"""Upper-case letters of Latin, Greek, Cyrillic and their neighbours."""
LOWER: Final = _class("Ll")
"""Lower-case letters of the same scripts."""


FOLDER: Final = Path(__file__).parent
_NAMED: Final = re.compile(r"\{([a-z][a-z_]*(?:[|.][a-z][a-z_]*)*)\}")
_NOTHING: Final = re.compile(r"(?!)")
_LETTERS: Final = {"upper": UPPER, "lower": LOWER}  # they stand inside of brackets


def items(file: Path) -> tuple[str, ...]:
    """The items of a word list: several on one line are parted by commas."""
    found: list[str] = []
    for line in _lines(file):
        found += [" ".join(item.split()) for item in line.split(",") if item.strip()]
    return tuple(found)


@lru_cache(maxsize=1024)
def words(code: str, name: str) -> tuple[str, ...]:
    """The list ``name`` of a language as it is written, of a table its first column; empty where the language
    has none.
    """
    file = _file(code, name)
    if file is None:
        return ()
    return tuple(row[0] for row in rows(code, name)) if "\t" in file.read_text("utf-8") else items(file)


@lru_cache(maxsize=1024)
def rows(code: str, name: str) -> tuple[tuple[str, ...], ...]:
    """The rows of the table ``name`` of a language, column by column; empty where the language has none."""
    file = _file(code, name)
    if file is None:
        return ()
    lines = [line for line in _lines(file) if line]
    return tuple(tuple("" if column == "-" else column for column in line.split("\t")) for line in lines)


@lru_cache(maxsize=1024)
def records(code: str, name: str) -> tuple[Mapping[str, tuple[str, ...]], ...]:
    """The records of a language's list ``name``: for each key its values, in order."""
    file = _file(code, name)
    if file is None:
        return ()
    found: list[dict[str, list[str]]] = [{}]
    key = ""
    for line in _lines(file):
        begins, _, value = line.partition("\t")
        if begins:
            key = begins
            found[-1].setdefault(key, []).append(value)
        elif line:
            found[-1][key][-1] += value
        elif found[-1]:
            found.append({})
    return tuple({key: tuple(values) for key, values in each.items()} for each in found if each)


@lru_cache(maxsize=1024)
def pattern(code: str, name: str) -> re.Pattern[str]:
    """The expression ``name`` of a language; one that never matches where the language has none."""
    return compiled(code, f"{{{name}}}") if has_pattern(code, name) else _NOTHING


@lru_cache(maxsize=64)
def having(name: str) -> tuple[str, ...]:
    """The languages that have a list ``name``, in order; some have no other."""
    return tuple(sorted(each.name for each in FOLDER.iterdir() if _file(each.name, name) is not None))


def has_pattern(code: str, name: str) -> bool:
    """Whether a language has the expression ``name``."""
    return name in _sources(code)


def compiled(code: str, source: str) -> re.Pattern[str]:
    """An expression with what its ``{name}`` stand for in a language."""
    return re.compile(_expanded(code, source))


def alternatives(words: Iterable[str]) -> str:
    """An expression for any of ``words``, the longest that fits; a class where they are single characters."""
    longest = sorted(set(words), key=lambda word: (-len(word), word))
    if longest and len(longest[0]) == 1:
        return f"[{''.join(map(re.escape, longest))}]"
    return f"(?:{'|'.join(map(re.escape, longest))})"


@lru_cache(maxsize=32)
def _sources(code: str) -> dict[str, str]:
    found: dict[str, str] = {}
    name = ""
    for file in sorted((FOLDER / code).glob("*/patterns/*.txt")):
        for line in filter(None, _lines(file)):
            begins, _, source = line.partition("\t")
            name = begins or name
            if begins and name in found:
                raise LookupError(f"two patterns called {name} in {file}")
            found[name] = found.get(name, "") + source
    return found


def _expanded(code: str, source: str) -> str:
    return _NAMED.sub(lambda found: _meaning(code, found[1]), source)


@lru_cache(maxsize=4096)
def _meaning(code: str, name: str) -> str:
    if name in _LETTERS:
        return _LETTERS[name]
    listing, _, key = name.partition(".")
    if key:
        values = [value for each in records(code, listing) for value in each.get(key, ())]
        return f"(?:{'|'.join(sorted(values, key=len, reverse=True))})"
    source = _sources(code).get(name)
    if source is not None:
        return f"(?:{_expanded(code, source)})"
    listed = {each: words(code, each) for each in name.split("|")}
    if not all(listed.values()):
        raise LookupError(f"no list and no pattern called {name} in the pack {code}")
    return alternatives(word for each in listed.values() for word in each)


def _file(code: str, name: str) -> Path | None:
    own = FOLDER / code / f"{name}.txt"
    return own if own.is_file() else next((FOLDER / code).glob(f"*/{name}.txt"), None)


def _lines(file: Path) -> list[str]:
    return [line for line in file.read_text("utf-8").split("\n") if not line.startswith("#")]
