"""Questions and wikis that nobody should ask or have: an answer or none, never a traceback."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from support.copies import copied
from support.depth import examples

from wikic.navigate.ask.asker import Asker
from wikic.navigate.library import Library


@pytest.mark.parametrize(
    "question",
    [
        "",
        " \t\n",
        "?",
        "who",
        "谁",
        "的",
        "\0\x1b[31m\u202e",
        "\ud800",
        'AND OR NOT name:"(((" ~2^9 [* TO *]',
        "Lodvik " * 5000,
        "x" * 100_000,
        "Кто построил замок?",
        "من بنى القلعة؟",
        "When was When born and where did Where die?",
    ],
)
def test_hostile_questions(family: Asker, question: str) -> None:
    answer = family.ask(question).answer
    assert answer.answered == bool(answer.evidence)


@examples(60, HealthCheck.function_scoped_fixture)
@given(st.text(max_size=60), st.integers(1, 5))
def test_any_text_is_a_question(family: Asker, text: str, evidence: int) -> None:
    answer = family.ask(f"{text} Anna of Brenholt {text}", evidence=evidence).answer
    assert answer.answered == bool(answer.evidence)
    # Among words that the wiki does not know a name is no longer what is asked for.
    assert answer.evidence or any(map(str.isalnum, text))


def test_a_wiki_without_pages_knows_nothing(wiki: Callable[..., Path]) -> None:
    library = Library.current(wiki({"index": "# Empty\n"}))
    answer = Asker(library).ask("Where is Lodvik?").answer
    assert (answer.answered, answer.nearest) == (False, ())


def test_a_wiki_of_one_page(single: Asker) -> None:
    answer = single.ask("Where is Lodvik located?").answer
    assert answer.evidence[0].page == "geography/Lodvik"


def test_words_that_people_wrote_are_evidence_without_a_source(wiki: Callable[..., Path]) -> None:
    library = Library.current(wiki({"notes/Ferry": "# Ferry\n\nThe ferry to Lodvik leaves at noon.\n"}))
    answer = Asker(library).ask("When does the ferry leave?").answer
    assert answer.answered
    assert answer.evidence[0].text == "The ferry to Lodvik leaves at noon."
    assert answer.evidence[0].citations == ()


def test_a_page_deleted_between_search_and_read_is_passed_over(family_root: Path, tmp_path: Path) -> None:
    root = tmp_path / "kb"
    copied(family_root, root)
    library = Library.current(root)
    (root / "wiki/people/Otto-of-Brenholt.md").unlink()
    answer = Asker(library).ask("When was Anna of Brenholt's father born?").answer
    assert answer.answered
    assert "people/Otto-of-Brenholt" not in [each.page for each in answer.evidence]


def test_a_digest_that_is_gone_leaves_the_citation_without_a_quote(family_root: Path, tmp_path: Path) -> None:
    root = tmp_path / "kb"
    copied(family_root, root)
    shutil.rmtree(root / "wiki/sources")
    answer = Asker(Library.current(root)).ask("When was Anna of Brenholt's father born?").answer
    assert answer.short is not None
    assert answer.sources[0].digest.startswith("sources/digests/")
    assert (answer.evidence[0].quote, answer.sources[0].key) == ("", "")
