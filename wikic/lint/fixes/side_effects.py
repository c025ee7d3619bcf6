"""Which edits leave everything that a reader sees, but for the defect.

An edit is written for the place it names; what it does to the Markdown around it shows when the page is
rendered: words that become a list or emphasis once brackets are off, a bar that parts a table's cell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from wikic.markdown import edit
from wikic.markdown.rendered import words
from wikic.model.finding import Finding

_NUMBER: Final = re.compile(r"\d[\d,]*")
_BEHIND: Final = re.compile(r"\]\]\([^\s()]*\)")
_MARK: Final = re.compile(r"\[?⁂\]?(?:\[f[0-9a-f]{8}\])?")


def _unbracketed(text: str) -> str:
    """The words as rendered, where L003 may change brackets and the path behind a link."""
    return re.sub(r"[\[\]]", "", _BEHIND.sub("]]", words(text, brackets=True)))


def _cited(text: str) -> str:
    """The words as rendered, where C001 makes links of marks."""
    return _MARK.sub("⁂", words(text))


def _counted(text: str) -> str:
    """The words as rendered, where K004 may change numbers."""
    return _NUMBER.sub("0", words(text))


# What must be the same before and after, by the code of the rule; for the others it is every word.
_KEPT: Final[dict[str, Callable[[str], str]]] = {"L003": _unbracketed, "C001": _cited, "K004": _counted}
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
        kept += _harmless(some, file, text, seen, seen(text))
    return kept


def _harmless(
    findings: list[Finding], file: str, text: str, seen: Callable[[str], str], before: str
) -> list[Finding]:
    """All at once, as nearly always; else half by half."""
    if not findings:
        return []
    if seen(_edited(findings, file, text)) == before:
        return findings
    if len(findings) == 1:
        return []
    middle = len(findings) // 2
    return [
        each
        for half in (findings[:middle], findings[middle:])
        for each in _harmless(half, file, text, seen, before)
    ]


def _edited(findings: Iterable[Finding], file: str, text: str) -> str:
    """The text with all edits that can be made together; one that overlaps another is left for later."""
    edits, at = [], -1
    own = (each for finding in findings for each in finding.edits if each.path == file)
    for each in sorted(own, key=lambda each: (each.start, each.end)):
        if each.start > at:
            edits.append(each)
            at = each.end
    return edit.apply(text, edits)
