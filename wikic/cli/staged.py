"""Documents that were named, all on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from wikic.cli import console


def staged(documents: Sequence[Path] | None, *, quiet: bool) -> tuple[Path, ...]:
    """Paths of documents; what is at an address or in a zip file is copied to the user's cache first.

    Raises what ``staging.stage`` does.
    """
    from wikic.staging import stage

    named = tuple(documents or ())
    if not any(map(stage.is_elsewhere, named)):
        return named
    with console.progress(quiet) as progress:
        found = stage.stage(named, progress)
    if not quiet:
        console.complain(*map(str, found.left))
    return found.paths
