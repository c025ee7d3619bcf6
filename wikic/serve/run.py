"""Opens a wiki and serves it to people and programs until Ctrl-C."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wikic.navigate.ask import Asker
from wikic.navigate.library import Library
from wikic.serve.care import Care
from wikic.serve.extra import need_extra
from wikic.serving.address import Address, address, listen
from wikic.serving.followed import Followed, opened
from wikic.serving.http import App

if TYPE_CHECKING:
    from wikic.serve.reviews import Reviewed

DEFAULT_ADDRESS: Final = "127.0.0.1:8400"

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
    """

    where: str = DEFAULT_ADDRESS
    asker: Callable[[Library], Asker] = Asker
    at_once: int = 1
    asked: str = ""
    mcp: Callable[[Followed, Address], App] | None = None
    review: Reviewed | None = None
    care: Care | None = None
    store: str = ""


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
        from wikic.serve.access import Access, token_for
        from wikic.serve.app import Late, Served
        from wikic.serve.site import Site
        from wikic.serving import http
        from wikic.serving.connections import Limits
        from wikic.serving.workers import Workers

        where = Address(where.host, bound.getsockname()[1])
        token, made = token_for(where)
        access = Access(where, token)
        site = Site(
            followed.root,
            lambda: followed.library,
            say,
            asker=options.asker,
            at_once=options.at_once,
            asked=options.asked,
        )
        site.health = followed.health
        if options.review is not None:
            site.review(options.review)
        if options.care is not None:
            site.tend(options.care)

        def started() -> None:
            say(f"serving on {access.url}")
            if token:
                say("that address works once; other browsers ask for the token")
            if options.review is not None:
                say("what waits for review is at /-/review")
            if made:
                say(f"token: {token}")

        async def serve() -> None:
            make = options.mcp
            late = None if make is None else Late(lambda: make(followed, where), Workers(1))
            served = Served(site, access, late)
            try:
                await http.serve(served, bound, started, Limits(), lifespan="off")
            finally:
                nonlocal busy
                busy = served.busy
                if late is not None:
                    await late.end()

        with closing(site):
            asyncio.run(serve())
    if busy:
        # Nothing can stop a call that waits for a model, and exit would wait for what lies beneath it.
        sys.stderr.flush()
        os._exit(0)
