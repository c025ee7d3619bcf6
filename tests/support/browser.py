"""A real browser for what is written for one: Debian's Chromium, through Playwright.

One browser for the tests of a file: while it is open an event loop runs, beside which others cannot. A tab
fails its test on anything the console calls an error, on an exception that no script caught and on a request
that leaves this machine.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
# Quiet as well as headless: it asks nobody for updates and says nothing to anyone.
ARGUMENTS: Final = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
_HERE: Final = ("127.0.0.1", "localhost")
_LOCAL: Final = ("file", "data", "blob", "about")


def chromium() -> str | None:
    """The browser's program, or None."""
    return next((found for name in _NAMES if (found := shutil.which(name))), None)


def require(missing: str | None) -> None:
    """Skip the test because something is missing; in CI everything is there, and to miss it is a failure."""
    if missing and os.environ.get("CI"):
        pytest.fail(f"{missing}; CI must have it")
    if missing:
        pytest.skip(missing)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser; use ``tab``, which watches it."""
    program = chromium()
    require(None if find_spec("playwright") else "Playwright is not installed")
    require(None if program else f"none of {', '.join(_NAMES)} is installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield found
        found.close()


@pytest.fixture
def tab(browser: Browser) -> Iterator[Page]:
    """An empty tab with a profile of its own."""
    with watched(browser) as page:
        yield page


@contextmanager
def watched(browser: Browser, **options: Any) -> Iterator[Page]:
    """A tab that fails on errors and on requests to other hosts, once the test is over.

    options: of its profile, as ``Browser.new_context`` takes them.
    """
    wrong: list[str] = []
    context = browser.new_context(**options)
    page = context.new_page()
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    context.on("request", lambda request: None if _stays(request.url) else wrong.append(request.url))
    try:
        yield page
    finally:
        context.close()
    assert wrong == [], wrong


def _stays(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in _LOCAL or parts.hostname in _HERE


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of ``folder`` on a plain web server of this machine, ending with a slash."""
    handler = partial(_Silent, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Silent(SimpleHTTPRequestHandler):
    """Serves files and says nothing; a tab that closes while it is answered is no error."""

    def log_message(self, format: str, *args: object) -> None:
        pass

    def handle(self) -> None:
        with suppress(ConnectionError):
            super().handle()
