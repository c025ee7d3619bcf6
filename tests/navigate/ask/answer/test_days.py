"""Questions by date: what dated notes say comes first, in whatever form the date is asked for."""

from __future__ import annotations

from pathlib import Path

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
    "journal/2025-01-05.md": "## Log\n\nMoved into the house on Quay Street.\n",
    "journal/2026-01-05.md": "## Mood\n\nSlept badly.\n\n## Log\n\nMet Ada Cole. She wants it in March.\n",
    "journal/2026-01-06.md": "---\ndate: 2026-01-06\n---\nThe plumber charged 180 euros for the pump.\n",
    "journal/2026-01-07.md": "# Long run\n\nRan 14 km along the canal. The knee held.\n",
    "journal/2026-02-05.md": "## Tasks\n\n- [x] Pack for Lisbon\n- [ ] Find the adapter\n",
    "journals/2026_01_21.md": "- The lemon tree has scale insects.\n- Washed it with soap.\n",
    "reviews/2026-W03.md": "## Wins\n\nThe grant proposal was sent to the archive.\n",
    "reviews/2026-01.md": "## Money\n\nSpent 276 euros on the house.\n",
    "meetings/2026-01-12 Kickoff.md": "## Decisions\n\n- The pilot covers one hall.\n- Sam leads it.\n",
    "notes/landlord call.md": "---\ndate: 2026-03-11\n---\nThe rent goes up to 900 euros in May.\n",
    "mail/line.eml": (
        "From: Ben Sauer <ben@hoster.example>\nTo: Ida Holt <ida@ship.example>\nSubject: The line\n"
        "Date: Tue, 10 Mar 2026 15:20:00 +0100\nMessage-ID: <7@hoster.example>\n"
        "Content-Type: text/plain; charset=utf-8\n\nHello,\n\nthe line is fine, the backup host is busy.\n"
    ),
    "mail/thread.md": (
        "# Thread with the harbour\n\nFrom: Lea\nDate: 2 Mar 2026\n\nThe crane is broken until Friday.\n\n"
        "---\n\nFrom: Ida\nDate: 4 Mar 2026\n\nWe wait with the mast then.\n"
    ),
    "WhatsApp Chat with Crew.txt": (
        "12/03/2026, 18:02 - Ida: I bring the ropes from the sail loft\n"
        "12/03/2026, 18:04 - Lea: The tide turns at half past six\n"
        "13/03/2026, 07:10 - Ida: The engine lost its oil over night\n"
        "13/03/2026, 07:12 - Lea: I call the yard about the engine\n"
    ),
    "Pilot.md": "# Pilot\n\nThe pilot was planned for spring. See [[2026-01-05]] for the change.\n",
}


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("days")
    for name, text in _NOTES.items():
        file = folder / "vault" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    root, documents, curator = folder / "kb", folder / "vault", OfflineCurator()
    start_wiki(root, [documents], curator, "Vault")
    compile_documents(root, [documents], curator, Options("2026-11-21", "Vault"))
    refresh(root)
    return Library.current(root)


def _ask(vault: Library, question: str) -> Answer:
    return Asker(vault).ask(question).answer


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("what happened on 5 January 2026", "Slept badly."),
        ("what did I do on 2026-01-05", "Slept badly."),
        ("what happened on January 5, 2026?", "Slept badly."),
        ("what happened on Jan 5", "Slept badly."),
        ("what happened on the 5th of January", "Slept badly."),
        ("2026-01-06", "The plumber charged 180 euros for the pump."),
        ("what happened on January 7, 2026", "Ran 14 km along the canal. The knee held."),
        ("what did I do on 21 January 2026", "The lemon tree has scale insects."),
        ("what happened on 5 January 2025", "Moved into the house on Quay Street."),
        ("what happened in week 3 of 2026", "The grant proposal was sent to the archive."),
        ("what happened in January 2026", "Spent 276 euros on the house."),
        ("what did I do in February 2026", "Pack for Lisbon"),
        ("what did I do in 2026-02", "Pack for Lisbon"),
        ("what was decided on 12 January 2026", "The pilot covers one hall."),
        ("what about Ada Cole on 5 January 2026", "Met Ada Cole. She wants it in March."),
    ],
)
def test_a_question_by_date_begins_with_what_the_note_says(vault: Library, question: str, told: str) -> None:
    answer = _ask(vault, question)
    assert answer.answered
    assert told in answer.evidence[0].text
    assert answer.evidence[0].citations


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("what happened on 11 March 2026", "The rent goes up to 900 euros in May."),
        pytest.param(
            "which mail came on 10 March",
            "the line is fine, the backup host is busy.",
            marks=pytest.mark.xfail(
                reason="the lines of a mail's head (From, To, Date, Subject) take the place of what it says",
                strict=False,
            ),
        ),
        ("what did they write on 4 March 2026", "We wait with the mast then."),
        ("what was said in the chat on 13 March 2026", "The engine lost its oil over night"),
        ("Was war am 13. März 2026?", "The engine lost its oil over night"),
    ],
)
def test_a_day_without_a_note_of_its_own_is_told_by_what_is_dated_so(
    vault: Library, question: str, told: str
) -> None:
    texts = [each.text for each in _ask(vault, question).evidence]
    assert any(told in each for each in texts[:3])
    others = ("rent goes up", "line is fine", "crane is broken", "tide turns")
    assert not [each for each in texts for other in others if other in each and other not in told]


