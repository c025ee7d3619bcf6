"""What answers requests, one wiki or many: everything that can go wrong is told."""

from __future__ import annotations

import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final

from wikic.errors import FormatError, NotAWikiError, StoreError, WikicError
from wikic.serve.exchange import PLAIN, Reply, Request
from wikic.serve.metrics import Metrics
from wikic.serve.speaking import speak

BUSY: Final = (("retry-after", "5"),)
# Nothing of where it is.
_NOT_NOW: Final = "This cannot be read now. Try again in a moment."
_UNREADABLE: Final = "The store of this wiki cannot be read now. Try again in a moment."


class Answering(ABC):
    """Answers requests. Any threads.

    say: is told of faults. health: tells what is not as it should be, a line each.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self.health: Callable[[], tuple[str, ...]] = tuple
        self.metrics = Metrics()
        self.told: tuple[str, ...] = ()  # lines for whoever starts the server

    @abstractmethod
    def at_once(self, request: Request) -> Reply | None:
        """The reply where nothing has to be waited for, or None."""

    @abstractmethod
    def takes_long(self, request: Request) -> bool:
        """Whether the reply may take long: a question, a look of the linter's, a change."""

    @abstractmethod
    def _answer(self, request: Request) -> Reply: ...

    def answer(self, request: Request) -> Reply:
        """The reply; everything that can go wrong is told."""
        speak(request.accepts)
        try:
            reply = self._answer(request)
            return reply.packed() if request.zips else reply
        except Exception as error:  # noqa: BLE001 - one page that cannot be made is not the end of the server
            headers = BUSY if isinstance(error, FormatError | StoreError | NotAWikiError) else ()
            text = f"{self._fault(request, error)}\n".encode()
            return Reply(503 if headers else 500, text, PLAIN, headers=headers)

    def _healthy(self) -> Reply:
        lines = self.health()
        return Reply(200, "\n".join(("degraded", *lines, "") if lines else ("ok", "")).encode(), PLAIN)

    def _fault(self, request: Request, error: Exception) -> str:
        """What a reader is told of it; one who may read a part only, not where wikis lie on this machine."""
        if request.reader is not None and isinstance(error, WikicError):
            self._say(str(error))
            return _NOT_NOW
        if isinstance(error, FormatError):
            return f"{error}. Try again in a moment."
        if isinstance(error, StoreError | NotAWikiError):
            if not self.health():  # which was told already
                self._say(str(error))
            return _UNREADABLE
        if isinstance(error, WikicError):
            return str(error)
        told = "".join(traceback.format_exception(error))
        self._say(f"{request.method} /{request.path}: {told}")
        return "wikic could not answer this; its terminal says why."
