"""``sources/digests/*.md``, the object file: quoted blocks as Markdown, the extraction as JSON lines.

The format is docs/disk-format.md, "Digest". Ids of statements are computed from their text when a file is
read, so a statement edited by hand is a new statement and never a lie about its hash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from wikic import layout
from wikic.errors import FormatError
from wikic.markdown import frontmatter
from wikic.markdown.escape import escape, unescape
from wikic.model import attachment
from wikic.model.digest import Digest
from wikic.model.statement import Block
from wikic.text.normalise import normalise
from wikic.wiki import link_form
from wikic.wiki.digest_lines import read_lines, written_lines

# A quoted block with the anchor that citations lead to; of format 2, with its id behind it.
POINT = re.compile(
    r'^- (?:<a id="(?P<id>p[0-9a-f]{8})"></a>(?P<text>.*)|(?P<words>.*) \^(?P<old>p[0-9a-f]{8}))$', re.M
)
_OLD_POINT = re.compile(rb"^- .* \^p[0-9a-f]{8}$", re.M)
FENCE = "```"
_WAY = f"../{layout.ARTICLES_DIR.rpartition('/')[2]}/"  # from a digest to what stands beside articles
_ARTICLE = "The document"  # what the link to the article says
POINTS, EXTRACTION = "## Key Points", "## Extraction"


def render(digest: Digest) -> bytes:
    """The file's bytes; ``parse(render(d))`` equals ``canonical(d)``."""
    head = {
        "type": "digest",
        "key": digest.key,
        "title": digest.title,
        "article": layout.article_path(digest.key),
        "sha256": digest.sha256,
        **({"date": digest.date} if digest.date else {}),
        "ingested": digest.ingested,
        "compiled_with": digest.compiled_with,
    }
    lines = [frontmatter.dump(head) + f"# {escape(digest.title)}"]
    if digest.summary:
        lines.append(f"> {escape(digest.summary)}")
    article = link_form.link(layout.article_path(digest.key), _ARTICLE, layout.digest_path(digest.key))
    lines += ["", article, "", POINTS]
    points = [f'- <a id="{block.id}"></a>{escape(normalise(block.text))}' for block in digest.blocks]
    lines += [attachment.shown_from(each, _WAY) for each in points]
    lines += ["", EXTRACTION, FENCE + "jsonl"]
    lines += written_lines(digest)
    lines.append(FENCE)
    return ("\n".join(lines) + "\n").encode("utf-8")


def parse(data: bytes, file: str) -> Digest:
    """The digest in ``data``; ``file`` only names it in errors.

    Raises FormatError, with a line, for anything that is not a digest.
    """
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise FormatError(f"{file} is not UTF-8") from error
    head = frontmatter.split(text)
    if head is None or not head.closed:
        raise FormatError(f"{file} has no frontmatter")
    try:
        fields = frontmatter.load(head.yaml)
    except FormatError as error:
        raise FormatError(f"{file}: {error}") from error
    body = text[head.end :].split("\n")
    first_line = text.count("\n", 0, head.end) + 1
    points, records = _sections(body, file)
    found = read_lines(body, records, first_line, file)
    blocks = tuple(
        Block(id, text, number) for number, (id, text) in enumerate(quoted("\n".join(body[points])), start=1)
    )
    return Digest(
        key=_required(fields, "key", file),
        title=_required(fields, "title", file),
        sha256=_required(fields, "sha256", file),
        date=fields.get("date") or None,
        ingested=_required(fields, "ingested", file),
        compiled_with=_required(fields, "compiled_with", file),
        summary=next((unescape(line[2:]) for line in body[: points.start] if line.startswith("> ")), ""),
        blocks=blocks,
        entities=found.entities,
        statements=found.statements,
        words=found.words,
        terms=found.terms,
        aliases=found.aliases,
        tags=found.tags,
        links=found.links,
        removed=found.removed,
    )


def quoted(points: str) -> Iterator[tuple[str, str]]:
    """Id and text of each block that the lines of a digest quote, in order."""
    for match in POINT.finditer(points):
        yield match["id"] or match["old"], unescape(match["words"] if match["id"] is None else match["text"])


def is_current(data: bytes) -> bool:
    """Whether a digest was written in today's form, with a link to its article."""
    return f"\n[{_ARTICLE}](".encode() in data and _OLD_POINT.search(data) is None


def canonical(digest: Digest) -> Digest:
    """``digest`` as it is read back: blocks renumbered from 1, without kind and section."""
    blocks = tuple(
        Block(block.id, normalise(block.text), number) for number, block in enumerate(digest.blocks, start=1)
    )
    return replace(digest, blocks=blocks)


def _required(fields: dict[str, Any], name: str, file: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str) or not value:
        raise FormatError(f"{file} has no {name}")
    return value


def _sections(body: list[str], file: str) -> tuple[slice, slice]:
    """Line ranges of the key points and of the JSON lines."""
    try:
        points = body.index(POINTS)
        extraction = body.index(EXTRACTION, points)
        start = body.index(FENCE + "jsonl", extraction) + 1
        end = body.index(FENCE, start)
    except ValueError as error:
        raise FormatError(f"{file} lacks {POINTS!r}, {EXTRACTION!r} or its closed jsonl block") from error
    return slice(points + 1, extraction), slice(start, end)
