"""The YAML that wikic itself writes, nine files in ten, read ten times faster than by a YAML library.

``read`` answers only where every line is ``key: text``, ``key: 'text'`` or ``key: [text, text]`` in
characters that mean themselves; of anything else it says nothing, and a property test holds it to what the
library reads.

What the library reads has bounds: 240 bytes of aliases can stand for more than a machine has. The text is
held to bounds before (``refused_text``), and what it says as a whole after (``refused_value``).
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import Any, Final

# Signs that mean nothing to YAML inside a plain scalar, none of them first.
_SIGNS: Final = r"./;+&%!?*=<>@$^~|()'\"’‘“”«»–—…·、。，；？！《》〈〉「」『』（）-"
_FIRST: Final = r"[^\W_]|[(“‘«《「『（]"
# A colon before a space and a number sign behind one would end the text.
_PLAIN: Final = rf"(?:{_FIRST})(?:[\w,{_SIGNS}]|:(?=[^\s])|(?<=[^\s])#| (?=[^\s#]))*"
# Inside brackets a question mark, too, may mean more than itself.
_INNER: Final = _SIGNS.replace("?", "")
_ITEM: Final = rf"(?:{_FIRST})(?:[\w{_INNER}]| (?=[\w{_INNER}]))*"
_QUOTED: Final = rf"(?:[\w #:,\[\]{{}}`{_SIGNS.replace(chr(39), '')}])*"
_LINE: Final = re.compile(
    rf"([A-Za-z_][A-Za-z0-9_]*): (?:({_PLAIN})|'({_QUOTED})'|\[({_ITEM}(?:, {_ITEM})*)?\])\n", re.UNICODE
)


def read(yaml: str) -> dict[str, Any] | None:
    """What ``yaml`` holds, every scalar as text, or None where only a YAML library can say."""
    fields: dict[str, Any] = {}
    at = 0
    while at < len(yaml):
        match = _LINE.match(yaml, at)
        if match is None:
            return None
        key, plain, quoted, items = match.groups()
        if plain is not None:
            fields[key] = plain
        elif quoted is not None:
            fields[key] = quoted
        else:
            fields[key] = items.split(", ") if items else []
        at = match.end()
    return fields


MAX_LENGTH: Final = 4_000_000  # characters; identity.yaml of a wiki of 100,000 pages has fewer
MAX_NESTING: Final = 100  # a reader takes a few of Python's 1,000 frames for each level
# Characters that aliases may make of a text, where it is not longer itself: nobody wrote more by hand.
ROOM: Final = 100_000
_BRACKET: Final = re.compile(r"[\[\]{}]")
_INLINE_NESTING: Final = re.compile(rf"(?:[-?][ \t]+){{{MAX_NESTING}}}")
# A text that nests by indentation alone has that many spaces.
_INDENTED: Final = MAX_NESTING * MAX_NESTING // 2


def refused_text(yaml: str) -> str | None:
    """Why ``yaml`` is not to be read, or None: too long, or nested so that libyaml runs off its stack."""
    if len(yaml) > MAX_LENGTH:
        return f"longer than {MAX_LENGTH:,} characters"
    return "nested too deeply" if _may_nest(yaml) and _nests(yaml) else None


def _may_nest(yaml: str) -> bool:
    """Whether signs of nesting stand there at all, perhaps within words."""
    if _INLINE_NESTING.search(yaml):
        return True
    if yaml.count("[") + yaml.count("{") < MAX_NESTING:
        return False
    depths = accumulate(1 if char in "[{" else -1 for char in _BRACKET.findall(yaml))
    return max(depths, default=0) >= MAX_NESTING


def plain_loader() -> Any:
    """What reads YAML with every scalar as text; PyYAML built without libyaml reads the same, slower."""
    import yaml

    return getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def _nests(yaml: str) -> bool:
    """Whether lists and mappings stand in each other so deeply, by what the parser says one by one."""
    from yaml import CollectionEndEvent, CollectionStartEvent, YAMLError, parse

    depth = 0
    try:
        for event in parse(yaml, Loader=plain_loader()):
            depth += isinstance(event, CollectionStartEvent) - isinstance(event, CollectionEndEvent)
            if depth >= MAX_NESTING:
                return True
    except YAMLError:
        pass  # who loads it says what is wrong, and where
    return False


def refused_value(value: Any, yaml: str) -> str | None:
    """Why ``value``, read from ``yaml``, is not to be used, or None: huge by aliases, deep or endless."""
    if ("&" not in yaml or "*" not in yaml) and len(yaml) < _INDENTED:
        return None
    try:
        length, depth = _extent(value, {})
    except RecursionError:
        return "nested too deeply"
    if depth >= MAX_NESTING:
        return "nested too deeply"
    if length > max(2 * len(yaml), ROOM):
        return "its aliases stand for too much"
    return None


def _extent(value: Any, known: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """Characters and levels of a value, aliases written out; one that holds itself has too many levels.

    known: of values met before, by identity.
    """
    if isinstance(value, str):
        return len(value) + 1, 0
    if not isinstance(value, (list, dict)):
        return 1, 0
    extent = known.get(id(value))
    if extent is None:
        known[id(value)] = 0, MAX_NESTING  # for the case that it holds itself
        length, depth = 1, 0
        for each in value if isinstance(value, list) else (*value, *value.values()):
            inner, below = _extent(each, known)
            length, depth = length + inner, max(depth, below)
        extent = known[id(value)] = length, depth + 1
    return extent
