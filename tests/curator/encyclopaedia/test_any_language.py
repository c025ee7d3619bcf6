"""A language without rules is read by its structure, and names by their capitals; English rules stay away."""

from __future__ import annotations

import pytest

from wikic.curator import choose_rules
from wikic.document import quotes as blocks
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.text.relation_labels import MENTIONS

SCHEMA = Schema(
    Positioning(),
    tuple(Dimension(name, "") for name in ("concepts", "geography", "media", "organizations", "people")),
    layout="things",
)
CAPTAIN = (
    "Marten Hollm war ein Kapitän aus Varnhafen. Seine Mutter war Grete Hollm, eine Tochter des Müllers Jan "
    "Sievers. Er fuhr seit 1871 auf dem Schoner „Gute Hoffnung“ nach Nordhaven und zurück. Anfang Mai 1878 "
    "strandete das Schiff vor der Insel Möwenort. Die Varnhafener Werft wurde von Anna Hollm geleitet."
)


def article(text: str, language: str, title: str = "Marten Hollm") -> Article:
    return Article("docs/a", title, text, language=language)


def extract(read: Article) -> Extraction:
    return choose_rules.extract(read, blocks.segment(read.text, read.language), SCHEMA)


def test_german_makes_no_person_of_a_possessive_and_no_thing_of_a_noun() -> None:
    found = extract(article(CAPTAIN, "de"))
    titles = {entity.title for entity in found.entities}
    assert titles == {
        "Marten Hollm",
        "Grete Hollm",
        "Gute Hoffnung",
        "Müllers Jan Sievers",
        "Insel Möwenort",
        "Varnhafener Werft",
        "Anna Hollm",
    }
    assert not {"Seine Mutter", "Schoner", "Anfang Mai"} & titles


def test_nothing_is_typed() -> None:
    found = extract(article(CAPTAIN, "de"))
    assert {entity.dimension for entity in found.entities} == {"concepts"}
    assert {each.label for said in found.statements for each in said.relations} == {MENTIONS}


def test_every_sentence_is_kept_in_order() -> None:
    found = extract(article(CAPTAIN, "de"))
    assert [number for said in found.statements for number in said.blocks] == [1, 2, 3, 4, 5]


def test_a_text_that_begins_with_its_title_is_about_what_the_title_names() -> None:
    about = extract(article(CAPTAIN, "de")).entities[0]
    assert about.principal and not about.self_
    writing = extract(article(CAPTAIN, "de", "Erinnerungen")).entities[0]
    assert writing.self_ and not writing.principal


@pytest.mark.parametrize("language", ["en", "und", "cs", "fr", "de"])
def test_english_is_read_as_english_whatever_was_guessed(language: str) -> None:
    text = "Lena Marwood is a retired Danish rower who competed for the Hallowmouth Club in 1931."
    assert not choose_rules.is_foreign(article(text, language, "Lena Marwood"))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Seine Mutter war Lehrerin."),
        (
            "fr",
            "Le phare de Grisemer fut construit en 1854 par les frères Lannec. Ils vivaient dans le port, "
            "où leur père avait une auberge. Le phare fut vendu en 1911, et la famille quitta la ville.",
        ),
        (
            "nl",
            "De haven van Grauwzee is de grootste haven van het eiland. Zij werd in 1872 geopend voor vaart "
            "naar het noorden, en is daarna vaak vergroot. Op de kade staat een huis van drie lagen.",
        ),
    ],
)
def test_another_language_is_foreign(language: str, text: str) -> None:
    assert choose_rules.is_foreign(article(text, language))


def test_one_line_says_what_was_read_without_rules() -> None:
    read = [article(CAPTAIN, "de"), article("A lamp is a light.", "en")]
    (line,) = choose_rules.remarks(read, SCHEMA)
    assert line.startswith("1 document in de: ")
    assert choose_rules.remarks(read[1:], SCHEMA) == []
