"""One pass: the edits of findings as changes of files. What no edit names stays byte for byte."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from wikic import layout
from wikic.lint.view.wiki_view import WikiView
from wikic.markdown import edit
from wikic.markdown.source import decode, encode
from wikic.model.change import Change, ChangeSet, Write
from wikic.model.finding import Edit, Finding

REASON: Final = "lint: edits of findings"


def always(file: str) -> bool:
    """True: a file in memory is not changed by others."""
    return True


def apply(
    findings: Iterable[Finding],
    view: WikiView,
    *,
    unsafe: bool = False,
    steady: Callable[[str], bool] = always,
) -> ChangeSet:
    """One pass: the edits of these findings, first come first served where they overlap.

    A finding's edits are applied together or not at all. Safe ones only, unless ``unsafe``. A file that is
    not ``steady`` once it has been read is left alone: the edits are of another text.
    """
    taken: dict[str, list[Edit]] = {}
    for finding in findings:
        usable = is_usable(finding, unsafe)
        if usable and not any(_clashes(each, taken.get(each.path, ())) for each in finding.edits):
            for each in finding.edits:
                taken.setdefault(each.path, []).append(each)
    changes: list[Change] = []
    for path, edits in sorted(taken.items()):
        data = view.read(path)
        if data is None or not steady(path) or is_foreign(view, path):
            continue
        source = decode(data)
        content = encode(replace(source, text=edit.apply(source.text, edits)))
        if content != data:
            changes.append(Write(path, content, layout.content_hash(data)))
    return ChangeSet(REASON, tuple(changes))


def is_usable(finding: Finding, unsafe: bool) -> bool:
    """Whether a finding's edits may be made: they are certain, or likely ones are wanted too."""
    return bool(finding.edits) and not finding.refold and (finding.safe or unsafe)


def is_foreign(view: WikiView, path: str) -> bool:
    """Whether a file's text is somebody else's: an article, or what lies in a vault and is no note."""
    kind = view.profile.kind_of(path)
    return kind == "article" or (kind == "other" and view.profile.is_vault)


def _clashes(edit: Edit, others: Iterable[Edit]) -> bool:
    """Whether two edits touch; at one point two insertions would, too: which comes first is a guess."""
    return any(edit.start <= other.end and other.start <= edit.end for other in others)
