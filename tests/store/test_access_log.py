"""Events are appended whole by many processes, read back in order, and never in the way."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic import layout
from wikic.store import access_log
from wikic.store.access_log import Access, AccessLog, Retrieval, events, list_questions

_WRITER = """
import sys
from pathlib import Path
from wikic.store import access_log
from wikic.store.access_log import AccessLog
with AccessLog(Path(sys.argv[1]), buffered=3) as log:
    for number in range(100):
        log.note(f"{sys.argv[2]} {number}", ["people/" + "x" * 300] * 5, by="ask")
"""


def test_events_read_back(tmp_path: Path) -> None:
    when = datetime(2026, 11, 21, 22, 45, tzinfo=UTC)
    with AccessLog(tmp_path) as log:
        log.note("Who?", ["people/Ann", "people/Ben"], by="ask", at=when)
        log.note("Nothing was read", [], by="ask")
        assert list(events(tmp_path)) == []  # not yet written
    assert list(events(tmp_path)) == [
        Access("2026-11-21T22:45:00Z", "ask", "Who?", ("people/Ann", "people/Ben"))
    ]


def test_how_pages_were_come_by_reads_back_and_older_lines_have_none(tmp_path: Path) -> None:
    (tmp_path / layout.ACCESS_FILE).write_text(
        '{"at":"2026-11-20T08:00:00Z","by":"ask","question":"Older?","pages":["people/Ann"]}\n', "utf-8"
    )
    known = Retrieval(("seed", "link"), (0, 1), named=1, found=9, calls=4, tokens=80)
    with AccessLog(tmp_path) as log:
        log.note("Who?", ["people/Ann", "people/Ben"], by="ask", retrieval=known)
        log.note("Who not?", [], by="ask", retrieval=Retrieval(calls=3))
        log.note(
            "Many?", map(str, range(150)), by="ask", retrieval=Retrieval(("search",) * 150, (0, 99, 120))
        )
    found = {event.question: event for event in events(tmp_path)}
    assert found["Older?"].retrieval is None
    assert found["Who?"].retrieval == known
    assert found["Who not?"] == Access(found["Who not?"].at, "ask", "Who not?", (), Retrieval(calls=3))
    assert found["Many?"].retrieval == Retrieval(("search",) * 100, (0, 99))
    assert [*list_questions(tmp_path)][:2] == [("people/Ann",), ("people/Ann", "people/Ben")]
    assert all(list_questions(tmp_path)), "what was not answered was not read together"


@given(question=st.text(max_size=700), pages=st.lists(st.text(max_size=20), min_size=1, max_size=3))
def test_any_question_is_one_line(
    tmp_path_factory: pytest.TempPathFactory, question: str, pages: list[str]
) -> None:
    build = tmp_path_factory.mktemp("access")
    with AccessLog(build) as log:
        log.note(question, pages, by="ask")
    (event,) = events(build)
    assert event.question == question[:500]
    assert (build / layout.ACCESS_FILE).read_bytes().count(b"\n") == 1


def test_two_processes_append_whole_lines(tmp_path: Path) -> None:
    writers = [subprocess.Popen([sys.executable, "-c", _WRITER, str(tmp_path), name]) for name in "ab"]
    assert [each.wait() for each in writers] == [0, 0]
    found = [event.question for event in events(tmp_path)]
    for name in "ab":
        assert [each for each in found if each[0] == name] == [f"{name} {number}" for number in range(100)]


def test_damage_and_a_missing_folder_lose_events_and_nothing_else(tmp_path: Path) -> None:
    with AccessLog(tmp_path / "absent") as log:
        log.note("q", ["p"], by="ask")
    assert not (tmp_path / "absent").exists()
    (tmp_path / layout.ACCESS_FILE).mkdir()
    with AccessLog(tmp_path) as log:
        log.note("q", ["p"], by="ask")
    assert list(events(tmp_path)) == []
    (tmp_path / layout.ACCESS_FILE).rmdir()
    (tmp_path / layout.ACCESS_FILE).write_bytes(
        b'\xff\n{"at": 1}\nnonsense\n{"at":"t","by":"b","question":"q","pages":['
    )
    with AccessLog(tmp_path) as log:
        log.note("q", ["p"], by="ask")
        log.note("r", ["p"], by="ask")
    assert [event.question for event in events(tmp_path)][-1] == "r"


def test_the_file_does_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access_log, "MAX_BYTES", 2_000)
    with AccessLog(tmp_path, buffered=1) as log:
        for number in range(200):
            log.note(f"q{number}", ["people/Ann"], by="ask")
    found = [event.question for event in events(tmp_path)]
    assert found == [f"q{number}" for number in range(200 - len(found), 200)]
    assert 10 < len(found) < 100
