"""Counts survive crashes, rebuilds and each other's processes; old ones fade; nothing grows without end."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples
from support.patience import until

from wikic import layout
from wikic.store import access_log
from wikic.store.access_log import AccessLog, count_reads, list_questions

ROOT = Path(__file__).resolve().parents[2]


def test_reads_are_counted_per_page_and_per_question(tmp_path):
    with AccessLog(tmp_path) as log:
        log.note("Who?", ["people/Ann", "people/Ben", "people/Ann"], by="ask")
        log.note("", ["people/Ann"], by="read")
        log.note("What?", ["works/Iliad"], by="ask")
    assert count_reads(tmp_path) == {"people/Ann": 2, "people/Ben": 1, "works/Iliad": 1}
    assert list(list_questions(tmp_path)) == [("people/Ann", "people/Ben"), ("works/Iliad",)]


def test_they_are_written_in_the_background(tmp_path):
    log = AccessLog(tmp_path, every=0.02)
    log.note("Who?", ["people/Ann"], by="ask")
    until(lambda: [event.pages for event in access_log.events(tmp_path)] == [("people/Ann",)])
    log.close()
    log.close()


def test_nothing_is_raised_where_nothing_can_be_read_or_written(tmp_path):
    with AccessLog(tmp_path / "absent") as log:
        log.note("Who?", ["people/Ann"], by="ask")
    assert count_reads(tmp_path / "absent") == {}
    (tmp_path / layout.COUNTS_FILE).write_bytes(b"\xff nonsense")
    assert list(list_questions(tmp_path)) == []
    with AccessLog(tmp_path) as log:
        log.note("Who?", ["people/Ann\ud800"], by="ask")
    assert count_reads(tmp_path) == {"people/Ann?": 1}
    (tmp_path / layout.COUNTS_FILE).write_bytes(msgspec.msgpack.encode([9, 9, {"x": 1}, []]))
    assert count_reads(tmp_path) == {"people/Ann?": 1}


def test_old_reads_fade_and_questions_are_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(access_log, "MAX_BYTES", 1_000)
    monkeypatch.setattr(access_log, "QUESTIONS", 50)
    with AccessLog(tmp_path, buffered=1) as log:
        for _ in range(100):
            log.note("old", ["people/Old"], by="ask")
        for number in range(400):
            log.note(f"q{number}", ["people/New", f"people/P{number}"], by="ask")
    counts = count_reads(tmp_path)
    assert "people/Old" not in counts
    assert 10 < counts["people/New"] < 60  # what one file holds, twice
    questions = list(list_questions(tmp_path))
    assert len(questions) == 50
    assert questions[-1] == ("people/New", "people/P399")
    assert [each[1] for each in questions] == [f"people/P{number}" for number in range(350, 400)]
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) < 10_000
    assert len(access_log.files_aside(tmp_path)) == 1


@examples(40)
@given(
    files=st.lists(
        st.lists(st.lists(st.sampled_from("abcd"), min_size=1, max_size=3), max_size=5), max_size=5
    )
)
def test_totals_and_log_together_say_what_was_noted(tmp_path_factory, files):
    """Whatever was set aside and totalled in between: questions are all there, recent reads count in full."""
    build = tmp_path_factory.mktemp("access")
    noted = []
    for number, events in enumerate(files, 1):
        with AccessLog(build) as log:
            for pages in events:
                log.note("q", pages, by="ask")
                noted.append(tuple(dict.fromkeys(pages)))
        if number < len(files) and (build / layout.ACCESS_FILE).exists():
            (build / layout.ACCESS_FILE).rename(build / f"access.{number}.jsonl")
        access_log.fold_totals(build)
        assert list(list_questions(build)) == noted
    recent = Counter(page for each in access_log.events(build) for page in set(each.pages))
    counts = count_reads(build)
    assert all(counts[page] >= number for page, number in recent.items())
    assert counts.total() <= sum(map(len, noted))


def _three_files(build):
    for number in (1, 2, 3):
        with AccessLog(build) as log:
            log.note("q", [f"p{number}"], by="ask")
        (build / layout.ACCESS_FILE).rename(build / f"access.{number}.jsonl")


def test_a_crash_between_totalling_and_removing_counts_nothing_twice(tmp_path, monkeypatch):
    _three_files(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", lambda *_, **__: (_ for _ in ()).throw(OSError("power")))
        access_log.fold_totals(tmp_path)
    assert len(access_log.files_aside(tmp_path)) == 3
    expected = [("p1",), ("p2",), ("p3",)]
    assert list(list_questions(tmp_path)) == expected
    access_log.fold_totals(tmp_path)
    assert [number for number, _ in access_log.files_aside(tmp_path)] == [3]
    assert list(list_questions(tmp_path)) == expected


def test_while_one_totals_the_others_go_on(tmp_path):
    _three_files(tmp_path)
    held = access_log.hold_log(tmp_path)
    access_log.fold_totals(tmp_path)
    assert not (tmp_path / layout.COUNTS_FILE).exists()
    assert len(list(list_questions(tmp_path))) == 3
    held.release()
    access_log.fold_totals(tmp_path)
    assert (tmp_path / layout.COUNTS_FILE).exists()


_WRITER = """
import sys
from pathlib import Path
from wikic.store import access_log
from wikic.store.access_log import AccessLog
access_log.MAX_BYTES = 250_000  # so that two do not fill while one batch is written, on a busy machine too
log = AccessLog(Path(sys.argv[1]), every=5.0)
number = 0
while True:
    log.note("q", [f"{sys.argv[2]}{number}"], by="ask")
    number += 1
    if number % 64 == 0:
        log.flush()
        print(number, flush=True)
        if number == int(sys.argv[3]):
            break
