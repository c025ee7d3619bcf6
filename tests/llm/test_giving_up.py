"""A model that cannot follow is found out at a known cost, and is not asked again in that run."""

from __future__ import annotations

from dataclasses import replace

import pytest

from wikic.errors import ModelUnavailableError
from wikic.llm.giving_up import GivingUp
from wikic.llm.protocol import Message, Request
from wikic.llm.scripted import ScriptedModel

REQUEST = Request("extract", "extract", (Message("system", "s"), Message("user", "u")), 40)


def test_after_so_many_replies_that_nobody_could_use_it_is_not_asked() -> None:
    inner = ScriptedModel(lambda _: "Certainly!")
    model = GivingUp(inner, most=3)
    for _ in range(3):
        model.complete(REQUEST)
    with pytest.raises(ModelUnavailableError, match="none of 3 replies in a row could be used"):
        model.complete(REQUEST)
    assert len(inner.requests) == 3
    model.complete(replace(REQUEST, purpose="phrase"))  # rules take over from nobody here


def test_one_that_passes_begins_the_count_anew() -> None:
    inner = ScriptedModel(lambda _: "yes")
    model = GivingUp(inner, most=3)
    for _ in range(4):
        model.complete(REQUEST)
        model.keep(REQUEST, model.complete(REQUEST))
    assert len(inner.requests) == 8 and len(inner.kept) == 4
