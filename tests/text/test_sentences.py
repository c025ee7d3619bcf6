from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.text import sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He came. He saw.", ["He came.", "He saw."]),
        ("Dr. Smith met J. P. Morgan. They spoke.", ["Dr. Smith met J. P. Morgan.", "They spoke."]),
        ("He met Otto I. He left.", ["He met Otto I.", "He left."]),
        ("It cost 412 € incl. VAT. Ann paid.", ["It cost 412 € incl. VAT.", "Ann paid."]),
        ("He lives in the U.S. Senate district.", ["He lives in the U.S. Senate district."]),
        ("Born c. 1510 in Rome. Died there.", ["Born c. 1510 in Rome.", "Died there."]),
        ('He said "Go. Now." and went. She stayed.', ['He said "Go. Now." and went.', "She stayed."]),
        ("It (see Fig. 2. Top) works. Good!", ["It (see Fig. 2. Top) works.", "Good!"]),
        ('"Stop!" he cried. "Why?"', ['"Stop!" he cried.', '"Why?"']),
        ("It opened in 1907.He left.", ["It opened in 1907.He left."]),
        ("It was closed.He left.", ["It was closed.", "He left."]),
        ("Version 1.10 is out. Get it.", ["Version 1.10 is out.", "Get it."]),
        ("", []),
        (" \n ", []),
    ],
)
def test_splits_where_a_reader_would(text: str, expected: list[str]) -> None:
    assert sentences.split(text) == expected


@given(st.text(max_size=400))
def test_every_character_but_space_is_in_exactly_one_sentence(text: str) -> None:
    spans = sentences.spans(text)
    assert "".join("".join(text[a:b].split()) for a, b in spans) == "".join(text.split())
    assert all(a < b for a, b in spans)
    assert all(left[1] <= right[0] for left, right in pairwise(spans))


def test_a_line_without_stops_is_cut_to_citable_pieces() -> None:
    pieces = sentences.split("word " * 5000)
    assert max(map(len, pieces)) <= sentences.MAX_SENTENCE


def test_two_megabytes_on_one_line_are_split_in_seconds() -> None:
    assert len(sentences.split("A short sentence stands here. " * 66_000)) == 66_000


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('It is a film. " First a Girl" was adapted from" Viktor".', 2),
        ('Lavin sings(" Let me pry you"). " It is a Bird" was no hit.', 2),
        ("She is the master of her art. Szymborska won the prize.", 2),
        ('He said" I will go. " Nobody did.', 1),
        ("See art. 5 of the law.", 1),
        ("They had one son and three daughters: He died in 1912.", 2),
        ("They had one aim: He should win.", 1),
    ],
)
def test_a_spaced_quotation_mark_opens_the_next_sentence(text: str, count: int) -> None:
    assert len(sentences.split(text)) == count


def test_a_picture_between_sentences_goes_with_the_next_one() -> None:
    text = "London is a city. ![London](img/b.png) London lies on the Thames. See ![a map](m.png) here."
    assert sentences.split(text) == [
        "London is a city.",
        "![London](img/b.png) London lies on the Thames.",
        "See ![a map](m.png) here.",
    ]


@pytest.mark.parametrize(
    ("text", "language", "count"),
    [
        ("It costs 40 € max. VAT.", "en", 1),
        ("The boat of Max. Anna came too.", "en", 2),
        ("Rest 10 min. Fry.", "en", 2),
        ("Bring min. EUR 40 along.", "en", 1),
        ("Die Miete zzgl. Nebenkosten ist hoch.", "de", 1),
        ("Kaution max. Drei Mieten, ggf. Bürgschaft. Wir zahlen.", "de", 2),
        ("Wir zahlen usw. Die Miete ist hoch.", "de", 2),
        ("I made up my mind. Peter came too.", "en", 2),
        ("It is so. Peter came too.", "../en", 2),
    ],
)
def test_abbreviations_are_those_of_a_language(text: str, language: str, count: int) -> None:
    assert len(sentences.split(text, language)) == count


def test_a_day_that_is_an_ordinal_ends_no_sentence_before_its_month() -> None:
    text = "Der Vertrag endet am 1. Mai. Danach gilt der Vertrag vom 14. März. Er hat Zimmer 5. Das reicht."
    assert sentences.split(text, "de") == [
        "Der Vertrag endet am 1. Mai.",
        "Danach gilt der Vertrag vom 14. März.",
        "Er hat Zimmer 5.",
        "Das reicht.",
    ]
    assert sentences.split("She has room 5. May she stay?", "en") == ["She has room 5.", "May she stay?"]


def test_a_number_that_is_an_ordinal_ends_no_sentence() -> None:
    text = "Im 19. Jahrhundert wuchs die Stadt. Er kam im Jahr 19. Danach ging er. Es war der 2. Zug."
    assert sentences.split(text, "de") == [
        "Im 19. Jahrhundert wuchs die Stadt.",
        "Er kam im Jahr 19.",
        "Danach ging er.",
        "Es war der 2. Zug.",
    ]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("ar", "دق الجرس مرتين.|هل سمعته؟|قال د. سامي نعم!|انظر ص. 5 أولاً."),
        ("he", "הפעמון צלצל.|האם שמעת?|כן."),
        ("hi", "डॉ. मेहता ने घंटी बजाई।|क्या आपने सुना?|हाँ॥|वह रुक गई।"),
        ("ur", "گھنٹی بجی۔|کیا آپ نے سنا؟|ہاں۔"),
        ("ko", "종이 2024. 3. 5. 처음 울렸다.|들었습니까?|네, 버전 2.1부터입니다."),
        ("ka", "ზარი დარეკა.|გაიგეთ?|დიახ."),
        ("el", "Χτύπησε η καμπάνα.|Την άκουσες;|Ναι."),
        ("hy", "Զանգը հնչեց։|Լսեցի՞ք։"),
        (
            "fr",
            "M. Roche sonna deux fois, p. ex. Dimanche, etc.|Puis il partit vers 300 av. J.-C. en barque.",
        ),
        ("es", "Dijo que no.|Vio el mar.|La Sra. Ruiz llegó de EE. UU. ayer."),
        ("it", "Ha detto di no.|Poi il sig. Rossi è partito."),
        ("ru", "В 1990 г. Колокол сняли с ул. Садовой.|Он звонил, т. е. пел."),
        ("ja", "「鳴りましたか。」と聞いた。|はい、鳴りました！🔔"),
        ("en", "... and then it rang.|Twice! 🔔"),
    ],
)
def test_sentences_of_each_language(language: str, said: str) -> None:
    expected = said.split("|")
    assert sentences.split_by_script(" ".join(expected), language) == expected
