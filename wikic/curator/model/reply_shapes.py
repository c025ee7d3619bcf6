"""The shape of each operation's reply. Reading is lenient in form; the checks of what is kept are strict.

No docstrings on the classes below: pydantic would send them with every call. The fields are explained by the
prompts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict

from wikic.llm.strict_schema import strict_schema

_NUMBER: Final = re.compile(r"\d{1,6}")
_RANGE: Final = re.compile(r"(\d{1,6})\s*[-–—~至到]\s*(\d{1,6})")
_PAIR: Final = ("from", "label", "to", "number")
_WIDEST: Final = 50  # numbers that one range may stand for


def _text(value: Any) -> Any:
    return "" if value is None else str(value) if isinstance(value, int | float) else value


def _number(value: Any) -> Any:
    """``3``, ``"3"``, ``"[3]"``."""
    if isinstance(value, str):
        found = _NUMBER.search(value)
        return int(found.group()) if found else 0
    return value


def _numbers(value: Any) -> Any:
    """``[1, 2]``, ``["1", "[2]"]``, ``3``, ``"1-3"``."""
    items = [] if value is None else value if isinstance(value, list) else [value]
    numbers: list[Any] = []
    for item in items:
        if not isinstance(item, str):
            numbers.append(item)
            continue
        rest = item
        for first, last in _RANGE.findall(item):
            numbers += range(int(first), min(int(last), int(first) + _WIDEST) + 1)
            rest = _RANGE.sub(" ", rest)
        numbers += [int(found) for found in _NUMBER.findall(rest)]
    return numbers


def _list(value: Any) -> Any:
    return [] if value is None else [value] if isinstance(value, str) else value


def _pair(value: Any) -> Any:
    """``["father", "e2"]``, ``["e1", "father", "e2", "7"]``, or the same with names to it."""
    if isinstance(value, dict):
        return [value.get(name, "") for name in _PAIR if name in value or name in ("label", "to")]
    return value


Text = Annotated[str, BeforeValidator(_text)]
Number = Annotated[int, BeforeValidator(_number)]
Numbers = Annotated[list[int], BeforeValidator(_numbers)]
Texts = Annotated[list[Text], BeforeValidator(_list)]
Pair = Annotated[list[Text], BeforeValidator(_pair)]


class _Shape(BaseModel):
    model_config = ConfigDict(extra="ignore")


class _Named(_Shape):
    id: Text
    title: Text = ""
    disambiguator: Text = ""
    dimension: Text = ""
    aliases: Texts = []
    line: Text = ""


class EntityReply(_Named):
    tags: Texts = []


class StatementReply(_Shape):
    of: Text = ""
    kind: Text = "fact"
    holder: Text = ""
    text: Text = ""
    blocks: Numbers = []
    relations: list[Pair] = []


class ExtractReply(_Shape):
    summary: Text = ""
    subject: Text = ""
    itself: bool = False
    entities: list[EntityReply]
    statements: list[StatementReply]


class ThingReply(_Named):
    blocks: Numbers = []


class NamesReply(_Shape):
    entities: list[ThingReply]
    relations: list[Pair] = []


class _Marked(_Shape):
    document: Text = ""


class PackedReply(ExtractReply, _Marked):  # the mark first: a model says of what it speaks, then speaks
    pass


class PackedNames(NamesReply, _Marked):
    pass


class PackReply(_Shape):
    documents: list[PackedReply]


class NamesPackReply(_Shape):
    documents: list[PackedNames]


class PositionReply(_Shape):
    focus: Text
    audience: Text
    bias: Text


class DimensionReply(_Shape):
    name: Text
    title: Text = ""
    description: Text = ""


class ScaffoldReply(_Shape):
    dimensions: list[DimensionReply]


class UnsupportedReply(_Shape):
    number: Number
    part: Text = ""
    missing: Text = ""


class VerifyReply(_Shape):
    unsupported: list[UnsupportedReply]


class WrittenLine(_Shape):
    says: Texts = []
    units: Numbers = []


class PartWritten(_Shape):
    form: Text = "prose"
    heading: Text = ""
    head: Texts = []
    lines: list[WrittenLine] = []


class WriteReply(_Shape):
    parts: list[PartWritten]


class ReworkedLine(WrittenLine):
    number: Number


class ReworkReply(_Shape):
    lines: list[ReworkedLine]


class ContradictionReply(_Shape):
    pair: Number
    first: Text = ""
    second: Text = ""


class ContradictionsReply(_Shape):
    contradictions: list[ContradictionReply]


class OneThingReply(_Shape):
    pair: Number
    first: Number = 0
    second: Number = 0


class SameThingReply(_Shape):
    same: list[OneThingReply]


class SameReply(_Shape):
    less: Number
    better: Number


class ConsolidateReply(_Shape):
    pairs: list[SameReply]


class AttributeReply(_Shape):
    root_cause: Text
    constraint: Text
    verification: Text = ""


class AmendmentReply(_Shape):
    action: Text
    statement: Number = 0
    by: Number = 0
    source: Number = 0
    of: Text = ""
    text: Text = ""
    blocks: Numbers = []
    relations: list[Pair] = []
    reason: Text = ""


class RepairReply(_Shape):
    amendments: list[AmendmentReply]


class PartReply(_Shape):
    name: Text
    description: Text = ""
    members: Numbers


class SeparableReply(_Shape):
    parts: list[PartReply]


class LineReply(_Shape):
    line: Text


@cache  # pydantic takes 10 ms to make one
def schema_of(shape: type[BaseModel]) -> Mapping[str, Any]:
    """The JSON schema of a shape as providers that enforce one want it: every field required, none beside.

    Without titles and defaults, which would only cost tokens; nested shapes stand where they are used.
    """
    schema = shape.model_json_schema()
    return strict_schema(_in_place(schema, schema.get("$defs", {})))[0]


def _in_place(node: Any, defs: dict[str, Any]) -> Any:
    """A schema with nested shapes where they are used."""
    if isinstance(node, list):
        return [_in_place(each, defs) for each in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _in_place(defs[node["$ref"].rpartition("/")[2]], defs)
    return {name: _in_place(each, defs) for name, each in node.items() if name != "$defs"}
