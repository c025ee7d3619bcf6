"""What a Dask worker does for a fleet: look around, keep a base, stop. dask_executor.py asks for it.

Nothing of Dask is imported here, so that a worker pays for nothing but the processes that it starts.
"""

from __future__ import annotations

import os
import secrets
import time
from asyncio import CancelledError
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from wikic import __version__
from wikic.errors import DiskError, ExecutorError, MissingExtraError
from wikic.fleet.base_run import Order, Outcome, cost_of, run_base
from wikic.fleet.child import GRACE, Running
from wikic.fleet.manifest import Base
from wikic.staging.address import is_address

if TYPE_CHECKING:
    from distributed import Client, Future

_lock = Lock()
_fleets: dict[str, Running] = {}  # by the name that a fleet gave itself; a worker may serve several


def look_around(directories: tuple[str, ...]) -> tuple[str, str]:
    """The version of wikic here, and the first directory that is not to be seen, or ""."""
    return __version__, next((each for each in directories if not os.path.isdir(each)), "")


def keep_base(fleet: str, base: Base, order: Order, ceiling: float | None, before: float | None) -> Outcome:
    """Keep a base, in a process of its own. Called again where the worker that began it died.

    fleet: name for ``stop``. before: dollars that it had taken when the fleet began it.
    """
    if not base.directory.parent.is_dir():
        said = f"{os.uname().nodename} sees no directory {base.directory}: workers need the disk of the bases"
        return Outcome(str(base.directory), "failed", "init", said)
    return run_base(base, _running_fleet(fleet), order, ceiling, before)


def stop_base(fleet: str) -> None:
    """End what a fleet runs here, in order, and begin nothing of it any more."""
    _running_fleet(fleet).stop()


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


def _running_fleet(fleet: str) -> Running:
    with _lock:
        return _fleets.setdefault(fleet, Running())


_LOOK: Final = 2.0  # seconds between two looks whether the scheduler is still there


