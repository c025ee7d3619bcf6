"""``settle`` over a view in memory, where nothing is folded."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from wikic.lint.engine import lint
from wikic.lint.fixes.settle import Contents, Fixed, Inspection, settle_edits
from wikic.lint.registry import RULES
from wikic.lint.rule import Rule
from wikic.lint.view.wiki_view import WikiView
from wikic.model.change import Write


def fix(
    view: WikiView,
    *,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    paths: Collection[str] | None = None,
    unsafe: bool = False,
    rules: tuple[Rule, ...] = RULES,
) -> Fixed:
    """Lint and apply until no edit is left; nothing is folded.

    paths: file paths to report on and to fix, None for all.

    Raises UsageError for a selector that names no rule.
    """
    select, ignore = tuple(select), tuple(ignore)

    def inspect(contents: Contents) -> Inspection:
        writes = [Write(path, data) for path, data in contents.items() if data is not None]
        after = view.after(writes)
        return Inspection(after, lint(after, select=select, ignore=ignore, paths=paths, rules=rules))

    return settle_edits(inspect, unsafe=unsafe)
