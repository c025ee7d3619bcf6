"""Documents that were renamed or moved: gone under one key, new under another, with the same text.

Only documents that are files move. Records have ids of their own, and a file of them may hold new ones each
time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from wikic import layout
from wikic.errors import FormatError
from wikic.model import attachment
from wikic.model.article import Article
from wikic.wiki import article_file
from wikic.wiki.changes_on_disk import Notice
from wikic.wiki.tree import Tree

_MOST_NAMED: Final = 20  # of more their number is said


def moved(tree: Tree, gone: Iterable[str], added: Iterable[Article]) -> dict[str, str]:
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


def told(moves: Mapping[str, str]) -> Iterator[Notice]:
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
