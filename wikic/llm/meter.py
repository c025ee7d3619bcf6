"""What calls took: totals of a run by purpose, and a ledger in ``.wikic/`` that survives it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import Final

import msgspec

from wikic import build_dir, layout
from wikic.llm.protocol import Usage


@dataclass(frozen=True, slots=True)
class Tally:
    """Totals.

    calls: replies a provider gave, repair turns included.
    prompt, completion, cached: tokens, as in ``Usage``.
    cost: US dollars, of the calls whose price is known.
    unpriced: calls whose price nobody knows.
    lost: attempts that failed and may be charged for all the same.
    lost_tokens, lost_cost: what these may have taken at worst.
    reused: replies that came from the cache or a transcript and cost nothing.
    """

    calls: int = 0
    prompt: int = 0
    completion: int = 0
    cached: int = 0
    cost: float = 0.0
    unpriced: int = 0
    lost: int = 0
    lost_tokens: int = 0
    lost_cost: float = 0.0
    reused: int = 0

    @property
    def tokens(self) -> int:
        """Tokens sent and received."""
        return self.prompt + self.completion

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))

    def __sub__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, name) - getattr(other, name) for name in self.__slots__))

    def __str__(self) -> str:
        """``12 calls, 34,567 tokens (1,200 cached), $0.0123``; "" when nothing was asked."""
        parts = []
        if self.calls:
            cached = f" ({self.cached:,} cached)" if self.cached else ""
            parts.append(f"{self.calls:,} {'call' if self.calls == 1 else 'calls'}")
            parts.append(f"{self.tokens:,} tokens{cached}")
            parts.append(self._price())
        if self.lost:
            parts.append(f"{self.lost:,} failed and perhaps charged")
        if self.reused:
            parts.append(f"{self.reused:,} answered without a call")
        return ", ".join(parts)

    def _price(self) -> str:
        if not self.unpriced:
            return f"${self.cost:.4f}"
        if self.unpriced == self.calls:
            return "price unknown"
        return f"${self.cost:.4f} and {self.unpriced:,} of unknown price"


@dataclass(frozen=True, slots=True)
class Totals:
    """Totals of a run, or of every run.

    whole: everything.
    by_purpose: the same by operation.
    """

    whole: Tally = Tally()
    by_purpose: Mapping[str, Tally] = field(default_factory=dict)


class Call(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the ledger: a reply that was paid for, or an attempt that may be charged.

    cost: US dollars; None when nobody knows the price.
    """

    purpose: str
    model: str
    prompt: int = 0
    completion: int = 0
    cached: int = 0
    cost: float | None = None
    lost: bool = False


class Meter:
    """Totals of one run; any number of threads may add to them.

    ledger: the file that gets a line per call, or None. A line is one append, so several processes may share
        it and a crash loses at most the line under way.
    """

    def __init__(self, ledger: Path | None = None) -> None:
        self._ledger: Final = ledger
        self._lock = Lock()
        self._tallies: dict[str, Tally] = {}

    def spent(self, purpose: str, model: str, usage: Usage) -> None:
        """Note a call that was made, and the tokens it took."""
        self._note(Call(purpose, model, usage.prompt, usage.completion, usage.cached, usage.cost))

    def lost(self, purpose: str, model: str, worst: Usage) -> None:
        """An attempt failed that may be charged; ``worst`` is the most it can have taken."""
        self._note(Call(purpose, model, worst.prompt, worst.completion, 0, worst.cost, lost=True))

    def reused(self, purpose: str) -> None:
        """Note a reply that was kept from before: no call was made."""
        self._add(purpose, Tally(reused=1))

    def totals(self) -> Totals:
        """The totals of the run so far."""
        with self._lock:
            return _totals(self._tallies)

    def _note(self, call: Call) -> None:
        self._add(call.purpose, _tally(call))
        if self._ledger is None:
            return
        line = b"\n" + msgspec.json.encode(
            call
        )  # in front: a line that a crash cut short must not eat this one
        with suppress(OSError):  # the reply is paid for and good; a full disk must not lose it
            build_dir.make(self._ledger.parent)
            build_dir.append(self._ledger, [line])

    def _add(self, purpose: str, tally: Tally) -> None:
        with self._lock:
            self._tallies[purpose] = self._tallies.get(purpose, Tally()) + tally


def all_runs(root: Path) -> Totals:
    """What every run on the knowledge base at ``root`` took, since ``.wikic/`` is there."""
    tallies: dict[str, Tally] = {}
    for call in _calls(build_dir.at(root) / layout.CALLS_FILE):
        tallies[call.purpose] = tallies.get(call.purpose, Tally()) + _tally(call)
    return _totals(tallies)


def _calls(ledger: Path) -> Iterator[Call]:
    decoder = msgspec.json.Decoder(Call)
    for line in build_dir.kept(ledger, bytes.splitlines) or ():
        # Some are what a crash cut short.
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            yield decoder.decode(line)


def _tally(call: Call) -> Tally:
    if call.lost:
        return Tally(lost=1, lost_tokens=call.prompt + call.completion, lost_cost=call.cost or 0.0)
    used = Tally(1, call.prompt, call.completion, call.cached)
    return replace(used, unpriced=1) if call.cost is None else replace(used, cost=call.cost)


def _totals(tallies: Mapping[str, Tally]) -> Totals:
    return Totals(sum(tallies.values(), Tally()), dict(sorted(tallies.items())))
