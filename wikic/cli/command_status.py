"""``wikic status``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wikic.cli import console
from wikic.cli.options import Json, Root, Verbose

if TYPE_CHECKING:
    from wikic.compiler.left_out import LeftOut as Missing

_MOST_READ = 5


Health = Annotated[
    bool,
    typer.Option("--health", help="Also how questions asked so far went: by names, links or words alone."),
]


LeftOut = Annotated[
    bool, typer.Option("--left-out", help="Also what of the documents stands on no page, block by block.")
]


def status(
    directory: Root = Path(),
    health: Health = False,
    left_out: LeftOut = False,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Say what the wiki holds, what people changed on disk, what waits for review, failed or is stale.

    Reads only; nothing is written and no lock is taken.
    """
    from wikic import build_dir
    from wikic.compiler.status import status as ask
    from wikic.llm.meter import all_runs
    from wikic.navigate.indexes import mirror_note
    from wikic.session import Session
    from wikic.store.access_log import count_reads, list_questions
    from wikic.store.tree import without_plyvel

    session = Session.open(directory)
    found = ask(directory, session.config.wiki.title, session.curator().name)
    spent = all_runs(directory).whole
    mirror = mirror_note.mirror_state(directory)
    build = build_dir.at(directory)
    questions = len(list_questions(build))
    asked = None
    if health:
        from wikic.cli import eval_text

        asked = eval_text.logged_health(directory)
    reads = sorted(count_reads(build).items(), key=lambda each: (-each[1], each[0]))
    missing: tuple[Missing, ...] | None = None
    if left_out:
        from wikic.compiler.left_out import left_out as look

        missing = look(directory, session.config.wiki.title)
    if json:
        beside = {"questions": questions, "reads": dict(reads), "health": asked, "left_out": missing}
        console.say_json(found, model=spent, mirror=mirror, **beside)
        return
    total = sum(number for _, number in found.pages)
    held = f"{console.count(found.sources, 'source')}, {console.count(found.facts, 'fact')}"
    console.say(f"{directory / 'wiki'}: {held} on {console.count(total, 'page')}")
    for name, number in found.pages:
        console.say(f"  {name}/  {number:,}")
    if found.unplaced:
        fit = console.count(found.unplaced, "document fits", "documents fit")
        console.say(f"{fit} none of the topics in schema.yaml, and stand where the rest goes")
    if found.own_pages:
        console.say(f"{console.count(found.own_pages, 'page')} written by people")
    console.say_list("changed by people, which stays whatever is compiled:", found.edited)
    if found.articles:
        console.say(f"{console.count(found.articles, 'page')} with an article that a model wrote")
    gone = "articles with sentences that documents do not bear out any more (`wikic write` writes them anew):"
    console.say_list(gone, found.stale_articles)
    if found.stale:
        console.say(
            f"stale, because {found.curator} would compile them today (`compile --stale` redoes them):"
        )
    for name, keys in found.stale:
        console.say_list(f"  {console.count(len(keys), 'source')} compiled with {name}:", keys, indent="    ")
    console.say_list("without a page, because they hold no statement:", found.silent)
    console.say_list("waiting for the next compile, because files changed on disk:", found.waiting)
    console.say_list("waiting for review (`wikic review` shows them):", found.in_review)
    console.say_list("rejected in review, until their text changes:", found.rejected)
    console.say_list("failed at the last compile:", map(str, found.failed))
    console.say_list("notices:", map(str, found.notices))
    if missing is not None:
        _say_left_out(missing)
    if str(spent):
        console.say(f"models were asked so far: {spent}")
    if reads:
        most = ", ".join(f"{path} ({number:,})" for path, number in reads[:_MOST_READ])
        console.say_text(f"{console.count(questions, 'question')} asked; pages most read: {most}")
    if asked is not None:
        eval_text.show_health(asked)
    console.say(without_plyvel() or str(mirror))
    if verbose:
        console.complain(mirror.reads_from)
    if found.writer:
        console.say(f"being written by {found.writer}")
    elif found.crashed:
        console.say("a run crashed; the next writing command finishes or drops what it left")


def _say_left_out(missing: Sequence[Missing]) -> None:
    """All of it, below the keys of the documents."""
    blocks, documents = len(missing), len({each.key for each in missing})
    number = console.count(blocks, "block")
    console.say(
        f"{number} of {console.count(documents, 'document')} {'is' if blocks == 1 else 'are'} on no page"
    )
    for key, found in groupby(missing, key=lambda each: each.key):
        console.say(f"  {key}")
        for each in found:
            why = f" ({each.reason})" if each.reason else ""
            console.say_text(f"    {each.block} {each.text}{why}")
