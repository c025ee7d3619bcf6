"""Arguments of a tool, checked against its JSON schema: what models send is forgiven where it is clear.

A number in quotes is a number, one string is a list of one, null is absent, numbers out of range are brought
into it. What is left over is a problem that says what the tool takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from wikic.navigate.tools.result import Problem

# A query or path longer than this is a document somebody pasted; the index reads 4,096 characters of it.
MAX_TEXT: Final = 8_192
MAX_LIST: Final = 50  # items of a list

# What a result may cost where nobody says.
USUAL_TOKENS: Final = 2_000


class Taken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arguments of a tool, a field each; no docstrings below: their fields say what they are."""


After = Annotated[str, Meta(description="Cursor of an earlier result.")]
"""The argument by which a long result goes on."""


def max_tokens(most: int) -> Meta:
    """Of the argument that bounds the tokens of a result; ``most`` is its greatest value."""
    return Meta(description="What the answer may cost.", ge=100, le=most)


def schema_of(taken: type[Taken]) -> dict[str, Any]:
    """The JSON schema of arguments, as models and clients are told it."""
    # As it goes over the wire: a default that is a tuple here is a list there.
    schema: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(msgspec.json.schema(taken)))
    (definition,) = schema["$defs"].values()
    return {key: value for key, value in definition.items() if key not in ("title", "description")}


def check_arguments(schema: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any] | Problem:
    """The arguments with defaults filled in, or what is wrong with them."""
    known: dict[str, dict[str, Any]] = schema["properties"]
    unknown = [name for name in given if name not in known]
    if unknown:
        return _argument_problem(
            schema, f"there is no argument {', '.join(map(repr, sorted(map(str, unknown))))}"
        )
    taken: dict[str, Any] = {}
    for name, rule in known.items():
        value = given.get(name)
        if value is None or ("default" in rule and value in ([], ())):
            if name in schema.get("required", ()):
                return _argument_problem(schema, f"{name} is missing")
            taken[name] = rule.get("default")
            continue
        found = _convert_value(rule, value)
        if found is None:
            return _argument_problem(
                schema, f"{name} must be {_describe_wanted(rule)}, not {str(value)[:60]!r}"
            )
        taken[name] = found
    return taken


def _convert_value(rule: Mapping[str, Any], value: Any) -> Any:
    """``value`` as the rule has it, or None."""
    kind = rule["type"]
    if kind == "boolean":
        return value if isinstance(value, bool) else {"true": True, "false": False}.get(str(value).lower())
    if kind == "integer":
        return _convert_integer(rule, value)
    if kind == "array":
        values = [value] if isinstance(value, str) else value
        if not isinstance(values, list | tuple) or not values or len(values) > MAX_LIST:
            return None
        return (
            [_encodable_text(each) for each in values]
            if all(isinstance(each, str) for each in values)
            else None
        )
    if isinstance(value, bool) or not isinstance(value, str | int):
        return None
    text = _encodable_text(str(value))
    return None if "enum" in rule and text not in rule["enum"] else text


def _encodable_text(value: str) -> str:
    """Text that UTF-8 can hold: a terminal hands over broken bytes as lone surrogates."""
    return value[:MAX_TEXT].encode("utf-8", "replace").decode("utf-8")


def _convert_integer(rule: Mapping[str, Any], value: Any) -> int | None:
    try:
        number = int(float(value)) if not isinstance(value, bool) else None
    except (TypeError, ValueError, OverflowError):
        return None
    if number is None:
        return None
    low, high = int(rule.get("minimum", number)), int(rule.get("maximum", number))
    return max(low, min(number, high))


def _describe_wanted(rule: Mapping[str, Any]) -> str:
    if "enum" in rule:
        return "one of " + ", ".join(rule["enum"])
    if rule["type"] == "array":
        return f"a list of 1 to {MAX_LIST} strings"
    return {"integer": "a number", "boolean": "true or false"}.get(rule["type"], "a string")


def _argument_problem(schema: Mapping[str, Any], message: str) -> Problem:
    required = schema.get("required", ())
    takes = (
        f"{name}{'' if name in required else '?'}: {rule['type']}"
        for name, rule in schema["properties"].items()
    )
    return Problem(f"{message}.", next=f"It takes {', '.join(takes)}.")