if sys.argv[4] == "wait":
    sys.stdin.read()
log.close()
"""


def _start(build, name, count, then):
    return subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(build), name, str(count), then],
        stdout=subprocess.PIPE,
        stdin=subprocess.PIPE,
        cwd=ROOT,
    )


def test_processes_that_note_and_total_at_once_lose_nothing(tmp_path):
    writers = [_start(tmp_path, name, 3_200, "end") for name in "abc"]
    while any(each.poll() is None for each in writers):
        seen = list(list_questions(tmp_path))
        assert len(set(seen)) == len(seen), "counted twice"
    for each in writers:
        each.communicate()
        assert each.returncode == 0
    found = [each[0] for each in list_questions(tmp_path)]
    assert Counter(each[0] for each in found) == {"a": 3_200, "b": 3_200, "c": 3_200}
    for name in "abc":
        assert [each for each in found if each[0] == name] == [f"{name}{number}" for number in range(3_200)]
    assert (tmp_path / layout.COUNTS_FILE).exists()


def test_kill_9_loses_at_most_what_was_not_written(tmp_path):
    for attempt in range(3):
        build = tmp_path / str(attempt)
        build.mkdir()
        writer = _start(build, "a", -1, "end")
        written = [int(writer.stdout.readline()) for _ in range(20 + 7 * attempt)][-1]
        writer.send_signal(signal.SIGKILL)
        writer.communicate()
        found = [each[0] for each in list_questions(build)]
        assert len(found) >= written
        assert found == [f"a{number}" for number in range(len(found))]
        with AccessLog(build) as log:  # and it goes on
            log.note("q", ["b"], by="ask")
        assert list(list_questions(build))[-1] == ("b",)


def test_any_thread_may_note(tmp_path):
    with AccessLog(tmp_path, every=5.0) as log:

        def run(name):
            for number in range(300):
                log.note("q", [f"{name}{number}"], by="ask")

        threads = [threading.Thread(target=run, args=(name,)) for name in "abcd"]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    assert len(count_reads(tmp_path)) == 1_200
    assert not any(each.name == "access log" for each in threading.enumerate())


def test_what_one_line_may_hold_is_bounded(tmp_path):
    with AccessLog(tmp_path) as log:
        log.note("x" * 10_000, [f"p{n}" for n in range(1_000)], by="ask")
    (event,) = access_log.events(tmp_path)
    assert (len(event.question), len(event.pages)) == (access_log._MAX_QUESTION, access_log._MAX_PAGES)


def test_other_files_are_left_alone(tmp_path):
    others = [tmp_path / name for name in ("access.x.jsonl", "access..jsonl", "access.1.json", "other.jsonl")]
    for each in others:
        each.write_bytes(b"mine")
    _three_files(tmp_path)
    access_log.fold_totals(tmp_path)
    assert [each.read_bytes() for each in others] == [b"mine"] * 4
