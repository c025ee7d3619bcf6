"""Links and tags of notes are read where Obsidian and Logseq read them, and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.text.structure_marks import addresses, tags, wikilinks


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See [[Lamp]] and [[Lamp|it]].", ["Lamp"]),
        ("[[Lamp#Oil]] [[Tower#^p1|there]] [[#Here]]", ["Lamp", "Tower"]),
        ("![[Lamp]] ![[sub/Tower]]", ["Lamp", "sub/Tower"]),
        ("| a | [[Lamp\\|it]] |", ["Lamp"]),
        ("`[[Lamp]]` and ``a ` [[b]]``", []),
        ("```\n[[Lamp]]\n```\n[[Tower]]", ["Tower"]),
        ("~~~\n```\n[[Lamp]]\n~~~\n[[Tower]]", ["Tower"]),
        ("if [[ -f x ]]; then", []),
        ("Code:\n\n    [[Lamp]]\n\n- item\n\n    [[Tower]]", ["Tower"]),
        ("<!-- [[Lamp]] --> [[Tower]]", ["Tower"]),
        ("%% [[Lamp]] %%\n[[]] [[a", []),
    ],
)
def test_wikilinks(text: str, found: list[str]) -> None:
    assert wikilinks(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[a](../b.md) [c](<my note.md>) [d](e_(1).md "t")', ["../b.md", "my note.md", "e_(1).md"]),
        ("[a][b]\n\n[b]: ./c.md 'title'", ["./c.md"]),
        ("`[a](b.md)`\n\n```\n[a](c.md)\n```", []),
        ("no link (b.md)", []),
    ],
)
def test_addresses(text: str, found: list[str]) -> None:
    assert addresses(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("#lamp at the #project/harbour-2, #灯塔。", ["lamp", "project/harbour-2", "灯塔"]),
        ("#lamp #lamp", ["lamp"]),
        ("# Heading\n## Another", []),
        ("#6420 a#b https://a.example/#c C# `#d` [e](#f)", []),
        ("#[[two words]]", ["two words"]),
        ("#include <stdio.h>\n#define(x) #a=b", []),
        ("```\n#code\n```\n<!-- #hidden -->", []),
    ],
)
def test_tags(text: str, found: list[str]) -> None:
    assert tags(text) == found


@given(st.text(alphabet="[]()#|\\`~!%<>-: \n/ab1灯^", max_size=120))
def test_whatever_is_found_stands_in_the_text(text: str) -> None:
    for each in (*wikilinks(text), *addresses(text), *tags(text)):
        assert each and each in text
