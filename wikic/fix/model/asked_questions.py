"""``.wikic/repairs.json``: what a model was asked, so that the next run goes on where this one stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from wikic import build_dir, layout
from wikic.wiki.disk import replace_cache

MOST: Final = 200_000  # questions; beyond it remembering begins anew
_DECODER: Final = msgspec.json.Decoder(frozenset[str])


class AskedQuestions:
    """Questions by what they are about: a page or digest that has changed since is a new one.

    A question that got no usable answer is not asked twice in one run, and again in the next.
    """

    def __init__(self, curator: str, build: Path | None = None) -> None:
        """``curator``: its name; another model is asked everything anew. ``build``: where to keep it, None
        for as long as the process lasts.
        """
        self._curator = curator
        self._file = build / layout.REPAIRS_FILE if build is not None else None
        kept = build_dir.kept(self._file, _DECODER.decode) if self._file is not None else None
        self._answered = set(kept or ()) if len(kept or ()) < MOST else set()
        self._asked = set(self._answered)

    def is_new(self, what: str, *about: object) -> bool:
        """Whether nobody asked ``what`` about it as it is."""
        return self._name(what, about) not in self._asked

    def remember(self, what: str, *about: object) -> None:
        """Note that the question is being asked."""
        name = self._name(what, about)
        self._asked.add(name)
        self._answered.add(name)

    def failed(self, what: str, *about: object) -> None:
        """Note that the question got no answer: the next run asks again."""
        self._answered.discard(self._name(what, about))

    def put_off(self, what: str, *about: object) -> None:
        """Forget the question, because this round has no room for its answer: the next asks again."""
        name = self._name(what, about)
        self._answered.discard(name)
        self._asked.discard(name)

    def save(self) -> None:
        """Write the answered questions to the file, once the answers have landed. Raises DiskError."""
        if self._file is not None:
            replace_cache(self._file, msgspec.json.encode(sorted(self._answered)) + b"\n")

    def _name(self, what: str, about: tuple[object, ...]) -> str:
        return layout.short_hash(self._curator, what, repr(about))
