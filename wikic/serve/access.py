"""Who may ask: a page that this server sent, or a program; with the token where other machines get here.

A web page that somebody visits can send requests to a server on their machine. It cannot read replies, and
what changes or costs anything takes its own origin: another port of this machine is another origin. Where a
page got a name to lead here (DNS rebinding), the Host header gives it away.

A browser shows the token once, by a URL that works once or in a form, and gets a cookie that scripts cannot
read and other sites cannot send. No link holds it.
"""

from __future__ import annotations

import hmac
import os
import secrets
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

from wikic.errors import UsageError
from wikic.serve.exchange import HTML, JSON, PLAIN, Reply, Request, encoded
from wikic.serving.address import Address, is_loopback
from wikic.site.rendering import enter_page

TOKEN_VARIABLE: Final = "WIKIC_SERVE_TOKEN"
ENTER: Final = "-/enter"
HEALTH: Final = "-/healthz"
_SHORTEST: Final = 16  # characters of a token of one's own
_ANY: Final = frozenset({"0.0.0.0", "::"})


def token_for(where: Address, *, always: bool = False) -> tuple[str, bool]:
    """The token to ask for, "" for none, and whether it was made just now. Raises UsageError.

    always: whether one is asked for on this machine, too.
    """
    given = os.environ.get(TOKEN_VARIABLE, "").strip()
    if given and len(given) < _SHORTEST:
        raise UsageError(f"{TOKEN_VARIABLE} is too short", hint=f"give at least {_SHORTEST} characters")
    if given or (is_loopback(where.host) and not always):
        return given, False
    return secrets.token_urlsafe(32), True


class Access:
    """Judges requests.

    where: the address, with the port that was bound. token: the secret, "" where none is asked for.
    readers: the tokens of those who may read a part, by name. once: what the URL holds that works once.
    """

    def __init__(self, where: Address, token: str, readers: Mapping[str, str] = MappingProxyType({})) -> None:
        self._where = where
        self._token = token
        self.once = secrets.token_urlsafe(24) if token else ""
        named = ((None, token), *readers.items()) if token else ()
        # Who it is, the token, and what the cookie holds.
        self._known = [(name, each, secrets.token_urlsafe(32)) for name, each in named]
        self._cookie = f"wikic-{where.port}"  # cookies do not know ports
        names = {where.url_host.casefold()}
        if is_loopback(where.host):
            names |= {"localhost", "127.0.0.1", "[::1]"}
        self._hosts = {f"{name}:{where.port}" for name in names} | (names if where.port == 80 else set())

    @property
    def url(self) -> str:
        """What a person opens."""
        host = "127.0.0.1" if self._where.host == "0.0.0.0" else "[::1]" if self._where.host == "::" else ""
        base = f"http://{host or self._where.url_host}:{self._where.port}/"
        return f"{base}{ENTER}?once={self.once}" if self._token else base

    def refused(self, request: Request, headers: Mapping[str, list[str]]) -> Reply | None:
        """Why a request is not answered, or None."""
        hosts = headers.get("host", [])
        if len(hosts) != 1 or not self._is_own_host(hosts[0]):
            return Reply(421, b"The Host header names another server.\n")
        if request.method != "GET":
            origins = headers.get("origin", [])
            if any(origin.casefold() != f"http://{hosts[0].casefold()}" for origin in origins):
                return Reply(403, b"Pages of other sites may not ask here.\n")
            # A page of another site can send a form without being asked for leave, and nothing else.
            if not origins and request.method == "POST" and request.kind != JSON:
                return Reply(403, b"A form of no page is not taken; programs send application/json.\n")
        if not self._token or request.path in (ENTER, HEALTH) or self._who(headers):
            return None
        if "text/html" in "".join(headers.get("accept", [])):
            return Reply(401, encoded(enter_page(wrong=False)), HTML)
        return Reply(
            401,
            b"Send the token: Authorization: Bearer TOKEN\n",
            PLAIN,
            headers=(("www-authenticate", "Bearer"),),
        )

    def enter(self, request: Request) -> Reply:
        """Take the token, or what stands for it once, and give a cookie for it."""
        if request.method == "GET":
            right = _same(request.query.get("once", ""), self.once)
            self.once = "" if right else self.once
            sessions = [session for name, _, session in self._known if name is None and right]
        else:
            given = request.form().get("token", "")
            sessions = [session for _, token, session in self._known if _same(given, token)]
        if not sessions:
            return Reply(401, encoded(enter_page(wrong=request.method != "GET")), HTML)
        cookie = f"{self._cookie}={sessions[0]}; HttpOnly; SameSite=Strict; Path=/"
        return Reply(303, headers=(("location", "/"), ("set-cookie", cookie)))

    def _is_own_host(self, host: str) -> bool:
        host = host.casefold()
        if self._where.host not in _ANY:
            return host in self._hosts
        # Every address of this machine leads here, and every name of it; the token keeps strangers out.
        try:
            place = urlsplit(f"//{host}")
            return bool(place.hostname) and (place.port or 80) == self._where.port
        except ValueError:
            return False

    def reader(self, headers: Mapping[str, list[str]]) -> str | None:
        """Who sends a request that was not refused; None for whoever may read everything."""
        found = self._who(headers)
        return found[0] if found else None

    def _who(self, headers: Mapping[str, list[str]]) -> list[str | None]:
        """Whose token or cookie a request holds. Each is compared, so that time tells nothing of them."""
        if not self._known:
            return []
        given = headers.get("authorization", [])
        scheme, _, secret = given[0].partition(" ") if len(given) == 1 else ("", "", "")
        if scheme.casefold() == "bearer":
            known = [name for name, token, _ in self._known if _same(secret.strip(), token)]
            if known:
                return known
        try:
            held = SimpleCookie("; ".join(headers.get("cookie", []))).get(self._cookie)
        except CookieError:
            return []
        return [name for name, _, session in self._known if held is not None and _same(held.value, session)]


def _same(given: str, wanted: str) -> bool:
    return bool(wanted) and hmac.compare_digest(encoded(given), encoded(wanted))
