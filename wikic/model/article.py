"""A document as it was taken in."""

from __future__ import annotations

from dataclasses import dataclass

from wikic.model.attachment import Attachment


@dataclass(frozen=True, slots=True)
class Article:
    """A source's text, kept unchanged (only line ends are normalised to ``\\n``).

    key: the source's identity, ``<collection>/<record id or relative path>``.
    title: from frontmatter, heading, field or file name, in this order.
    text: the whole text; never parsed as wiki Markdown.
    location: where the document came from (relative path or URL), or None.
    date: the document's own date, ``YYYY``, ``YYYY-MM`` or ``YYYY-MM-DD``, or None.
    language: BCP 47 primary tag (``en``, ``zh``), ``und`` when unknown.
    collection_title: the book, journal or folder the document belongs to, or None; tells works with one
        title apart.
    author: who wrote it, where the document says so, or None.
    attachments: pictures and files that stand beside it, by name.
    missing: what could not be attached and why, a line each; not kept.
    aliases: other names that its author gives the document; kept in its digest.
    tags: that its author gives it; kept in its digest.
    """

    key: str
    title: str
    text: str
    location: str | None = None
    date: str | None = None
    language: str = "und"
    collection_title: str | None = None
    author: str | None = None
    attachments: tuple[Attachment, ...] = ()
    missing: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
