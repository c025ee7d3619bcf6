"""Which of the documents that were read must be extracted: new ones, changed ones, stale ones when asked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from wikic import layout
from wikic.compiler.article_digest import Failed
from wikic.compiler.options import Options
from wikic.compiler.report import Tally
from wikic.model import attachment
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.progress import Progress
from wikic.wiki.article_file import stored_text
from wikic.wiki.changes_on_disk import Notice
from wikic.wiki.documents.read_outcome import Skipped, Unreadable
from wikic.wiki.documents.stated_links import stated_links
from wikic.wiki.fold.symbols import DigestSymbols
from wikic.wiki.workspace import Workspace

_MOST_NAMED: Final = 20  # documents of one kind; of more their number is said


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
    given_up = {(each.key, each.text): each for each in options.given_up if each.text}
    for document in documents:
        if isinstance(document, Skipped):
            tally.skipped.append(str(document))
            tally.hidden += [f"{document.key}/"] if document.key else []
            continue
        progress.advance()
        seen.add(document.key)
        if isinstance(document, Unreadable):
            if document.empty:
                tally.empty.append(document.key)
                continue
            reason = f"{document.reason} ({document.location})"
            tally.failed.append(Failed(document.key, reason, trace=document.trace))
            continue
        known = space.symbols(document.key)
        text = layout.text_hash(stored_text(document.text)) if known is not None or given_up else ""
        if (document.key, text) in given_up:
            tally.failed.append(given_up[document.key, text])
            continue
        if known is None:
            tally.added.append(document.key)
        elif known.sha256 != text:
            tally.changed.append(document.key)
        elif not _attached(space, document):
            tally.changed.append(document.key)
        elif options.stale and known.compiled_with != curator:
            tally.changed.append(document.key)
        else:
            tally.unchanged += 1
            given = document.aliases, document.tags, stated_links(document)
            if given != (known.aliases, known.tags, known.links):
                tally.given.append((document.key, given))
            continue
        pending.append(document)
    pending.sort(key=lambda article: article.key)
    return pending, seen


def empty(keys: Sequence[str]) -> list[Notice]:
    """What to say of documents that say nothing: nothing is wrong with them."""
    if not keys:
        return []
    count = "1 document is empty" if len(keys) == 1 else f"{len(keys):,} documents are empty"
    named = ", ".join(sorted(keys)[:_MOST_NAMED]) + (", …" if len(keys) > _MOST_NAMED else "")
    return [Notice("", f"{count}: {named}")]


def given_anew(space: Workspace, tally: Tally) -> Iterator[Digest]:
    """The digests of documents whose text is as it was, with the aliases, tags and links they have now.

    Nothing is extracted anew: these are no matter of judgement, and older digests do not hold them.
    """
    for key, (aliases, tags, links) in tally.given:
        yield replace(space.digest(key), aliases=aliases, tags=tags, links=links)


def _attached(space: Workspace, article: Article) -> bool:
    """Whether the pictures and files of a known document stand beside its article, to go by their sizes."""
    folder = layout.attachments_dir(article.key)
    found = ((space.tree.stat(f"{folder}/{each.name}"), each.size) for each in article.attachments)
    return all(stat is not None and stat.size == size for stat, size in found)


def repeated(
    pending: Iterable[Article], known: Mapping[str, DigestSymbols], gone: Collection[str]
) -> list[Notice]:
    """What to say of documents to take in whose text another source has: each counts by itself all the same.

    known: the sources in the wiki.
    gone: those of them whose documents are no longer there; what was moved repeats nothing.
    """
    # Links to pictures name their own document; without them equal texts are equal.
    coming = {each.key: layout.text_hash(stored_text(attachment.spoken(each.text))) for each in pending}
    left = {key: each.sha256 for key, each in known.items() if key not in coming and key not in gone}
    first: dict[str, str] = {}
    for key in sorted(left):
        first.setdefault(left[key], key)
    same: list[tuple[str, str]] = []
    for key in sorted(coming):
        other = first.setdefault(coming[key], key)
        if other != key:
            same.append((key, other))
    found = [Notice("", f"{key} has the same text as {other}") for key, other in same[:_MOST_NAMED]]
    if len(same) > _MOST_NAMED:
        found.append(Notice("", f"{len(same) - _MOST_NAMED} more documents have the same text as others"))
    return found
