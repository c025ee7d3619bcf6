"""``wikic review``: what ``compile --review`` put aside, shown, accepted or rejected."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wikic.cli import console
from wikic.cli.options import DryRun, Json, Quiet, Root
from wikic.errors import UsageError

if TYPE_CHECKING:
    from wikic.review.listing import Fact, Review, Shown, Waiting, WaitingArticle

Document = Annotated[str, typer.Argument(metavar="DOC", help="Key of a document that waits.")]
Documents = Annotated[
    list[str] | None,
    typer.Argument(metavar="[DOC]...", help="Keys of documents that wait.", show_default=False),
]
All = Annotated[bool, typer.Option("--all", help="Everything that waits.")]


def review(context: typer.Context, directory: Root = Path(), json: Json = False) -> None:
    """See what `compile --review` put aside, and decide what of it lands.

    Without a further word, lists what waits: each document, how many facts it brings, and the pages they
    would make or change. Nothing of it is in wiki/ before you accept it. It lies in review/, in plain files
    that go with the wiki into git.
    """
    if context.invoked_subcommand is not None:
        if json or directory != Path():
            raise UsageError(
                "options go behind the command they are for",
                hint=f"wikic review {context.invoked_subcommand} … -C DIR",
            )
        return
    from wikic.review.listing import review as ask
    from wikic.session import Session

    session = Session.open(directory)
    found = ask(directory, session.config.wiki.title)
    if json:
        console.say_json(found)
    else:
        say_list(found)


def show(
    document: Document,
    directory: Root = Path(),
    diff: Annotated[
        bool, typer.Option(" /--no-diff", help="Facts alone, without the pages.", show_default=False)
    ] = True,
    json: Json = False,
) -> None:
    """Show one document fact by fact: its id, what it says, the quote it rests on where that has other words,
    and the page it would stand on.

    Behind them the pages as they would become, as a diff against those on disk. Nothing is written. Of a
    document the wiki has in an older text, new facts are marked with +, and what would go is listed.
    """
    from wikic.review.listing import articles
    from wikic.review.listing import show as ask
    from wikic.session import Session

    session = Session.open(directory)
    written = next((each for each in articles(directory) if each.key == document), None)
    if written is not None:
        console.say_json(written) if json else say_article(written)
        return
    found = ask(directory, session.config.wiki.title, document)
    if json:
        console.say_json(found)
    else:
        say_document(found, diff=diff)


def accept(
    documents: Documents = None,
    directory: Root = Path(),
    everything: All = False,
    dry_run: DryRun = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Fold documents that wait into the wiki, all of them in one transaction.

    The pages are those that `compile` would have made. Facts that you rejected stay out, also when the
    document is read again. Exit code 1 when the rules find something on a page that was written.
    """
    from wikic.cli.change_report import counted_pages, finish
    from wikic.compiler.options import Options
    from wikic.review import decide
    from wikic.session import Session

    keys = _keys(documents, everything)
    session = Session.open(directory)
    options = Options(session.today, session.config.wiki.title, dry_run=dry_run)
    report = decide.accept(directory, keys, options)
    taken = console.count(len(report.added) + len(report.changed), "document")
    line = f"{taken} {'would be ' if dry_run else ''}accepted; {counted_pages(report)}"
    finish(session, report, [] if quiet else [line], json=json)


