"""Markdown and plain text as they came, reStructuredText as Markdown."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import replace
from typing import Any, Final

from wikic.document import nodes
from wikic.document.parse import parse_document
from wikic.document.write import write_document
from wikic.errors import FormatError
from wikic.markdown import frontmatter
from wikic.markdown.note_lines import as_callouts
from wikic.text import structure_marks
from wikic.text.normalise import letters_of
from wikic.wiki.documents import note_fields, titles
from wikic.wiki.documents.field_names import draft
from wikic.wiki.documents.html import read_html
from wikic.wiki.documents.mdx import has_jsx, without_jsx
from wikic.wiki.documents.read_outcome import Draft
from wikic.wiki.documents.rst import is_restructured, read_tree
from wikic.wiki.documents.whatsapp import is_whatsapp, read_whatsapp

_TITLE: Final = re.compile(r"\s*# [^\n]*(?:\n|\Z)")
_FIELD: Final = re.compile(r"^[ \t]*([^\W\d][\w-]*):[ \t]*(.*)$((?:\n[ \t]*- .*$)*)", re.MULTILINE)
_TOML: Final = re.compile(r"\+\+\+[ \t]*\n(?P<fields>(?:(?!\+\+\+).*\n)*)\+\+\+[ \t]*(?:\n|\Z)")
_JSON: Final = re.compile(r'\{\s*\n\s*"')
_TABLE: Final = re.compile(r"<table\b(?:(?!<table\b).)*</table>", re.DOTALL | re.IGNORECASE)
_YAML_ONLY: Final = ("&", "*", "!", "|", ">", "{")  # what means nothing to a reader
_LISTED: Final = re.compile(r"^[ \t]*- (.*)$", re.MULTILINE)
_RST_FIELD: Final = re.compile(r":(author|date|lang|language):[ \t]+(.+)$", re.MULTILINE | re.IGNORECASE)
_RST_LOOK: Final = 4_000  # characters; docinfo stands right under the title


def read_markdown(text: str) -> Draft:
    """Frontmatter gives the fields and is taken off; the body is the text, below what they tell a reader.

    Frontmatter that YAML cannot read gives what its ``key: value`` lines say; ``---`` around prose is
    no frontmatter. Lines ``key:: value`` on top, as Logseq has them, are fields too. Boxes and tabs of site
    generators are written as callouts and headed parts: elsewhere what is indented in them is code.
    """
    fields, body = _split(text)
    body = as_callouts(_with_tables(without_jsx(body) if has_jsx(body) else body))
    noted, body = note_fields.properties(body)
    fields = {**noted, **fields}
    made = _called_as_headed(draft(fields, body))
    told = note_fields.record(fields) if body.strip() else ""
    return replace(
        made,
        text=_with_fields(told, body) if told else body,
        title=made.title or titles.markdown_title(body) or titles.headed(body),
        tags=note_fields.once((*made.tags, *structure_marks.tags(body))),
        part=not (made.title or titles.sole_title(body)),
    )


def _called_as_headed(made: Draft) -> Draft:
    """A document called as its heading writes its title; how its frontmatter spells that is another name.

    "Kube HPA Maxed Out" above "# KubeHpaMaxedOut": both on the page would be its title said twice.
    """
    headed = titles.sole_title(made.text)
    if not headed or headed == made.title or letters_of(headed) != letters_of(made.title):
        return made
    return replace(made, title=headed, aliases=(*made.aliases, made.title))


def read_mdx(text: str) -> Draft:
    """Markdown with JSX."""
    return read_markdown(without_jsx(text))


def _with_fields(told: str, body: str) -> str:
    """A document with the fields that a reader looks for as a list, below a title that comes first."""
    pairs = (line.partition(": ") for line in told.splitlines())
    head = _TITLE.match(body)
    below = body[head.end() if head is not None else 0 :].lstrip()
    sign = "*" if below.startswith("- ") else "-"  # a list below it is another one
    listed = "".join(f"{sign} **{key}:** {value}\n" for key, _, value in pairs)
    if head is None:
        return f"{listed}\n{body}"
    return f"{head.group().rstrip()}\n\n{listed}\n{below}"


def read_text(text: str) -> Draft:
    """Plain text, or an export of WhatsApp; the title is the subject in its head, or a short first line."""
    if is_whatsapp(text):
        return read_whatsapp(text)
    if is_restructured(text):
        return read_rst(text)
    headed = titles.headed(text)
    return Draft(text=text, title=headed or titles.leading_line(text), part=not headed)


def read_rst(text: str) -> Draft:
    """reStructuredText with its docinfo fields, as Markdown."""
    fields = {name.lower(): value for name, value in _RST_FIELD.findall(text[:_RST_LOOK])}
    made = draft(fields, write_document(read_tree(text)))
    return replace(made, title=titles.markdown_title(made.text) if titles.rst_title(text) else "")


def _with_tables(text: str) -> str:
    """Markdown whose tables in HTML are written as Markdown has them; such as it cannot hold stay."""
    if "<table" not in text.lower():
        return text
    parts: list[str] = []
    at = 0
    for block in parse_document(text).blocks:
        raw = text[block.span.start : block.span.end]
        if isinstance(block, nodes.RawBlock) and _TABLE.fullmatch(raw.strip()):
            made = read_html(raw, pictures=True).text
            if _is_table(made):
                parts += (text[at : block.span.start], made.rstrip("\n"), "\n" if raw.endswith("\n") else "")
                at = block.span.end
    return "".join((*parts, text[at:]))


def _is_table(markdown: str) -> bool:
    blocks = parse_document(markdown).blocks
    return len(blocks) == 1 and isinstance(blocks[0], nodes.Table)


def _split(text: str) -> tuple[dict[str, Any], str]:
    """Fields and text of a note: its frontmatter is YAML, TOML between ``+++``, or a JSON object."""
    try:
        if toml := _TOML.match(text):
            return tomllib.loads(toml["fields"]), text[toml.end() :].lstrip("\n")
        if _JSON.match(text):
            fields, end = json.JSONDecoder().raw_decode(text)
            return fields, text[end:].lstrip("\n")
    except (ValueError, RecursionError):
        return {}, text
    head = frontmatter.split(text)
    if head is None or not head.closed:
        return {}, text
    try:
        fields = frontmatter.load(head.yaml)
    except FormatError:
        fields = _lines(head.yaml)
        if not fields:
            return {}, text
    return fields, text[head.body :].lstrip("\n")


def _lines(yaml: str) -> dict[str, Any]:
    """What ``key: value`` lines say, and items below a key without a value."""
    fields: dict[str, Any] = {}
    for name, value, items in _FIELD.findall(yaml):
        value = value.strip()
        listed = value[1:].removesuffix("]").split(",") if value[:1] == "[" else _LISTED.findall(items)
        if not value.startswith(_YAML_ONLY):
            parts = [each.strip().strip("\"'") for each in listed if not each.strip().startswith(_YAML_ONLY)]
            fields.setdefault(name, parts if value[:1] in ("", "[") else value.strip("\"'"))
    return fields
