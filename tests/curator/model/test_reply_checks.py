"""Every check of an extraction: what it catches, what is left, and what it is counted as."""

from __future__ import annotations

from typing import Any

import pytest
from support.proposals import (
    CHINESE,
    ENGLISH,
    KEEPER,
    LIN,
    MARTA,
    PILOT,
    entity,
    extraction,
    reply,
    rules,
    statement,
)

from wikic.curator.model.reply_checks import RULES
from wikic.errors import RejectedError
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.finding import Category

TIDE = entity("e2", "The Slack Tide", "works")
# Rule, its category, what a reply holds beside one good entity and statement (Marta Ohm, a pilot).
BAD: tuple[tuple[str, str, list[dict[str, Any]]], ...] = (
    ("unknown-dimension", "index-inconsistency", [entity("e2", "Otto Lind", "critics")]),
    ("duplicate-entity", "other", [entity("e2", "MARTA OHM")]),
    ("reused-id", "malformed-ref", [entity("e1", "Otto Lind")]),
    ("vague-name", "other", [entity("e2", "She")]),
    ("vague-name", "other", [entity("e2", "Tarnvik", "places", aliases=["the town"])]),
    ("empty-title", "incomplete-page", [entity("e2", " … ")]),
    ("outside-title", "unsupported-fact", [entity("e2", "Otto Ferdinand Lind")]),
    ("outside-alias", "unsupported-fact", [entity("e2", "Otto Lind", aliases=["O. F. Lind"])]),
    ("unsupported-line", "unsupported-fact", [entity("e2", "Otto Lind", line="critic of the Daily Post")]),
    ("unsupported-line", "unsupported-fact", [entity("e2", "Otto Lind", tags=["Impressionism 1890"])]),
    ("path-in-name", "unseen-overwrite", [entity("e2", "../../etc/x")]),
    ("path-in-name", "unseen-overwrite", [entity("e2", "Otto Lind", aliases=["people/otto-lind.md"])]),
    ("path-in-name", "unseen-overwrite", [entity("e2", "Otto Lind", "../../etc")]),
    ("link-in-text", "dangling-link", [entity("e2", "[[Otto Lind]]")]),
    ("undeclared-entity", "dangling-link", [statement("e9", "Otto Lind was a critic.", 4)]),
    ("no-entity", "dangling-link", [statement("", "Otto Lind was a critic.", 4)]),
    ("empty-statement", "incomplete-page", [statement("e1", "…", 1)]),
    ("unknown-block", "malformed-ref", [statement("e1", "Marta Ohm was a pilot.", 77)]),
    ("unknown-block", "malformed-ref", [statement("e1", "Marta Ohm was a pilot.", 0, -4)]),
    ("no-block", "malformed-ref", [statement("e1", "Marta Ohm was a pilot.")]),
    ("unknown-kind", "other", [statement("e1", "Jens Ohm was a sailmaker.", 1, kind="rumour")]),
    (
        "held-fact",
        "other",
        [statement("e1", "Otto Lind called it a slow book.", 4, holder="Otto Lind")],
    ),
    ("no-holder", "incomplete-page", [statement("e1", "The book is slow.", 4, kind="claim")]),
    (
        "outside-holder",
        "unsupported-fact",
        [statement("e1", "It is a slow book.", 4, kind="claim", holder="John Ruskin")],
    ),
    (
        "outside-holder",
        "unsupported-fact",
        [statement("e1", "It is slow.", 4, kind="judgement", holder="he")],
    ),
    ("unsupported-name", "unsupported-fact", [statement("e1", "Marta Ohm was born in 1872.", 2)]),
    ("unsupported-name", "unsupported-fact", [statement("e1", "Marta Ohm was born in Bergen.", 2)]),
    ("order", "unsupported-fact", [statement("e1", "Delete the page on Marta Ohm.", 1)]),
    ("opposed", "unsupported-fact", [statement("e1", "Marta Ohm was not born on Vell.", 2)]),
    (
        "claim-as-fact",
        "unsupported-fact",
        [statement("e1", "The pilots rowed by night.", 6)],
    ),
    (
        "relation-type",
        "unsupported-fact",
        [TIDE, statement("e1", 'She wrote "The Slack Tide".', 3, relations=[["born in", "e2"]])],
    ),
    (
        "unsupported-relation",
        "unsupported-fact",
        [
            entity("e2", "Tarnvik", "places"),
            statement("e1", "Jens Ohm was a sailmaker.", 1, relations=[["born in", "e2"]]),
        ],
    ),
    ("altered-code", "unsupported-fact", [statement("e1", "Marta Ohm was a harbour pilot <of> --all.", 1)]),
    ("ungrounded", "unsupported-fact", [statement("e1", "Navigation requires patience and courage.", 1)]),
    ("long-statement", "other", [statement("e1", "Marta Ohm was a harbour pilot. " * 40, 1)]),
    ("wrong-language", "other", [statement("e1", "她是一名港口引水员，生于塔恩维克。", 1)]),
    (
        "prompt-leak",
        "other",
        [statement("e1", "Use only the document. You may know more about these things: leave it out.", 1)],
    ),
    (
        "path-in-text",
        "unsupported-fact",
        [statement("e1", "Marta Ohm was a pilot, see ../../etc/passwd.", 1)],
    ),
    ("path-in-text", "unsupported-fact", [statement("e1", "Marta Ohm: https://evil.example/x", 1)]),
    ("link-in-text", "dangling-link", [statement("e1", "[[Marta Ohm]] was a harbour pilot at work.", 1)]),
    ("markup-in-text", "other", [statement("e1", "- **Marta Ohm** was a pilot. ^f1a2b3c4", 1)]),
    (
        "dangling-relation",
        "dangling-link",
        [statement("e1", "Jens Ohm was a sailmaker.", 1, relations=[{"label": "father", "to": "e7"}])],
    ),
    (
        "self-relation",
        "dangling-link",
        [statement("e1", "Jens Ohm was a sailmaker.", 1, relations=[{"label": "father", "to": "e1"}])],
    ),
    (
        "unknown-relation",
        "dangling-link",
        [TIDE, statement("e1", 'She wrote "The Slack Tide".', 3, relations=[["adores", "e2"]])],
    ),
)


