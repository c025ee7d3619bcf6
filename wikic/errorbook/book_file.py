"""``wiki/error_book.yaml``: reading what people may have edited, writing what merges in git.

One text a line, entries sorted by id, lists sorted, no counters: two branches that learn different things
change different lines. Reading goes by YAML's nodes, so that whatever is wrong has a line.

The books of two branches are merged by entry, for git's merge driver and for a book saved during a run:
what one side changed is taken; where both changed a text, both choose the same one whichever is called
ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, cast

import yaml

from wikic import layout
from wikic.errorbook.entry import EMPTY, MAX_EXAMPLES, MAX_PAGES, PEOPLE, Book, Entry, Status, entry_id
from wikic.errors import ConfigError
from wikic.markdown.plain_yaml import refused_text
from wikic.model.finding import Category

_HEAD: Final = """\
# What went wrong while this wiki was made, and what it taught (docs/disk-format.md, "error_book.yaml").
# `constraint` of every open entry is sent along when documents are taken in. Yours to edit: reword it, set
# `status: closed`, remove an entry, or add one that has a `constraint` alone.
"""
_TEXTS: Final = (
    "id",
    "category",
    "rule",
    "language",
    "phenomenon",
    "root_cause",
    "constraint",
    "verification",
    "status",
)
_LISTS: Final = ("examples", "pages")
_ID: Final = re.compile(r"e[0-9a-f]{8}")
_MEND: Final = f"mend {layout.WIKI_DIR}/{layout.ERROR_BOOK_FILE}, or take it from git; it is not overwritten"
_ODD: Final = re.compile("[^ -~\u00a1-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


class _Dumper(yaml.SafeDumper):
    """Writes text; line breaks and what cannot be seen as escapes, since YAML would fold or change them."""


def _represent_value(dumper: _Dumper, value: str) -> yaml.Node:
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style='"' if _ODD.search(value) else None)


_Dumper.add_representer(str, _represent_value)


def parse(data: bytes) -> Book:
    """The book in ``data``. Raises ConfigError, with the line, for anything that is no Error Book."""
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise _line_error(data.count(b"\n", 0, error.start) + 1, "is not UTF-8") from error
    marker = re.search(r"^(?:<{7}|>{7})(?= |$)", text, re.MULTILINE)
    if marker is not None:
        raise _line_error(text.count("\n", 0, marker.start()) + 1, "a merge conflict that git left")
    root = _compose_yaml(text)
    if root is None:
        return EMPTY
    found = dict(_node_pairs(root))
    unknown = [name for name in found if name != "entries"]
    if unknown:
        raise _line_error(
            _node_line(found[unknown[0]]), f"unknown key {unknown[0]!r}, only `entries` belongs here"
        )
    books: dict[str, Book] = {}
    for node in _node_items(found.get("entries")):
        entry = _read_entry(node)
        # Two entries of one id are what a union of two branches leaves: they are one.
        books[entry.id] = merge(EMPTY, books.get(entry.id, EMPTY), Book((entry,)))
    return Book(tuple(entry for name in sorted(books) for entry in books[name].entries))


def render(book: Book) -> bytes:
    """The file's bytes; ``parse(render(book))`` equals ``book``."""
    rows = [_entry_fields(entry) for entry in book.entries]
    text = yaml.dump(
        {"entries": rows},
        Dumper=_Dumper,
        allow_unicode=True,
        sort_keys=False,
        width=2**31 - 1,
        default_flow_style=False,
    )
    return (_HEAD + text).encode("utf-8")


def _entry_fields(entry: Entry) -> dict[str, Any]:
    """The entry's keys and values, without empty ones."""
    fields: dict[str, Any] = {name: str(getattr(entry, name)) for name in _TEXTS if getattr(entry, name)}
    fields.update({name: list(getattr(entry, name)) for name in _LISTS if getattr(entry, name)})
    return fields


def _read_entry(node: yaml.Node) -> Entry:
    fields: dict[str, Any] = {}
    for name, value in _node_pairs(node):
        if name in _LISTS:
            fields[name] = tuple(sorted({_node_text(item, name) for item in _node_items(value)}))
        elif name in _TEXTS:
            fields[name] = _node_text(value, name)
        else:
            raise _line_error(
                _node_line(value), f"unknown key {name!r}; known: {', '.join((*_TEXTS, *_LISTS))}"
            )
    if not fields.get("constraint") and not fields.get("phenomenon"):
        raise _line_error(_node_line(node), "an entry needs a phenomenon or a constraint")
    status = fields.setdefault("status", "open")
    if status not in ("open", "closed"):
        raise _line_error(_node_line(node), f"status {status!r} is neither open nor closed")
    named = fields.pop("category", Category.OTHER.value)
    if named not in [each.value for each in Category]:
        raise _line_error(_node_line(node), f"unknown category {named!r}; known: {', '.join(Category)}")
    category, rule = Category(named), fields.pop("rule", PEOPLE)
    phenomenon = fields.pop("phenomenon", "")
    given = fields.pop("id", "") or entry_id(
        category, rule, phenomenon or fields["constraint"], fields.get("language", "")
    )
    if not _ID.fullmatch(given):
        raise _line_error(
            _node_line(node), f"id {given!r} is not e and eight hex digits; leave it out for a new entry"
        )
    return Entry(given, category, rule, phenomenon, **fields)


