"""Every operation but extraction: what is asked, what is taken, what code refuses."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from support.proposals import CHINESE, ENGLISH

from wikic import layout
from wikic.compiler.article_digest import without_refused
from wikic.curator.model.curator import ModelCurator
from wikic.curator.offline import OfflineCurator
from wikic.document import quotes as segmentation
from wikic.errors import ModelUnavailableError, ReplyError
from wikic.llm.scripted import ScriptedModel
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.finding import Category, Finding, Severity
from wikic.model.page import Fact, Head, Page
from wikic.model.schema import Positioning
from wikic.model.statement import Block, Entity, Relation, Statement

NOTHING = Positioning()


def curator(*replies: Any) -> tuple[ModelCurator, ScriptedModel]:
    """A curator whose model gives these replies, and that model."""
    said = [each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in replies]
    model = ScriptedModel(said)
    return ModelCurator(model, model), model


def page(*texts: str, title: str = "Marta Ohm") -> Page:
    facts = tuple(Fact(f"f{at:08x}", text, ()) for at, text in enumerate(texts, 1))
    return Page(f"people/{layout.slug(title)}", "people", title, "2026-01-01", Head(), facts=facts)


def cited(*pairs: tuple[str, str]) -> tuple[list[Statement], dict[str, Block]]:
    """Statements, each with one sentence of its own."""
    blocks = {f"p{at}": Block(f"p{at}", quote, at) for at, (_, quote) in enumerate(pairs)}
    said = [Statement(f"f{at}", "e1", "fact", text, (f"p{at}",)) for at, (text, _) in enumerate(pairs)]
    return said, blocks


def test_verify_asks_only_what_is_a_matter_of_judgement() -> None:
    said, blocks = cited(
        ("Marta Ohm was a pilot.", "Marta Ohm was a pilot."),
        ("Marta Ohm was born in Bergen.", "She was born in Tarnvik."),
        ("Marta Ohm had a daughter.", "Marta Ohm was the daughter of a sailmaker."),
        ("Marta Ohm piloted ships.", "Marta Ohm was a pilot of ships."),
    )
    asked, model = curator({"unsupported": [{"number": 2, "missing": "that she had one"}]})
    verdicts = asked.verify("Marta Ohm", said, blocks)
    assert [each.supported for each in verdicts] == [True, False, False, True]
    assert verdicts[1].missing == ("Bergen",) and verdicts[2].missing == ("that she had one",)
    shown = model.requests[0].messages[1].text
    assert "[2] Marta Ohm had a daughter. < (2)" in shown and "[4]" not in shown
    assert model.requests[0].role == "verify"


def test_verify_sees_the_whole_record_and_each_sentence_once() -> None:
    ohm = Entity("e1", "Marta Ohm", "people", summary="harbour pilot")
    jens = Entity("e2", "Jens Ohm", "people", summary="admiral")
    block = Block("p1", "Marta Ohm, daughter of Jens Ohm, was a pilot; Otto Lind praised her.", 1)
    said = [
        Statement(
            "f1", "e1", "fact", "Marta Ohm was a pilot.", ("p1",), relations=(Relation("born in", "e2"),)
        ),
        Statement("f2", "e1", "judgement", "Otto Lind praised Marta Ohm.", ("p1",), holder="Otto Lind"),
    ]
    refused = [{"number": 1, "part": "relations"}, {"number": 4, "part": "line", "missing": "admiral"}]
    asked, model = curator({"unsupported": refused})
    verdicts = asked.verify("Marta Ohm", said, {"p1": block}, (ohm, jens))
    assert [(each.statement, each.supported, each.unrelated) for each in verdicts] == [
        ("f1", True, True),
        ("f2", True, False),
        ("e2", False, False),
    ]
    shown = model.requests[0].messages[1].text
    assert shown.count(block.text) == 1
    assert "[1] Marta Ohm was a pilot. | of: Marta Ohm | relations: born in -> Jens Ohm < (1)" in shown
    assert "| judgement: Otto Lind <" in shown and "[4] Jens Ohm: admiral | line <" in shown


def test_verify_sees_other_names_and_refuses_those_of_others() -> None:
    balloonist = Entity("e1", "Jane Tarn", "people", disambiguator="balloonist", aliases=("Heron", "Tarn"))
    blocks = {"p1": Block("p1", "Jane Tarn flew.", 1), "p2": Block("p2", "Her balloon was the Heron.", 2)}
    said = [
        Statement(f"f{at}", "e1", "fact", each.text, (id,)) for at, (id, each) in enumerate(blocks.items())
    ]
    asked, model = curator({"unsupported": [{"number": 3, "part": "names", "missing": "Heron"}]})
    verdicts = asked.verify("Flights", said, blocks, (balloonist,))
    shown = model.requests[0].messages[1].text
    assert "[1] Jane Tarn flew. | of: Jane Tarn (balloonist) (= Heron) < (1)" in shown
    assert "[3] Jane Tarn (balloonist) (= Heron) | names < (1) (2)" in shown
    assert (verdicts[2].statement, verdicts[2].supported, verdicts[2].unrelated) == ("e1", True, True)
    digest = Digest(
        "t/a", "Flights", "", None, "2026-01-01", "m", "", tuple(blocks.values()), (balloonist,), tuple(said)
    )
    left = without_refused(digest, verdicts, [])
    assert left.entities[0].aliases == () and left.statements == digest.statements


def test_a_copy_word_for_word_is_judged_too() -> None:
    said, blocks = cited(("Ilse stole the glass.", "Otto denied that Ilse stole the glass."))
    asked, _ = curator({"unsupported": [{"number": 1, "missing": "he denied it"}]})
    assert not asked.verify("The glass", said, blocks)[0].supported


def test_verify_takes_twenty_statements_to_a_call() -> None:
    said, blocks = cited(*((f"The pilot knew quay {at}.", f"Quay {at} was known.") for at in range(45)))
    asked, model = curator(*[{"unsupported": [{"number": 20}, {"number": 99}, {"number": 0}]}] * 3)
    verdicts = asked.verify("Quays", said, blocks)
    assert len(model.requests) == 3
    assert [at for at, each in enumerate(verdicts) if not each.supported] == [19, 39]


def test_verify_of_nothing_is_no_call() -> None:
    asked, model = curator()
    assert asked.verify("x", [], {}) == ()
    assert model.requests == []


def test_a_verifier_that_fails_fails() -> None:
    said, blocks = cited(("Marta Ohm piloted ships.", "Marta Ohm was a pilot of ships."))
    asked, _ = curator("no", "no", "no")
    with pytest.raises(ReplyError):
        asked.verify("Marta Ohm", said, blocks)


def test_without_a_verifier_rules_judge() -> None:
    said, blocks = cited(("Marta Ohm piloted ships.", "Marta Ohm was a pilot of ships."))
    assert ModelCurator(ScriptedModel([]), None).verify("x", said, blocks)[0].supported
    assert ModelCurator(ScriptedModel([]), None).contradictions([page("a", "b")]) == ()


def test_position_takes_plain_lines_and_words_the_others_by_counting() -> None:
    asked, model = curator(
        {"focus": "Pilots and their harbours", "audience": "See [[X]] at https://e.example", "bias": ""}
    )
    found = asked.position([ENGLISH])
    offline = OfflineCurator().position([ENGLISH])
    assert found.focus == "Pilots and their harbours"
    assert (found.audience, found.bias) == (offline.audience, offline.bias)
    assert "Marta Ohm" in model.requests[0].messages[1].text


def test_position_and_scaffold_of_a_useless_model_are_those_of_rules() -> None:
    asked, _ = curator(*["no"] * 6)
    assert asked.position([ENGLISH]) == OfflineCurator().position([ENGLISH])
    assert asked.scaffold(NOTHING, [ENGLISH]) == OfflineCurator().scaffold(NOTHING, [ENGLISH])


def test_a_chinese_sample_is_asked_in_chinese() -> None:
    asked, model = curator({"focus": "关于灯塔的文章", "audience": "读者", "bias": "只收文章"})
    assert asked.position([CHINESE]).focus == "关于灯塔的文章"
    assert "不是命令" in model.requests[0].messages[0].text


def dimensions(*names: str) -> dict[str, Any]:
    return {
        "dimensions": [{"name": name, "title": "", "description": f"{name}, {name[::-1]}"} for name in names]
    }


def test_scaffold_is_made_valid() -> None:
    asked, _ = curator(
        dimensions(
            *(
                "People",
                "people",
                "person/rulers",
                "sources",
                "** sources",
                "../../etc",
                "index",
                "Boats & Ships",
                "",
                "…",
            ),
            *("harbour", "harbours", "quays", "x" * 300, "concepts", "con"),
        )
    )
    found = asked.scaffold(NOTHING, [ENGLISH])
    names = [each.name for each in found]
    assert names[:3] == ["people", "person", "boats-and-ships"]
    assert "sources" not in names and "index" not in names and "harbours" not in names
    assert "etc" not in names and names[-1] != "con"
    assert len(set(map(str.casefold, names))) == len(names) <= 10
    assert all(layout.path_fault(f"{name}/x") is None and "/" not in name for name in names)
    assert all(each.description for each in found)


def test_scaffold_always_has_a_place_for_the_rest() -> None:
    asked, _ = curator(dimensions("people", "harbours", "quays"))
    assert [each.name for each in asked.scaffold(NOTHING, [ENGLISH])] == [
        "people",
        "harbours",
        "quays",
        "concepts",
    ]
    many, _ = curator(dimensions(*(f"kind{at}" for at in "abcdefghijklmnop")))
    found = many.scaffold(NOTHING, [ENGLISH])
    assert len(found) == 10 and found[-1].name == "concepts"


def test_scaffold_with_too_little_left_is_that_of_rules() -> None:
    asked, _ = curator(dimensions("../..", "sources", "people"))
    assert asked.scaffold(NOTHING, [ENGLISH]) == OfflineCurator().scaffold(NOTHING, [ENGLISH])


def test_directories_that_say_the_same_are_one() -> None:
    said = dimensions("people", "harbours", "quays")
    said["dimensions"].append({"name": "folk", "description": "people, elpoep"})
    asked, _ = curator(said)
    assert "folk" not in [each.name for each in asked.scaffold(NOTHING, [ENGLISH])]


def test_select_takes_the_pages_that_the_article_names() -> None:
    asked, model = curator()
    pages = [
        page(title=title)
        for title in ("Bergen", "Tarnvik", "Vell", "Otto Lind", "Marta Ohm", "Jens Ohm", "Ohm")
    ]
    chosen = asked.select(ENGLISH, pages)
    assert len(chosen) == 5 and chosen[0].title in ("Marta Ohm", "Ohm")
    assert "Bergen" not in [each.title for each in chosen]
    assert model.requests == []


def test_contradictions_are_candidates_of_code_that_the_model_confirms() -> None:
    two = page("Marta Ohm was born in 1871.", "Marta Ohm was born in 1872.", "Marta Ohm was a pilot.")
    asked, model = curator(
        {"contradictions": [{"pair": 1, "first": "1871", "second": "1899"}, {"pair": 9}, {"pair": 1}]}
    )
    (found,) = asked.contradictions([two])
    assert found.facts == ("Marta-Ohm#^f00000001", "Marta-Ohm#^f00000002")
    assert found.values == ("1871", "Marta Ohm was born in 1872.")
    assert found.attribute == "date of birth"
    assert "a pilot" not in model.requests[0].messages[1].text


def elsewhere(*texts: str, title: str) -> Page:
    """A page of something else, its facts with ids of their own."""
    told = page(*texts, title=title)
    facts = tuple(replace(fact, id=f"f0000001{at}") for at, fact in enumerate(told.facts))
    return replace(told, path=f"people/{layout.slug(title)}", facts=facts)


def test_what_another_page_says_of_a_thing_is_held_against_its_own() -> None:
    marta = page("Marta Ohm was born in 1871.", "Marta Ohm was a pilot.")
    jens = elsewhere(
        "Jens Ohm was a sailmaker.", "His daughter Marta Ohm was born in 1873.", title="Jens Ohm"
    )
    asked, model = curator({"contradictions": [{"pair": 1, "first": "1871", "second": "1873"}]})
    (found,) = asked.contradictions([marta, jens])
    assert found.facts == ("Marta-Ohm#^f00000001", "Jens-Ohm#^f00000011")
    assert found.values == ("1871", "1873")
    shown = model.requests[0].messages[1].text
    assert "[1] Marta Ohm: date of birth" in shown and "[2]" not in shown


@pytest.mark.parametrize(
    "text",
    [
        "His daughter Marta was born in 1873.",  # which Marta?
        "His daughter Marta Ohm was born on 4 May 1871.",
        "Marta Ohm's brother was born in 1873.",
        "Jens Ohm was born in 1840.",
    ],
)
def test_what_another_page_says_of_others_costs_no_call(text: str) -> None:
    asked, model = curator()
    marta = page("Marta Ohm was born in 1871.", "Marta Ohm was a pilot.")
    assert asked.contradictions([marta, elsewhere(text, title="Jens Ohm")]) == ()
    assert model.requests == []


@pytest.mark.parametrize(
    "texts",
    [
        (),
        ("Marta Ohm was born in 1871.",),
        ("Marta Ohm was born in 1871.", "Marta Ohm was born on 4 May 1871."),
        ("Marta Ohm was a pilot.", "Marta Ohm had 3 boats."),
        # What is born, released or founded is something else.
        ("Marta Ohm taught Jens, who was born in 1871.", "In 1872 Jens was born to Marta Ohm."),
        ("Marta Ohm's first map was published in 1871.", "Marta Ohm's second map was published in 1872."),
        ("Marta Ohm released a map in 1871.", "Marta Ohm released a chart in 1872."),
    ],
)
def test_pages_without_a_suspicious_pair_cost_no_call(texts: tuple[str, ...]) -> None:
    asked, model = curator()
    assert asked.contradictions([page(*texts)]) == ()
    assert model.requests == []


def test_chinese_facts_are_compared_too() -> None:
    two = page("林若溪生于1871年。", "林若溪1872年出生于白水。", title="林若溪")
    asked, model = curator({"contradictions": [{"pair": 1, "first": "1871年", "second": "1872年"}]})
    assert asked.contradictions([two])[0].values == ("1871年", "1872年")
    assert "不是命令" in model.requests[0].messages[0].text


def test_consolidate_hides_only_what_is_said_again() -> None:
    one = page(
        "Marta Ohm was a pilot.",
        "Marta Ohm was a pilot in Tarnvik.",
        "Marta Ohm was a pilot of 40 boats.",
        "Tarnvik is cold.",
    )
    pairs = [(1, 2), (3, 2), (2, 1), (2, 3), (1, 3), (4, 9), (2, 2)]
    asked, _ = curator({"pairs": [{"less": less, "better": better} for less, better in pairs]})
    assert asked.consolidate(one) == (("f00000001", "f00000002"),)


def test_consolidate_of_facts_that_are_all_different_is_no_call() -> None:
    asked, model = curator()
    assert asked.consolidate(page("Marta Ohm was a pilot.", "Tarnvik freezes.")) == ()
    assert model.requests == []


def repaired(*amendments: dict[str, Any]) -> Any:
    """What is taken of the amendments on a page that two of ENGLISH's statements made."""
    blocks = segmentation.segment(ENGLISH.text, "en")
    texts = [
        "Marta Ohm was a pilot.",
        "Marta Ohm was a harbour pilot.",
        "Marta Ohm wrote a book.",
        "Marta Ohm sang.",
    ]
    said = tuple(
        Statement(f"f{at:08x}", "e7", "fact", text, (blocks[at % 2].id,)) for at, text in enumerate(texts, 1)
    )
    entities = (Entity("e7", "Marta Ohm", "people"), Entity("e8", "Tarnvik", "places"))
    digest = Digest(ENGLISH.key, ENGLISH.title, "", None, "", "", "", blocks, entities, said)
    finding = Finding(
        "people/Marta-Ohm.md",
        1,
        1,
        "K001",
        "a fact is not borne out",
        Severity.ERROR,
        Category.UNSUPPORTED_FACT,
    )
    asked, model = curator({"amendments": list(amendments)})
    found = asked.repair(page(*texts), [finding], [(digest, ENGLISH)])
    assert "a fact is not borne out" in model.requests[0].messages[1].text
    assert "[2] She was born in Tarnvik" in model.requests[0].messages[1].text
    return [(each.action, each.statement, each.by, each.proposed) for each in found]


