"""A mistake is counted once, not once for everything that followed from it."""

from __future__ import annotations

import pytest

from wikic.curator.model.reply_checks import RULES, slip
from wikic.errorbook import book_session


@pytest.mark.parametrize(
    ("met", "kept"),
    [
        (("outside-title", "undeclared-entity", "undeclared-entity", "no-statements"), ("outside-title",)),
        (("vague-name", "dangling-relation", "few-blocks-cited"), ("vague-name",)),
        (("malformed-reply", "malformed-reply", "no-statements", "lost-part"), ("malformed-reply",)),
        (("undeclared-entity", "dangling-relation"), ("undeclared-entity",)),
        (("ungrounded", "ungrounded", "few-blocks-cited"), ("ungrounded", "ungrounded")),
        (("outside-alias", "undeclared-entity"), ("outside-alias", "undeclared-entity")),
        (("few-blocks-cited",), ("few-blocks-cited",)),
    ],
)
def test_a_cascade_is_its_cause(met: tuple[str, ...], kept: tuple[str, ...]) -> None:
    assert tuple(each.rule for each in book_session.causes(map(slip, met))) == kept


def test_what_is_left_is_never_nothing() -> None:
    for first, _, _ in RULES:
        for second, _, _ in RULES:
            assert book_session.causes([slip(first), slip(second)])


def test_every_check_it_speaks_of_is_one() -> None:
    known = {rule for rule, _, _ in RULES} | {"unsupported-statement"}
    assert known.issuperset(
        rule for follower, before in book_session._FOLLOWS for rule in (follower, *before)
    )
