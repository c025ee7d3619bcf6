"""What is named where documents are named: a path, or an address such as ``s3://bucket/notes``."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import unquote, urlsplit

from wikic.errors import UsageError

# A path has lost one of two slashes.
_ADDRESS: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):/{1,2}(.*)", re.DOTALL)
_PORT: Final = re.compile(r":\d*$")
_WEB: Final = ("http", "https")
_NOTHING: Final = "\ue000"  # stands between two slashes, which a path would make one


@dataclass(frozen=True, slots=True)
class Address:
    """Where documents lie.

    scheme: in small letters. host: with a port; a bucket. path: below it, without ``/`` before it; only on
    the web, where it is another page, with one behind it.
    query: what follows ``?`` on the web, else "".
    secret: user and password that stand in it, "" for none; never shown.
    """

    scheme: str
    host: str
    path: str
    query: str = ""
    secret: str = ""

    def __str__(self) -> str:
        """As it may be shown: without password, and without a query, which may be a signature."""
        return f"{self.scheme}://{self.host}" + (f"/{self.path}" if self.path else "")

    @property
    def whole(self) -> str:
        """As it is opened."""
        there = f"{self.secret}@{self.host}" if self.secret else self.host
        return f"{self.scheme}://{there}/{self.path}" + (f"?{self.query}" if self.query else "")

    @property
    def on_the_web(self) -> bool:
        """Whether it names one file, in no folder that could be listed."""
        return self.scheme in _WEB

    @property
    def name(self) -> str:
        """Of the file or folder."""
        last = PurePosixPath(self.path).name or self._site
        return unquote(last) if self.on_the_web else last

    @property
    def parent(self) -> str:
        """Name of the folder that it lies in."""
        above = PurePosixPath(self.path).parent.name or self._site
        return unquote(above) if self.on_the_web else above

    @property
    def _site(self) -> str:
        return _PORT.sub("", self.host)


def path_of(given: str) -> Path:
    """A path or an address as somebody types it, as a path; one of the web keeps all of its slashes."""
    found = _ADDRESS.fullmatch(given)
    if found is None or found[1].lower() not in _WEB:
        return Path(given)
    below = re.sub("/(?=/)", f"/{_NOTHING}", found[2])
    return Path(f"{found[1]}://{below}#" if below.endswith("/") else f"{found[1]}://{below}")


def is_address(given: str) -> bool:
    """Whether somebody names an address, and no path."""
    return _ADDRESS.fullmatch(given) is not None and not os.path.exists(given)


def address_of(path: Path) -> Address | None:
    """The address that ``path`` was given as, or None where it is a path.

    Raises UsageError for an address that names nothing.
    """
    found = _ADDRESS.fullmatch(str(path))
    if found is None or not is_address(str(path)):
        return None
    scheme, rest = found[1].lower(), found[2].replace(_NOTHING, "")
    if scheme == "file":
        raise UsageError("file:// names a file of this machine; name its path")
    on_the_web, query = scheme in _WEB, ""
    if on_the_web:
        rest, _, query = rest.partition("#")[0].partition("?")
    host, _, below = rest.partition("/")
    secret, _, host = host.rpartition("@")
    # Two colons chain file systems in fsspec; on the web they stand in addresses like any sign.
    if not host or "\0" in rest or ("::" in rest and not on_the_web) or (on_the_web and not _is_host(host)):
        raise UsageError(f"{scheme}://{host} is no address of documents")
    return Address(scheme, host, below.lstrip("/") if on_the_web else below.strip("/"), query, secret)


def _is_host(host: str) -> bool:
    try:
        split = urlsplit(f"//{host}")
        return bool(split.hostname) and split.port != 0
    except ValueError:
        return False


def shown(path: Path) -> str:
    """A path or an address as messages name it."""
    address = address_of(path)
    return str(path if address is None else address)