class DaskExecutor:
    """An ``Executor`` of a Dask cluster."""

    def __init__(self, client: Client, address: str, jobs: int | None, order: Order) -> None:
        """jobs: bases at once, None for one for each thread of the workers."""
        self._client = client
        self._address = address
        self._jobs = jobs
        self._order = order
        self._fleet = f"wikic-{secrets.token_hex(8)}"
        self._held: dict[Future, tuple[Base, float | None]] = {}
        self._until: float | None = None  # when what was stopped is waited for no longer

    def slots(self) -> int:
        """Bases at once: workers may come and go, and where there is none a task waits for one."""
        if self._jobs is not None:
            return self._jobs
        try:
            return max(1, int(sum(self._client.nthreads().values())))
        except OSError as error:
            raise ExecutorError(f"the Dask scheduler at {self._address} is gone", hint=_AGAIN) from error

    def begin(self, base: Base, ceiling: float | None) -> None:
        """Hand a base to the scheduler."""
        there = whole(base)
        before = None if ceiling is None else cost_of(there)
        made = self._client.submit(
            keep_base, self._fleet, there, self._order, ceiling, before,
            key=f"{self._fleet}-{there.directory}", pure=False,
        )  # fmt: skip
        self._held[made] = (base, ceiling)

    def ended(self) -> Iterator[Outcome]:
        """What became of the bases that ended, at least one. Raises ExecutorError where none can."""
        for made in self._done():
            base, ceiling = self._held.pop(made)
            yield replace(self._outcome(made, ceiling), directory=str(base.directory))

    def stop(self) -> None:
        """End what runs on the workers."""
        if self._until is None and self._client.status == "running":
            self._until = time.monotonic() + 2 * GRACE
            with suppress(OSError):  # the scheduler is gone
                self._client.run(stop_base, self._fleet, on_error="ignore")

    def look_at_workers(self, bases: Sequence[Base]) -> None:
        """Raise ExecutorError, naming a worker that lacks this wikic or the disk of the bases."""
        folders = tuple(sorted({str(_make_folder(whole(each).directory.parent)) for each in bases}))
        for worker, found in self._client.run(look_around, folders, on_error="return").items():
            if isinstance(found, ImportError):
                said = f"the Dask worker {worker} cannot import wikic ({found})"
                raise ExecutorError(said, hint=f"install wikic {__version__} for it")
            if isinstance(found, BaseException):
                raise ExecutorError(f"the Dask worker {worker} cannot be asked: {found}")
            version, unseen = found
            if version != __version__:
                said = f"the Dask worker {worker} has wikic {version}, and this is {__version__}"
                raise ExecutorError(said, hint="install the same version everywhere")
            if unseen:
                said = f"the Dask worker {worker} sees no directory {unseen}"
                raise ExecutorError(said, hint="all workers need the disk of the bases, at the same path")

    def _done(self) -> list[Future]:
        while not (done := [each for each in self._held if each.done()]):
            if self._client.status not in ("running", "connecting"):
                raise ExecutorError(f"the Dask scheduler at {self._address} is gone", hint=_AGAIN)
            if self._until is not None and time.monotonic() > self._until:
                raise ExecutorError(
                    "what runs on the Dask workers does not end", hint="they end it by themselves"
                )
            self._wait()
        if lost := [each for each in done if each.cancelled()]:
            raise ExecutorError(f"the Dask scheduler at {self._address} lost {len(lost)} bases", hint=_AGAIN)
        return done

    def _wait(self) -> None:
        from distributed import wait

        with suppress(TimeoutError, CancelledError), self._client.as_current():
            wait([*self._held], timeout=_LOOK, return_when="FIRST_COMPLETED")

    def _outcome(self, made: Future, ceiling: float | None) -> Outcome:
        from distributed.scheduler import KilledWorker

        if made.status == "finished":
            found: Outcome = made.result()
            return found
        error = made.exception()
        said = f"its Dask worker failed: {error}"
        if isinstance(error, KilledWorker):
            said = f"{error.allowed_failures + 1} Dask workers died while they ran it"
        elif isinstance(error, ImportError):
            said = f"its Dask worker cannot import wikic: {error}"
        return Outcome("", "failed", "compile", said, cost=ceiling or 0.0)


def _make_folder(folder: Path) -> Path:
    """A folder of bases, there: workers that do not see it lack the disk. Raises DiskError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DiskError(f"{folder} cannot be made: {error.strerror}") from error
    return folder


_AGAIN: Final = "give the command again: it goes on where it was"


@contextmanager
def dask(address: str, bases: Sequence[Base], jobs: int | None, order: Order) -> Iterator[DaskExecutor]:
    """An executor of the cluster whose scheduler is at ``address`` (``tcp://host:port``, ``tls://…``).

    It waits for a first worker as long as Dask waits for a connection. Raises MissingExtraError,
    ExecutorError where there is no scheduler, no worker, or a worker that cannot keep the bases.
    """
    if find_spec("distributed") is None:
        raise MissingExtraError(
            "--executor dask://… needs distributed, which is not installed", hint="pip install 'wikic[fleet]'"
        )
    client = _connect_client(address)
    try:
        executor = DaskExecutor(client, address, jobs, order)
        _first_worker(client, address)
        executor.look_at_workers(bases)
        yield executor
    finally:
        client.close()


def _connect_client(address: str) -> Client:
    from distributed import Client

    try:
        return Client(address, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:  # no host, no port, no certificate
        said = " ".join(str(error).split())[:200]
        raise ExecutorError(f"no Dask scheduler answers at {address}: {said}") from error


def _first_worker(client: Client, address: str) -> None:
    seconds: Any = _scheduler_patience()
    try:
        client.wait_for_workers(1, timeout=seconds)
    except TimeoutError as error:
        said = f"the Dask scheduler at {address} has no worker after {seconds:g} seconds"
        raise ExecutorError(said, hint=f"start one: dask worker {address}") from error


def _scheduler_patience() -> float:
    from dask import config
    from dask.utils import parse_timedelta

    return float(parse_timedelta(config.get("distributed.comm.timeouts.connect")))
