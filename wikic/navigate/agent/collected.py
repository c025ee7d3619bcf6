"""What a model has collected, by citing it on the way, and how far it is (RLM-on-KG, 3.2 and 3.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from wikic.llm.prompt_files import Language
from wikic.navigate.agent.citations import CITED, meant, names_in
from wikic.navigate.agent.fact_handles import Handles
from wikic.navigate.agent.prompts import word

_EXPAND: Final = 4  # the turn with which each phase begins; the first begins with 1
_VERIFY: Final = 8
_SHOWN: Final = 30  # handles named in a line of state
_RANKED: Final = 50  # that rerank is told of: as many as a list of arguments holds


class Collected:
    """The facts a model cited before its answer: in the words before a call, or through a child."""

    def __init__(self, handles: Handles) -> None:
        self._all = handles
        self._handles: dict[str, None] = {}
        self._turn = 0
        self._grown = 0

    def hear(self, text: str) -> None:
        """Collect what ``text`` cites, of what was shown."""
        names = (name for match in CITED.finditer(text) for name in names_in(match))
        self.add(handle for name in names if not name.isdecimal() for handle in meant(name, self._all))

    def add(self, handles: Iterable[str]) -> None:
        """Collect facts by handle."""
        self._handles.update(dict.fromkeys(handles))

    def grew(self) -> bool:
        """A turn is over: whether it collected anything, or showed anything for the first time."""
        before, self._grown = self._grown, len(self._handles) + len(self._all)
        self._turn += 1
        return self._grown > before

    def ids(self, named: Iterable[str] = ()) -> list[str]:
        """What ``rerank`` is told: of the facts collected and those named, ids as pages write them."""
        wanted = [each.strip("[] ").upper() for each in named]
        found: dict[str, None] = {}
        for handle in (*wanted, *self._handles):
            if handle in self._all:
                shown = self._all[handle]
                found[shown.fact or (shown.citations[0].block if shown.citations else handle)] = None
            else:
                found[handle.lower()] = None
        return list(found)[:_RANKED]

    def line(self, language: Language) -> str:
        """The facts collected, for the line of state."""
        if not self._handles:
            return word("state-uncollected", language)
        shown = [each for each in self._handles if each in self._all][-_SHOWN:]
        return word("state-collected", language, handles="".join(f"[{each}]" for each in shown))

    def phase(self, language: Language) -> str:
        """What the next turn is for."""
        turn = self._turn + 1
        name = "discover" if turn < _EXPAND else "expand" if turn < _VERIFY else "verify"
        return word(f"phase-{name}", language, turn=turn)
