from __future__ import annotations

import pytest

from wikic.curator.offline import OfflineCurator
from wikic.document import quotes as blocks
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.schema import Dimension, Positioning, Schema

SCHEMA = Schema(Positioning(), (Dimension("people", "people"), Dimension("media", "media")))


def extract(title: str, text: str) -> Extraction:
    article = Article("c/1", title, text, language="en")
    return OfflineCurator().extract(article, blocks.segment(text, "en"), SCHEMA)


def last(title: str, text: str) -> str:
    return extract(title, text).statements[-1].text


FILM = "Red Harbour is a 1950 American film directed by Ann Varley. "
MAN = "Karl Moor is a painter. "


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ("Karl Moor wrote a book on Rome.", "This was followed by a new one every year."),
        ("Tom Penhale hid a sandwich.", "The sandwich was given to a dog."),
        (
            "A rebellion broke out, and the rebels fled.",
            "When the rebels returned the following year they won.",
        ),
        ("Tom Penhale fought on.", "The hostilities continued."),
        ("Tom Penhale left the club.", "In response, the club closed."),
        ("Anna Krall and Otto Lee married.", "They had a son."),
        ("Tom Penhale proposed a plan.", "However, he withdrew it."),
        ("The school stood in Rome and in Bergen.", "The latter closed in 1950."),
    ],
)
def test_a_sentence_that_leans_is_told_with_the_one_before(before: str, sentence: str) -> None:
    found = extract("Karl Moor", MAN + before + " " + sentence)
    assert found.statements[-1].text.endswith(f"{before} {sentence}")
    assert found.statements[-1].blocks[-2:] == (2, 3)
    assert found.statements[1].blocks[-1] == 2


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ("Karl Moor lived in Rome.", "The king of France praised the painter."),
        ("Tom Penhale left.", "Tom Penhale sold his house."),
        ("Tom Penhale left.", "It is known that nobody stayed."),
        ("Tom Penhale left.", "Thistles grow there."),
        ("Tom Penhale left.", "The house in the hills above the town was sold to strangers."),
    ],
)
def test_a_sentence_that_stands_alone_is_told_alone(before: str, sentence: str) -> None:
    found = extract("Karl Moor", MAN + before + " " + sentence)
    assert found.statements[-1].text == sentence
    assert found.statements[-1].blocks == (3,)


def test_at_most_two_sentences_stand_before_it() -> None:
    found = extract("Karl Moor", MAN + "Tom Penhale fled. This helped. This hurt. This ended.")
    assert [each.text for each in found.statements[1:]] == [
        "Tom Penhale fled.",
        "Tom Penhale fled. This helped.",
        "Tom Penhale fled. This helped. This hurt.",
        "This hurt. This ended.",
    ]


def test_nothing_is_joined_across_a_paragraph_or_a_heading() -> None:
    assert (
        last("Karl Moor", MAN + "Tom Penhale fled.\n\nThis helped nobody at all.")
        == "This helped nobody at all."
    )
    text = f"# Karl Moor\n\n{MAN}Tom Penhale fled.\n\n## Later\n\nThis helped nobody at all."
    assert last("Karl Moor", text) == "This helped nobody at all."


def test_nothing_is_joined_beyond_the_length_of_a_bullet() -> None:
    long = "Tom Penhale " + "rowed and rowed " * 40 + "home."
    assert last("Karl Moor", MAN + long + " This helped nobody.") == "This helped nobody."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The film was released in 1951.", "Red Harbour was released in 1951."),
        ("The film's sets were built in Rome.", "Red Harbour's sets were built in Rome."),
        ("The movie stars Tom Penhale.", "Red Harbour stars Tom Penhale."),
        ("This film is preserved.", "Red Harbour is preserved."),
        ("The cast includes Tom Penhale.", "The cast of Red Harbour includes Tom Penhale."),
        ("The film tells of a keeper.", "Red Harbour tells of a keeper."),
        # Near misses: another thing, a part of the phrase, an "it" that means nothing.
        ("The film festival was held in Rome.", "The film festival was held in Rome."),
        ("The film director was Ann Varley.", "The film director was Ann Varley."),
        ("The music for the film was lost.", "The music for the film was lost."),
        ("Tom Penhale starred in Rome.", "Tom Penhale starred in Rome."),
    ],
)
def test_the_film_is_the_film_the_page_is_about(text: str, expected: str) -> None:
    assert last("Red Harbour (film)", FILM + text) == expected


