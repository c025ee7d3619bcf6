"""Open a wiki and serve it over standard input and output, or over HTTP. The official SDK is an extra."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from wikic.errors import MissingExtraError, UsageError
from wikic.mcp import http, stdio
from wikic.mcp.serves import Serves
from wikic.mcp.service import Service
from wikic.navigate.ask.asker import Asker
from wikic.navigate.library import Library
from wikic.search.sentence_vectors import Meaning
from wikic.serving.address import Address, address, listen
from wikic.serving.askers import readers, without_token
from wikic.serving.followed import Followed, opened
from wikic.serving.http import App, Scope, Workers, leave


def need_sdk(*, http: bool) -> None:
    """Raise MissingExtraError when a package that serving needs is not installed; nothing is imported."""
    missing = [
        name for name in ("mcp", *(("starlette", "uvicorn") if http else ())) if find_spec(name) is None
    ]
    if missing:
        raise MissingExtraError(
            f"`wikic mcp` needs {' and '.join(missing)}, which is not installed",
            hint="pip install 'wikic[serve]'",
        )


if TYPE_CHECKING:
    from wikic.federation.ask import Federation

Say = Callable[[str], None]

# Python hands its lock on every 5 ms; a reply passes four threads, and a refresh may be computing.
_SWITCH: Final = 0.0005


@dataclass(frozen=True, slots=True)
class Options:
    """How to serve.

    http: address, None for standard input and output.
    values: whether results carry their fields beside the text.
    asker: makes who answers wiki_ask. asks: what answers are made by, for status.
    at_once: questions that may be under way.
    meaning: what searches by meaning, None where nothing does, as in a wiki whose files are elsewhere.
    store: address of a store that the wiki is read from, "" for its files.
    """

    http: str | None = None
    values: bool = False
    asker: Callable[[Library], Asker] = Asker
    asks: str = "rules"
    at_once: int = 1
    meaning: Meaning | None = None
    store: str = ""


def run(root: Path, options: Options, say: Say, detail: Say) -> None:
    """Serve the wiki at ``root`` until its client goes, or until Ctrl-C.

    say: takes what everybody should see, a line; detail: what only who asks wants to.

    Raises NotAWikiError, StoreError, MissingExtraError, and UsageError for an address or token that will
    not do.
    """
    need_sdk(http=options.http is not None)
    workers = _start_workers()
    with suppress(KeyboardInterrupt), opened(root, options.store, detail, say) as followed:
        # The wiki is looked at while the SDK is imported, which takes longer.
        followed.search_by(options.meaning)
        followed.start()
        service = Service(
            followed, values=options.values, asker=options.asker, asks=options.asks, at_once=options.at_once
        )
        _serve_stdio(service, workers, options.http, _describe_wiki(followed), say)
    leave(busy=workers.busy)


def run_many(where: Path, options: Options, say: Say) -> None:
    """Serve the wikis of a folder or a manifest until the client goes, or until Ctrl-C; by rules.

    say: takes what everybody should see, a line.

    Raises InputError, MissingExtraError, and UsageError for an address, token or list of readers that will
    not do.
    """
    need_sdk(http=options.http is not None)
    from wikic.federation.ask import Federation
    from wikic.mcp.service import FederatedService

    tokens = readers(http.READERS_VARIABLE) if options.http is not None else {}
    workers = _start_workers()
    with suppress(KeyboardInterrupt), Federation(where, say=say) as federation:
        lines = [*federation.registry.complaints()]
        if options.http is not None:
            lines.append(without_token((each.readers for each in federation.members.values()), tokens))
        for line in filter(None, lines):
            say(line)
        # Of several readers each may read others; wiki_list tells which.
        about = "" if tokens else f"There are {len(federation.members)} wikis."
        _serve_stdio(
            FederatedService(federation, values=options.values), workers, options.http, about, say, tokens
        )
    leave(busy=workers.busy)


def _start_workers() -> Workers:
    """Threads for calls, in a process that does nothing but serve."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="wikic: %(name)s: %(message)s")
    sys.setswitchinterval(_SWITCH)
    return Workers()


def _serve_stdio(
    service: Serves,
    workers: Workers,
    address: str | None,
    about: str,
    say: Say,
    readers: Mapping[str, str] = MappingProxyType({}),
) -> None:
    with closing(service):
        if address is None:
            asyncio.run(_stdio(service, workers, about))
        else:
            _serve_http(service, workers, address, about, say, readers)


def application(followed: Followed, where: Address, options: Options, path: str) -> App:
    """The protocol as an application for a server that has a guard of its own. Raises MissingExtraError."""
    need_sdk(http=True)
    from wikic.mcp.protocol import build_server

    service = Service(
        followed, values=options.values, asker=options.asker, asks=options.asks, at_once=options.at_once
    )
    app = http.make_application(
        build_server(service, Workers(), client=None, about=_describe_wiki(followed)), where, path
    )

    async def ended(scope: Scope, receive: Any, send: Any) -> None:
        try:
            await app(scope, receive, send)
        finally:
            if scope["type"] == "lifespan":
                service.close()

    return ended


def application_of_many(federation: Federation, where: Address, path: str, *, told: bool) -> App:
    """The same over many wikis; ``scope[READER]`` says who asks. told: whether clients learn how many.

    Raises MissingExtraError.
    """
    need_sdk(http=True)
    from wikic.mcp.protocol import build_server
    from wikic.mcp.service import FederatedService

    about = f"There are {len(federation.members)} wikis." if told else ""
    return http.make_application(
        build_server(FederatedService(federation), Workers(), client=None, about=about), where, path
    )


async def _stdio(service: Serves, workers: Workers, about: str) -> None:
    from wikic.mcp.protocol import build_server

    await stdio.serve(build_server(service, workers, client="stdio", about=about))


def _serve_http(
    service: Serves, workers: Workers, text: str, about: str, say: Say, readers: Mapping[str, str]
) -> None:
    where = address(text, http.DEFAULT_ADDRESS)
    token, made = http.token_for(where)
    if token in readers.values():
        raise UsageError(f"a reader of {http.READERS_VARIABLE} has the token of {http.TOKEN_VARIABLE}")
    with closing(listen(where)) as bound:
        from wikic.mcp.protocol import build_server

        port = bound.getsockname()[1]

        def started() -> None:
            say(f"serving on http://{where.url_host}:{port}{http.PATH}")
            if made:
                say(f"token: {token}")

        server = build_server(service, workers, client=None, about=about)
        asyncio.run(http.serve(server, where, bound, token, started, readers))


def _describe_wiki(followed: Followed) -> str:
    """Title and overview, from the root index alone: nothing waits for the indexes."""
    title, overview = followed.overview()
    return f"This wiki is {title}. {overview}".strip() if title else ""
