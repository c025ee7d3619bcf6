"""The interface speaks the language that a browser asks for first, of those it has."""

from __future__ import annotations

import pytest

from wikic.serve.speaking import language, speak


@pytest.mark.parametrize(
    ("accepted", "spoken"),
    [
        ("de-DE,de;q=0.9,en;q=0.8", "de"),
        ("it-IT,it;q=0.9,fr;q=0.5,en;q=0.3", "fr"),
        ("en;q=0.2, ja ;q=0.7", "ja"),
        ("zh-TW", "zh-Hant"),
        ("zh-CN,zh;q=0.9", "zh-Hans"),
        ("de;q=0, ru", "ru"),
        ("*", ""),
        ("", ""),
        ("tlh", ""),
        ("de;q=much, es", "es"),
        (",,;;q=,=", ""),
        ("en;q=nan", "en"),
    ],
)
def test_what_is_asked_for(accepted: str, spoken: str) -> None:
    speak(accepted)
    assert language() == spoken
