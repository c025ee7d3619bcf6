"""Which of the documents that were read must be extracted: new ones, changed ones, stale ones when asked.

More of them may wait than the memory holds. A document that was renamed or moved, gone under one key and new
under another with the same text, is known again. Only documents that are files move: records have ids of
their own, and a file of them may hold new ones each time.
"""

from __future__ import annotations

import pickle
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from tempfile import SpooledTemporaryFile
from typing import Final
from weakref import finalize

from wikic import layout
from wikic.compiler.article_digest import STANDS_IN, Failed
from wikic.compiler.options import Options
from wikic.compiler.report import Tally
from wikic.errors import DiskError, FormatError
from wikic.llm.agent_work import unsigned
from wikic.model import attachment
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.progress import Progress
from wikic.wiki import article_file
from wikic.wiki.article_file import stored_text
from wikic.wiki.changes_on_disk import Notice
from wikic.wiki.documents.read_outcome import Skipped, Unreadable
from wikic.wiki.documents.stated_links import stated_links
from wikic.wiki.documents.walk import EXTENSIONS
from wikic.wiki.fold.symbols import DigestSymbols
from wikic.wiki.review_folder import Rejection, ReviewFolder
from wikic.wiki.tree import Tree
from wikic.wiki.workspace import Workspace

IN_MEMORY: Final = 64 << 20  # bytes; beyond them all lie in a temporary file, which has no name


class PendingArticles:
    """Articles, gone through in order of their keys as often as need be. Both raise DiskError."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile[bytes](max_size=IN_MEMORY)
        finalize(self, _close, self._file)
        self._places: dict[str, int] = {}  # where each begins, by key

    def add(self, article: Article) -> None:
        """Take one more, of a key that none has."""
        with _disk_errors():
            self._places[article.key] = self._file.seek(0, 2)
            pickle.dump(article, self._file, pickle.HIGHEST_PROTOCOL)

    def remove(self, key: str) -> None:
        """Let go of one."""
        del self._places[key]

    def __len__(self) -> int:
        return len(self._places)

    def keys(self) -> list[str]:
        """The keys, in order."""
        return sorted(self._places)

    def __iter__(self) -> Iterator[Article]:
        for key in self.keys():
            with _disk_errors():
                self._file.seek(self._places[key])
                article: Article = pickle.load(self._file)
            yield article


def _close(file: SpooledTemporaryFile[bytes]) -> None:
    with suppress(OSError):  # what could not be written
        file.close()


@contextmanager
def _disk_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise DiskError(
            f"the temporary file of documents to take in cannot be used: {error.strerror}",
            hint="TMPDIR names the folder it lies in; it takes as much as the documents' text",
        ) from error


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
    stale = curator not in (None, unsigned(now.compiled_with)) or (again and STANDS_IN in now.compiled_with)
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


def find_repeated(
    pending: Iterable[Article], known: Mapping[str, DigestSymbols], gone: Collection[str]
) -> tuple[list[str], list[Notice]]:
    """Copies beside their originals, by key, and what to say of documents whose text another source has.

    A file beside one of the same text and extension is its copy, as programs that sync make them ("oven
    (conflicted copy).md"): it gives no page. Others count by themselves all the same.

    known: the sources in the wiki.
    gone: those of them whose documents are no longer there; what was moved repeats nothing.
    """
    coming: dict[str, str] = {}
    as_stored: dict[str, str] = {}
    for each in pending:
        as_stored[each.key] = layout.text_hash(stored_text(each.text))
        # Links to pictures name their own document; without them equal texts are equal.
        shows = attachment.spoken(each.text) != each.text
        coming[each.key] = _hash(each.text) if shows else as_stored[each.key]
    left = {key: each.sha256 for key, each in known.items() if key not in coming and key not in gone}
    first: dict[str, str] = {}
    beside: dict[tuple[str, object], str] = {}  # the first of a text in its folder
    for key in sorted(left):
        first.setdefault(left[key], key)
        beside.setdefault((left[key], _place(key)), key)
    copies: list[str] = []
    same: list[str] = []
    for key in sorted(coming, key=lambda key: (len(key), key)):
        original = beside.setdefault((as_stored[key], _place(key)), key)
        other = first.setdefault(coming[key], key)
        if original != key:
            copies.append(key)
            same.append(f"{key} is a copy of {original}, which gives the page")
        elif other != key:
            same.append(f"{key} has the same text as {other}")
    found = [Notice("", said) for said in same[:_MOST_NAMED]]
    if len(same) > _MOST_NAMED:
        found.append(Notice("", f"{len(same) - _MOST_NAMED} more documents have the same text as others"))
    return copies, found


def _place(key: str) -> tuple[str, str] | str:
    """Folder and extension of a file; of a record its key, for records are no copies."""
    path = PurePosixPath(key)
    return (str(path.parent), path.suffix.lower()) if path.suffix.lower() in EXTENSIONS else key


def find_moved(tree: Tree, gone: Iterable[str], added: Iterable[Article]) -> dict[str, str]:
    """The key that each moved document had, by the key it has now.

    gone: keys of sources whose documents are not there any more. added: articles of new keys. Of several with
    one text those go together whose files have one name, then those first in order of key.
    """
    found: dict[str, str] = {}
    gone = list(gone)
    if not gone:
        return found
    new: dict[str, list[str]] = defaultdict(list)
    for key, hashed in sorted((each.key, _hash(each.text)) for each in filter(_is_file, added)):
        new[hashed].append(key)
    old: dict[str, list[str]] = defaultdict(list)
    for key in sorted(gone):
        text = _stored(tree, key)
        if text is not None and text in new:
            old[text].append(key)
    for text, keys in old.items():
        for same_name in (True, False):
            for key in list(keys):
                near = (each for each in new[text] if not same_name or _name(each) == _name(key))
                target = next(near, None)
                if target is not None:
                    found[target] = key
                    new[text].remove(target)
                    keys.remove(key)
    return found


def tell_moved(moves: Mapping[str, str]) -> Iterator[Notice]:
    """What to say of documents that moved: new key to old."""
    for new, old in sorted(moves.items())[:_MOST_NAMED]:
        yield Notice("", f"{old} was renamed {new}: the wiki knows it by its new name")
    if len(moves) > _MOST_NAMED:
        yield Notice("", f"{len(moves) - _MOST_NAMED:,} more documents were renamed")


def _hash(text: str) -> str:
    # Links to pictures name their own document; without them equal texts are equal.
    return layout.text_hash(article_file.stored_text(attachment.spoken(text)))


def _stored(tree: Tree, key: str) -> str | None:
    """The hash of the text that the wiki holds of a source, None where it is no file or cannot be read."""
    file = layout.page_file(layout.article_path(key))
    data = tree.read(file)
    try:
        article = None if data is None else article_file.parse(data, file)
    except FormatError:
        return None
    return _hash(article.text) if article is not None and _is_file(article) else None


def _is_file(article: Article) -> bool:
    """Whether a document is a file, or part of a book in one: its key says where it lies."""
    path = layout.source_key("", (article.location or "").partition("/")[2])
    name = article.key.partition("/")[2]
    return bool(path) and (name == path or name.startswith(f"{path}/"))


def _name(key: str) -> str:
    return key.rpartition("/")[2]
