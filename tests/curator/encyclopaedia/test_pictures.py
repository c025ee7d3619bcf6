"""Pictures of documents about things: apart from the sentences, and in the words of those they stand in."""

from __future__ import annotations

import pytest

from wikic.curator import choose_rules
from wikic.document import quotes as blocks
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.schema import Dimension, Positioning, Schema

SCHEMA = Schema(Positioning(), (Dimension("people", "people"), Dimension("concepts", "concepts")))
FOLDER = "docs-a-md-1234ab.files"


def extracted(text: str, language: str = "en") -> Extraction:
    title = text.partition("\n")[0].removeprefix("# ")
    article = Article("docs/a.md", title, text.replace("FILES", FOLDER), language=language)
    return choose_rules.extract(article, blocks.segment(article.text, language), SCHEMA)


def told(found: Extraction) -> list[tuple[str, str]]:
    return [(each.form, each.text.replace(FOLDER, "FILES")) for each in found.statements]


PICTURE = "![Karl Lunde](FILES/lunde-0a1b2c3d.png)"


@pytest.mark.parametrize(
    "caption",
    ["*Lunde at his yard in Bergen.*", "Figure 2: Lunde at his yard in Bergen.", "\n_Lunde at his yard._"],
)
def test_a_caption_is_the_pictures_and_no_sentence(caption: str) -> None:
    found = extracted(f"# Karl Lunde\n\nKarl Lunde was a shipbuilder.\n\n{PICTURE}\n{caption}\n\nHe died.\n")
    words = caption.strip().strip("*_")
    assert ("figure", f"{PICTURE}\n{words}") in told(found)
    assert not any(words in text for form, text in told(found) if form == "sentence")
    (about,) = (each for each in found.entities if each.principal)
    assert all(each.of == about.id for each in found.statements if each.form == "figure")


def test_a_sentence_below_a_picture_is_a_sentence() -> None:
    found = extracted(f"# Karl Lunde\n\nKarl Lunde was a shipbuilder.\n\n{PICTURE}\n\nHe died in 1870.\n")
    assert told(found)[1:] == [("sentence", "Karl Lunde died in 1870."), ("figure", PICTURE)]


def test_a_picture_within_a_sentence_is_its_words_there_and_shown_beside_it() -> None:
    found = extracted(
        "# Karl Lunde\n\nKarl Lunde was a shipbuilder. See ![the yard](FILES/y-0a1b2c3d.png) for it.\n"
    )
    assert told(found)[1:] == [
        ("sentence", "See the yard for it."),
        ("figure", "![the yard](FILES/y-0a1b2c3d.png)"),
    ]
    assert found.statements[1].blocks == found.statements[2].blocks


def test_a_picture_is_related_to_what_its_words_name() -> None:
    found = extracted(
        f"# Karl Lunde\n\nKarl Lunde was a shipbuilder from Bergen.\n\n{PICTURE}\n*Lunde in Bergen.*\n"
    )
    shown = next(each for each in found.statements if each.form == "figure")
    bergen = next(each.id for each in found.entities if each.title == "Bergen")
    assert [each.entity for each in shown.relations] == [bergen]


def test_chinese_pictures_and_captions() -> None:
    found = extracted(
        "# 林昭\n\n林昭（1801年－1870年），北京人，中国造船家。\n\n![林昭像](FILES/l-0a1b2c3d.png)\n"
        "*林昭在北京。*\n\n他于1870年去世。\n",
        "zh",
    )
    assert ("figure", "![林昭像](FILES/l-0a1b2c3d.png)\n林昭在北京。") in told(found)
    assert not any("*" in text for _, text in told(found))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_document_of_pictures_alone(language: str) -> None:
    found = extracted(f"# Karl Lunde\n\n{PICTURE}\n", language)
    assert ("figure", PICTURE) in told(found)
