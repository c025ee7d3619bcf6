from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.curator.encyclopaedia.english import names_in_sentence


def names(text: str) -> list[str]:
    return [mention.name for mention in names_in_sentence.find_names(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It was directed by J. Om Prakash.", ["J. Om Prakash"]),
        ("She was the daughter of King Victor Emmanuel III of Italy.", ["Victor Emmanuel III of Italy"]),
        ("He was a son of Ernest I, Prince of Anhalt-Dessau.", ["Ernest I, Prince of Anhalt-Dessau"]),
        ("He met Thomas Buxton, 3rd Baronet, in Rome.", ["Thomas Buxton, 3rd Baronet", "Rome"]),
        ("He was born in Frederick, Maryland.", ["Frederick, Maryland"]),
        ("He lived in Lisbon, Portugal.", ["Lisbon", "Portugal"]),
        ("In March 2007 the Australian team won.", []),
        ("The British Army sent a German officer.", ["British Army"]),
        ("After that, Boso the Elder left for Kraków.", ["Boso the Elder", "Kraków"]),
        ("She ran at the 1972 Summer Olympics.", ["1972 Summer Olympics"]),
        ("It was sold by 20th Century Fox.", ["20th Century Fox"]),
        ("He was the 85th Mayor of New York.", ["New York"]),
        ("He fought in World War I.", ["World War I"]),
        ("They joined the Skull and Bones Society.", ["Skull and Bones Society"]),
        ("It is run by Street & Smith.", ["Street & Smith"]),
        ("He led the Kurdistan Workers' Party.", ["Kurdistan Workers' Party"]),
        ("Unquestionably Cornwall is fine.", ["Cornwall"]),
        ("The film was shot by the German-speaking Swiss.", []),
        ("He won the Nobel Prize in Literature.", ["Nobel Prize in Literature"]),
        ("the President of the United States Bill Clinton", ["United States", "Bill Clinton"]),
        ("the Great Storm of 1883 came", ["Great Storm of 1883"]),
        (
            "the death of Muhammad al-Mutawakkil and Leonardo da Vinci",
            ["Muhammad al-Mutawakkil", "Leonardo da Vinci"],
        ),
    ],
)
def test_names_of_a_sentence(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('He wrote the novel "The end of it".', ["The end of it"]),
        ('It starred him as "the fool".', []),
        ('Albert "Bert" Nelson came.', ["Albert", "Nelson"]),
        ('"Well, then," she said.', []),
        ('"We\'ll do it!" was heard.', []),
    ],
)
def test_titles_in_quotation_marks(text: str, expected: list[str]) -> None:
    assert names(text) == expected


def test_a_styled_name_keeps_its_style_as_an_alias() -> None:
    (mention,) = names_in_sentence.find_names("by King Otto I of Greece")
    assert (mention.name, mention.alias) == ("Otto I of Greece", "King Otto I of Greece")
    (mention,) = names_in_sentence.find_names("by Princess Yolanda of Savoy")
    assert (mention.name, mention.alias) == ("Princess Yolanda of Savoy", None)


def test_the_documents_title_is_one_name_whatever_its_shape() -> None:
    text = "They Call Me Cemetery was shot in Rome."
    assert [mention.name for mention in names_in_sentence.find_names(text, "They Call Me Cemetery")] == [
        "They Call Me Cemetery",
        "Rome",
    ]


@given(st.text(max_size=300))
def test_mentions_stand_in_order_and_apart(text: str) -> None:
    found = names_in_sentence.find_names(text)
    assert all(0 <= mention.start < mention.end <= len(text) for mention in found)
    assert all(len(mention.name) >= 1 for mention in found)
    assert [mention.start for mention in found] == sorted(mention.start for mention in found)
