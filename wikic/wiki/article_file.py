"""``sources/articles/*.md``: frontmatter, then the text as it came; never parsed as wiki Markdown."""

from __future__ import annotations

from wikic.errors import FormatError
from wikic.markdown import frontmatter
from wikic.model.article import Article


def stored_text(text: str) -> str:
    """The text as it is stored and hashed: line ends ``\\n``, ending in exactly the ``\\n`` it needs."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if text.endswith("\n") else text + "\n"


def render(article: Article) -> bytes:
    """The file's bytes; ``parse(render(a)).text == stored_text(a.text)``."""
    head = {"type": "article", "key": article.key, "title": article.title}
    optional = {
        "location": article.location,
        "date": article.date,
        "author": article.author,
        "collection": article.collection_title,
        "language": article.language,
    }
    head.update({name: value for name, value in optional.items() if value})
    return (frontmatter.dump(head) + stored_text(article.text)).encode("utf-8")


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
    )
