"""The tools: reading form, paging, what was read, and arguments of every kind. No call ever raises."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples

from wikic import layout
from wikic.navigate.indexes.indexing import refresh
from wikic.navigate.library import Library
from wikic.navigate.tools.reading_form import PageRead
from wikic.navigate.tools.result import Problem, Reading, Result, count_tokens, cut_to_tokens
from wikic.navigate.tools.source_read import SourceRead
from wikic.navigate.tools.toolbox import TOOLS, call, find_tool
from wikic.navigate.tools.wiki_links import LinksResult
from wikic.navigate.tools.wiki_list import DirectoryRead, WikiRead
from wikic.navigate.tools.wiki_read import ReadResult, Seen
from wikic.navigate.tools.wiki_search import Searches, SearchResult


def read(library: Library, *paths: str, reading: Reading | None = None, **more: Any) -> ReadResult:
    result = call(library, "wiki_read", {"paths": list(paths), **more}, reading)
    assert isinstance(result, ReadResult), result.text()
    return result


def one(library: Library, path: str, **more: Any) -> PageRead:
    (entry,) = read(library, path, max_tokens=50_000, **more).entries
    assert isinstance(entry, PageRead), entry.text()
    return entry


# --- definitions


def test_definitions_are_what_models_take() -> None:
    assert len({each.name for each in TOOLS}) == len(TOOLS)
    for each in TOOLS:
        assert re.fullmatch(r"[a-z][a-z_]{2,40}", each.name)
        assert 40 < len(each.description) < 500
        schema = each.parameters
        assert schema["type"] == "object"
        assert schema["additionalProperties"] is False
        assert set(schema.get("required", ())) <= set(schema["properties"])
        for rule in schema["properties"].values():
            assert rule["description"]
        json.dumps(schema)


# --- wiki_search


def test_search_gives_names_and_no_pages(library: Library) -> None:
    reading = Reading()
    found = call(library, "wiki_search", {"query": "Tom Penhale"}, reading)
    assert isinstance(found, SearchResult)
    assert (found.hits[0].path, found.hits[0].matched) == ("people/Thomas-Penhale-painter", "alias")
    assert len(found.hits) <= 5
    assert reading.pages == {}
    assert reading.unread()[0] == "people/Thomas-Penhale-painter"
    assert reading.searches == [("Tom Penhale", len(found.hits))]


def test_search_says_what_was_read(library: Library) -> None:
    reading = Reading()
    read(library, "Edmund-Rooke", reading=reading)
    found = call(library, "wiki_search", {"query": "Edmund Rooke"}, reading)
    assert "read" in found.text().splitlines()[0]


def test_search_in_a_directory_that_is_not_there_lists_those_that_are(library: Library) -> None:
    found = call(library, "wiki_search", {"query": "rooke", "directory": "peeple"})
    assert isinstance(found, Problem)
    assert "people" in found.suggestions


def test_a_page_deleted_since_it_was_indexed_is_not_offered(own: Path) -> None:
    refresh(own)
    with Library.open(own) as library:
        (own / "wiki/people/Edmund-Rooke.md").unlink()
        found = call(library, "wiki_search", {"query": "Edmund Rooke"})
        assert isinstance(found, SearchResult)
        assert "people/Edmund-Rooke" not in [hit.path for hit in found.hits]
        gone = read(library, "people/Edmund-Rooke", "Isaac-Dunn")
        assert [entry.ok for entry in gone.entries] == [False, True]
        assert not call(library, "wiki_links", {"page": "people/Edmund-Rooke"}).ok


# --- wiki_read


def test_a_page_in_reading_form(library: Library) -> None:
    text = read(library, "people/Edmund-Rooke").text()
    assert "- Rooke was chairman of the Harbour Board from 1849 to 1874. [1]" in text
    assert re.search(r"^\[1\] Edmund Rooke \(1998-04-02\)$", text, re.MULTILINE)
    assert re.search(r"^- .*: .*\[\[Penhale-and-Rooke\]\]", text, re.MULTILINE)
    assert "sources/digests" not in text
    assert "^f" not in text


def test_ids_are_shown_on_request_and_lead_to_the_source(library: Library) -> None:
    reading = Reading()
    text = read(library, "Edmund-Rooke", blocks=True, reading=reading).text()
    block = re.search(r"was chairman of.* \[(\d) \^(p[0-9a-f]{8})\] \^f[0-9a-f]{8}$", text, re.MULTILINE)
    assert block is not None
    source = call(library, "source_read", {"source": block[1], "block": block[2], "around": 1}, reading)
    assert isinstance(source, SourceRead)
    assert [line.asked for line in source.lines] == [False, True, False]
    assert "was chairman of the Harbour Board" in source.lines[1].text
    assert source.lines[1].id == block[2]


def test_every_citation_that_is_shown_is_in_the_legend_and_among_the_blocks_read(library: Library) -> None:
    for entry in library.catalogue.pages:
        reading = Reading()
        result = read(library, entry, max_tokens=50_000, reading=reading)
        shown = {
            number
            for page in result.entries
            if isinstance(page, PageRead)
            for item in page.items
            for number in item.cites
        }
        assert shown == {line.number for line in result.legend}
        view = library.view(entry)
        assert view is not None
        assert reading.blocks == {cite for fact in view.facts for cite in fact.citations}
        assert reading.facts.keys() == {fact.id for fact in view.facts}


def test_documents_keep_their_numbers_through_a_conversation(library: Library) -> None:
    reading = Reading()
    first = read(library, "Edmund-Rooke", reading=reading).legend
    second = read(library, "Josiah-Penhale", "Edmund-Rooke", reading=reading, again=True).legend
    assert set(first) <= set(second)


def test_a_page_is_sent_once_and_again_when_it_changed(own: Path) -> None:
    reading = Reading()
    with Library.current(own) as library:
        one(library, "people/Edmund-Rooke", reading=reading)
        (entry,) = read(library, "Edmund-Rooke", reading=reading).entries
        assert isinstance(entry, Seen)
        assert count_tokens(entry.text()) < 40
        assert isinstance(one(library, "Edmund-Rooke", reading=reading, again=True), PageRead)
        file = own / "wiki/people/Edmund-Rooke.md"
        file.write_text(file.read_text("utf-8") + "\n## Notes\nNews.\n", "utf-8")
        assert "News." in one(library, "Edmund-Rooke", reading=reading).text()


def test_a_page_read_in_part_goes_on_where_it_ended(library: Library) -> None:
    reading = Reading()
    first = read(library, "Edmund-Rooke", max_tokens=150, reading=reading)
    (part,) = first.entries
    assert isinstance(part, PageRead)
    (rest,) = read(library, "Edmund-Rooke", reading=reading).entries
    assert isinstance(rest, PageRead)
    assert rest.first == len(part.items)


def test_several_queries_are_answered_apart_and_say_how_each_page_was_found(library: Library) -> None:
    found = call(library, "wiki_search", {"query": ["Tom Penhale", "Zorblax the Great", "Tom Penhale"]})
    assert isinstance(found, Searches)
    assert len(found.results) == 2 and found.ok
    assert found.text().startswith("# Tom Penhale\n1. ")
    one = call(library, "wiki_search", {"query": "Edmund Rooke"})
    assert ", its name" in one.text() and "No page is called" not in one.text()
    text = call(library, "wiki_search", {"query": "lamed by a fall from the yards"})
    assert text.text().startswith("No page is called 'lamed by a fall from the yards'.\n1. ")
    assert ", in its text" in text.text()


def test_a_document_is_sent_once_and_its_sentences_go_on(library: Library) -> None:
    reading = Reading()
    source = next(iter(library.sources()))
    whole = call(library, "source_read", {"source": source.key, "max_tokens": 20_000})
    assert isinstance(whole, SourceRead)
    asked = whole.lines[min(4, len(whole.lines) - 1)].id
    part = call(library, "source_read", {"source": source.key, "block": asked, "around": 1}, reading)
    assert isinstance(part, SourceRead)
    rest = call(library, "source_read", {"source": source.key, "max_tokens": 20_000}, reading)
    assert isinstance(rest, SourceRead)
    sent = [line.id for line in part.lines if not line.heading]
    assert rest.before == len(sent)
    assert not set(sent) & {line.id for line in rest.lines}
    assert {line.id for line in (*part.lines, *rest.lines)} == {line.id for line in whole.lines}
    nothing = call(library, "source_read", {"source": source.key, "max_tokens": 20_000}, reading)
    assert isinstance(nothing, SourceRead)
    assert "were sent before" in nothing.text()


@examples(60)
@given(
    paths=st.lists(
        st.sampled_from(
            ["people/Edmund-Rooke", "温少白", "Hallowmouth", "no such page", "people", "Tom Penhale"]
        ),
        min_size=1,
        max_size=5,
        unique=True,
    ),
    limit=st.integers(200, 3_000),
)
def test_paging_shows_every_item_once_within_the_limit(
    library: Library, paths: list[str], limit: int
) -> None:
    whole, reading = read(library, *paths, max_tokens=50_000), Reading()
    expected = _content(whole)
    shown: list[str] = []
    after = ""
    for _ in range(500):
        result = read(library, *paths, max_tokens=limit, after=after, reading=reading, again=True)
        shown += _content(result)
        if sum(map(len, map(_lines, result.entries))) > 1:
            # One item is always sent, however long; names nobody knows are answered in any case.
            misses = sum(count_tokens(entry.text()) for entry in result.entries if isinstance(entry, Problem))
            assert count_tokens(result.text()) <= limit + misses + 60
        if not result.next:
            break
        after = result.next
    assert shown == expected


def _content(result: ReadResult) -> list[str]:
    return [line for entry in result.entries for line in _lines(entry)]


def _lines(entry: Any) -> list[str]:
    if isinstance(entry, PageRead):
        return [f"{entry.path} {item.line()}" for item in entry.items]
    if isinstance(entry, DirectoryRead):
        return [each.path for each in entry.entries]
    return [entry.text()]


def test_people_s_words_are_shown(wiki: Callable[..., Path]) -> None:
    root = wiki(
        {
            "people/Ann": "# Ann\n\nAnn is *mine*.\n\n## Key Facts\n- She sails; see [[Ben]].\n\n"
            "## Diary\nOne.\n\nTwo.\n",
            "people/Ben": "no heading at all",
        }
    )
    with Library.current(root) as library:
        text = read(library, "Ann", "Ben").text()
        for words in (
            "Ann is *mine*.",
            "- She sails; see [[Ben]].",
            "## Diary",
            "One.",
            "Two.",
            "no heading at all",
        ):
            assert words in text
        assert "## Linked from\n- [[Ann]]" in text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "---\ntitle: [broken\n---\nstill here\n",
        "---\nnever closed\nstill here\n",
        "<<<<<<< ours\nstill here\n=======\nstill here\n>>>>>>> theirs\n",
        "\ufeff---\r\ntitle: T\r\n---\r\nstill here\r\n",
        "# T\n\nstill \x00here\x1b[31m still here\n",
    ],
)
def test_a_broken_page_is_read_as_what_it_is(wiki: Callable[..., Path], text: str) -> None:
    with Library.current(wiki({"people/T": text})) as library:
        shown = one(library, "people/T").text()
        assert "still here" in shown or not text


def test_a_huge_line_is_cut_and_said_so(wiki: Callable[..., Path]) -> None:
    with Library.current(wiki({"people/T": "# T\n\n" + "word " * 60_000 + "\n\nafter it\n"})) as library:
        first = read(library, "T", max_tokens=500)
        assert count_tokens(first.text()) < 700
        assert "characters more" in first.text()
        assert "after it" in read(library, "T", max_tokens=500, after=first.next).text()


# --- wiki_list


def test_the_wiki_at_a_glance(library: Library) -> None:
    root = call(library, "wiki_list")
    assert isinstance(root, WikiRead)
    assert root.title == "Harbour"
    assert sum(each.pages for each in root.directories) == len(library.catalogue.pages)
    assert read(library, "/").entries == (root,) == read(library, "index.md").entries


def test_directories_within_directories_are_listed_where_they_lie(wiki: Callable[..., Path]) -> None:
    pages = {f"people/{kind}/{kind}-{n}": "# A page\n" for kind in ("kings", "poets") for n in range(3)}
    with Library.current(wiki({**pages, "places/Polwen": "# Polwen\n"})) as library:
        lines = call(library, "wiki_list").text().splitlines()
        assert [line for line in lines if line.startswith("- ")] == [
            "- people/ (6 pages in 2 directories)",
            "- places/ (1 page)",
        ]
        inside = call(library, "wiki_list", {"directory": "people"}).text()
        assert "- people/kings/ (3 pages)\n- people/poets/ (3 pages)" in inside


def test_a_directory_is_paged_by_name(own: Path) -> None:
    with Library.current(own) as library:
        first = call(library, "wiki_list", {"directory": "people/", "max_tokens": 120})
        assert isinstance(first, DirectoryRead)
        assert first.next
        (own / "wiki" / f"{first.entries[-1].path}.md").unlink()
        refresh(own)
        rest = call(library, "wiki_list", {"after": first.next, "max_tokens": 20_000})
        assert isinstance(rest, DirectoryRead)
        seen = [each.path for each in (*first.entries, *rest.entries)]
        assert seen == sorted(set(seen))
        assert {*seen} >= {path for path in library.catalogue.pages if layout.directory(path) == "people"}


def test_sections_are_shown_with_counts(wiki: Callable[..., Path]) -> None:
    root = wiki(
        {
            "people/_index": "# People\n\n## Poets\n- [[Ann]] -- a poet\n\n## Other\n- [[Ben]]\n- [[Gone]]\n",
            **{f"people/{name}": f"# {name}\n> {name} is here\n" for name in ("Ann", "Ben", "Cy")},
        }
    )
    with Library.current(root) as library:
        shown = call(library, "wiki_list", {"directory": "people"})
        assert isinstance(shown, DirectoryRead)
        assert shown.sections == (("Poets", 1), ("Other", 2))
        assert [layout.stem(each.path) for each in shown.entries] == ["Ann", "Ben", "Cy"]
        only = call(library, "wiki_list", {"directory": "people", "section": "poets"})
        assert "[[Ann]] -- Ann is here" in only.text()
        assert "Ben" not in only.text()


# --- wiki_links


def test_links_of_a_page_with_their_labels(library: Library) -> None:
    found = call(library, "wiki_links", {"page": "[[Edmund-Rooke]]"})
    assert isinstance(found, LinksResult)
    by_path = {link.path: link for link in found.links}
    assert "born in" in by_path["geography/Carrowbridge"].labels
    assert [link.kind for link in found.links] == sorted(
        (link.kind for link in found.links), key=["relation", "link", "mention"].index
    )
    some = call(library, "wiki_links", {"page": "Edmund-Rooke", "label": "born"})
    assert isinstance(some, LinksResult)
    assert [link.path for link in some.links] == ["geography/Carrowbridge"]


def test_links_are_paged(library: Library) -> None:
    whole = call(library, "wiki_links", {"page": "Hallowmouth", "limit": 200})
    assert isinstance(whole, LinksResult)
    shown: list[Any] = []
    after = ""
    while True:
        part = call(library, "wiki_links", {"page": "Hallowmouth", "limit": 7, "after": after})
        assert isinstance(part, LinksResult)
        shown += part.links
        after = part.next
        if not after:
            break
    assert tuple(shown) == whole.links


# --- source_read


def test_a_source_is_found_by_number_path_stem_and_key(library: Library) -> None:
    reading = Reading()
    legend = read(library, "Edmund-Rooke", reading=reading).legend[0]
    source = library.source(legend.digest)
    assert source is not None
    for name in (
        "1",
        "[1]",
        source.digest,
        source.article,
        source.key,
        layout.stem(source.digest),
        f"[[{source.digest}#^p0]]",
    ):
        found = call(library, "source_read", {"source": name}, reading)
        assert isinstance(found, SourceRead), (name, found.text())
        assert found.key == source.key


def test_a_source_is_paged(library: Library) -> None:
    for source in library.sources():
        whole = call(library, "source_read", {"source": source.key, "max_tokens": 20_000})
        assert isinstance(whole, SourceRead)
        shown: list[Any] = []
        after = ""
        while True:
            part = call(library, "source_read", {"source": source.key, "max_tokens": 120, "after": after})
            assert isinstance(part, SourceRead)
            shown += part.lines
            after = part.next
            if not after:
                break
        assert [line.number for line in shown] == [line.number for line in whole.lines]


def test_a_source_whose_article_is_gone(own: Path) -> None:
    with Library.current(own) as library:
        source = next(library.sources())
        (own / "wiki" / f"{source.article}.md").unlink()
        found = call(library, "source_read", {"source": source.key})
        assert isinstance(found, Problem)


# --- arguments

_ANY = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=50)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)
_HOSTILE = st.one_of(
    st.text(max_size=200),
    st.sampled_from(
        [
            "",
            " ",
            "\x00",
            "\ud800",
            "../../../etc/passwd",
            "/etc/passwd",
            "people/../people/Edmund-Rooke",
            ".wikic/catalogue",
            "wiki/people/Edmund-Rooke.md",
            'AND OR NOT "(" +x -y ~ * ? [a TO z] title:x ^2 \\',
            "[[",
            "[[]]",
            "]]",
            "people/Edmund-Rooke@99999999999999999999",
            "@",
            "people@",
            "sources/articles/x",
            "sources",
            "x" * 100_000,
            "港" * 50_000,
            "a b " * 30_000,
            "Ｅｄｍｕｎｄ　Ｒｏｏｋｅ",
            "\u202egnp.exe",
            "Who was the painter that 温少白 knew?",
        ]
    ),
)


@pytest.mark.parametrize("name", [each.name for each in TOOLS])
@examples(60)
@given(data=st.data())
def test_no_arguments_make_a_tool_raise(library: Library, name: str, data: st.DataObject) -> None:
    known = find_tool(name)
    assert known is not None
    value = st.one_of(_ANY, _HOSTILE, st.lists(_HOSTILE, max_size=3), st.integers(-5, 300))
    given_ = data.draw(
        st.fixed_dictionaries({}, optional=dict.fromkeys(known.parameters["properties"], value))
    )
    reading = Reading()
    result: Result = call(library, name, given_, reading)
    text = result.text()
    assert text.strip()
    text.encode("utf-8")
    json.loads(msgspec.json.encode(result))
    assert all(library.record(path) is not None for path in reading.pages)


def test_arguments_are_forgiven_where_they_are_clear(library: Library) -> None:
    forgiven = call(
        library, "wiki_read", {"paths": "Edmund-Rooke", "max_tokens": "500", "again": "true", "after": None}
    )
    assert forgiven.ok
    assert call(library, "wiki_search", {"query": "rooke", "limit": 10_000}).ok


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("wiki_read", {"path": "x"}, "paths?: array"),
        ("wiki_read", {}, "paths is missing"),
        ("wiki_search", {}, "query is missing"),
        ("wiki_search", {"query": 7}, "must be a list"),
        ("wiki_search", {"query": "a", "limit": "many"}, "must be a number"),
        ("wiki_find", {"query": "a"}, "wiki_search"),
        ("wiki_read", {"paths": ["Edmund Roke"]}, "people/Edmund-Rooke"),
        ("wiki_read", {"paths": ["Thomas Penhale"]}, "people/Thomas-Penhale-painter"),
        ("wiki_list", {"directory": "nowhere"}, "people"),
        ("source_read", {"source": "99"}, "no source"),
    ],
)
def test_a_problem_says_what_to_do_next(
    library: Library, name: str, arguments: dict[str, Any], said: str
) -> None:
    result = call(library, name, arguments)
    assert not result.ok
    assert said in result.text()


# --- cost


@given(st.text(), st.text())
def test_cost_adds_up(one: str, other: str) -> None:
    assert (
        max(count_tokens(one), count_tokens(other))
        <= count_tokens(one + other)
        <= count_tokens(one) + count_tokens(other)
    )
    assert (count_tokens(one) > 0) == bool(one)


@given(st.text(), st.integers(0, 50))
def test_what_is_cut_costs_no_more_than_it_may(text: str, limit: int) -> None:
    short = cut_to_tokens(text, limit)
    assert text.startswith(short)
    assert count_tokens(short) <= limit
    assert short == text or count_tokens(text[: len(short) + 1]) > limit


def test_han_characters_cost_one_token_each() -> None:
    assert count_tokens("港" * 100) == 100
    assert count_tokens("word " * 100) == 125
