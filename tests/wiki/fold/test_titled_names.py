"""Titles and forms of address beside a surname."""

from __future__ import annotations

import pytest

from wikic.text.normalise import fold_name
from wikic.wiki.fold import namesakes


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Captain Aarvik", ("captain", "aarvik", False)),
        ("Miss Rooke", ("miss", "rooke", True)),
        ("Frau Weber", ("frau", "weber", True)),
        ("许先生", ("先生", "许", False)),
        ("欧阳女士", ("女士", "欧阳", True)),
        ("周老先生", ("老先生", "周", False)),
    ],
)
def test_a_title_and_a_surname(name: str, expected: tuple[str, str, bool]) -> None:
    found = namesakes.read_address(fold_name(name))
    assert found is not None and (found.form, found.surname, found.family) == expected


@pytest.mark.parametrize(
    "name", ["", "Captain", "先生", "Captain Nils Aarvik", "Nils Aarvik", "Doctor Captain", "许青禾"]
)
def test_any_other_name_is_none(name: str) -> None:
    assert namesakes.read_address(fold_name(name)) is None


def test_surnames_of_whole_names() -> None:
    assert namesakes.surnames("nils aarvik") == ("aarvik",)
    assert namesakes.surnames("许青禾") == ("许", "许青")
    assert (
        namesakes.surnames("aarvik")
        == namesakes.surnames("captain aarvik")
        == namesakes.surnames("许先生")
        == ()
    )
