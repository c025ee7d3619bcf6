"""What a rule needs to know of every file of a wiki."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

View = TypeVar("View", contravariant=True)


@dataclass(frozen=True, slots=True)
class Gist(Generic[View]):
    """What a rule needs to know of every file, told from that file alone; kept with the file's findings.

    name: unique among gists.
    of: a plain value (None, numbers, texts, lists or tuples of these) from the view and a file path; None,
        which costs nothing to keep, where the file has nothing to say. ``WikiView.gist`` gives it, tuples
        as lists.
    kinds: of files that may have something to say; of others it is not asked.
    """

    name: str
    of: Callable[[View, str], Any]
    kinds: tuple[str, ...] = ("page",)
