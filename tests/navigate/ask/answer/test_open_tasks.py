"""Questions for what is to be done are answered with the boxes that have no tick."""

from __future__ import annotations

import pytest

from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.model.answer import Answer
from wikic.navigate.ask.asker import Asker
from wikic.navigate.indexes.indexing import refresh
from wikic.navigate.library import Library
from wikic.schema.new_wiki import start_wiki

_NOTES = {
    "2026-03-02.md": "# 2026-03-02\n\nThe rudder was repaired.\n\n- [x] pay Lea\n- [ ] order a compass\n",
    "2026-04-09.md": "# 2026-04-09\n\nLong day.\n\n- [ ] paint the hull\n- [ ] ask Lea about the mooring\n",
    "Winter.md": "# Winter\n\n- [x] oil the winch\n- [x] fold the sails\n",
    "Garden.md": "# Garden\n\nThe fence is open towards the field.\n\n- [ ] cut the hedge\n",
    "Rules.md": "# Rules\n\nWho opens a hatch closes it. Tasks are written on the board.\n",
}
_UNTICKED = ("paint the hull", "order a compass", "cut the hedge")


@pytest.fixture(scope="module")
def boat(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("tasks")
    for name, text in _NOTES.items():
        file = folder / "vault" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    root, documents, curator = folder / "kb", folder / "vault", OfflineCurator()
    start_wiki(root, [documents], curator, "Boat")
    compile_documents(root, [documents], curator, Options("2026-11-21", "Boat"))
    refresh(root)
    return Library.current(root)


def _ask(boat: Library, question: str) -> Answer:
    return Asker(boat).ask(question).answer


@pytest.mark.parametrize(
    "question",
    [
        "which tasks are open?",
        "what is still to do?",
        "what is on my to-do list?",
        "Which todos are left?",
        "was ist noch offen?",
        "Welche Aufgaben sind noch zu erledigen?",
        "还有哪些待办事项？",
    ],
)
def test_every_open_task_is_told_the_latest_first_and_nothing_else(boat: Library, question: str) -> None:
    answer = _ask(boat, question)
    texts = [each.text for each in answer.evidence]
    assert len(texts) == 3
    assert all(task in text for task, text in zip(_UNTICKED, texts, strict=True))
    assert all(each.citations for each in answer.evidence)


@pytest.mark.parametrize(
    ("question", "task"),
    [
        ("what is still to do in the garden?", "cut the hedge"),
        ("which open tasks are there about the compass?", "order a compass"),
        ("was ist noch offen mit dem compass?", "order a compass"),
    ],
)
def test_tasks_about_something_come_first(boat: Library, question: str, task: str) -> None:
    first, *others = _ask(boat, question).evidence
    assert task in first.text
    assert not [each for each in others if "paint the hull" in each.text]


@pytest.mark.parametrize("question", ["who repaired the rudder?", "where is the fence open?"])
def test_other_questions_are_answered_by_their_words(boat: Library, question: str) -> None:
    (first, *_) = _ask(boat, question).evidence
    assert "[ ]" not in first.text


@pytest.mark.xfail(reason="a short question in a small wiki, of which two words are there, is answered")
def test_a_wiki_without_such_tasks_does_not_say(boat: Library) -> None:
    assert not _ask(boat, "which tasks are open for the zeppelin?").answered
