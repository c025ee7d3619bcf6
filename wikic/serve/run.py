"""What serving pages needs is an extra; who lacks it is told how to get it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from wikic.config import SiteConfig
from wikic.errors import MissingExtraError, UsageError
from wikic.navigate.ask.asker import Asker
from wikic.navigate.library import Library
from wikic.serve.care import Care
from wikic.serving.address import Address, address, listen
from wikic.serving.followed import Followed, opened
from wikic.serving.http import App, leave

if TYPE_CHECKING:
    from socket import socket

    from wikic.federation.ask import Federation
    from wikic.serve.answering import Answering

_NEEDED: Final = ("jinja2", "nh3", "uvicorn")


def need_extra() -> None:
    """Raise MissingExtraError when a package that serving needs is not installed; nothing is imported."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise MissingExtraError(
            f"`wikic serve` needs {' and '.join(missing)}, which is not installed",
            hint="pip install 'wikic[serve]'",
        )


DEFAULT_ADDRESS: Final = "127.0.0.1:8400"
READERS_VARIABLE: Final = "WIKIC_SERVE_READERS"

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Options:
    """How to serve.

    where: address.
    asker: makes who answers questions. at_once: questions that may be under way. asked: name of the model
        that answers, "" for rules alone.
    mcp: makes an application for ``/-/mcp``, None where there is none.
    review: the wiki, where readers decide what of its documents lands; None where they only read.
    care: how the wiki is tended, None where pages are only shown.
    store: address of a store that the wiki is read from, "" for its files.
    site: ``[site]``.
    """

    where: str = DEFAULT_ADDRESS
    asker: Callable[[Library], Asker] = Asker
    at_once: int = 1
    asked: str = ""
    mcp: Callable[[Followed, Address], App] | None = None
    review: Care | None = None
    care: Care | None = None
    store: str = ""
    site: SiteConfig = field(default_factory=SiteConfig)


def run(root: Path, options: Options, say: Say, detail: Say) -> None:
    """Serve the wiki at ``root`` until Ctrl-C.

    say: takes what everybody should see, a line; detail: what only who asks wants to.

    Raises NotAWikiError, StoreError, MissingExtraError, and UsageError for an address or token that will
    not do.
    """
    need_extra()
    if options.care is not None:
        options.care.require_git()
    where = address(options.where, DEFAULT_ADDRESS)
    busy = False
    with (
        suppress(KeyboardInterrupt),
        opened(root, options.store, detail, say) as followed,
        closing(listen(where)) as bound,
    ):
        followed.start()
        # What renders is imported while the wiki is looked at.
        from wikic.serve.site import Site

        site = Site(
            followed.root,
            lambda: followed.there,
            say,
            asker=options.asker,
            at_once=options.at_once,
            asked=options.asked,
        )
        site.pages.site = options.site
        site.health = followed.health
        if options.review is not None:
            site.review(options.review)
        if options.care is not None:
            site.tend(options.care)
        make, at = options.mcp, Address(where.host, bound.getsockname()[1])
        site.told = ("what waits for review is at /-/review",) if options.review is not None else ()
        with closing(site):
            busy = _serve(site, at, bound, None if make is None else partial(make, followed, at), say)
    leave(busy=busy)


def run_many(where: Path, place: str, mcp: Callable[[Federation, Address, bool], App], say: Say) -> None:
    """Serve the wikis of a folder or a manifest until Ctrl-C; by rules, and only to read.

    place: address. mcp: makes an application for ``/-/mcp``; it is told whether its clients may know how many
        wikis there are. say: takes what everybody should see, a line.

    Raises InputError, MissingExtraError, and UsageError for an address, a token or a list of readers
    that will not do.
    """
    need_extra()
    from wikic.federation.ask import Federation
    from wikic.serving.askers import readers, without_token

    tokens = readers(READERS_VARIABLE)
    listening = address(place, DEFAULT_ADDRESS)
    busy = False
    with (
        suppress(KeyboardInterrupt),
        Federation(where, say=say) as federation,
        closing(listen(listening)) as bound,
    ):
        from wikic.serve.wikis_site import WikisSite

        left = without_token((each.readers for each in federation.members.values()), tokens)
        for line in filter(None, [*federation.registry.complaints(), left]):
            say(line)
        at = Address(listening.host, bound.getsockname()[1])
        with closing(WikisSite(federation, say)) as site:
            busy = _serve(site, at, bound, partial(mcp, federation, at, not tokens), say, readers=tokens)
    leave(busy=busy)


def _serve(
    site: Answering,
    where: Address,
    bound: socket,
    mcp: Callable[[], App] | None,
    say: Say,
    *,
    readers: Mapping[str, str] = MappingProxyType({}),
) -> bool:
    """Serve until Ctrl-C; whether something is still under way."""
    from wikic.serve.access import TOKEN_VARIABLE, Access, token_for
    from wikic.serve.app import Late, Served
    from wikic.serving import http
    from wikic.serving.http import Limits, Workers

    token, made = token_for(where, always=bool(readers))
    if token in readers.values():
        raise UsageError(f"a reader of {READERS_VARIABLE} has the token of {TOKEN_VARIABLE}")
    access = Access(where, token, readers)
    busy = False

    def started() -> None:
        say(f"serving on {access.url}")
        if token:
            say("that address works once; other browsers ask for the token")
        for line in site.told:
            say(line)
        if made:
            say(f"token: {token}")

    async def serve() -> None:
        late = None if mcp is None else Late(mcp, Workers(1))
        served = Served(site, access, late)
        try:
            await http.serve(served, bound, started, Limits(), lifespan="off")
        finally:
            nonlocal busy
            busy = served.busy
            if late is not None:
                await late.end()

    with suppress(KeyboardInterrupt):
        asyncio.run(serve())
    return busy
