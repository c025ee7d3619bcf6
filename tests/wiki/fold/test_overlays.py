"""People's words when what they were about changes."""

from __future__ import annotations

from wikic.model.page import Head, Overlay, Own
from wikic.wiki.fold.overlays import continued, joined, renamed


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


def test_no_words_are_lost_where_two_pages_become_one() -> None:
    one = Overlay(
        keep=Head(summary="Mine"),
        rewordings=(("f1", "my one"),),
        notes=(("f1", "  my note"),),
        title="My title",
        home="here",
        extra=(("rating", "5"), ("cssclasses", ["wide"])),
    )
    other = Overlay(
        keep=Head(summary="Yours", aliases=("Alias",)),
        rewordings=(("f1", "your one"), ("f2", "your two")),
        notes=(("f1", "  your note"),),
        title="Your title",
        home="there",
        extra=(("rating", "3"), ("cssclasses", ["tall"]), ("source", {"isbn": "1"})),
    )
    both = joined(one, other)
    assert (both.title, both.home, both.keep.summary) == ("My title", "here", "Mine")
    assert both.keep.aliases == ("Alias", "Your title")
    assert both.rewordings == (("f1", "my one"), ("f2", "your two"))
    assert both.notes == (("f1", "  my note\n  your note"),)
    assert both.bullets == (Own("- your one"), Own("- Yours"), Own("- rating: 3"))
    assert both.extra == (("rating", "5"), ("cssclasses", ["wide", "tall"]), ("source", {"isbn": "1"}))
    assert joined(both, other) == both


def test_a_page_to_come_takes_title_and_place_over() -> None:
    other = Overlay(title="Your title", home="there", redirects=("Old",))
    assert continued(Overlay(), other) == other
