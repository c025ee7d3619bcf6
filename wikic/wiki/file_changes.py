"""Changes of single files: none where a file stands as it should; else with what they expect on disk."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.model.change import ABSENT, Change, Delete, Move, Write
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


_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")


def diff_lines(root: Path, change: Change, inside: str = layout.WIKI_DIR) -> Iterator[str]:
    """The lines of the diff between what is on disk and ``change``, without their ends.

    Bytes that are no UTF-8 are surrogates. Of pictures and files beside articles it is only said that they
    differ, as git does.

    inside: the directory that paths are relative to, "" for ``root`` itself.
    """
    place = f"{inside}/" if inside else ""
    old, new = f"a/{place}{change.path}", f"b/{place}{change.path}"
    if isinstance(change, Move):
        yield from (f"diff --git {old} b/{place}{change.target}", "similarity index 100%")
        yield from (f"rename from {place}{change.path}", f"rename to {place}{change.target}")
        return
    file = root / inside / change.path
    if layout.is_attachment(change.path):
        gone = isinstance(change, Delete)
        there = old if file.is_file() else "/dev/null"
        yield f"Binary files {there} and {'/dev/null' if gone else new} differ"
        return
    before = _lines(file.read_bytes() if file.is_file() else None)
    after = [] if isinstance(change, Delete) else _lines(change.content)
    # A name with a space ends at a tab, as git writes it.
    end = "\t" if " " in change.path else ""
    heads = (old + end if before else "/dev/null", new + end if after else "/dev/null")
    for line in unified_diff(before, after, *heads):
        yield from (line[:-1],) if line.endswith("\n") else (line, "\\ No newline at end of file")


def _lines(data: bytes | None) -> list[str]:
    """Lines as git counts them: a form feed or U+2028 ends none."""
    return _LINE.findall((data or b"").decode("utf-8", errors="surrogateescape"))
