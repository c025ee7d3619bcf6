from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.curator.offline import OfflineCurator
from wikic.document import quotes as blocks
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.model.statement import Entity
from wikic.text import compare

SIX = ("people", "geography", "organizations", "media", "history", "concepts")
SCHEMA = Schema(Positioning(), tuple(Dimension(name, name) for name in SIX))


def extract(title: str, text: str, schema: Schema = SCHEMA, *, author: str | None = None) -> Extraction:
    article = Article("c/1", title, text, language="en", author=author)
    return OfflineCurator().extract(article, blocks.segment(text, "en"), schema)


def entity(extraction: Extraction, title: str) -> Entity:
    return next(each for each in extraction.entities if each.title == title)


def links(extraction: Extraction) -> set[tuple[str, str, str]]:
    """(title of the statement's entity, label, title of the other)."""
    title = {each.id: each.title for each in extraction.entities}
    return {(title[s.of], r.label, title[r.entity]) for s in extraction.statements for r in s.relations}


JOHN = (
    "John V (Dessau, 4 September 1504 – Zerbst, 4 February 1551), was a German prince of the House of "
    "Ascania. "
    "He was the second son of Ernest I, Prince of Anhalt-Dessau, by his wife Margarete of Oels, "
    "daughter of Henry I, "
    "Duke of Münsterberg-Oels."
)


def test_a_person() -> None:
    found = extract("John V, Prince of Anhalt-Zerbst", JOHN)
    john = found.entities[0]
    assert (john.title, john.dimension, john.principal, john.self_) == (
        "John V, Prince of Anhalt-Zerbst",
        "people",
        True,
        False,
    )
    assert john.summary == "German prince of the House of Ascania"
    assert john.tags == ("German", "prince")
    assert [statement.text[:6] for statement in found.statements[:2]] == ["John V", "John V"]
    assert {
        (john.title, "born in", "Dessau"),
        (john.title, "died in", "Zerbst"),
        (john.title, "father", "Ernest I, Prince of Anhalt-Dessau"),
        (john.title, "mother", "Margarete of Oels"),
    } <= links(found)


def test_a_film_and_everyone_who_made_it() -> None:
    found = extract(
        "Autoerotic (film)",
        "Autoerotic is a 2011 comedy film directed by Joe Swanberg and Adam Wingard, written by Simon "
        "Barrett, "
        "and starring Kate Lyn Sheil, Amy Seimetz and Ti West.",
    )
    film = "Autoerotic (film)"
    assert found.entities[0].disambiguator == "film"
    assert found.entities[0].aliases == ("Autoerotic",)
    assert links(found) == {
        (film, "directed by", "Joe Swanberg"),
        (film, "directed by", "Adam Wingard"),
        (film, "written by", "Simon Barrett"),
        (film, "starring", "Kate Lyn Sheil"),
        (film, "starring", "Amy Seimetz"),
        (film, "starring", "Ti West"),
    }
    assert {each.dimension for each in found.entities[1:]} == {"people"}


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        (
            "Ann Lee",
            "Ann Lee is the daughter of Otto the Elder and sister of Hucbert Krall.",
            {("father", "Otto the Elder"), ("sibling", "Hucbert Krall")},
        ),
        ("Ann Lee", "Ann Lee is an actress. Her brother Tom Lee is a pilot.", {("sibling", "Tom Lee")}),
        (
            "Ann Lee",
            "Ann Lee is an actress. She studied at Yale University and married Karl Moor.",
            {("educated at", "Yale University"), ("spouse", "Karl Moor")},
        ),
        ("Ann Lee", "Ann Lee is an actress born in Erick, Oklahoma.", {("born in", "Erick, Oklahoma")}),
        (
            "Ann Lee",
            'Ann Lee is a director. In 2008 she directed "Wherever You Are".',
            {("director of", "Wherever You Are")},
        ),
        ("Ann Lee", "Ann Lee was the Mayor of New York.", {("held office in", "New York")}),
        ("Ann Lee", "Ann Lee met the mayor of Chicago.", {("mentions", "Chicago")}),
        (
            "Ann Lee",
            "Ann Lee died from cancer in 1992 and was inducted into the Country Music Hall of Fame.",
            {("mentions", "Country Music Hall of Fame")},
        ),
        (
            "Nasam",
            "Nasam is a village in the Telavi district of Georgia.",
            {("located in", "Telavi"), ("located in", "Georgia")},
        ),
        (
            "Carrow Bridge",
            "Carrow Bridge is a bridge in Rome. It was designed by Tom Lyle.",
            {("located in", "Rome"), ("designed by", "Tom Lyle")},
        ),
        (
            "Gare X",
            "Gare X is a railway station in Rome. Services operated by Trenitalia Group stop there.",
            {("located in", "Rome"), ("mentions", "Trenitalia Group")},
        ),
    ],
)
def test_relations(title: str, text: str, expected: set[tuple[str, str]]) -> None:
    found = extract(title, text)
    assert {(label, other) for of, label, other in links(found) if of == title} == expected


