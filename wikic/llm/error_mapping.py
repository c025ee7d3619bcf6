"""What a client library's error means: told by status, error code and class, never by its text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Final

from wikic.errors import ConfigError, CredentialsError, ModelUnavailableError, QuotaError, WikicError
from wikic.llm.api_keys import OWN_SERVER_KEY, without_keys
from wikic.llm.attempt_error import Fault

# Codes that mean money, under a status that otherwise means patience (OpenAI, Moonshot, OpenRouter).
_QUOTA_CODES: Final = frozenset(
    {
        "insufficient_quota",
        "billing_hard_limit_reached",
        "billing_not_active",
        "exceeded_current_quota_error",
        "quota_exceeded",
        "insufficient_credits",
        "insufficient_balance",
        "insufficient_user_quota",
        "credit_balance_too_low",
        "budget_exceeded",
        "spend_limit_reached",
    }
)
_REFUSED: Final = frozenset({400, 404, 405, 413, 415, 422})  # the same request is refused again
_UNREACHED: Final = frozenset({"ConnectError", "ConnectTimeout", "PoolTimeout", "UnsupportedProtocol"})
_SILENT: Final = frozenset({"ReadTimeout", "WriteTimeout"})
_RESUME: Final = "what was done is kept; run it again to go on"


class Rejected(ModelUnavailableError):
    """The provider will not take this request, and no retry helps: too long, or a part it does not know.

    parameter: the part of the request that it names, or "".
    """

    def __init__(self, message: str, parameter: str = "") -> None:
        super().__init__(message)
        self.parameter = parameter


@dataclass(frozen=True, slots=True)
class _Facts:
    """Status, error code and classes found in a chain of errors.

    status: HTTP status, 0 when there was no answer.
    codes: the provider's error codes, lower case.
    message: the provider's words.
    wait: seconds it asks us to wait, or None.
    unreached: whether no connection came about.
    parameter: the part of the request that the provider complains of, or "".
    silent: whether nothing came for longer than is waited.
    """

    status: int
    codes: frozenset[str]
    message: str
    wait: float | None
    unreached: bool
    parameter: str
    silent: bool


def translate(error: BaseException, name: str, where: str) -> WikicError:
    """The error of ours for one of a client library.

    name: the model. where: the server of one's own it is reached at, or "".
    """
    facts = _facts(error)
    status, words = facts.status, f": {facts.message}" if facts.message else ""
    if status == 402 or facts.codes & _QUOTA_CODES:
        return QuotaError(
            f"{name}: the provider's quota or spend limit is used up{words}",
            hint=f"raise it at the provider; {_RESUME}",
        )
    if status in (401, 403):
        variable = OWN_SERVER_KEY if where else "the provider's key variable"
        return CredentialsError(
            f"{name}: the key is missing or refused ({status}){words}",
            hint=f"set {variable} in the environment or in .env; {_RESUME}",
        )
    if "model_not_found" in facts.codes:
        return ConfigError(f"{name}: the provider has no such model{words}", hint="see --model and [model]")
    if status in _REFUSED:
        return Rejected(f"{name} refused the request ({status}){words}", facts.parameter)
    if facts.unreached:
        return Fault(f"no connection to {where or 'the provider'}", unreached=True)
    if status:
        return Fault(f"status {status}{words}", wait=facts.wait)
    if facts.silent:
        return Fault("nothing came for as long as [model] timeout allows", billed=True, silent=True)
    return Fault(f"the connection broke{words}", billed=True)


def _facts(error: BaseException) -> _Facts:
    status, message = 0, ""
    wait: float | None = None
    codes: set[str] = set()
    unreached = silent = False
    parameter = ""
    for each in _chain(error):
        unreached = unreached or type(each).__name__ in _UNREACHED
        silent = silent or type(each).__name__ in _SILENT
        body = getattr(each, "body", None)
        told = body if isinstance(body, dict) else {}
        codes.update(str(code).lower() for code in (told.get("code"), told.get("type")) if code)
        message = message or str(told.get("message") or "")
        parameter = parameter or str(told.get("param") or "")
        # litellm makes responses up where there was none; those of the HTTP libraries came over the wire.
        if type(each).__module__.split(".")[0] in ("openai", "httpx"):
            response = getattr(each, "response", None)
            status = status or int(getattr(response, "status_code", 0) or 0)
            wait = wait if wait is not None else _wait(getattr(response, "headers", None) or {})
    # Where the chain does not reach down to the wire, litellm's class carries the status; 408 and 500 are
    # also what it says of a time-out and of a body it cannot read.
    guess = int(getattr(error, "status_code", 0) or 0)
    if not status and guess not in (408, 500) and guess >= 400:
        status = guess
    said = without_keys(message)[:300]
    return _Facts(status, frozenset(codes), said, wait, unreached, parameter, silent)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _wait(headers: Any) -> float | None:
    """Seconds from ``Retry-After``, a number or a date; never negative."""
    fine = headers.get("retry-after-ms")
    told = headers.get("retry-after")
    try:
        if fine is not None:
            return max(0.0, float(fine) / 1000)
        return None if told is None else max(0.0, float(told))
    except ValueError:
        pass
    try:
        when = parsedate_to_datetime(told)
    except (ValueError, TypeError):
        return None
    return max(0.0, (when.astimezone(UTC) - datetime.now(UTC)).total_seconds())
