"""A language is a folder of word lists; what has none gets a pack that knows no words."""

from __future__ import annotations

from dataclasses import fields

import pytest

from wikic import language
from wikic.language import pack_files

FOLDER = pack_files.FOLDER


@pytest.mark.parametrize("code", ["en", "zh", "de"])
def test_a_language_has_its_words(code: str) -> None:
    words = language.pack(code)
    assert words.code == code
    assert words.stopwords and words.leaning and words.greetings and words.navigation
    assert len(words.months) == 12


def test_a_tag_of_a_region_gets_the_language() -> None:
    assert language.pack("en-GB") is not None and language.pack("en-GB").code == "en"
    assert language.pack("yue").code == "zh"


@pytest.mark.parametrize("code", ["und", "fi", "", "..", "generic"])
def test_any_other_tag_gets_the_pack_without_words(code: str) -> None:
    words = language.pack(code)
    assert words.code == "generic"
    assert not words.stopwords and not words.both


def test_every_file_is_a_list_that_the_pack_knows_and_says_what_it_is() -> None:
    known = {f"{each.name}.txt" for each in fields(language.Pack)}
    for file in FOLDER.glob("*/*.txt"):
        assert file.name in known, file
        text = file.read_text("utf-8")
        assert text.startswith("# "), file
        items = pack_files.items(file)
        assert items and len(set(items)) == len(items), file
