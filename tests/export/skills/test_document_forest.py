"""The forest of any documents: each in one leaf, whatever their order; within the limits of the format."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples

from wikic.document.document_words import document_words
from wikic.errors import UsageError
from wikic.export.skills.entry import Entry
from wikic.export.skills.files import Writing, skill_files
from wikic.export.skills.forest import (
    MAX_BYTES,
    MAX_FILES,
    Branch,
    Fitted,
    Shape,
    files_of,
    fitted,
    grown,
    roots,
)
from wikic.export.skills.run import measured
from wikic.export.skills.wording import ENGLISH, phrasing_for, worded
from wikic.schema.library.document_features import DocumentFeatures
from wikic.text.language import guess

SAID = "Harbour tide Gauge sensor berth Booking fee lamp Keeper market herring 石帆镇 渡口 的 《潮》 <b> - é"
KINDS = "pump valve rotor gasket oven crust flour yeast lamp bulb tower fog"
WORDS = st.sampled_from(SAID.split())
titles = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
texts = st.lists(WORDS, max_size=12).map(" ".join)


def entry(path: str, title: str, text: str = "") -> Entry:
    code = guess(f"{title}\n{text}")
    leaf = DocumentFeatures(path, title, code, (), document_words(title, text, code), text)
    return Entry(path, title, text[:80], f"# {title}\n{path}\n- {text}\n", leaf)


drawn = st.lists(st.tuples(titles, texts), min_size=1, max_size=60).map(
    lambda some: [
        entry(f"{('a', 'b')[at % 2]}/{at:03d}-Page", title, text) for at, (title, text) in enumerate(some)
    ]
)
shapes = st.builds(Shape, branching=st.integers(2, 5), roots=st.integers(1, 8))


def leaves(branch: Branch) -> Iterator[Branch]:
    if not branch.children:
        yield branch
    for child in branch.children:
        yield from leaves(child)


@given(drawn, shapes, st.randoms(use_true_random=False))
@examples(60)
def test_each_document_is_in_one_leaf_whatever_their_order(
    entries: list[Entry], shape: Shape, random: object
) -> None:
    found = [grown(each, shape.branching, shape.branching) for each in roots(entries, shape)]
    assert len(found) <= shape.roots
    held = Counter(each.path for root in found for leaf in leaves(root) for each in leaf.entries)
    assert held == Counter(each.path for each in entries)
    for root in found:
        assert sum(len(leaf.entries) for leaf in leaves(root)) == len(root.entries)
        assert all(len(each.entries) <= 2 * shape.branching for each in leaves(root))
    shuffled = list(entries)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert [grown(each, shape.branching, shape.branching) for each in roots(shuffled, shape)] == found


@given(drawn, shapes, st.booleans())
@examples(40)
def test_every_listing_is_sound_whatever_the_titles(
    entries: list[Entry], shape: Shape, compact: bool
) -> None:
    phrasing = phrasing_for(entries)
    for each in roots(entries, shape):
        made = fitted(each, shape, compact=compact)
        made = Fitted(worded(made.branch, phrasing), made.bundled)
        files = skill_files("skill-00", made, Writing("W", compact, phrasing))
        assert len(files) == files_of(made, compact=compact) <= MAX_FILES
        assert all(
            part not in ("", ".", "..") and "\n" not in part for name in files for part in name.split("/")
        )
        assert len({name.casefold() for name in files}) == len(files)


def many(number: int, text: str = "") -> list[Entry]:
    kinds = KINDS.split()
    return [
        entry(
            f"a/{at:05d}",
            f"{kinds[at % 12].title()} {at % 7} {at}",
            f"{kinds[at % 12]} {kinds[at % 5]} {text}",
        )
        for at in range(number)
    ]


@pytest.mark.parametrize(("number", "compact"), [(150, False), (900, False), (900, True), (6_000, True)])
def test_a_skill_of_many_documents_keeps_to_200_files(number: int, compact: bool) -> None:
    shape = Shape(roots=1)
    (root,) = roots(many(number), shape)
    made = fitted(root, shape, compact=compact)
    assert files_of(made, compact=compact) <= MAX_FILES
    assert made.bundled == (number > 180)
    made = Fitted(worded(made.branch, ENGLISH), made.bundled)
    files = skill_files("skill-00", made, Writing("W", compact, ENGLISH))
    assert len(files) == files_of(made, compact=compact)
    assert measured("skill-00", made, files).documents == number


def test_documents_without_a_topic_are_parted_by_name() -> None:
    same = [entry(f"a/{at:03d}", "Notes", "as above") for at in range(200)]
    found = [grown(each, 10, 10) for each in roots(same, Shape())]
    assert max(len(each.entries) for root in found for each in leaves(root)) <= 20
    assert max(each.level for each in found) <= 4


def test_equal_stems_are_told_apart() -> None:
    both = [entry("people/Rook", "Rook", "a bird"), entry("places/rook", "Rook", "a rock")]
    (root,) = roots(both, Shape())
    made = Fitted(worded(root, ENGLISH), bundled=False)
    files = skill_files("skill-00", made, Writing("W", False, ENGLISH))
    assert len({each.casefold() for each in files}) == 3
    assert sum("a bird" in text for name, text in files.items() if name.startswith("documents/")) == 1


def test_a_name_that_a_shell_would_obey_is_quoted() -> None:
    (root,) = roots([entry("a/x'; touch y; '", "Odd", "")], Shape())
    made = Fitted(worded(root, ENGLISH), bundled=False)
    (listing,) = (
        text
        for name, text in skill_files("skill-00", made, Writing("W", False, ENGLISH)).items()
        if name == "SKILL.md"
    )
    command = listing.partition("`cat ")[2].partition("` in the directory")[0]
    assert shlex.split(command) == ["documents/x'; touch y; '.md"]


def test_what_is_too_large_is_said_with_what_helps() -> None:
    (root,) = roots([entry("a/b", "Long", "")], Shape())
    made = Fitted(worded(root, ENGLISH), bundled=False)
    with pytest.raises(UsageError, match="30") as error:
        measured("skill-00-long", made, {"SKILL.md": "x" * (MAX_BYTES + 1)})
    assert "--roots" in error.value.hint
