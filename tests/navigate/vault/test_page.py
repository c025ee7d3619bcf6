"""A person's page as readers see it: names, headings, passages with ids that stay."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wikic.lint.profile import VAULT, Profile
from wikic.navigate.reader.page_view import PageView, record_of
from wikic.navigate.vault.page import anchor_of, passage_id, read_page

PAGE = """\
---
aliases: [Heap]
tags: "#soil, kitchen"
id: C-7
description: What rots, and how.
---
Before any heading. ^first

# The *Heap*

## In
Coffee from [[Ada]] and [the shop](shops/The%20shop.md#hours).

### Wet
Peel.

## In
Peel.

## [[Out]] ^o
"""


def read(text: str, path: str = "soil/Compost", profile: Profile = VAULT) -> PageView:
    return read_page(text, path, profile)


def test_names_are_those_the_linter_finds_a_page_by() -> None:
    view = read(PAGE)
    assert (view.title, view.aliases, view.tags) == ("The Heap", ("Heap",), ("soil", "kitchen"))
    assert (view.summary, view.redirects) == ("What rots, and how.", ("C-7",))
    titled = read("---\ntitle: Beds\n---\n# North\n\nBrassicas.\n")
    assert (titled.title, titled.redirects) == ("Beds", ("North",))
    assert [section.heading for section in titled.written] == ["North"]
    assert read("just words", "a/Old note").title == "Old note"


def test_keys_are_those_of_the_configuration() -> None:
    profile = Profile("vault", keys=(("title", ("title",)), ("aliases", ("also",)), ("tags", ("tags",))))
    assert read("---\nalso: [Heap]\naliases: [No]\n---\n", profile=profile).aliases == ("Heap",)


def test_passages_stand_under_their_headings() -> None:
    view = read(PAGE)
    assert [(fact.place, fact.text) for fact in view.facts] == [
        (None, "Before any heading."),
        (("In",), "Coffee from Ada and the shop."),
        (("In", "Wet"), "Peel."),
        (("In",), "Peel."),
    ]
    assert [(each.heading, each.level, each.anchor) for each in view.written] == [
        ("", 2, ""),
        ("In", 2, "h-in"),
        ("Wet", 3, "h-wet"),
        ("In", 2, "h-in-2"),
        ("Out", 2, "h-out"),
    ]


def test_links_are_kept_as_what_they_are() -> None:
    view = read(PAGE)
    assert [each.links for each in view.written[1].passages] == [("Ada", "](shops/The%20shop.md")]
    assert view.written[-1].links == ("Out",)
    assert read("[a](https://example.org) [b](#here) [[#here]]").written[0].links == ()


def test_a_named_block_has_an_id_that_is_known_without_its_page() -> None:
    view = read("Words. ^w\n\n- one\n- two\n\n^list\n")
    named = [passage_id("soil/Compost", f"^{name}") for name in ("w", "list")]
    assert [fact.text for fact in view.facts] == ["Words.", "one", "two"]
    assert [fact.id for fact in view.facts if fact.id in named] == named


def test_ids_stay_where_other_passages_come_and_tell_equal_ones_apart() -> None:
    before = {fact.id: fact.text for fact in read("One.\n\nTwo.\n\nTwo.\n").facts}
    after = {fact.id: fact.text for fact in read("Zero.\n\nOne.\n\nTwo.\n\nTwo.\n").facts}
    assert len(before) == 3
    assert before.items() <= after.items()


def test_remarks_are_not_read_and_code_is() -> None:
    view = read(
        "Seen %%unseen%% words.\n\n%%\nlines\n\nof it\n%%\n\n`a %% b` and %% stay\n\n```\n%%time\n```\n"
    )
    assert [fact.text for fact in view.facts] == ["Seen words.", "a %% b and %% stay", "%%time"]


def test_headings_of_level_one_that_are_no_title_go_below_the_title() -> None:
    view = read("# Beds\n\na\n\n## North\n\nb\n\n# Water\n\nc\n", "plan")
    assert view.title == "Beds"
    assert [(each.heading, each.level) for each in view.written] == [("", 2), ("North", 2), ("Water", 2)]


def test_headings_skip_no_level() -> None:
    view = read("## A\n\n###### B\n\nx\n\n# C\n\ny", "plan")
    levels = [each.level for each in view.written]
    assert all(after - before <= 1 for before, after in zip([1, *levels], levels, strict=False))


def test_an_anchor_is_the_same_however_programs_write_it() -> None:
    assert anchor_of("What's *new*?") == anchor_of("whats-new") == anchor_of("What's new") == "h-whatsnew"
    assert anchor_of("???") != anchor_of("!!!")


TEXTS = st.text(st.sampled_from("ab日#^[]|!`~-*>%:\n\t ().\\\r\x0b\u2028\ud800")) | st.text()


@given(TEXTS)
def test_any_text_is_a_page(text: str) -> None:
    view = read(text)
    ids = [fact.id for fact in view.facts]
    assert len(set(ids)) == len(ids)
    # Evidence goes by lines of the index: a passage is one of them, in the same order.
    lines = [line for line in record_of(view).body.split("\n") if line]
    assert len(lines) == len(view.facts)
    for fact, line in zip(view.facts, lines, strict=True):
        assert " ".join(fact.text.split())[-5:].strip(" ][xX") in line


@given(
    st.lists(
        st.sampled_from(["# A", "## B", "text", "- item", "> quote", "```\ncode\n```", "^id"]), max_size=8
    )
)
def test_what_is_read_out_is_all_of_the_page(pieces: list[str]) -> None:
    text = "\n\n".join(pieces)
    view = read(text)
    said = "".join(section.markdown for section in view.written)
    for section in view.written:
        whole = "".join(each.markdown for each in section.passages)
        if section.passages:
            assert "".join(whole.split()) == "".join(section.markdown.split())
    assert all(piece in said for piece in pieces if piece[0] not in "#^")


def test_what_logseq_begins_a_page_with_is_its_frontmatter() -> None:
    head = "title:: Project Heron\nalias:: Heron, [[heron-api]]\ntags:: [[work]], go\nstatus:: active\n"
    page = f"{head}\n- It bills. #money\n"
    view = read(page)
    assert (view.title, view.aliases, view.tags) == (
        "Project Heron",
        ("Heron", "heron-api"),
        ("work", "go", "money"),
    )
    assert [each.text for each in view.facts] == ["Status: active.".removesuffix("."), "It bills. #money"]
    assert "title::" not in "".join(each.markdown for each in view.written)


def test_what_stands_behind_a_remark_is_no_code() -> None:
    (shown, item) = read("%% to be checked %% It runs [[Ada]].\n\n- %% not yet %% Now %% a %% then.\n").facts
    assert (shown.text, item.text) == ("It runs Ada.", "Now then.")


def test_links_of_the_frontmatter_are_links() -> None:
    (noted, _) = read('---\nlead: "[[Ada|her]]"\nteam: ["[[Bo#a]]", Cy]\n---\nText.\n').written
    assert noted.links == noted.passages[0].links == ("Ada", "Bo")


def test_a_file_of_logseqs_is_called_by_the_page() -> None:
    day = read("- x\n", "journals/2025_05_02")
    assert day.title == "2025-05-02" and {"May 2nd, 2025"} <= set(day.redirects)
    assert read("- x\n", "journals/2025_01_13").redirects[1:] == ("Jan 13th, 2025", "January 13th, 2025")
    assert read("- x\n", "journals/2025_13_01").title == "2025_13_01"
    assert read("- x\n", "pages/infra___network%3F").title == "infra/network?"
    assert read("- x\n", "pages/Plain note").redirects == ()


def test_passages_say_what_the_page_shows() -> None:
    name = "64f1a2b3-0000-4000-8000-000000000001"
    view = read(
        "Light leaks.[^1] The time is $\\frac{L}{c\\,R}$, ==long== in List<T>.\n\n$$\na_b\n$$\n\n"
        f"- Kept.\n  id:: {name}\n  collapsed:: true\n\nOffice:: Room 2\nFloor:: 3\n\n"
        "!!! note\n    Boxed.\n\n[^1]: See *it*.\n"
    )
    assert [each.text for each in view.facts] == [
        "Light leaks. The time is \\frac{L}{c\\,R}, long in List<T>.",
        "a_b",
        "Kept.",
        "Office: Room 2; Floor: 3",
        "Note: Boxed.",
        "See it.",
    ]
    assert view.facts[2].id == passage_id("soil/Compost", f"^{name}")
    assert name in view.redirects


def test_a_line_and_the_short_list_it_leads_in_to_are_one_passage() -> None:
    text = "It stops when:\n\n- it *gets* [[TERM]]\n    1. soon\n- done\n\nElse: [[not]].\n\n- alone\n"
    view = read(text)
    led, other, alone = view.facts
    assert led.text == "It stops when:\n- it gets TERM\n  1. soon\n- done"
    assert (other.text, alone.text) == ("Else: not.", "alone")
    assert [each.links for each in view.written[0].passages] == [("TERM",), ("not",), ()]
    assert "done" in view.written[0].passages[0].markdown


def test_a_list_that_is_long_named_or_more_than_words_is_led_in_to_by_a_line_alone() -> None:
    for items in (
        "- a\n- b ^name\n",
        "- a\n\n  ```\n  b\n  ```\n",
        "- a\n" * 13,
        f"- {'a' * 900}\n",
        "- > a\n",
    ):
        assert read(f"Steps:\n\n{items}").facts[0].text == "Steps:"


def test_what_a_reader_looks_for_of_the_frontmatter_is_told() -> None:
    head = "---\ntags: [mill]\ncontact: Gerrit\nphone: 44 71 03\nsummary: A mill.\nid: x7\n---\n"
    facts = read(f"{head}Delivers on Tuesdays.\n").facts
    assert [each.text for each in facts] == ["Contact: Gerrit; Phone: 44 71 03", "Delivers on Tuesdays."]
    (fact,) = read("---\ncssclass: wide\n---\nText here.\n").facts
    assert fact.text == "Text here."
