"""``wikic ask``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wikic.cli.options import Json, Root, Verbose

if TYPE_CHECKING:
    from wikic.model.answer import Answer
    from wikic.navigate.library import Library

_TIME = re.compile(r"(\d+(?:\.\d+)?) ?(ms|s)?", re.IGNORECASE)


def ask(
    question: Annotated[
        list[str] | None, typer.Argument(metavar="QUESTION...", help="What to ask.", show_default=False)
    ] = None,
    directory: Root = Path(),
    evidence: Annotated[
        int, typer.Option("--evidence", "-n", min=1, max=1000, help="How many facts, best first.")
    ] = 8,
    budget: Annotated[
        str, typer.Option(metavar="TIME", help="Answer step by step until the time is over: 500ms, 2s.")
    ] = "",
    trace: Annotated[
        bool, typer.Option("--trace", help="Write how the answer was found into .wikic/trace.json.")
    ] = False,
    trace_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The same, into a file of your choice.")
    ] = None,
    replay: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Show the answer of a trace as its facts stand now.")
    ] = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Ask the wiki: facts with their sources, best first, and a short answer where they allow one.

    No model and no key is needed. Exit code 1 when the wiki does not say.
    """
    from wikic import layout
    from wikic.cli import console
    from wikic.errors import UsageError
    from wikic.session import Session

    text = " ".join(question or ())
    if not text.strip() and replay is None:
        raise UsageError("nothing is asked", hint='try: wikic ask "When was …?"')
    if (trace or trace_file) and (budget or replay is not None):
        raise UsageError("a trace is of a whole answer: leave out --budget and --replay")
    seconds = _seconds(budget) if budget else None
    session = Session.open(directory)
    with console.progress(quiet=False) as progress:
        library = session.library(progress)
    with library:
        if replay is not None:
            answered = _replay(library, replay, json)
        elif seconds is not None:
            answered = _navigate(library, text, seconds, evidence, json)
        else:
            file = trace_file or (directory / layout.BUILD_DIR / layout.TRACE_FILE if trace else None)
            answered = _ask(library, text, evidence, file, json)
        if verbose:
            console.complain(*library.notes)
    raise typer.Exit(0 if answered else 1)


def _seconds(budget: str) -> float:
    """``500ms``, ``2s`` or ``500`` in seconds."""
    from wikic.errors import UsageError

    found = _TIME.fullmatch(budget.strip())
    if found is None:
        raise UsageError(f"{budget!r} is no time", hint="write it as 500ms or 2s")
    return float(found[1]) / (1 if (found[2] or "ms").lower() == "s" else 1000)


def _ask(library: Library, text: str, evidence: int, file: Path | None, json: bool) -> bool:
    from wikic.cli import console
    from wikic.layout import BUILD_DIR
    from wikic.navigate.access import AccessLog
    from wikic.navigate.ask import Asker
    from wikic.navigate.trace import save, trace_of

    asked = Asker(library).ask(text, evidence=evidence)
    if file is not None:
        save(trace_of(asked), file)
        console.complain(f"how it was found: {file}")
    with AccessLog(library.root / BUILD_DIR) as log:
        log.note(text, dict.fromkeys(each.page for each in asked.answer.evidence), by="ask")
    return _show(asked.answer, json)


def _replay(library: Library, file: Path, json: bool) -> bool:
    from wikic.cli import console
    from wikic.navigate.trace import load, replay

    found = replay(load(file), library)
    for address in found.changed:
        console.complain(f"changed since: {address}")
    return _show(found.answer, json)


def _navigate(library: Library, text: str, seconds: float, evidence: int, json: bool) -> bool:
    """Records as they come; answered when it got as far as a page."""
    from wikic.cli import console
    from wikic.navigate.heuristic.options import Budget
    from wikic.navigate.nav import Detail, navigate

    records: list[dict[str, Any]] = []
    for record in navigate(library, text, Budget(seconds), evidence=evidence):
        level = record.detail.name.lower()
        records.append({"detail": level, "path": record.path, "title": record.title, "text": record.text})
        if not json:
            console.say_text(f"{level}  {record.path}  {record.title}")
            console.say_text("\n".join(f"    {line}" for line in record.text.splitlines()))
    if json:
        console.say_json({"question": text, "records": records})
    return any(each["detail"] == Detail.PAGE.name.lower() for each in records)


def _show(answer: Answer, json: bool) -> bool:
    from wikic.cli import console

    if json:
        console.say_json(answer)
    elif answer.answered:
        _say(answer)
    else:
        console.say("Not in this wiki.")
        if answer.nearest:
            console.say("Nearest pages:")
        for near in answer.nearest:
            console.say_text(f"  {near.path}  {near.title}" + (f": {near.summary}" if near.summary else ""))
    return answer.answered


def _say(answer: Answer) -> None:
    """The short answer, facts by what they answer with the number of their document, the documents."""
    from wikic.cli import console
    from wikic.text.compare import same_fact

    numbers = {document.digest: at for at, document in enumerate(answer.sources, 1)}
    if answer.short is not None:
        console.say_text(answer.short.text)
        console.say()
    for group in answer.groups:
        if group.about:
            console.say(console.strong(group.about))
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
        if not same_fact(each.text, each.quote)
    }
    for document in answer.sources:
        quote = quotes.get(document.digest, "")
        name = document.title or document.digest
        line = f"[{numbers[document.digest]}] {name}" + (f" ({document.key})" if document.key else "")
        console.say_text(f'{line}: "{quote}"' if quote else line)
