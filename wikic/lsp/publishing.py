"""When to look for findings, a while after the last keystroke, and what the client has to be told of."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from lsprotocol import types

from wikic.lsp.editor import Editor
from wikic.lsp.place import Place
from wikic.lsp.protocol_values import diagnostics

# Seconds after a keystroke; who types goes on within that time.
PAUSE: Final = 0.15
# Without word from the client of what changed on disk, the disk is listed again after so many seconds.
LISTED: Final = 2.0

Publish = Callable[[types.PublishDiagnosticsParams], None]


class Publishing:
    """Sends what is found in each file when it is not what was sent last.

    whole: whether files count that are not open in the editor.
    watched: whether the client says which files change on disk.
    """

    def __init__(self, editor: Editor, publish: Publish, *, whole: bool) -> None:
        self.whole = whole
        self.watched = False
        self._editor = editor
        self._publish = publish
        self._sent: dict[str, list[types.Diagnostic]] = {}
        self._waiting: dict[Place, asyncio.TimerHandle] = {}
        self._took = 0.0
        self._listed: dict[Place, float] = {}

    def soon(self, place: Place) -> None:
        """Look when nobody has typed for a while; what takes long is done less often."""
        waiting = self._waiting.pop(place, None)
        if waiting is not None:
            waiting.cancel()
        pause = max(PAUSE, 2 * self._took)
        self._waiting[place] = asyncio.get_running_loop().call_later(pause, self.now, place)

    def now(self, place: Place) -> None:
        """Look, and send what differs from what was sent."""
        waiting = self._waiting.pop(place, None)
        if waiting is not None:
            waiting.cancel()
        opened = self._editor.at(place)
        began = time.monotonic()
        if not self.watched and began - self._listed.get(place, 0.0) > LISTED:
            opened.knowledge.listing.renew()
            self._listed[place] = began
        knowledge = opened.knowledge
        found = diagnostics(knowledge)
        self._took = time.monotonic() - began
        shown = set(found) | set(knowledge.open) if self.whole else set(knowledge.open)
        wanted = {knowledge.uri(file): found.get(file, []) for file in shown}
        self._send(place, wanted)

    def _send(self, place: Place, wanted: dict[str, list[types.Diagnostic]]) -> None:
        """Files of this place that are wanted no more are cleared."""
        for uri in [uri for uri, sent in self._sent.items() if sent and uri not in wanted]:
            found = self._editor.of(uri)
            if found is None or found[0].knowledge.place == place:
                wanted[uri] = []
        documents = self._editor.documents
        for uri, some in wanted.items():
            if self._sent.get(uri) == some:
                continue
            document = documents.get(uri)
            version = None if document is None else document.version
            self._publish(types.PublishDiagnosticsParams(uri, some, version))
            self._sent[uri] = some

    def closed(self, uri: str) -> None:
        """A document is no longer open: unless the whole wiki counts, nothing is shown of it."""
        if not self.whole and self._sent.pop(uri, []):
            self._publish(types.PublishDiagnosticsParams(uri, []))
