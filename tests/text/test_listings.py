"""Patterns that look at whole lines do so in one pass, however long a run without a space is."""

from __future__ import annotations

from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from wikic.text import line_shapes

SEARCHED = {
    "machine": line_shapes.MACHINE,
    "typed": line_shapes._TYPED,
    "address": line_shapes._ADDRESS,
}


def branches(tree: Any) -> list[list[Any]]:
    """The alternatives of a pattern, each as its parts; groups at its beginning are opened."""
    parts = list(tree)
    if not parts:
        return []
    name, value = str(parts[0][0]), parts[0][1]
    if name == "BRANCH":
        return [each for alternative in value[1] for each in branches([*alternative, *parts[1:]])]
    if name == "SUBPATTERN":
        return branches([*value[3], *parts[1:]])
    return [parts]


def looks_from_every_letter(pattern: str) -> list[str]:
    """Alternatives that begin with a run without end: a search begins it anew at each letter of a run."""
    found = []
    for parts in branches(parser.parse(pattern)):
        for name, value in ((str(each[0]), each[1]) for each in parts):
            if name.endswith("_REPEAT") and value[1] == parser.MAXREPEAT:
                found.append(str(parts[:3]))
            if not (name.endswith("_REPEAT") and value[0] == 0):
                break
    return found


@pytest.mark.parametrize("name", SEARCHED)
def test_no_search_begins_a_run_at_every_letter(name: str) -> None:
    assert looks_from_every_letter(SEARCHED[name].pattern) == []


@pytest.mark.parametrize("pattern", [r"a|\w+::\w+", r"\[?\w+://\S+", r"(?:x|[^ ]*y)"])
def test_a_planted_one_is_found(pattern: str) -> None:
    assert len(looks_from_every_letter(pattern)) == 1


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("see https://tide.example/a now", "see  now"),
        ("[https://tide.example/a] now", " now"),
        ("(see:https://tide.example)", "(see:"),
        ("a://b c://d", " "),
    ],
)
def test_an_address_is_found_from_its_first_letter(line: str, left: str) -> None:
    assert line_shapes._ADDRESS.sub("", line) == left


def test_machine_names_are_known() -> None:
    assert line_shapes.is_printed("std::vector") and not line_shapes.is_printed("a: b")
