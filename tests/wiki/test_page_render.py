"""A page that was rendered reads back as what it says (``page_read``), and nothing in it as people's."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wikic import layout
from wikic.errors import FormatError
from wikic.markdown.escape import escape
from wikic.markdown.read import read
from wikic.model.page import Citation, Fact, Head, Overlay, Own, Page, Section, SourceLine
from wikic.model.statement import STATEMENT_KINDS
from wikic.wiki import page_blocks, page_read, page_render

sys.path.insert(0, str(Path(__file__).parent))
import codec_text as t

digests = t.name.map(layout.digest_path)


@st.composite
def facts(draw: st.DrawFn) -> Fact:
    kind = draw(st.sampled_from(STATEMENT_KINDS))
    holder = None if kind == "fact" else draw(st.none() | t.name)
    text = draw(t.name)
    cites = draw(st.lists(st.builds(Citation, digests, t.name.map(layout.block_id)), max_size=2, unique=True))
    quotes = tuple(draw(t.name) for _ in cites)
    id = layout.statement_id(kind, holder, text)
    return Fact(id, text, tuple(cites), kind, holder, draw(st.booleans()), quotes=quotes)


related = st.builds(lambda title, label: f"[[{layout.slug(title)}]] -- {escape(label)}", t.name, t.name)
heads = st.builds(Head, t.names, t.names, t.line, st.lists(related, max_size=2).map(tuple))
pages = st.builds(
    Page,
    path=st.just("people/X"),
    type=t.name,
    title=t.name,
    created=t.day,
    head=heads,
    stamp=st.just("9c41d2e7"),
    facts=st.lists(facts(), max_size=4).map(tuple),
    sources=st.lists(
        st.builds(SourceLine, digests, t.name, t.name.map(lambda each: layout.source_line_id([each]))),
        max_size=2,
    ).map(tuple),
)
PLAIN = Page("people/X", "people", "X", "2026-11-21", Head(), "9c41d2e7")


@given(pages)
@example(replace(PLAIN, title="C#"))
@example(replace(PLAIN, title="A #"))
@example(replace(PLAIN, title="A ^b"))
@example(replace(PLAIN, title="---"))
@example(replace(PLAIN, head=Head(summary="> quoted")))
@example(replace(PLAIN, head=Head(summary="- x")))
def test_what_was_written_is_read(page: Page) -> None:
    found = page_read.parse(page_render.render(page), page.path)
    assert (found.text("type"), found.heading, found.text("title")) == (page.type, page.title, page.title)
    assert found.head == page.head
    assert (found.text("fold"), found.text("created")) == (page.stamp, page.created)
    by_id = {each.id: each for each in found.bullets}
    assert by_id.keys() == {fact.id for fact in page.facts}
    for fact in page.facts:
        bullet = by_id[fact.id]
        assert bullet.generated, bullet
        sections = {page_blocks.section_of(each) for each in page.facts if each.id == fact.id}
        assert bullet.section in sections
    assert found.sources == page.sources
    assert found.own == () and found.sections == ()


@given(pages)
def test_a_citation_is_no_word_of_its_fact(page: Page) -> None:
    found = page_read.parse(page_render.render(page), page.path)
    assert not any("sources/digests" in each.markdown for each in found.bullets if len(found.bullets) == 1)


@given(pages)
def test_every_citation_is_read_and_its_link_leads_there(page: Page) -> None:
    facts = {each.id: each for each in page.facts}  # a page states a fact once
    text = page_render.render(replace(page, facts=tuple(facts.values()))).decode()
    assert {each.id: each.cites for each in page_read.parse(text.encode(), page.path).bullets} == {
        each.id: each.citations for each in facts.values()
    }
    leads = [(link.target, link.heading) for link in read(text).links if link.text == "⁂"]
    for fact in facts.values():
        for cite in fact.citations[:1]:
            assert (f"../{cite.digest}.md", cite.block) in leads, text


def test_a_reworded_bullet_is_told_from_a_generated_one() -> None:
    fact = Fact(layout.statement_id("fact", None, "A is."), "A is.", ())
    data = page_render.render(replace(PLAIN, facts=(fact,)))
    (bullet,) = page_read.parse(data.replace(b"A is.", b"A *was*."), "people/X").bullets
    assert (bullet.generated, bullet.markdown, bullet.id) == (False, "A *was*.", fact.id)


OVERLAY = Overlay(
    keep=Head(("Ex",), ("tag",), "", ("[[Y]] -- friend",)),
    drop=Head(summary="gone"),
    bullets=(Own("- mine\n  - and below"), Own("A paragraph.")),
    sections=(
        Section("## Notes", "Text.\n\n### Deeper\nMore.", ""),
        Section("## After", "- [[Z]]", "Key Facts"),
    ),
    redirects=("Old",),
    home="places",
    extra=(("mine", "x"), ("nested", {"a": ["b"]})),
)


def test_what_people_added_is_read_back() -> None:
    fact = Fact(layout.statement_id("fact", None, "A is."), "A is.", ())
    page = replace(
        PLAIN, facts=(fact,), overlay=OVERLAY, head=Head(("Ex",), ("tag",), "", ("[[Y]] -- friend",))
    )
    found = page_read.parse(page_render.render(page), page.path)
    assert found.own == OVERLAY.bullets
    assert found.sections == OVERLAY.sections
    assert page_read.head_from(found.fields["keep"]) == OVERLAY.keep
    assert page_read.head_from(found.fields["drop"]) == OVERLAY.drop
    assert (found.texts("redirects"), found.text("home")) == (("Old",), "places")
    assert (found.text("mine"), found.fields["nested"]) == ("x", {"a": ["b"]})


def test_a_summary_is_read_right_below_words_of_a_person() -> None:
    page = page_read.parse(b"# X\n- mine\n> Said.\n- more\n\n```\n> code\n```\n", "people/X")
    assert page.summary == "Said."
    assert [each.text for each in page.own] == ["- mine", "- more", "```\n> code\n```"]


def test_headings_inside_quotes_lists_and_code_part_nothing() -> None:
    body = "> ## Key Facts\n> quoted\n\n- ## Related Pages\n\n```\n## History\n```"
    page = replace(PLAIN, overlay=Overlay(sections=(Section("## Notes", body, "Key Facts"),)))
    found = page_read.parse(page_render.render(page), page.path)
    assert [each.heading for each in found.sections] == ["## Notes"]
    assert found.sections[0].body == body


@given(pages)
def test_line_ends_and_a_byte_order_mark_change_nothing(page: Page) -> None:
    data = page_render.render(page)
    other = b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n")
    assert page_read.parse(other, page.path) == page_read.parse(data, page.path)


@given(st.binary(max_size=80), pages, st.integers(0, 200))
def test_anything_is_a_page_or_a_format_error(noise: bytes, page: Page, at: int) -> None:
    data = page_render.render(page)
    for each in (noise, data[:at], data[:at] + noise + data[at:]):
        with contextlib.suppress(FormatError):
            page_read.parse(each, page.path)


@pytest.mark.parametrize("data", [b"\xff", b"---\ntitle: a\n# A\n", b"---\ntitle: [\n---\n"])
def test_a_page_that_cannot_be_read(data: bytes) -> None:
    with pytest.raises(FormatError, match=r"people/X\.md"):
        page_read.parse(data, "people/X")


_STEPS = (
    "To print:\n9. Open it.\n  1. Look.\n    - Twice.\n```sh\nls\n\n  id\n```\n    It is so.\n"
    "10. End.\n  - [x] Done."
)


def test_steps_below_steps_stand_in_their_column_and_are_read_back() -> None:
    written = Fact(layout.statement_id("fact", None, _STEPS), _STEPS, (), "fact", None)
    text = page_render.render(replace(PLAIN, facts=(written,))).decode()
    assert "\n\n  9. Open it.\n     1. Look.\n        - Twice.\n          ```sh\n          ls\n\n" in text
    assert "\n  10. End.\n      - [x] Done. [⁂][f" in text
    (found,) = page_read.parse(text.encode(), "people/X").bullets
    assert found.generated


def test_steps_of_pages_written_before_are_nobodys_rewording() -> None:
    id = layout.statement_id("fact", None, _STEPS)
    body = "\n".join(f"  {line}" if line else "" for line in _STEPS.replace("[x]", "\\[x]").split("\n"))
    text = page_render.render(PLAIN).decode() + f"\n## {page_blocks.FACTS}\n- {body[2:]} ^{id}\n"
    (found,) = page_read.parse(text.encode(), "people/X").bullets
    assert found.generated
