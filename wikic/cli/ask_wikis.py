"""``wikic ask --wikis``: one question over many wikis, and how the answer is printed."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_FACTS: Final = 8


def answer_of_many(
    where: Path, text: str, evidence: int | None, seconds: float | None, *, json: bool, verbose: bool
) -> bool:
    """Ask the wikis of ``where`` and print; whether one of them says it.

    evidence: how many facts, None for the usual number, of which the best are printed. seconds: for all
    together, or None.

    Raises InputError.
    """
    import time

    import msgspec

    from wikic.cli import answer_text, console
    from wikic.federation.ask import Federation

    began = time.monotonic()
    with console.progress(quiet=False) as progress:
        federation = Federation(where, progress=progress, seconds=seconds)
    with federation:
        left = None if seconds is None else max(0.0, seconds - (time.monotonic() - began))
        found = federation.ask(text, evidence=evidence or _FACTS, seconds=left)
        federation.note(found)
    if json:
        console.say_json(
            msgspec.to_builtins(found.answer)
            | {"wikis": msgspec.to_builtins(found.asked), "known": found.known}
        )
        return found.answer.answered
    answered = answer_text.show(found.answer, whole=evidence is not None, nowhere="In none of these wikis.")
    if verbose:
        console.complain(found.who)
    return answered
