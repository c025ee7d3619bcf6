"""An agent that answers for a model: it sees what `wikic work next` prints, and nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from support import good_model
from support.command import Done, wikic

_PART = re.compile(r"^### (For all of them|(r[0-9a-f]{10}): [^\n]*)\n\n(`{4,})data\n(.*?)\n\3$", re.S | re.M)


def answers_to(printed: str) -> dict[str, Any]:
    """What a good agent answers to what was printed, by id."""
    shared = ""
    found: dict[str, Any] = {}
    for heading, id, _, shown in _PART.findall(printed):
        if heading == "For all of them":
            shared = shown
        elif "You check records" in printed:
            found[id] = {"unsupported": []}
        else:
            names = '"statements"' not in printed
            found[id] = good_model.reply_of(f"{shared}\n{shown}", names=names)
    return found


def answer(home: Path, answers: object, *more: str, code: int | None = 0) -> Done:
    """Hand answers in."""
    text = answers if isinstance(answers, str) else json.dumps(answers)
    return wikic("work", "answer", "-", "-C", "kb", *more, cwd=home, code=code, given=text)


def answer_all(home: Path, *more: str) -> int:
    """Answer until nothing is open any more; how often something was handed out."""
    rounds = 0
    while (printed := wikic("work", "next", "-C", "kb", cwd=home, code=None)).code == 0:
        rounds += 1
        assert rounds < 50, "it never ends"
        answer(home, answers_to(printed.out), *more)
    return rounds


def compiled(home: Path, *more: str, code: int | None = 0) -> Done:
    """``wikic compile docs --model agent``."""
    return wikic("compile", "docs", "-C", "kb", "--model", "agent", *more, cwd=home, code=code)
