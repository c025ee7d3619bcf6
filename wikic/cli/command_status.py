"""``wikic status``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wikic.cli.options import Json, Root, Verbose

_MOST_READ = 5


Health = Annotated[
    bool,
    typer.Option("--health", help="Also how questions asked so far went: by names, links or words alone."),
]


def status(
    directory: Root = Path(), health: Health = False, json: Json = False, verbose: Verbose = False
) -> None:
    """Say what the wiki holds, what people changed on disk, what waits for review, failed or is stale.

    Reads only; nothing is written and no lock is taken.
    """
    import msgspec

    from wikic import build_dir
    from wikic.cli import console, status_health
    from wikic.compiler.status import status as ask
    from wikic.llm.meter import all_runs
    from wikic.navigate.indexes import mirror_note
    from wikic.session import Session
    from wikic.store.access_totals import count_reads, list_questions
    from wikic.store.open_mirror import without_plyvel

    session = Session.open(directory)
    found = ask(directory, session.config.wiki.title, session.curator().name)
    spent = all_runs(directory).whole
    mirror = mirror_note.mirror_state(directory)
    build = build_dir.at(directory)
    questions = len(list_questions(build))
    reads = sorted(count_reads(build).items(), key=lambda each: (-each[1], each[0]))
    if json:
        more = {
            "model": msgspec.to_builtins(spent),
            "mirror": msgspec.to_builtins(mirror),
            "questions": questions,
            "reads": dict(reads),
        }
        if health:
            more["health"] = msgspec.to_builtins(status_health.logged_health(directory))
        console.say_json({**msgspec.to_builtins(found), **more})
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
    if found.stale:
        console.say(
            f"stale, because {found.curator} would compile them today (`compile --stale` redoes them):"
        )
    for name, keys in found.stale:
        _say(f"  {console.count(len(keys), 'source')} compiled with {name}:", list(keys), indent="    ")
    _say("without a page, because they hold no statement:", list(found.silent))
    _say("waiting for the next compile, because files changed on disk:", list(found.waiting))
    _say("waiting for review (`wikic review` shows them):", list(found.in_review))
    _say("rejected in review, until their text changes:", list(found.rejected))
    _say("failed at the last compile:", [f"{each.key}: {each.reason}" for each in found.failed])
    _say("notices:", [f"{notice.path}: {notice.message}" for notice in found.notices])
    if str(spent):
        console.say(f"models were asked so far: {spent}")
    if reads:
        most = ", ".join(f"{path} ({number:,})" for path, number in reads[:_MOST_READ])
        console.say_text(f"{console.count(questions, 'question')} asked; pages most read: {most}")
    if health:
        status_health.show(status_health.logged_health(directory))
    missing = without_plyvel()
    console.say(missing or str(mirror))
    if verbose:
        console.complain(mirror.reads_from)
    if found.writer:
        console.say(f"being written by {found.writer}")
    elif found.crashed:
        console.say("a run crashed; the next writing command finishes or drops what it left")


def _say(heading: str, lines: list[str], indent: str = "  ") -> None:
    from wikic.cli import console

    if lines:
        console.say(heading)
        for line in console.listed(lines, indent):
            console.say(line)
