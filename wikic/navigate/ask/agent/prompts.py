"""What the agent is told: text files by language, each with a version of its own."""

from __future__ import annotations

import json
from functools import cache
from typing import Final

from wikic.llm.prompt_files import Language, Prompt, read_prompt
from wikic.llm.protocol import ToolSpec
from wikic.navigate.ask.agent.children import SPECS as CHILDREN
from wikic.navigate.ask.agent.run_record import Loop, Told
from wikic.navigate.tools.toolbox import SEMANTIC, TOOLS

FILES: Final = ("system", "arag", "rlm", "given", "summary", "protocol", "words")

_NAMES: Final[dict[Loop, str]] = {"wiki": "system", "arag": "arag", "rlm": "rlm"}

# What an agent needs of the toolbox: a page shows its relations, and a directory read is its list; each tool
# and each argument more is sent with every request. Whoever calls another tool all the same is answered.
_OFFERED: Final = (
    ("wiki_search", ("query", "directory", "limit")),
    ("wiki_read", ("paths", "after", "max_tokens")),
    ("source_read", ("source", "block", "after", "max_tokens")),
)


def _load_spec(name: str, offered: tuple[str, ...]) -> ToolSpec:
    tool = next(each for each in (*TOOLS, SEMANTIC) if each.name == name)
    shown = {key: rule for key, rule in tool.parameters["properties"].items() if key in offered}
    return ToolSpec(name, tool.description, {**tool.parameters, "properties": shown})


# The tools as a provider takes them; the same objects for every request, so that its prompt cache works.
SPECS: Final = tuple(_load_spec(name, offered) for name, offered in _OFFERED)
# Where the wiki has vectors; parts that it finds are read by their numbers.
_WITH_MEANING: Final = (
    *(_load_spec(name, offered) for name, offered in _OFFERED if name != "source_read"),
    _load_spec("semantic_search", ("query", "limit")),
    _load_spec("source_read", ("source", "block", "part", "after", "max_tokens")),
)

# A-RAG's: keyword_search and chunk_read by the names that they have here, and search by meaning.
_PARTS: Final = (
    _load_spec("source_search", ("keywords", "limit")),
    _load_spec("source_read", ("source", "part", "after", "max_tokens")),
)
_PARTS_BY_MEANING: Final = (_PARTS[0], _load_spec("semantic_search", ("query", "limit")), _PARTS[1])

# RLM-on-KG's nine by the names they have here: wiki_search finds entities, wiki_read what is said of one,
# wiki_links its neighbours, source_search or semantic_search chunks, source_read reads them; collected is
# what is cited on the way.
_OF_PHASES: Final = (
    _load_spec("wiki_search", ("query", "directory", "limit")),
    _load_spec("wiki_read", ("paths", "after", "max_tokens")),
    _load_spec("wiki_links", ("page", "label", "limit")),
    _PARTS[0],
    _PARTS[1],
    *CHILDREN,
    _load_spec("rerank", ("question", "limit")),
)
_OF_PHASES_BY_MEANING: Final = (*_OF_PHASES[:4], _PARTS_BY_MEANING[1], *_OF_PHASES[4:])


def tool_specs(*, meaning: bool, loop: Loop = "wiki") -> tuple[ToolSpec, ...]:
    """The tools a model is offered. meaning: whether it may search by meaning. loop: what it walks."""
    if loop == "arag":
        return _PARTS_BY_MEANING if meaning else _PARTS
    if loop == "rlm":
        return _OF_PHASES_BY_MEANING if meaning else _OF_PHASES
    return _WITH_MEANING if meaning else SPECS


def prompt(name: str, language: Language) -> Prompt:
    """The prompt of that name, one of ``FILES``, in a language."""
    return read_prompt("wikic.navigate.ask.agent", language, name)


@cache
def _load_words(language: Language) -> dict[str, str]:
    lines = (line.partition(" = ") for line in prompt("words", language).text.splitlines())
    return {name: text for name, _, text in lines}


def read_word(name: str, language: Language, **values: object) -> str:
    """A line that is said on the way, its places filled in."""
    return _load_words(language)[name].format(**values)


@cache
def system_rules(
    language: Language,
    *,
    tools: bool,
    spelt_out: bool,
    meaning: bool = False,
    loop: Loop = "wiki",
    without: Told = "given",
) -> str:
    """What stands first and never changes: how to look things up, or to answer from facts that are given.

    tools: whether the model may look things up. spelt_out: whether it is told of the tools as text.
    meaning: whether it may search by meaning. loop: what it walks. without: the prompt where it may not.
    """
    if not tools:
        return prompt(without, language).text
    told = prompt(_NAMES[loop], language).text
    return (
        f"{told}\n\n{_write_protocol(language, tool_specs(meaning=meaning, loop=loop))}"
        if spelt_out
        else told
    )


def _write_protocol(language: Language, offered: tuple[ToolSpec, ...]) -> str:
    lines = []
    for each in offered:
        shown = {
            name: {key: rule[key] for key in ("type", "description", "default") if key in rule}
            for name, rule in each.parameters["properties"].items()
        }
        lines.append(f"{each.name}: {each.description}\n{json.dumps(shown, ensure_ascii=False)}")
    # Not ``format``: the example holds braces.
    return prompt("protocol", language).text.replace("{tools}", "\n\n".join(lines))


def prompt_version(language: Language, *, tools: bool, loop: Loop = "wiki") -> str:
    """``ask/1 en``: what a trace says it was told."""
    return f"{prompt(_NAMES[loop] if tools else 'given', language).version} {language}"