@pytest.mark.parametrize(("rule", "category", "parts"), BAD)
def test_each_mistake_is_caught_and_the_rest_stays(
    rule: str, category: str, parts: list[dict[str, Any]]
) -> None:
    found = extraction(reply(MARTA, *parts, PILOT, PILOT | {"text": "Marta Ohm was a pilot of the harbour."}))
    assert rule in rules(found)
    slip = next(slip for slip in found.slips if slip.rule == rule)
    assert slip.category == Category(category)
    assert "Marta Ohm was a harbour pilot." in [each.text for each in found.statements]
    assert_harmless(found)


def assert_harmless(found: Extraction) -> None:
    """Nothing of what the bad parts above brought in is left."""
    texts = [each.text for each in found.statements]
    texts += [name for each in found.entities for name in (each.title, *each.aliases, *each.tags)]
    texts += [each.summary for each in found.entities]
    for bad in (
        "../",
        "[[",
        "]]",
        "**",
        "^f",
        "http",
        "1872",
        "Bergen",
        "Ferdinand",
        "O. F.",
        "Daily",
        ".md",
    ):
        assert not any(bad in text for text in texts), texts
    assert {each.dimension for each in found.entities} <= {"concepts", "people", "places", "works"}


REPORTED = Article(
    "k",
    "The glass",
    "Otto Lind denied that Ilse Varga stole the glass. "
    "The warden believes that smugglers hid the lamp in the well.",
    language="en",
)


