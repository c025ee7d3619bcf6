"""What stands in parentheses behind a headword: life dates, the name in Latin letters."""

from __future__ import annotations

import re
from typing import Final

from wikic.curator.encyclopaedia.chinese.vocabulary import PACK

YEARS: Final = PACK.pattern("life_dates")
LATIN: Final = PACK.pattern("latin_name")
_CLAUSE: Final = re.compile("[。；]")
_LONGEST: Final = 60  # characters of a summary


def has_years(rest: str) -> bool:
    """Whether ``rest`` begins with life dates in parentheses."""
    return YEARS.match(rest) is not None


def first_clause(rest: str) -> str:
    """``rest`` up to its first full stop or semicolon."""
    return _CLAUSE.split(rest, maxsplit=1)[0]


def without(rest: str) -> str:
    """``rest`` without life dates, and without the name in Latin letters that opens it."""
    return LATIN.sub("", YEARS.sub("", rest, count=1))


def summary_of(rest: str) -> str:
    """One line from the first sentence of a definition, life dates aside."""
    text = first_clause(without(rest).lstrip("，：,: "))
    return text[:_LONGEST].rsplit("，", 1)[0] if len(text) > _LONGEST else text
