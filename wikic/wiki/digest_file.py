"""``sources/digests/*.md``, the object file: quoted blocks as Markdown, the extraction as JSON lines.

The format is docs/disk-format.md, "Digest". Ids of statements are computed from their text when a file is
read, so a statement edited by hand is a new statement and never a lie about its hash. A digest whose blocks
and statements the article's text gives (``derived``) holds neither: ``complete`` gives them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from wikic import layout
from wikic.document.document_passages import document_statements, itself, words_said
from wikic.errors import FormatError
from wikic.markdown import frontmatter
from wikic.markdown.escape import escape, unescape
from wikic.model import attachment
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.statement import Block, Statement
from wikic.text.normalise import normalise
from wikic.wiki import article_file, link_form
from wikic.wiki.digest_lines import marked, read_lines, unsaid, written_lines

# A quoted block with the anchor that citations lead to; of format 2, with its id behind it.
POINT = re.compile(
    r'^- (?:<a id="(?P<id>p[0-9a-f]{8})"></a>(?P<text>.*)|(?P<words>.*) \^(?P<old>p[0-9a-f]{8}))$', re.M
)
_OLD_POINT = re.compile(rb"^- .* \^p[0-9a-f]{8}$", re.M)
FENCE = "```"
_WAY = f"../{layout.ARTICLES_DIR.rpartition('/')[2]}/"  # from a digest to what stands beside articles
_ARTICLE = "The document"  # what the link to the article says
POINTS, EXTRACTION = "## Key Points", "## Extraction"
_LACKS = f"lacks {POINTS!r}, {EXTRACTION!r} or its closed jsonl block"


def render(digest: Digest) -> bytes:
    """The file's bytes; ``parse(render(d))`` equals ``canonical(d)``."""
    head = {
        "type": "digest",
        "key": digest.key,
        "title": digest.title,
        **({} if digest.derived else {"article": layout.article_path(digest.key)}),
        "sha256": digest.sha256,
        **({"date": digest.date} if digest.date else {}),
        "ingested": digest.ingested,
        "compiled_with": digest.compiled_with,
    }
    lines = [frontmatter.dump(head) + f"# {escape(digest.title)}"]
    if digest.summary:
        lines.append(f"> {escape(digest.summary)}")
    article = link_form.link(layout.article_path(digest.key), _ARTICLE, layout.digest_path(digest.key))
    lines += ["", article, ""]
    if not digest.derived:
        points = [f'- <a id="{block.id}"></a>{escape(normalise(block.text))}' for block in digest.blocks]
        lines += [POINTS, *(attachment.shown_from(each, _WAY) for each in points), ""]
    lines += [EXTRACTION, FENCE + "jsonl", *written_lines(digest), FENCE]
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
    derived = points is None
    if derived and (found.entities or found.statements):
        raise FormatError(f"{file} {_LACKS}")
    quotes = quoted("\n".join(body[points])) if points is not None else ()
    blocks = tuple(Block(id, text, number) for number, (id, text) in enumerate(quotes, start=1))
    title = _required(fields, "title", file)
    above = body[: body.index(EXTRACTION) if points is None else points.start]
    summary = next((unescape(line[2:]) for line in above if line.startswith("> ")), "")
    return Digest(
        key=_required(fields, "key", file),
        title=title,
        sha256=_required(fields, "sha256", file),
        date=fields.get("date") or None,
        ingested=_required(fields, "ingested", file),
        compiled_with=_required(fields, "compiled_with", file),
        summary=summary,
        blocks=blocks,
        entities=(itself(title, summary),) if derived else found.entities,
        statements=found.statements,
        terms=found.terms,
        aliases=found.given.aliases,
        tags=found.given.tags,
        links=found.given.links,
        removed=found.given.removed,
        derived=derived,
        marks=found.marks,
    )


def read_digest(data: bytes, file: str, read: Callable[[str], bytes | None]) -> Digest:
    """The whole digest in ``data``: what its file says, and what its article says by itself.

    read: the bytes of a file of the same tree, None where it is not there. Raises FormatError as ``parse``.
    """
    digest = parse(data, file)
    if not _is_library(digest):
        return digest
    article = read(layout.page_file(layout.article_path(digest.key)))
    with suppress(FormatError):
        return digest if article is None else complete(digest, article_file.parse(article, file))
    return digest


def complete(digest: Digest, article: Article) -> Digest:
    """``digest`` with what its article says by itself, where it is of a document of a library.

    One that rules made, of the form in which digests held that as well, is made one of today's.
    """
    if not _is_library(digest) or (digest.derived and digest.statements):
        return digest
    words = words_said(article, digest.title, digest.tags)
    alone = len(digest.entities) == 1 and all(_is_derived(each) for each in digest.statements)
    if not digest.derived and not alone:
        return replace(digest, words=words)
    blocks, said = document_statements(article)
    before = (marked(unsaid(each.id), each) for each in digest.statements)
    marks = {each.id: each for each in (*digest.marks, *before) if each != unsaid(each.id)}
    statements = tuple(marked(each, marks.pop(each.id, each)) for each in said)
    left = tuple(marks.values())
    return replace(digest, blocks=blocks, statements=statements, words=words, derived=True, marks=left)


def _is_library(digest: Digest) -> bool:
    """Whether it is the digest of a document of a library, of which the document is the one thing named."""
    return digest.entities[:1] == (itself(digest.title, digest.summary),)


def _is_derived(statement: Statement) -> bool:
    """Whether rules took a statement from a document of a library, in its words."""
    return statement.place is not None and not statement.relations


def quoted(points: str) -> Iterator[tuple[str, str]]:
    """Id and text of each block that the lines of a digest quote, in order."""
    for match in POINT.finditer(points):
        yield match["id"] or match["old"], unescape(match["words"] if match["id"] is None else match["text"])


def is_current(data: bytes, digest: Digest) -> bool:
    """Whether a digest was written in today's form, with a link to its article and without its words."""
    whole = digest.derived and f"\n{POINTS}\n".encode() in data
    return f"\n[{_ARTICLE}](".encode() in data and _OLD_POINT.search(data) is None and not whole


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


def _sections(body: list[str], file: str) -> tuple[slice | None, slice]:
    """Line ranges of the key points, None where there are none, and of the JSON lines."""
    try:
        points = body.index(POINTS) if POINTS in body else None
        extraction = body.index(EXTRACTION, points or 0)
        start = body.index(FENCE + "jsonl", extraction) + 1
        end = body.index(FENCE, start)
    except ValueError as error:
        raise FormatError(f"{file} {_LACKS}") from error
    return None if points is None else slice(points + 1, extraction), slice(start, end)
