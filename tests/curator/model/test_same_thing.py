"""What two facts must share, beside the names of their pages, to show that these are of one thing."""

from __future__ import annotations

import pytest

from wikic.curator.identity import Likeness
from wikic.curator.model import same_thing
from wikic.llm.scripted import ScriptedModel
from wikic.model.page import Fact, Head, Page

SAME = '{"same": [{"pair": 1, "first": 1, "second": 1}]}'


def page(text: str) -> Page:
    return Page("p/halden", "p", "Halden Works", "2026-01-01", Head(), facts=(Fact("f00000000", text, ()),))


@pytest.mark.parametrize(
    ("first", "second", "agree"),
    [
        ("The painter was born in London.", "The miller was buried in London.", False),
        ("Then Halden Works went to London.", "Then the mill was sold to London.", False),
        ("It belonged to Otto Brenn.", "It was sold by Otto Brenn.", False),
        ("It belonged to Otto Brenn.", "It was Brenn, Otto, who sold it.", False),
        ("Smoke rose over London.", "Smoke of London is thick.", False),
        ("It was sold in May 1871.", "It burnt down in May 1871.", False),
        ("It cost 20,000 pounds in London.", "It cost 31,000 pounds in London.", False),
        ("他出生于伦敦。", "她出生于伦敦。", False),
        ("It was founded by Otto Brenn in Tarnvik.", "Otto Brenn came to Tarnvik and founded it.", True),
        ("Tarnvik had it from Otto Brenn.", "Otto Brenn gave it to Tarnvik.", True),
        ("It was opened by Brenn in 1871.", "Otto Brenn opened it in 1871.", True),
        ("It was opened on 4 May 1871.", "On May 4, 1871 it was opened.", True),
        ("该厂1871年由布伦创办。", "布伦创办该厂于1871年。", True),
    ],
)
def test_what_two_facts_must_share(first: str, second: str, agree: bool) -> None:
    asked = Likeness(page(first), page(second), "spelt alike")
    model = ScriptedModel(lambda _: SAME)
    assert bool(same_thing.same(model, [asked])) is agree
