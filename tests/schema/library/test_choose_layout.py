"""Layouts by what titles and first sentences are."""

from __future__ import annotations

import pytest

from wikic.model.article import Article
from wikic.schema.library.choose_layout import defines_title, layout_for


def article(title: str, text: str, language: str = "en") -> Article:
    return Article("kb/1", title, text, language=language)


@pytest.mark.parametrize(
    ("title", "text", "language"),
    [
        ("Nasam", "Nasam is a village in Georgia.", "en"),
        ("Nasam", "# Nasam\n\nNasam (Georgian: ნასამი), once Nassam, was a village in Georgia.", "en"),
        ("nasam", "Nasam is a village in Georgia.", "en"),
        ("Grey Heron (ship)", "The *Grey Heron* was a wooden barque of 412 tons.", "en"),
        ("Cole integral", "In mathematics, the Cole integral is the first of its kind.", "en"),
        ("石帆镇", "石帆镇\n\n石帆镇是清川入海处的一座渔镇。", "zh"),
        ("许青禾", "# 许青禾\n\n许青禾（1899年9月2日－1967年1月15日），原名许茂生，作家。", "zh"),
        ("Nasam", "Nasam ist ein Dorf in Georgien.", "de"),
    ],
)
def test_a_title_that_the_first_sentence_defines(title: str, text: str, language: str) -> None:
    assert defines_title(article(title, text, language))


@pytest.mark.parametrize(
    ("title", "text", "language"),
    [
        ("How do I reset it?", "It is a common question.", "en"),
        ("Router: changing the password", "The router is a device. Open its page.", "en"),
        ("20240105", "Ada: Hello! Bo: Hi!", "en"),
        ("pumps", "All pumps are a danger to fingers.", "en"),
        ("Session 3", "The weather was a surprise to all of us.", "en"),
        ("Berth Rules", "The Quay Office Copyright © 1999 Ann Moor These are the berth rules.", "en"),
        ("说灯", "说灯\n\n　　石帆灯塔的灯，每夜亮着。", "zh"),
    ],
)
def test_a_title_that_it_does_not_define(title: str, text: str, language: str) -> None:
    assert not defines_title(article(title, text, language))


def test_two_fifths_decide() -> None:
    things = [article("Nasam", "Nasam is a village.")] * 2
    others = [article("Notes", "We met on Monday.")] * 3
    assert layout_for([*things, *others]) == ("things", 0.4)
    assert layout_for([*things, *others, *others])[0] == "library"
    assert layout_for([])[0] == "things"
