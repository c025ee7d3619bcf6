"""What a client reports of one failed attempt; the retries decide what becomes of it."""

from __future__ import annotations

from wikic.errors import ModelUnavailableError


class Fault(ModelUnavailableError):
    """One attempt failed, and another may succeed: overload, a time-out, a broken connection or body.

    wait: seconds the provider asks us to wait, or None.
    billed: whether the provider may have worked on it, and charge for it.
    unreached: whether no connection came about.
    silent: whether nothing came for as long as is waited.
    """

    def __init__(
        self,
        message: str,
        *,
        wait: float | None = None,
        billed: bool = False,
        unreached: bool = False,
        silent: bool = False,
    ) -> None:
        super().__init__(message)
        self.silent = silent
        self.unreached = unreached
        self.wait = wait
        self.billed = billed
