"""Prices out of the table that litellm brings along."""

from __future__ import annotations

from typing import Any

from wikic.llm.price import Price


def listed_price(table: dict[str, Any], name: str, provider: str) -> Price | None:
    """The price of the model called ``name``; None where the table has none."""
    bare = name.removeprefix(f"{provider}/")
    found = next((table[key] for key in (name, bare) if table.get(key, {}).get("litellm_provider")), None)
    if found is None or "input_cost_per_token" not in found:
        return None
    if found.get("mode") == "embedding":  # gives no tokens, for which some lines of the table have no price
        found = {"output_cost_per_token": 0.0, **found}
    if "output_cost_per_token" not in found:
        return None

    def dearest(kind: str) -> float:
        names = (key for key in found if key.startswith(f"{kind}_cost_per_token_above_"))
        rates = [found[key] for key in names if not key.endswith(("_priority", "_batches", "_flex"))]
        return float(max(found[f"{kind}_cost_per_token"], *rates, 0.0))

    reasoning = float(found.get("output_cost_per_reasoning_token") or 0.0)
    cached = found.get("cache_read_input_token_cost")
    return Price(
        float(found["input_cost_per_token"]),
        float(found["output_cost_per_token"]),
        None if cached is None else float(cached),
        dearest("input"),
        max(dearest("output"), reasoning),
    )
