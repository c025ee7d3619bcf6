"""Findings for people: text, concise, grouped, counts."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from support.wiki_files import WikiFiles

from wikic.lint.engine import lint
from wikic.lint.report.machines import write_statistics
from wikic.lint.report.report import (
    MAX_COLUMNS,
    Report,
    concise,
    shows_colours,
    summary,
    write_grouped,
    write_text,
)
from wikic.lint.view.wiki_view import WikiView
from wikic.text.printable import fitted, printable, width

FILES = {
    "people/谭盾.md": b"---\naliases: [Tan Dun]\n---\nx\n",
    "notes/n.md": "谭盾：[[Tan Dun]] [[无]]\n".encode(),
}


def report(files: dict[str, bytes], *, colour: bool = False, select: tuple[str, ...] = ()) -> Report:
    return Report(lint(WikiView.over(WikiFiles(files)), select=select), files.get, colour=colour)


def test_a_finding_is_its_place_its_line_a_pointer_and_what_can_be_done() -> None:
    assert list(write_text(report(FILES))) == [
        "wiki/notes/n.md:1:4: warning L005 link-by-alias",
        "  'Tan Dun' is an alias; the page is 谭盾",
        "  1 | 谭盾：[[Tan Dun]] [[无]]",
        "    |       ^^^^^^^^^^^",
        "  fix: write [[谭盾|Tan Dun]]",
        "",
        "wiki/notes/n.md:1:16: error L001 dangling-link",
        "  no page is called '无'",
        "  1 | 谭盾：[[Tan Dun]] [[无]]",
        "    |                   ^^^^^^",
        "  fix (with --unsafe): write 无; or write the page, correct the name, or take the brackets off",
        "",
    ]


def test_concise_and_grouped() -> None:
    assert list(concise(report(FILES))) == [
        "wiki/notes/n.md:1:4: warning L005 [*] 'Tan Dun' is an alias; the page is 谭盾",
        "wiki/notes/n.md:1:16: error L001 no page is called '无'",
    ]
    assert list(write_grouped(report(FILES))) == [
        "wiki/notes/n.md",
        "  1:4   warning  L005 [*] 'Tan Dun' is an alias; the page is 谭盾",
        "  1:16  error    L001 no page is called '无'",
        "",
    ]


def test_counts() -> None:
    assert summary(report(FILES).findings) == "1 error, 1 warning; wikic fix repairs 1"
    assert summary(()) == "no findings"
    assert list(write_statistics(report(FILES))) == [
        "1  L001  dangling-link",
        "1  L005  link-by-alias  (1 fixable)",
    ]


def test_where_the_whole_file_is_meant_its_first_line_is_not_shown() -> None:
    lines = list(write_text(report({"notes/n.md": b"# Only\n"})))
    assert lines[0].startswith("wiki/notes/n.md:1:1: ")
    assert not any("# Only" in line for line in lines)


@pytest.mark.parametrize("before", ["x" * 30_000, "长" * 30_000, "长x" * 15_000, "x" * 70, ""])
@pytest.mark.parametrize("after", ["y" * 29_000, "盾" * 29_000, ""])
def test_a_line_of_59_000_characters_is_shown_around_the_column(before: str, after: str) -> None:
    files = {"notes/n.md": f"# N\n\n{before}[[Nobody]]{after}\n".encode()}
    _, _, line, pointer, *_ = write_text(report(files, select=("L001",)))
    assert cell_len(line) <= MAX_COLUMNS + 20
    assert cell_len(line[: line.index("[[Nobody]]")]) == pointer.index("^")
    assert pointer.count("^") == len("[[Nobody]]")


def test_a_terminal_is_not_led_astray() -> None:
    files = {"notes/n.md": "# N\n\n\x1b[31m\t\u202eevil\u0085 e\u0301 [[No\x07body]]\n".encode()}
    lines = list(write_text(report(files, select=("L001",))))
    assert lines[2] == "  3 | \ufffd[31m \ufffdevil\ufffd e\u0301 [[No\ufffdbody]]"
    assert lines[3] == "    | " + " " * cell_len("?[31m ?evil? e ") + "^" * len("[[No?body]]")


def test_bytes_that_are_no_utf_8_keep_their_column() -> None:
    files = {"notes/n.md": b"# N\n\n\xe9\xe8\xff [[Nobody]]\n"}
    _, _, line, pointer, *_ = write_text(report(files, select=("L001",)))
    assert (line, pointer) == ("  3 | \ufffd\ufffd\ufffd [[Nobody]]", "    |     ^^^^^^^^^^")


def test_colours_add_nothing_but_colours() -> None:
    bright = "\n".join(write_text(report(FILES, colour=True)))
    assert "\x1b[1;31merror\x1b[0m" in bright
    assert re.sub(r"\x1b\[[\d;]*m", "", bright) == "\n".join(write_text(report(FILES)))


class Terminal:
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "expected"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_colours_are_for_terminals_that_want_them(environment: dict[str, str], expected: bool) -> None:
    assert shows_colours(Terminal(), environment) is expected  # type: ignore[arg-type]


@given(st.text(alphabet=st.characters(blacklist_categories=["Cn", "Co"])))
def test_printable_keeps_columns_and_prints(words: str) -> None:
    shown = printable(words)
    assert len(shown) == len(words)
    shown.encode("utf-8")
    assert "\x1b" not in shown and "\n" not in shown


@given(st.text(alphabet=st.sampled_from("ax谭盾：。é\u0301한글ｶ…—")))
def test_width_is_what_terminals_give(words: str) -> None:
    assert width(words) == cell_len(words)


@given(st.text(), st.integers(0, 40))
def test_what_is_fitted_fits(words: str, columns: int) -> None:
    assert words.startswith(fitted(words, columns)) and width(fitted(words, columns)) <= columns
