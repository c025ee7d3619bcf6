"""Extraction through the real prompt: what is shown, in what order, and what comes of good replies."""

from __future__ import annotations

import json
import re

import pytest
from support import good_model
from support.proposals import (
    CHINESE,
    ENGLISH,
    KEEPER,
    LIN,
    MARTA,
    PILOT,
    SCHEMA,
    entity,
    extraction,
    read,
    reply,
    rules,
    statement,
)

from wikic.curator.model.extraction_request import STATEMENTS
from wikic.curator.protocol import Offer
from wikic.errors import RejectedError
from wikic.llm.protocol import Request
from wikic.llm.scripted import ScriptedModel
from wikic.llm.tokens import text_tokens
from wikic.model.article import Article
from wikic.model.page import Fact, Head, Page

PAGE = Page(
    "people/Marta-Ohm",
    "people",
    "Marta Ohm",
    "2026-01-01",
    Head(aliases=("Pilot Ohm",), summary="harbour pilot"),
    facts=tuple(Fact(f"f{at}", f"Marta Ohm did thing {at} with a rope.", ()) for at in range(400)),
)


def test_a_good_reply_in_english_is_taken_whole() -> None:
    model = ScriptedModel(good_model.extract)
    found = read(model)
    assert found.slips == ()
    assert next(each for each in found.entities if each.principal).title == "Marta Ohm"
    assert len(model.requests) == 1 and len(model.kept) == 1
    assert {number for each in found.statements for number in each.blocks} >= {1, 2, 3, 4}


def test_a_good_reply_in_chinese_is_taken_whole() -> None:
    book = entity("e2", "潮汐之间", "works")
    critic = entity("e3", "陈默")
    found = extraction(
        reply(
            *(LIN, book, critic, KEEPER),
            statement("e2", "一九〇二年，林若溪写成《潮汐之间》。", 1, 2, relations=[["作者", "e1"]]),
            statement("e2", "陈默说《潮汐之间》是一本很慢的书。", 2, 3, kind="claim", holder="陈默"),
            statement("e2", "作者很少读到比《潮汐之间》更好的书。", 2, 4, kind="judgement", holder="作者"),
            subject="e1",
        ),
        article=CHINESE,
    )
    assert found.slips == ()
    # The document names no author, so that nobody holds what it calls its author's.
    assert [each.holder for each in found.statements] == [None, None, "陈默", None]
    wrote = found.statements[1]
    assert [(each.label, each.entity) for each in wrote.relations] == [("written by", "e1")]
    assert found.entities[0].principal and found.entities[0].title == "林若溪"


def test_the_author_of_a_document_is_who_it_says() -> None:
    said = statement("e1", "The author has seldom read a finer one.", 5, kind="judgement", holder="author")
    found = extraction(reply(MARTA, PILOT, said))
    assert found.statements[1].holder == "Ada Brook"


def test_names_in_a_text_become_mentions() -> None:
    tarnvik = entity("e2", "Tarnvik", "places")
    found = extraction(
        reply(MARTA, tarnvik, statement("e1", "Marta Ohm was born in Tarnvik.", 2), subject="e1")
    )
    assert [(each.label, each.entity) for each in found.statements[0].relations] == [("mentions", "e2")]


def test_what_changes_least_stands_first() -> None:
    offer = Offer((PAGE,), ("Tarnvik (also the Wick)",), ("Cite the sentence with the name.",))
    model = ScriptedModel([reply(MARTA, PILOT)])
    read(model, offer=offer)
    system, user = (message.text for message in model.requests[0].messages)
    assert "Marta" not in system and "Tarnvik" not in system
    order = [
        "## Directories",
        "- people: persons",
        "Cite the sentence with the name.",
        "Pilot Ohm",
        "Tarnvik (also the Wick)",
        "## The document",
        "author: Ada Brook",
        "[1] Marta Ohm (1871",
        "[5] I have seldom",
    ]
    places = [user.index(part) for part in order]
    assert places == sorted(places)


def test_an_offer_of_any_size_costs_the_same() -> None:
    def cost(offer: Offer) -> int:
        model = ScriptedModel([reply(MARTA, PILOT)])
        read(model, offer=offer)
        return text_tokens(model.requests[0].messages[1].text)

    nothing = cost(Offer())
    some = cost(Offer((PAGE,), ("Name",) * 40, ("Lesson " * 20,) * 8))
    much = cost(Offer((PAGE,) * 50, ("A long name indeed",) * 9_000, ("Lesson " * 400,) * 900))
    assert much - nothing < 1_300
    assert much < 1.5 * some


