"""``wikic init``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wikic.cli import console
from wikic.cli.options import (
    Collection,
    Json,
    MaxCost,
    MaxTokens,
    Model,
    OptionalDocuments,
    Quiet,
    Record,
    Replay,
    Root,
    staged,
)

if TYPE_CHECKING:
    from wikic.curator.positioned import Replaced
    from wikic.llm.meter import Totals
    from wikic.model.schema import Schema
    from wikic.schema.survey import Survey


def init(
    documents: OptionalDocuments = None,
    directory: Root = Path(),
    title: Annotated[
        str | None,
        typer.Option(help="Title of the wiki.  \\[default: the directory's name]", show_default=False),
    ] = None,
    collection: Collection = None,
    interactive: Annotated[
        bool,
        typer.Option("--interactive", "-i", help="Show the proposal and let you change it before it lands."),
    ] = False,
    given: Annotated[
        Path | None,
        typer.Option(
            "--from", metavar="SCHEMA", help="Take this schema.yaml; propose nothing.", show_default=False
        ),
    ] = None,
    layout: Annotated[
        str | None,
        typer.Option(
            help="things: pages are what the documents speak of; library: pages are the documents.  "
            "\\[default: chosen for each collection]",
            show_default=False,
        ),
    ] = None,
    added: Annotated[
        bool,
        typer.Option("--add", help="Give new collections layout and topics in the wiki that is there."),
    ] = False,
    registered: Annotated[
        bool,
        typer.Option(
            "--git", help="Tell this git repository how to merge pages of a wiki; see merge-driver."
        ),
    ] = False,
    model: Model = None,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    record: Record = None,
    replay: Replay = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Write nothing; print what would be written, as a diff.")
    ] = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Propose a schema from a sample of the documents and start a wiki.

    Writes wikic.toml, wiki/schema.yaml (yours to edit), an empty index, and the lines git needs. No
    document is taken in yet; that is `wikic compile`, and it takes all of them. Branches that both compile
    merge by fact and page once the clone knows how: --git tells it, or the command that is shown.

    The sample is 200 documents however many there are, spread over topic, length and time, without
    greetings, copies, announcements, promotion, boilerplate and what is nearly empty; it is said how many of
    each there are. With --model, a language model words the proposal. Documents that cannot be read are
    counted, and `wikic compile` exits with 1 for them; exit code 2 where none can be read: nothing is begun.
    """
    from wikic.cli import init_text
    from wikic.cli.change_report import say_changes
    from wikic.cli.init_text import layout_said, say_replaced
    from wikic.curation import curating
    from wikic.errors import UsageError
    from wikic.llm.limits import Limits
    from wikic.schema import new_wiki
    from wikic.schema.proposal import propose_for
    from wikic.schema.written_schema import completed
    from wikic.session import Session
    from wikic.staging.address import shown

    if added:
        if given is not None or interactive or title is not None:
            raise UsageError("--add takes no --from, --interactive or --title: the wiki is there")
        limits = Limits(max_cost, max_tokens, record, replay)
        init_text.add(
            Session.open(directory),
            directory,
            staged(documents, quiet=quiet),
            init_text.Adding(collection, layout_said(layout), model, limits, dry_run, quiet, json),
        )
    if given is not None and interactive:
        raise UsageError("--from takes a schema as it is; edit the file in place of --interactive")
    if given is None and not documents:
        raise UsageError("name the documents to propose a schema from, or a schema with --from")
    if registered and not dry_run:
        init_text.require_repository(directory)
    session = Session.open(directory, finish=False)
    new_wiki.refuse_foreign(directory)
    copied = staged(documents, quiet=quiet)
    survey: Survey | None = None
    proposal_topics: tuple[tuple[str, str], ...] = ()
    replaced: tuple[Replaced, ...] = ()
    spent: Totals | None = None
    if given is not None:
        with console.progress(quiet) as progress:
            schema, survey = completed(
                new_wiki.read_schema(given),
                directory,
                copied,
                progress,
                collection=collection,
                layout=layout_said(layout),
            )
    else:
        limits = Limits(max_cost, max_tokens, record, replay)
        with curating(session, model, limits) as curation, console.progress(quiet) as progress:
            proposal = propose_for(
                directory,
                copied,
                curation.curator,
                collection=collection,
                progress=progress,
                layout=layout_said(layout),
            )
            spent = curation.totals()
        schema, survey, proposal_topics = proposal.schema, proposal.survey, proposal.topics
        replaced = proposal.replaced
    if interactive:
        if survey is not None:
            init_text.say_survey(survey)
        say_replaced(replaced)
        schema = init_text.revise(schema)
    proposed = new_wiki.changes(directory, schema, title)
    if not dry_run:
        new_wiki.write(directory, schema, title)
    git_told = [] if dry_run else init_text.tell_git(directory, register=registered)
    if json:
        console.say_json(_report(schema, survey, dry_run), replaced=replaced, model=spent)
    elif dry_run:
        say_changes(directory, proposed.changes, inside="")
    elif not quiet:
        if given is not None:
            console.say(f"{directory / 'wiki'}: the schema of {given}")
        elif not interactive and survey is not None:
            console.say(f"{directory / 'wiki'}: a schema from {init_text.counted(survey)}")
            init_text.say_left_out(survey)
        if survey is not None:
            init_text.say_layouts(survey.collections, dict(proposal_topics))
        init_text.say_schema(schema)
        if not interactive:
            say_replaced(replaced)
        if spent is not None:
            console.say(f"model: {spent.whole}")
        for line in git_told:
            console.say(line)
        named = " ".join(map(shown, documents)) if documents else "DOCUMENTS"
        console.say(f"Edit {directory / 'wiki/schema.yaml'} if this is not what you want, then:")
        console.say(f"  wikic compile {named} -C {directory}")


def _report(schema: Schema, survey: Survey | None, dry_run: bool) -> dict[str, object]:
    return {
        "schema": schema,
        "sampled": len(survey.sample) if survey else 0,
        "documents": survey.documents if survey else 0,
        "unreadable": survey.unreadable if survey else 0,
        "left_out": survey.left_out if survey else (),
        "all_left_out": survey.all_left_out if survey else False,
        "written": not dry_run,
    }
