"""People's words when what they were about changes."""

from __future__ import annotations

from wikic.model.page import Overlay, Own
from wikic.wiki.fold.overlays import renamed


def test_words_follow_their_statements() -> None:
    overlay = Overlay(rewordings=(("f1", "one"), ("f2", "two")), notes=(("f1", "  below"),))
    moved = renamed(overlay, {"f1": "f2", "f2": "f3"})
    assert moved.rewordings == (("f2", "one"), ("f3", "two"))
    assert moved.notes == (("f2", "  below"),)
    assert moved.bullets == ()


def test_no_words_are_lost_where_two_statements_become_one() -> None:
    overlay = Overlay(rewordings=(("f1", "mine"), ("f3", "yours")), notes=(("f3", "  below"),))
    moved = renamed(overlay, {"f1": "f2", "f3": "f2"})
    assert moved.rewordings == (("f2", "mine"),)
    assert moved.notes == ()
    assert moved.bullets == (Own("- yours\n  below"),)
