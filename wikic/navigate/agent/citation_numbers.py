"""Numbers of documents in the words of an answer, in order of first citation: ``[F7]`` becomes ``[1]``."""

from __future__ import annotations

import re

from wikic.navigate.agent.citations import CITED, meant, names_in
from wikic.navigate.agent.fact_handles import Handles


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
        return CITED.sub(self._number, text)

    def _number(self, match: re.Match[str]) -> str:
        names = names_in(match)
        if not names:
            return match.group()
        found: dict[int, None] = {}
        for handle in (each for name in names for each in meant(name, self._all)):
            self.handles[handle] = None
            citations = self._all[handle].citations
            if citations:
                found[self._numbers.setdefault(citations[0].digest, len(self._numbers) + 1)] = None
        space = match.group()[: len(match.group()) - len(match.group().lstrip())]
        return space + "".join(f"[{number}]" for number in found) if found else ""
