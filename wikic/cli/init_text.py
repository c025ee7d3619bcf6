"""What ``wikic init`` says, asks with ``--interactive``, does for git, and adds to a wiki that is there."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from wikic.cli import console
from wikic.cli.command_reshape import change
from wikic.errors import UsageError
from wikic.model.schema import Schema
from wikic.model.topics import Layout

if TYPE_CHECKING:
    from wikic.curator.positioned import Replaced
    from wikic.evolve.carry_out import Decisions
    from wikic.llm.limits import Limits
    from wikic.schema.library.choose_layout import Looked
    from wikic.schema.proposal import Added
    from wikic.schema.survey import Survey
    from wikic.session import Session
    from wikic.wiki.workspace import Workspace

_PROMPT = "init> "


def revise(schema: Schema) -> Schema:
    """The schema as a person leaves it with ``done``.

    Raises UsageError when the input ends before that or says ``quit``: then nothing is to be written.
    Lines come from standard input, so that a file of commands serves as well as a terminal.
    """
    from wikic.schema.scaffold import edit

    _show(schema)
    console.say("Change it (help lists how), then `done` writes it; `quit` writes nothing.")
    while True:
        said = _ask()
        if said is None:
            raise UsageError("the input ended before `done`; nothing was written")
        word = said.strip().casefold()
        if word in ("done", "ok"):
            return schema
        if word in ("quit", "exit", "q"):
            raise UsageError("nothing was written")
        if word in ("help", "?"):
            _help()
        elif word in ("show", ""):
            _show(schema)
        else:
            try:
                schema = edit(schema, said)
            except UsageError as error:
                console.say(f"  {console.plain(str(error))}")
            else:
                _show(schema)


def _ask() -> str | None:
    """A line, or None at the end of the input."""
    sys.stdout.write(_PROMPT)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not sys.stdin.isatty() or not line:
        console.say()
    return line or None


def _show(schema: Schema) -> None:
    for name in ("focus", "audience", "bias"):
        console.say_text(f"{name:<9} {getattr(schema.positioning, name)}")
    width = max(len(each.name) for each in schema.dimensions)
    for at, each in enumerate(schema.dimensions, start=1):
        heading = f" [{each.title}]" if each.title else ""
        rest = " (fallback)" if each.name == schema.fallback else ""
        console.say_text(f"  {at:>2} {each.name:<{width}}{heading}  {each.description}{rest}")


def _help() -> None:
    from wikic.schema.scaffold import COMMANDS

    width = max(len(f"{each.word} {each.usage}") for each in COMMANDS)
    for each in COMMANDS:
        console.say(f"  {f'{each.word} {each.usage}':<{width}}  {each.does}")
    for word, does in (("show", "shows it again"), ("done", "writes it"), ("quit", "writes nothing")):
        console.say(f"  {word:<{width}}  {does}")
    console.say("A directory is its name or its number.")


def require_repository(directory: Path) -> None:
    """Find out before anything is written that there is no repository. Raises UsageError."""
    from wikic.doctor.machine import registration
    from wikic.errors import UsageError

    here = next(each for each in (directory, *directory.resolve().parents) if each.is_dir())
    if registration(here) in ("no repository", "no git"):
        raise UsageError(f"--git: {directory} is in no git repository", hint="git init, or leave out --git")


def tell_git(directory: Path, *, register: bool) -> list[str]:
    """What there is to say of merging, after registering the driver where that is wanted.

    Raises ConfigError where git refuses.
    """
    from wikic.doctor import machine

    if register:
        machine.register(directory)
        return ["git merges pages by unit in this clone now"]
    if machine.registration(directory) != "missing":
        return []
    return [
        "So that git merges pages of two branches by unit, once in each clone:",
        f'  git config merge.wikic.driver "{machine.COMMAND}"',
    ]


def layout_said(text: str | None) -> Layout | None:
    """The layout a person names. Raises UsageError for anything else."""
    if text is None:
        return None
    for each in get_args(Layout):
        if each == text:
            return each  # type: ignore[no-any-return]  # get_args gives values of no type
    raise UsageError(f"no layout is called {text!r}; known: {', '.join(get_args(Layout))}")


def say_layouts(collections: Sequence[Looked], topics: Mapping[str, str]) -> None:
    """A line on each collection: its layout, and why."""
    for each in collections:
        what = "a page for each thing that its documents are about"
        if each.layout == "library":
            how = topics.get(each.name, "")
            what = "a page for each document, " + (f"in directories by {how}" if how else "in one directory")
        why = (
            f"{each.share:.0%} of those looked at say in their first sentence what their title is"
            if each.chosen
            else "as said"
        )
        console.say_text(f"layout of {each.name}: {each.layout}: {what} ({why})")


def say_replaced(replaced: Sequence[Replaced]) -> None:
    """A line for each, with the reason and the model's words."""

    for each in replaced:
        console.say_text(f"{each.line} is not the model's: {_why(each)}")
        if each.said:
            console.say_text(f"  it said: {each.said}")


