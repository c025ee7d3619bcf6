"""``wikic merge``, ``split``, ``move``, ``rename`` and ``forget``: what changes the shape of a wiki."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wikic.cli.options import DryRun, Json, Page, Quiet, Root, pages, sources

if TYPE_CHECKING:
    from wikic.evolve.carry_out import Decide, Decisions
    from wikic.wiki.workspace import Workspace


def merge(
    kept: Annotated[
        str, typer.Argument(metavar="A", help="The page or directory that stays.", autocompletion=pages)
    ],
    other: Annotated[
        str, typer.Argument(metavar="B", help="The one that becomes part of it.", autocompletion=pages)
    ],
    directory: Root = Path(),
    despite_veto: Annotated[
        bool, typer.Option("--despite-veto", help="Merge even where names or sources say they are two.")
    ] = False,
    dry_run: DryRun = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Make two pages, or two directories, one.

    The decision goes to `identity.yaml` or `schema.yaml` and the pages follow; no fact and no citation is
    lost, links to B lead to A. One `git revert` undoes it. Names that exclude each other (numbers, opposites,
    disambiguators) are a veto.
    """
    from wikic.evolve.by_hand import merge as decide

    change(
        directory,
        lambda space: decide(space, kept, other, despite=despite_veto),
        dry_run=dry_run,
        quiet=quiet,
        json=json,
    )


def split(
    page: Page,
    directory: Root = Path(),
    into: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TITLE",
            help="A page it becomes; once for each. Sources go where their words fit, the rest to the first.",
            show_default=False,
        ),
    ] = None,
    pin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHAT=TITLE",
            help="What goes where: a source's key or a fact's id, and the title.",
            show_default=False,
        ),
    ] = None,
    dry_run: DryRun = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Part a page that speaks of several things.

    Without titles its sources go apart by the pages they are related to. The decision goes to `identity.yaml`
    as pins; no fact and no citation is lost, and one `git revert` undoes it.
    """
    from wikic.errors import UsageError
    from wikic.evolve.split import split as decide

    pins: dict[str, str] = {}
    for each in pin or ():
        what, sign, title = each.partition("=")
        if not sign or not title.strip():
            raise UsageError(f"--pin {each!r} names no title", hint="write --pin KEY=TITLE")
        pins[what.strip().removeprefix("^")] = title.strip()
    change(
        directory,
        lambda space: decide(space, page, into or (), pins),
        dry_run=dry_run,
        quiet=quiet,
        json=json,
    )


def move(
    page: Page,
    to: Annotated[str, typer.Argument(metavar="DIR", help="A directory of the wiki, such as people/rulers.")],
    directory: Root = Path(),
    dry_run: DryRun = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Move a page to another directory.

    Links name pages by their stem, so none has to be rewritten. The page notes its new home.
    """
    from wikic.evolve.by_hand import move as decide

    change(directory, lambda space: decide(space, page, to), dry_run=dry_run, quiet=quiet, json=json)


def rename(
    page: Page,
    title: Annotated[str, typer.Argument(metavar="TITLE", help="What it is called from now on.")],
    directory: Root = Path(),
    dry_run: DryRun = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Give a page another title.

    Its file follows, links that wikic wrote name the new one, and its old name leads to it.
    """
    from wikic.evolve.by_hand import rename as decide

    change(directory, lambda space: decide(space, page, title), dry_run=dry_run, quiet=quiet, json=json)


def forget(
    keys: Annotated[
        list[str],
        typer.Argument(
            metavar="KEY...",
            help="Keys of sources, as their digests in wiki/sources/digests/ name them.",
            autocompletion=sources,
        ),
    ],
    directory: Root = Path(),
    dry_run: DryRun = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Remove a source and everything that rests on it alone.

    Facts, aliases, tags and pages that no other source gives are gone; what people wrote stays, and pages on
    which they still cite it are named. What waits of it for review goes too. Indexes are made anew, so that
    no file of them holds it any more. `--dry-run` shows it first.
    """
    from wikic.cli.change_report import counted_pages, finish
    from wikic.compiler.forget import forget_sources
    from wikic.compiler.options import Options
    from wikic.session import Session

    session = Session.open(directory)
    options = Options(session.today, session.config.wiki.title, dry_run=dry_run)
    report = forget_sources(directory, keys, options)
    would = "would be " if dry_run else ""
    lines = [f"{key} {would}forgotten" for key in report.forgotten]
    if not quiet:
        lines.append(counted_pages(report, always=True))
    finish(session, report, lines, json=json)


def change(directory: Path, decide: Decide, *, dry_run: bool, quiet: bool, json: bool) -> None:
    """Carry out what ``decide`` gives, say what became of it, and exit."""
    from wikic.cli.change_report import counted_pages, finish
    from wikic.compiler.options import Options
    from wikic.evolve.carry_out import carry_out
    from wikic.session import Session

    session = Session.open(directory)
    options = Options(session.today, session.config.wiki.title, dry_run=dry_run)
    reasons: list[str] = []

    def deciding(space: Workspace) -> Decisions | None:
        decided = decide(space)
        reasons.extend([decided.reason] if decided is not None else [])
        return decided

    report = carry_out(directory, options, deciding)
    lines = [*(reasons or ["nothing to change"])]
    if report.written or report.deleted:
        lines.append(counted_pages(report, always=True))
    finish(session, report, [] if quiet else lines, json=json)
