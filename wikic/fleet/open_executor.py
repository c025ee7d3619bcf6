"""Where the bases of a fleet run, by what the command line says."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Final

from wikic.errors import UsageError
from wikic.fleet.base_run import Order
from wikic.fleet.executor import Executor
from wikic.fleet.manifest import Base
from wikic.fleet.pool import pool

_DASK: Final = {"dask": "tcp", "dask+tls": "tls"}  # scheme, and what Dask calls it


def open_executor(
    where: str, bases: Sequence[Base], jobs: int | None, order: Order
) -> AbstractContextManager[Executor]:
    """An executor for ``bases``.

    where: "" for this machine, or ``dask://host:port``, ``dask+tls://host:port``. jobs: bases at once, None
        for one for each core here, or thread of the workers there.

    Raises UsageError for an address that is none; entering raises ExecutorError, MissingExtraError.
    """
    if not where:
        return pool(jobs or os.cpu_count() or 1, order)
    scheme, slashes, host = where.partition("://")
    if scheme not in _DASK or not slashes or not host:
        raise UsageError(f"--executor {where!r} is not dask://HOST:PORT")
    from wikic.fleet.dask_executor import dask

    return dask(f"{_DASK[scheme]}://{host}", bases, jobs, order)
