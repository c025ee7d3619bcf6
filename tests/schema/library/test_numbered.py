"""Issues of one series are not divided: each is of many things."""

from __future__ import annotations

import pytest

from wikic.model.article import Article
from wikic.schema.library.document_features import DocumentFeatures, features_of
from wikic.schema.library.title_groups import is_series
from wikic.schema.library.topics import find_groups


def issues(title: str, count: int = 60) -> list[DocumentFeatures]:
    words = ("pump oil belt", "roof tile slate", "vote ballot chair", "bread oven yeast")
    return [
        features_of(Article(f"kb/{at}.md", title.replace("{}", str(at)), words[at % 4] * 9, language="en"))
        for at in range(1, count + 1)
    ]


@pytest.mark.parametrize(
    "title", ["港口周刊（第 {} 期）：潮汐", "Harbour Weekly #{}: of tides", "Episode {}", "Volume {}. Winds"]
)
def test_issues_of_a_series_stay_together(title: str) -> None:
    leaves = issues(title)
    assert is_series(leaves)
    assert find_groups([each.key for each in leaves], leaves) == ([], "")


@pytest.mark.parametrize(
    "title", ["{} ways to tie a knot", "Tides of the bay", "Harbour plan 2024, part of {}"]
)
def test_others_are_no_series(title: str) -> None:
    assert not is_series(issues(title))


def test_two_series_are_none() -> None:
    assert not is_series([*issues("Weekly {}"), *issues("Monthly {}")])
