"""Markdown, plain text and reStructuredText: the text stays as it came."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final

from wikic.errors import FormatError
from wikic.markdown import frontmatter
from wikic.wiki.documents import titles
from wikic.wiki.documents.fields import draft
from wikic.wiki.documents.outcome import Draft
from wikic.wiki.documents.whatsapp import is_whatsapp, read_whatsapp

_FIELD: Final = re.compile(r"([A-Za-z_][\w-]*):[ \t]*(.*)$", re.MULTILINE)
_RST_FIELD: Final = re.compile(r":(author|date|lang|language):[ \t]+(.+)$", re.MULTILINE | re.IGNORECASE)
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
    """reStructuredText with its docinfo fields."""
    fields = {name.lower(): value for name, value in _RST_FIELD.findall(text[:_RST_LOOK])}
    return replace(draft(fields, text), title=titles.rst_title(text))


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
