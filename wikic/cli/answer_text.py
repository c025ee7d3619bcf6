"""How an answer is printed: in a terminal, in a pipe, and while a model is still writing it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from wikic.model.answer import Answer

_CALL: Final = 100  # characters of a tool call that are shown


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


def show(answer: Answer, *, shown: str = "") -> bool:
    """Print ``answer``; whether there is one.

    shown: what a person has seen of it already.
    """
    from wikic.cli import console

    words = _words(answer)
    # What was shown of a draft that was refused is not the answer.
    repeat = not words or not " ".join(shown.split()).endswith(words)
    if not answer.answered:
        console.say("Not in this wiki.")
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
    _say_evidence(answer)
    if not answer.answered and answer.nearest:
        console.say("Nearest pages:")
        for near in answer.nearest:
            console.say_text(f"  {near.path}  {near.title}" + (f": {near.summary}" if near.summary else ""))
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


def _say_evidence(answer: Answer) -> None:
    """Facts by what they answer with the number of their document, then the documents."""
    from wikic.cli import console
    from wikic.text.compare import same_fact

    numbers = {document.digest: at for at, document in enumerate(answer.sources, 1)}
    for group in answer.groups:
        if group.about:
            console.say_strong(group.about)
        for at in group.evidence:
            each = answer.evidence[at]
            cited = dict.fromkeys(numbers[cite.digest] for cite in each.citations if cite.digest in numbers)
            cites = "".join(f" [{number}]" for number in cited)
            held = f"{each.holder}: " if each.holder else ""
            console.say_text(f"- {held}{each.text}{cites}")
            console.say_text(f"    {each.page}")
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
        quote = quotes.get(document.digest, "")
        name = document.title or document.digest
        line = f"[{numbers[document.digest]}] {name}" + (f" ({document.key})" if document.key else "")
        console.say_text(f'{line}: "{quote}"' if quote else line)


def _letters(text: str) -> str:
    """Letters and digits alone: what a quote has besides, marks of links and emphasis, is not told anew."""
    return "".join(filter(str.isalnum, text)).casefold()