def _compose_yaml(text: str) -> yaml.Node | None:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # libyaml where PyYAML has it
    if (fault := refused_text(text)) is not None:
        raise _line_error(1, fault)
    try:
        if "&" in text and "*" in text:
            # Nodes are walked below, those of an alias each time it stands.
            for event in yaml.parse(text, Loader=loader):
                if isinstance(event, yaml.AliasEvent):
                    line = event.start_mark.line + 1 if event.start_mark else 1
                    raise _line_error(line, "aliases (*name) are not read here")
        node: yaml.Node | None = yaml.compose(text, Loader=loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        # libyaml puts what is missing at the end behind the last line.
        last = text.rstrip("\n").count("\n") + 1
        line = min(mark.line + 1, last) if mark else 1
        raise _line_error(line, error.problem or "not YAML") from error
    except yaml.YAMLError as error:
        raise _line_error(1, f"not YAML: {error}".splitlines()[0]) from error
    return node


def _node_pairs(node: yaml.Node) -> Iterator[tuple[str, yaml.Node]]:
    if not isinstance(node, yaml.MappingNode):
        raise _line_error(_node_line(node), "keys and values belong here")
    seen: set[str] = set()
    for key, value in node.value:
        name = _node_text(key, "a key")
        if name in seen:
            raise _line_error(_node_line(key), f"key {name!r} stands here twice")
        seen.add(name)
        yield name, value


def _node_items(node: yaml.Node | None) -> list[yaml.Node]:
    if node is None or (isinstance(node, yaml.ScalarNode) and node.value in ("", "null", "~")):
        return []
    if not isinstance(node, yaml.SequenceNode):
        raise _line_error(_node_line(node), "a list belongs here")
    return list(node.value)


def _node_text(node: yaml.Node, name: str) -> str:
    if not isinstance(node, yaml.ScalarNode):
        raise _line_error(_node_line(node), f"{name} must be text")
    return str(node.value)


def _node_line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


def _line_error(line: int, problem: str) -> ConfigError:
    return ConfigError(f"{layout.ERROR_BOOK_FILE}, line {line}: {problem}", hint=_MEND)


def merge(base: Book, ours: Book, theirs: Book) -> Book:
    """The book that holds what both learned.

    base: what both come from, an empty book when that is not known. Then this is a join: commutative,
        associative, idempotent.

    An entry that one side removed is gone, unless the other side changed it. A status that both sides give
    differently is the one that is new; with nothing to tell, ``open``.
    """
    before, mine, yours = base.by_id, ours.by_id, theirs.by_id
    kept: list[Entry] = []
    for name in sorted({*mine, *yours}):
        origin, a, b = before.get(name), mine.get(name), yours.get(name)
        if a is None or b is None:
            left = a or b
            if left is not None and left != origin:
                kept.append(_bounded_entry(left))
            continue
        kept.append(_merge_entry(origin, a, b))
    return Book(tuple(kept))


def _merge_entry(origin: Entry | None, a: Entry, b: Entry) -> Entry:
    """The merged entry of two sides' versions. origin: the version of the base, None where it had none."""

    def text(name: str) -> str:
        was = getattr(origin, name) if origin is not None else ""
        return _choose_text(was, getattr(a, name), getattr(b, name))

    return _bounded_entry(
        Entry(
            id=a.id,
            category=Category(text("category")),
            rule=text("rule"),
            phenomenon=text("phenomenon"),
            root_cause=text("root_cause"),
            constraint=text("constraint"),
            verification=text("verification"),
            status=_merge_status(origin.status if origin is not None else "closed", a.status, b.status),
            examples=_unite_lists(origin.examples if origin is not None else (), a.examples, b.examples),
            pages=_unite_lists(origin.pages if origin is not None else (), a.pages, b.pages),
            language=text("language"),
        )
    )


def _choose_text(was: str, a: str, b: str) -> str:
    """The text that is new; of two new ones the last in order, so that no text never wins over some."""
    if a == b or b == was:
        return a
    return b if a == was else max(a, b)


def _unite_lists(was: tuple[str, ...], a: tuple[str, ...], b: tuple[str, ...]) -> tuple[str, ...]:
    """What either side added, and what was there and neither removed."""
    return tuple(each for each in (*a, *b) if each not in was or (each in a and each in b))


def _merge_status(was: str, a: str, b: str) -> Status:
    return cast("Status", a if b == was else b if a == was else max(a, b))


def _bounded_entry(entry: Entry) -> Entry:
    """The entry with its lists sorted and within bounds; a closed one has no page left to look at."""
    return Entry(
        id=entry.id,
        category=entry.category,
        rule=entry.rule,
        phenomenon=entry.phenomenon,
        root_cause=entry.root_cause,
        constraint=entry.constraint,
        verification=entry.verification,
        status=entry.status,
        examples=tuple(sorted(set(entry.examples)))[:MAX_EXAMPLES],
        pages=tuple(sorted(set(entry.pages)))[:MAX_PAGES] if entry.status == "open" else (),
        language=entry.language,
    )
