"""Questions about small wikis: what is answered, from which facts, with which sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.navigate.ask.asker import Asker
from wikic.navigate.indexes.indexing import refresh
from wikic.navigate.library import Library
from wikic.schema.new_wiki import start_wiki


def short(asker: Asker, question: str) -> str | None:
    found = asker.ask(question).answer.short
    return found.text if found is not None else None


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When was Anna of Brenholt's father born?", "8 October 1676"),
        ("Where did Anna of Brenholt's mother die?", "Quellburg"),
        ("Who is Anna of Brenholt's paternal grandfather?", "Ernest of Brenholt"),
        ("Who is the husband of Anna of Brenholt?", "Karl of Tarn"),
        ("Where did the husband of Anna of Brenholt study?", "Lodvik University"),
        # What more is asked than the facts followed say: no short answer rather than a wrong one.
        ("How many people live in the town where the father of Anna of Brenholt was born?", None),
    ],
)
def test_family(family: Asker, question: str, answer: str | None) -> None:
    assert short(family, question) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where was the director of The Glass Harbour born?", "Lyon"),
        ("Which film was released first, The Glass Harbour or Snow on Friday?", "The Glass Harbour"),
        (
            "Which film has the director who is younger, The Glass Harbour or Snow on Friday?",
            "Snow on Friday",
        ),
        ("Who lived longer, Emil Korda or Lena Fisk?", "Emil Korda"),
        ("Are Pierre Lantier and Carla Venturi from the same country?", "no"),
        ("Are Emil Korda and Lena Fisk both painters?", "yes"),
        # What Odile Maret is not is not said: she may have painted, too.
        ("Are Emil Korda and Odile Maret both painters?", None),
        ("Are Emil Korda and Aldo Brin both sculptors?", "no"),
    ],
)
def test_films(films: Asker, question: str, answer: str | None) -> None:
    assert short(films, question) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("林知远的父亲是谁？", "林伯庸"),
        ("林知远的父亲生于什么时候？", "1850年3月2日"),
        ("《海边的灯》的作者毕业于哪里？", "东海大学"),
        ("东海大学在哪里？", "临川"),
    ],
)
def test_chinese(chinese: Asker, question: str, answer: str | None) -> None:
    assert short(chinese, question) == answer


def test_a_short_answer_cites_the_facts_it_follows_first(family: Asker) -> None:
    answer = family.ask("When was Anna of Brenholt's father born?").answer
    assert answer.short is not None
    pages = [answer.evidence[at].page for at in answer.short.evidence]
    assert pages == ["people/Anna-of-Brenholt", "people/Otto-of-Brenholt"]
    assert [document.title for document in answer.sources[:2]] == ["Anna of Brenholt", "Otto of Brenholt"]
    assert "8 October 1676" in answer.evidence[1].quote


def test_a_bridge_is_found_over_a_page_that_the_question_does_not_name(films: Asker) -> None:
    answer = films.ask("When was the prize founded that the star of The Glass Harbour won?").answer
    assert "history/Silver-Anchor" in [each.page for each in answer.evidence[:4]]


def test_where_a_kind_is_neither_stated_nor_denied_there_is_evidence_on_both(films: Asker) -> None:
    answer = films.ask("Are Emil Korda and Odile Maret both painters?").answer
    assert answer.short is None
    assert {"people/Emil-Korda", "people/Odile-Maret"} <= {each.page for each in answer.evidence}


def test_several_things_of_a_kind_are_listed(films: Asker) -> None:
    answer = films.ask("Which of these people were painters?").answer
    assert {each.page for each in answer.evidence[:2]} == {"people/Emil-Korda", "people/Lena-Fisk"}


def test_a_mistyped_name_is_understood(films: Asker) -> None:
    assert films.ask("Who is Emil Kroda?").answer.evidence[0].page == "people/Emil-Korda"


def test_what_the_wiki_does_not_say_is_not_answered(films: Asker, chinese: Asker) -> None:
    for asker, question in (
        (films, "Who invented the Zorblaxian hyperdrive?"),
        (films, "谁发明了量子飞船？"),
        (chinese, "谁发明了量子飞船？"),
        (chinese, "Who invented the hyperdrive?"),
    ):
        answer = asker.ask(question).answer
        assert not answer.answered
        assert answer.evidence == ()
        assert answer.short is None


def test_evidence_is_as_much_as_was_asked_for(family: Asker) -> None:
    for number in (1, 3, 100):
        answer = family.ask("castle of Lodvik", evidence=number).answer
        assert 1 <= len(answer.evidence) <= number
        assert len({(each.page, each.fact) for each in answer.evidence}) == len(answer.evidence)


def test_groups_hold_every_fact_once(family: Asker) -> None:
    answer = family.ask("Who was born first, Otto of Brenholt or Karl of Tarn?").answer
    places = [at for group in answer.groups for at in group.evidence]
    assert sorted(places) == list(range(len(answer.evidence)))


def test_the_same_question_gives_the_same_answer(family: Asker) -> None:
    question = "When was Anna of Brenholt's father born?"
    assert family.ask(question).answer == Asker(family.library).ask(question).answer


def test_decide_meets_a_decision(tmp_path: Path) -> None:
    notes = {
        "Monday": "# Monday\n\nFlour came late.\n\n## Prices\n\n**Decision:** new prices from 1 October.\n",
        "Oven": "# Oven\n\nThe oven door fell off this morning, and the smith mended it.\n",
        "Rye": "# Rye\n\nForty loaves of rye, with a good crumb.\n",
    }
    for name, text in notes.items():
        (tmp_path / "notes").mkdir(exist_ok=True)
        (tmp_path / "notes" / f"{name}.md").write_text(text, "utf-8")
    root, documents, curator = tmp_path / "kb", tmp_path / "notes", OfflineCurator()
    start_wiki(root, [documents], curator, "Notes")
    compile_documents(root, [documents], curator, Options("2026-11-21", "Notes"))
    refresh(root)
    answer = Asker(Library.current(root)).ask("What did we decide about prices?").answer
    assert answer.evidence and "new prices from 1 October" in answer.evidence[0].text
