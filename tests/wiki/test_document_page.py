"""The page of a document: the document as it is written, and what people did to it, told by its note."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.support.depth import examples
from tests.support.document_trees import documents
from wikic.document import nodes
from wikic.document.leaves import leaves
from wikic.document.parse import parse_document
from wikic.document.write import write_document
from wikic.model.page import Head, Overlay, Own, Page, SourceLine
from wikic.wiki import document_body, document_page
from wikic.wiki.document_body import Edits, Parted, write_body
from wikic.wiki.document_page import Changed, changes, is_as_noted, note_comment, noted, read_note
from wikic.wiki.fold.people_edits import is_rewording
from wikic.wiki.page_read import parse
from wikic.wiki.page_render import render

NOTHING = Edits({}, (), ())
TITLE = "Hanging the lamp"
GUIDE = """# Hanging the lamp

The lamp comes in two sizes. Both hang from a hook.

## Tools

You need:

- a drill of 8 mm
- a hook of brass
  - with its plate
- [ ] the key of the tower

1. Drill a hole.
2. Set the hook.

| Lamp | Price |
|---|--:|
| Storm | 12 |
| Quay | 9 |

```sh
lampctl --on
```

## History

It was first hung in 1851, see [the tower](tower.md).

> Leave it dark on Sundays.

| Keeper | From |
|---|---|
| Ada | 1851 |

