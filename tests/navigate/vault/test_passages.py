"""Markdown cut into passages: each says what a reader sees, and nothing of the text is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.document.parse import parse_document
from wikic.navigate.vault.passages import CODE_LINES, Cut, cut_passages, plain_line


def cut(markdown: str) -> list[Cut]:
    return list(cut_passages(markdown, parse_document(markdown)))


def texts(markdown: str) -> list[str]:
    return [each.text for each in cut(markdown)]


@pytest.mark.parametrize(
    ("markdown", "said"),
    [
        ("One *line* of\ntwo `lines`.\n\nAnother.", ["One line of two lines.", "Another."]),
        ("- [x] grounds\n- card\n  - no tape\n", ["[x] grounds", "card", "no tape"]),
        ("1. first\n\n   more of it\n2. second", ["first", "more of it", "second"]),
        ("| a | b |\n|---|---|\n| 1 | |\n| | 2 |", ["a: 1", "b: 2"]),
        ("| a |\n|---|", []),
        ("> [!tip]- Keep it dry\n> in a tin\n", ["Keep it dry: in a tin"]),
        ("> [!tip]\n> in a tin\n", ["Tip: in a tin"]),
        ("> said *she*", ["said she"]),
        ("```sh\nls\n\nrm\n```", ["ls\n\nrm"]),
        ("    indented", ["indented"]),
        ("[[Ada|Mrs F]], [[Ada#Life]], [[#Here]], [[a\\|b]]", ["Mrs F, Ada > Life, Here, b"]),
        ("![[map.png|300]] and ![[Ada|her]] and ![alt](x.png)", ["and her and alt"]),
        ("[[Page|13]]", ["13"]),
        ("<div>in a box</div>", ["in a box"]),
        ("a <b>bold</b> word, <!-- unseen -->and", ["a bold word, and"]),
        ("it is ==marked== here", ["it is marked here"]),
        ("---\n", []),
    ],
)
def test_passages(markdown: str, said: list[str]) -> None:
    assert texts(markdown) == said


def test_a_passage_says_on_which_line_it_begins() -> None:
    written = "a\n\n- b\n  - c\n\n| x |\n|-|\n| d |\n\n```\ne\n```\n"
    found = [(written.count("\n", 0, each.start), each.text) for each in cut(written)]
    assert found == [(0, "a"), (2, "b"), (3, "c"), (7, "x: d"), (9, "e")]


def test_long_code_is_several_passages_that_begin_where_they_stand() -> None:
    lines = [f"line {number}" for number in range(CODE_LINES + 2)]
    written = "\n".join(["```", *lines, "```"])
    first, second = cut(written)
    assert first.text.split("\n") + second.text.split("\n") == lines
    assert [written.count("\n", 0, each.start) for each in (first, second)] == [0, CODE_LINES + 1]


def test_a_paragraph_too_long_for_the_parser_stays_as_it_is() -> None:
    assert texts("[" * 20_000) == ["[" * 20_000]


def test_one_line() -> None:
    assert plain_line("The `wikic` **command** of [[Ada|her]]") == "The wikic command of her"


WORDS = st.from_regex(r"[a-zäß日本]{2,8}", fullmatch=True)
PIECES = st.one_of(
    WORDS,
    st.builds("- {} *{}*".format, WORDS, WORDS),
    st.builds("> {}\n> {}".format, WORDS, WORDS),
    st.builds("```\n{}\n```".format, WORDS),
    st.builds("| h |\n|---|\n| {} |".format, WORDS),
    st.builds("[[{}|{}]]".format, WORDS, WORDS).map(lambda link: f"see {link}"),
)


@given(st.lists(PIECES, max_size=6))
def test_every_word_that_is_seen_stands_in_a_passage(pieces: list[str]) -> None:
    said = " ".join(texts("\n\n".join(pieces)))
    for piece in pieces:
        shown = piece.rpartition("|")[2] if piece.startswith("see") else piece.replace("| h |", "")
        assert all(word in said for word in "".join(c if c.isalnum() else " " for c in shown).split())


@given(st.text(st.sampled_from("ab[]!|#^*_`~<>-+\n\t 1.\\()%=&;:\0\u2028\r\x0c日")))
def test_any_text_is_cut(markdown: str) -> None:
    for each in cut(markdown):
        assert each.text.strip()
        assert 0 <= each.start < each.end <= len(markdown)
