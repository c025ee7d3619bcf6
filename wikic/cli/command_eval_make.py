"""Draft questions about a wiki that has none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wikic.cli.eval_models import Named
from wikic.cli.options import MaxCost, MaxTokens, Record, Replay, Root

if TYPE_CHECKING:
    from wikic.evaluate.drafting.draft import Draft
    from wikic.navigate.library import Library
    from wikic.session import Session


def make(
    directory: Root = Path(),
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write them here.  \\[default: standard output]",
            show_default=False,
        ),
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="How many questions, at most.")] = 100,
    seed: Annotated[int, typer.Option(help="Another number draws others.")] = 0,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    model: Annotated[
        str | None,
        typer.Option(metavar="MODEL", help="Have this model put them in other words.", show_default=False),
    ] = None,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    record: Record = None,
    replay: Replay = None,
) -> None:
    """Draft questions about a wiki that has none: with answers and gold, from what its documents state.

    One fact, two steps along relations, which of two came first, questions that documents ask themselves,
    labelled values, sentences with a gap, and some that the wiki cannot answer. Made by rules, so read them:
    strike out what nobody would ask, put the rest in your own words, add your own. Each names the sentence it
    comes from.

    With --model a language model puts them in the words of somebody who has not read the documents. Wording
    that loses a name or a number, tells the answer or has another one is refused, and the draft stays.
    """
    from wikic.cli import console
    from wikic.cli.output_file import write_bytes
    from wikic.errors import UsageError
    from wikic.evaluate.drafting.draft_questions import as_lines
    from wikic.evaluate.drafting.draft_questions import make_questions as draft
    from wikic.session import Session

    if output is not None and output.exists() and not force:
        raise UsageError(f"{output} is there", hint="people edit such files: name another, or give --force")
    session = Session.open(directory)
    from wikic.llm.limits import Limits

    named = Named(model, limits=Limits(max_cost, max_tokens, record, replay))
    with console.progress(quiet=output is None) as progress:
        library = session.library(progress)
    with library:
        drafts = _reworded(named, session, draft(library, count, seed), library, quiet=output is None)
    if output is None:
        console.say_text(as_lines(drafts).decode().rstrip("\n"))
        return
    write_bytes(output, as_lines(drafts))
    kinds = len({each.type for each in drafts})
    console.say(f"{output}: {console.count(len(drafts), 'question')} of {console.count(kinds, 'kind')}")


def _reworded(
    named: Named, session: Session, drafts: tuple[Draft, ...], library: Library, *, quiet: bool
) -> tuple[Draft, ...]:
    """The drafts in other words, where a model or a transcript is named; what was refused is told."""
    from wikic.cli import console
    from wikic.errors import UsageError

    if not (named.model or named.limits.replay):
        if named.limits.record is not None:
            raise UsageError("no model is asked: there is nothing to record", hint="name one: --model")
        return drafts
    with named.models(session) as models:
        model = models.model("ask")
        from wikic.evaluate.drafting.rewording import reword_drafts

        entries = library.catalogue.pages.values()
        names = (name for entry in entries for name in (entry.title, *entry.aliases))
        with console.progress(quiet=quiet) as progress:
            found = reword_drafts(drafts, model, names, progress)
    console.complain(f"in other words: {found.changed:,} of {len(drafts):,}")
    console.complain(*console.listed([f"{why}: {question}" for question, why in found.refused]))
    return found.drafts
