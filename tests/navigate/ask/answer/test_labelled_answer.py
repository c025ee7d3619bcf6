"""Short answers out of records, tables and roles in brackets; none where several values would do."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import wikic, write

from wikic.navigate.ask.answer.labelled_answer import Labelled, labelled_values
from wikic.navigate.ask.asker import Asker
from wikic.navigate.library import Library

DOCS = {
    "docs/hall/Pottery-evening.md": (
        "# Pottery evening\n\nLeader: Mo Abara\nFee: £18 (clay is free)\nPlace: old dairy\n"
        "Those there: Ines Ruhl (treasurer), Pat Quill (minutes)\n"
    ),
    "docs/hall/kilns.csv": (
        "kiln,month,firings,gas_kg\nNorth,2023-10,6,41\nNorth,2023-11,9,58\nSouth,2023-11,4,37\n"
    ),
    "docs/hall/Wages.md": (
        "# Wages (EUR)\n\n| post | Mar | Apr |\n| --- | --- | --- |\n| Porter | 1,900 | 1,950 |\n"
        "| Cook | 1,700 | 1,720 |\n"
    ),
    "docs/verein/kurs.md": (
        "# Töpferkurs\n\nLeitung: Änne Moll\nGebühr: 35 € (Ton inbegriffen)\nBeginn: 4. März\n\n"
        "## Kasse\n\nGuthaben: 210,50 €. Es reicht für einen Ofen.\n"
    ),
    "docs/verein/Ofenliste.csv": "Ofen;Baujahr;Stellplatz\nVulkan;1994;H2\nAmsel;2012;H3\n",
}


@pytest.fixture(scope="module")
def asker(tmp_path_factory: pytest.TempPathFactory) -> Asker:
    home: Path = write(tmp_path_factory.mktemp("labels"), DOCS)
    wikic("init", "docs", "-C", "kb", "-q", "--layout", "library", cwd=home)
    wikic("compile", "docs", "-C", "kb", "-q", cwd=home)
    return Asker(Library.current(home / "kb"))


@pytest.mark.parametrize(
    ("question", "short"),
    [
        ("What is the fee for the pottery evening?", "£18 (clay is free)"),
        ("How much does the pottery evening cost?", "£18 (clay is free)"),
        ("Who is the treasurer at the pottery evening?", "Ines Ruhl"),
        ("What were the gas kg of the North kiln in November 2023?", "58"),
        ("How many firings did the South kiln have?", "4"),
        ("How much were the wages of the porter in April?", "1,950"),
        ("Wer leitet den Töpferkurs?", "Änne Moll"),
        ("Was kostet der Töpferkurs?", "35 € (Ton inbegriffen)"),
        ("Wann beginnt der Töpferkurs?", "4. März"),
        ("Wie hoch ist das Guthaben?", "210,50 €"),
        ("Wie alt ist der Ofen Vulkan?", "1994"),
        ("Wo steht der Vulkan?", "H2"),
    ],
)
def test_the_value_that_is_labelled_so_is_the_short_answer(asker: Asker, question: str, short: str) -> None:
    answer = asker.ask(question).answer
    assert answer.short is not None and answer.short.text == short
    assert short in answer.evidence[0].text


@pytest.mark.parametrize(
    "question",
    [
        "How many firings did the North kiln have?",  # in which month?
        "Who was late at the pottery evening?",
        "Is the pottery evening in the old dairy?",
        "Wie alt ist der Töpferkurs?",
    ],
)
def test_no_value_is_guessed(asker: Asker, question: str) -> None:
    assert asker.ask(question).answer.short is None


def test_the_row_of_the_month_asked_for_is_cited(asker: Asker) -> None:
    (first, *_) = asker.ask("What were the gas kg of the North kiln in November 2023?").answer.evidence
    assert "2023-11" in first.quote and "North" in first.quote


def test_a_fact_labels_values() -> None:
    assert list(labelled_values("Opened 3.2.: 14.20 EUR. It was late.")) == [
        Labelled("Opened 3.2.", "14.20 EUR")
    ]
    assert [each.label for each in labelled_values("Priority: high   Status: closed   Owner:")] == [
        "Priority",
        "Status",
    ]
    assert list(labelled_values("On 3 May Ann wrote: “Bring the keys.”")) == []


def test_a_table_without_rows_or_of_uneven_ones_is_read() -> None:
    assert list(labelled_values("| a | b |\n| --- | --- |")) == []
    assert [each.value for each in labelled_values("| a | b |\n| --- | --- |\n| 1 |\n| 2 | 3 | 4 |")] == [
        "1",
        "2",
        "3",
    ]
