"""``wiki/schema.yaml`` and ``wiki/identity.yaml``: what people and evolve decide, as YAML."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Final, TypeVar, get_args, get_type_hints

import msgspec
import yaml

from wikic import layout
from wikic.errors import ConfigError, FormatError, NotAWikiError
from wikic.markdown import frontmatter
from wikic.markdown.frontmatter import FrontmatterError
from wikic.model.schema import DISK_FORMAT, Identity, Schema
from wikic.model.topics import MAX_TOPIC_WORDS, MAX_WEIGHT
from wikic.wiki.tree import Tree

_KEY: Final = re.compile(r"^(?P<key>[A-Za-z_][A-Za-z0-9_]*):(?=\s|$)")
_ENTRY: Final = re.compile(r"^(?P<indent> *)- ")


class OneLine(dict[str, Any]):
    """A mapping that is written on one line."""


class _Dumper(yaml.SafeDumper):
    """YAML as wikic writes it: blocks, but for what is a ``OneLine``."""


_Dumper.add_representer(
    OneLine,
    lambda dumper, value: dumper.represent_mapping("tag:yaml.org,2002:map", value.items(), flow_style=True),
)


def dump(value: Any) -> str:
    """A value as YAML, in its own order."""
    return str(yaml.dump(value, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=10_000))


def replaced(text: str, changes: Mapping[str, Any], old: Mapping[str, Any]) -> str:
    """``text`` with some blocks saying something else.

    changes: new value by key, None for a block that goes; a key without a block gets one at the end.
    old: what the file says now, by key.
    """
    head, blocks = _blocks(text)
    left = dict(changes)
    lines = list(head)
    for key, block in blocks:
        if key not in left:
            lines += block
            continue
        value = left.pop(key)
        if value is None:
            continue
        before = old.get(key)
        lines += (
            _entries_kept(block, before, value)
            if isinstance(value, list) and isinstance(before, list)
            else [*_above(block), *_rendered(key, value)]
        )
    for key, value in left.items():
        if value is not None:
            lines += _rendered(key, value)
    return "\n".join(lines) + "\n"


def _blocks(text: str) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """Lines before the first key, and each key's lines; comments right above a key are its block's."""
    head: list[str] = []
    blocks: list[tuple[str, list[str]]] = []
    for line in text.rstrip("\n").splitlines():
        found = _KEY.match(line)
        if found is None:
            (blocks[-1][1] if blocks else head).append(line)
            continue
        above: list[str] = []
        if blocks:
            while blocks[-1][1] and blocks[-1][1][-1].startswith("#"):
                above.insert(0, blocks[-1][1].pop())
        blocks.append((found["key"], [*above, line]))
    return head, blocks


def _above(block: list[str]) -> list[str]:
    """The comments that stand above a block's key."""
    return block[: next(at for at, line in enumerate(block) if _KEY.match(line))]


def _rendered(key: str, value: Any) -> list[str]:
    return dump({key: value}).rstrip("\n").split("\n")


def _entries_kept(block: list[str], before: list[Any], value: list[Any]) -> list[str]:
    """A list's block with entries gone, added or changed; those that stay keep their text."""
    start = next(at for at, line in enumerate(block) if _KEY.match(line))
    chunks: list[list[str]] = []
    indent: str | None = None
    loose: list[str] = []  # comments that belong to the entry below them
    for line in block[start + 1 :]:
        found = _ENTRY.match(line)
        if found is not None and (indent is None or found["indent"] == indent):
            indent = found["indent"]
            chunks.append([*loose, line])
            loose = []
        elif not chunks or line.lstrip().startswith("#") or not line.strip():
            loose.append(line)
        else:
            chunks[-1] += [*loose, line]
            loose = []
    if len(chunks) != len(before) or not chunks:
        return [*block[:start], *_rendered(block[start].partition(":")[0], value)]
    kept = {repr(each): chunk for each, chunk in zip(before, chunks, strict=True)}
    lines = block[: start + 1]
    for each in value:
        chunk = kept.get(repr(each))
        fresh = dump([each]).rstrip("\n")
        lines += chunk if chunk is not None else [f"{indent}{line}" for line in fresh.split("\n")]
    return lines + loose


_Value = TypeVar("_Value", Schema, Identity)

_DATE = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")  # of a topic
_REQUIRED = ("name", "description")  # of a dimension, even where it says nothing
_ON_ONE_LINE = "words"  # of a topic: forty lines of it would hide everything else

