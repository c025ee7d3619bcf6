"""What a reader is shown of pages, sources and directories is what the wiki holds, nothing left out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from wikic import layout
from wikic.document.quotes import segment
from wikic.navigate.indexes.indexing import refresh
from wikic.navigate.library import Library
from wikic.navigate.reader import reader as reading
from wikic.navigate.reader.reader import MOST_MENTIONS, Reader, line_in_words
from wikic.navigate.reader.values import ReaderPage, ShownFact
from wikic.store.records import FileRecord
from wikic.store.tree import TreeStore


@pytest.fixture(scope="module")
def reader(library: Library) -> Reader:
    return Reader(library)


def pages(reader: Reader) -> list[ReaderPage]:
    found = [reader.page(path) for path in reader.library.catalogue.pages]
    assert found and None not in found
    return [page for page in found if page is not None]


def shown(page: ReaderPage) -> list[ShownFact]:
    return [fact for section in page.sections for fact in section.facts]


def test_every_fact_is_shown_once_and_in_order(reader: Reader) -> None:
    for page in pages(reader):
        view = reader.library.view(page.path)
        assert view is not None
        assert [fact.id for fact in shown(page)] == [fact.id for fact in view.facts]
        assert [fact.holder for fact in shown(page)] == [fact.holder for fact in view.facts]


def test_every_citation_shows_the_sentence_and_leads_to_it(reader: Reader) -> None:
    cited = 0
    for page in pages(reader):
        quotes = {
            (source.number, quoted.id): quoted
            for source in page.sources
            for run in source.passages
            for quoted in run
        }
        for fact in shown(page):
            assert fact.citations
            for cite in fact.citations:
                source = page.sources[cite.source - 1]
                assert source.number == cite.source
                document = reader.source(source.article)
                assert document is not None
                texts = {piece.id: piece.text for group in document.groups for piece in group.pieces}
                for block in cite.blocks:
                    cited += 1
                    assert quotes[cite.source, block].cited
                    assert block in texts
    assert cited > 100


def test_what_stands_beside_a_quote_is_not_cited(reader: Reader) -> None:
    beside = [
        (page, source, quoted)
        for page in pages(reader)
        for source in page.sources
        for run in source.passages
        for quoted in run
        if not quoted.cited
    ]
    assert beside
    for page, source, quoted in beside:
        blocks = {block for fact in shown(page) for cite in fact.citations if cite.source == source.number
                  for block in cite.blocks}  # fmt: skip
        assert quoted.id not in blocks


def test_a_source_is_its_article(reader: Reader) -> None:
    for article in reader.library.catalogue.sources:
        found, text = reader.source(article), reader.library.article(article)
        assert found is not None and text is not None
        pieces = [piece for group in found.groups for piece in group.pieces]
        assert [piece.id for piece in pieces] == [block.id for block in segment(text.text, text.language)]
        digest = reader.library.digest(f"{layout.DIGESTS_DIR}/{layout.stem(article)}")
        assert digest is not None
        assert {piece.id for piece in pieces if piece.taken} == {block.id for block in digest.blocks}
        assert found.title == text.title


def test_who_names_a_page_says_so(reader: Reader) -> None:
    told = 0
    for page in pages(reader):
        assert len(page.mentions) <= MOST_MENTIONS
        assert page.path not in {mention.page.path for mention in page.mentions}
        for mention in page.mentions:
            other = reader.page(mention.page.path)
            assert other is not None
            if mention.fact:
                told += 1
                assert mention.fact in {fact.id for fact in shown(other)}
    assert told


def test_related_pages_are_there(reader: Reader) -> None:
    page = reader.page("people/Hester-Dunn")
    assert page is not None
    by_label = {group.label: [each.title for each in group.pages] for group in page.related}
    assert by_label["father"] == ["Isaac Dunn"]
    assert list(by_label)[-1] == ""  # what is only named comes last
    for group in page.related:
        for each in group.pages:
            assert reader.page(each.path) is not None


def test_where_a_page_stands(reader: Reader) -> None:
    page = reader.page("people/Hester-Dunn")
    assert page is not None and [(each.path, each.title) for each in page.above] == [("people", "People")]


def test_what_is_not_there_is_none(reader: Reader) -> None:
    for path in ("people/Nobody", "people", "", "../secret", "sources/articles/none", "people/_index"):
        assert reader.page(path) is None
        assert reader.source(path) is None
    assert reader.directory("nowhere") is None
    assert reader.directory("people", 2) is None and reader.directory("people", 0) is None


def test_screens_of_a_directory_hold_each_page_once(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "SCREEN", 5)
    first = reader.directory("people")
    assert first is not None and first.count > 2
    found = []
    for number in range(1, first.count + 1):
        screen = reader.directory("people", number)
        assert screen is not None and screen.number == number
        names = [each.path for listed in screen.lists for each in listed.pages]
        assert 0 < len(names) <= 5
        found += names
    assert found == [each.path for each in reader.library.entries("people")]
    assert len(found) == first.total


def test_screens_of_the_documents_hold_each_once_under_its_collection(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "SCREEN", 7)
    first = reader.sources()
    assert first is not None and first.count > 2 and first.total == len(reader.library.catalogue.sources)
    found = []
    for number in range(1, first.count + 1):
        screen = reader.sources(number)
        assert screen is not None
        assert 0 < sum(len(each.sources) for each in screen.collections) <= 7
        for each in screen.collections:
            assert all(source.key.startswith(f"{each.name}/") for source in each.sources)
            found += each.sources
    assert sorted(each.article for each in found) == sorted(reader.library.catalogue.sources)
    assert reader.sources(first.count + 1) is None and reader.sources(0) is None
    views = [
        view for path in reader.library.catalogue.pages if (view := reader.library.view(path)) is not None
    ]
    own = [fact for view in views for fact in view.facts if not fact.borrowed]
    for source in found:
        digest = f"{layout.DIGESTS_DIR}/{layout.stem(source.article)}"
        citing = [fact for fact in own if digest in {cite.digest for cite in fact.citations}]
        assert source.facts == len(citing)


def test_documents_stand_by_collection_and_name_in_order(
    wiki: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "SCREEN", 3)
    days = {"log/a": 10, "log/b": 9, "notes/a": 1, "notes/b": 2}
    documents = {
        f"sources/articles/{key.replace('/', '-')}-0a1b2c": f"---\nkey: {key}\ntitle: Day {day}\n---\nOn.\n"
        for key, day in days.items()
    }
    root = wiki({**documents, "people/Ben": "# Ben\n"})
    refresh(root)
    with Library.current(root) as library:
        one, two = Reader(library).sources(1), Reader(library).sources(2)
    assert one is not None and two is not None
    assert [(each.name, each.total, each.screen) for each in one.collections] == [
        ("log", 2, 1),
        ("notes", 2, 1),
    ]
    titles = [
        [[each.title for each in listed.sources] for listed in screen.collections] for screen in (one, two)
    ]
    assert titles == [[["Day 9", "Day 10"], ["Day 1"]], [[], ["Day 2"]]]
    assert {source.facts for listed in one.collections for source in listed.sources} == {0}


def test_the_wiki_itself_lists_its_directories(reader: Reader) -> None:
    home = reader.directory("")
    assert home is not None and home.title == "Harbour"
    assert sum(each.pages for each in home.below) == len(reader.library.catalogue.pages)
    assert all(each.first for each in home.below)


PAGE = """---
type: people
title: Ann
---
# Ann
> A keeper.

