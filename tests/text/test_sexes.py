from __future__ import annotations

import pytest

from wikic.text import sexes


@pytest.mark.parametrize(
    ("name", "sex"),
    [
        ("Prince Vili Tungo", "m"),
        ("Queen Salo III", "f"),
        ("Benjamin Orde", "m"),
        ("Alice Orde", "f"),
        ("Salo III", ""),
        ("Robin Orde", ""),
        ("", ""),
    ],
)
def test_by_name(name: str, sex: str) -> None:
    assert sexes.by_name(name) == sex


def test_by_nouns_and_pronouns() -> None:
    assert [
        sexes.by_nouns(each) for each in ("the last queen of Oramu", "a king, and a queen", "a chief")
    ] == [
        "f",
        "",
        "",
    ]
    assert [sexes.opening(each) for each in ("He rowed.", "Her boat sank.", "They rowed.")] == ["m", "f", ""]
