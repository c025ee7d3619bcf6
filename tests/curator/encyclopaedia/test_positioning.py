from __future__ import annotations

from tests.support.written import article_of
from wikic import layout
from wikic.curator.offline import OfflineCurator
from wikic.document import quotes as blocks
from wikic.model.article import Article
from wikic.model.schema import Positioning, Schema
from wikic.model.statement import Block, Statement

ENCYCLOPAEDIA = [
    Article(f"c/{at}", title, text, language="en")
    for at, (title, text) in enumerate(
        (
            ("Ann Lee", "Ann Lee is a Danish painter born in Rome. She studied at Yale University."),
            ("Tom Moor", "Tom Moor was a Danish painter. He fought in the Thirty Years War."),
            ("Nasam", "Nasam is a village in Georgia."),
            ("Autoerotic", "Autoerotic is a 2011 film directed by Joe Swanberg."),
        )
    )
]


def test_an_encyclopaedia_gets_the_six_directories_it_has_evidence_for() -> None:
    curator = OfflineCurator()
    names = [each.name for each in curator.scaffold(curator.position(ENCYCLOPAEDIA), ENCYCLOPAEDIA)]
    assert names == ["concepts", "geography", "history", "media", "organizations", "people"]
    names = [each.name for each in curator.scaffold(curator.position([]), ENCYCLOPAEDIA[2:3])]
    assert names == ["concepts", "geography"]


def test_essays_get_a_directory_of_works() -> None:
    essays = [
        Article(f"c/{n}", f"On {n}", "I think of harbours. We should go.", language="en") for n in "abc"
    ]
    names = [each.name for each in OfflineCurator().scaffold(OfflineCurator().position(essays), essays)]
    assert names == ["concepts", "works"]


def test_scaffold_is_never_empty_and_its_names_are_valid() -> None:
    for sample in ([], [Article("c/1", "", "")], ENCYCLOPAEDIA):
        found = OfflineCurator().scaffold(OfflineCurator().position(sample), sample)
        assert found
        assert all(layout.name_fault(each.name) is None and each.description for each in found)


def test_the_positioning_names_what_the_sample_is_about() -> None:
    positioning = OfflineCurator().position(ENCYCLOPAEDIA)
    assert "people" in positioning.focus
    assert "Danish" in positioning.focus
    assert positioning.audience and positioning.bias


def test_verify_names_what_the_blocks_do_not_hold() -> None:
    block = Block("p1", "He was born on 4 May 1900 in Rome.", 1)
    good = Statement("f1", "e1", "fact", "Ann Lee was born on 4 May 1900 in Rome.", ("p1",))
    bad = Statement("f2", "e1", "fact", "Ann Lee was born in Paris.", ("p1",))
    lost = Statement("f3", "e1", "fact", "Ann Lee was born.", ("p9",))
    verdicts = OfflineCurator().verify("Ann Lee", [good, bad, lost], {"p1": block})
    assert [(each.statement, each.supported, each.missing) for each in verdicts] == [
        ("f1", True, ()),
        ("f2", False, ("Paris",)),
        ("f3", False, ()),
    ]


CHINESE = [
    Article(f"c/{at}", title, text, language="zh", collection_title="听潮集")
    for at, (title, text) in enumerate(
        (
            ("李明", "李明（1881—1936），浙江绍兴人，作家。一九〇二年毕业于清川师范学校。"),
            ("说灯", "我以为灯不是给外人看的。唐代的人也这样想。〔1〕\n\n〔1〕灯谜：一种游戏。"),
        )
    )
]


def test_a_chinese_corpus_gets_chinese_directories_it_has_evidence_for() -> None:
    curator = OfflineCurator()
    found = curator.scaffold(curator.position(CHINESE), CHINESE)
    assert [each.name for each in found] == [
        "people",
        "works",
        "organizations",
        "places",
        "periods-events",
        "concepts",
    ]
    assert all(each.title and each.title in each.description for each in found)
    assert [each.name for each in curator.scaffold(curator.position([]), CHINESE[1:])] == [
        "people",
        "works",
        "periods-events",
        "concepts",
    ]
    assert "人物" in curator.position(CHINESE).focus and "《听潮集》" in curator.position(CHINESE).focus


def test_one_chinese_document_does_not_make_a_corpus_chinese_and_finds_its_place_in_it() -> None:
    curator = OfflineCurator()
    mixed = [*ENCYCLOPAEDIA, CHINESE[0]]
    dimensions = curator.scaffold(curator.position(mixed), mixed)
    names = [each.name for each in dimensions]
    assert names == ["concepts", "geography", "history", "media", "organizations", "people"]
    article = CHINESE[0]
    extraction = curator.extract(
        article, blocks.segment(article.text, "zh"), Schema(curator.position(mixed), dimensions)
    )
    homes = {each.title: each.dimension for each in extraction.entities}
    assert homes["李明"] == "people" and homes["绍兴"] == "geography"


def test_the_notes_at_the_end_of_a_long_fenced_document_are_sampled() -> None:
    text = (
        "```\n说灯\n\n"
        + "　　我以为灯不是给外人看的。\n" * 700
        + "\n〔1〕王明（1881—1936），浙江绍兴人。\n```\n"
    )
    sample = [article_of(text, "说灯", "c/1", "zh")]
    assert "places" in {each.name for each in OfflineCurator().scaffold(Positioning(), sample)}


def test_verify_reads_past_footnote_anchors() -> None:
    block = Block("p1", "李明〔2〕１８８１年生于〔3〕绍兴。", 1)
    said = Statement("f1", "e1", "fact", "李明1881年生于绍兴。", ("p1",))
    assert [each.supported for each in OfflineCurator().verify("说灯", [said], {"p1": block})] == [True]


def test_ships_get_a_directory_where_several_documents_are_about_them() -> None:
    fleet = [
        Article(f"c/s{at}", f"{name} (ship)", f"The {name} was a wooden {kind} built in 1862.", language="en")
        for at, (name, kind) in enumerate(
            (("Heron", "barque"), ("Patience", "schooner"), ("Rooke", "steamer"))
        )
    ]
    curator = OfflineCurator()
    names = [each.name for each in curator.scaffold(curator.position([]), [*ENCYCLOPAEDIA, *fleet])]
    assert "ships" in names and "products" not in names
    names = [each.name for each in curator.scaffold(curator.position([]), [*ENCYCLOPAEDIA, *fleet[:2]])]
    assert "ships" not in names