def reject(
    documents: Documents = None,
    directory: Root = Path(),
    everything: All = False,
    facts: Annotated[
        list[str] | None,
        typer.Option(
            "--fact",
            metavar="ID",
            help="Only this fact of the document, as `wikic review show` names it. Repeat for more.",
            show_default=False,
        ),
    ] = None,
    reason: Annotated[
        str, typer.Option(metavar="TEXT", help="Why: kept with what is rejected.", show_default=False)
    ] = "",
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Reject documents that wait, or with --fact single facts of one.

    A rejected document waits no longer and is not read again before its text changes. A rejected fact is
    retired in the digest, with the reason; the rest of the document waits on until you accept it.
    """
    from wikic.review import decide
    from wikic.session import Session

    keys = _keys(documents, everything)
    if facts and (keys is None or len(keys) != 1):
        raise UsageError("--fact goes with one document", hint="wikic review reject DOC --fact ID")
    Session.open(directory)
    if facts and keys is not None:
        number = decide.reject_facts(directory, keys[0], facts, reason)
        if json:
            console.say_json({"key": keys[0], "facts": number})
        elif not quiet:
            console.say(f"{console.count(number, 'fact')} of {keys[0]} rejected; the rest of it waits on")
        return
    rejected = decide.reject(directory, keys, reason)
    if json:
        console.say_json({"rejected": rejected})
        return
    for key in () if quiet else rejected:
        console.say(f"{key} rejected; it is read again when its text changes")


def _keys(documents: list[str] | None, everything: bool) -> list[str] | None:
    """The keys that were named, None for all. Raises UsageError for neither and for both."""
    if everything and documents:
        raise UsageError("--all and the names of documents exclude each other")
    if not everything and not documents:
        raise UsageError("name documents, or --all", hint="`wikic review` lists what waits")
    return None if everything else documents


_PAGES: Final = 5  # named of each document in the list; `show` has them all
_MARKS: Final = {"new": "+", "kept": " ", "rejected": "x"}


def say_list(found: Review) -> None:
    """What waits, document by document."""
    if not found.waiting and not found.articles:
        console.say("nothing waits for review")
    elif found.waiting:
        console.say(f"{console.count(len(found.waiting), 'document')} for you to accept or reject:")
    for each in found.waiting:
        console.say()
        console.say_strong(each.key, f"  {each.title}")
        console.say(f"  {_counts(each)}")
        for page in each.pages[:_PAGES]:
            console.say(f"  {'+' if page.action == 'new' else '~'} {page.path}")
        if len(each.pages) > _PAGES:
            console.say(f"    … and {console.count(len(each.pages) - _PAGES, 'more page', 'more pages')}")
    number = console.count(len(found.articles), "article")
    said = (f"{each.key} ({sum(len(told) for _, told in each.parts)} sentences)" for each in found.articles)
    console.say_list(f"{number} that a model wrote, for you to accept or reject:", said)
    if found.waiting:
        console.say()
        console.say("+ new page, ~ page that changes; wikic review show DOC, accept DOC, reject DOC")
    rejected = [f"{each.key}{f': {each.reason}' if each.reason else ''}" for each in found.rejected]
    number = console.count(len(rejected), "document")
    console.say_list(f"{number} rejected, until their text changes:", rejected)


def _counts(each: Waiting) -> str:
    state = "a newer text of a source" if each.replaces else "a new source"
    rejected = f", {each.rejected:,} rejected" if each.rejected else ""
    return f"{state}, waiting since {each.since}: {console.count(each.facts, 'fact')}{rejected}"


def say_document(found: Shown, *, diff: bool) -> None:
    """One document, fact by fact, then the pages."""
    each = found.waiting
    console.say_strong(each.key, f"  {each.title}")
    console.say(_counts(each))
    for page, facts in groupby(found.facts, key=lambda fact: fact.page):
        console.say()
        console.say_strong(page or "(on no page)")
        for fact in facts:
            _say_fact(fact)
    if found.gone:
        console.say()
        console.say("no longer said by this document:")
        for text in found.gone:
            console.say(f"- {text}")
    if diff and found.pages:
        console.say()
        console.say(f"{console.count(len(found.pages), 'page')} would change, were it accepted alone:")
        for change in found.pages:
            console.say()
            console.say_text(change.diff.removesuffix("\n"))


def say_article(found: WaitingArticle) -> None:
    """A written article, each sentence with what it rests on."""
    console.say_strong(found.key, f"  {found.written_with}")
    for heading, sentences in found.parts:
        console.say()
        if heading:
            console.say_strong(heading)
        for text, units in sentences:
            console.say_text(text)
            for unit in units:
                console.say_text(f"    > {unit}")


def _say_fact(fact: Fact) -> None:
    holder = f"{fact.holder}: " if fact.holder else ""
    kind = "" if fact.kind == "fact" else f" ({fact.kind})"
    lines = f"{holder}{fact.text}".split("\n")
    console.say(f"{_MARKS[fact.state]} {fact.id}{kind} {lines[0]}")
    for line in lines[1:]:
        console.say(f"    {line}")
    for quote in fact.beside:
        console.say(f"    > {quote}")
    if fact.reason:
        console.say(f"    rejected: {fact.reason}")
