from __future__ import annotations

import pytest

from wikic.curator.offline import OfflineCurator
from wikic.curator.protocol import Contradiction
from wikic.model.page import Citation, Fact, Head, Page

_HEAD = Head(aliases=("Ann Mary Lee",))


def page(*texts: str) -> Page:
    facts = tuple(
        Fact(f"f{n:08d}", text, (Citation("sources/digests/x", "p0"),)) for n, text in enumerate(texts)
    )
    return Page("people/Ann-Lee", "people", "Ann Lee", "2026-11-21", _HEAD, facts=facts)


@pytest.mark.parametrize(
    ("one", "other", "attribute"),
    [
        (
            "Ann Lee (born 4 May 1900) was a painter.",
            "Ann Lee was born on 5 May 1900 in Rome.",
            "date of birth",
        ),
        ("Ann Lee (4 May 1900 – 1950) was a painter.", "Ann Mary Lee was born in 1901.", "date of birth"),
        ("Ann Lee was born in Rome.", "Ann Lee was born on 4 May 1900 in Paris.", "place of birth"),
        ("Ann Lee died in 1950.", "Ann Lee died on 3 June 1951.", "date of death"),
        ("Ann Lee was founded in 1884.", "Ann Lee was established in 1885.", "founded"),
    ],
)
def test_two_values_of_what_has_one(one: str, other: str, attribute: str) -> None:
    found = OfflineCurator().contradictions([page(one, other)])
    assert [each.attribute for each in found] == [attribute]
    assert isinstance(found[0], Contradiction)
    assert found[0].facts == ("Ann-Lee#^f00000000", "Ann-Lee#^f00000001")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann Lee (born 4 May 1900) was a painter.", "Ann Lee was born on May 4, 1900."),
        ("Ann Lee was born in 1900.", "Ann Lee was born on 4 May 1900."),
        ("Ann Lee was born in Paris.", "Ann Lee was born in Paris, France."),
        ("Ann Lee was born in 1900.", "Tom Lee was born in 1901."),
        ("Ann Lee was born c. 1900.", "Ann Lee was born in 1902."),
        ("Ann Lee's father was born in 1870.", "Ann Lee was born in 1900."),
    ],
)
def test_what_can_both_hold(one: str, other: str) -> None:
    assert OfflineCurator().contradictions([page(one, other)]) == ()
