"""Markdown, plain text and reStructuredText: the text stays as it came."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final

from wikic.errors import FormatError
from wikic.markdown import frontmatter
from wikic.model.attachment import label
from wikic.wiki.documents import titles
from wikic.wiki.documents.field_names import draft
from wikic.wiki.documents.read_outcome import Draft
from wikic.wiki.documents.whatsapp import is_whatsapp, read_whatsapp

_FIELD: Final = re.compile(r"([A-Za-z_][\w-]*):[ \t]*(.*)$", re.MULTILINE)
_RST_FIELD: Final = re.compile(r":(author|date|lang|language):[ \t]+(.+)$", re.MULTILINE | re.IGNORECASE)
_RST_PICTURE: Final = re.compile(
    r"^(?P<indent> *)\.\. (?:image|(?P<figure>figure))::[ ]+(?P<source>[^\n<>]+)\n"
    r"(?P<options>(?:(?P=indent) +:[\w-]+:[^\n]*\n)*)"
    r"(?(figure)(?:\n(?P<caption>(?:(?P=indent) {2,}(?![.:*-] )\S[^\n]*\n)+))?)",
    re.MULTILINE,
)
_RST_ALT: Final = re.compile(r":alt:[ ]+([^\n]+)")
_RST_LOOK: Final = 4_000  # characters; docinfo stands right under the title


def read_markdown(text: str) -> Draft:
    """Frontmatter gives the fields and is taken off; the body is the text.

    Frontmatter that YAML cannot read gives what its ``key: value`` lines say; ``---`` around prose is
    no frontmatter.
    """
    fields, body = _split(text)
    made = draft(fields, body)
    return made if made.title else replace(made, title=titles.markdown_title(body))


def read_text(text: str) -> Draft:
    """Plain text, or an export of WhatsApp; the title is a short first line that stands alone."""
    if is_whatsapp(text):
        return read_whatsapp(text)
    return Draft(text=text, title=titles.leading_line(text))


def read_rst(text: str) -> Draft:
    """reStructuredText with its docinfo fields; its pictures stand as Markdown shows them."""
    fields = {name.lower(): value for name, value in _RST_FIELD.findall(text[:_RST_LOOK])}
    return replace(draft(fields, _RST_PICTURE.sub(_pictured, text)), title=titles.rst_title(text))


def _pictured(found: re.Match[str]) -> str:
    """A picture, and right below it the caption of a figure."""
    source, indent = found["source"].strip(), found["indent"]
    words = label((_RST_ALT.search(found["options"]) or ("", ""))[1])
    caption = " ".join((found["caption"] or "").split())
    below = f"\n{indent}{caption}" if caption else ""
    return f"{indent}![{words}](<{source}>){below}\n"


def _split(text: str) -> tuple[dict[str, Any], str]:
    head = frontmatter.split(text)
    if head is None or not head.closed:
        return {}, text
    try:
        fields = frontmatter.load(head.yaml)
    except FormatError:
        fields = {name: value.strip().strip("\"'") for name, value in _FIELD.findall(head.yaml)}
        if not fields:
            return {}, text
    return fields, text[head.body :].lstrip("\n")
