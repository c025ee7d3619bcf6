"""Changes of single files: none where a file stands as it should; else with what they expect on disk."""

from __future__ import annotations

from collections.abc import Mapping

from wikic import layout
from wikic.model.change import ABSENT, Change, Delete, Write
from wikic.wiki import article_file
from wikic.wiki.tree import Tree


class FileChanges:
    """Makes the changes of one wiki's files.

    pretended: files that a dry run took as landed; what stands there on disk says nothing of them.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.pretended: set[str] = set()

    def attach(self, key: str, contents: Mapping[str, bytes]) -> list[Change]:
        """The changes that give an article these pictures and files, and take away its others."""
        folder = layout.attachments_dir(key)
        changes = [
            change for name, data in contents.items() for change in self.write(f"{folder}/{name}", data)
        ]
        before = self._tree.read(layout.page_file(layout.article_path(key)))
        for name in article_file.attached(before) - contents.keys() if before is not None else ():
            changes += self.delete(f"{folder}/{name}")
        return changes

    def write(self, file: str, data: bytes, expects: str | None = None) -> list[Change]:
        """The change that writes a file, none when it stands as it should.

        expects: hash of what stands there; None to look.
        """
        if expects is None:
            there = self._tree.read(file)
            expects = ABSENT if there is None else layout.content_hash(there)
        if expects == layout.content_hash(data) and file not in self.pretended:
            return []
        return [Write(file, data, expects)]

    def delete(self, file: str, expects: str | None = None, after: tuple[str, ...] = ()) -> list[Change]:
        """The change that deletes a file, none when it is not there.

        expects: hash of what stands there; None to look.
        after: files that must be written before.
        """
        if expects is None:
            there = self._tree.read(file)
            if there is None and file not in self.pretended:
                return []
            expects = ABSENT if there is None else layout.content_hash(there)
        return [Delete(file, expects, after)]
