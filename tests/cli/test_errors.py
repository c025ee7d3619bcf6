"""``wikic errors``: what a model got wrong, how often, since when, what it taught."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import TOWN, git, snapshot, wikic, write
from support.error_books import INVENTED, NO_BLOCK, record, seen

from wikic.curator.protocol import Lesson
from wikic.errorbook.book_session import BookSession
from wikic.errorbook.entry import Sighting
from wikic.model.change import ChangeSet
from wikic.wiki import transaction
from wikic.wiki.tree import Tree


@pytest.fixture
def kb(tmp_path: Path) -> Path:
    write(tmp_path / "docs", TOWN)
    wikic("init", "docs", "-C", "kb", cwd=tmp_path)
    wikic("compile", "docs", "-C", "kb", "-q", cwd=tmp_path)
    return tmp_path / "kb"


def learn(kb: Path, *batches: tuple[Sighting, ...]) -> None:
    tree = Tree(kb)
    session = BookSession.open(tree, "2026-11-22")
    for batch in batches:
        record(session, batch, lambda slips: Lesson("It guessed.", f"No {slips[0].rule}."), sources=4)
        transaction.apply(kb, ChangeSet("a batch", session.change()))
        session.landed()


def test_an_empty_book_is_said_to_be_empty(kb: Path) -> None:
    assert "the Error Book is empty" in wikic("errors", "-C", kb, cwd=kb).out
    assert wikic("errors", "-C", kb, "--json", cwd=kb).json == {"rows": [], "shares": [], "batches": 0} | {
        "version": 1,
        "first": None,
        "latest": None,
    }


def test_it_tells_what_how_often_since_when_and_what_it_taught(kb: Path) -> None:
    learn(kb, (*seen(NO_BLOCK, times=3), *seen(INVENTED)), ())
    out = wikic("errors", "-C", kb, cwd=kb).out
    assert out.splitlines()[:5] == [
        "a statement that cites no block of the document",
        f"  {seen(NO_BLOCK)[0].entry}  malformed-ref  missing-block  open  "
        "3 times since 2026-11-22, last 2026-11-22",
        "  why:     It guessed.",
        "  instead: No missing-block.",
        "  example: block 9",
    ]
    assert "malformed-ref              75.0 %  3 errors, 1 cause" in out
    assert "unsupported-fact           25.0 %  1 error, 1 cause" in out
    assert "errors per source: 1.00 in the first batch, 0.00 in the last batch (of 2)" in out


def test_entries_are_chosen_by_category_and_status(kb: Path) -> None:
    learn(kb, (*seen(NO_BLOCK), *seen(INVENTED)))
    one = wikic("errors", "-C", kb, "--category", "unsupported-fact", "--json", cwd=kb).json
    assert [row["entry"]["rule"] for row in one["rows"]] == ["unsupported-statement"]
    assert [share["share"] for share in one["shares"]] == [50.0, 50.0]
    book = kb / "wiki" / "error_book.yaml"
    book.write_text(book.read_text().replace("status: open", "status: closed", 1))
    rows = [
        len(wikic("errors", "-C", kb, each, "--json", cwd=kb).json["rows"])
        for each in ("--open", "--closed", "--all")
    ]
    assert rows == [1, 1, 2]


def test_what_makes_no_sense_is_said_so(kb: Path) -> None:
    assert "exclude each other" in wikic("errors", "-C", kb, "--open", "--all", cwd=kb, code=2).err
    assert "known: dangling-link" in wikic("errors", "-C", kb, "--category", "typo", cwd=kb, code=2).err
    assert "no wiki in" in wikic("errors", "-C", kb / "docs", cwd=kb, code=2).err


def test_a_damaged_book_is_named_with_its_line(kb: Path) -> None:
    (kb / "wiki" / "error_book.yaml").write_text("entries:\n- rule: [\n")
    assert "error_book.yaml, line 2" in wikic("errors", "-C", kb, cwd=kb, code=2).err


def test_the_other_commands_leave_the_book_alone(kb: Path) -> None:
    learn(kb, seen(NO_BLOCK))
    git("init", "-q", cwd=kb)
    git("add", ".", cwd=kb)
    git("commit", "-qm", "a wiki", cwd=kb)
    before = snapshot(kb / "wiki")
    assert "waiting" not in wikic("status", "-C", kb, cwd=kb).out
    assert wikic("lint", "-C", kb, cwd=kb).code == 0
    wikic("compile", kb.parent / "docs", "-C", kb, "-q", cwd=kb)
    assert snapshot(kb / "wiki") == before
    assert "error_book" not in wikic("search", "block", "-C", kb, cwd=kb, code=None).out
    assert git("status", "--porcelain", cwd=kb) == ""


def test_errors_by_type_stand_beside_those_of_the_paper(kb: Path) -> None:
    learn(kb, (*seen(NO_BLOCK, times=3), *seen(INVENTED)), ())
    rows = wikic("errors", "-C", kb, "--statistics", cwd=kb).out.splitlines()
    assert rows[0].split()[3:8] == ["here", "HotpotQA", "MuSiQue", "2Wiki", "AuthTrace"]
    assert rows[3].split() == ["malformed-ref", "75.0", "20.5", "18.9", "22.3", "28.5", "3"]
    found = wikic("errors", "-C", kb, "--statistics", "--json", cwd=kb).json
    assert [line["share"] for line in found["lines"]] == [0, 0, 75.0, 0, 0, 25.0, 0]
    wikic("errors", "-C", kb, "--statistics", "--closed", cwd=kb, code=2)
