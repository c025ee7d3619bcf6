"""How an answer is printed: in a terminal, in a pipe, and while a model is still writing it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from wikic.cli import console
from wikic.text.normalise import letters_of

if TYPE_CHECKING:
    from wikic.model.answer import Answer

_CALL: Final = 100  # characters of a tool call that are shown
# Facts that are printed where nobody said how many and they are the answer; below a short one those it is of.
_SOME = 5


class Live:
    """Prints a model's answer as it comes, where a person is looking and not for programs (``json``).

    shown: what was printed. on_text, on_call: take words and calls of tools; None where nothing is printed.
    """

    def __init__(self, *, json: bool = False) -> None:
        self.shown = ""
        looked_at = not json and sys.stdout.isatty()
        self.on_text = self._hear if looked_at else None
        self.on_call = self._called if looked_at else None

    def _hear(self, piece: str) -> None:
        """Print the next words of the answer, made safe for a terminal."""
        piece = console.plain(piece)
        self.shown += piece
        print(piece, end="", flush=True)

    def _called(self, tool: str, arguments: str) -> None:
        """Say on standard error what the model looks at."""
        console.complain(f"  {' '.join(f'{tool} {arguments}'.split())}"[:_CALL])

    def end(self) -> None:
        """End the line, once the model has ended its answer."""
        if self.shown:
            print()


def show(answer: Answer, *, shown: str = "", whole: bool = False, nowhere: str = "Not in this wiki.") -> bool:
    """Print ``answer``; whether there is one.

    shown: what a person has seen of it already.
    whole: whether all its facts are printed; else those that a short answer is drawn from, or the best, and
        how many more there are.
    nowhere: what is said where there is no answer.
    """

    words = _words(answer)
    # What was shown of a draft that was refused is not the answer.
    repeat = not words or not " ".join(shown.split()).endswith(words)
    if not answer.answered:
        console.say(nowhere)
        if answer.explanation:
            console.say_text(answer.explanation)
    elif repeat:
        if answer.short is not None:
            (console.say_strong if answer.explanation else console.say_text)(answer.short.text)
            console.say()
        if answer.explanation:
            console.say_text(answer.explanation)
    if answer.explanation and answer.evidence:
        console.say()
    # An explanation cites its facts by number, so it stands with all of them.
    facts: Sequence[int] = range(len(answer.evidence))
    if not whole and not answer.explanation:
        facts = facts[:_SOME] if answer.short is None else answer.short.evidence or facts[:1]
    _say_evidence(answer, frozenset(facts))
    if not answer.answered and answer.nearest:
        console.say(f"Nearest to it ({answer.sure:.0%} sure that it is about this):")
        for near in answer.nearest:
            said = near.fact or near.summary
            console.say_text(f"  {near.path}  {near.title}" + (f": {' '.join(said.split())}" if said else ""))
    console.complain(*(f"note: {note}" for note in answer.notes))
    return answer.answered


def _words(answer: Answer) -> str:
    """What a model's answer looks like while it comes, whatever the space between words."""

    if not answer.answered or not answer.explanation:
        return ""
    short = answer.short.text if answer.short is not None else ""
    return " ".join(console.plain(f"{short}\n\n{answer.explanation}").split())


def _say_evidence(answer: Answer, shown: frozenset[int]) -> None:
    """Facts by what they answer with the number of their document, then the documents.

    shown: the places of those that are printed.
    """
    from wikic.text.compare import same_fact

    numbers = {document.digest: at for at, document in enumerate(answer.sources, 1)}
    printed: set[str] = set()
    parts = [(group.about, [at for at in group.evidence if at in shown]) for group in answer.groups]
    several = sum(1 for _, facts in parts if facts) > 1
    for about, facts in parts:
        if about and facts and several:  # alone it would read as the answer
            console.say_strong(f"{about}:")
        for at in facts:
            each = answer.evidence[at]
            cited = dict.fromkeys(numbers[cite.digest] for cite in each.citations if cite.digest in numbers)
            printed.update(cite.digest for cite in each.citations)
            cites = "".join(f" [{number}]" for number in cited)
            if not each.citations and each.heading is None:  # in a vault all is
                cites = " (added by hand)"
            held = f"{each.holder}: " if each.holder else ""
            lines = each.text.replace("\n", "\n  ")  # a list stands below the line that leads in to it
            console.say_text(f"- {held}{lines}{cites}")
            console.say_text(f"    {each.address}")
    left = len(answer.evidence) - len(shown)
    if left > 0:
        written = answer.evidence[0].heading is not None
        more = console.count(left, f"more {'passage' if written else 'fact'}")
        console.say(f"({more}: --evidence {len(answer.evidence)})")
    if numbers:
        console.say()
    # A quote is worth reading where the fact does not repeat it.
    quotes = {
        cite.digest: each.quote
        for each in reversed(answer.evidence)
        for cite in each.citations[:1]
        if letters_of(each.quote) not in letters_of(each.text) and not same_fact(each.text, each.quote)
    }
    for document in answer.sources:
        if left > 0 and document.digest not in printed:
            continue
        quote = quotes.get(document.digest, "")
        name = document.title or document.digest
        line = f"[{numbers[document.digest]}] {name}" + (f" ({document.key})" if document.key else "")
        console.say_text(f'{line}: "{quote}"' if quote else line)
