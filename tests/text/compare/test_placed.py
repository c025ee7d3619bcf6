"""What belongs to another thing in its evidence is found; what only stands in another order is not."""

from __future__ import annotations

import pytest

from wikic.text import compare

PUMPS = "R290 is used, 0.9 kg in the Aira 6 and 1.3 kg in the Aira 9."
BACKUPS = "Servers of class A are saved every night at 01:30; class B servers weekly, on Sundays."
KEPT = "Daily copies are kept for 35 days and those of 31 December for ten years."
NAMES = {"Aira 6": "e1", "Aira 9": "e2"}


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("The Aira 6 holds 1.3 kg of R290.", PUMPS),
        ("Class A servers are saved weekly.", BACKUPS),
        ("Daily copies are kept for ten years.", KEPT),
        (
            "The engine was built in 1963.",
            "The engine was built by Hurst in 1891, and stands in a museum since 1963.",
        ),
    ],
)
def test_what_stands_beside_the_wrong_thing(statement: str, evidence: str) -> None:
    assert compare.misplaced(statement, [evidence], NAMES)


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("The Aira 9 holds 1.3 kg of R290.", PUMPS),
        ("Of R290 there are 0.9 kg in the Aira 6.", PUMPS),
        ("Once a week, on Sundays, class B servers are saved.", BACKUPS),
        ("What is copied on 31 December is kept for ten years.", KEPT),
        (
            "The fellow moved to Oslo in 1950.",
            "The fellow was born in 1890 and rose fast, and the fellow moved to Oslo in 1950.",
        ),
        (
            "The flowers of the yellow kind open in May.",
            "The flowers of the white kind open in high summer, and those of the yellow kind open in May.",
        ),
    ],
)
def test_what_stands_where_it_belongs(statement: str, evidence: str) -> None:
    assert compare.misplaced(statement, [evidence], NAMES) == ""