_SCHEMA_HEAD = """\
# What this wiki is about and how it is divided. Yours to edit: compile and evolve read it.
# positioning: focus, audience, bias (which documents belong and which do not).
# dimensions: one directory of knowledge pages each, `people/rulers` below `people`; `accepts` names what
#   else lives there.
# placement: which pages of a directory live in one below it, by tags, labels of relations, stems, or first
#   and last letters of the stem; the first that matches wins.
# sections: headings inside a directory's index, by tag or letters; the first that matches wins.
# evolved: what `wikic evolve` decided; delete an entry to have it thought over.
# layout: `things`: pages are what the documents speak of; `library`: pages are the documents. It holds for
#   collections that `collections` does not name.
# topics: which documents of a library live in which directory: by folder, speaker, beginning of the title, or
#   words with weights. All that an entry says must hold; one that says none of these takes the rest.
# links: `wikilinks` writes [[links]] in place of [links](to-files.md).
# minimum_version: of the disk format; a wikic that does not know it refuses.
"""
_IDENTITY_HEAD = """\
# Who is who. Nothing else joins or parts pages by hand.
# same: lists of titles that are one thing; the first names the page.
# distinct: lists of titles of which no two are ever joined.
# pins: {key, entity, title}: the title one entity of one digest is given.
# redirects: {stem, title}: a stem that was a page's once, and the page that took it over.
"""


def parse_schema(data: bytes) -> Schema:
    """``schema.yaml`` as a value. Raises ConfigError, naming the field, when it cannot be used."""
    schema = _parse(data, layout.SCHEMA_FILE, Schema)
    if not schema.minimum_version.isdecimal() and schema.minimum_version:
        raise ConfigError(f"{layout.SCHEMA_FILE}: minimum_version {schema.minimum_version!r} is no number")
    if int(schema.minimum_version or 0) > DISK_FORMAT:
        raise ConfigError(
            f"the wiki is of disk format {schema.minimum_version}; this wikic knows {DISK_FORMAT}",
            hint="install a newer wikic",
        )
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
    _check_rules(schema, set(seen.values()))
    _check_topics(schema, set(seen.values()))
    if schema.fallback not in {dimension.name for dimension in schema.dimensions}:
        raise ConfigError(f"{layout.SCHEMA_FILE}: fallback {schema.fallback!r} is not one of its dimensions")
    return schema


def current(data: bytes) -> bytes:
    """``schema.yaml`` saying that the wiki is of today's format: one of an older wikic refuses it then.

    Raises ConfigError when it cannot be used.
    """
    schema = parse_schema(data)
    today = str(DISK_FORMAT)
    return data if schema.minimum_version == today else updated(data, replace(schema, minimum_version=today))


def _check_rules(schema: Schema, names: set[str]) -> None:
    """Placement must lead down, to directories there are: then it ends, and every page finds a home."""
    for rule in schema.placement:
        where = f"{layout.SCHEMA_FILE}: placement of {rule.directory!r} into {rule.into!r}"
        for name in (rule.directory, rule.into):
            if name not in names:
                raise ConfigError(f"{where}: {name!r} is not one of its dimensions")
        if not rule.into.startswith(f"{rule.directory}/"):
            raise ConfigError(f"{where}: the second must lie below the first")


def _check_topics(schema: Schema, names: set[str]) -> None:
    """Topics name directories there are, and collections one layout."""
    said = [each.name for each in schema.collections]
    twice = next((each for each in said if said.count(each) > 1), None)
    if twice is not None:
        raise ConfigError(f"{layout.SCHEMA_FILE}: collection {twice!r} stands twice")
    for at, topic in enumerate(schema.topics, start=1):
        where = f"{layout.SCHEMA_FILE}: topic {at} of {topic.directory!r}"
        if topic.directory not in names:
            raise ConfigError(f"{where}: that is not one of its dimensions")
        if topic.date and _DATE.fullmatch(topic.date) is None:
            raise ConfigError(f"{where} has the date {topic.date!r}, which is no year, month or day: 2024-03")
        if len(topic.words) > MAX_TOPIC_WORDS:
            raise ConfigError(f"{where} has {len(topic.words)} words, more than {MAX_TOPIC_WORDS}")
        for word, weight in topic.words.items():
            if not 0 < weight <= MAX_WEIGHT:
                raise ConfigError(f"{where}: the weight of {word!r} is not between 1 and {MAX_WEIGHT:,}")


def parse_identity(data: bytes) -> Identity:
    """``identity.yaml`` as a value. Raises ConfigError, naming the field, when it cannot be used."""
    return _parse(data, layout.IDENTITY_FILE, Identity)


def render_schema(schema: Schema) -> bytes:
    """``schema.yaml``'s bytes, with a comment that says what each part is for."""
    return _render(_SCHEMA_HEAD, asdict(schema))


def render_identity(identity: Identity) -> bytes:
    """``identity.yaml``'s bytes."""
    return _render(_IDENTITY_HEAD, asdict(identity))


