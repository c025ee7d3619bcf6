"""The loop closed: a model that errs is told so in the next batch, and errs no more."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from support.bench import Bench

from wikic.compiler.options import Options
from wikic.compiler.report import Report
from wikic.compiler.run import compile_documents
from wikic.curator.model.curator import ModelCurator
from wikic.errorbook.summary import summarize
from wikic.llm.protocol import Request
from wikic.llm.scripted import ScriptedModel

LESSON = "Cite only numbers that stand before a sentence of the document."
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


def reply(document: str, *, erring: bool) -> dict[str, object]:
    """Every sentence of a document as a statement; erring, one more that none of them bears out."""
    blocks = re.findall(r"^\[(\d+)\] (.*)$", document, re.M)
    title = next(name for name in NAMES if name in blocks[0][1])
    said = [{"of": "e1", "text": sentence, "blocks": [int(number)]} for number, sentence in blocks]
    if erring:
        said.append({"of": "e1", "text": f"{title} grows slowly.", "blocks": [99]})
    entity = {"id": "e1", "title": title, "dimension": "concepts", "line": "a tree"}
    return {"summary": "On a tree.", "subject": "e1", "entities": [entity], "statements": said}


def model(obeys: bool = True, until: Callable[[], bool] = lambda: False) -> ScriptedModel:
    """Takes every sentence as a statement, and makes one up behind the last unless it was told not to.

    until: no error at all from when this is true.
    """

    def answer(request: Request) -> str:
        if request.purpose == "attribute":
            return json.dumps({"root_cause": "It counted on.", "constraint": LESSON, "verification": "Look."})
        if request.purpose != "extract":
            return json.dumps({"unsupported": [], "contradictions": [], "pairs": [], "amendments": []})
        obeyed = obeys and LESSON in told(request)
        shown = request.messages[1].text
        replies = {mark: reply(text, erring=not obeyed and not until()) for mark, text in shown_in(shown)}
        if "## The documents" not in shown:
            return json.dumps(next(iter(replies.values())))
        return json.dumps({"documents": [{"document": mark, **said} for mark, said in replies.items()]})

    return ScriptedModel(answer)


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
    asked = [request for request in script.requests if request.purpose == "extract"]
    assert [LESSON in told(request) for request in asked] == [False] + [True] * 5
    found = summarize(bench.kb)
    (row,) = found.rows
    assert (row.entry.rule, row.entry.constraint, row.times) == ("unknown-block", LESSON, 2)
    assert found.first is not None and found.latest is not None
    assert (found.first.errors, found.latest.errors) == (2, 0)


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
    assert all(LESSON in told(each) for each in script.requests if each.purpose == "extract")


def test_the_lesson_is_closed_ten_batches_later_and_sent_no_more(bench: Bench) -> None:
    script = model()
    compiled(bench, script, documents(bench.root, 44))
    asked = [LESSON in told(each) for each in script.requests if each.purpose == "extract"]
    # Learned in batch 1, met again when it was closed after batch 20, and learned at once.
    assert asked == [False] + [True] * 19 + [False] + [True]
    assert summarize(bench.kb).rows[0].entry.status == "open"


def test_an_error_that_does_not_return_stays_closed(bench: Bench) -> None:
    script = model(until=lambda: len(script.requests) > 10)
    compiled(bench, script, documents(bench.root, 44))
    (row,) = summarize(bench.kb).rows
    assert (row.entry.status, row.entry.constraint) == ("closed", LESSON)


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
    assert {row.entry.rule for row in found.rows} == {"malformed-reply", "no-statements"}
    # Lessons are asked for in vain; what the check itself says stands in for them.
    assert all(row.entry.constraint for row in found.rows)
