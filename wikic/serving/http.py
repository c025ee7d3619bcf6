"""An application over HTTP until Ctrl-C, with limits on what a client may take."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable, MutableMapping
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from wikic.serving.connections import Limits

App = Callable[..., Awaitable[None]]
Scope = MutableMapping[str, Any]

_GRACE: Final = 1  # seconds for what is under way at Ctrl-C


async def serve(
    app: App,
    bound: socket.socket,
    started: Callable[[], None],
    limits: Limits,
    lifespan: Literal["on", "off"] = "on",
) -> None:
    """Serve until Ctrl-C; ``started`` is called when requests are taken.

    lifespan: whether the application is told of its beginning and its end.
    """
    import uvicorn

    from wikic.serving.connections import bounded

    config = uvicorn.Config(
        app,
        http=bounded(limits),
        log_config=None,
        access_log=False,
        lifespan=lifespan,
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=_GRACE,
    )

    class Announced(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            started()

    await Announced(config).serve(sockets=[bound])