def test_the_father_of_a_wife_without_a_page_is_nobodys_mother() -> None:
    found = extract(
        "Karl Moor", "Karl Moor was the son of Otto Moor by his wife Agnes, daughter of Rudolf Penhale."
    )
    assert {(label, other) for _, label, other in links(found)} == {
        ("father", "Otto Moor"),
        ("mentions", "Rudolf Penhale"),
    }


def test_a_characters_partner_is_not_the_films() -> None:
    found = extract("Scrooge", "Scrooge is a 2012 film. It features Scrooge's business partner Jacob Marley.")
    assert all(label != "partner" for _, label, _ in links(found))


def test_what_a_sentence_says_of_others_in_passing_is_not_the_principals() -> None:
    found = extract(
        "Frederick Moor",
        "Frederick Moor is a painter. He married Margaret of Guelders, daughter of Duke Arnold.",
    )
    assert ("Frederick Moor", "spouse", "Margaret of Guelders") in links(found)
    assert ("Frederick Moor", "parent", "Duke Arnold") not in links(found)


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        ("He was born in Rome.", "Karl Moor was born in Rome."),
        ("His films won prizes.", "Karl Moor's films won prizes."),
        ("She was born in Rome.", "Karl Moor is a director. She was born in Rome."),
        ("It is known that he left.", "It is known that he left."),
        ("They left.", "Karl Moor is a director. They left."),
    ],
)
def test_pronouns_after_a_sentence_about_the_principal(second: str, expected: str) -> None:
    found = extract("Karl Moor", f"Karl Moor is a director. {second}")
    assert found.statements[1].text == expected
    assert found.statements[1].of == found.entities[0].id


def test_a_pronoun_after_a_sentence_about_someone_else_is_told_with_that_sentence() -> None:
    found = extract("Karl Moor", "Karl Moor is a director. Tom Penhale proposed a film. He was paid for it.")
    assert found.statements[-1].text == "Tom Penhale proposed a film. He was paid for it."
    assert found.statements[-1].blocks == (2, 3)


def test_a_sentence_about_another_entity_belongs_to_it() -> None:
    found = extract(
        "Carrow Bridge", "Carrow Bridge is a bridge. Tom Penhale was a famous engineer from Rome."
    )
    title = {each.id: each.title for each in found.entities}
    assert [title[statement.of] for statement in found.statements] == ["Carrow Bridge", "Tom Penhale"]


def test_aliases_are_vetted() -> None:
    found = extract(
        "Penhale Society (1884)",
        (
            "The Penhale Society (PS), also known as the Grand Lifeboat Union or May, founded 1884, is "
            "a society."
        ),
    )
    assert found.entities[0].aliases == ("Penhale Society", "Grand Lifeboat Union", "PS")
    found = extract(
        "Nicki Vale", "Ann Vale-Petty (born 8 December 1982), known as Nicki Vale, is a rapper. He likes Ann."
    )
    assert found.entities[0].aliases == ("Ann Vale-Petty",)


def test_titles_with_disambiguators_keep_them() -> None:
    found = extract("Theodred II (Bishop of Elmham)", "Theodred II was a medieval Bishop of Elmham.")
    principal = found.entities[0]
    assert (principal.title, principal.disambiguator, principal.aliases) == (
        "Theodred II (Bishop of Elmham)",
        "Bishop of Elmham",
        ("Theodred II",),
    )
    assert principal.dimension == "people"


def test_bare_given_names_and_regnal_numbers_are_nobodys_page() -> None:
    found = extract("Ann Lee", "Ann Lee is an actress. She met Robert, Henry I and the French king.")
    assert [each.title for each in found.entities] == ["Ann Lee"]


def test_a_letter_is_itself_the_work() -> None:
    text = "Dear Sam,\n\nI will only tell you what they left out. We rowed out three times. I was afraid.\n"
    found = extract("Letter to Sam", text, author="Hester Dunn")
    assert (found.entities[0].self_, found.entities[0].dimension) == (True, "media")
    assert all(statement.text != "Dear Sam," for statement in found.statements)


def test_an_essays_judgements_have_its_author_as_holder() -> None:
    found = extract(
        "On harbours", "I think a harbour is a promise. We should keep it.", author="Eleanor Rooke"
    )
    assert [(s.kind, s.holder) for s in found.statements] == [("judgement", "Eleanor Rooke")] * 2


def test_a_byline_stands_on_its_line_where_a_tag_ends_it() -> None:
    """As the reader of plain text writes the short lines of a title page."""
    found = extract(
        "On harbours",
        "On Harbours<br>\nby Eleanor Rooke<br>\nHallowmouth, 1907\n\nI think a harbour is a promise.",
    )
    assert ("judgement", "Eleanor Rooke") in {(s.kind, s.holder) for s in found.statements}


def test_claims_and_speech_have_holders() -> None:
    found = extract(
        "Cannery Strike",
        'The Cannery Strike was a strike in Rome. "We asked for bread and they offered quiet," Ann '
        "Varley said. "
        "Hugh Lanyon claimed that nobody was hurt.",
    )
    assert [(s.kind, s.holder) for s in found.statements] == [
        ("fact", None),
        ("quotation", "Ann Varley"),
        ("claim", "Hugh Lanyon"),
    ]