def test_repair_retires_and_supersedes_what_the_page_holds() -> None:
    found = repaired(
        {"action": "retire", "statement": 4, "reason": "not there"},
        {"action": "supersede", "statement": 3, "reason": "later"},
        {"action": "retire", "statement": 99},
        {"action": "burn", "statement": 1},
    )
    assert found == [("retire", "f00000004", "", None), ("supersede", "f00000003", "", None)]


def test_repair_shows_a_fact_as_one_that_says_all_of_it() -> None:
    assert repaired({"action": "show_as", "statement": 1, "by": 2}) == [
        ("show_as", "f00000001", "f00000002", None)
    ]
    assert repaired({"action": "show_as", "statement": 1, "by": 1}) == []
    assert repaired({"action": "show_as", "statement": 1, "by": 77}) == []


def test_repair_adds_what_its_source_says() -> None:
    good = {"action": "add", "source": 1, "text": "Marta Ohm was born in Tarnvik.", "blocks": [2]}
    ((action, _, _, proposed),) = repaired(
        good,
        good,
        {**good, "text": "Marta Ohm was born in Bergen."},
        {**good, "blocks": [99]},
        {**good, "text": "Marta Ohm was a pilot.", "blocks": [1]},
        {**good, "source": 5},
    )
    assert action == "add" and proposed.of == "Marta Ohm" and proposed.blocks == (2,)
    assert [(each.label, each.entity) for each in proposed.relations] == [("mentions", "Tarnvik")]


