"""A document's page: its statements in its order under its own headings, people's words among them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wikic import layout
from wikic.markdown.bullet_lines import canonical, fenced, table
from wikic.model.page import Citation, Fact, Head, Overlay, Own, Page, Section, SourceLine
from wikic.wiki import page_render
from wikic.wiki.page_blocks import heading_text
from wikic.wiki.page_read import parse, words_among
from wikic.wiki.page_render import render

DIGEST = "sources/digests/guide-install-3fa91c"


def fact(text: str, *place: str, holder: str | None = None) -> Fact:
    held = canonical(text)
    kind = "claim" if holder else "fact"
    id = layout.statement_id(kind, holder, held)
    return Fact(id, held, (Citation(DIGEST, "p3f9a1c02"),), kind, holder, place=place)


def page(*facts: Fact, **overlay: object) -> Page:
    return Page(
        path="guide/Installing-the-lamp",
        type="guide",
        title="Installing the lamp",
        created="2026-11-22",
        head=Head(summary="How the lamp is put up."),
        stamp=page_render.stamp(Head(summary="How the lamp is put up.")),
        facts=facts,
        sources=(SourceLine(DIGEST, "Installing the lamp", "r0123abcd"),),
        overlay=Overlay(**overlay),  # type: ignore[arg-type]
    )


STEPS = fact("To hang it:\n1. Drill a hole.\n2. Set the hook.", "Hanging")
CODE = fact("Then run:\n" + fenced("lampctl --on\nlampctl --test", "sh"), "Hanging", "Testing")
DUES = fact("Prices in pounds\n" + table([["Lamp", "Price"], ["Storm", "12"]]), "Prices")
LEAD = fact("The lamp comes in two sizes.")


def test_a_document_stands_in_its_order_under_its_headings() -> None:
    text = render(page(LEAD, STEPS, CODE, DUES)).decode()
    assert text.partition("\n## Document\n")[2] == (
        f"- The lamp comes in two sizes. [⁂][{LEAD.id}]\n"
        "\n### Hanging\n"
        "- To hang it:\n  1. Drill a hole.\n"
        f"  2. Set the hook. [⁂][{STEPS.id}]\n"
        "\n#### Testing\n"
        "- Then run:\n  ```sh\n  lampctl --on\n  lampctl --test\n  ```\n\n"
        f"  [⁂][{CODE.id}]\n"
        "\n### Prices\n"
        "- Prices in pounds\n  | Lamp | Price |\n  | --- | --- |\n  | Storm | 12 |\n\n"
        f"  [⁂][{DUES.id}]\n"
        f"\n<!-- wikic -->\n## Related Sources\n- [Installing the lamp](../{DIGEST}.md) ^r0123abcd\n\n"
        + "".join(f'[{each.id}]: <../{DIGEST}.md#p3f9a1c02> "…"\n' for each in (LEAD, STEPS, CODE, DUES))
    )


def test_bullets_of_several_lines_are_read_back_as_nobody_changed_them() -> None:
    found = parse(render(page(LEAD, STEPS, CODE, DUES)), "guide/Installing-the-lamp")
    assert [each.id for each in found.bullets] == [LEAD.id, STEPS.id, CODE.id, DUES.id]
    assert all(each.generated for each in found.bullets)
    assert [each.place for each in found.bullets] == [(), ("Hanging",), ("Hanging", "Testing"), ("Prices",)]
    assert words_among(found) == ()


def test_a_reworded_step_is_told_from_the_others() -> None:
    text = render(page(LEAD, STEPS, CODE)).replace(b"Set the hook.", b"Set the *brass* hook.")
    found = parse(text, "guide/Installing-the-lamp")
    assert [each.generated for each in found.bullets] == [True, False, True]
    assert found.bullets[1].markdown == "To hang it:\n1. Drill a hole.\n2. Set the *brass* hook."


def test_what_people_add_stays_behind_the_bullet_it_followed() -> None:
    own = (
        Own("- Ours hangs in the hall.", STEPS.id),
        Own("### Our lamp", CODE.id),
        Own("It is old.", CODE.id),
    )
    wanted = page(LEAD, STEPS, CODE, DUES, bullets=own)
    found = parse(render(wanted), wanted.path)
    assert words_among(found) == own
    lines = render(wanted).decode().split("\n")
    assert lines[lines.index("- Ours hangs in the hall.") - 1].endswith(f"[{STEPS.id}]")


def test_lines_below_a_fact_of_several_lines_are_peoples() -> None:
    text = render(page(STEPS, DUES)).decode()
    text = text.replace(f"[{STEPS.id}]\n", f"[{STEPS.id}]\n  - mind the cable\n")
    assert parse(text.encode(), "guide/x").bullets[0].below == "  - mind the cable"


_WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1, max_size=12)
_TEXTS = st.one_of(
    _WORDS,
    st.lists(_WORDS, min_size=2, max_size=4).map(lambda each: "Do:\n" + "\n".join(f"1. {x}" for x in each)),
    st.lists(_WORDS, min_size=1, max_size=3).map(lambda each: "Run:\n" + fenced("\n".join(each))),
    st.lists(_WORDS, min_size=1, max_size=3).map(lambda each: fenced("\n".join(each))),
    st.lists(_WORDS, min_size=2, max_size=4).map(lambda each: "\n".join(f"- {x}" for x in each)),
    st.lists(_WORDS, min_size=2, max_size=3).map(lambda each: table([each, each])),
)
_PLACES = st.lists(_WORDS.filter(lambda text: bool(text.strip())), max_size=5)


@given(st.lists(st.tuples(_TEXTS, _PLACES), max_size=6), st.lists(st.integers(0, 6), max_size=3))
def test_any_document_is_read_back(statements: list[tuple[str, list[str]]], behind: list[int]) -> None:
    facts = {each.id: each for each in (fact(text, *place) for text, place in statements) if each.text}
    ids = ["", *facts]
    own = [Own(f"- mine {at}", ids[min(each, len(ids) - 1)]) for at, each in enumerate(behind)]
    own.sort(key=lambda each: ids.index(each.after))
    wanted = page(
        *facts.values(), bullets=tuple(own), sections=(Section("## Notes", "Mine.", "Related Sources"),)
    )
    found = parse(render(wanted), wanted.path)
    assert [each.id for each in found.bullets] == list(facts)
    assert all(each.generated for each in found.bullets)
    assert [each for each in found.own if heading_text(each) is None] == own
    assert [(each.heading, each.body) for each in found.sections] == [("## Notes", "Mine.")]
