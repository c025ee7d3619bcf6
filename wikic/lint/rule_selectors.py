"""How people name rules: by code, family or name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from wikic.errors import UsageError


class Named(Protocol):
    """What has a code and a name: a rule."""

    @property
    def code(self) -> str:
        """``L001``."""
        ...

    @property
    def name(self) -> str:
        """``dangling-link``."""
        ...


R = TypeVar("R", bound=Named)


def matches(code: str, name: str, selector: str) -> bool:
    """Whether a selector means the rule: ``L001``, ``L`` or ``dangling-link``, in any case of letters."""
    return bool(selector) and (code.startswith(selector.upper()) or name == selector.lower())


def known(rules: Iterable[Named], selectors: Iterable[str], where: str = "") -> None:
    """Raise UsageError for a selector that names no rule; ``where`` says who asked."""
    named = [(rule.code, rule.name) for rule in rules]
    for selector in selectors:
        if not any(matches(code, name, selector) for code, name in named):
            place = f"{where}: " if where else ""
            raise UsageError(
                f"{place}no lint rule is called {selector!r}", hint="wikic lint --rules lists them"
            )


def choose(rules: tuple[R, ...], select: Iterable[str], ignore: Iterable[str]) -> tuple[R, ...]:
    """The rules that are selected and not ignored, in the order of the registry; none selected means all.

    Raises UsageError for a selector that names no rule.
    """
    wanted, unwanted = tuple(select), tuple(ignore)
    known(rules, (*wanted, *unwanted))
    return tuple(
        rule
        for rule in rules
        if (not wanted or any(matches(rule.code, rule.name, each) for each in wanted))
        and not any(matches(rule.code, rule.name, each) for each in unwanted)
    )
