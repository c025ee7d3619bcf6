"""What tokens cost. A price nobody knows is None, never 0."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from wikic.llm.protocol import Layer, Model, Reply, Request, Usage
from wikic.llm.tokens import request_tokens

# The estimate lies within a tenth of cl100k_base on prose; other tokenizers differ from that by more.
_MARGIN: Final = 1.25


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per token.

    input, output: of tokens sent and received.
    cached: of tokens sent that the provider had cached; None for the price of any other.
    dearest_input, dearest_output: the greatest the provider may ask (long prompts cost more); None for the
        same. Plans and budgets reckon with these.
    """

    input: float
    output: float
    cached: float | None = None
    dearest_input: float | None = None
    dearest_output: float | None = None

    def of(self, prompt: int, completion: int, cached: int = 0) -> float:
        """The price of one call."""
        rate = self.input if self.cached is None else self.cached
        return (prompt - cached) * self.input + cached * rate + completion * self.output

    def most(self, prompt: int, completion: int) -> float:
        """What a call may cost at worst: nothing cached, the dearest tariff."""
        up = self.input if self.dearest_input is None else self.dearest_input
        down = self.output if self.dearest_output is None else self.dearest_output
        return prompt * up + completion * down


def worst(price: Price | None, request: Request) -> Usage:
    """A call's usage at worst: the longest reply, nothing cached; its cost None where no price is known."""
    prompt = math.ceil(request_tokens(request) * _MARGIN)
    most = None if price is None else price.most(prompt, request.max_tokens)
    return Usage(prompt, request.max_tokens, 0, most)


class Priced(Layer):
    """Another model whose replies say what they cost; None where no price is known."""

    def __init__(self, inner: Model, price: Price | None) -> None:
        super().__init__(inner)
        self._price = price

    def complete(self, request: Request, on_text: Callable[[str], None] | None = None) -> Reply:
        """The inner model's reply, priced."""
        reply = self._inner.complete(request, on_text)
        used, price = reply.usage, self._price
        cost = None if price is None else price.of(used.prompt, used.completion, used.cached)
        return replace(reply, usage=replace(used, cost=cost))
