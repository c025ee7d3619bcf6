"""A page as readers see it equals what the fold wrote, and any text can be viewed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.graph.wiki_graph import Edge
from wikic.markdown.escape import escape
from wikic.model.page import Citation, Fact, Head, Page, SourceLine
from wikic.model.statement import StatementKind
from wikic.navigate.reader.page_view import (
    PageView,
    Related,
    link_targets,
    links_of,
    parse_page,
    record_of,
    view_of,
)
from wikic.wiki import page_render

_DIGEST = "sources/digests/a-b-123456"
_WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=60).map(
    lambda text: " ".join(text.split()) or "x"
)


def fact(kind: StatementKind, text: str, holder: str | None, cites: int) -> Fact:
    from wikic import layout

    citations = tuple(Citation(_DIGEST, f"p{number:08x}") for number in range(cites))
    return Fact(layout.statement_id(kind, holder, text), text, citations, kind, holder)


def test_a_link_between_documents_states_no_relation() -> None:
    assert not Related("A", ("linked from", "links to", "mentions")).typed
    assert Related("A", ("links to", "father")).typed


@given(
    facts=st.lists(
        st.one_of(
            st.builds(fact, st.just("fact"), _WORDS, st.none(), st.integers(1, 3)),
            st.builds(
                fact, st.sampled_from(["claim", "judgement", "quotation"]), _WORDS, _WORDS, st.integers(1, 3)
            ),
        ),
        max_size=5,
        unique_by=lambda each: each.id,
    )
)
def test_facts_read_back_as_they_were_folded(facts: list[Fact]) -> None:
    head = Head(("An alias",), ("a tag",), "A summary", ("[[Ben]] -- born in, died in", "[[Cy]] -- mentions"))
    page = Page(
        "people/Ann",
        "people",
        "Ann",
        "2026-01-01",
        head,
        "",
        tuple(facts),
        (SourceLine(_DIGEST, "B", "r00000000"),),
    )
    text = page_render.render(page).decode()
    view = view_of(parse_page(text, page.path))
    order = ["fact", "claim", "judgement", "quotation"]
    assert list(view.facts) == sorted(facts, key=lambda each: order.index(each.kind))
    assert (view.title, view.aliases, view.tags, view.summary) == (
        "Ann",
        ("An alias",),
        ("a tag",),
        "A summary",
    )
    assert links_of(view) == (
        Edge("Ben", "relation", "born in"),
        Edge("Ben", "relation", "died in"),
        Edge("Cy", "mention"),
    )
    assert [line.digest for line in view.sources] == [_DIGEST]


@given(st.text(max_size=300))
def test_any_text_can_be_viewed(text: str) -> None:
    view = view_of(parse_page(text, "people/X"))
    assert view.title.strip() == view.title
    assert record_of(view).path == "people/X"
    links_of(view)


def test_every_page_of_a_real_wiki_shows_all_its_facts_with_citations(harbour: Path) -> None:
    for file in (harbour / "wiki/people").glob("*.md"):
        text = file.read_text("utf-8")
        view = view_of(parse_page(text, f"people/{file.stem}"))
        if file.name != "_index.md":
            assert len(view.facts) == text.count("[⁂][f")
            assert all(each.citations and not each.reworded for each in view.facts)


def test_links_in_people_s_words_leave_out_what_is_no_page() -> None:
    text = (
        "[[Ann|her]] ![[Ben]] [c](people/Cy.md) ![p](a.png) [w](https://x.org) [m](mailto:a@x.org) `[[no]]`"
    )
    assert list(link_targets(text)) == ["Ann", "Ben", "people/Cy.md"]


def test_a_page_is_searched_by_its_own_facts_with_the_headings_they_stand_under() -> None:
    cite = (Citation(_DIGEST, "p00000001"),)
    facts = (
        Fact("f00000001", "Open the valve.", cite, place=("Starting", "By hand")),
        Fact("f00000002", "Wait a minute.", cite, "claim", "Ann", place=("Starting", "By hand")),
        Fact("f00000003", "Close it.", cite, place=("Stopping",)),
        Fact("f00000004", "Valves were made in Tarn.", cite, borrowed=True),
    )
    record = record_of(PageView("manual/Valve", "manual", "Valve", facts=facts))
    assert record.body.split("\n") == [
        "Starting: By hand: Open the valve.",
        "Ann: Wait a minute.",
        "Stopping: Close it.",
    ]
    assert record.borrowed == "Valves were made in Tarn."


@pytest.mark.parametrize(
    ("quoted", "kept"),
    [
        ("A **brave** [[Ben|brother]]", ""),
        (r"A \*\*brave\*\* \[[Ben|brother]]", "A **brave** [[Ben|brother]]"),
    ],
    ids=["as written", "as folded"],
)
def test_marks_in_a_person_s_summary_are_marks(quoted: str, kept: str) -> None:
    head = f"---\nkeep:\n  summary: {kept!r}\n---\n" if kept else ""
    page = parse_page(f"{head}# Ann\n> {quoted}\n", "people/Ann")
    assert page.summary_markdown == "A **brave** [[Ben|brother]]"
    assert view_of(page).summary == "A brave brother"


@given(_WORDS)
def test_a_summary_of_the_fold_is_plain_text_whatever_it_holds(summary: str) -> None:
    written = page_render.render(Page("people/Ann", "people", "Ann", "", Head(summary=summary), "", (), ()))
    page = parse_page(written.decode(), "people/Ann")
    assert view_of(page).summary == page.summary == summary
    assert page.summary_markdown == escape(summary)


def test_boxes_of_tasks_are_no_words_of_a_search() -> None:
    page = Page(
        "p", "entity", "P", "", Head(), facts=(fact("fact", "House:\n- [x] sweep\n- [ ] buy [x]", None, 1),)
    )
    view = view_of(parse_page(page_render.render(page).decode(), "p"))
    assert record_of(view).body == "House: - sweep - buy [x]"
    assert view.facts[0].text == "House:\n- [x] sweep\n- [ ] buy [x]"
