"""How an answer is printed: in a terminal, in a pipe, and while a model is still writing it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from wikic.model.answer import Answer

_CALL: Final = 100  # characters of a tool call that are shown
# Facts that are printed where nobody said how many: beside a short answer, and where they are the answer.
_FEW, _SOME = 3, 5


class Live:
    """Prints a model's answer as it comes, where a person is looking.

    shown: what was printed.
    """

    def __init__(self) -> None:
        self.shown = ""

    def hear(self, piece: str) -> None:
        """Print the next words of the answer, made safe for a terminal."""
        from wikic.cli import console

        piece = console.plain(piece)
        self.shown += piece
        print(piece, end="", flush=True)

    def called(self, tool: str, arguments: str) -> None:
        """Say on standard error what the model looks at."""
        from wikic.cli import console

        console.complain(f"  {' '.join(f'{tool} {arguments}'.split())}"[:_CALL])

    def end(self) -> None:
        """End the line, once the model has ended its answer."""
        if self.shown:
            print()


def show(answer: Answer, *, shown: str = "", whole: bool = False, nowhere: str = "Not in this wiki.") -> bool:
    """Print ``answer``; whether there is one.

    shown: what a person has seen of it already.
    whole: whether all its facts are printed; else the best, and how many more there are.
    nowhere: what is said where there is no answer.
    """
    from wikic.cli import console

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
    few = _FEW if answer.short is not None else _SOME
    _say_evidence(answer, len(answer.evidence) if whole or answer.explanation else few)
    if not answer.answered and answer.nearest:
        console.say(f"Nearest to it ({answer.sure:.0%} sure that it is about this):")
        for near in answer.nearest:
            said = near.fact or near.summary
            console.say_text(f"  {near.path}  {near.title}" + (f": {' '.join(said.split())}" if said else ""))
    console.complain(*(f"note: {note}" for note in answer.notes))
    return answer.answered


def is_live(*, json: bool) -> bool:
    """Whether an answer is printed as it comes."""
    return not json and sys.stdout.isatty()


def _words(answer: Answer) -> str:
    """What a model's answer looks like while it comes, whatever the space between words."""
    from wikic.cli import console

    if not answer.answered or not answer.explanation:
        return ""
    short = answer.short.text if answer.short is not None else ""
    return " ".join(console.plain(f"{short}\n\n{answer.explanation}").split())


def _say_evidence(answer: Answer, most: int) -> None:
    """The best ``most`` facts by what they answer with the number of their document, then the documents."""
    from wikic.cli import console
    from wikic.text.compare import same_fact

    numbers = {document.digest: at for at, document in enumerate(answer.sources, 1)}
    printed: set[str] = set()
    for group in answer.groups:
        best = [at for at in group.evidence if at < most]
        if group.about and best and len(answer.groups) > 1:  # alone it would read as the answer
            console.say_strong(f"{group.about}:")
        for at in best:
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
    if len(answer.evidence) > most:
        written = answer.evidence[0].heading is not None
        more = console.count(len(answer.evidence) - most, f"more {'passage' if written else 'fact'}")
        console.say(f"({more}: --evidence {len(answer.evidence)})")
    if numbers:
        console.say()
    # A quote is worth reading where the fact does not repeat it.
    quotes = {
        cite.digest: each.quote
        for each in reversed(answer.evidence)
        for cite in each.citations[:1]
        if _letters(each.quote) not in _letters(each.text) and not same_fact(each.text, each.quote)
    }
    for document in answer.sources:
        if len(answer.evidence) > most and document.digest not in printed:
            continue
        quote = quotes.get(document.digest, "")
        name = document.title or document.digest
        line = f"[{numbers[document.digest]}] {name}" + (f" ({document.key})" if document.key else "")
        console.say_text(f'{line}: "{quote}"' if quote else line)


def _letters(text: str) -> str:
    """Letters and digits alone: what a quote has besides, marks of links and emphasis, is not told anew."""
    return "".join(filter(str.isalnum, text)).casefold()
