from __future__ import annotations

import pytest

from wikic.curator.encyclopaedia.english import dimensions
from wikic.curator.offline import OfflineCurator
from wikic.document import quotes as blocks
from wikic.model.article import Article
from wikic.model.schema import Dimension, Positioning, Schema

SIX = ("people", "geography", "organizations", "media", "history", "concepts")
SCHEMA = Schema(Positioning(), tuple(Dimension(name, name) for name in SIX))


def directories(title: str, text: str) -> dict[str, str]:
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
        ("The song was recorded by Taylor Trevena in 1999.", "Taylor Trevena", "people"),
        ("Critics liked Aditi Trevena.", "Aditi Trevena", "people"),
        ("She married Gunwalloe Trevena.", "Gunwalloe Trevena", "people"),
        ("Gunwalloe Trevena told her so.", "Gunwalloe Trevena", "people"),
        ("She met Gunwalloe Trevena (1812–1880).", "Gunwalloe Trevena", "people"),
        ("She met Ann Mor and Gunwalloe Trevena.", "Gunwalloe Trevena", "people"),
        ("She saw Gunwalloe Trevena.", "Gunwalloe Trevena", "concepts"),
        ("She paid for the Opening of the Carrow Bridge.", "Opening of the Carrow Bridge", "geography"),
        ("Opening of the Carrow Bridge took long.", "Carrow Bridge", "geography"),
        ("She admired Godfrey of Bouillon.", "Godfrey of Bouillon", "concepts"),
        ("She joined the Rugby Hall of Fame.", "Rugby Hall of Fame", "organizations"),
        ("She acted beside Paul Newman.", "Paul Newman", "people"),
        ("She signed with Paul Newman.", "Paul Newman", "people"),
        ("She became queen of Lotharingia.", "Lotharingia", "geography"),
        ("She lived by the Lee Roy Expressway.", "Lee Roy Expressway", "geography"),
        ("She was a shareholder of Televisa.", "Televisa", "organizations"),
        ("She adapted the Rex Trevena short story.", "Rex Trevena", "people"),
        ("The hall was owned by Gunwalloe Trevena.", "Gunwalloe Trevena", "concepts"),
        ("She lost a match against Gunwalloe Trevena.", "Gunwalloe Trevena", "concepts"),
        ("She wore a Charing Cross.", "Charing Cross", "concepts"),
        ("She praised Roman Trevena.", "Roman Trevena", "people"),
        ("She praised Roman Trevena and East Francia.", "East Francia", "geography"),
        ("She sat with the House of Commons of Canada.", "House of Commons of Canada", "organizations"),
        ("She belongs to the House of Ascania.", "House of Ascania", "history"),
        ("She toured with Fall Out Boy.", "Fall Out Boy", "concepts"),
        ("She saw the Fall of Carthage.", "Fall of Carthage", "history"),
        ("She took all but Friesland.", "Friesland", "geography"),
        ("She was heiress of Ravensberk.", "Ravensberk", "geography"),
        ("She wrote about Social Charter.", "Social Charter", "concepts"),
        ("She spoke on BBC One.", "BBC One", "organizations"),
        ("She sailed on the paddle steamer *Lady Trevena*.", "Lady Trevena", "concepts"),
        ("She rang the bell of the *Grey Pendower*.", "Grey Pendower", "concepts"),
        ("She read the *Pendower Gazette*.", "Pendower Gazette", "media"),
        ("She met the captain Lady Trevena.", "Lady Trevena", "people"),
        ("She saw things like Pendower.", "Pendower", "concepts"),
        ("She was seen in Canada, YTV and beyond.", "YTV", "organizations"),
        ("She captained Pendower GAA.", "Pendower GAA", "organizations"),
        ("She sang at Blue Studios (Pendower).", "Pendower", "geography"),
        ("She sang with Ann Mor (Pendower).", "Pendower", "concepts"),
        ("She went to the Abbasids.", "Abbasids", "concepts"),
        ("She wrote to the Pendowers.", "Pendowers", "concepts"),
        ("She wrote to the Griffins.", "Griffins", "organizations"),
        ("She sailed to the Danube.", "Danube", "geography"),
        ("She inherited Pendowerland-Lee.", "Pendowerland-Lee", "concepts"),
        ("She inherited Hesse-Lee.", "Hesse-Lee", "geography"),
    ],
)
def test_the_words_around_an_unknown_name(text: str, name: str, expected: str) -> None:
    assert directories("Ann Lee", f"Ann Lee is a singer. {text}")[name] == expected


@pytest.mark.parametrize(
    ("text", "name", "made"),
    [
        ("She moved to Denver, CO.", "CO", False),
        ("She joined the UN.", "UN", True),
        ("She joined NATO.", "NATO", True),
        ("She earned a J.D. in law.", "J.D.", False),
        ("She moved to the U.S. in May.", "U.S.", True),
        ("She sang of the Parisian underworld.", "Parisian", False),
        ("She met Ossian at home.", "Ossian", True),
        ("She met a young Parisian woman.", "Parisian", False),
        ("She wrote of Emperors and left.", "Emperors", False),
        ("She saw a Motswana lamp.", "Motswana", True),
        ("She and Pendower star in it.", "Pendower", True),
        ("She served as Abbasid caliph.", "Abbasid", False),
        ("She met David there.", "Abbasid", False),
        ("She met Fujiwara no Morinaga.", "Fujiwara no Morinaga", True),
        ("She met in Malta no Americans.", "Malta", True),
        ("She sang the Bearded and left.", "Bearded", False),
        ("She sang with Counsel and left.", "Counsel", False),
        ("She sang with Fisher and left.", "Fisher", True),
        ("She lived in the spring of hope and Spring came.", "Spring", False),
    ],
)
def test_single_words_named_in_passing(text: str, name: str, made: bool) -> None:
    assert (name in directories("Ann Lee", f"Ann Lee is a singer. {text}")) is made


def test_letters_mean_what_they_stand_for() -> None:
    found = directories("Ann Lee", "Ann Lee is a singer. She ran the Harbour Office (HO). HO closed.")
    assert "Harbour Office" in found and "HO" not in found


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        ("Ann Trevena", "Ann Trevena is a retired race walker.", "people"),
        ("Lamp 23", "The Lamp 23 was a carrier-borne fighter biplane.", "concepts"),
        ("Mor Lee", "Mor Lee is an American television, stage, and movie actress.", "people"),
        ("Mor Lamp", "Mor Lamp is an unfinished television, stage, and movie satire.", "media"),
        ("Lamp Rally (video game)", "Lamp Rally is a racing game by Lamps.", "media"),
        ("Days of Lamps", "Days of Lamps is a board game publisher owned by Lamps.", "organizations"),
        ("Lampwm", "Lampwm is a lightweight window manager.", "concepts"),
        ("Lamp Lee", "Lamp Lee is a stage manager.", "people"),
        ("Blue Folly", "Blue Folly is a 2016 mockumentary directed by Ann Lee.", "media"),
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
    assert next(iter(directories(title, text).values())) == expected


def test_dates_behind_a_name_are_a_life() -> None:
    assert dimensions.tells_of_a_person("Nína Lee", ["Nína Lee (March 16, 1913 – June 18, 1968) painted."])
    assert not dimensions.tells_of_a_person("Nína Lee", ["Nína Lee painted the harbour in 1913."])
