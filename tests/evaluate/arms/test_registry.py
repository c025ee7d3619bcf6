"""Names of arms, and what may follow them."""

from __future__ import annotations

import pytest

from wikic.errors import UsageError
from wikic.evaluate.arms.registry import stepped


def test_each_arm_that_calls_tools_runs_once_for_each_number() -> None:
    assert stepped(["ask", "agent", "a-rag:3"], "5, 10") == ["ask", "agent:5", "agent:10", "a-rag:3"]


def test_what_is_no_list_of_numbers_is_refused() -> None:
    for steps in ["", "5,", "five", "0", "5,1000", "-1"]:
        with pytest.raises(UsageError, match="number"):
            stepped(["agent"], steps)


def test_steps_without_an_arm_that_takes_them_are_refused() -> None:
    for names in [[], ["ask", "bm25"], ["nobody"], ["nav:500ms"]]:
        with pytest.raises(UsageError, match="no arm takes steps"):
            stepped(names, "5")
