"""Where documents come from that are elsewhere: a site that fails as it is told, a zip file."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any


@dataclass(frozen=True)
class Page:
    """What is at a path.

    cut: bytes that are sent of it, None for all; the length told is the whole one. to: where it sends on to.
    shy: whether it says, where only that is asked, that it has no bytes.
    """

    data: bytes
    kind: str = "text/html; charset=utf-8"
    tag: bool = True
    cut: int | None = None
    status: int = 200
    to: str = ""
    shy: bool = False


@dataclass
class Site:
    """A site on loopback. sent: paths whose content was asked for, in order."""

    url: str = ""
    pages: dict[str, Page] = field(default_factory=dict)
    sent: list[str] = field(default_factory=list)


@contextmanager
def site() -> Iterator[Site]:
    """A site on a free port."""
    found = Site()

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self._answer(content=False)

        def do_GET(self) -> None:
            found.sent.append(self.path)
            self._answer(content=True)

        def _answer(self, *, content: bool) -> None:
            page = found.pages.get(self.path.partition("?")[0], Page(b"not here", status=404))
            self.send_response(page.status)
            self.send_header("Content-Type", page.kind)
            self.send_header("Content-Length", str(len(page.data) if content or not page.shy else 0))
            if page.to:
                self.send_header("Location", page.to)
            if page.tag:
                self.send_header("ETag", f'"{sha256(page.data).hexdigest()[:12]}"')
            self.end_headers()
            if content:
                self.wfile.write(page.data[: page.cut])

        def log_message(self, format: str, *args: Any) -> None:  # the base class's name
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        found.url = f"http://127.0.0.1:{server.server_port}"
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield found
        finally:
            server.shutdown()
            thread.join()


def packed(path: Path, files: Mapping[str, bytes]) -> Path:
    """A zip file with the files."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path