def test_what_goes_is_not_what_another_is_shown_as() -> None:
    found = repaired({"action": "show_as", "statement": 1, "by": 2}, {"action": "retire", "statement": 2})
    assert [each[0] for each in found] == ["show_as"]


MEMBERS = [(f"m{at}", f"A {'harbour' if at % 2 else 'lighthouse'} of the coast, {at}") for at in range(1, 9)]


def test_separable_parts_share_nothing() -> None:
    parts = [
        {"name": "Harbours", "description": "harbours of the coast", "members": [1, 3, 5, 77, 3]},
        {"name": "Lighthouses", "description": "see https://e.example", "members": [2, 4, 1]},
        {"name": "harbours", "description": "", "members": [6, 7]},
        {"name": "One", "description": "", "members": [8]},
        {"name": "../../x", "description": "", "members": [6, 7]},
    ]
    asked, _ = curator({"parts": parts})
    found = asked.separable("Coast", MEMBERS)
    assert [(each.name, each.description, each.members) for each in found] == [
        ("Harbours", "harbours of the coast", ("m1", "m3", "m5")),
        ("Lighthouses", "", ("m2", "m4")),
    ]


def test_one_part_is_none() -> None:
    asked, _ = curator({"parts": [{"name": "Harbours", "members": [1, 2, 3]}]}, {"parts": []})
    assert asked.separable("Coast", MEMBERS) == ()
    assert asked.separable("Coast", MEMBERS) == ()
    assert asked.separable("Coast", MEMBERS[:3]) == ()


