"""Kind and holder: a holder is named by the text, its record or byline, or there is none."""

from __future__ import annotations

import pytest

from wikic.curator.encyclopaedia.english.titles import find_byline
from wikic.curator.offline import OfflineCurator
from wikic.document import quotes as blocks
from wikic.model.article import Article
from wikic.model.schema import Dimension, Positioning, Schema

SCHEMA = Schema(Positioning(), (Dimension("things", "All"),), fallback="things")
Voice = tuple[str, str | None]


def voices(title: str, text: str, author: str | None = None) -> dict[str, Voice]:
    article = Article("c/1", title, text, language="en", author=author)
    found = OfflineCurator().extract(article, blocks.segment(text, "en"), SCHEMA)
    return {each.text: (each.kind, each.holder) for each in found.statements}


@pytest.mark.parametrize(
    "sentence",
    [
        "You must close the valve before you should open the hatch.",
        "The password must not be wrong, and the best way is the first.",
        "Can't believe how cold the water was.",
        "Just think about the water in the hold.",
        "Unlike Danish ships, which claimed the channel, ours lay still.",
        "Ten ships have stated no port.",
    ],
)
@pytest.mark.parametrize("author", ["Eleanor Rooke", None])
def test_requirements_and_first_words_are_nobodys_opinion(sentence: str, author: str | None) -> None:
    told = voices("Pump manual", f"I wrote this for my crew. {sentence} We keep it dry.", author)
    assert told[sentence] == ("fact", None)


def test_an_opinion_is_its_authors_or_nobodys() -> None:
    text = "I kept the light for my town. I think a harbour is a promise. We went home."
    opinion = "I think a harbour is a promise."
    assert voices("On harbours", text, "Eleanor Rooke")[opinion] == ("judgement", "Eleanor Rooke")
    assert voices("On harbours", text)[opinion] == ("claim", None)
    signed = f"{text}\n\n— Eleanor Rooke\n"
    assert voices("On harbours", signed)[opinion] == ("judgement", "Eleanor Rooke")


def test_speech_in_a_story_is_no_judgement_of_its_author() -> None:
    text = (
        "I took the lamp to my boat. “I believe the tide is late. I think we must wait,” said Tom Penhale. "
        "“Row on!” I cried. “We shall drown.” I think we rowed for my life.\n\nWe came home."
    )
    told = voices("The late tide", text, "Eleanor Rooke")
    assert {holder for _, holder in told.values()} <= {None, "Tom Penhale"}
    assert told["I think we rowed for my life."] == ("claim", None)


@pytest.mark.parametrize(
    ("sentence", "voice"),
    [
        ('A reporter for the Daily Lantern said that it was "badly in need of a good cleaning".', None),
        ('Its stated mission is "to light the whole channel for all ships".', None),
        ("As Otto Lind stated in the paper, they are calm.", None),
        ("The Harbour Board maintains three lights and a horn.", None),
        ("According to the Harbour Board, nobody drowned.", "Harbour Board"),
        ("Otto Lind argued that nobody drowned.", "Otto Lind"),
        ("Otto Lind wrote the verses about feeling “lost in the dark of the sea”.", None),
    ],
)
def test_a_holder_is_a_name_that_speaks(sentence: str, voice: str | None) -> None:
    told = voices("Great Storm", f"The Great Storm was a storm in Rome. {sentence}")
    assert [holder for _, holder in told.values()][-1] == voice


@pytest.mark.parametrize(
    ("text", "author"),
    [
        ("A Journey\n\nby Ann Lee\n\nWe left.", "Ann Lee"),
        ("A Journey\n\nWITH ILLUSTRATIONS\n\nBY PETER HAMMOND\n\nWe left.", None),
        ("A Journey\n\nBy Hart and Brothers\n\nWe left.", None),
        ("A Journey\n\nEdited\n\nby Ann Lee\n\nBy Otto Lind\n\nWe left.", "Otto Lind"),
        ("We left.\n\n“The sea forgets.”\n— Ann Lee\n", None),
        ("We left.\n\n— Ann Lee\n", "Ann Lee"),
    ],
)
def test_illustrators_publishers_and_the_quoted_wrote_nothing(text: str, author: str | None) -> None:
    assert find_byline(text) == author
