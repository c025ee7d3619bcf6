"""Quotes where YAML needs them, and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from support.dirty_pages import BLOCK
from support.reader import values

from wikic.errors import FormatError
from wikic.markdown import frontmatter
from wikic.markdown.frontmatter_repair import quotings


def repaired(yaml: str) -> str:
    for each in reversed(quotings(yaml)):
        yaml = yaml[: each.start] + each.written + yaml[each.end :]
    return yaml


@pytest.mark.parametrize(
    ("yaml", "key", "value"),
    [
        ("k: [Ada Byron, ada, @ada]\n", "k", ["Ada Byron", "ada", "@ada"]),
        ("k: [ a: b: c , 'd, e' ]\n", "k", ["a: b: c", "d, e"]),
        ("k:\n- @a\n- b\n", "k", ["@a", "b"]),
        ("k: [[a]] [[b]]\n", "k", "[[a]] [[b]]"),
        ('k: "A" is not "B"\n', "k", '"A" is not "B"'),
        ('k: "he said "no""\n', "k", 'he said "no"'),
        ("k: 'It's fine'\n", "k", "It's fine"),
        ('k: "C:\\wiki"\n', "k", "C:\\wiki"),
        ('k: "#1: "again""\n', "k", '#1: "again"'),
        ("o: a: b\nk: |\n  - c: d: e\n", "k", "- c: d: e\n"),
        ("o: a: b\nn: &n x\nk: *n\n", "k", "x"),
        ("o: a: b\r\nk: @c\r\n", "k", "@c"),
    ],
)
def test_the_value_that_was_meant(yaml: str, key: str, value: object) -> None:
    assert all(each.certain for each in quotings(yaml))
    assert frontmatter.load(repaired(yaml))[key] == value


@pytest.mark.parametrize(
    "yaml", ["k: [a, b\no: c: d\n", "k: [a, [b, @c]]\n", "k: {a: @b}\n", "k: a\n\tb: c: d\n"]
)
def test_what_is_a_guess_is_left(yaml: str) -> None:
    assert quotings(yaml) == ()


def test_what_may_be_a_comment_is_not_certain() -> None:
    assert [each.certain for each in quotings("k: a: b # c\n")] == [False]


@given(BLOCK)
def test_what_is_written_can_be_read_and_says_the_same(block: str) -> None:
    yaml = block.removeprefix("---\n").removesuffix("---\n")
    after = repaired(yaml)
    if after != yaml:
        frontmatter.load(after)
        assert values(after) == values(yaml)
    try:
        frontmatter.load(yaml)
    except FormatError:
        return
    assert after == yaml