@pytest.mark.xfail(reason="a short question in a small wiki, of which two words are there, is answered")
def test_a_month_is_not_taken_for_every_day_of_it(vault: Library) -> None:
    assert not _ask(vault, "what happened in March 2026").answered


def test_every_fact_of_the_day_is_there_and_none_of_another(vault: Library) -> None:
    texts = [each.text for each in _ask(vault, "what happened on 5 January 2026").evidence]
    assert texts[:2] == ["Slept badly.", "Met Ada Cole. She wants it in March."]
    assert all("2026-01-05" in each for each in texts[2:])


def test_a_day_of_any_year_is_told_the_latest_first(vault: Library) -> None:
    pages = [each.title for each in _ask(vault, "what happened on January 5").evidence]
    assert list(dict.fromkeys(pages))[:2] == ["2026-01-05", "2025-01-05"]


@pytest.mark.parametrize(
    "question", ["what happened on 3 June 2024", "what happened on Jan 32", "what happened in May 2023"]
)
def test_a_day_without_a_note_is_refused(vault: Library, question: str) -> None:
    assert not _ask(vault, question).answered


def test_letters_that_only_look_like_a_months_are_none(vault: Library) -> None:
    assert not _ask(vault, "What happened on Apr\u0131l 5?").answered
    assert not _ask(vault, "What happened in Apr\u0131l 2026?").answered


def test_a_question_that_names_no_date_is_answered_by_its_words(vault: Library) -> None:
    (first, *_) = _ask(vault, "how much did the plumber charge for the pump").evidence
    assert first.title == "2026-01-06"


@pytest.mark.parametrize("query", ["2026-01-05", "5 January 2026", "January 5, 2026", "Jan 5, 2026"])
def test_search_finds_a_note_by_its_date(vault: Library, query: str) -> None:
    (first, *_) = vault.search.search(query)
    assert first.title == "2026-01-05"


def test_a_link_to_a_date_leads_to_its_note(vault: Library) -> None:
    resolved = vault.resolve("2026-01-07")
    assert resolved.path is not None
    assert vault.title(resolved.path) == "Long run"


def test_what_is_dated_leaves_room_for_what_is_told_on_another_day(tmp_path: Path) -> None:
    folder = tmp_path / "news"
    folder.mkdir()
    for name in ("Bakery", "School", "Museum", "Ferry", "Library", "Tower", "Mill", "Pool", "Bank", "Hall"):
        text = f"The {name.lower()} opens at nine.\n\nIts door was painted green.\n"
        (folder / f"{name}.md").write_text(f"---\ndate: 2026-03-10\n---\n# {name}\n\n{text}", "utf-8")
    crane = "The harbour board bought a second crane for the fish quay.\n"
    (folder / "Crane.md").write_text(f"---\ndate: 2026-03-11\n---\n# Crane\n\n{crane}", "utf-8")
    root, curator = tmp_path / "kb", OfflineCurator()
    start_wiki(root, [folder], curator, "News")
    compile_documents(root, [folder], curator, Options("2026-11-21", "News"))
    refresh(root)
    with Library.current(root) as library:
        found = Asker(library).ask("Which crane did the harbour board buy on 10 March 2026?").answer.evidence
    assert any("second crane" in each.text for each in found)
    assert any("opens at nine" in each.text for each in found)
