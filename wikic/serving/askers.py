"""Who answers questions of clients, several where a model is waited for; tokens of those who may read some
of many wikis over HTTP.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from threading import BoundedSemaphore
from typing import Final

from wikic.errors import UsageError
from wikic.manifest_rows import load_yaml
from wikic.navigate.ask.agent.run_record import OnCall, OnText
from wikic.navigate.ask.asker import Asked, Asker, note_asked
from wikic.plain_file import read_plain
from wikic.store.access_log import AccessLog

# Where a request says who sent it: a reader's name, None for whoever may read everything.
READER: Final = "wikic.reader"
_MOST: Final = 1 << 20  # bytes of the list
_SHORTEST: Final = 16  # characters of a token
_TOKEN: Final = re.compile(rf"[!-~]{{{_SHORTEST},}}")  # what a header can carry


def readers(variable: str) -> dict[str, str]:
    """Tokens by name: a YAML file that an environment variable names, a line ``name: token`` for each.

    Raises UsageError where it cannot be used.
    """
    named = os.environ.get(variable, "").strip()
    if not named:
        return {}
    try:
        found = load_yaml(read_plain(Path(named), _MOST).decode("utf-8-sig"))
    except OSError as error:
        raise UsageError(f"{variable}: {named} cannot be read: {error.strerror or error}") from error
    except ValueError as error:  # what it says may be a token
        raise UsageError(f"{variable}: {named} is no YAML, or a name stands twice in it") from error
    right = isinstance(found, dict) and all(
        isinstance(name, str) and name and isinstance(token, str) and _TOKEN.fullmatch(token)
        for name, token in found.items()
    )
    if not right:  # what is wrong is not shown: it may be a token
        raise UsageError(
            f"{variable}: {named} must hold a line `name: token` for each reader",
            hint=f"a token is {_SHORTEST} letters and signs of ASCII or more; quote one that is a number",
        )
    if len(set(found.values())) < len(found):
        raise UsageError(f"{variable}: two readers of {named} have one token")
    return dict(found)


def without_token(named: Iterable[frozenset[str] | None], tokens: Mapping[str, str]) -> str:
    """A line about readers whom a list of wikis names and who have no token, "" where there are none.

    named: readers of each wiki.
    """
    left = {each for readers in named for each in readers or ()} - tokens.keys()
    return f"readers without a token: {', '.join(sorted(left))}" if left else ""


class Askers:
    """Those who answer, one question at a time each. Any threads.

    make: makes another one. most: how many there may be; who comes when all are busy waits. log: is told
    which pages answers cite: `wikic evolve` goes by what is read together.
    """

    def __init__(self, make: Callable[[], Asker], most: int, log: AccessLog) -> None:
        self._make = make
        self._log = log
        self._free: list[Asker] = []
        self._room = BoundedSemaphore(most)

    def ask(
        self,
        question: str,
        evidence: int,
        on_text: OnText | None = None,
        on_call: OnCall | None = None,
        on_turn: Callable[[], None] = lambda: None,
    ) -> Asked:
        """The answer, with so many facts at most. Raises as ``make`` and the others do, and FormatError.

        on_turn: is called when those before have been answered.
        """
        with self._room:
            on_turn()
            asker = self._free.pop() if self._free else self._make()
            try:
                asked = asker.ask(question, evidence=evidence, on_text=on_text, on_call=on_call)
            finally:
                self._free.append(asker)
        note_asked(self._log, asked)
        return asked