def _why(each: Replaced) -> str:
    if not each.said:
        return "the model gave none that can be used"
    if each.missing:
        return f"no sampled document holds {', '.join(each.missing)}"
    return "what it said is no plain line"


@dataclass(frozen=True, slots=True)
class Adding:
    """The options of ``init --add``, as on the command line."""

    collection: str | None
    layout: Layout | None
    model: str | None
    limits: Limits
    dry_run: bool
    quiet: bool
    json: bool


def add(session: Session, directory: Path, documents: Sequence[Path], options: Adding) -> None:
    """Look at the documents, write what is new in one transaction, say it, and exit."""
    from wikic.curation import curating
    from wikic.evolve.carry_out import Decisions
    from wikic.schema.proposal import NewDocuments, add_collection

    if not documents:
        raise UsageError("name the documents of the new collection")
    looked: list[Added] = []

    def decide(space: Workspace) -> Decisions:
        if not looked:  # once, however often people save meanwhile
            known = {key.partition("/")[0] for key in space.fold.resolver.digests}
            with (
                curating(session, options.model, options.limits) as curation,
                console.progress(options.quiet) as progress,
            ):
                looked.append(
                    add_collection(
                        space.schema,
                        known,
                        NewDocuments(directory, documents, options.collection, options.layout),
                        curation.curator,
                        progress,
                    )
                )
        found = looked[0]
        if not (options.quiet or options.json):
            say_layouts(found.collections, dict(found.topics))
        names = ", ".join(each.name for each in found.collections)
        return Decisions(f"init: add {names}", found.schema, space.fold.identity)

    change(directory, decide, dry_run=options.dry_run, quiet=options.quiet, json=options.json)


def counted(survey: Survey) -> str:
    """How many documents there are, and how many of them were sampled."""
    sampled = len(survey.sample)
    some = "" if sampled == survey.documents else f", {sampled} of them sampled"
    return f"{console.count(survey.documents, 'document')}{some}"


def say_survey(survey: Survey) -> None:
    """What a proposal is from."""
    console.say(f"A proposal from {counted(survey)}.")
    say_left_out(survey)


def say_left_out(survey: Survey) -> None:
    """Which documents are not in it, and why."""
    from wikic.schema.low_information import KINDS

    if survey.empty:
        console.say(f"{console.count(survey.empty, 'document is', 'documents are')} empty and left out")
    if survey.unreadable > survey.empty:
        unread = console.count(survey.unreadable - survey.empty, "document")
        console.say(f"{unread} cannot be read; `wikic compile` says why")
    for line in survey.skipped:
        console.say(f"left out, {line}")
    said = {kind.name: kind.said for kind in KINDS}
    if survey.all_left_out:
        console.say("Every document looks like one that says little; the schema is from them all the same:")
    elif survey.left_out:
        console.say("Not sampled, since they say little (`wikic compile` takes them in like all others):")
    for each in survey.left_out:
        examples = ", ".join(console.plain(key) for key in each.examples)
        more = ", …" if each.count > len(each.examples) else ""
        console.say(f"  {each.count:>7,} {said[each.kind]}: {examples}{more}")


def say_schema(schema: Schema) -> None:
    """Focus and directories."""
    if schema.positioning.focus:
        console.say_text(schema.positioning.focus)
    width = max(len(dimension.name) for dimension in schema.dimensions)
    for dimension in schema.dimensions:
        console.say_text(f"  {dimension.name:<{width}}  {dimension.description}")
