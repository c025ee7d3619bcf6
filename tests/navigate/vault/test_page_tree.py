"""An adopted vault read as any wiki: what is a page, search, tools, answers, and what changes meanwhile."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import snapshot
from support.depth import examples
from support.pictures import png
from support.vault_notes import plant

from wikic.errors import NotAWikiError
from wikic.navigate.ask.agent.fact_handles import Handles
from wikic.navigate.ask.asker import Asker
from wikic.navigate.indexes import graph_file, mentions
from wikic.navigate.indexes.indexing import refresh
from wikic.navigate.library import Library
from wikic.navigate.reader.reader import Reader
from wikic.navigate.tools.result import Reading
from wikic.navigate.tools.toolbox import call
from wikic.navigate.vault.links import Lead
from wikic.navigate.vault.page_tree import page_tree

PAGES = (
    "Compost",
    "Garden plan",
    "Home",
    "Seed list",
    "archive/2019/北の畑/玉ねぎ",
    "archive/Compost",
    "people/Ada Fenwick",
    "tools/README",
    "tools/The shed",
    "untitled",
)


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return plant(tmp_path_factory.mktemp("garden"))


@pytest.fixture(scope="module")
def library(garden: Path) -> Iterator[Library]:
    with Library.current(garden) as found:
        yield found


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return plant(tmp_path / "own")


def text(library: Library, name: str, **arguments: object) -> str:
    return call(library, name, arguments).text()


def titles(library: Library, question: str) -> list[tuple[str, str, str | None]]:
    answer = Asker(library).ask(question).answer
    return [(each.page, each.text, each.heading) for each in answer.evidence]


# --- what is a page


def test_pages_are_what_the_configuration_has_checked(library: Library) -> None:
    assert tuple(library.catalogue.pages) == PAGES
    assert library.view("templates/Daily") is None
    assert library.view("raw/letter") is None


def test_roots_are_honoured(own: Path) -> None:
    settings = '[lint]\nprofile = "vault"\nroots = ["tools"]\nexclude = ["tools/README.md"]\n'
    (own / "wikic.toml").write_text(settings, encoding="utf-8")
    with Library.current(own) as library:
        assert list(library.catalogue.pages) == ["tools/The shed"]
        assert library.resolve("Home").path is None


def test_a_directory_without_a_configuration_is_no_vault(own: Path) -> None:
    (own / "wikic.toml").unlink()
    with pytest.raises(NotAWikiError) as raised:
        page_tree(own)
    assert "wikic adopt" in (raised.value.hint or "")


def test_nothing_is_written_but_indexes(own: Path) -> None:
    before = snapshot(own)
    with Library.current(own) as library:
        Asker(library).ask("Where does the key of the shed hang?")
        call(library, "wiki_read", {"paths": ["Home"]})
    assert snapshot(own, without=(".wikic",)) == before
    assert not (own / ".wikic/mirror").exists()


def test_what_cannot_be_read_is_passed_over(own: Path) -> None:
    (own / "Broken.md").write_bytes(b"---\ntitle: [\n---\n# Br\xffoken\n\nIts words are read.\n")
    (own / "away.md").symlink_to("/etc/hostname")
    (own / "pipe.md").unlink(missing_ok=True)
    os.mkfifo(own / "pipe.md")
    with Library.current(own) as library:
        assert set(library.catalogue.pages) - set(PAGES) == {"Broken"}
        assert "Its words are read." in text(library, "wiki_read", paths=["Broken"])


# --- tools


def test_the_root_is_listed_with_its_pages(library: Library) -> None:
    listed = text(library, "wiki_list")
    assert listed.startswith(f"# {library.root.name} (5 pages)\n- archive/ (2 pages)\n- people/ (1 page)\n")
    assert "- [[Garden plan]] (Plan for the allotment)\n- [[Home]] (Start here) #map #garden" in listed
    assert text(library, "wiki_read", paths=["/"]) == listed


def test_a_long_root_is_read_on(own: Path) -> None:
    for number in range(60):
        (own / f"Note {number:02} of a vault with a long list.md").write_text("Words.\n", encoding="utf-8")
    with Library.current(own) as library:
        seen: list[str] = []
        after = ""
        for _ in range(20):
            read = text(library, "wiki_read", paths=["/"], max_tokens=400, after=after)
            seen += [line for line in read.splitlines() if line.startswith("- [[Note")]
            if "after='" not in read:
                break
            after = read.rpartition("after='")[2].partition("'")[0]
        assert len(seen) == len(set(seen)) == 60


def test_a_page_stands_before_the_directory_of_its_name(own: Path) -> None:
    (own / "tools.md").write_text("What the shed holds.\n", encoding="utf-8")
    with Library.current(own) as library:
        assert "What the shed holds." in text(library, "wiki_read", paths=["tools"])
        assert text(library, "wiki_read", paths=["tools/"]).startswith("# tools (tools/, 2 pages)")


def test_a_page_is_read_as_it_was_written(library: Library) -> None:
    read = text(library, "wiki_read", paths=["Compost"])
    assert "- [ ] Shredded cardboard from Ada\n    - without tape\n\n> [!warning] No cooked food\n" in read
    assert "| Thing | Why |\n| --- | --- |\n| Citrus peel | too sour for worms |" in read
    assert "```python\ndef turn(heap):\n    return heap[::-1]\n```" in read
    assert "## What stays out" in read
    assert "never show this" not in read


def test_an_index_is_a_page_like_any_other(library: Library) -> None:
    assert "What is sharp" in text(library, "wiki_read", paths=["tools/README"])
    assert [entry.path for entry in library.entries("tools")] == ["tools/README", "tools/The shed"]


def test_a_folder_called_sources_holds_pages(own: Path) -> None:
    page = own / "sources/articles/Interview.md"
    page.parent.mkdir(parents=True)
    page.write_text("# Interview\n\nThe warden spoke of drought.\n", encoding="utf-8")
    with Library.current(own) as library:
        assert "drought" in text(library, "wiki_read", paths=["sources/articles/Interview"])
        assert library.source("sources/articles/Interview") is None
        assert titles(library, "Who spoke of drought?")[0][0] == "sources/articles/Interview"


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("Ada", "people/Ada Fenwick"),
        ("[[Mrs Fenwick|her]]", "people/Ada Fenwick"),
        ("the SHED", "tools/The shed"),
        ("Beds", "Garden plan"),
        ("Compost#What goes in", "Compost"),
        ("archive/Compost.md", "archive/Compost"),
        ("玉ねぎ", "archive/2019/北の畑/玉ねぎ"),
        ("Daily", None),
    ],
)
def test_names(library: Library, name: str, path: str | None) -> None:
    assert library.resolve(name).path == path


def test_search_finds_headings_tags_and_scripts_without_spaces(library: Library) -> None:
    def first(query: str, **more: str) -> str:
        return library.search.search(query, limit=1, **more)[0].path

    assert first("What stays out") == "Compost"
    assert first("garden", tag="map") == "Home"
    assert first("六月に収穫") == "archive/2019/北の畑/玉ねぎ"
    assert first("dry heap", directory="archive") == "archive/Compost"


# --- answers


def test_an_answer_is_passages_with_page_and_heading(library: Library) -> None:
    answer = Asker(library).ask("Why does citrus peel stay out?").answer
    best = answer.evidence[0]
    assert best.text == "Thing: Citrus peel; Why: too sour for worms"
    assert best.address == "[[Compost#What stays out]]"
    assert answer.sources == ()
    assert titles(library, "When do runner beans go out?")[0] == (
        "Seed list",
        "Runner beans go out after the last frost, around 20 May.",
        "Beans",
    )
    assert Asker(library).ask("slugs and beer traps").answer.evidence[0].address == "[[untitled]]"


@pytest.mark.parametrize(
    "question",
    [
        "What is the capital of Peru?",
        "molehills",
        "a template of nobody",
    ],
)
def test_what_no_page_says_is_refused(library: Library, question: str) -> None:
    assert not Asker(library).ask(question).answer.answered


def test_a_template_is_no_evidence(library: Library) -> None:
    answer = Asker(library).ask("a template of nobody").answer
    assert {each.page for each in answer.evidence} <= set(PAGES)
    assert answer.sure < 0.5


# --- readers


def test_backlinks_come_with_the_sentence_that_links(library: Library) -> None:
    page = Reader(library).page("people/Ada Fenwick")
    assert page is not None
    assert {each.page.path: each.text for each in page.mentions} == {
        "Compost": "No cooked food: It draws rats, says Ada Fenwick.",
        "Home": "people/Ada Fenwick",
        "tools/The shed": "Its key hangs under the third flowerpot. Ada Fenwick has the other one. "
        "See Compost and people.",
    }
    # Who only names the page comes behind those who link to it.
    assert page.mentions[-1].page.path == "tools/The shed"


def test_a_page_names_where_its_links_lead(library: Library) -> None:
    page = Reader(library).page("Home")
    assert page is not None
    (group,) = page.related
    assert [each.path for each in group.pages] == [
        "Compost", "Garden plan", "Seed list", "people/Ada Fenwick", "tools/The shed"
    ]  # fmt: skip
    assert "A page nobody wrote" in {edge.target for edge in library.graph.out("Home")}


# --- changes


def test_a_changed_page_and_a_new_picture_are_seen(own: Path) -> None:
    with Library.current(own) as library:
        assert library.lead("new.png", "Home") is None
    png(own / "deep/new.png")
    (own / "Home.md").write_text("Only [[Fresh]] words about beetroot.\n", encoding="utf-8")
    (own / "Fresh.md").write_text("---\naliases: [Beetroot]\n---\nRed.\n", encoding="utf-8")
    (own / "people/Ada Fenwick.md").unlink()
    with Library.current(own) as library:
        assert library.lead("new.png", "Home") == Lead("file", "deep/new.png")
        assert {edge.target for edge in library.graph.out("Home")} >= {"Fresh"}
        assert library.resolve("Ada").path is None
        assert library.search.search("beetroot", limit=1)[0].path == "Fresh"
        assert library.shown_file("deep/new.png") == (own / "deep/new.png").read_bytes()


def test_other_settings_have_every_page_read_again(own: Path) -> None:
    (own / "people/Ada Fenwick.md").write_text("---\nalso: Plot keeper\n---\nAda.\n", encoding="utf-8")
    with Library.current(own) as library:
        assert library.resolve("Plot keeper").path is None
    with (own / "wikic.toml").open("a", encoding="utf-8") as settings:
        settings.write('[lint.keys]\naliases = ["also"]\n')
    with Library.current(own) as library:
        assert library.resolve("Plot keeper").path == "people/Ada Fenwick"


def test_a_second_start_reads_no_page(own: Path) -> None:
    old = 1_700_000_000
    for file in own.rglob("*"):
        os.utime(file, (old, old))
    assert refresh(own).changed == len(PAGES)
    assert refresh(own).changed == 0


FILES = st.sampled_from(["a/One", "a/Two", "b/One", "Three"])
WORDS = st.sampled_from(
    ["[[One]]", "[[a/Two|x]] Three", "[y](One.md)", "[z](../b/One.md) [[Uno]]", None, "Uno"]
)


@examples(25)
@given(rounds=st.lists(st.lists(st.tuples(FILES, WORDS), min_size=1, max_size=3), min_size=1, max_size=3))
def test_a_graph_renewed_equals_one_made_anew(
    tmp_path_factory: pytest.TempPathFactory, rounds: list[list[tuple[str, str | None]]]
) -> None:
    root = tmp_path_factory.mktemp("vault")
    (root / "wikic.toml").write_text('[lint]\nprofile = "vault"\n', encoding="utf-8")
    for number in range(30):  # so that a change is a small part
        (root / f"Other {number}.md").write_text("Nothing.\n", encoding="utf-8")
    for at, changes in enumerate(rounds):
        for path, words in changes:
            file = root / f"{path}.md"
            if words is None:
                file.unlink(missing_ok=True)
            else:
                file.parent.mkdir(exist_ok=True)
                alias = "---\naliases: [Uno]\n---\n" if words == "Uno" else ""
                file.write_text(f"{alias}{words} in round {at}.\n", encoding="utf-8")
        refresh(root)
        with Library.open(root) as library:
            now = library.catalogue
            said = mentions.find_mentions(now.names(), root / ".wikic")
            assert library.graph == graph_file.graph_of(now, library.tree, said)


# --- where nothing can be written


def test_without_a_place_in_the_vault_the_index_lies_elsewhere_and_it_is_said(own: Path) -> None:
    (own / ".wikic/index.lock").mkdir(parents=True)  # what cannot be locked cannot be written
    before = snapshot(own, without=(".wikic",))
    with Library.current(own) as library:
        assert titles(library, "When do runner beans go out?")[0][0] == "Seed list"
        assert library.resolve("Ada").path == "people/Ada Fenwick"
        (said,) = library.said
        assert "the index is made for this run alone" in said
        place = Path(said.rpartition(" in ")[2])
        assert place.is_dir()
    assert snapshot(own, without=(".wikic",)) == before
    assert not place.exists()


def test_a_model_is_shown_passages_that_it_can_cite(library: Library) -> None:
    handles = Handles(Reading())
    shown = handles.text(call(library, "wiki_read", {"paths": ["Seed list"]}, Reading()))
    assert "[F2] Runner beans go out" in shown
    assert handles["F2"].page == "Seed list"
    view = library.view("Seed list")
    assert view is not None and handles["F2"].fact == view.facts[1].id
