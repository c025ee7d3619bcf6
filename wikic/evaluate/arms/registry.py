"""Arms by name: what `wikic eval run --arm NAME` takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from wikic.errors import UsageError
from wikic.evaluate.arms.arm import Arm
from wikic.evaluate.arms.bm25 import Bm25Arm
from wikic.evaluate.arms.nav import NavArm
from wikic.evaluate.arms.rules import WITHOUT, RulesArm
from wikic.evaluate.arms.search import SearchArm
from wikic.navigate.library import Library
from wikic.text.durations import seconds_of


@dataclass(frozen=True, slots=True)
class ArmKind:
    """An arm that can be named.

    name: without its setting.
    about: one line for help.
    open: makes the arm of a library and a setting ("" without).
    setting: what may follow a colon, for messages, or "".
    """

    name: str
    about: str
    open: Callable[[Library, str], Arm]
    setting: str = ""


def _nav(library: Library, setting: str) -> Arm:
    return NavArm(library, seconds_of(setting or "500ms"))


def _without(part: str) -> Callable[[Library, str], Arm]:
    return lambda library, _: RulesArm(library, part)


KINDS: Final[Mapping[str, ArmKind]] = {
    kind.name: kind
    for kind in (
        ArmKind("ask", "wikic ask by rules", lambda library, _: RulesArm(library)),
        ArmKind("search", "what wikic search lists", lambda library, _: SearchArm(library)),
        ArmKind("nav", "wikic ask --budget; nav:200ms names the time", _nav, "a time"),
        ArmKind(
            "bm25", "Okapi BM25 over the documents, without the wiki", lambda library, _: Bm25Arm(library)
        ),
        *(ArmKind(f"ask-without-{part}", f"ask without {part}", _without(part)) for part in WITHOUT),
    )
}
DEFAULT: Final = ("ask", "search", "bm25")


def open_arms(names: tuple[str, ...], library: Library) -> tuple[Arm, ...]:
    """The arms of ``names``, in order, each once. Raises UsageError for a name or setting that is none."""
    return tuple(_open(name, library) for name in dict.fromkeys(names))


def _open(name: str, library: Library) -> Arm:
    kind, _, setting = name.partition(":")
    known = KINDS.get(kind)
    if known is None:
        raise UsageError(f"there is no arm {kind!r}", hint=f"arms: {', '.join(KINDS)}")
    if setting and not known.setting:
        raise UsageError(f"the arm {kind!r} takes no setting, and {setting!r} was given")
    return known.open(library, setting)
