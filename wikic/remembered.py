"""Answers of pure functions that are kept while documents go by, and can be let go of all together.

``lru_cache`` keeps what it holds until the process ends. Of a large compile that is little beside the rest,
but it lies scattered between what goes, and so keeps the memory of both: who goes on to other work lets go of
it (``forget_all``).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

_Result = TypeVar("_Result")
_kept: Final[list[Callable[[], None]]] = []


def remembered(size: int) -> Callable[[Callable[..., _Result]], _lru_cache_wrapper[_Result]]:
    """A function whose last ``size`` answers are kept: for those that names, words or paths are put to."""

    def keep(function: Callable[..., _Result]) -> _lru_cache_wrapper[_Result]:
        found = lru_cache(maxsize=size)(function)
        _kept.append(found.cache_clear)
        return found

    return keep


def forget_all() -> None:
    """Let go of all that is kept; whoever asks again waits once more."""
    for forget in _kept:
        forget()