def test_summaries_and_labels_rest_on_what_they_are_of() -> None:
    children = ["Tarnvik: a town on Vell", "Osund: a town on Vell"]
    asked, model = curator(
        {"line": "Towns on Vell"}, {"line": "Towns"}, {"line": "Towns near Bergen"}, {"line": "# **"}
    )
    assert asked.summarize(children) == "Towns on Vell"
    assert asked.label(children) == "Towns"
    assert asked.summarize(children) == ""
    assert asked.label(children) == ""
    assert [request.purpose for request in model.requests] == ["summarize", "label", "summarize", "label"]


def test_an_unreachable_model_is_said_to_be_so_by_every_operation() -> None:
    down = ModelCurator(ScriptedModel([]), ScriptedModel([]))
    said, blocks = cited(("Marta Ohm piloted ships.", "Marta Ohm was a pilot of ships."))
    alike = page("Marta Ohm was born in 1871.", "Marta Ohm was born in 1872.")
    for call in (
        lambda: down.position([ENGLISH]),
        lambda: down.scaffold(NOTHING, [ENGLISH]),
        lambda: down.verify("x", said, blocks),
        lambda: down.contradictions([alike]),
        lambda: down.consolidate(page("Marta Ohm was a pilot.", "Marta Ohm was a harbour pilot.")),
        lambda: down.separable("Coast", MEMBERS),
        lambda: down.summarize(["a"]),
        lambda: down.label(["a"]),
    ):
        with pytest.raises(ModelUnavailableError):
            call()


def test_a_document_in_no_known_language_is_read_with_the_english_prompt() -> None:
    model = ScriptedModel([json.dumps({"line": "x"})])
    ModelCurator(model, model).label(["ⵜⴰⵎⴰⵣⵉⵖⵜ"])
    assert "not orders" in model.requests[0].messages[0].text
    assert Article("k", "t", "x").language == "und"


def test_the_name_that_every_fact_of_a_page_holds_makes_none_alike() -> None:
    asked, model = curator()
    assert asked.consolidate(page("林若溪生于白水。", "林若溪写过一本书。", title="林若溪")) == ()
    assert asked.consolidate(page("Marta Ohm was born in Tarnvik.", "Marta Ohm was a pilot.")) == ()
    assert model.requests == []
    again, _ = curator({"pairs": [{"less": 1, "better": 2}]})
    two = page("林若溪看守灯塔。", "林若溪在白水看守灯塔多年。", title="林若溪")
    assert again.consolidate(two) == (("f00000001", "f00000002"),)
