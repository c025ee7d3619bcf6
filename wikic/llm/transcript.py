"""A whole run with a model as one file of JSON lines: written by ``--record``, run again by ``--replay``.

The first line names the version and the model of every role; each further line is one request with its reply
or its error. It holds what the documents and prompts say, and never a key.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock
from typing import Any, Final

from wikic.errors import (
    BudgetError,
    CredentialsError,
    InputError,
    ModelError,
    ModelUnavailableError,
    QuotaError,
    ReplyError,
    UsageError,
)
from wikic.llm.codec import reply_json, reply_of, request_json
from wikic.llm.meter import Meter
from wikic.llm.protocol import Layer, Model, Reply, Request
from wikic.plain_file import RECORDING, read_plain

_VERSION: Final = 1
_ERRORS: Final[tuple[type[ModelError], ...]] = (
    ModelUnavailableError,
    ReplyError,
    QuotaError,
    CredentialsError,
    BudgetError,
)


class Tape:
    """A transcript being written, by any number of threads; each line is on its way to the disk at once.

    Raises UsageError when ``path`` exists: a paid run is never overwritten.
    """

    def __init__(self, path: Path, models: Mapping[str, str]) -> None:
        try:
            self._file = path.open("x", encoding="ascii")
        except FileExistsError:
            raise UsageError(f"{path} exists", hint="choose another name to record to") from None
        except OSError as error:
            raise UsageError(f"{path}: {error.strerror}") from error
        self._lock = Lock()
        self._line({"transcript": _VERSION, "models": dict(models)})

    def note(self, model: str, request: Request, outcome: Reply | ModelError) -> None:
        """Write one exchange."""
        line: dict[str, Any] = {"model": model, "request": request_json(request)}
        if isinstance(outcome, Reply):
            line["reply"] = reply_json(outcome)
        else:
            kind = next((each for each in _ERRORS if isinstance(outcome, each)), ModelUnavailableError)
            line["error"] = {"kind": kind.__name__, "message": str(outcome), "hint": outcome.hint}
        self._line(line)

    def close(self) -> None:
        """Close the file; no further line is written."""
        self._file.close()

    def _line(self, value: Mapping[str, Any]) -> None:
        with self._lock:
            self._file.write(json.dumps(value, ensure_ascii=True) + "\n")
            self._file.flush()


class Recorded(Layer):
    """Another model whose exchanges are written to a tape."""

    def __init__(self, inner: Model, tape: Tape) -> None:
        super().__init__(inner)
        self._tape = tape

    def complete(self, request: Request, on_text: Callable[[str], None] | None = None) -> Reply:
        """The inner model's reply or error, written down."""
        try:
            reply = self._inner.complete(request, on_text)
        except ModelError as error:
            self._tape.note(self.name, request, error)
            raise
        self._tape.note(self.name, request, reply)
        return reply


class Transcript:
    """A transcript that was read; answers to equal requests are given out in the order they were recorded.

    models: name of the model by role.

    Raises InputError for a file that is none, or of another version.
    """

    def __init__(self, path: Path) -> None:
        try:
            lines = read_plain(path, RECORDING).decode("ascii").splitlines()
        except OSError as error:
            raise InputError(f"{path}: {error.strerror}") from error
        except UnicodeDecodeError:
            raise InputError(f"{path} is no transcript") from None
        self.path: Final = path
        self.models: Final = _head(path, lines[0] if lines else "")
        self._answers: dict[str, deque[Reply | ModelError]] = defaultdict(deque)
        self._lock = Lock()
        for at, line in enumerate(lines[1:], 2):
            try:
                entry = json.loads(line)
                request = entry["request"]
                self._answers[_key(entry["model"], request)].append(_outcome(entry))
            except (ValueError, KeyError, TypeError, StopIteration, RecursionError):
                if at == len(lines):  # a run that was killed while it wrote
                    break
                raise InputError(f"{path}: line {at} is damaged") from None

    def take(self, model: str, request: Request) -> Reply | ModelError | None:
        """The next answer to ``request``; None when there is none left."""
        with self._lock:
            waiting = self._answers.get(_key(model, request_json(request)))
            return waiting.popleft() if waiting else None


class Replayed:
    """A model of a transcript: no key, no network, no cost."""

    def __init__(self, name: str, transcript: Transcript, meter: Meter) -> None:
        self.name: Final = name
        self._transcript = transcript
        self._meter = meter

    def complete(self, request: Request, on_text: Callable[[str], None] | None = None) -> Reply:
        """What was recorded. Raises what was recorded, and InputError for what was not."""
        outcome = self._transcript.take(self.name, request)
        if outcome is None:
            raise InputError(
                f"{self._transcript.path} holds no (further) reply for this {request.purpose} request",
                hint="documents, wiki, configuration or wikic changed since it was recorded; record it anew",
            )
        if isinstance(outcome, ModelError):
            raise outcome
        self._meter.reused(request.purpose)
        if on_text is not None and outcome.text:
            on_text(outcome.text)
        return outcome

    def keep(self, request: Request, reply: Reply) -> None:
        """Does nothing: the transcript holds every reply already."""


def _head(path: Path, line: str) -> dict[str, str]:
    try:
        head = json.loads(line)
        version, models = head["transcript"], dict(head["models"])
    except (ValueError, KeyError, TypeError):
        raise InputError(f"{path} is no transcript") from None
    if version != _VERSION:
        raise InputError(f"{path} is a transcript of version {version}; this wikic reads {_VERSION}")
    return models


def _key(model: str, request: Mapping[str, Any]) -> str:
    """Tells requests apart as ``request_key`` does, from JSON values and wherever the model is."""
    shaped = {name: value for name, value in request.items() if name not in ("role", "purpose")}
    return hashlib.sha256(json.dumps([model, shaped], sort_keys=True).encode()).hexdigest()


def _outcome(entry: Mapping[str, Any]) -> Reply | ModelError:
    if "reply" in entry:
        return reply_of(entry["reply"], paid=False)
    error = entry["error"]
    kind = next(each for each in _ERRORS if each.__name__ == error["kind"])
    return kind(str(error["message"]), hint=str(error["hint"]))