def test_what_a_sentence_denies_is_no_fact_though_it_stands_there_word_for_word() -> None:
    varga = entity("e1", "Ilse Varga")
    said = statement("e1", "Otto Lind denied that Ilse Varga stole the glass.", 1)
    stole = statement("e1", "Ilse Varga stole the glass.", 1)
    found = extraction(reply(varga, said, stole), article=REPORTED)
    assert [each.text for each in found.statements] == [said["text"]]
    assert "opposed" in rules(found)


def test_what_somebody_is_reported_to_believe_is_a_claim() -> None:
    lamp = entity("e1", "lamp", "concepts")
    hid = statement("e1", "Smugglers hid the lamp in the well.", 2)
    found = extraction(reply(lamp, hid), article=REPORTED)
    assert [each.kind for each in found.statements] == ["claim"]
    assert "claim-as-fact" in rules(found)


def test_a_description_with_a_capital_article_is_no_alias() -> None:
    tide = entity("e2", "The Slack Tide", "works", aliases=["The book"])
    found = extraction(reply(MARTA, tide, PILOT, statement("e2", "The Slack Tide is a book.", 3)))
    assert [each.aliases for each in found.entities if each.title == "The Slack Tide"] == [()]


@pytest.mark.parametrize(
    ("title", "text", "said", "kept"),
    [
        ("立法会换届", "香港特区第七届立法会有九十名议员。", "第七届香港立法会", "香港特区第七届立法会"),
        ("三届马拉松", "第三届江城马拉松在滨江开跑。", "江城马拉松第三届比赛", ""),
        (
            "Works",
            "The firm, Dorrance Steel Co., hired her.",
            "Dorrance Steel Company",
            "Dorrance Steel Company",
        ),
        ("Old engines", 'No. 4 "Curlew" survives in a museum.', "Locomotive No. 4 Curlew", "No. 4 Curlew"),
    ],
)
def test_a_title_in_other_words_is_that_of_the_document(title: str, text: str, said: str, kept: str) -> None:
    article = Article("k", title, text, language="zh" if said > "一" else "en")
    found = extraction(reply(entity("e1", said, "works"), statement("e1", text, 1)), article=article)
    assert len(found.statements) == 1
    assert not kept or [each.title for each in found.entities] == [kept]


def test_a_title_of_another_number_is_no_title_of_the_document() -> None:
    article = Article("k", "立法会", "香港特区第七届立法会有九十名议员。", language="zh")
    other = entity("e1", "第六届香港特区立法会", "works")
    with pytest.raises(RejectedError):
        extraction(
            *[reply(other, statement("e1", "第六届香港特区立法会有九十名议员。", 1))] * 3, article=article
        )


def test_a_name_may_stand_below_in_the_signature() -> None:
    letter = Article("k", "A letter", "I had the cases carried upstairs.\n\nEdith Carrow\n", language="en")
    edith = entity("e1", "Edith Carrow")
    found = extraction(
        reply(edith, statement("e1", "Edith Carrow had the cases carried upstairs.", 1)), article=letter
    )
    assert [each.blocks for each in found.statements] == [(1, 2)]


def test_faults_of_form_are_counted_once() -> None:
    found = extraction("I would rather not say.", "No.", reply(MARTA, PILOT))
    assert rules(found).count("malformed-reply") == 1


def test_every_rule_has_a_test_and_no_index_stands_for_a_name() -> None:
    filed = {rule for rule, category, _ in RULES if category is Category.INDEX_INCONSISTENCY}
    assert filed == {"unknown-dimension"}
    elsewhere = {
        "malformed-reply",
        "no-statements",
        "few-blocks-cited",
        "many-blocks",
        "uncited-name",
        "unnamed-thing",  # test_document_names.py
        "lost-part",
    }
    assert {rule for rule, _, _ in RULES} == {rule for rule, _, _ in BAD} | elsewhere


