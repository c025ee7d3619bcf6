"""What the rules find in a wiki once some files have other contents, and what folding would make of it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final

from wikic import build_dir, layout
from wikic.compiler.fold_expectations import is_current
from wikic.errors import ConfigError, FormatError
from wikic.fix.code.request import FixRequest
from wikic.lint.cache.run import lint_tree
from wikic.lint.engine import Policy, Selection, lint
from wikic.lint.fixes.settle import Contents, Inspection
from wikic.lint.open_directory import reader
from wikic.lint.profile import Profile
from wikic.lint.view.wiki_view import Expect, WikiView
from wikic.model.change import Change, Delete, Write
from wikic.wiki.changes_on_disk import Notice
from wikic.wiki.tree import FileStat, TreeAfter
from wikic.wiki.workspace import Workspace

CONFLICT: Final = "D002"


class Inspector:
    """Looks at one wiki, as it stands or as it will be. Each look costs what has changed since the last."""

    def __init__(self, request: FixRequest, scratch: Path) -> None:
        """``scratch``: a directory of its own, for what was found in files that stay as they are.

        Raises NotAWikiError, ConfigError and UsageError as linting does.
        """
        self._request = request
        self._files = reader(request.root, request.settings)
        self._stats = dict(self._files.walk())
        self._profile = Profile.of(request.settings)
        self._policy = Policy.of(request.settings)
        self._cache = scratch / layout.LINT_CACHE_FILE
        with suppress(OSError):
            shutil.copyfile(build_dir.at(request.root) / layout.LINT_CACHE_FILE, self._cache)
        self._told: list[Notice] = []
        self._now: list[Notice] = []
        self.may_fold = False
        self.unsteady: set[str] = set()

    @property
    def prefix(self) -> str:
        """What people see before a file path."""
        return self._profile.prefix

    @property
    def notices(self) -> list[Notice]:
        """What folding had to say: of each fold about the pages it changed, of the last one about all."""
        return [*self._told, *self._now]

    def inspect(self, contents: Contents) -> Inspection:
        """Findings of the selected rules, as the wiki's owners judge them."""
        request = self._request
        contents = dict(contents)
        tree = TreeAfter(request.root, self._files, contents)
        fold = lru_cache(maxsize=1)(lambda: self._fold(tree))
        linted = lint_tree(
            tree,
            Selection.of(self._profile, request.select, (*request.ignore, *self._policy.off)),
            opinion=None if self._profile.is_vault else lambda: _opinion(fold()),
            cache=self._cache,
            configuration=request.title,
        )
        found = self._policy.judge(linted.findings, self._profile.prefix)
        safely = self._unless_in_conflict(linted.view, fold)
        return Inspection(linted.view, found, safely, lambda file: file in contents or self._is_steady(file))

    def _is_steady(self, file: str) -> bool:
        """Whether nobody saved the file since it was listed."""
        try:
            status = os.stat(self._request.root / self._request.inside / file, follow_symlinks=False)
            steady = FileStat(status.st_mtime_ns, status.st_size) == self._stats.get(file)
        except OSError:
            steady = False
        if not steady:
            self.unsteady.add(file)
        return steady

    def _fold(self, tree: TreeAfter) -> tuple[Change, ...]:
        """What folding would change; nothing where a digest or a decision cannot be read."""
        title = self._request.title
        self.may_fold = False
        self._now.clear()
        if self._profile.is_vault:
            return ()
        if is_current(tree, title):
            self.may_fold = True
            return ()
        try:
            space = Workspace.open(self._request.root, title, tree=tree)
        except (FormatError, ConfigError) as error:
            self._now.append(Notice("", f"nothing was folded: {error}"))
            return ()
        changes = space.propose("fix").changes
        self._now += space.notices
        # A page that cannot be read is not folded, and an edit may make it readable yet.
        changed = {change.path for change in changes}
        self._told += (notice for notice in space.notices if notice.path in changed)
        self.may_fold = True
        return changes

    def _unless_in_conflict(
        self, view: WikiView, fold: Callable[[], tuple[Change, ...]]
    ) -> Callable[[], tuple[Change, ...]]:
        """The fold, unless it would take the markers of a conflict for people's words."""

        def changes() -> tuple[Change, ...]:
            found = fold()
            pages = {each.path for each in found if view.profile.kind_of(each.path) == "page"}
            left = lint(view, select=[CONFLICT], paths=pages & view.files) if pages else ()
            if left:
                self.may_fold = False
                path = left[0].path
                self._now.append(Notice(path, "holds a conflict; nothing is folded until it is settled"))
            return () if left else found

        return changes


def _opinion(changes: tuple[Change, ...]) -> Expect:
    """What the fold gives for a page or an index, as ``compiler.fold_expectations`` does."""
    expected: dict[str, bytes] = {}
    for change in changes:
        if isinstance(change, Write):
            expected[change.path] = change.content
        elif isinstance(change, Delete):
            expected[change.path] = b""
    return lambda path: expected.get(layout.page_file(path))
