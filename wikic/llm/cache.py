"""Replies that passed every check, kept in ``.wikic/replies/``: a rerun makes no call twice.

One file per reply, named after all that shaped it and put in place in one step: any number of threads and
processes may share the directory, and a crash leaves a whole file or none. What is damaged counts as absent.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from wikic import build_dir
from wikic.llm.codec import reply_json, reply_of, request_key
from wikic.llm.meter import Meter
from wikic.llm.protocol import Layer, Model, Reply, Request

_VERSION: Final = 1


class Cached(Layer):
    """Another model, asked only for what is not kept.

    directory: where replies are kept; made when the first one is.
    base_url: where the model is reached: another server is another model.
    """

    def __init__(self, inner: Model, directory: Path, meter: Meter, base_url: str = "") -> None:
        super().__init__(inner)
        self._directory = directory
        self._meter = meter
        self._base_url = base_url

    def complete(self, request: Request, on_text: Callable[[str], None] | None = None) -> Reply:
        """The kept reply, or the inner model's."""
        kept = _read(self._file(request))
        if kept is None:
            return self._inner.complete(request, on_text)
        self._meter.reused(request.purpose)
        if on_text is not None and kept.text:
            on_text(kept.text)
        return kept

    def keep(self, request: Request, reply: Reply) -> None:
        """Write the reply into the cache."""
        file = self._file(request)
        if not file.exists():
            _write(file, reply)
        self._inner.keep(request, reply)

    def _file(self, request: Request) -> Path:
        key = request_key(self._inner.name, request, self._base_url)
        return self._directory / key[:2] / f"{key}.json"


def _read(file: Path) -> Reply | None:
    reply = None if file.parent.is_symlink() else build_dir.kept(file, _decode)
    if reply is None and file.exists():
        with suppress(OSError):
            file.unlink()
    return reply


def _decode(data: bytes) -> Reply | None:
    entry: dict[str, Any] = json.loads(data)
    body = entry["reply"]
    whole = entry["version"] == _VERSION and entry["sum"] == _sum(body)
    return reply_of(body, paid=False) if whole else None


def _write(file: Path, reply: Reply) -> None:
    body = reply_json(reply)
    entry = {"version": _VERSION, "sum": _sum(body), "reply": body}
    with suppress(OSError):  # a full or read-only disk: the reply is good all the same
        file.parent.mkdir(parents=True, exist_ok=True)
        build_dir.replace(file, json.dumps(entry, ensure_ascii=True).encode("ascii"))


def _sum(body: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, ensure_ascii=True, sort_keys=True).encode()).hexdigest()[:16]
