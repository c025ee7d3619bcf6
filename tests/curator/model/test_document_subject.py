"""What a document is about has the document's title; what only stands in it has its own name."""

from __future__ import annotations

import pytest
from support.proposals import entity, read, reply, statement

from wikic.llm.scripted import ScriptedModel
from wikic.model.article import Article
from wikic.model.statement import Entity

LEAD = "Edward Davis Wood Jr. (October 10, 1924 – December 10, 1978) was an American filmmaker.\n"


def subject(title: str, text: str, *entities: dict[str, object], language: str = "en") -> Entity:
    """The subject of a document as a reply has it that says one thing of its first entity."""
    said = statement("e1", text.splitlines()[0], 1)
    model = ScriptedModel([reply(*entities, said, subject="e1")])
    found = read(model, Article("k", title, text, language=language))
    (principal,) = (each for each in found.entities if each.principal)
    assert isinstance(principal, Entity)
    return principal


@pytest.mark.parametrize(
    ("title", "disambiguator"), [("Ed Wood (filmmaker)", "filmmaker"), ("Ed Wood", None)]
)
@pytest.mark.parametrize("said", ["Edward Davis Wood Jr.", "Edward Davis Wood", "Ed Wood"])
def test_the_subject_of_a_document_takes_its_title(title: str, disambiguator: str | None, said: str) -> None:
    found = subject(title, LEAD, entity("e1", said))
    assert (found.title, found.disambiguator) == (title, disambiguator)
    assert said in (title, *found.aliases)


def test_a_name_that_the_reply_gives_as_alias_is_enough() -> None:
    text = "In 1924 Edward Davis Wood Jr. was born. He was called Ed Wood.\n"
    found = subject("Ed Wood (filmmaker)", text, entity("e1", "Edward Davis Wood Jr.", aliases=["Ed Wood"]))
    assert found.title == "Ed Wood (filmmaker)"


@pytest.mark.parametrize(
    ("title", "text", "said"),
    [
        ("A note on Tarnvik", "Tarnvik is a town on Vell.\n", "Tarnvik"),
        ("The Life of Ilse Varga", "Ilse Varga was a botanist.\n", "Ilse Varga"),
        ("The glass house of Brenn", "Ilse Varga was a botanist.\n", "Ilse Varga"),
        ("Varga Family", "In Brenn lived Ilse Varga.\n", "Ilse Varga"),
    ],
)
def test_a_heading_is_no_name_of_what_it_stands_over(title: str, text: str, said: str) -> None:
    assert subject(title, text, entity("e1", said)).title == said


def test_two_entities_for_one_subject_are_one_by_their_names() -> None:
    found = subject("Ed Wood", LEAD, entity("e1", "Edward Davis Wood Jr."), entity("e2", "Ed Wood"))
    assert found.title == "Ed Wood" and "Edward Davis Wood Jr." in found.aliases


def test_a_chinese_subject_takes_the_title() -> None:
    text = "林若溪，本名林溪，是灯塔看守人。\n"
    found = subject("林若溪 (作家)", text, entity("e1", "林溪", aliases=["林若溪"]), language="zh")
    assert found.title == "林若溪 (作家)"


@pytest.mark.parametrize("title", ["ed wood", "ED WOOD"])
def test_a_title_that_is_a_files_name_is_spelt_as_the_text_does(title: str) -> None:
    text = "Edward Davis Wood Jr., called Ed Wood, was a filmmaker.\n"
    found = subject(title, text, entity("e1", "Edward Davis Wood Jr.", aliases=["Ed Wood"]))
    assert found.title == "Ed Wood"
