"""`wikic status --health`: how the questions that were asked went, on a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wikic.cli import console
from wikic.cli.eval_diagnosis import number, share

if TYPE_CHECKING:
    from wikic.evaluate.diagnosis.health import LogHealth


@dataclass(frozen=True, slots=True)
class LoggedHealth:
    """Over all questions, and by the directory of the pages cited."""

    all: LogHealth
    directories: Mapping[str, LogHealth]


def logged_health(root: Path) -> LoggedHealth:
    """From the access log of the knowledge base at ``root``; writes nothing.

    Raises NotAWikiError, FormatError (damaged graph).
    """
    from wikic import build_dir
    from wikic.evaluate.diagnosis.health import log_health, log_health_by_directory
    from wikic.navigate.library import Library
    from wikic.store.access_files import events

    logged = list(events(build_dir.at(root)))
    with Library.open(root) as library:
        graph = library.graph
        return LoggedHealth(log_health(logged, graph), log_health_by_directory(logged, graph))


def show(found: LoggedHealth) -> None:
    """Figures over all, then those by directory that differ most."""
    each = found.all
    asked = console.count(each.questions, "question")
    without = f"; of {each.unknown:,} more the log does not say how they went" if each.unknown else ""
    console.say(f"health, from {asked}{without}")
    if not each.questions:
        return
    rows = (
        ("not answered", share(each.unanswered)),
        (f"cite a page they name (of {each.naming:,} that name one)", share(each.seed_hits)),
        ("pages cited for each step or call", number(each.cited_per_call)),
        ("pages cited for each 1,000 tokens", number(each.cited_per_1000_tokens)),
        ("pages found for each page cited", number(each.noise)),
        ("cited pages that words alone found", share(each.backfill)),
        ("neighbours that cited pages share", share(each.redundancy)),
    )
    for name, value in rows:
        console.say_text(f"  {name:<46}{value}")
    if len(found.directories) > 1:
        width = max(map(len, found.directories))
        console.say_text(f"  {'':{width}}  questions  name hits  words alone  found per cited")
        for directory, one in found.directories.items():
            cells = f"{one.questions:>9,}  {share(one.seed_hits):>9}  {share(one.backfill):>11}"
            console.say_text(f"  {directory:<{width}}  {cells}  {number(one.noise):>15}")