Last, call the office.
"""


def written(text: str, edits: Edits = NOTHING, titles: Sequence[str] = (TITLE,)) -> str:
    """The body of the page of a document."""
    return write_body(Parted.of(text), titles, lambda target: None, edits)


def found(text: str, body: str, note: Sequence[str] | None) -> Changed:
    """What people changed on the page of a document that says ``text`` now."""
    shown = [(document_body.address(leaf), leaf.text) for leaf in document_body.parts(parse_document(text))]
    return changes(body, note, shown, is_rewording)


def edits_of(changed: Changed) -> Edits:
    return Edits(dict(changed.rewordings), changed.removed, changed.own)


def words(body: str) -> list[str]:
    """The words of each leaf in order."""
    return [leaf.text for leaf in leaves(parse_document(body))]


def shown_again(text: str, body: str) -> str:
    """The body as the fold writes it once it has read what people made of it."""
    note = noted(written(text))
    changed = found(text, body, note)
    assert changed.lost == 0
    again = written(text, edits_of(changed))
    # What is read from it once more is the same.
    plain = noted(written(text, Edits({}, changed.removed, ())))
    shown = [
        (document_body.address(leaf), leaf.text)
        for leaf in document_body.parts(parse_document(text))
        if document_body.address(leaf) not in changed.removed
    ]
    second = changes(again, plain, shown, is_rewording)
    assert (second.rewordings, second.removed) == (changed.rewordings, ())
    assert Counter(each.text.strip() for each in second.own) == Counter(
        each.text.strip() for each in changed.own
    )
    return again


# --- the document as it is written ---------------------------------------------------------------------


def test_a_page_shows_the_document_as_it_is_written() -> None:
    assert written(GUIDE) == GUIDE.partition("\n\n")[2].strip("\n")


def test_headings_stand_below_the_title_and_no_lower_than_they_can() -> None:
    text = "# Part one\n\nA.\n\n## Of it\n\n###### Deep\n\nB.\n\nPart two\n========\n\nC.\n"
    assert written(text, titles=["The whole"]) == (
        "## Part one\n\nA.\n\n### Of it\n\n###### Deep\n\nB.\n\n## Part two\n\nC."
    )


@given(documents)
@examples(40)
def test_a_page_shows_every_leaf_of_any_document_in_its_order(tree: nodes.Document) -> None:
    text = write_document(tree)
    shown = words(text)
    assert words(written(text)) == (shown[1:] if shown and shown[0] == TITLE else shown)


# --- nothing was changed -------------------------------------------------------------------------------


@given(documents)
@examples(40)
def test_on_an_untouched_page_nothing_was_changed(tree: nodes.Document) -> None:
    text = write_document(tree)
    body = written(text)
    assert found(text, body, noted(body)) == Changed((), (), ())
    assert is_as_noted(body, noted(body))


@given(documents, st.booleans())
@examples(40)
def test_what_a_page_takes_from_its_article_needs_no_reading(tree: nodes.Document, titled: bool) -> None:
    text = (f"# {TITLE}\n\n" if titled else "") + write_document(tree)
    article = Parted.of(text)
    body = write_body(article, (TITLE,), lambda target: None, NOTHING)
    assert noted(body, article=article) == noted(body)
    assert document_body.closed(body) == body


@pytest.mark.parametrize(
    "end", ["```sh\nlampctl", "<!-- a remark", "<pre>\n# Lamp", "> ```\n> a", "- ```\n  a"]
)
def test_a_body_ends_what_its_article_begins(end: str) -> None:
    body = written(f"# {TITLE}\n\nThe lamp hangs, see [the tower](tower.md).\n\n{end}")
    assert document_body.closed(body) == body


@given(documents)
@examples(40)
def test_a_page_that_lost_its_note_loses_nothing_and_deletes_nothing(tree: nodes.Document) -> None:
    text = write_document(tree)
    body = written(text)
    changed = found(text, body, None)
    assert (changed.rewordings, changed.removed) == ((), ())
    assert changed.own == ()


def reformatted(body: str) -> str:
    """What formatters make of Markdown: other marks, bullets and widths that say the same."""
    body = re.sub(r"(?<!\*)\*([^*\n]+)\*(?!\*)", r"_\1_", body)
    body = re.sub(r"^( *)- ", r"\1* ", body, flags=re.M)
    body = body.replace("| Storm | 12 |", "| Storm |    12 |").replace("|---|--:|", "| ----- | ----: |")
    return re.sub(r"^(\d+)\. ", r"\1.  ", body, flags=re.M)


@pytest.mark.parametrize(
    "change",
    [
        reformatted,
        lambda body: body.replace("```sh", "~~~sh").replace("```", "~~~"),
        lambda body: body.replace("sizes. Both", "sizes.\nBoth"),
        lambda body: body.replace("\n\n", "\n\n\n"),
        lambda body: body.replace("## Tools\n", "Tools\n-----\n"),
        lambda body: body.replace("- a drill of 8 mm\n", "- a drill of 8 mm\n\n"),
    ],
)
def test_what_a_formatter_changes_is_no_edit(change) -> None:  # type: ignore[no-untyped-def]
    text = GUIDE.replace("two sizes", "*two* sizes")
    body = written(text)
    assert change(body) != body
    assert found(text, change(body), noted(body)) == Changed((), (), ())


def page(text: str, **overlay: object) -> Page:
    body = written(text)
    return Page(
        path="guide/lamp",
        type="guide",
        title=TITLE,
        created="2026-11-22",
        head=Head(),
        stamp="0123abcd",
        sources=(SourceLine("sources/digests/guide-lamp-3fa91c", "Hanging the lamp", "r0123abcd"),),
        overlay=Overlay(**overlay),  # type: ignore[arg-type]
        document="guide/lamp.md",
        body=body,
        note=noted(body),
    )


@pytest.mark.parametrize("ends", [b"\n", b"\r\n"])
def test_a_page_is_read_back_whatever_its_lines_end_in(ends: bytes) -> None:
    wanted = page(GUIDE)
    data = render(wanted).replace(b"\n", ends)
    read = parse(data, wanted.path)
    assert (read.body, read.note, read.document) == (wanted.body, wanted.note, wanted.document)
    assert read.sources == wanted.sources
    assert found(GUIDE, read.body, read.note) == Changed((), (), ())


def test_what_is_written_at_the_end_of_the_file_is_of_the_document() -> None:
    wanted = page(GUIDE)
    read = parse(render(wanted) + b"\n## Ours\n\nIt hangs in the hall.\n", wanted.path)
    assert words(read.body) == [*words(wanted.body), "Ours", "It hangs in the hall."]
    assert read.note == wanted.note


@given(documents)
@examples(40)
def test_any_document_is_read_back_from_its_page(tree: nodes.Document) -> None:
    wanted = page(write_document(tree))
    read = parse(render(wanted), wanted.path)
    assert (read.body, read.note) == (wanted.body, wanted.note)


def test_a_heading_that_is_called_as_a_section_of_the_folds_is_the_documents() -> None:
    text = "# Lamp\n\n## Related Pages\n\n- the tower\n\n## History\n\nIt is old.\n"
    wanted = page(text)
    read = parse(render(wanted), wanted.path)
    assert (read.body, read.related, read.own) == (wanted.body, (), ())


# What documents leave open, on lines of its own and within lists and quotes, where it ends with them.
_OPENINGS = st.sampled_from(
    [
        "```",
        "~~~",
        "````sh",
        "<!-- open",
        "<pre>",
        "<script>",
        "<?php",
        "<![CDATA[",
        "<!DOCTYPE x",
        "<div>",
        "-->",
    ]
)
_SET_IN = st.sampled_from(["", "  ", "- ", "1. ", "> ", "> - ", "    "])
_ODD_LINES = st.one_of(
    st.sampled_from(
        ["Words.", "", "- item", "  more", "> said", "# Head", "| a |", "|---|", "a <!-- b", "</pre>"]
    ),
    st.builds(str.__add__, _SET_IN, _OPENINGS),
)


@given(st.lists(_ODD_LINES, min_size=1, max_size=9))
@examples(200)
def test_what_a_document_leaves_open_hides_nothing_behind_it(lines: list[str]) -> None:
    text = "\n".join(lines) + "\n"
    wanted = page(text)
    shown = rendered(render(wanted).decode())
    assert "Related Sources" in shown
    read = parse(render(wanted), wanted.path)
    assert (read.body, read.note, read.sources) == (wanted.body, wanted.note, wanted.sources)
    for note in (read.note, None):
        assert found(document_body.closed(text), read.body, note) == Changed((), (), ())


def rendered(markdown: str) -> list[str]:
    """The headings of level 2 that stand in no list or quote, by a parser that knows CommonMark alone."""
    tokens = MarkdownIt("commonmark").parse(markdown.partition("\n---\n")[2])
    return [
        inline.content
        for token, inline in pairwise(tokens)
        if token.type == "heading_open" and token.tag == "h2" and token.level == 0
    ]


def test_a_fence_that_a_document_leaves_open_is_closed_and_takes_what_people_put_behind_it() -> None:
    text = "Look:\n\n```sh\n$ lampctl\n\n## Next\n"
    assert written(text) == text + "```"
    after = document_body.address(document_body.parts(parse_document(text))[-1])
    edits = Edits({}, (), (Own("\nAsk Ada.", after),))
    assert written(text, edits) == f"{text}```\n\nAsk Ada."
    assert words(written(text)) == ["Look:", "$ lampctl\n\n## Next"]


# --- what people do ------------------------------------------------------------------------------------


def changed_by(before: str, after: str) -> Changed:
    body = written(GUIDE)
    assert body.count(before) == 1
    return found(GUIDE, body.replace(before, after), noted(body))


def called(said: str) -> str:
    (leaf,) = (each for each in leaves(parse_document(GUIDE)) if each.text == said)
    return document_body.address(leaf)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("Last, call the office.", "Last, call the office."),
        ("- a hook of brass\n  - with its plate\n", "a hook of brass"),
        ("| Quay | 9 |\n", "Quay | 9"),
        ("2. Set the hook.\n", "Set the hook."),
        ("> Leave it dark on Sundays.\n", "Leave it dark on Sundays."),
        ("```sh\nlampctl --on\n```\n", "lampctl --on"),
        ("## History\n", "History"),
    ],
)
def test_what_was_deleted_is_found_and_does_not_come_back(lines: str, said: str) -> None:
    changed = changed_by(lines, "")
    assert called(said) in changed.removed
    assert (changed.rewordings, changed.own) == ((), ())
    again = shown_again(GUIDE, written(GUIDE).replace(lines, ""))
    assert words(again) == words(written(GUIDE).replace(lines, ""))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("Both hang from a hook.", "Both hang from a strong hook.", None),
        ("- a drill of 8 mm", "- a drill of 8 mm or more", "a drill of 8 mm"),
        ("| Storm | 12 |", "| Storm | 14 |", "Storm | 12"),
        ("1. Drill a hole.", "1. Drill a deep hole.", "Drill a hole."),
        ("lampctl --on", "lampctl --on --test", "lampctl --on"),
        ("- [ ] the key", "- [x] the key", "the key of the tower"),
        ("It was first", "It **was** first", "It was first hung in 1851, see the tower."),
        ("(tower.md)", "(mill.md)", "It was first hung in 1851, see the tower."),
        ("## Tools", "### Tools", "Tools"),
    ],
)
def test_what_was_reworded_or_set_otherwise_is_found_as_such(
    before: str, after: str, said: str | None
) -> None:
    changed = changed_by(before, after)
    said = said or "The lamp comes in two sizes. Both hang from a hook."
    assert [address for address, _ in changed.rewordings] == [called(said)]
    assert (changed.removed, changed.own) == ((), ())
    assert shown_again(GUIDE, written(GUIDE).replace(before, after)) == written(GUIDE).replace(before, after)


@pytest.mark.parametrize(
    ("behind", "added"),
    [
        ("Both hang from a hook.", "\n\nOurs hangs in the hall."),
        ("## Tools", "\n\nBring a friend."),
        ("- a drill of 8 mm", "\n- gloves"),
        ("  - with its plate", "\n  - and its nut"),
        ("| Storm | 12 |", "\n| Tower | 40 |"),
        ("2. Set the hook.", "\n3. Hang it."),
        ("lampctl --on\n```", "\n\nThen wait a minute."),
        ("Last, call the office.", "\n\n## Ours\n\nWe have two.\n\n- one\n- two"),
    ],
)
def test_what_was_added_stays_where_it_was_put(behind: str, added: str) -> None:
    changed = changed_by(behind, behind + added)
    assert (changed.rewordings, changed.removed) == ((), ())
    assert changed.own
    wanted = written(GUIDE).replace(behind, behind + added)
    assert shown_again(GUIDE, wanted) == wanted


def test_what_was_put_above_all_stays_there() -> None:
    wanted = f"Read this first.\n\n{written(GUIDE)}"
    assert shown_again(GUIDE, wanted) == wanted


def test_other_words_in_the_place_of_a_sentence_are_a_deletion_and_peoples_own() -> None:
    changed = changed_by("Last, call the office.", "Nobody needs help with that.")
    assert changed.removed == (called("Last, call the office."),)
    assert [each.text.strip() for each in changed.own] == ["Nobody needs help with that."]


def test_a_block_that_was_moved_comes_back_to_its_place_and_is_said_once() -> None:
    body = written(GUIDE)
    lines = "1. Drill a hole.\n2. Set the hook.\n\n"
    moved = lines + body.replace(lines, "")
    assert Counter(words(shown_again(GUIDE, moved))) == Counter(words(body))


def test_of_equal_neighbours_one_is_deleted() -> None:
    text = "Ring.\n\nRing.\n\nRing.\n\nThe end is near, they say.\n"
    body = written(text)
    changed = found(text, body.replace("Ring.\n\n", "", 1), noted(body))
    (gone,) = changed.removed
    assert words(written(text, edits_of(changed))) == ["Ring.", "Ring.", "The end is near, they say."]
    assert gone.startswith(leaves(parse_document(text))[0].id)


def test_a_page_that_lost_most_of_its_words_deletes_nothing() -> None:
    body = written(GUIDE)
    changed = found(GUIDE, "Last, call the office.", noted(body))
    assert changed.removed == () and changed.lost == len(noted(body)) - 1


def test_a_note_in_conflict_counts_nothing_as_deleted() -> None:
    body = written(GUIDE)
    comment = note_comment(noted(body)).replace(
        "\n-->", "\n<<<<<<< ours\nabcdef\n=======\n>>>>>>> theirs\n-->"
    )
    assert read_note(comment) is None
    changed = found(GUIDE, body.replace("2. Set the hook.\n", ""), read_note(comment))
    assert changed.removed == ()


# --- the document changes, too -------------------------------------------------------------------------


def after_a_change(before: str, body: str, after: str) -> Changed:
    """What is found on a page that people made ``body`` of, when its document says ``after``."""
    return found(after, body, noted(written(before)))


def test_edits_stay_when_the_document_changes_elsewhere() -> None:
    body = written(GUIDE).replace("Drill a hole.", "Drill a deep hole.").replace("| Quay | 9 |\n", "")
    body = body.replace("## History", "Mind the cable.\n\n## History")
    after = GUIDE.replace("Last, call the office.", "Last, call the keeper. He comes at noon.")
    changed = after_a_change(GUIDE, body, after)
    said = words(written(after, edits_of(changed)))
    assert {"Drill a deep hole.", "Mind the cable.", "Last, call the keeper. He comes at noon."} <= {*said}
    assert not {"Drill a hole.", "Quay | 9", "Last, call the office."} & {*said}


def test_what_a_person_wrote_is_written_once_and_stays_when_the_document_drops_it() -> None:
    page = written(GUIDE).replace("## History", "Mind the cable.\n\n## History")
    after = GUIDE.replace("Last, call", "Mind the cable.\n\nLast, call")
    changed = after_a_change(GUIDE, page, after)
    body, note = written(after, edits_of(changed)), noted(written(after), changed.own)
    assert words(body).count("Mind the cable.") == 1
    again = found(GUIDE, body, note)
    assert words(written(GUIDE, edits_of(again))).count("Mind the cable.") == 1
    assert found(after, body, note) == changed


def test_lines_of_code_stay_as_they_are_when_something_is_deleted() -> None:
    text = "Do it.\n\nRun:\n\n```\na = 1\n\n\n\nb = 2\n```\n\nAfter it all is well.\n"
    body = written(text)
    changed = found(text, body.replace("Do it.\n\n", ""), noted(body))
    assert written(text, edits_of(changed)) == body.partition("\n\n")[2]


def test_a_list_with_a_deleted_item_goes_on_growing() -> None:
    body = written(GUIDE).replace("- a drill of 8 mm\n", "")
    after = GUIDE.replace("- a hook of brass\n", "- a hook of brass\n- a rope of 3 m\n")
    said = words(written(after, edits_of(after_a_change(GUIDE, body, after))))
    assert "a rope of 3 m" in said and "a drill of 8 mm" not in said


def test_an_old_page_that_comes_back_is_the_folds_as_it_was() -> None:
    after = GUIDE.replace("Last, call the office.", "Last, call the keeper.")
    changed = after_a_change(GUIDE, written(GUIDE), after)
    assert changed == Changed((), (), ())


def test_words_on_a_leaf_that_is_gone_become_a_block_of_their_own() -> None:
    body = written(GUIDE).replace("Drill a hole.", "Drill a deep hole.")
    changed = found(GUIDE, body, noted(written(GUIDE)))
    after = GUIDE.replace("1. Drill a hole.\n", "")
    overlay = Overlay(rewordings=changed.rewordings, bullets=changed.own)
    kept = document_page.settled(overlay, Parted.of(after))
    said = words(written(after, Edits(dict(kept.rewordings), (), kept.bullets)))
    assert "Drill a deep hole." in said


# --- any page ------------------------------------------------------------------------------------------

_OWN = st.sampled_from(["Ours hangs in the hall.", "- one of ours\n- another", "## Ours", "> Said by us."])


def names_target(block: nodes.Block) -> bool:
    """Whether other blocks say something else without it."""
    return isinstance(block, nodes.LinkDefinition | nodes.NoteDefinition)


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, str, list[str]]:
    """A document, its page with blocks deleted and blocks of people between others, and what people wrote."""
    text = write_document(draw(documents))
    body = written(text)
    blocks = parse_document(body).blocks
    starts = [block.span.start for block in blocks]
    parts = [body[start:end].strip("\n") for start, end in pairwise([*starts, len(body)])]
    deleted = draw(st.sets(st.integers(0, len(parts)), max_size=1))
    added = draw(st.lists(st.tuples(st.integers(0, len(parts)), _OWN), max_size=2))
    made: list[str] = []
    for at in range(len(parts) + 1):
        made += (own for place, own in added if place == at)
        made += (part for part in parts[at : at + 1] if at not in deleted or names_target(blocks[at]))
    return text, "\n\n".join(made), [own for _, own in added]


@given(edited())
@examples(40)
def test_nothing_that_people_wrote_is_ever_lost(case: tuple[str, str, list[str]]) -> None:
    text, body, own = case
    changed = found(text, body, noted(written(text)))
    again = Counter(words(written(text, edits_of(changed))))
    assert not Counter(words("\n\n".join(own))) - again


@given(edited())
@examples(40)
def test_a_page_with_edits_is_written_again_as_it_stands(case: tuple[str, str, list[str]]) -> None:
    text, body, _ = case
    changed = found(text, body, noted(written(text)))
    assume(not changed.lost)
    assert Counter(words(written(text, edits_of(changed)))) == Counter(words(body))


def test_names_of_blocks_are_anchors_that_links_lead_to() -> None:
    text = (
        "The dough rests. ^rest\n\n- Flour ^flour\n\n| a |\n|---|\n| b |\n\n^rows\n\n"
        "```\nx ^no\n```\n\nSee [[#^rest]].\n"
    )
    body = write_body(Parted.of(text), (), lambda target: f"#{target[4:-2]}", NOTHING)
    assert body == (
        'The dough rests. <a id="rest"></a>\n\n- Flour <a id="flour"></a>\n\n'
        '| a |\n|---|\n| b |\n\n<a id="rows"></a>\n\n'
        "```\nx ^no\n```\n\nSee [The dough rests.](#rest)."
    )


def test_lines_of_chinese_paragraphs_are_joined() -> None:
    assert written("塔顶的灯每十秒\n闪一次。\n\n- 第一，\n  灯塔。\n\nTwo\nlines.\n") == (
        "塔顶的灯每十秒闪一次。\n\n- 第一，灯塔。\n\nTwo\nlines."
    )
