"""Which of the documents that were read must be extracted: new ones, changed ones, stale ones when asked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic import layout
from wikic.compiler.article_digest import STANDS_IN, Failed
from wikic.compiler.options import Options
from wikic.compiler.pending_articles import PendingArticles
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
from wikic.wiki.review_folder import Rejection, ReviewFolder
from wikic.wiki.tree import Tree
from wikic.wiki.workspace import Workspace

_MOST_NAMED: Final = 20  # documents of one kind; of more their number is said


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of documents before they are looked at.

    space: the wiki.
    folder: what waits for review, as files.
    waiting: digests that wait, by key.
    rejected: documents that were rejected, by key.
    """

    space: Workspace
    folder: ReviewFolder
    waiting: Mapping[str, Digest]
    rejected: Mapping[str, Rejection]

    def asks(self, key: str) -> bool:
        """Whether it matters what the text of a document is."""
        return self.space.symbols(key) is not None or key in self.waiting or key in self.rejected


def find_pending(
    known: Known,
    documents: Iterable[Article | Unreadable | Skipped],
    curator: str,
    options: Options,
    tally: Tally,
    progress: Progress,
) -> tuple[PendingArticles, set[str]]:
    """Articles to extract, in order of key, and every key that was seen; the rest goes into ``tally``.

    curator: name of the curator that would extract them.
    """
    pending = PendingArticles()
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
            reason = f"{document.reason} ({document.place})"
            tally.failed.append(Failed(document.key, reason, trace=document.trace))
            continue
        text = layout.text_hash(stored_text(document.text)) if known.asks(document.key) or given_up else ""
        gave_up = given_up.get((document.key, text))
        if gave_up is not None:
            there = known.space.symbols(document.key)
            stands = there is not None and there.sha256 == text
            (tally.by_rules if stands else tally.failed).append(gave_up)
            if not stands:
                continue
        again = options.waits and gave_up is None
        if _is_pending(known, document, text, curator if options.stale else None, tally, again=again):
            pending.add(document)
    return pending, seen


def empty(keys: Sequence[str]) -> list[Notice]:
    """What to say of documents that say nothing: nothing is wrong with them."""
    if not keys:
        return []
    count = "1 document is empty" if len(keys) == 1 else f"{len(keys):,} documents are empty"
    named = ", ".join(sorted(keys)[:_MOST_NAMED]) + (", …" if len(keys) > _MOST_NAMED else "")
    return [Notice("", f"{count}: {named}")]


def _is_pending(
    known: Known, document: Article, text: str, curator: str | None, tally: Tally, *, again: bool
) -> bool:
    """Whether a document must be extracted; what it is goes into ``tally``.

    text: hash of its text. curator: whose digests alone are not stale, None where that does not matter.
    again: whether a model is asked that was asked in vain.
    """
    key = document.key
    there, held, rejected = known.space.symbols(key), known.waiting.get(key), known.rejected.get(key)
    if held is None and rejected is not None and rejected.sha256 == text:
        tally.rejected.append(key)
        return False
    given = document.aliases, document.tags, stated_links(document)
    trees = [known.space.tree]
    if held is not None and there is not None and there.sha256 == text != held.sha256:
        tally.reverted.append(key)
        held = None
    if held is not None:
        trees.append(known.folder.tree)
    now = held or there
    if now is None:
        tally.added.append(key)
        return True
    whole = now.sha256 == text and any(_attached(tree, document) for tree in trees)
    stale = curator not in (None, now.compiled_with) or (again and STANDS_IN in now.compiled_with)
    if not whole or stale:
        (tally.added if there is None else tally.changed).append(key)
        return True
    if held is not None:
        tally.waiting.append(key)
    else:
        tally.unchanged += 1
    if given != (now.aliases, now.tags, now.links):
        (tally.given if held is None else tally.given_aside).append((key, given))
    return False


def given_anew(space: Workspace, tally: Tally) -> Iterator[Digest]:
    """The digests of documents whose text is as it was, with the aliases, tags and links they have now.

    Nothing is extracted anew: these are no matter of judgement, and older digests do not hold them.
    """
    for key, (aliases, tags, links) in tally.given:
        yield replace(space.digest(key), aliases=aliases, tags=tags, links=links)


def _attached(tree: Tree, article: Article) -> bool:
    """Whether the pictures and files of a known document stand beside its article, to go by their sizes."""
    folder = layout.attachments_dir(article.key)
    found = ((tree.stat(f"{folder}/{each.name}"), each.size) for each in article.attachments)
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