def updated(data: bytes, value: _Value) -> bytes:
    """``data``, a file of this value's kind, saying ``value``: what does not change stays as people wrote it.

    Comments stay above blocks and with entries that stay; those inside a changed entry go with it.
    """
    before = _parse(data, "", type(value)) if data.strip() else None
    if before is None:
        return _whole(value)
    old, new = _plain(asdict(before)), _plain(asdict(value))
    changed = {each.name for each in fields(value) if getattr(before, each.name) != getattr(value, each.name)}
    text = replaced(data.decode("utf-8-sig"), {each: new.get(each) for each in changed}, old)
    try:
        if _parse(text.encode(), "", type(value)) == value:
            return text.encode()
    except ConfigError:
        pass  # odd YAML: anchors, flow style, tags
    return _whole(value)


def _whole(value: Schema | Identity) -> bytes:
    return render_schema(value) if isinstance(value, Schema) else render_identity(value)


def _parse(data: bytes, name: str, kind: type[_Value]) -> _Value:
    try:
        text = data.decode("utf-8-sig")
        found = frontmatter.load(text) if text.strip() else {}
        if kind is Schema:  # people may leave the positioning to `wikic init`
            found = {"positioning": {}, "dimensions": [], "minimum_version": "", **found}
        _refuse_unknown(found, kind, "")
        return msgspec.convert(found, kind, strict=False)  # scalars are read as text; weights are numbers
    except UnicodeDecodeError as error:
        raise ConfigError(f"{name} is not UTF-8") from error
    except FrontmatterError as error:
        raise ConfigError(f"{name}, line {error.line}: {error.problem}") from error
    except (FormatError, msgspec.ValidationError) as error:
        raise ConfigError(f"{name}: {error}") from error


def _refuse_unknown(found: Any, kind: Any, where: str) -> None:
    """A key with a typing error must not be a rule that is silently ignored."""
    if isinstance(found, list):
        inner = [each for each in get_args(kind) if each is not Ellipsis]
        for at, each in enumerate(found, start=1):
            _refuse_unknown(each, inner[0] if inner else None, f"{where}, entry {at}")
    elif isinstance(found, dict) and hasattr(kind, "__dataclass_fields__"):
        hints = get_type_hints(kind)
        for key, value in found.items():
            if key not in hints:
                known = ", ".join(hints)
                place = f" in {where}" if where else ""
                raise FormatError(f"unknown key {key!r}{place}; known: {known}")
            _refuse_unknown(value, hints[key], f"{where}, {key}" if where else str(key))


def _render(comment: str, fields: Mapping[str, Any]) -> bytes:
    return (comment + dump(_plain(fields))).encode("utf-8")


def _plain(value: Any) -> Any:
    """Tuples as lists, and nothing that says nothing."""
    if isinstance(value, dict):
        return {
            name: OneLine(each) if name == _ON_ONE_LINE else _plain(each)
            for name, each in value.items()
            if name in _REQUIRED or each not in ("", (), [], {})
        }
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value


@dataclass(frozen=True, slots=True)
class Decided:
    """The bytes of ``schema.yaml`` and ``identity.yaml``, the second empty where there is none."""

    schema: bytes
    identity: bytes = b""

    @classmethod
    def on_disk(cls, root: Path) -> Decided:
        """As they stand. Raises NotAWikiError when there is no schema."""
        return cls.of(Tree(root))

    @classmethod
    def of(cls, tree: Tree) -> Decided:
        """As a tree has them. Raises NotAWikiError when there is no schema."""
        schema = tree.read(layout.SCHEMA_FILE)
        if schema is None:
            raise _no_wiki(tree.root)
        return cls(schema, tree.read(layout.IDENTITY_FILE) or b"")


def stamp_of(schema: bytes, identity: bytes, title: str) -> str:
    """What a fold rests on besides digests and people's words: with another stamp every page is folded."""
    return layout.short_hash(layout.content_hash(schema), layout.content_hash(identity), title)


def require(root: Path) -> None:
    """Raise NotAWikiError when ``root`` holds no wiki: before a lock is left where there is none."""
    if Tree(root).stat(layout.SCHEMA_FILE) is None:
        raise _no_wiki(root)


def _no_wiki(root: Path) -> NotAWikiError:
    wiki = root / layout.WIKI_DIR
    if wiki.is_dir():
        return NotAWikiError(
            f"{wiki} holds no {layout.SCHEMA_FILE}: it is no wiki of wikic, or has lost it",
            hint=f"restore {layout.SCHEMA_FILE} from git, or name another directory with -C",
        )
    if wiki.exists():
        return NotAWikiError(f"{wiki} is a file, no wiki", hint="name another directory with -C")
    return NotAWikiError(f"no wiki in {root}", hint="`wikic init DOCUMENTS` makes one")
