from __future__ import annotations

import pytest

from wikic.curator.offline import evidence
from wikic.curator.offline.curator import OfflineCurator
from wikic.model.article import Article
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.text import blocks

SIX = ("people", "geography", "organizations", "media", "history", "concepts")
SCHEMA = Schema(Positioning(), tuple(Dimension(name, name) for name in SIX))


def dimensions(title: str, text: str) -> dict[str, str]:
    found = OfflineCurator().extract(Article("c/1", title, text), blocks.segment(text, "en"), SCHEMA)
    return {each.title: each.dimension for each in found.entities}


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("She signed with Blue Lamps in 1999.", "Blue Lamps", "organizations"),
        ("She first sang on a show that aired on Comedy Central.", "Comedy Central", "organizations"),
        ("She was the guitarist of Velvet Trevena.", "Velvet Trevena", "organizations"),
        ("She sang with the Harbour Lamps.", "Harbour Lamps", "organizations"),
        ("She saw a model of the Space Shuttle.", "Space Shuttle", "concepts"),
        ("She married Gunwalloe Trevena.", "Gunwalloe Trevena", "people"),
        ("She admired Godfrey of Bouillon.", "Godfrey of Bouillon", "people"),
        ("She joined the Rugby Hall of Fame.", "Rugby Hall of Fame", "organizations"),
        ("She acted beside Paul Newman.", "Paul Newman", "people"),
        ("She signed with Paul Newman.", "Paul Newman", "people"),
        ("She became queen of Lotharingia.", "Lotharingia", "geography"),
        ("She lived by the Lee Roy Expressway.", "Lee Roy Expressway", "geography"),
        ("She was a shareholder of Televisa.", "Televisa", "organizations"),
    ],
)
def test_the_words_around_an_unknown_name(text: str, name: str, expected: str) -> None:
    assert dimensions("Ann Lee", f"Ann Lee is a singer. {text}")[name] == expected


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        ("Conall Mag", "Conall Mag (1504 – 1551) held the castle against all comers.", "people"),
        ("Minamoto no Chikako", "She was the mother of Prince Morinaga. She wrote verses.", "people"),
        ("Quo Vadis", "Quo Vadis may refer to:", "concepts"),
        ("Fire Work", "Fire Work (formed 1998) ran for six years. It won prizes.", "concepts"),
        ("Blue Barn", "Blue Barn is a racing video game developed by Atari Games.", "media"),
        ("Slask House", "Slask House is the first publishing house in the region.", "organizations"),
        (
            "Barn spider",
            "Araneus, known as the barn spider, is an orb-weaver spider native to America.",
            "concepts",
        ),
        (
            "1986 Tar Heels football team",
            "The 1986 Tar Heels football team represented a school.",
            "organizations",
        ),
        ("List of songs by Metallica", "Metallica is an American band. These are its songs.", "concepts"),
        ("Hetty Reckless", 'Amy Hester "Hetty" Reckless was born into slavery in Salem.', "people"),
        ("Flag of the Blue Company", "The Flag of the Blue Company was used by ships.", "concepts"),
        ("Brad Lee (rugby league)", "Brad Lee is an Australian footballer.", "people"),
        ("Empress Liu (Tang dynasty)", "Empress Liu was an empress of China.", "people"),
        ("Lamps (1999 film)", "Lamps is a 1999 film.", "media"),
        ("SSDC, Inc.", "SSDC, Inc. is a publisher of games.", "organizations"),
        (
            "Destruction Force",
            "Destruction Force is a 1977 poliziottesco directed by Stelvio Massi.",
            "media",
        ),
        ("Donald Fisher (Home and Away)", "Donald Fisher is a fictional headmaster.", "people"),
    ],
)
def test_what_a_document_is_about(title: str, text: str, expected: str) -> None:
    assert next(iter(dimensions(title, text).values())) == expected


def test_dates_behind_a_name_are_a_life() -> None:
    assert evidence.person("Nína Lee", ["Nína Lee (March 16, 1913 – June 18, 1968) painted."])
    assert not evidence.person("Nína Lee", ["Nína Lee painted the harbour in 1913."])