def harbours(count: int) -> Article:
    """A long document: sections of pilots, each of whom is named once and then called she."""
    parts = []
    for at in range(count):
        parts.append(f"# Harbour {at}\n")
        parts.append(f"Pilot Anna{at} Berg{at} kept the harbour of Port{at} from 18{at % 90 + 10} on.")
        parts.append(f"She had {at + 2} boats there, and {at + 3} men who rowed them out in any weather.")
        parts.append("Her house stood above the slip, and its lamp was lit before all others.\n")
    return Article("coast/harbours", "The harbours", "\n".join(parts), language="en")


def pilots(request: Request) -> str:
    """What a model says of a section of ``harbours``; ids begin anew in each, names of before are used."""
    shown = request.messages[1].text
    known = dict(re.findall(r"^(e\d+) = (.*) \(people\)$", shown, re.M))
    entities, statements = [], []
    for number, name in re.findall(r"^\[(\d+)\] Pilot (Anna\d+ Berg\d+) kept", shown, re.M):
        local = f"n{len(entities) + 1}"
        entities.append(entity(local, name, line="pilot"))
        statements.append(statement(local, f"{name} kept a harbour.", int(number)))
        if f"[{int(number) + 1}]" in shown:
            statements.append(statement(local, f"{name} had boats.", int(number) + 1))
    if "Anna0 Berg0" in known.values():
        first = next(id for id, name in known.items() if name == "Anna0 Berg0")
        later = re.search(r"^\[(\d+)\] Her house", shown, re.M)
        assert later is not None
        statements.append(statement(first, "Her house stood above the slip.", int(later[1])))
    return reply(*entities, *statements)


def test_a_long_document_goes_section_by_section() -> None:
    article = harbours(120)
    model = ScriptedModel(pilots)
    found = read(model, article)
    prompts = [request.messages[1].text for request in model.requests]
    assert 8 <= len(prompts) <= 16
    assert all(text_tokens(prompt) < 2 * STATEMENTS.section + 800 for prompt in prompts)
    assert "## Entities of the parts before" not in prompts[0]
    assert all("## Entities of the parts before" in prompt for prompt in prompts[1:])
    assert all(prompt.count("\ne") <= 61 for prompt in prompts)
    titles = [each.title for each in found.entities]
    assert sorted(titles) == sorted(f"Anna{at} Berg{at}" for at in range(120))
    assert [each.id for each in found.entities] == [f"e{at}" for at in range(1, 121)]
    # "had boats" cites a sentence that says she: the one with the name above it is added.
    boats = [each for each in found.statements if each.text.endswith("had boats.")]
    assert boats and all(len(each.blocks) == 2 for each in boats)
    first = next(each.id for each in found.entities if each.title == "Anna0 Berg0")
    # Every later section says the same of her: one statement, with the sentences of all of them.
    house = next(each for each in found.statements if each.of == first and "house" in each.text)
    assert len(house.blocks) == len(prompts) - 1
    assert read(ScriptedModel(pilots), article) == found


def refusing(*parts: int) -> ScriptedModel:
    """A model that gives no JSON for these parts of a document."""

    def model(request: Request) -> str:
        shown = request.messages[1].text
        return "I cannot." if any(f"part: {part}/" in shown for part in parts) else pilots(request)

    return ScriptedModel(model)


def test_a_part_that_a_model_never_answers_is_left_out_and_told_of() -> None:
    found = read(refusing(2), harbours(120))
    assert len(found.lost) == 1 and found.lost[0].startswith("part 2 of ")
    assert "lost-part" in rules(found) and "malformed-reply" in rules(found)
    assert 100 < len(found.entities) < 120


def test_a_document_of_which_too_much_is_lost_has_failed() -> None:
    with pytest.raises(RejectedError, match="no JSON"):
        read(refusing(2, 3, 4, 5), harbours(120))


def test_the_title_of_a_document_is_a_name_even_in_small_letters() -> None:
    article = Article("k", "a journey through vell", "I believe in holidays. I walked.", language="en")
    book = entity("e1", "a journey through vell", "works")
    found = read(ScriptedModel([reply(book, statement("e1", "I believe in holidays.", 1))]), article)
    assert [each.title for each in found.entities] == ["a journey through vell"]
    assert "vague-name" not in rules(found)


