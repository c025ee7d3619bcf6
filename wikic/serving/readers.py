"""Tokens of those who may read some of many wikis over HTTP."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from wikic.errors import UsageError
from wikic.manifest_rows import load_yaml
from wikic.plain_file import read_plain

# Where a request says who sent it: a reader's name, None for whoever may read everything.
READER: Final = "wikic.reader"
_MOST: Final = 1 << 20  # bytes of the list
_SHORTEST: Final = 16
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
