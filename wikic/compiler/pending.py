"""Which of the documents that were read must be extracted: new ones, changed ones, stale ones when asked."""

from __future__ import annotations

from collections.abc import Iterable

from wikic import layout
from wikic.compiler.digesting import Failed
from wikic.compiler.options import Options
from wikic.compiler.report import Tally
from wikic.model.article import Article
from wikic.progress import Progress
from wikic.wiki.article_file import stored_text
from wikic.wiki.documents.outcome import Skipped, Unreadable
from wikic.wiki.workspace import Workspace


def find_pending(
    space: Workspace,
    documents: Iterable[Article | Unreadable | Skipped],
    curator: str,
    options: Options,
    tally: Tally,
    progress: Progress,
) -> tuple[list[Article], set[str]]:
    """Articles to extract, in order of key, and every key that was seen; the rest goes into ``tally``.

    curator: name of the curator that would extract them.
    """
    pending: list[Article] = []
    seen: set[str] = set()
    for document in documents:
        if isinstance(document, Skipped):
            tally.skipped.append(str(document))
            continue
        progress.advance()
        seen.add(document.key)
        if isinstance(document, Unreadable):
            tally.failed.append(Failed(document.key, f"{document.reason} ({document.location})"))
            continue
        known = space.symbols(document.key)
        if known is None:
            tally.added.append(document.key)
        elif known.sha256 != layout.text_hash(stored_text(document.text)):
            tally.changed.append(document.key)
        elif options.stale and known.compiled_with != curator:
            tally.changed.append(document.key)
        else:
            tally.unchanged += 1
            continue
        pending.append(document)
    pending.sort(key=lambda article: article.key)
    return pending, seen
