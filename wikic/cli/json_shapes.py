"""What ``--json`` of each command prints, as JSON Schema: made from the values' own types and docstrings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from importlib import import_module
from inspect import cleandoc
from typing import Any, Final, TypeAlias, get_type_hints

import msgspec

from wikic.cli.console import JSON_VERSION
from wikic.errors import UsageError

# A dataclass whose fields stand beside the rest, or keys and their JSON types; with a ``?`` a key may miss.
_Part: TypeAlias = str | Mapping[str, str]

_MODEL: Final = {"model": "object?"}
_CHANGED: Final = (
    "wikic.compiler.report:Report",
    {"files": "", "proposed": "array?", **_MODEL},
)
_PROBLEM: Final = ("wikic.navigate.tools.result:Problem",)
_ANSWER: Final = (
    "wikic.model.answer:Answer",
    {"route": "any?", "tool_calls": "integer?", "wikis": "array?", "known": "integer?", **_MODEL},
)
_MEASURED: Final = ({"lines": "array", "missing": "any", "unjudged": "any"},)
# By command; where a command prints one of several things, each of them.
_SHAPES: Final[Mapping[str, tuple[tuple[_Part, ...], ...]]] = {
    "init": (
        (
            {"schema": "object", "sampled": "integer", "documents": "integer", "unreadable": "integer"},
            {
                "left_out": "array",
                "all_left_out": "boolean",
                "written": "boolean",
                "replaced": "any",
                **_MODEL,
            },
        ),
    ),
    "compile": (
        _CHANGED,
        ("wikic.compiler.compile_plan:Plan", {"cost": "any"}),
    ),
    "write": (
        (
            {
                "written": "array",
                "current": "integer",
                "left": "array",
                "refused": "array",
                "failed": "array",
            },
            {"notices": "array", "findings": "array", "proposed": "array?", **_MODEL},
        ),
        ("wikic.compiler.compile_plan:Plan", {"cost": "any"}),
    ),
    "ask": (_ANSWER, ({"question": "string", "records": "array", "answer": "any?"},)),
    "search": (
        ("wikic.navigate.tools.wiki_search:SearchResult",),
        ("wikic.navigate.tools.source_search:SourceSearch",),
        _PROBLEM,
    ),
    "read": (("wikic.navigate.tools.wiki_read:ReadResult",), _PROBLEM),
    "status": (
        (
            "wikic.compiler.status:Status",
            {"model": "object", "mirror": "object", "questions": "integer", "reads": "object"},
            {"health": "object?", "left_out": "array?"},
        ),
    ),
    "mirror": (
        (
            {"files": "integer", "written": "integer", "touched": "integer", "removed": "integer"},
            {"skipped": "array", "rebuilt": "string"},
        ),
        ("wikic.navigate.indexes.mirror_check:Checked",),
    ),
    "embed": (({"embedded": "object", "model": "object"},),),
    "lint": (
        ({"findings": "array", "summary": "object"},),
        ({"statistics": "array", "summary": "object"},),
        ({"rules": "array"},),
    ),
    "fix": (
        (
            {
                "dry_run": "boolean",
                "fixed": "array",
                "changes": "array",
                "left": "array",
                "fixable": "integer",
            },
            {"fighting": "array", "harmful": "array", "notices": "array", "steps": "array", **_MODEL},
        ),
    ),
    "adopt": (("wikic.lint.vault.survey:Adoption",),),
    "errors": (
        ("wikic.errorbook.book_summary:Summary",),
        ("wikic.errorbook.book_summary:Statistics",),
    ),
    "forget": (_CHANGED,),
    "evolve": (
        (
            {"applied": "boolean", "basis": "string", "before": "object", "after": "object"},
            {"pages": "array", "steps": "array"},
        ),
    ),
    "merge": (_CHANGED,),
    "split": (_CHANGED,),
    "move": (_CHANGED,),
    "rename": (_CHANGED,),
    "recover": (({"left": "array", "done": "array"},),),
    "fleet": (({"bases": "array", "states": "object", "not_begun": "integer"},),),
    "doctor": (({"checks": "array", "problems": "integer"},),),
    "export skills": (({"export": "object", **_MODEL},),),
    "export site": (("wikic.export.site.run:ExportedSite",),),
    "eval run": (_MEASURED,),
    "eval check": ((*_MEASURED, {"failed": "array"}),),
    "eval diagnose": (("wikic.evaluate.diagnosis.diagnosis:Diagnosis",),),
    "eval gaps": (({"questions": "array"},),),
    "work": (({"requests": "array", "next": "string"},),),
    "work answer": (({"answers": "array", "left": "integer"},),),
    "review": (("wikic.review.listing:Review",),),
    "review show": (("wikic.review.listing:Shown",),),
    "review accept": (_CHANGED,),
    "review reject": (({"rejected": "array"},), ({"key": "string", "facts": "integer"},)),
}
COMMANDS: Final = tuple(_SHAPES)


def schema_of(command: str) -> dict[str, Any]:
    """The JSON Schema of what a command prints. Raises UsageError for one that prints no JSON."""
    shapes = _SHAPES.get(command)
    if shapes is None:
        raise UsageError(f"{command!r} prints no JSON", hint=f"these do: {', '.join(COMMANDS)}")
    definitions: dict[str, Any] = {}
    found = [_shape(parts, definitions) for parts in shapes]
    whole = found[0] if len(found) == 1 else {"anyOf": found}
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"wikic {command} --json",
    }
    return head | whole | ({"$defs": dict(sorted(definitions.items()))} if definitions else {})


def _shape(parts: Iterable[_Part], definitions: dict[str, Any]) -> dict[str, Any]:
    properties: dict[str, Any] = {"version": {"const": JSON_VERSION}}
    may_miss: set[str] = set()
    for part in parts:
        if isinstance(part, str):
            properties |= _fields(part, definitions)
            continue
        for name, kind in part.items():
            if not kind:  # a field that is not printed
                del properties[name]
                continue
            plain = kind.removesuffix("?")
            properties[name] = {} if plain == "any" else {"type": plain}
            may_miss |= {name} if plain != kind else set()
    required = [name for name in properties if name not in may_miss]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _fields(name: str, definitions: dict[str, Any]) -> dict[str, Any]:
    """The fields of a dataclass, ``module:Name``, each with what its docstring says of it."""
    module, _, plain = name.partition(":")
    kind = getattr(import_module(module), plain)
    told = _told(cleandoc(kind.__doc__ or ""))
    try:
        types = get_type_hints(kind)
    except NameError:  # imported for type checkers alone
        types = {}
    found: dict[str, Any] = {}
    for field in fields(kind):
        described = {"description": told[field.name]} if field.name in told else {}
        found[field.name] = _typed(types.get(field.name, Any), definitions) | described
    return found


def _typed(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """What values of a type look like; anything, where JSON Schema has no words for it."""
    try:
        (schema,), components = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    except (TypeError, NameError):
        return {}
    definitions |= components
    return schema


def _told(doc: str) -> dict[str, str]:
    """``name: words`` of a docstring, by name."""
    return {
        name: " ".join(found[2].split())
        for found in re.finditer(r"^([a-z_]+(?:, [a-z_]+)*): (.+(?:\n {4}.+)*)", doc, re.MULTILINE)
        for name in found[1].split(", ")
    }