@pytest.mark.parametrize(
    "between",
    [
        "It is a remake of a 1930 film.",
        "A sequel was made in 1960.",
        'Ann Varley then directed "Blue Harbour".',
        "Ann Varley made another film.",
    ],
)
def test_the_film_is_left_alone_once_there_is_another(between: str) -> None:
    assert last("Red Harbour (film)", f"{FILM}{between} The film was a hit.").endswith("The film was a hit.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("In 1587 he founded Franzburg.", "In 1587 Karl Moor founded Franzburg."),
        ("There he met Anna Krall.", "There Karl Moor met Anna Krall."),
        ("After completing his studies, he left.", "After completing his studies, he left."),
        ("A member of the guild, he left.", "A member of the guild, Karl Moor left."),
        ("A collection of his letters is in Rome.", "A collection of Karl Moor's letters is in Rome."),
        ("Many fans recognise him.", "Many fans recognise Karl Moor."),
    ],
)
def test_he_is_the_only_man_spoken_of(text: str, expected: str) -> None:
    assert last("Karl Moor", MAN + text).endswith(expected)


def test_he_is_the_principal_while_nobody_else_was_spoken_of() -> None:
    text = "Tom Penhale taught in Rome. Karl Moor went there. The city burned. He left."
    assert last("Karl Moor", MAN + text) == "Karl Moor left."
    text = "Karl Moor went to Rome. The pope was ill. He left."
    assert last("Karl Moor", MAN + text).endswith("The pope was ill. He left.")


@pytest.mark.parametrize(
    "text",
    [
        "In 1587 she founded Franzburg.",
        "When Tom Penhale died, he left.",
        "After a friend died, he left.",
        "When he died, Tom Penhale left.",
        "The king praised his letters.",
        'A critic wrote "he is a fool".',
        "In his youth, Moor left.",
    ],
)
def test_he_may_be_somebody_else(text: str) -> None:
    assert last("Karl Moor", MAN + text).endswith(text)


def test_a_title_with_a_name_in_it_is_no_person() -> None:
    text = "Garry Hoy was a lawyer in Rome. The glass broke and he fell."
    assert last("Death of Garry Hoy", text).endswith("The glass broke and he fell.")


@pytest.mark.parametrize(
    ("text", "kind", "holder"),
    [
        (
            'However, a charter names "domni Frederici comes nostre civitatis", so Frederic Moor continued.',
            "fact",
            None,
        ),
        ('Tom Penhale wrote "Confessions of a Hollywood Director" in Rome.', "fact", None),
        (
            'Tom Penhale wrote that it was "the finest play he had ever seen on any stage".',
            "quotation",
            "Tom Penhale",
        ),
        ('"The finest play I have ever seen on any stage," said Tom Penhale.', "quotation", "Tom Penhale"),
    ],
)
def test_a_quotation_needs_somebody_who_says_it(text: str, kind: str, holder: str | None) -> None:
    found = extract("Karl Moor", MAN + text).statements[-1]
    assert (found.kind, found.holder) == (kind, holder)


def test_a_pronoun_gains_nothing_by_another_pronoun() -> None:
    found = extract("Karl Moor", MAN + "Tom Penhale fled. He hid. He swam. He rowed. He won.")
    assert [each.text for each in found.statements[3:]] == [
        "Tom Penhale fled. He hid. He swam.",
        "He rowed.",
        "He won.",
    ]


TOWN = "Carrowbridge is a town on the River Carrow. "


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Edmund Rooke was born there in 1807.", TOWN + "Edmund Rooke was born there in 1807."),
        ("Edmund Rooke was born in Bergen and went to school there.", ""),
        ("Edmund Rooke said there was nothing to see.", ""),
    ],
)
def test_there_on_another_page_brings_the_place_along(sentence: str, told: str) -> None:
    found = extract("Carrowbridge", TOWN + sentence)
    rooke = next(each.id for each in found.entities if each.title == "Edmund Rooke")
    assert [each.text for each in found.statements if each.of == rooke] == [told or sentence]
