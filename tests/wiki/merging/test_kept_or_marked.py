"""Whatever two sides did to a file of any kind: it is kept, or it stands between markers.

The files are rendered and read by what renders and reads them; nothing here knows how they look. What a side
says is told by words that stand nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples

from wikic import layout
from wikic.errorbook import book_file
from wikic.errorbook.entry import Book, Entry, entry_id
from wikic.errors import FormatError
from wikic.model.digest import Digest
from wikic.model.finding import Category
from wikic.model.page import Citation, Fact, Head, Overlay, Own, Page, Section, SourceLine
from wikic.model.schema import Dimension, Identity, PlacementRule, Positioning, Redirect, Schema
from wikic.model.statement import Block, Entity, Statement
from wikic.model.topics import Topic
from wikic.wiki import digest_file, page_read, page_render, schema_file
from wikic.wiki.fold.people_edits import Expected, Observed, observe
from wikic.wiki.merging.driver import merge

_TEXTS: Final = tuple(
    f"z{each} wrote zbel" for each in ("ala", "cog", "dor", "eth", "fir", "gam", "hew", "ivy", "joy")
)
_DIGEST: Final = layout.digest_path("t/gen")
_GENERATED: Final = Head(("Zhol", "Zink"), ("zjut", "zkan"), "Zlam of zmer", ("[[Znov]] -- zola",))
_FACTS: Final = tuple(
    Fact(layout.statement_id("fact", None, text), text, (Citation(_DIGEST, layout.block_id(text)),))
    for text in _TEXTS
)
_IDS: Final = tuple(each.id for each in _FACTS)
_KEPT: Final = Head(("Zpin",), (), "Zqua of zrum", ())


def _page(keep: Head) -> Page:
    head = replace(_GENERATED, aliases=tuple(sorted((*_GENERATED.aliases, *keep.aliases))))
    head = replace(head, summary=keep.summary or head.summary)
    overlay = Overlay(
        keep=keep,
        drop=Head(tags=("zsol",)),
        bullets=(Own("- zten is ours", _IDS[0]), Own("A zulm of ours.", _IDS[1])),
        sections=(Section("## Zvin", "Zwot is zxyl.\n\nZyar too.", "Key Facts"), Section("## Zvin", "Zbab.")),
        extra=(("zcec", "zdid"), ("zeke", ["zfif", "zgog"])),
        refused=("f0000000a",),
    )
    return Page(
        "people/Zada-Zaba", "people", "Zada Zaba", "2026-01-02", head, page_render.stamp(head), _FACTS,
        (SourceLine(_DIGEST, "A source", layout.source_line_id(_IDS)),), overlay,
    )  # fmt: skip


_STATEMENTS: Final = tuple(
    Statement(each.id, "e1", "fact", each.text, (layout.block_id(each.text),)) for each in _FACTS
)
_FILES: Final[dict[str, tuple[bytes, ...]]] = {
    "wiki/people/Zada-Zaba.md": tuple(map(page_render.render, (_page(Head()), _page(_KEPT)))),
    "wiki/people/Mine.md": (b"# Zala\n\nZbel zcog.\n\nZdor zeth.\n",),
    "wiki/sources/digests/t-gen.md": (
        digest_file.render(
            Digest(
                "t/gen", "Zhoh", "0" * 64, None, "2026-01-02", "offline/1", "Zlam zmer.",
                tuple(Block(layout.block_id(text), text, at) for at, text in enumerate(_TEXTS, 1)),
                (Entity("e1", "Zada Zaba", "people", aliases=("Zhol",)),), _STATEMENTS,
            )
        ),
    ),
    "wiki/sources/articles/t-gen.md": (f"---\ntitle: Zhoh\n---\n{'. '.join(_TEXTS)}\n".encode(),),
    "wiki/schema.yaml": (
        schema_file.render_schema(
            Schema(
                Positioning("Zala", "zbel", "zcog"),
                (Dimension("people", "Zdor", "Zeth", ("zfir",)), Dimension("people/zgen", "Zhol")),
                overview="Zink", fallback="people",
                placement=(PlacementRule("people", "people/zgen", ("zjut",), ("zkan",)),),
                topics=(Topic("people", folder="zlam", words={"zmer": 3, "znov": 2}),),
            )
        ),
    ),
    "wiki/identity.yaml": (
        schema_file.render_identity(
            Identity((("Zala", "Zbel"), ("Zcog", "Zdor", "Zeth")), (("Zfir", "Zgen"),), (),
                     (Redirect("Zhol", "Zink"),))
        ),
    ),
    "wiki/error_book.yaml": (
        book_file.render(
            Book(
                tuple(
                    Entry(entry_id(Category.OTHER, "people", each), Category.OTHER, "people", each,
                          f"{each} cause", f"{each} constraint", examples=(f"{each} example",))
                    for each in sorted(_TEXTS, key=lambda each: entry_id(Category.OTHER, "people", each))
                )
            )
        ),
    ),
}  # fmt: skip
_WORD: Final = re.compile(r"\b[Zz][a-z]{3}\b")
_SAID: Final = re.compile(r"\b[Qq][a-z]\d+\b")

# An edit: where, of all words; how; 0 for a way that both sides may choose to take at the same place.
Edit = tuple[int, str]
_WAYS: Final = ("reword", "drop", "bullet", "paragraph", "section", "key", "remark")

# A section in the middle of the facts takes all below it from the fold, which says so.
_FEWER: Final = ("reword", "drop", "bullet", "paragraph", "key")


@st.composite
def _sides(draw: st.DrawFn, *ways: str) -> tuple[list[Edit], list[Edit]]:
    """The edits of two sides, often of the same places."""
    places = st.sampled_from(draw(st.lists(st.integers(0, 60), min_size=1, max_size=3)))
    edits = st.lists(st.tuples(places, st.sampled_from(ways)), max_size=3)
    return draw(edits), draw(edits)


def _edited(data: bytes, edits: list[Edit], side: str) -> bytes:
    text = data.decode()
    for number, (at, how) in enumerate(edits):
        places = list(_WORD.finditer(text))
        if not places:
            break
        place = places[at % len(places)]
        word = f"Q{side}{number}"
        start = text.rfind("\n", 0, place.start()) + 1
        end = text.find("\n", place.end())
        if how == "reword":
            text = text[: place.start()] + word + text[place.end() :]
        elif how == "drop":
            text = text[:start] + text[end + 1 :]
        else:
            indent = re.match("[ ]*", text[start:end])[0]  # type: ignore[index]
            line = {
                "remark": f"{indent}# {word}", "bullet": f"{indent}- {word}", "paragraph": f"\n{word}.",
                "section": f"\n## {word}", "key": f"{indent}{word}: {word}",
            }[how]  # fmt: skip
            text = text[: end + 1] + line + "\n" + text[end + 1 :]
    return text.encode()


def _words(data: bytes) -> set[str]:
    return set(_SAID.findall(data.decode()))


@pytest.mark.parametrize("path", _FILES)
@examples(60)
@given(bases=_sides(*_WAYS), edits=_sides(*_WAYS), which=st.integers(0, 1))
def test_every_word_of_both_sides_is_there(
    path: str, bases: tuple[list[Edit], ...], edits: tuple[list[Edit], ...], which: int
) -> None:
    files = _FILES[path]
    common = _edited(files[which % len(files)], bases[0] if which else [], "b")
    sides = [_edited(common, each, name) for each, name in zip(edits, "ot", strict=True)]
    merged = merge(common, *sides, path=path, marker_size=7)
    for side in sides:
        assert _words(side) - _words(common) <= _words(merged.data)
    assert bool(merged.conflicts) == (b"<<<<<<<" in merged.data)


_EXPECTED: Final = Expected("Zada Zaba", "Zada-Zaba", "people", _GENERATED, {_DIGEST: _IDS})


def _changes(data: bytes) -> Observed:
    return observe(page_read.parse(data, "people/Zada-Zaba"), _EXPECTED, frozenset({"people"}))


def _observed(data: bytes) -> set[str]:
    """What people changed on a page, as the fold will tell it."""
    found = _changes(data)
    # Where too many facts are missing that is said, and none of them is taken for a deletion.
    return set(_atoms(found.overlay, "")) | (
        {f"retired={each}" for _, each in found.retired} if not found.lost else set()
    )


def _atoms(value: Any, name: str) -> Iterator[str]:
    """A value's parts, each with the field it is in."""
    if isinstance(value, Own | Section):
        yield from _atoms(value.text if isinstance(value, Own) else (value.heading, value.body), name)
    elif is_dataclass(value):
        for each in fields(value):
            yield from _atoms(getattr(value, each.name), f"{name}.{each.name}")
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _atoms(each, name)
    elif value and name.endswith(".drop.summary"):
        yield name  # which words they do not want says nothing
    elif value:
        yield from (f"{name}={line}" for line in str(value).split("\n") if line)


@examples(120)
@given(bases=_sides("reword"), edits=_sides(*_FEWER), which=st.integers(0, 1))
def test_the_fold_finds_on_a_merged_page_what_people_changed_on_either(
    bases: tuple[list[Edit], ...], edits: tuple[list[Edit], ...], which: int
) -> None:
    path = "wiki/people/Zada-Zaba.md"
    common = _edited(_FILES[path][which], [] if which else bases[0], "b")
    sides = [_edited(common, each, name) for each, name in zip(edits, "ot", strict=True)]
    merged = merge(common, *sides, path=path, marker_size=7)
    if merged.conflicts:
        return
    try:
        before, mine, yours = map(_observed, (common, *sides))
    except FormatError:
        return  # a side's frontmatter cannot be read
    # What one side removed and the other said better stays.
    overlay = _changes(merged.data).overlay
    better = {f"retired={id}" for id, _ in (*overlay.rewordings, *overlay.notes)}
    assert (mine | yours) - before - better <= _observed(merged.data)
