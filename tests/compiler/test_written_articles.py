"""Written articles in the wiki: they stand above the facts, go with their documents, keep people's words."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.bench import Bench
from support.depth import examples
from support.drawn_docs import corpora, doc
from support.keeper import BOARD, CORPUS, KEEPER, PAGE, STORM
from support.pen import OPTIONS, Pen, articles_of, every_unit, land
from support.table_curator import Doc, TableCurator

from wikic.compiler.article_writing import count_stale
from wikic.compiler.fold_expectations import expectations, is_current
from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.errors import UsageError
from wikic.layout import sentence_id
from wikic.model.change import ChangeSet
from wikic.model.written import Part, Sentence, Unit, Written
from wikic.wiki import transaction, written_file
from wikic.wiki.fold.written_articles import Subject, group_of
from wikic.wiki.merging.page import merge_page
from wikic.wiki.review_folder import ReviewFolder
from wikic.wiki.tree import Tree
from wikic.wiki.workspace import Workspace
from wikic.wiki.written_text import without_fallen


@pytest.fixture(scope="module")
def shared() -> Iterator[Bench]:
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Bench(Path(folder))


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    found = Bench(tmp_path).start()
    found.compile(CORPUS)
    return found


def page(bench: Bench) -> str:
    return (bench.wiki / PAGE).read_text("utf-8")


def save(bench: Bench, old: str, new: str) -> None:
    text = page(bench)
    assert text.count(old) == 1, text
    (bench.wiki / PAGE).write_text(text.replace(old, new))


def article(bench: Bench) -> str:
    """What stands between the heading and the facts."""
    return page(bench).partition("# Isak Dunn\n")[2].partition("## Key Facts")[0].strip()


def only_lead(subject: Subject) -> tuple[Part, ...]:
    return every_unit(subject)[:1]


# --- on the page ----------------------------------------------------------------------------------


def test_the_article_stands_above_the_facts_which_stay(bench: Bench) -> None:
    before = page(bench)
    done = Pen().run(bench.kb)
    assert done.written == ("people/Isak-Dunn",) and done.clean
    text = page(bench)
    assert article(bench).startswith("Told of Isak Dunn: Isak Dunn was")
    assert "\n## What else is known\n" in text and "\n| Document | Number |\n|---|---|\n" in text
    for line in before.splitlines():
        if line.startswith(("- ", "# ", "title:", "## ")):
            assert line in text.splitlines()
    assert "written: 12 sentences from 6 statements of 3 documents" in text
    assert done.report.findings == ()


def test_each_sentence_ends_in_a_link_to_what_it_rests_on(bench: Bench) -> None:
    Pen(only_lead).run(bench.kb)
    (written,) = articles_of(bench.kb).values()
    for sentence in written.parts[0].sentences:
        id = sentence_id(sentence.cells)
        (line,) = (each for each in page(bench).splitlines() if each.startswith(f"[{id}]: "))
        assert line.startswith(f"[{id}]: <../sources/digests/t-") and "#p" in line
        assert f"[⁂][{id}]" in article(bench)


def test_a_second_run_asks_nothing_and_changes_nothing(bench: Bench) -> None:
    Pen().run(bench.kb)
    before = bench.files()
    pen = Pen()
    done = pen.run(bench.kb)
    assert (pen.asked, done.written, done.current) == ([], (), 1)
    bench.compile(CORPUS)
    assert bench.files() == before
    bench.forget_build()
    bench.compile(CORPUS)
    assert bench.files() == before


def test_a_page_of_a_document_and_one_of_which_little_is_said_get_none(bench: Bench) -> None:
    assert Pen().run(bench.kb).written == ("people/Isak-Dunn",)
    with pytest.raises(UsageError, match="Hallow Light: too little is said"):
        Pen().run(bench.kb, pages=("Hallow Light",))
    with pytest.raises(UsageError, match="no page is called 'Nobody'"):
        Pen().run(bench.kb, pages=("Nobody",))


def test_a_named_page_is_written_anew(bench: Bench) -> None:
    Pen().run(bench.kb)
    pen = Pen(only_lead)
    assert pen.run(bench.kb, pages=("isak dunn",)).written == ("people/Isak-Dunn",)
    assert "What else is known" not in page(bench)
    assert len(list((bench.wiki / "sources/written").iterdir())) == 1


def test_what_the_same_model_wrote_is_not_written_anew_unless_it_is_named(bench: Bench) -> None:
    Pen().run(bench.kb)
    assert Pen().run(bench.kb, anew=True).written == ()
    assert Pen(writes_as="pen/2").run(bench.kb).written == ()
    assert Pen(writes_as="pen/2").run(bench.kb, anew=True).written == ("people/Isak-Dunn",)


def test_a_page_that_is_named_twice_is_written_once(bench: Bench) -> None:
    pen = Pen()
    done = pen.run(bench.kb, pages=("Isak Dunn", "people/Isak-Dunn.md", "Isak-Dunn"))
    assert pen.asked == ["Isak Dunn"] and done.written == ("people/Isak-Dunn",)


def test_a_name_of_several_pages_is_refused_with_their_paths(bench: Bench) -> None:
    light = bench.wiki / "places/Hallow-Light.md"
    light.write_text(light.read_text().replace("title: Hallow Light\n", "title: Isak Dunn\n"))
    pen = Pen()
    with pytest.raises(UsageError, match="'isak dunn' may be people/Isak-Dunn or places/Hallow-Light"):
        pen.run(bench.kb, pages=("isak dunn",))
    assert pen.asked == []
    assert pen.run(bench.kb, pages=("people/isak-dunn",)).written == ("people/Isak-Dunn",)


def test_two_things_of_one_title_wait_beside_each_other(bench: Bench) -> None:
    Pen().run(bench.kb, replace(OPTIONS, review=True))
    folder = ReviewFolder(bench.kb)
    ((key, one),) = folder.articles().items()
    other = replace(one, things=(("t/elsewhere", "Isak Dunn"),), parts=one.parts[:1])
    later = replace(one, things=(*one.things, ("t/later", "Isak Dunn")), parts=one.parts[:2])
    put(bench, [other])
    assert len(folder.articles()) == 2 and folder.articles()[key] == one
    put(bench, [later])  # of the same thing, of which one document more tells
    assert set(map(str, folder.articles().values())) == {str(other), str(later)}


def test_what_waits_goes_with_a_document_that_is_moved(tmp_path: Path) -> None:
    bench, folder = Bench(tmp_path).start(), tmp_path / "t"
    docs = [replace(each, key=f"{each.key}.md") for each in CORPUS]
    docs.append(replace(BOARD, key="t/moved.md"))
    folder.mkdir()
    for each in docs[:3]:
        (tmp_path / each.key).write_text(each.text)
    compile_documents(bench.kb, [folder], TableCurator(tuple(docs)), OPTIONS)
    assert Pen().run(bench.kb, replace(OPTIONS, review=True)).written == ("people/Isak-Dunn",)
    (folder / "board.md").rename(folder / "moved.md")
    report = compile_documents(bench.kb, [folder], TableCurator(tuple(docs)), OPTIONS)
    assert report.gone == () and ReviewFolder(bench.kb).articles() == {}
    assert Pen().run(bench.kb).written == ("people/Isak-Dunn",)


def test_one_that_waits_gives_way_to_two_of_what_was_one_thing(bench: Bench) -> None:
    Pen().run(bench.kb, replace(OPTIONS, review=True))
    (one,) = ReviewFolder(bench.kb).articles().values()
    parted = [replace(one, things=(each,)) for each in one.things[:2]]
    put(bench, [*parted, parted[0]])
    assert set(map(str, ReviewFolder(bench.kb).articles().values())) == set(map(str, parted))


def put(bench: Bench, articles: list[Written]) -> None:
    changes = ReviewFolder(bench.kb).put_articles(articles)
    transaction.apply_beside(bench.kb, ChangeSet("put aside", ()), changes)


def test_of_articles_that_come_at_once_a_thing_keeps_the_last_and_those_that_do_not_stand_are_not_written(
    bench: Bench,
) -> None:
    Pen().run(bench.kb)
    (first,) = articles_of(bench.kb).values()
    second = replace(first, parts=first.parts[:1])
    nobodys = replace(first, units=(*first.units, Unit("t/gone", "s1", "It is gone.")))
    space = Workspace.open(bench.kb, "Table")
    space.land(space.propose("take articles in", articles=[second, nobodys, second, replace(first)]))
    assert list(articles_of(bench.kb).values()) == [first]
    assert len(list((bench.wiki / "sources/written").iterdir())) == 1
    space = Workspace.open(bench.kb, "Table")
    space.land(space.propose("take articles in", articles=[nobodys, first, second]))
    assert list(articles_of(bench.kb).values()) == [second]
    before = bench.files()
    bench.forget_build()
    bench.compile(CORPUS)
    assert bench.files() == before


def test_a_dry_run_writes_nothing_and_shows_the_page(bench: Bench) -> None:
    before = bench.files()
    done = Pen().run(bench.kb, replace(OPTIONS, dry_run=True))
    assert bench.files() == before
    paths = [change.path for change in done.report.proposed or ()]
    assert PAGE in paths and any(path.startswith("sources/written/") for path in paths)


def test_hostile_words_in_the_object_file_are_plain_words_on_the_page(bench: Bench) -> None:
    """What a clone brings is shown as text, whatever it is."""

    def hostile(subject: Subject) -> tuple[Part, ...]:
        texts = (
            "[[Bo]] and [x](javascript:y) ![p](http://e/x.png) <script>a</script> <!-- wikic -->",
            "## Key Facts",
            "- a bullet ^f00000000",
            "a | b \\| c `code` | d",
        )
        said = tuple(Sentence((text,), (0,)) for text in texts)
        rows = tuple(Sentence((text, "x"), (0,)) for text in texts)
        head = ("A | B", "<b>")
        return (Part("lead", "", said), Part("prose", "Key Facts", said), Part("table", "# x", rows, head))

    done = Pen(hostile).run(bench.kb)
    assert done.report.findings == ()
    text = page(bench)
    assert text.count("\n## Key Facts\n") == 1 and text.count("\n<!-- wikic -->\n") == 1
    assert "<script>" not in text.replace("\\<script>", "") and "[[Bo]]" not in text.replace("\\[[", "")
    before = bench.files()
    bench.forget_build()
    bench.compile(CORPUS)
    assert bench.files() == before


# --- forgetting, changing --------------------------------------------------------------------------


@examples(25)
@given(corpora(), st.data())
def test_forgetting_is_never_having_compiled(
    shared: Bench, corpus: tuple[Doc, ...], data: st.DataObject
) -> None:
    """An article goes whole with one document of its, others stay as if they had been written without it."""
    gone = data.draw(st.sets(st.sampled_from([each.key for each in corpus]), min_size=1))
    shared.start().compile(corpus)
    Pen().run(shared.kb)
    written = list(articles_of(shared.kb).values())
    shared.forget(gone)
    after = shared.files()
    shared.start().compile([each for each in corpus if each.key not in gone])
    land(shared.kb, [each for each in written if not gone & {unit.key for unit in each.units}])
    assert after == shared.files()


@examples(15)
@given(corpora(), st.data())
def test_what_is_remembered_changes_nothing(
    shared: Bench, corpus: tuple[Doc, ...], data: st.DataObject
) -> None:
    changed = tuple(data.draw(doc(each.key)) for each in corpus)
    shared.start().compile(corpus)
    Pen().run(shared.kb)
    shared.compile(changed)
    after = shared.files()
    assert is_current(Tree(shared.kb), "Table")
    shared.forget_build()
    report = shared.compile(changed)
    assert (report.written, report.deleted, report.notices) == (0, 0, ())
    assert shared.files() == after


def test_forgetting_one_document_takes_the_article_and_leaves_the_facts(bench: Bench) -> None:
    Pen().run(bench.kb)
    bench.forget(["t/board"])
    text = page(bench)
    assert "Told of" not in text and "written:" not in text and "wikic wrote" not in text
    assert "Isak Dunn was born in 1829." in text
    assert not list((bench.wiki / "sources/written").glob("*"))
    assert Pen().run(bench.kb).written == ("people/Isak-Dunn",)  # it is due again


def test_a_document_that_says_otherwise_takes_its_sentences_and_makes_the_article_stale(bench: Bench) -> None:
    Pen(only_lead).run(bench.kb)
    assert "born in 1829" in article(bench)
    says = [(of, text.replace("1829", "1831"), to) for of, text, to in KEEPER.says]
    bench.compile((replace(KEEPER, says=tuple(says)), STORM, BOARD))
    assert "1829" not in article(bench) and "first keeper" in article(bench)
    assert "1 left out, for documents have changed" in page(bench)
    assert count_stale(Workspace.open(bench.kb, "Table")) == (1, ("people/Isak-Dunn",))
    pen = Pen(only_lead)
    pen.run(bench.kb)
    assert pen.asked == ["Isak Dunn"] and "1831" in article(bench)


def test_a_document_that_says_the_same_in_other_words_takes_nothing(bench: Bench) -> None:
    Pen(only_lead).run(bench.kb)
    before = article(bench)
    says = [
        (of, text.replace("was born in 1829", "was born in the year 1829"), to)
        for of, text, to in KEEPER.says
    ]
    bench.compile((replace(KEEPER, says=tuple(says)), STORM, BOARD))
    assert article(bench) == before and "in the year 1829" in page(bench)


def test_what_a_sentence_had_from_elsewhere_does_not_fall_with_a_rewording(bench: Bench) -> None:
    """A date of a document, an alias, a head of a table or a sum stands in no unit."""

    def dated(subject: Subject) -> tuple[Part, ...]:
        lead, prose, table = every_unit(subject)
        said = (
            replace(each, cells=(f"By 1901, after 72 years: {each.cells[0]}",)) for each in lead.sentences
        )
        rows = (replace(each, cells=(each.cells[0], "72")) for each in table.sentences)
        head = ("Source", "Years Told By Kettil")
        return (replace(lead, sentences=tuple(said)), prose, replace(table, sentences=tuple(rows), head=head))

    Pen(dated).run(bench.kb)
    before = article(bench)
    for new in ("was born in the year 1829", "was born in 1830"):
        says = [(of, text.replace("was born in 1829", new), to) for of, text, to in KEEPER.says]
        bench.compile((replace(KEEPER, says=tuple(says)), STORM, BOARD))
        assert (article(bench) == before) == ("1829" in new)
    assert "1829" not in article(bench)


def test_a_fact_that_a_person_deletes_takes_its_sentence(bench: Bench) -> None:
    Pen(only_lead).run(bench.kb)
    (line,) = (each for each in page(bench).splitlines() if each.startswith("- Isak Dunn was born in 1829."))
    save(bench, line + "\n", "")
    bench.compile(CORPUS)
    assert "1829" not in article(bench)


def test_little_that_is_new_waits_and_a_fifth_does_not(bench: Bench) -> None:
    Pen().run(bench.kb)
    more = [Doc(f"t/{at}", ((f"Ship {at}", "concepts", ()), ("Isak Dunn", "people", ())),
                ((1, f"Isak Dunn saw the ship number {at}.", ()),)) for at in range(3)]  # fmt: skip
    bench.compile((*CORPUS, more[0]))
    pen = Pen()
    pen.run(bench.kb)
    assert pen.asked == []
    bench.compile((*CORPUS, *more))
    pen.run(bench.kb)
    assert pen.asked == ["Isak Dunn"]


def test_a_statement_in_place_of_another_counts_once(bench: Bench) -> None:
    Pen(only_lead).run(bench.kb)
    said = ("brought nine sailors ashore", "was given a medal by the town")
    says = tuple((of, text.replace(*said), to) for of, text, to in STORM.says)
    bench.compile((KEEPER, replace(STORM, says=says), BOARD))
    assert said[1] in page(bench)
    pen = Pen()
    pen.run(bench.kb)
    assert pen.asked == []  # one of six


# --- people ------------------------------------------------------------------------------------------


def test_what_people_change_of_an_article_stays(bench: Bench) -> None:
    Pen().run(bench.kb)
    save(bench, "\n## What else is known\n", "\nSee the harbour's own records.\n\n## What the others say\n")
    (row,) = (each for each in page(bench).splitlines() if each.startswith("| Harbour Board"))
    save(bench, row + "\n", "")
    for _ in range(2):
        bench.compile(CORPUS)
        text = article(bench)
        assert text.count("See the harbour's own records.") == page(bench).count("See the harbour's") == 1
        assert "## What the others say" in text
        assert "## What else is known" not in text and "| Harbour Board" not in text
        assert not [line for line in expectations_against(bench) if line == PAGE]
        bench.forget_build()
    assert "- Isak Dunn was born in 1829." in page(bench)


def expectations_against(bench: Bench) -> list[str]:
    """Pages that are not as the fold would write them."""
    expected = expectations(bench.kb, "Table")
    found = []
    for file, text in bench.files().items():
        wanted = expected(file.removesuffix(".md"))
        if wanted is not None and wanted != text.encode():
            found.append(file)
    return found


def test_one_changed_word_keeps_its_sentence_and_no_other(bench: Bench) -> None:
    """Of a paragraph of several sentences the one that a person changed is theirs, the others are not."""
    Pen().run(bench.kb)
    (written,) = articles_of(bench.kb).values()
    first, second = (each.cells[0] for each in written.parts[0].sentences)
    save(bench, first + "[", first.replace("Told of", "It is said of") + "[")
    bench.compile(CORPUS)
    assert "It is said of" in article(bench) and second in article(bench)
    for gone in ("t/board", "t/keeper", "t/storm"):
        bench.forget([gone])
        assert "It is said of" in page(bench) and second not in page(bench) and "[⁂][w" not in page(bench)


@pytest.mark.parametrize("copied", [False, True])
def test_what_a_person_left_or_copied_of_an_article_goes_with_it(bench: Bench, copied: bool) -> None:
    Pen().run(bench.kb)
    (written,) = articles_of(bench.kb).values()
    first, second = (f"{each.cells[0]}[⁂][{sentence_id(each.cells)}]" for each in written.parts[0].sentences)
    save(bench, f" {second}", "")
    if copied:
        save(bench, "\n<!-- wikic -->", f"\n## Notes\nMine. {first}\n\n<!-- wikic -->")
    bench.forget(["t/board"])
    assert "Told of" not in page(bench) and "[⁂][w" not in page(bench)
    assert ("## Notes\nMine.\n" in page(bench)) == copied
    assert "facts: [w" not in page(bench)
    bench.forget(["t/keeper", "t/storm"])
    assert (bench.wiki / PAGE).exists() == copied


def test_a_sentence_left_out_stays_out_and_an_older_lead_does_not_come_back(bench: Bench) -> None:
    Pen().run(bench.kb)
    (written,) = articles_of(bench.kb).values()
    first, second = written.parts[0].sentences
    save(bench, f"{second.cells[0]}[⁂][{sentence_id(second.cells)}]", "")
    for _ in range(2):
        bench.compile(CORPUS)
        assert second.cells[0] not in article(bench)
        assert f"facts: [{sentence_id(second.cells)}]" in page(bench)
        bench.forget_build()
    says = [(of, text.replace("39 years", "38 years"), to) for of, text, to in KEEPER.says]
    bench.compile((replace(KEEPER, says=tuple(says)), STORM, BOARD))
    assert second.cells[0] not in article(bench) and article(bench).count(first.cells[0]) == 1

    def otherwise(subject: Subject) -> tuple[Part, ...]:
        (lead,) = only_lead(subject)
        return (
            replace(
                lead,
                sentences=tuple(
                    replace(each, cells=(f"Now t{each.cells[0][1:]}",)) for each in lead.sentences
                ),
            ),
        )

    Pen(otherwise).run(bench.kb, pages=("Isak Dunn",))
    assert "Told of" not in page(bench) and article(bench).count("Now told of") == 2
    assert sentence_id(second.cells) not in page(bench)


@pytest.mark.parametrize(
    ("cells", "markdown", "left"),
    [
        (("It is *old*.",), "It is \\*old\\*.{}", ""),
        (("It is old.",), "It is very old.{} It is new.", "It is very old. It is new."),
        (("It is old.",), "\nMine. It is old.{} Mine, too.", "\nMine. Mine, too."),
        (("它很老。",), "我说。它很老。{}也新。", "我说。也新。"),
        (("1901", "It rose."), "Mine.\n- **1901**: It rose.{}", "Mine."),
        (("1901", "It rose."), "- **1902**: It rose.{}", "- **1902**: It rose."),
        (("a | b", "c"), "| a \\| b | c{} |\n| d | e |", "| d | e |"),
    ],
)
def test_sentences_of_an_article_fall_from_a_persons_text(
    cells: tuple[str, ...], markdown: str, left: str
) -> None:
    id = sentence_id(cells)
    text = markdown.format(f"[⁂][{id}]")
    assert without_fallen(text, (id,)) == text
    assert without_fallen(text, ()) == left


def test_a_lead_that_lost_a_sentence_keeps_the_person_s_words_in_their_place(bench: Bench) -> None:
    def long_lead(subject: Subject) -> tuple[Part, ...]:
        lead, prose, _ = every_unit(subject)
        return (replace(lead, sentences=(*lead.sentences, *prose.sentences[:2])),)

    Pen(long_lead).run(bench.kb)
    save(bench, "Told of Isak Dunn: Isak Dunn was the first", "We read that Isak Dunn was the first")
    rowed = "Told of Isak Dunn: Isak Dunn rowed out to the Grey Heron in the storm.."
    save(bench, f"{rowed}[⁂][{sentence_id([rowed])}]", "")
    bench.compile(CORPUS)
    says = [(of, text.replace("1829", "1831"), to) for of, text, to in KEEPER.says]
    bench.compile((replace(KEEPER, says=tuple(says)), STORM, BOARD))
    text = article(bench)
    assert text.count("the first keeper") == 1 and "We read that" in text and "1829" not in text
    assert text.count("39 years") == 1 and rowed not in text
    before = bench.files()
    bench.forget_build()
    bench.compile((replace(KEEPER, says=tuple(says)), STORM, BOARD))
    assert bench.files() == before


def test_an_alias_is_of_the_documents_that_an_article_goes_with(bench: Bench) -> None:
    keeper = replace(KEEPER, entities=(("Isak Dunn", "people", ("Isak of the Light",)), KEEPER.entities[1]))
    roll = Doc(
        "t/roll",
        (("Roll", "concepts", ()), ("Isak Dunn", "people", ("Old Isak",))),
        ((0, "The roll is long.", ()),),
    )
    bench.start().compile((keeper, STORM, BOARD, roll))
    assert "Old Isak" in page(bench) and "Isak of the Light" in page(bench)
    groups = Workspace.open(bench.kb, "Table").fold.groups
    (subject,) = filter(None, map(groups.subject, sorted(groups.titles)))
    assert subject.aliases == ("Isak of the Light",)


def test_a_whole_article_deleted_on_its_page_is_told_and_folded_in_again(bench: Bench) -> None:
    Pen().run(bench.kb)
    before = page(bench)
    save(bench, article(bench), "")
    report = bench.compile(CORPUS)
    assert any("missing, more than half" in str(notice) for notice in report.notices)
    assert page(bench) == before


def test_an_article_of_one_paragraph_can_be_deleted(bench: Bench) -> None:
    Pen(only_lead).run(bench.kb)
    save(bench, article(bench), "")
    for _ in range(2):
        bench.compile(CORPUS)
        assert article(bench) == "" and "\ndrop:\n  facts: [p" in page(bench)
        bench.forget_build()


def test_people_s_words_stay_when_the_article_goes(bench: Bench) -> None:
    Pen().run(bench.kb)
    save(bench, "\n## What else is known\n", "\nSee the harbour's own records.\n\n## What the others say\n")
    bench.compile(CORPUS)
    bench.forget(["t/board"])
    assert "See the harbour's own records." in page(bench) and "What the others say" in page(bench)
    before = bench.files()
    bench.compile((KEEPER, STORM))
    assert bench.files() == before


@examples(12)
@given(st.lists(st.tuples(st.sampled_from(["add", "reword", "delete"]), st.integers(0, 4)), max_size=3))
def test_any_edit_of_an_article_stays(shared: Bench, edits: list[tuple[str, int]]) -> None:
    """What is added and reworded is there after every run, with and without what was remembered, once."""
    shared.start().compile(CORPUS)
    Pen().run(shared.kb)
    above, title, rest = page(shared).partition("# Isak Dunn\n")
    body, facts, below = rest.partition("\n## Key Facts\n")
    blocks = body.strip("\n").split("\n\n")
    words: list[str] = []
    for number, (what, at) in enumerate(edits):
        at = min(at, len(blocks) - 1)
        if what == "add":
            words.append(f"A word of mine, number {number}.")
            blocks.insert(at + 1, words[-1])
        elif what == "reword" and blocks[at].startswith("Told"):
            words.append(f", and indeed {number} more.")
            blocks[at] += words[-1]
        elif what == "delete" and blocks[at].startswith("Told") and len(blocks) > 4:
            words = [each for each in words if each not in blocks[at]]
            del blocks[at]
    text = "\n\n".join(blocks)
    (shared.wiki / PAGE).write_text(f"{above}{title}\n{text}\n{facts}{below}")
    shared.compile(CORPUS)
    after = page(shared)
    assert [after.count(each) for each in words] == [1] * len(words)
    shared.forget_build()
    shared.compile(CORPUS)
    assert page(shared) == after


def test_a_section_of_people_stands_where_it_stood(bench: Bench) -> None:
    (bench.wiki / PAGE).write_text(
        page(bench).replace("\n<!-- wikic -->", "\n## Notes\nMine.\n\n<!-- wikic -->")
    )
    bench.compile(CORPUS)
    Pen().run(bench.kb)
    assert "## Notes\nMine." in page(bench).partition("## Key Facts")[2]


def test_without_its_note_nothing_counts_as_deleted(bench: Bench) -> None:
    Pen().run(bench.kb)
    text = page(bench)
    (bench.wiki / PAGE).write_text(text[: text.rindex("\n<!-- wikic wrote")])
    bench.compile(CORPUS)
    assert page(bench) == text


def test_the_object_file_may_be_deleted_and_the_facts_stand_alone(bench: Bench) -> None:
    before = page(bench)
    Pen().run(bench.kb)
    next((bench.wiki / "sources/written").iterdir()).unlink()
    bench.compile(CORPUS)
    assert page(bench) == before


def test_an_object_file_that_cannot_be_read_is_told_and_left(bench: Bench) -> None:
    Pen().run(bench.kb)
    file = next((bench.wiki / "sources/written").iterdir())
    file.write_text(file.read_text().replace('{"part"', '<<<<<<< x\n{"part"'))
    report = bench.compile(CORPUS)
    assert any("stands on no page" in str(notice) for notice in report.notices)
    assert file.exists() and "Told of" not in page(bench)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("type: written\n", "type: written\nowner: Bo\n"),
        ("\n```\n", "\n```\nSee the board's records.\n"),
        ("\n## Article\n", "\nSee the board's records.\n\n## Article\n"),
    ],
)
def test_what_an_object_file_has_no_room_for_is_told_and_not_lost(bench: Bench, old: str, new: str) -> None:
    Pen().run(bench.kb)
    file = next((bench.wiki / "sources/written").iterdir())
    text = file.read_text().replace("Told of Isak Dunn: Isak Dunn was born", "He was born")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))
    report = bench.compile(CORPUS)
    assert any("stands on no page" in str(notice) for notice in report.notices)
    assert file.read_text() == text.replace(old, new) and "He was born" not in page(bench)


def test_an_object_file_edited_by_hand_is_taken_as_it_is_and_called_by_its_content(bench: Bench) -> None:
    Pen(only_lead).run(bench.kb)
    file = next((bench.wiki / "sources/written").iterdir())
    file.write_text(file.read_text().replace("Told of Isak Dunn: Isak Dunn was born", "He was born"))
    bench.compile(CORPUS)
    assert "He was born" in article(bench)
    (now,) = (bench.wiki / "sources/written").iterdir()
    assert written_file.is_named_by(now.name, now.read_bytes()) and now != file


def test_whose_page_an_article_is_on_is_asked_once_for_each(bench: Bench) -> None:
    names = [f"Keeper {name}" for name in ("Abel", "Bo", "Cid", "Dan", "Eli", "Finn")]
    corpus = [
        Doc(
            f"t/{year}",
            ((f"Year {year}", "concepts", ()), *((name, "people", ()) for name in names)),
            tuple(
                (at + 1, f"{name} {did} in {year}.", ())
                for at, name in enumerate(names)
                for did in ("lit the lamp", "was paid")
            ),
        )
        for year in (1901, 1902)
    ]
    bench.start().compile(corpus)
    assert len(Pen(only_lead).run(bench.kb).written) == len(names)
    asked = []

    def note_call(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code is group_of.__code__:
            asked.append(frame.f_locals["written"].title)

    sys.setprofile(note_call)
    try:
        counted = count_stale(Workspace.open(bench.kb, "Table"))
    finally:
        sys.setprofile(None)
    assert counted == (len(names), ()) and sorted(asked) == names


# --- merging -----------------------------------------------------------------------------------------


def test_of_two_articles_the_one_of_the_newer_documents_stays(bench: Bench) -> None:
    Pen(only_lead).run(bench.kb)
    (old,) = articles_of(bench.kb).values()
    bench.compile((*CORPUS, replace(BOARD, key="t/later", date="1931")))
    Pen().run(bench.kb, pages=("Isak Dunn",))
    (new,) = articles_of(bench.kb).values()
    text = page(bench)
    land(bench.kb, [old])  # a branch brings the old one back
    assert list(articles_of(bench.kb).values()) == [new] and page(bench) == text


def git(bench: Bench, *words: str) -> str:
    config = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(["git", *config, *words], cwd=bench.kb, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_two_branches_that_write_one_thing_merge(bench: Bench) -> None:
    """With plain git: object files of other content are other files, and the page is folded again."""
    (bench.kb / ".gitignore").write_text(".wikic/\n")
    git(bench, "init", "-q", "-b", "main")
    git(bench, "add", "-A")
    git(bench, "commit", "-qm", "one")
    git(bench, "checkout", "-qb", "other")
    Pen(only_lead).run(bench.kb)
    git(bench, "add", "-A")
    git(bench, "commit", "-qm", "two")
    git(bench, "checkout", "-q", "main")
    Pen().run(bench.kb)
    git(bench, "add", "-A")
    git(bench, "commit", "-qm", "three")
    git(bench, "merge", "-q", "-X", "ours", "other", "-m", "merged")
    assert len(list((bench.wiki / "sources/written").iterdir())) == 2
    bench.compile(CORPUS)
    (chosen,) = articles_of(bench.kb).values()
    merged = bench.files()
    bench.start().compile(CORPUS)
    land(bench.kb, [chosen])
    assert bench.files() == merged


def test_the_merge_driver_takes_one_of_two_articles_and_keeps_peoples_words(bench: Bench) -> None:
    base = page(bench).encode()
    Pen(only_lead).run(bench.kb)
    ours = page(bench).encode()
    next((bench.wiki / "sources/written").iterdir()).unlink()
    bench.compile(CORPUS)
    assert page(bench).encode() == base
    Pen().run(bench.kb)
    theirs = page(bench).encode()
    merged = merge_page(base, ours, theirs)
    assert merged is not None and merged.conflicts == 0
    worded = theirs.replace(
        b"\n## What else is known\n", b"\nSee the board's records.\n\n## What else is known\n"
    )
    merged = merge_page(base, ours, worded)
    assert merged is not None and merged.conflicts == 0
    (bench.wiki / PAGE).write_bytes(merged.data)
    bench.compile(CORPUS)
    assert page(bench).count("See the board's records.") == 1
    assert page(bench).count("Told of Isak Dunn: Isak Dunn was born in 1829..[") == 1
    bench.forget_build()
    before = bench.files()
    bench.compile(CORPUS)
    assert bench.files() == before


def test_the_object_file_round_trips(bench: Bench) -> None:
    Pen().run(bench.kb)
    for file, written in articles_of(bench.kb).items():
        data = (bench.wiki / file).read_bytes()
        assert written_file.parse(data, file) == written and written_file.render(written) == data


def test_without_a_model_nothing_changes(bench: Bench) -> None:
    before = bench.files()
    compile_documents(bench.kb, [], OfflineCurator(), Options("2026-11-21", "Table"))
    assert bench.files() == before