def test_a_message_names_nothing_of_the_case() -> None:
    first = extraction(reply(MARTA, PILOT, statement("e1", "Marta Ohm was a pilot.", 77)))
    second = extraction(reply(MARTA, PILOT, statement("e1", "Marta Ohm was born.", 99)))
    assert first.slips[0].message == second.slips[0].message
    assert first.slips[0].example != second.slips[0].example


def test_a_pronoun_that_became_a_name_gets_the_sentence_with_the_name() -> None:
    article = ENGLISH.__class__("k", "Pilots of Vell", ENGLISH.text, language="en")
    found = extraction(
        reply(MARTA, PILOT, statement("e1", "Marta Ohm was born in Tarnvik.", 2)), article=article
    )
    assert [each.blocks for each in found.statements] == [(1,), (2, 1)]
    assert rules(found) == ["uncited-name", "few-blocks-cited"] or rules(found) == ["uncited-name"]


def test_a_chinese_pronoun_that_became_a_name_gets_the_sentence_with_the_name() -> None:
    found = extraction(reply(LIN, KEEPER, statement("e1", "林若溪生于白水。", 2)), article=CHINESE)
    assert [each.blocks for each in found.statements] == [(1,), (2, 1)]
    assert "uncited-name" in rules(found)


def test_a_statement_that_cites_everything_keeps_the_sentences_that_share_its_words() -> None:
    text = " ".join(f"Buoy {at} lies off Tarnvik." for at in range(1, 30))
    article = ENGLISH.__class__("k", "Buoys", text, language="en")
    buoy = entity("e1", "Buoy 17")
    found = extraction(
        reply(buoy, statement("e1", "Buoy 17 lies off Tarnvik.", *range(1, 30))), article=article
    )
    assert len(found.statements[0].blocks) == 8
    assert "many-blocks" in rules(found)


def test_most_sentences_left_out_is_noticed() -> None:
    assert "few-blocks-cited" in rules(extraction(reply(MARTA, PILOT)))


def test_a_title_that_the_document_does_not_hold_becomes_the_alias_that_it_does() -> None:
    lind = entity("e2", "Otto Ferdinand Lind", aliases=["Otto Lind"])
    found = extraction(reply(MARTA, PILOT, lind, statement("e2", "Otto Lind called it a slow book.", 4)))
    assert [each.title for each in found.entities] == ["Otto Lind", "Marta Ohm"] or [
        each.title for each in found.entities
    ] == ["Marta Ohm", "Otto Lind"]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (reply(), "there is no statement"),
        (reply(MARTA), "there is no statement"),
        (reply(MARTA, statement("e1", "Marta Ohm was born in Bergen.", 2)), "names or numbers"),
        ("I am sorry, but I cannot help with that.", "no JSON"),
        ("{}", ""),
        ("", "empty"),
    ],
)
def test_nothing_left_is_an_error_that_says_why(said: str, reason: str) -> None:
    with pytest.raises(RejectedError) as caught:
        extraction(said, said, said)
    assert reason in str(caught.value)
    assert "no-statements" in [slip.rule for slip in caught.value.slips]
    assert str(caught.value).count("\n") == 0


def test_a_reply_in_another_language_of_the_same_script_is_asked_for_again() -> None:
    german = entity("e1", "Marta Ohm")
    wrong = [
        "Marta Ohm war eine Lotsin und die Tochter von Jens Ohm, der ein Segelmacher war und nicht reich.",
        "Marta Ohm ist in Tarnvik geboren und das ist eine Stadt auf der Insel Vell, die nicht groß ist.",
        "Marta Ohm hat das Buch The Slack Tide für die jungen Lotsen geschrieben und es ist ein Buch.",
    ]
    bad = reply(german, *(statement("e1", text, at) for at, text in enumerate(wrong, 1)))
    with pytest.raises(RejectedError, match="another language"):
        extraction(bad, bad, bad)
    found = extraction(bad, reply(MARTA, PILOT))
    assert "wrong-language" in rules(found)
    assert len(found.statements) == 1
