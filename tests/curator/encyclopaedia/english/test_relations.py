from __future__ import annotations

import pytest

from wikic.curator.encyclopaedia.english import relations
from wikic.curator.offline import OfflineCurator
from wikic.document import quotes as blocks
from wikic.model.article import Article
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.model.statement import Entity

SCHEMA = Schema(Positioning(), tuple(Dimension(name, name) for name in ("people", "geography", "media")))


def typed(title: str, text: str) -> set[tuple[str, str]]:
    """(label, other) read from the principal; mentions left out."""
    found = OfflineCurator().extract(Article("c/1", title, text), blocks.segment(text, "en"), SCHEMA)
    by: dict[str, Entity] = {each.id: each for each in found.entities}
    return {
        (r.label, by[r.entity].title)
        for s in found.statements
        for r in s.relations
        if r.label != "mentions" and by[s.of].principal
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She rowed with her father to the wreck of the barque Grey Heron.", set()),
        ("She rowed with her father, Isaac Dunn, to the wreck.", {("father", "Isaac Dunn")}),
        ("She was the daughter of the historian Isaac Dunn.", {("father", "Isaac Dunn")}),
        (
            "She was the daughter of Walter Penhale, a granddaughter of Josiah Penhale, and a niece of "
            "Otto Lee.",
            {("father", "Walter Penhale"), ("grandparent", "Josiah Penhale"), ("uncle or aunt", "Otto Lee")},
        ),
        (
            "She was the daughter of Queen Amalia of Solms and her consort Prince Otto of Tarn.",
            {("mother", "Amalia of Solms"), ("father", "Prince Otto of Tarn")},
        ),
        ("She was the great grandmother of Otto Lee.", {("great-grandchild", "Otto Lee")}),
        (
            "She was the cousin of Amalia of Solms, Princess consort of Orange.",
            {("cousin", "Amalia of Solms")},
        ),
        ("She met her nephew Otto Lee, Karl Moor and Tom Lyle.", {("nephew or niece", "Otto Lee")}),
        ("She wrote verses, which the Hallowmouth Gazette declined to print.", set()),
        ('She wrote verses for the "Hallowmouth Gazette".', set()),
        ('She wrote the novel "Lamps".', {("author of", "Lamps")}),
        ('She changed her name in part because of "Lamps".', set()),
        ("She was known for the Turhapuro movies directed by Otto Lee.", set()),
        ("She grew up in the working class districts of East Oslo.", {("lived in", "East Oslo")}),
        ("She was the Member of Parliament for West Looe.", {("held office in", "West Looe")}),
        ("She died in Siversky, near Saint Petersburg.", {("died in", "Siversky")}),
        ("She married Agnes, daughter of Otto Lee and a sister of Karl Moor.", set()),
        ("Her first teacher was Maria Gomez, the daughter of Otto Lee.", set()),
        ("She met Otto Lee and his wife Maria Gomez.", set()),
        ("She studied painting with artists Otto Lee.", {("student of", "Otto Lee")}),
        ("She specialised in the works of Otto Lee.", set()),
        ("Born at Millmerran, she achieved a Gold Medal.", {("born in", "Millmerran")}),
        ('She sang the song "Lamps" written by Otto Lee.', {("performer of", "Lamps")}),
        ("She died in Siversky, Russia.", {("died in", "Siversky"), ("died in", "Russia")}),
    ],
)
def test_people(text: str, expected: set[tuple[str, str]]) -> None:
    assert typed("Ann Dunn", f"Ann Dunn is an actress. {text}") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "directed by Otto Lee, with music by Karl Moor",
            {("directed by", "Otto Lee"), ("composed by", "Karl Moor")},
        ),
        ("directed by Otto Lee and Karl Moor", {("directed by", "Otto Lee"), ("directed by", "Karl Moor")}),
        ("made by the Associated Picture Corporation", {("produced by", "Associated Picture Corporation")}),
        ('that is a remake of "Bava" (1982), with Otto Lee', {("based on", "Bava")}),
        ("directed and enacted by Otto Lee along with Karl Moor", {("directed by", "Otto Lee")}),
    ],
)
def test_films(text: str, expected: set[tuple[str, str]]) -> None:
    assert typed("Lamps (film)", f"Lamps is a 1936 film {text}.") == expected


def test_what_stands_on_an_island_was_built_not_the_island() -> None:
    text = (
        "Sandry Island is an island. Sandry Island has one inn and a landing stage built by Otto Lee in 1858."
    )
    assert typed("Sandry Island", text) == set()


def test_a_village_between_towns_lies_in_none_of_them() -> None:
    text = "Ackworth is a village in England, situated between Pontefract and Barnsley."
    assert typed("Ackworth", text) == {("located in", "England")}


def test_a_branch_of_a_company_does_not_lie_in_it() -> None:
    text = "Blue Barn Israel is the Israeli franchise of Blue Barn. It opened in 2017."
    assert ("located in", "Blue Barn") not in typed("Blue Barn Israel", text)


def test_a_list_of_a_bands_songs_was_founded_by_nobody() -> None:
    text = "Metallica is an American band, founded in 1981 by Tom Lyle."
    assert typed("List of songs by Metallica", text) == set()


def test_songs_that_another_wrote_are_not_this_one() -> None:
    text = "Maria is a song by Ann Lee. Maria has appeared in two other songs written by Otto Lee."
    assert typed("Maria (song)", text) == {("performed by", "Ann Lee")}


def test_what_belongs_to_a_brother() -> None:
    text = "Blue Line is a company founded in 1960 by Otto Chandris' brother Karl."
    assert typed("Blue Line", text) == set()


def test_a_president_of_a_country_is_not_the_country() -> None:
    assert relations.relation_labels(" founded in 1989 by the President of ", "place", "organization") == ()
    assert relations.relation_labels(" founded in 1989 by ", "person", "organization") == ("founded by",)
