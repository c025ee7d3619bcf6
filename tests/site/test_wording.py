"""Words of the interface stand in a file a language, the same keys in each, and nowhere else."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from wikic import site
from wikic.language import pack_files
from wikic.navigate.library import Library
from wikic.navigate.reader.reader import Reader
from wikic.site.addresses import FileAddresses
from wikic.site.rendering import Pages, enter_page, static_file
from wikic.site.wording import LANGUAGES, Surroundings, spoken, wording
from wikic.text.relation_labels import INVERSE

SITE = Path(site.__file__).parent


def wording_of(code: str) -> dict[str, str]:
    """The phrases of a language as its file has them."""
    lines = (SITE / f"words/{code}.txt").read_text("utf-8").splitlines()
    assert lines[0].startswith("# ")
    rows = [line.split("\t") for line in lines[1:]]
    assert all(len(row) == 2 and row[1] for row in rows), code
    assert len({row[0] for row in rows}) == len(rows), code
    return dict(rows)


PACKAGE = SITE.parent
TEMPLATES = sorted((SITE / "templates").glob("*.html"))
ENGLISH = wording_of("en")
_WORD = re.compile(r"[^\W\d_]{2,}")
_JINJA = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.S)
_SAID = re.compile(r'\bsay(?:\.counted)?\("([^"]+)"')


def fields(phrase: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(phrase) if name is not None}


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_has_every_phrase_with_what_is_put_into_it(code: str) -> None:
    phrases = wording_of(code)
    assert list(phrases) == list(ENGLISH)
    for key, phrase in phrases.items():
        # "1 fact" may name its number in words.
        assert fields(phrase) | {"count"} == fields(ENGLISH[key]) | {"count"}, key
        assert key.endswith("_once") or fields(phrase) == fields(ENGLISH[key]), key


@pytest.mark.parametrize("code", ["zh", "de"])
def test_a_language_names_every_relation(code: str) -> None:
    names = dict(pack_files.rows(code, "relation_names"))  # type: ignore[arg-type]
    assert names.keys() == {label for pair in INVERSE for label in pair}


def test_every_phrase_is_asked_for_and_every_one_asked_for_is_there() -> None:
    texts = [file.read_text("utf-8") for file in TEMPLATES]
    said = {key for text in texts for key in _SAID.findall(text)}
    assert said <= ENGLISH.keys()
    code = (
        *(PACKAGE / "serve").glob("*.py"),
        SITE / "wording.py",
        SITE / "rendering.py",
        SITE / "page_parts.py",
    )
    written = "\n".join([*texts, *(file.read_text("utf-8") for file in code)]).replace("'", '"')
    sections = (PACKAGE / "wiki/page_blocks.py").read_text("utf-8")
    unused = {
        key
        for key in ENGLISH
        if f'"{key.removesuffix("_once")}"' not in written and f'"{key}"' not in sections
    }
    assert unused == set()


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.stem)
def test_no_word_stands_in_a_template(file: Path) -> None:
    markup = _JINJA.sub("", file.read_text("utf-8"))
    for phrase in re.findall(r'\b(?:aria-label|placeholder|alt|title)="([^"]*)"', markup):
        assert not _WORD.search(phrase), phrase
    assert _WORD.findall(re.sub(r"<[^>]*>|&\w+;|[?& ]\w+=", " ", markup)) == []


def test_every_language_has_its_file() -> None:
    assert sorted(file.stem for file in (SITE / "words").glob("*")) == sorted(LANGUAGES)


@pytest.mark.parametrize(
    ("tag", "own"),
    [
        ("zh", "zh-Hans"), ("zh-CN", "zh-Hans"), ("zh-TW", "zh-Hant"), ("zh_hk", "zh-Hant"),
        ("zh-Hans-TW", "zh-Hans"), ("zh-Hant", "zh-Hant"), ("de-AT", "de"), ("EN-gb", "en"), ("ar-EG", "ar"),
        ("fr-CA", "fr"), ("it", ""), ("und", ""), ("*", ""), ("", ""), ("../en", ""), ("en\0", ""),
    ],
)  # fmt: skip
def test_a_tag_has_the_words_of_its_language(tag: str, own: str) -> None:
    assert spoken(tag) == own
    assert wording(tag).language == (own or "en")


def test_arabic_is_written_from_right_to_left(site_library: Library) -> None:
    reader = Reader(site_library)
    page = reader.page("people/Hester-Dunn")
    assert page is not None
    around = Surroundings("Port", "en", words="ar")
    html = Pages(reader, around).page(page, FileAddresses("people/Hester-Dunn.html"))
    assert '<html lang="ar" dir="rtl"' in html
    assert '<h1 dir="auto" lang="en">Hester Dunn</h1>' in html


@pytest.mark.parametrize("name", ["reader.js", "map.js", "theme.js"])
def test_no_phrase_stands_in_a_script(name: str) -> None:
    code = re.sub(r"^\s*//.*$|/\*.*?\*/", "", static_file(name).decode(), flags=re.M)
    phrases = [
        each for each in re.findall(r'"([^"\n]*)"', code) if re.search(r"[a-z] [a-z]|^ ?[A-Z][a-z]+ ", each)
    ]
    selectors = re.compile(r"[#.]\w")  # of elements
    phrases = [each for each in phrases if not selectors.match(each)]
    assert phrases == (["use strict"] if name != "theme.js" else [])


def test_numbers_and_one_thing_are_said_as_the_language_says_them() -> None:
    assert wording("en").counted("cited", 1) == "1 fact"
    assert wording("en").counted("cited", 1234) == "1,234 facts"
    assert wording("de").counted("cited", 1234) == "1.234 Tatsachen"
    assert wording("zh").relation("father") == "父亲"
    assert wording("en").relation("father") == "father"
    assert wording("en").number(0) == "0"


def test_what_is_put_into_a_phrase_is_not_read_as_one() -> None:
    assert wording("en")("found_none", query="{count} {0} %s") == "Nothing found for “{count} {0} %s”."


@pytest.mark.parametrize("tag", ["it", "und", "tlh"])
def test_another_language_has_english_words_and_says_which_words_are_its_own(
    site_library: Library, tag: str
) -> None:
    reader = Reader(site_library)
    page = reader.page("people/Hester-Dunn")
    assert page is not None
    html = Pages(reader, Surroundings("Port", tag)).page(page, FileAddresses("people/Hester-Dunn.html"))
    assert '<html lang="en"' in html
    assert f'<h1 dir="auto" lang="{tag}">Hester Dunn</h1>' in html
    assert '<h2 id="related">Related</h2>' in html


def test_a_german_wiki_speaks_german(site_library: Library) -> None:
    reader = Reader(site_library)
    page = reader.page("people/Hester-Dunn")
    assert page is not None
    html = Pages(reader, Surroundings("Hafen", "de")).page(page, FileAddresses("people/Hester-Dunn.html"))
    assert '<html lang="de"' in html
    assert "<dt>Vater\n" in html
    assert '<h2 id="sources">Quellen</h2>' in html
    assert '<h1 dir="auto">Hester Dunn</h1>' in html


def test_who_is_asked_for_the_token_learns_nothing_of_the_wiki() -> None:
    assert '<html lang="en">' in enter_page(wrong=True)
