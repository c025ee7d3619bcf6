"""Names on disk. The vectors are part of the format: a change here changes every wiki that exists."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from wikic import layout

# Any text Python can hold, and texts made of what slugs are sensitive to.
ODD = "aZ9 .+-_/\\#&%?*:|<>[]^\"'\0\t\n\x7f\u200b\u00ad\ufeffé\u0301İßſ谭盾。《》ー\u0f77\u0958\ud800🏛"
TITLES = st.text() | st.text(ODD) | st.sampled_from(["con", "NUL.txt", "index", "_index", "com¹", "lpt9."])


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("John V, Prince of Anhalt-Zerbst", "John-V-Prince-of-Anhalt-Zerbst"),
        ("C", "C"),
        ("C++", "C-plus-plus"),
        ("C#", "C-sharp"),
        ("F# minor", "F-sharp-minor"),
        ("PR #6420", "PR-number-6420"),
        ("#metoo", "hash-metoo"),
        ("R&D", "R-and-D"),
        ("100%", "100-percent"),
        ("Version 1.10", "Version-1.10"),
        ("Version 11.0", "Version-11.0"),
        ("1.10", "1.10"),
        (".5", "5"),
        ("Node.js", "Node-js"),
        ("St. Mary's", "St-Mary-s"),
        ("../../x", "x"),
        ("-rf", "rf"),
        ("...hidden", "hidden"),
        ("snake_case", "snake-case"),
        ("谭盾", "谭盾"),
        ("《呐喊》序言", "呐喊-序言"),
        ("ﬁsh", "ﬁsh"),
        ("Zoë", "Zoë"),
        (unicodedata.normalize("NFD", "Zoë"), "Zoë"),
        (unicodedata.normalize("NFD", "한국"), "한국"),
        ("हिन्दी", "हिन्दी"),
        ("a\u2028b\x00c", "a-b-c"),
    ],
)
def test_slug_of(title: str, slug: str) -> None:
    assert layout.slug(title) == slug
    assert layout.name_fault(slug) is None


@pytest.mark.parametrize("title", ["???", "", " ", "…", "--", "🏛", "\u200b"])
def test_slug_of_a_title_with_nothing_to_keep_is_its_hash(title: str) -> None:
    assert layout.slug(title) == layout.title_hash(title)
    assert len(layout.slug(title)) == 4


@given(TITLES)
def test_the_stem_of_a_page_is_a_name_of_sensible_length(title: str) -> None:
    stem = layout.page_stem(title)
    assert layout.name_fault(stem) is None
    assert 0 < len(stem) <= layout.MAX_STEM
    assert layout.page_stem(stem) == stem


def test_a_long_stem_is_cut_at_a_word() -> None:
    title = "How to move the moorings of all boats of the northern pontoon in a storm " * 2
    assert layout.page_stem(title) == (
        "How-to-move-the-moorings-of-all-boats-of-the-northern-pontoon-in-a-storm-How-to-move-the-moorings-of"
    )
    assert layout.page_stem("谭" * 200) == layout.slug("谭" * 200)
    assert layout.page_stem("con" + "-" + "x" * 300) == ("con-" + "x" * 300)[:100]


def test_the_sign_of_a_channel_is_no_word_of_its_stem() -> None:
    assert layout.page_stem("#team-harbour 2024-05-14") == "team-harbour-2024-05-14"
    assert (layout.page_stem("C# and PR #6420"), layout.page_stem("#")) == (
        "C-sharp-and-PR-number-6420",
        "hash",
    )


def test_slugs_of_different_punctuation_differ() -> None:
    assert layout.slug("???") != layout.slug("!!!")


@pytest.mark.parametrize(
    "title", ["index", "Index", "_index", "CON", "con", "Nul", "aux", "COM1", "lpt9", "COM¹"]
)
def test_slug_of_a_reserved_name_is_no_reserved_name(title: str) -> None:
    name = layout.slug(title)
    assert layout.name_fault(name) is None
    assert title.strip("_").casefold() in name.casefold()


@pytest.mark.parametrize(("title", "characters"), [("A" * 500, 195), ("谭" * 500, 65), ("é" * 500, 97)])
def test_slug_of_500_characters_fits_and_keeps_whole_characters(title: str, characters: int) -> None:
    name = layout.slug(title)
    assert len(name.encode()) <= layout.MAX_SEGMENT_BYTES
    assert name == f"{title[:characters]}-{layout.title_hash(title)}"


def test_slug_of_a_long_title_of_marks_alone_begins_with_no_dash() -> None:
    for name in (layout.slug("\u0301" * 500), layout.source_slug("\u0301" * 500)):
        assert layout.name_fault(name) is None


def test_slug_of_a_long_reserved_name_with_a_dot_still_fits() -> None:
    name = layout.slug("COM1." + "5" * 192)
    assert layout.name_fault(name) is None
    assert layout.slug("COM1.5") == "page-COM1.5"


def test_slugs_of_long_titles_with_one_beginning_differ() -> None:
    assert layout.slug("x" * 500 + "a") != layout.slug("x" * 500 + "b")


def test_slug_keeps_case_so_that_a_clash_is_seen_by_casefold() -> None:
    assert layout.slug("GodMode") == "GodMode"
    assert layout.slug("GODMODE").casefold() == layout.slug("godmode").casefold()


@given(TITLES)
def test_slug_is_always_a_valid_name(title: str) -> None:
    name = layout.slug(title)
    assert layout.name_fault(name) is None
    assert len(name.encode()) <= layout.MAX_SEGMENT_BYTES


@given(TITLES)
def test_slug_of_a_slug_stays_valid_and_settles(title: str) -> None:
    once = layout.slug(layout.slug(title))
    assert layout.name_fault(once) is None
    assert layout.slug(once) == layout.slug(layout.slug(once))


@given(st.text())
def test_slug_does_not_depend_on_normal_form(title: str) -> None:
    assert layout.slug(unicodedata.normalize("NFC", title)) == layout.slug(
        unicodedata.normalize("NFD", title)
    )


@given(st.text(), st.integers(0, 600))
def test_slug_of_a_grown_title_never_ends_inside_a_character(title: str, times: int) -> None:
    name = layout.slug((title or "é\u0301क्षि") * times)
    assert layout.name_fault(name) is None


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("", "is empty"),
        ("Zoe\u0308", "is not in Unicode normal form NFC"),
        ("a" * 201, "is longer than 200 bytes"),
        ("谭" * 67, "is longer than 200 bytes"),
        ("a:b", "holds :"),
        ("a/b", "holds /"),
        ("a\\b", "holds \\"),
        ("[x]", "holds [ ]"),
        ("a\x00", "holds a control character"),
        (".hidden", "begins with ."),
        ("..", "begins with ."),
        ("-rf", "begins with -"),
        ("end.", "ends with a dot or a space"),
        ("end ", "ends with a dot or a space"),
        ("index", "is a reserved name"),
        ("_INDEX", "is a reserved name"),
        ("aux.c", "is a reserved name"),
    ],
)
def test_name_fault_of(name: str, fault: str) -> None:
    assert layout.name_fault(name) == fault


@pytest.mark.parametrize("name", ["a" * 200, "谭盾", "a b", "Version-1.10", "console", "indexing", "naïve"])
def test_name_fault_of_a_good_name_is_none(name: str) -> None:
    assert layout.name_fault(name) is None


# --- sources


@pytest.mark.parametrize(
    ("record", "key"),
    [
        ("d00123", "c/d00123"),
        ("letters/1874.md", "c/letters/1874.md"),
        ("../../x", "c/x"),
        ("..\\..\\x", "c/x"),
        ("/etc/passwd", "c/etc/passwd"),
        ("./a//b/./c", "c/a/b/c"),
        ("a\x00b", "c/a b"),
        (" .. /x", "c/x"),
        ("Zoe\u0308", "c/Zoë"),
    ],
)
def test_source_key_of(record: str, key: str) -> None:
    assert layout.source_key("c", record) == key


@given(TITLES, TITLES)
def test_source_key_is_never_absolute_and_never_climbs(collection: str, record: str) -> None:
    key = layout.source_key(collection, record)
    assert not key.startswith("/")
    assert not {"..", ".", ""} & set(key.split("/")) or key == ""
    assert "\\" not in key


@given(TITLES, TITLES)
def test_source_key_is_a_fixed_point(collection: str, record: str) -> None:
    key = layout.source_key(collection, record)
    head, _, tail = key.partition("/")
    assert layout.source_key(head, tail) == key


@given(TITLES)
def test_paths_of_a_source_are_page_paths(record: str) -> None:
    key = layout.source_key("corpus", record)
    for path in (layout.digest_path(key), layout.article_path(key)):
        assert layout.path_fault(path) is None
    assert layout.node_kind(layout.digest_path(key)) == "digest"
    assert layout.node_kind(layout.article_path(key)) == "document"


@given(TITLES, TITLES)
def test_sources_with_different_keys_never_share_a_file(one: str, other: str) -> None:
    first, second = layout.source_key("c", one), layout.source_key("c", other)
    assume(first != second)
    assert layout.digest_path(first).casefold() != layout.digest_path(second).casefold()


def test_source_slug_tells_keys_with_one_slug_apart() -> None:
    assert layout.source_slug("c/a-b") != layout.source_slug("c/a b")
    assert layout.source_slug("2wiki/d00123") == "2wiki-d00123-" + layout.source_slug("2wiki/d00123")[-6:]


# --- paths


@pytest.mark.parametrize(
    "path", ["index", "people/_index", "people/John-V", "a/b/c/d/e", "sources/digests/x-0a1b2c"]
)
def test_path_fault_of_a_page_path_is_none(path: str) -> None:
    assert layout.path_fault(path) is None


@pytest.mark.parametrize(
    "path", ["", "/", "/etc/passwd", "../x", "people/../../x", "people//x", "people/", "./x", "a/b/c/d/e/f"]
)
def test_path_fault_names_what_leaves_the_wiki_or_is_too_deep(path: str) -> None:
    assert layout.path_fault(path) is not None


@pytest.mark.parametrize("path", ["people/index", "a\\b", "people/.x", "con/x", "_index/x", "a/end."])
def test_path_fault_names_what_cannot_be_a_page_path(path: str) -> None:
    assert layout.path_fault(path) is not None


@given(st.lists(TITLES, min_size=1, max_size=layout.MAX_DEPTH))
def test_a_path_of_slugs_is_a_page_path(titles: list[str]) -> None:
    path = "/".join(layout.slug(title) for title in titles)
    assert layout.path_fault(path) is None
    assert layout.page_path(layout.page_file(path)) == path


@given(st.text("ab./\\-_ :#\0index", max_size=20))
def test_a_path_without_fault_stays_inside(path: str) -> None:
    climbs = path.startswith("/") or ".." in path.split("/")
    assert not (climbs and layout.path_fault(path) is None)


@pytest.mark.parametrize(
    ("path", "kind", "knowledge"),
    [
        ("index", "index", False),
        ("people/_index", "dimension", False),
        ("people/rulers/_index", "dimension", False),
        ("people/John-V", "entity", True),
        ("sources/digests/a-0a1b2c", "digest", False),
        ("sources/articles/a-0a1b2c", "document", False),
    ],
)
def test_node_kind_of(path: str, kind: str, knowledge: bool) -> None:
    assert layout.node_kind(path) == kind
    assert layout.is_knowledge_page(path) is knowledge


def test_parts_of_a_path() -> None:
    assert layout.stem("people/rulers/John-V") == "John-V"
    assert layout.directory("people/rulers/John-V") == "people/rulers"
    assert layout.directory("index") == ""
    assert layout.index_path("") == "index"
    assert layout.index_path("people") == "people/_index"
    assert layout.is_index("people/_index")


# --- ids


def test_ids_are_part_of_the_format() -> None:
    """Computed with sha256sum; a wiki made by another version must keep its ids."""
    assert layout.block_id("The quay was built in 1803.") == "pbec626c0"
    assert layout.statement_id("fact", None, "The quay was built in 1803.") == "f34dc04b3"
    assert layout.source_line_id(["fb", "fa"]) == layout.source_line_id(["fa", "fb", "fa"])


@given(st.text(), st.sampled_from([" ", "\n", "\t ", "\u3000", "\r\n"]))
def test_block_id_does_not_shift_with_white_space(text: str, space: str) -> None:
    assert layout.block_id(text) == layout.block_id(space + text.replace(" ", space) + space)


def test_statement_id_tells_kinds_and_holders_apart() -> None:
    ids = {
        layout.statement_id("fact", None, "It rained."),
        layout.statement_id("claim", None, "It rained."),
        layout.statement_id("claim", "Ada", "It rained."),
        layout.statement_id("claim", "Ada It", "rained."),
    }
    assert len(ids) == 4


@given(TITLES)
def test_hashes_take_any_text(title: str) -> None:
    assert layout.block_id(title)[0] == "p"
    assert len(layout.statement_id("fact", title, title)) == 9
    assert len(layout.short_hash(title, title)) == 8
