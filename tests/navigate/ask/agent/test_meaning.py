"""A model that answers is offered search by meaning where the wiki has vectors."""

from __future__ import annotations

from wikic.navigate.ask.agent import prompts


def test_tools_and_what_they_take() -> None:
    without = prompts.tool_specs(meaning=False)
    offered = prompts.tool_specs(meaning=True)
    assert {each.name for each in offered} - {each.name for each in without} == {"semantic_search"}
    read = {each.name: set(each.parameters["properties"]) for each in offered}["source_read"]
    assert "part" in read
    told = prompts.system_rules("en", tools=True, spelt_out=True, meaning=True)
    assert "semantic_search" in told
    assert "semantic_search" not in prompts.system_rules("en", tools=True, spelt_out=True)
