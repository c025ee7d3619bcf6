"""How far tests look: a sample in ``make test``, everything in ``make check-deep``.

A property test takes ``@examples(40)``: forty examples in ``make test``, fifty times as many in the deep run.
A storm takes ``sample(few, all)``. A test that is worth its minutes only once a day is marked ``deep``.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

from hypothesis import HealthCheck, settings

T = TypeVar("T")

USUAL: Final = 60  # examples of a property test that does not say how many it needs
MORE: Final = 50  # times as many in the deep run

# A deadline per example would measure what else the machine does; shrinking has a limit of its own.
_ALWAYS: Final[dict[str, Any]] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}


def register() -> None:
    """Make the two profiles known and take the usual one; ``--hypothesis-profile=deep`` takes the other."""
    # The same examples every time: where a green test fails, the change broke it. The deep run draws anew.
    settings.register_profile("wikic", max_examples=USUAL, derandomize=True, **_ALWAYS)
    settings.register_profile("deep", max_examples=USUAL * MORE, **_ALWAYS)
    settings.load_profile("wikic")


def is_deep() -> bool:
    """Whether this is the deep run."""
    return settings.get_current_profile_name() == "deep"


def sample(few: T, everything: T) -> T:
    """``few`` in ``make test``, ``everything`` in the deep run."""
    return everything if is_deep() else few


def examples(number: int, *also: HealthCheck, **more: Any) -> settings:
    """Settings of a property test that needs ``number`` examples to be worth its time in ``make test``.

    also: health checks that do not apply to it, beside slowness.
    """
    checks = [HealthCheck.too_slow, *also]
    return settings(max_examples=sample(number, number * MORE), suppress_health_check=checks, **more)
