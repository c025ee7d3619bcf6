"""What ``wikic init --model`` says of lines that it did not take from the model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wikic.cli import console

if TYPE_CHECKING:
    from wikic.curator.positioned import Replaced


def say_replaced(replaced: Sequence[Replaced]) -> None:
    """A line for each, with the reason and the model's words."""

    for each in replaced:
        console.say_text(f"{each.line} is not the model's: {_why(each)}")
        if each.said:
            console.say_text(f"  it said: {each.said}")


def _why(each: Replaced) -> str:
    if not each.said:
        return "the model gave none that can be used"
    if each.missing:
        return f"no sampled document holds {', '.join(each.missing)}"
    return "what it said is no plain line"
