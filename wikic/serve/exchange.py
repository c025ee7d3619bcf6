"""Requests and replies as values, and the path of a request taken apart with suspicion."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final
from urllib.parse import parse_qsl, unquote_to_bytes

import msgspec

HTML: Final = "text/html; charset=utf-8"
JSON: Final = "application/json"
MARKDOWN: Final = "text/markdown; charset=utf-8"
PLAIN: Final = "text/plain; charset=utf-8"

Write = Callable[[str], bool]
"""Sends a piece of a page; whether anybody still waits for the next."""

_WORTH: Final = 1_024  # bytes of a body; a shorter one fits into a packet or two as it is
_LEVEL: Final = 6  # of gzip; 9 takes twice as long for a hundredth less
_TEXTS: Final = ("text/", JSON, "image/svg+xml")

_NEVER: Final = re.compile(r"q\s*=\s*0(\.0*)?")

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_LONGEST: Final = 2_000  # bytes of a path as it was sent
_FIELDS: Final = 20
_FIELD: Final = 4_096  # characters of a field of a query; search reads as many


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for.

    method: GET or POST; a HEAD is a GET without the body.
    path: decoded, from the root and without its slash; None for one that no page can have.
    query: fields of the URL, the last of each name.
    client: address of who asks.
    body, kind: of a POST: bytes and their content type.
    zips: whether who asks takes a reply in gzip.
    reader: who asks, by the token; None for whoever may read everything.
    accepts: languages, as the browser has them.
    """

    method: str
    path: str | None
    query: Mapping[str, str] = field(default_factory=dict)
    client: str = ""
    body: bytes = b""
    kind: str = ""
    zips: bool = False
    reader: str | None = None
    accepts: str = ""

    def form(self) -> Mapping[str, str]:
        """The fields of a form that was sent, whole: its length was bounded when it came."""
        return fields(self.body, len(self.body)) if self.kind == "application/x-www-form-urlencoded" else {}


@dataclass(frozen=True, slots=True)
class Reply:
    """What is sent.

    status, body, kind: as in HTTP.
    etag: strong, of the body; "" for what nobody should ask for again.
    headers: further ones.
    make: makes a body on a thread while it is sent, in place of ``body``; it raises nothing.
    zipped: the body in gzip, where that was made.
    """

    status: int
    body: bytes = b""
    kind: str = PLAIN
    etag: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    make: Callable[[Write], None] | None = None
    zipped: bytes = b""

    @property
    def spoken(self) -> bool:
        """Whether its words are in the language of who asks."""
        return self.kind == HTML

    @property
    def varies(self) -> bool:
        """Whether it is sent in gzip to those who take that."""
        return len(self.body) >= _WORTH and self.kind.startswith(_TEXTS)

    def packed(self) -> Reply:
        """The same with its body in gzip beside it, where it is sent so."""
        if self.zipped or not self.varies:
            return self
        return replace(self, zipped=gzip.compress(self.body, _LEVEL, mtime=0))

    @classmethod
    def lasting(cls, body: bytes, kind: str, *headers: tuple[str, str]) -> Reply:
        """What a client may keep and ask for again by its ETag."""
        return cls(200, body, kind, f'"{hashlib.sha256(body).hexdigest()[:20]}"', headers)

    @classmethod
    def html(cls, text: str, status: int = 200) -> Reply:
        """A page that is not kept."""
        return cls(status, encoded(text), HTML)

    @classmethod
    def json(cls, value: Any, status: int = 200) -> Reply:
        """Values that are not kept."""
        return cls(status, msgspec.json.encode(value), JSON)

    @classmethod
    def to(cls, place: str) -> Reply:
        """Look there instead. The place is one that ``Addresses`` made."""
        return cls(302, headers=(("location", place),))


def encoded(text: str) -> bytes:
    """UTF-8; half a character that a file may hold becomes a question mark."""
    return text.encode("utf-8", "replace")


def path_of(raw: bytes) -> str | None:
    """The path of a request as the names of a page, or None where no page can be called so.

    Nothing is mended: an empty step, a dot for a name, a slash in disguise, a control character or bytes that
    are not UTF-8 are of no page.
    """
    if not raw.startswith(b"/") or len(raw) > _LONGEST or b"%2f" in raw.lower():
        return None
    try:
        path = unquote_to_bytes(raw[1:]).decode("utf-8")
    except UnicodeDecodeError:
        return None
    if not path:
        return path
    steps = path.removesuffix("/").split("/")
    if any(step in ("", ".", "..") for step in steps) or "\\" in path or _CONTROL.search(path):
        return None
    return path


def fields(data: bytes, longest: int = _FIELD) -> Mapping[str, str]:
    """The fields of a query or a form, bounded; the last of each name. Too many are none."""
    try:
        found = parse_qsl(data.decode("ascii", "replace"), max_num_fields=_FIELDS, keep_blank_values=True)
    except ValueError:
        return {}
    return {name: value[:longest] for name, value in found}


@lru_cache(maxsize=64)  # browsers all say the same few
def takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header takes gzip."""
    weights: dict[str, bool] = {}
    for each in accepted.lower().split(","):
        name, *parameters = (part.strip() for part in each.split(";"))
        weights[name] = not any(_NEVER.fullmatch(part) for part in parameters)
    return weights.get("gzip", weights.get("*", False))
