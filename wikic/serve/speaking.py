"""In which language the interface speaks to who asks: a value of the thread that answers."""

from __future__ import annotations

from contextvars import ContextVar
from functools import lru_cache
from typing import Final

from wikic.site.wording import spoken

_SPOKEN: Final[ContextVar[str]] = ContextVar("spoken", default="")


def speak(accepted: str) -> None:
    """From here on this thread answers one with that Accept-Language header."""
    _SPOKEN.set(_wanted(accepted))


def language() -> str:
    """BCP 47 tag of a language that the interface has, "" where the wiki's own decides."""
    return _SPOKEN.get()


@lru_cache(maxsize=256)  # browsers all say the same few
def _wanted(accepted: str) -> str:
    weighed: list[tuple[float, int, str]] = []
    for at, each in enumerate(accepted.split(",")):
        tag, _, parameter = (part.strip() for part in each.partition(";"))
        _, _, weight = parameter.partition("=")
        try:
            weighed.append((-float(weight) if weight else -1.0, at, tag))
        except ValueError:
            continue
    return next((own for weight, _, tag in sorted(weighed) if weight and (own := spoken(tag))), "")
