"""One pass: the edits of findings as changes of files. What no edit names stays byte for byte.

An edit is written for the place it names; what it does to the Markdown around it shows when the page is
rendered: words that become a list or emphasis once brackets are off, a bar that parts a table's cell.
``harmless`` tells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from wikic import layout
from wikic.lint.view.wiki_view import WikiView
from wikic.markdown.rendered import words
from wikic.markdown.source import apply_edits, decode, encode
from wikic.model.change import Change, ChangeSet, Write
from wikic.model.finding import Edit, Finding
from wikic.wiki.page_blocks import LABEL, MARK

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
        if usable and not any(_edits_clash(each, taken.get(each.path, ())) for each in finding.edits):
            for each in finding.edits:
                taken.setdefault(each.path, []).append(each)
    changes: list[Change] = []
    for path, edits in sorted(taken.items()):
        data = view.read(path)
        if data is None or not steady(path) or is_foreign(view, path):
            continue
        source = decode(data)
        content = encode(replace(source, text=apply_edits(source.text, edits)))
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


def _edits_clash(edit: Edit, others: Iterable[Edit]) -> bool:
    """Whether two edits touch; at one point two insertions would, too: which comes first is a guess."""
    return any(edit.start <= other.end and other.start <= edit.end for other in others)


_NUMBER: Final = re.compile(r"\d[\d,]*")
_BEHIND: Final = re.compile(r"\]\]\([^\s()]*\)")
_MARK: Final = re.compile(rf"\[?{MARK}\]?(?:\[{LABEL}\])?")


def _without_brackets(text: str) -> str:
    """The words as rendered, where L003 may change brackets and the path behind a link."""
    return re.sub(r"[\[\]]", "", _BEHIND.sub("]]", words(text, brackets=True)))


def _without_marks(text: str) -> str:
    """The words as rendered, where C001 makes links of marks."""
    return _MARK.sub(MARK, words(text))


def _without_numbers(text: str) -> str:
    """The words as rendered, where K004 may change numbers."""
    return _NUMBER.sub("0", words(text))


# What must be the same before and after, by the code of the rule; for the others it is every word.
_KEPT: Final[dict[str, Callable[[str], str]]] = {
    "L003": _without_brackets,
    "C001": _without_marks,
    "K004": _without_numbers,
}
# A merge takes its own marks away, and one of two equal lines; `wikic merge-driver` is tested for the rest.
_MERGES: Final = frozenset({"D002"})


def harmless(findings: Sequence[Finding], file: str, text: str) -> list[Finding]:
    """Those of these findings whose edits of ``text``, the page in ``file``, do no harm."""
    kept = [each for each in findings if each.code in _MERGES]
    by_code: dict[str, list[Finding]] = {}
    for each in findings:
        if each.code not in _MERGES:
            by_code.setdefault(each.code, []).append(each)
    for code, some in by_code.items():
        seen = _KEPT.get(code, words)
        kept += _harmless_findings(some, file, text, seen, seen(text))
    return kept


def _harmless_findings(
    findings: list[Finding], file: str, text: str, seen: Callable[[str], str], before: str
) -> list[Finding]:
    """All at once, as nearly always; else half by half."""
    if not findings:
        return []
    if seen(_edit_text(findings, file, text)) == before:
        return findings
    if len(findings) == 1:
        return []
    middle = len(findings) // 2
    return [
        each
        for half in (findings[:middle], findings[middle:])
        for each in _harmless_findings(half, file, text, seen, before)
    ]


def _edit_text(findings: Iterable[Finding], file: str, text: str) -> str:
    """The text with all edits that can be made together; one that overlaps another is left for later."""
    edits, at = [], -1
    own = (each for finding in findings for each in finding.edits if each.path == file)
    for each in sorted(own, key=lambda each: (each.start, each.end)):
        if each.start > at:
            edits.append(each)
            at = each.end
    return apply_edits(text, edits)
