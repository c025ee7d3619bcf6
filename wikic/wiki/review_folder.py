"""``review/``: digests that wait for a person, with their articles, and what is remembered of rejected ones.

It lies beside ``wiki/`` and is laid out as that is, so that what lands is what was looked at. A document is
rejected as long as its text is the one that was. The format is docs/disk-format.md, "What waits for review".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from wikic import layout
from wikic.errors import FormatError, NotPlainError
from wikic.markdown import frontmatter
from wikic.model.change import Change
from wikic.model.digest import Digest
from wikic.model.written import Written
from wikic.wiki import article_file, digest_file, schema_file, written_file
from wikic.wiki.file_changes import FileChanges
from wikic.wiki.tree import Tree
from wikic.wiki.workspace import Source

_DIGESTS = f"{layout.DIGESTS_DIR}/"
_REJECTED = f"{layout.REJECTED_DIR}/"


@dataclass(frozen=True, slots=True)
class Rejection:
    """A document, or a written article, that a person rejected.

    key, title: of the document. sha256: hash of the text that was rejected; of an article that of its units.
    reason: in a person's words, "" where nobody said.
    """

    key: str
    title: str
    sha256: str
    reason: str = ""


class ReviewFolder:
    """The ``review/`` of one knowledge base: reads it, and makes the changes that others land.

    Paths of changes are relative to ``review/``; ``transaction.apply_beside`` takes them.
    """

    def __init__(self, root: Path) -> None:
        """Raises NotPlainError where ``review`` is a symlink."""
        self.tree = Tree(root, inside=layout.REVIEW_DIR)
        if self.tree.wiki.is_symlink():
            raise NotPlainError(f"{self.tree.wiki}: is a symlink", hint="put a directory in its place")
        self._files = FileChanges(self.tree)

    # --- reading ----------------------------------------------------------------------------------

    def waiting(self) -> dict[str, Digest]:
        """The digests that wait, by key, in order. Raises FormatError for a file that is none."""
        found: dict[str, Digest] = {}
        for file in self._named(_DIGESTS, ".md"):
            where = f"{layout.REVIEW_DIR}/{file}"
            digest = digest_file.read_digest(self.tree.read(file) or b"", where, self.tree.read)
            if layout.page_file(layout.digest_path(digest.key)) != file:
                raise FormatError(f"{where} is not where the digest of {digest.key} lies")
            found[digest.key] = digest
        return dict(sorted(found.items()))

    def articles(self) -> dict[str, Written]:
        """The written articles that wait, by ``written_file.key_of``, in order. Raises FormatError."""
        found = {written_file.key_of(each): each for _, each in self._articles()}
        return dict(sorted(found.items()))

    def _articles(self) -> Iterator[tuple[str, Written]]:
        for file in self._named(f"{layout.WRITTEN_DIR}/", ".md"):
            yield file, written_file.parse(self.tree.read(file) or b"", f"{layout.REVIEW_DIR}/{file}")

    def rejected(self) -> dict[str, Rejection]:
        """The documents that were rejected, by key, in order. Raises FormatError for what names none."""
        found: dict[str, Rejection] = {}
        for file in self._named(_REJECTED, ".yaml"):
            where = f"{layout.REVIEW_DIR}/{file}"
            try:
                said = frontmatter.load((self.tree.read(file) or b"").decode("utf-8"))
            except (UnicodeDecodeError, FormatError) as error:
                raise FormatError(f"{where}: {error}") from error
            values = [said.get(name, "") for name in Rejection.__slots__]
            if not all(isinstance(value, str) for value in values) or not (values[0] and values[2]):
                raise FormatError(f"{where} names no key and sha256 of a document")
            found[values[0]] = Rejection(*values)
        return dict(sorted(found.items()))

    def source(self, digest: Digest) -> Source:
        """What waits of a source, to take in: ``digest``, its article, its pictures and files.

        Raises FormatError where one of them is not there.
        """
        file = layout.page_file(layout.article_path(digest.key))
        data = self.tree.read(file)
        if data is None:
            raise FormatError(f"{layout.REVIEW_DIR}/{file} is gone", hint="`wikic review reject` drops it")
        return Source(digest, digest_file.render(digest), data, self._attached(digest.key, data))

    def _attached(self, key: str, article: bytes) -> tuple[tuple[str, bytes], ...] | None:
        """Pictures and files of an article; None where it has some, and all stand in ``wiki/`` already."""
        folder = layout.attachments_dir(key)
        names = sorted(article_file.attached(article))
        read = [(name, self.tree.read(f"{folder}/{name}")) for name in names]
        found = tuple((name, data) for name, data in read if data is not None)
        if names and not found:
            return None
        if len(found) < len(names):
            gone = next(name for name, data in read if data is None)
            raise FormatError(f"{layout.REVIEW_DIR}/{folder}/{gone} is gone")
        return found

    def weight(self, digest: Digest) -> int:
        """How many bytes its pictures and files have."""
        data = self.tree.read(layout.page_file(layout.article_path(digest.key))) or b""
        folder = layout.attachments_dir(digest.key)
        stats = (self.tree.stat(f"{folder}/{name}") for name in article_file.attached(data))
        return sum(stat.size for stat in stats if stat is not None)

    def files(self, key: str) -> list[str]:
        """The files of a source while it waits, and the one that says it was rejected; there or not."""
        article = layout.page_file(layout.article_path(key))
        folder, names = layout.attachments_dir(key), article_file.attached(self.tree.read(article) or b"")
        digest = layout.page_file(layout.digest_path(key))
        return [digest, article, *(f"{folder}/{name}" for name in sorted(names)), layout.rejection_file(key)]

    def _named(self, inside: str, end: str) -> list[str]:
        """File paths in a directory of it, in order; nothing is walked where there is none."""
        if not self.tree.wiki.is_dir():
            return []
        return sorted(file for file, _ in self.tree.walk() if file.startswith(inside) and file.endswith(end))

    # --- changes ----------------------------------------------------------------------------------

    def put(self, source: Source) -> list[Change]:
        """The changes with which a source waits, in place of what waited of it or was rejected."""
        key = source.digest.key
        changes: list[Change] = []
        if source.attached is not None:
            changes += self._files.attach(key, dict(source.attached))
        changes += self._files.write(layout.page_file(layout.article_path(key)), source.article_data)
        changes += self.rewrite(source.digest)
        return [*changes, *self.forgive(key)]

    def put_articles(self, articles: Iterable[Written]) -> list[Change]:
        """The changes with which articles wait, in place of those about the same things."""
        coming = {written_file.file_of(each): each for each in articles}
        things = {thing for each in coming.values() for thing in each.things}
        before = [
            file
            for file, each in self._articles()
            if file not in coming and not things.isdisjoint(each.things)
        ]
        changes = [change for file in before for change in self._files.delete(file)]
        for file, each in coming.items():
            changes += self._files.write(file, written_file.render(each))
        return changes

    def drop_article(self, key: str) -> list[Change]:
        """The changes after which no article of this key waits."""
        of_key = (file for file, each in self._articles() if written_file.key_of(each) == key)
        return [change for file in of_key for change in self._files.delete(file)]

    def drop_articles_of(self, keys: Collection[str]) -> list[Change]:
        """The changes after which no article waits that was composed of one of these sources."""
        gone = set(keys)
        waiting = self.articles() if gone else {}
        of_them = (key for key, each in waiting.items() if any(unit.key in gone for unit in each.units))
        return [change for key in of_them for change in self.drop_article(key)]

    def reject_article(self, written: Written, reason: str) -> list[Change]:
        """The changes after which an article waits no longer, and none is written of the same units."""
        key = written_file.key_of(written)
        said = Rejection(key, written.title, written_file.units_hash(written.units), reason)
        return [*self.drop_article(key), *self._write_rejection(said)]

    def rewrite(self, digest: Digest) -> list[Change]:
        """The change with which a digest that waits says something else."""
        return self._files.write(layout.page_file(layout.digest_path(digest.key)), digest_file.render(digest))

    def drop(self, key: str, *, landed: bool = False) -> list[Change]:
        """The changes after which nothing waits of a source.

        landed: only where its digest lands, or stands, in ``wiki/``.
        """
        digest = layout.page_file(layout.digest_path(key))
        article = layout.page_file(layout.article_path(key))
        folder = layout.attachments_dir(key)
        names = sorted(article_file.attached(self.tree.read(article) or b""))
        lands = (f"{layout.WIKI_DIR}/{digest}",) if landed else ()
        # A digest that somebody saves at this moment waits on, and needs the others.
        whole = (*lands, f"{layout.REVIEW_DIR}/{digest}")
        others = (*(f"{folder}/{name}" for name in names), article)
        return [
            *(change for file in others for change in self._files.delete(file, after=whole)),
            *self._files.delete(digest, after=lands),
        ]

    def reject(self, rejection: Rejection) -> list[Change]:
        """The changes after which a document waits no longer, and is remembered as rejected."""
        return [*self.drop(rejection.key), *self._write_rejection(rejection)]

    def _write_rejection(self, rejection: Rejection) -> list[Change]:
        said = {name: value for name in Rejection.__slots__ if (value := getattr(rejection, name))}
        data = schema_file.dump(said).encode("utf-8")
        return self._files.write(layout.rejection_file(rejection.key), data)

    def forgive(self, key: str) -> list[Change]:
        """The change after which it is not remembered that a document was rejected."""
        return self._files.delete(layout.rejection_file(key))
