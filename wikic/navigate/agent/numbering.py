"""Numbers of documents in the words of an answer, in order of first citation: ``[F7]`` becomes ``[1]``."""

from __future__ import annotations

import re

from wikic.navigate.agent import contract
from wikic.navigate.agent.handles import Handles


class Numbering:
    """Numbers given so far.

    handles: cited so far, in order.
    """

    def __init__(self, handles: Handles) -> None:
        self.handles: dict[str, None] = {}
        self._all = handles
        self._numbers: dict[str, int] = {}

    def text(self, text: str) -> str:
        """``text`` with numbers for citations; those of words without a source are left out."""
        return contract.CITED.sub(self._number, text)

    def _number(self, match: re.Match[str]) -> str:
        names = contract.names_in(match)
        if not names:
            return match.group()
        found: dict[int, None] = {}
        for name in names:
            handle = contract.handle_of(name, self._all)
            if handle is None:
                continue
            self.handles[handle] = None
            citations = self._all[handle].citations
            if citations:
                found[self._numbers.setdefault(citations[0].digest, len(self._numbers) + 1)] = None
        space = match.group()[: len(match.group()) - len(match.group().lstrip())]
        return space + "".join(f"[{number}]" for number in found) if found else ""
