"""Questions about a library: pages are documents, names are what many of them use."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.command import wikic, write

from wikic.layout import statement_id
from wikic.navigate.ask.asker import Asker
from wikic.navigate.library import Library

FIXTURE = Path(__file__).parents[4] / "fixtures/library"

# Every article uses the product's name; one says what is asked.
TOPICS = {
    "Changing a password": "Tidebook keeps a password of twelve letters. Click Forgotten to set another.",
    "Printing a receipt": "Tidebook prints a receipt for each payment. Receipts are kept for seven years.",
    "Inviting a skipper": "Tidebook sends an invitation by mail. A skipper joins the crew list with it.",
    "Exporting the logbook": "Tidebook exports the logbook as a spreadsheet. Engine hours stand in column F.",
    "Cancelling a mooring": "Tidebook gives the deposit back when a mooring is cancelled a week ahead.",
    "Moving to another harbour": "Tidebook moves a boat to another harbour. Dues are settled in both.",
}
YEARS = {
    f"NORDLYS_{year}_report p.{page}": (
        f"Nordlys Ferries sold tickets in {year}.\n\n| (in millions) | {year} |\n| --- | --- |\n"
        f"| Tickets | {year - 1600} |\n| Fuel | {2300 - year} |\n"
    )
    for year in (2019, 2020, 2021)
    for page in (4, 9)
}

DAYS = {
    "2026-04-05": "pier",
    "2026-05-04": "slipway",
    "2026-05-14": "chandlery",
    "2026-04-15": "quay",
    "2026-05-24": "crane",
}


def asker(root: Path, documents: Path) -> Asker:
    """A library of documents, to be asked."""
    for command in (("init", "--layout", "library"), ("compile",)):
        wikic(*command, documents, "-C", root, cwd=root.parent)
    return Asker(Library.current(root))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, dict[str, str]], Asker]:
    """Makes a library of articles by title."""

    def make(name: str, texts: dict[str, str]) -> Asker:
        root = tmp_path_factory.mktemp(name)
        files = {f"docs/{at}.md": f"# {title}\n\n{text}\n" for at, (title, text) in enumerate(texts.items())}
        return asker(root / "kb", write(root, files) / "docs")

    return make


@pytest.fixture(scope="module")
def harbour_office(tmp_path_factory: pytest.TempPathFactory) -> Asker:
    """Asks about the fixture of twelve documents; read only."""
    return asker(tmp_path_factory.mktemp("office") / "kb", FIXTURE)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("How do I cancel a booking and get the deposit back?", "Changing or cancelling a booking"),
        ("Can I bring a second boat to my berth?", "Booking a berth"),
        ("Which booking states are there?", "Booking a berth"),  # only a heading says so
        ("How many nights did visiting yachts lie in the harbour in June?", "Visitors in 2024"),
    ],
)
def test_the_document_that_says_it_comes_first(harbour_office: Asker, question: str, title: str) -> None:
    answer = harbour_office.ask(question).answer
    assert answer.sources[0].title == title


def test_a_name_that_every_document_uses_decides_nothing(made: Callable[..., Asker]) -> None:
    helped = made("topics", TOPICS)
    for question, title in (
        ("How long are receipts kept by Tidebook?", "Printing a receipt"),
        ("In Tidebook, which column has the engine hours?", "Exporting the logbook"),
        ("Tidebook: where do I settle dues after moving my boat?", "Moving to another harbour"),
    ):
        answer = helped.ask(question).answer
        assert answer.sources[0].title == title
        assert answer.evidence[0].title == title  # and not a page that borrows its sentences


def test_what_a_page_borrows_is_ranked_on_its_own_page_and_shown_once(wiki: Callable[..., Path]) -> None:
    told = {"Booking": "A berth is free of charge until noon.", "Dues": "A berth costs more in June."}
    bullets = {
        title: f"- {text} [[sources/digests/{title}-000000#^p00000001]] ^{statement_id('fact', None, text)}"
        for title, text in told.items()
    }
    pages = {f"office/{title}": f"# {title}\n\n## Key Facts\n{line}\n" for title, line in bullets.items()}
    borrowed = "\n".join(bullets.values())
    pages["terms/Berth"] = f"# Berth\n\n## In Documents\n{borrowed}\n"
    helped = Asker(Library.current(wiki({"index": "# Small\n", **pages})))
    for question, page in (("Until when is a berth free of charge?", "Booking"), ("Berth in June?", "Dues")):
        shown = helped.ask(question, evidence=20).answer.evidence
        assert shown[0].page == f"office/{page}"
        assert len(shown) == len({each.fact for each in shown})


def test_years_and_dates_written_without_gaps(made: Callable[..., Asker]) -> None:
    filed = made("years", YEARS)
    for year in (2019, 2020, 2021):
        found = filed.ask(f"What did Nordlys earn with tickets in FY{year}?", evidence=2).answer.sources
        assert f"NORDLYS_{year}_report" in found[0].title


@pytest.mark.parametrize("day", ["20260504", "2026-05-04", "4 May 2026", "May 4, 2026"])
def test_a_day_is_one_word_however_it_is_written(made: Callable[..., Asker], day: str) -> None:
    days = {f"Crew talk {date}": f"Nils: The crew meets at the {place}." for date, place in DAYS.items()}
    assert (
        made("days", days)
        .ask(f"Where does the crew meet on {day}?")
        .answer.evidence[0]
        .text.endswith(f"{DAYS['2026-05-04']}.")
    )


def test_a_document_that_says_the_same_is_evidence_too(made: Callable[..., Asker]) -> None:
    same = {
        "Transferring a boat": "You transfer a boat to another harbour by mail. It takes a week.",
        "Transferring a barge": "You transfer a barge, as a boat, to another harbour in person.",
        "Painting a boat": "A boat is painted ashore. Painting takes a week.",
        "Mooring": "A mooring takes a boat of ten metres. Another mooring takes twelve.",
    }
    answer = made("same", same | TOPICS).ask("How do I transfer my boat to another harbour?").answer
    assert {each.title for each in answer.sources[:3]} >= {"Transferring a boat", "Transferring a barge"}


def test_a_figure_of_a_table_is_not_refused(made: Callable[..., Asker]) -> None:
    filed = made("figures", YEARS)
    assert filed.ask("How much fuel did Nordlys burn per voyage in FY2020?").answer.answered
    assert not filed.ask("Why did Nordlys burn fuel per voyage?").answer.answered


@pytest.mark.xfail(reason="a short question in a small wiki, of which two words are there, is answered")
def test_questions_of_other_wikis_are_refused(
    harbour_office: Asker, family: Asker, films: Asker, made: Callable[..., Asker]
) -> None:
    helped = made("strangers", TOPICS)
    own = {
        harbour_office: ["Why does the tide sensor send no readings?", "When is pontoon B closed?"],
        family: ["Who built the castle of Lodvik?", "Who was the wife of Karl of Tarn?"],
        films: ["Where was The Glass Harbour shot?", "Who composed the music of Snow on Friday?"],
        helped: ["How do I set another password?", "Can a skipper be invited by mail?"],
    }
    for wiki in own:
        for other, questions in own.items():
            for question in questions:
                assert wiki.ask(question).answer.answered == (wiki is other), question
