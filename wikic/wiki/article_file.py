"""``sources/articles/*.md``: frontmatter, then the text as it came; never parsed as wiki Markdown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wikic.errors import FormatError
from wikic.markdown import frontmatter
from wikic.model import attachment
from wikic.model.article import Article
from wikic.model.attachment import Attachment


def stored_text(text: str) -> str:
    """The text as it is stored and hashed: line ends ``\\n``, ending in exactly the ``\\n`` it needs."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if text.endswith("\n") else text + "\n"


def render(article: Article) -> bytes:
    """The file's bytes; ``parse(render(a)).text == stored_text(a.text)``."""
    head: dict[str, Any] = {"type": "article", "key": article.key, "title": article.title}
    optional = {
        "location": article.location,
        "date": article.date,
        "author": article.author,
        "collection": article.collection_title,
        "language": article.language,
        "attachments": {each.name: _told(each) for each in article.attachments},
    }
    head.update({name: value for name, value in optional.items() if value})
    return (frontmatter.dump(head) + stored_text(article.text)).encode("utf-8")


def _told(each: Attachment) -> dict[str, str]:
    return {"sha256": each.sha256, **({"source": each.source} if each.source else {})}


def listed(fields: Mapping[str, Any]) -> tuple[Attachment, ...]:
    """The attachments that an article's frontmatter lists; what is none, or leads elsewhere, is left out."""
    value = fields.get("attachments")
    found: list[Attachment] = []
    for name, told in value.items() if isinstance(value, dict) else ():
        if isinstance(name, str) and attachment.is_name(name) and isinstance(told, dict):
            sha256, source = (told.get(key) for key in ("sha256", "source"))
            if isinstance(sha256, str):
                found.append(Attachment(name, sha256, source if isinstance(source, str) else ""))
    return tuple(found)


def attached(data: bytes) -> frozenset[str]:
    """Names of the attachments that an article's file lists; none where it cannot be read."""
    if b"\nattachments:" not in data:
        return frozenset()
    try:
        return frozenset(each.name for each in parse(data, "").attachments)
    except FormatError:
        return frozenset()


def parse(data: bytes, file: str) -> Article:
    """The article in ``data``; ``file`` only names it in errors.

    Raises FormatError when the frontmatter is missing, broken or has no key.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(f"{file} is not UTF-8") from error
    head = frontmatter.split(text)
    if head is None or not head.closed:
        raise FormatError(f"{file} has no frontmatter")
    fields = frontmatter.load(head.yaml)
    if not isinstance(fields.get("key"), str):
        raise FormatError(f"{file} has no key")

    def field(name: str) -> str | None:
        value = fields.get(name)
        return value if isinstance(value, str) and value else None

    return Article(
        key=fields["key"],
        title=field("title") or fields["key"],
        text=text[head.end :],
        location=field("location"),
        date=field("date"),
        language=field("language") or "und",
        collection_title=field("collection"),
        author=field("author"),
        attachments=listed(fields),
    )
