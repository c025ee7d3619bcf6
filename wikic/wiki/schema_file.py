"""``wiki/schema.yaml`` and ``wiki/identity.yaml``: what people and evolve decide, as YAML."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, TypeVar

import msgspec
import yaml

from wikic import layout
from wikic.errors import ConfigError, FormatError
from wikic.markdown import frontmatter
from wikic.markdown.frontmatter import FrontmatterError
from wikic.model.schema import Identity, Schema

_Value = TypeVar("_Value", Schema, Identity)

_REQUIRED = ("name", "description")  # of a dimension, even where it says nothing

_SCHEMA_HEAD = """\
# What this wiki is about and how it is divided. Yours to edit: compile and evolve read it.
# positioning: focus, audience, bias (which documents belong and which do not).
# dimensions: one directory of knowledge pages each; `accepts` names what else lives there.
# sections: headings inside a directory's index, by tag; the first that matches wins.
"""
_IDENTITY_HEAD = """\
# Who is who. Nothing else joins or parts pages by hand.
# same: lists of titles that are one thing; the first names the page.
# distinct: lists of titles of which no two are ever joined.
# pins: {key, entity, title}: the title one entity of one digest is given.
"""


def parse_schema(data: bytes) -> Schema:
    """``schema.yaml`` as a value. Raises ConfigError, naming the field, when it cannot be used."""
    schema = _parse(data, layout.SCHEMA_FILE, Schema)
    if not schema.dimensions:
        raise ConfigError(f"{layout.SCHEMA_FILE} names no dimension")
    seen: dict[str, str] = {}
    for dimension in schema.dimensions:
        fault = layout.path_fault(f"{dimension.name}/x")
        if fault is not None or dimension.name.split("/")[0] == layout.SOURCES_DIR:
            raise ConfigError(f"{layout.SCHEMA_FILE}: dimension {dimension.name!r} cannot be a directory")
        other = seen.get(dimension.name.casefold())
        if other is not None:
            raise ConfigError(f"{layout.SCHEMA_FILE}: dimensions {other!r} and {dimension.name!r} clash")
        seen[dimension.name.casefold()] = dimension.name
    if schema.fallback not in {dimension.name for dimension in schema.dimensions}:
        raise ConfigError(f"{layout.SCHEMA_FILE}: fallback {schema.fallback!r} is not one of its dimensions")
    return schema


def parse_identity(data: bytes) -> Identity:
    """``identity.yaml`` as a value. Raises ConfigError, naming the field, when it cannot be used."""
    return _parse(data, layout.IDENTITY_FILE, Identity)


def render_schema(schema: Schema) -> bytes:
    """``schema.yaml``'s bytes, with a comment that says what each part is for."""
    return _render(_SCHEMA_HEAD, asdict(schema))


def render_identity(identity: Identity) -> bytes:
    """``identity.yaml``'s bytes."""
    return _render(_IDENTITY_HEAD, asdict(identity))


def _parse(data: bytes, name: str, kind: type[_Value]) -> _Value:
    try:
        text = data.decode("utf-8-sig")
        fields = frontmatter.load(text) if text.strip() else {}
        if kind is Schema:  # people may leave the positioning to `wikic init`
            fields = {"positioning": {}, "dimensions": [], **fields}
        return msgspec.convert(fields, kind)
    except UnicodeDecodeError as error:
        raise ConfigError(f"{name} is not UTF-8") from error
    except FrontmatterError as error:
        raise ConfigError(f"{name}, line {error.line}: {error.problem}") from error
    except (FormatError, msgspec.ValidationError) as error:
        raise ConfigError(f"{name}: {error}") from error


def _render(comment: str, fields: dict[str, Any]) -> bytes:
    text = yaml.safe_dump(_plain(fields), allow_unicode=True, sort_keys=False, width=10_000)
    return (comment + text).encode("utf-8")


def _plain(value: Any) -> Any:
    """Tuples as lists, and nothing that says nothing."""
    if isinstance(value, dict):
        return {
            name: _plain(each)
            for name, each in value.items()
            if name in _REQUIRED or each not in ("", (), [])
        }
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value
