"""The loop closed: a model that errs is told so in the next batch, and errs no more."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from support.bench import Bench
from support.patience import HUNG

from wikic.compiler.options import Options
from wikic.compiler.report import Report
from wikic.compiler.run import compile_documents
from wikic.curator.model.curator import ModelCurator
from wikic.errorbook.book_summary import summarize
from wikic.llm.protocol import Request
from wikic.llm.scripted import ScriptedModel

KNOWN = "Cite only numbers that stand in brackets before a sentence of the document."
WORDED = "Give only years that the cited sentences hold."
NAMES = (
    "Alder",
    "Birch",
    "Cedar",
    "Dogwood",
    "Elm",
    "Fir",
    "Ginkgo",
    "Hazel",
    "Ivy",
    "Juniper",
    "Kapok",
    "Larch",
)


def told(request: Request) -> str:
    return "\n".join(message.text for message in request.messages)


def shown_in(prompt: str) -> list[tuple[str, str]]:
    """The mark and text of each document that a prompt shows."""
    return re.findall(r"^<document (\w+)>\n(.*?)\n</document \1>$", prompt, re.M | re.S)


def reply(document: str, lesson: str, *, erring: bool) -> dict[str, object]:
    """Every sentence of a document as a statement; erring, one more that none of them bears out."""
    blocks = re.findall(r"^\[(\d+)\] (.*)$", document, re.M)
    title = next(name for name in NAMES if name in blocks[0][1])
    said = [{"of": "e1", "text": sentence, "blocks": [int(number)]} for number, sentence in blocks]
    if erring:
        block, year = (99, "slowly") if lesson == KNOWN else (int(blocks[0][0]), "in 1777")
        said.append({"of": "e1", "text": f"{title} was planted {year}.", "blocks": [block]})
    entity = {"id": "e1", "title": title, "dimension": "concepts", "line": "a tree"}
    return {"summary": "On a tree.", "subject": "e1", "entities": [entity], "statements": said}


def model(
    obeys: bool = True, until: Callable[[], bool] = lambda: False, lesson: str = KNOWN
) -> ScriptedModel:
    """Takes every sentence as a statement, and makes one up behind the last unless it was told not to.

    until: no error at all from when this is true. lesson: what it must be told. That a number stands before
    no sentence the check says itself; what a made-up year teaches, a model words.
    """

    def answer(request: Request) -> str:
        if request.purpose == "attribute":
            return json.dumps({"root_cause": "It guessed.", "constraint": WORDED, "verification": "Look."})
        if request.purpose != "extract":
            return json.dumps({"unsupported": [], "contradictions": [], "pairs": [], "amendments": []})
        erring = not (obeys and lesson in told(request)) and not until()
        shown = request.messages[1].text
        replies = {mark: reply(text, lesson, erring=erring) for mark, text in shown_in(shown)}
        if "## The documents" not in shown:
            return json.dumps(next(iter(replies.values())))
        return json.dumps({"documents": [{"document": mark, **said} for mark, said in replies.items()]})

    return ScriptedModel(answer)


def obeyed(script: ScriptedModel, lesson: str) -> list[bool]:
    return [lesson in told(each) for each in script.requests if each.purpose == "extract"]


def documents(home: Path, number: int) -> Path:
    """Documents of one sentence each."""
    folder = home / "docs"
    folder.mkdir(exist_ok=True)
    for at in range(number):
        name = NAMES[at % len(NAMES)]
        (folder / f"{at:03}.md").write_text(f"{name} was planted beside house number {at}.\n")
    return folder


def compiled(bench: Bench, script: ScriptedModel, folder: Path, jobs: int = 1) -> Report:
    options = Options("2026-11-22", "Table", batch=2, waits=True, jobs=jobs)
    return compile_documents(bench.kb, [folder], ModelCurator(script, None), options)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path).start()


def test_the_error_rate_falls_to_nothing_once_the_lesson_is_sent(bench: Bench) -> None:
    script = model()
    report = compiled(bench, script, documents(bench.root, 12))
    assert report.failed == ()
    assert obeyed(script, KNOWN) == [False] + [True] * 5  # two documents share a call
    found = summarize(bench.kb)
    (row,) = found.rows
    assert (row.entry.rule, row.entry.constraint, row.times) == ("unknown-block", KNOWN, 2)
    assert found.first is not None and found.latest is not None
    assert (found.first.errors, found.latest.errors) == (2, 0)


def test_a_lesson_that_a_model_words_reaches_the_batch_after_the_next(bench: Bench) -> None:
    states = []
    for jobs in (1, 16):
        script = model(lesson=WORDED)
        compiled(bench.start(), script, documents(bench.root, 12), jobs)
        # Two batches of two were under way before it was worded, whatever the server took to answer.
        assert sorted(obeyed(script, WORDED)) == [False] * 2 + [True] * 4
        assert [each.purpose for each in script.requests].count("attribute") == 1
        states.append(bench.files())
    assert states[0] == states[1]
    (row,) = summarize(bench.kb).rows
    assert (row.entry.rule, row.entry.constraint, row.times) == ("unsupported-name", WORDED, 4)


def test_a_batch_lands_while_its_lesson_is_worded(bench: Bench) -> None:
    extracted, landed = Event(), Event()
    script = model(lesson=WORDED)
    inner = script._answer  # the script, for every other question

    def answer(request: Request) -> str:
        if request.purpose == "attribute":
            # Worded only once the batch that taught it has landed and the next is extracted.
            assert extracted.wait(HUNG)
            if len(list((bench.wiki / "sources" / "digests").glob("*.md"))) >= 2:
                landed.set()
        elif request.purpose == "extract" and sum(e.purpose == "extract" for e in script.requests) > 1:
            extracted.set()
        return inner(request)

    script._answer = answer  # type: ignore[assignment]
    compiled(bench, script, documents(bench.root, 6))
    assert landed.is_set()


def test_what_is_learned_last_is_in_the_book_when_the_run_ends(bench: Bench) -> None:
    compiled(bench, model(lesson=WORDED), documents(bench.root, 2))
    assert [row.entry.constraint for row in summarize(bench.kb).rows] == [WORDED]


def test_lessons_of_one_language_are_told_to_documents_of_it(bench: Bench) -> None:
    folder = documents(bench.root, 4)
    for at in (1, 2):
        (folder / f"00{at}.md").write_text(f"赤杨种在第{at}号房子旁边。\n", "utf-8")
    script = ScriptedModel(lambda request: "no" if request.purpose == "extract" else "{}")
    compiled(bench, script, folder)
    asked = [told(each) for each in script.requests if each.purpose == "extract"]
    english = ["Reply with one JSON object and nothing else" in each for each in asked if "赤杨" not in each]
    chinese = ["只回答一个 JSON 对象" in each for each in asked if "赤杨" in each]
    # One document of each language in the first batch, which is told nothing, and one in the second.
    assert (english[0], english[-1], chinese[0], chinese[-1]) == (False, True, False, True)
    assert not any("Reply with one JSON object and nothing else" in each for each in asked if "赤杨" in each)
    rows = summarize(bench.kb).rows
    assert sorted((row.entry.rule, row.entry.language, row.times) for row in rows) == [
        ("malformed-reply", "en", 2),
        ("malformed-reply", "zh", 2),
    ]


def test_without_obedience_it_stays(bench: Bench) -> None:
    compiled(bench, model(obeys=False), documents(bench.root, 12))
    found = summarize(bench.kb)
    assert (found.rows[0].times, found.rows[0].entry.status) == (12, "open")
    assert found.latest is not None and found.latest.per_source == 1.0


def test_a_later_run_starts_with_what_earlier_ones_learned(bench: Bench) -> None:
    compiled(bench, model(), documents(bench.root, 4))
    bench.forget_build()
    script = model()
    compiled(bench, script, documents(bench.root, 8))
    assert all(obeyed(script, KNOWN))


def test_the_lesson_is_closed_ten_sources_later_and_for_longer_when_it_was_needed(bench: Bench) -> None:
    script = model()
    compiled(bench, script, documents(bench.root, 44))
    # Learned in batch 1 and closed behind the review at source 20; met again, learned at once, and open for
    # twenty sources from then on.
    assert obeyed(script, KNOWN) == [False] + [True] * 9 + [False] + [True] * 11
    assert summarize(bench.kb).rows[0].entry.status == "closed"


def test_an_error_that_does_not_return_stays_closed(bench: Bench) -> None:
    script = model(until=lambda: len(script.requests) > 10)
    compiled(bench, script, documents(bench.root, 44))
    (row,) = summarize(bench.kb).rows
    assert (row.entry.status, row.entry.constraint) == ("closed", KNOWN)


def test_the_number_of_jobs_changes_neither_book_nor_wiki(bench: Bench) -> None:
    folder, states = documents(bench.root, 12), []
    for jobs in (1, 16):
        compiled(bench.start(), model(), folder, jobs)
        states.append(bench.files())
    assert states[0] == states[1]


def test_a_model_that_never_gives_json_leaves_nothing_but_the_error_book(bench: Bench) -> None:
    before = {*bench.files(), "index.md"}  # the index of an empty wiki
    report = compiled(
        bench, ScriptedModel(lambda request: "I would rather talk about it."), documents(bench.root, 4)
    )
    assert len(report.failed) == 4
    assert set(bench.files()) - before == {"error_book.yaml"}
    found = summarize(bench.kb)
    assert {row.entry.rule for row in found.rows} == {"malformed-reply"}
    assert all(row.entry.constraint for row in found.rows)