def test_a_sentence_of_another_section_cannot_be_cited() -> None:
    article = harbours(120)

    def model(request: Request) -> str:
        said = json.loads(pilots(request))
        if "part: 2/" in request.messages[1].text:
            local = said["entities"][0]["id"]
            said["statements"].append(statement(local, "Pilot kept the harbour.", 2))
        return json.dumps(said)

    assert "unknown-block" in rules(read(ScriptedModel(model), article))


def test_an_id_given_anew_means_what_its_reply_says() -> None:
    article = harbours(40)

    def model(request: Request) -> str:
        said = pilots(request)
        return said.replace('"n1"', '"e1"')

    found = read(ScriptedModel(model), article)
    assert len({each.title for each in found.entities}) == 40


def test_a_mostly_useless_reply_is_asked_for_again_with_what_was_wrong() -> None:
    bad = reply(MARTA, PILOT, *(statement("e1", f"Marta Ohm had {at} boats.", 1) for at in (20, 30, 40)))
    model = ScriptedModel([bad, reply(MARTA, PILOT)])
    found = read(model)
    asked = model.requests[1].messages[-1].text
    assert "3 of 4 statements cannot be used" in asked and "names or numbers" in asked
    assert rules(found).count("unsupported-name") == 3
    assert len(model.kept) == 2


def test_what_is_left_of_a_second_poor_reply_is_taken() -> None:
    bad = reply(MARTA, PILOT, *(statement("e1", f"Marta Ohm had {at} boats.", 1) for at in (20, 30, 40)))
    assert len(extraction(bad, bad).statements) == 1


def test_a_reply_that_is_no_json_is_counted() -> None:
    found = extraction("I would rather not say.", reply(MARTA, PILOT))
    assert rules(found)[0] == "malformed-reply"


def test_equal_statements_of_two_sections_cite_the_sentences_of_both() -> None:
    found = extraction(reply(MARTA, PILOT, statement("e1", "Marta Ohm was a harbour pilot.", 1, 2)))
    assert [each.blocks for each in found.statements] == [(1, 2)]


def test_what_nothing_is_said_of_is_left_out() -> None:
    found = extraction(reply(MARTA, entity("e2", "Otto Lind"), PILOT))
    assert [each.title for each in found.entities] == ["Marta Ohm"]


def test_the_schema_offers_no_directory_inside_another() -> None:
    model = ScriptedModel([reply(MARTA, PILOT)])
    read(model)
    assert all(f"- {each.name}:" in model.requests[0].messages[1].text for each in SCHEMA.dimensions)
    assert ENGLISH.title in model.requests[0].messages[1].text


def test_a_part_of_a_book_that_states_nothing_is_asked_once_and_left() -> None:
    article = harbours(60)
    empty: list[str] = []

    def model(request: Request) -> str:
        shown = request.messages[1].text
        if "part: 2/" not in shown:
            return pilots(request)
        empty.append(shown)
        return reply(entity("n1", "Bergen"))

    found = read(ScriptedModel(model), article)
    assert len(empty) == 2
    assert len(found.statements) > 60 and "outside-title" in rules(found)


def test_only_what_has_the_title_of_a_text_is_the_text() -> None:
    work = Article("k", "The Slack Tide", ENGLISH.text, language="en")
    book = entity("e2", "The Slack Tide", "works")
    both = (MARTA, book, PILOT, statement("e2", 'Marta Ohm wrote "The Slack Tide".', 1, 3))
    found = extraction(reply(*both, subject="e2", itself=True), article=work)
    assert [(each.title, each.self_) for each in found.entities if each.principal] == [
        ("The Slack Tide", True)
    ]
    found = extraction(reply(*both, subject="e1", itself=True), article=work)
    assert [(each.title, each.self_) for each in found.entities if each.principal] == [("Marta Ohm", False)]


def test_a_field_filled_with_nothing_holds_nobody() -> None:
    for nobody in ("none", "N/A", "null", "-", ""):
        found = extraction(reply(MARTA, {**PILOT, "holder": nobody}))
        assert [(each.kind, each.holder) for each in found.statements] == [("fact", None)]
        assert "held-fact" not in rules(found)


def test_lines_and_tags_are_in_the_language_of_the_document() -> None:
    keeper = entity("e1", "林若溪", line="a lighthouse keeper", tags=["lighthouses", "灯塔"])
    found = extraction(reply(keeper, KEEPER, summary="On a keeper of a lighthouse."), article=CHINESE)
    assert found.summary == "" and found.entities[0].summary == "" and found.entities[0].tags == ("灯塔",)
    assert "wrong-language" in rules(found)
