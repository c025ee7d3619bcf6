"""What a Dask worker does for a fleet: look around, keep a base, stop. dask_executor.py asks for it.

Nothing of Dask is imported here, so that a worker pays for nothing but the processes that it starts.
"""

from __future__ import annotations

import os
from pathlib import Path
from threading import Lock

from wikic import __version__
from wikic.fleet.base_run import Order, Outcome, run
from wikic.fleet.child import Running
from wikic.fleet.manifest import Base
from wikic.staging.address import is_address

_lock = Lock()
_fleets: dict[str, Running] = {}  # by the name that a fleet gave itself; a worker may serve several


def look(directories: tuple[str, ...]) -> tuple[str, str]:
    """The version of wikic here, and the first directory that is not to be seen, or ""."""
    return __version__, next((each for each in directories if not os.path.isdir(each)), "")


def keep(fleet: str, base: Base, order: Order, ceiling: float | None, before: float | None) -> Outcome:
    """Keep a base, in a process of its own. Called again where the worker that began it died.

    fleet: name for ``stop``. before: dollars that it had taken when the fleet began it.
    """
    if not base.directory.parent.is_dir():
        said = f"{os.uname().nodename} sees no directory {base.directory}: workers need the disk of the bases"
        return Outcome(str(base.directory), "failed", "init", said)
    return run(base, _running(fleet), order, ceiling, before)


def stop(fleet: str) -> None:
    """End what a fleet runs here, in order, and begin nothing of it any more."""
    _running(fleet).stop()


def whole(base: Base) -> Base:
    """A base whose paths mean the same in every folder."""

    def at(path: Path) -> Path:
        return Path(os.path.abspath(path))

    return Base(
        at(base.directory),
        tuple(each if is_address(str(each)) else at(each) for each in base.documents),
        None if base.schema is None else at(base.schema),
        base.title,
        base.mirror,
    )


def _running(fleet: str) -> Running:
    with _lock:
        return _fleets.setdefault(fleet, Running())
