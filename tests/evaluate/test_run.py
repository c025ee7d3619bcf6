"""A run over the harbour: every arm, a file that goes on, runs held beside each other."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.copies import copied

from wikic.errors import FormatError, InputError, LockedError, UsageError
from wikic.evaluate.arms.arm import Means
from wikic.evaluate.arms.registry import KINDS, open_arms
from wikic.evaluate.question import Question
from wikic.evaluate.run import Keeping, Run, judge_stored, run_arms
from wikic.evaluate.run_file import Reply, load_run
from wikic.evaluate.summary import summarise
from wikic.navigate.library import Library

Questions = tuple[Question, ...]
RULES = tuple(kind.name for kind in KINDS.values() if not kind.asks and kind.name not in ("dense", "hybrid"))


class _Counting:
    """An arm that counts, and ends the run at a question."""

    def __init__(self, end_at: int = 1_000) -> None:
        self.name = "counting"
        self.asked: list[str] = []
        self._end_at = end_at

    def ask(self, question: str) -> Reply:
        if len(self.asked) == self._end_at:
            raise KeyboardInterrupt
        self.asked.append(question)
        return Reply(answered=True, text=question)


def _run(library: Library, questions: Questions, *names: str) -> Run:
    return run_arms(questions, open_arms(names, Means(library)), library, Keeping("2026-11-22"))


def test_every_arm_finds_most_of_the_harbours_gold(library: Library, questions: Questions) -> None:
    done = _run(library, questions, *RULES)
    assert done.missing == ()
    lines = {line.arm: line for line in summarise(done.judged)}
    assert set(lines) == {arm.name for arm in open_arms(RULES, Means(library))}
    for name, line in lines.items():
        assert line.scores["recall@10"].mean >= 0.6, name
        assert line.scores["recall@10"].count == 8
        assert line.scores["tokens"].mean > 0
        assert all(each.reply.error == "" for each in done.judged[name])
    ask = lines["ask"].scores
    assert ask["recall@5"].mean >= 0.9
    assert ask["em"].mean >= 0.5, "dates, relations, comparisons"
    assert ask["cited"].mean >= 0.5
    assert ask["refused"].mean == 1.0
    assert ask["refused-falsely"].mean <= 0.2
    assert "em" not in lines["bm25"].scores, "an arm without short answers is not scored by them"


def test_groups_of_questions_and_gains(library: Library, questions: Questions) -> None:
    done = _run(library, questions, "ask", "bm25")
    lines = summarise(done.judged, by="hops", metrics=("recall@5",))
    assert [(line.group, line.arm) for line in lines] == [
        ("", "ask"), ("", "bm25"), ("1", "ask"), ("1", "bm25"), ("2", "ask"), ("2", "bm25"),
    ]  # fmt: skip
    assert lines[0].gains == {}
    assert lines[1].gains["recall@5"].gain.count == 8
    with pytest.raises(UsageError, match="cannot be grouped"):
        summarise(done.judged, by="colour")


def test_a_run_that_was_ended_goes_on(library: Library, questions: Questions, tmp_path: Path) -> None:
    file = tmp_path / "runs" / "one.jsonl"
    ended, again = _Counting(3), _Counting()
    with pytest.raises(KeyboardInterrupt):
        run_arms(questions, [ended], library, Keeping("2026-11-22", file))
    with file.open("ab") as stream:
        stream.write(b'{"arm":"counting","id":"cut o')  # killed while it wrote
    done = run_arms(questions, [again], library, Keeping("2026-11-23", file))
    assert done.resumed == 3
    assert again.asked == [question.text for question in questions[3:]]
    third = _Counting()
    assert run_arms(questions, [third], library, Keeping("2026-11-24", file)).judged == done.judged
    assert third.asked == []
    stored = load_run(file)
    assert stored.arms == ("counting",)
    assert judge_stored(stored, questions, library).judged == done.judged


def test_arms_of_other_runs_stay_in_the_file(library: Library, questions: Questions, tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    run_arms(questions, [_Counting()], library, Keeping("2026-11-22", file))
    run_arms(questions, open_arms(("search",), Means(library)), library, Keeping("2026-11-22", file))
    assert load_run(file).arms == ("counting", "search")


def test_a_file_of_something_else_is_left_alone(
    library: Library, harbour: Path, questions: Questions, tmp_path: Path
) -> None:
    file = tmp_path / "run.jsonl"
    run_arms(questions, [_Counting()], library, Keeping("2026-11-22", file))
    held = file.read_bytes()
    with pytest.raises(UsageError, match="other questions"):
        run_arms(questions[:3], [_Counting()], library, Keeping("2026-11-22", file))
    copied(harbour, tmp_path / "kb")
    page = next((tmp_path / "kb/wiki/people").glob("[A-Z]*.md"))
    page.write_text(page.read_text("utf-8") + "\n## Mine\n\nMy words.\n", "utf-8")
    with Library.current(tmp_path / "kb") as changed, pytest.raises(UsageError, match="before it changed"):
        run_arms(questions, [_Counting()], changed, Keeping("2026-11-22", file))
    assert file.read_bytes() == held
    notes = tmp_path / "notes.jsonl"
    notes.write_text("my notes\n")
    with pytest.raises(UsageError, match="is no run"):
        run_arms(questions, [_Counting()], library, Keeping("2026-11-22", notes))
    assert notes.read_text() == "my notes\n"
    with pytest.raises(FormatError):
        load_run(notes)
    with pytest.raises(InputError):
        load_run(tmp_path / "none.jsonl")


def test_arms_are_named_and_their_settings_checked(library: Library) -> None:
    assert [arm.name for arm in open_arms(("nav:2s", "ask", "ask"), Means(library))] == ["nav:2000ms", "ask"]
    for name in ("walk", "ask:2", "nav:soon", ""):
        with pytest.raises(UsageError):
            open_arms((name,), Means(library))


def test_one_run_at_a_time_writes_a_file_and_a_full_disk_loses_nothing(
    library: Library, questions: Questions, tmp_path: Path
) -> None:
    file = tmp_path / "run.jsonl"
    run_arms(questions, [_Counting()], library, Keeping("2026-11-22", file))
    held = file.read_bytes()

    class Meddling(_Counting):
        def ask(self, question: str) -> Reply:
            with pytest.raises(LockedError):
                run_arms(questions, [_Counting()], library, Keeping("2026-11-22", file))
            return super().ask(question)

    meddling = Meddling()
    meddling.name = "meddling"
    run_arms(questions, [meddling], library, Keeping("2026-11-22", file))
    assert load_run(file).arms == ("counting", "meddling")
    assert file.read_bytes().startswith(held)
    # The lock's file stays: who waits at one that is removed and who makes it anew would both hold it.
    assert {each.name for each in tmp_path.iterdir()} == {"run.jsonl", ".run.jsonl.lock"}