## Key Facts
- My own first line.
- Ann kept the light. [[sources/digests/a-1#^p00000001]] ^f00000001
  She really did.
- My own last line, about [[Ben]].

## Notes of mine
Look *here*.

## Related Pages
- [[Ben]] -- brother
- [[Nobody-There]] -- mentions
"""


def test_peoples_words_stand_where_they_stand(wiki: Callable[..., Path]) -> None:
    root = wiki({"people/Ann": PAGE, "people/Ben": "# Ben\n\nBen is known to Ann.\n"})
    refresh(root)
    with Library.current(root) as library:
        page = Reader(library).page("people/Ann")
    assert page is not None
    assert page.summary == "A keeper."
    first, facts, last = page.sections
    assert first.words == ("- My own first line.",) and not first.facts
    (fact,) = facts.facts
    assert fact.notes == ("She really did.", "- My own last line, about [[Ben]].")
    assert (last.heading, last.level, "".join(last.words).strip()) == ("Notes of mine", 2, "Look *here*.")
    assert [(group.label, group.pages[0].path, group.pages[0].title) for group in page.related] == [
        ("brother", "people/Ben", "Ben"),
        ("", "", "Nobody There"),
    ]
    # Its source is not in this wiki: the citation stays, without a quote.
    assert page.sources[0].passages == ()


def test_pages_at_the_root_are_pages(wiki: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    notes = {name: f"# {name}\n> On {name}.\n\nSee [[Ben]].\n" for name in ("Read-me", "About", "To-do")}
    root = wiki({**notes, "index": "# Home\n", "people/Ben": "# Ben\n\nBen read Read-me.\n"})
    refresh(root)
    with Library.current(root) as library:
        reader = Reader(library)
        page = reader.page("Read-me")
        assert page is not None and (page.title, page.above) == ("Read-me", ())
        assert library.resolve("read me").paths == ("Read-me",)
        assert library.search.search("About")[0].path == "About"
        assert {back.source for back in library.graph.backlinks("people/Ben")} == set(notes)
        monkeypatch.setattr(reading, "SCREEN", 2)
        first, second = reader.directory("", 1), reader.directory("", 2)
    assert first is not None and second is not None and library.directory_names() == ("people",)
    assert [each.path for each in first.below] == ["people"] and not second.below
    shown = [each.path for screen in (first, second) for listed in screen.lists for each in listed.pages]
    assert shown == sorted(notes)


def test_headings_of_a_source_skip_no_level(wiki: Callable[..., Path]) -> None:
    head = "---\nkey: a/b\ntitle: T\n---\n"
    text = head + "# T\n\nOne.\n\n#### Deep\n\nTwo.\n\n## Up\n\nThree.\n\n##### Deep\n\nFour.\n"
    root = wiki({"people/Ben": "# Ben\n", "sources/articles/a-b-0a1b2c": text})
    refresh(root)
    with Library.current(root) as library:
        source = Reader(library).source("sources/articles/a-b-0a1b2c")
    assert source is not None
    headings = [group.pieces[0] for group in source.groups if group.shape == "heading"]
    assert [(each.text, each.level) for each in headings] == [("T", 1), ("Deep", 2), ("Up", 2), ("Deep", 3)]


def test_a_list_is_one_group_and_a_repeated_sentence_has_its_id_once(wiki: Callable[..., Path]) -> None:
    head = "---\nkey: a/b\ntitle: T\n---\n"
    text = (
        head
        + "# T\n\n1. Open the valve.\n2. Start the pump.\n   - Check the oil.\n3. Stop.\n\nYes.\n\nYes.\n"
    )
    root = wiki({"people/Ben": "# Ben\n", "sources/articles/a-b-0a1b2c": text})
    refresh(root)
    with Library.current(root) as library:
        source = Reader(library).source("sources/articles/a-b-0a1b2c")
    assert source is not None
    (items,) = [group for group in source.groups if group.shape == "item"]
    assert [(each.level, each.text) for each in items.pieces] == [
        (0, "Open the valve."), (0, "Start the pump."), (1, "Check the oil."), (0, "Stop."),
    ]  # fmt: skip
    yes = [each for group in source.groups for each in group.pieces if each.text == "Yes."]
    assert [each.again for each in yes] == [False, True]


def test_a_library_that_holds_shows_one_state(own: Path) -> None:
    file = own / "wiki/people/Isaac-Dunn.md"
    before = file.read_text()
    with Library.current(own) as library:
        library.hold()
        first = library.record("people/Isaac-Dunn")
        assert first is not None and first.text == before
        file.write_text(before + "\nMore.\n")
        assert library.record("people/Isaac-Dunn") is first
        assert library.record("people/Nobody") is None
    with Library.current(own) as library:
        again = library.record("people/Isaac-Dunn")
        assert again is not None and again.text != before


class _Counting(TreeStore):
    """The tree itself; ``read_so_far`` has every path that was read, as often as it was."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.read_so_far: list[str] = []

    def get(self, path: str) -> FileRecord | None:
        self.read_so_far.append(path)
        return super().get(path)


def test_of_one_page_no_file_is_read_twice_and_the_next_is_made_of_files_as_they_are(own: Path) -> None:
    store = _Counting(own / "wiki")
    refresh(own)
    with Library.open(own, store=store) as library:
        reader = Reader(library)
        assert reader.page("people/Isaac-Dunn") is not None
        assert store.read_so_far and len(set(store.read_so_far)) == len(store.read_so_far)
        with library.one_state():
            first = library.record("people/Isaac-Dunn")
            file = own / "wiki/people/Isaac-Dunn.md"
            file.write_text(file.read_text() + "\n## Mine\n\nMore.\n")
            assert library.record("people/Isaac-Dunn") is first
        page = reader.page("people/Isaac-Dunn")
        assert page is not None and page.sections[-1].heading == "Mine"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("| Loaf | | 4.80 |", "Loaf; 4.80"),
        ("  - [x] pay  Ada", "pay Ada"),
        ("2. Call Ada", "Call Ada"),
        ("3-2-1 by Ada", "3-2-1 by Ada"),
    ],
)
def test_of_a_row_or_an_item_the_words_are_said(line: str, said: str) -> None:
    assert line_in_words(line) == said