def test_items_are_read_with_the_sentence_that_introduces_them() -> None:
    found = extract("Ann Lee", "Ann Lee was a queen. She had two children:\n\n- Otto Lee\n- Anna Lee\n")
    assert [(s.text, s.blocks) for s in found.statements[2:]] == [
        ("Ann Lee had two children: Otto Lee", (2, 3)),
        ("Ann Lee had two children: Anna Lee", (2, 4)),
    ]


def test_a_users_own_dimensions_are_used() -> None:
    schema = Schema(
        Positioning(), tuple(Dimension(n, n) for n in ("places", "software", "misc")), fallback="misc"
    )
    found = extract("wikic", "wikic is a compiler. It was written in Rome by Karl Moor.", schema)
    assert {each.title: each.dimension for each in found.entities} == {
        "wikic": "software",
        "Rome": "places",
        "Karl Moor": "misc",
    }


def test_the_curator_pickles() -> None:
    assert pickle.loads(pickle.dumps(OfflineCurator())) == OfflineCurator()
    assert OfflineCurator().name == "offline/1"


_SCRAPS = (
    'He She It Karl Moor was is a the film director of in Rome (born 4 May 1900) , . : " “ ” ; and by his '
    "wife Anna, Duke I II - – 's said – directed # | * - > ``` 温少白 École [x](y) She's"
)
_WORDS = st.sampled_from([*_SCRAPS.split(), "\n", "\n\n"])


@given(
    title=st.one_of(st.text(max_size=40), st.lists(_WORDS, max_size=5).map(" ".join)),
    text=st.one_of(st.text(max_size=300), st.lists(_WORDS, max_size=60).map(" ".join)),
)
def test_any_document_gives_a_valid_extraction_that_verifies(title: str, text: str) -> None:
    found = blocks.segment(text, "en")
    extraction = OfflineCurator().extract(Article("c/1", title, text, language="en"), found, SCHEMA)
    ids = [each.id for each in extraction.entities]
    assert len(ids) == len(set(ids))
    assert sum(each.principal for each in extraction.entities) <= 1
    assert sum(each.self_ for each in extraction.entities) <= 1
    assert all(each.dimension in SIX and each.title for each in extraction.entities)
    quotes = {block.number: block.text for block in found if block.kind != "heading"}
    for statement in extraction.statements:
        assert statement.of in ids
        assert statement.text and "\n" not in statement.text
        assert statement.blocks and set(statement.blocks) <= set(quotes)
        assert all(
            relation.entity in ids and relation.entity != statement.of for relation in statement.relations
        )
        assert (statement.holder is None) or statement.kind != "fact"
        evidence = [title, *(quotes[number] for number in statement.blocks)]
        assert compare.unsupported(statement.text, evidence) == ()
    assert "\n" not in extraction.summary


def test_rows_and_items_stand_alone_below_title_and_heading() -> None:
    text = (
        "# Great Storm\n\nThe Great Storm was a gale.\n\n## Ships lost\n\n| Ship | Crew |\n|---|---|\n"
        "| Grey Heron | 19 |\n\n## Kept\n\nThe town has:\n\n- the bell\n\n## Relics\n\n- the oars of it\n"
        "- They are shown in May.\n\n## Data\n\n| Property | Value |\n|---|---|\n| Dead | 41 |\n"
    )
    found = [each.text for each in extract("Great Storm", text).statements]
    assert "Great Storm, ships lost – Ship: Grey Heron; Crew: 19" in found
    assert "The town has: the bell" in found
    assert "Great Storm, relics: the oars of it" in found
    assert "They are shown in May." in found
    assert "Great Storm, data – Dead: 41" in found


def test_a_lead_in_ends_with_its_section() -> None:
    text = (
        "# Gauge\n\nThe gauge is a device.\n\n## Use\n\nIt answers:\n\n```\nheight 3\n```\n\n"
        "## Versions\n\n- 1.9 sends feet\n"
    )
    found = [each.text for each in extract("Gauge", text).statements]
    assert any(each.endswith("answers: height 3") for each in found)
    assert not any("answers: 1.9" in each for each in found)


def test_a_title_before_a_surname_is_the_only_person_it_can_mean() -> None:
    found = extract(
        "Storm", "The storm was a gale. Nils Aarvik sailed. Captain Aarvik was saved with Ella Moor."
    )
    assert "Captain Aarvik" in entity(found, "Nils Aarvik").aliases
    found = extract("Storm", "The storm was a gale. Edward Moor came. Mrs Moor wept.")
    assert "Mrs Moor" not in entity(found, "Edward Moor").aliases


def test_what_a_text_calls_a_person_beside_the_name_is_a_tag() -> None:
    found = extract(
        "Row", "The Row is a street. It was drawn by the painter Tom Moor and Ann Lee, its engineer."
    )
    assert entity(found, "Tom Moor").tags == ("painter",)
    assert entity(found, "Ann Lee").tags == ("engineer",)
