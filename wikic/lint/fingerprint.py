"""What a finding is known by from one run to the next, wherever its line has moved to."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from wikic.lint.view.text_lines import Lines, ReadFile, link_at
from wikic.model.finding import Finding

DIGITS: Final = 16  # hex; two of a million findings share one with a chance of 3 in 100 million

_SPACE: Final = re.compile(r"\s+")
_NUMBER: Final = re.compile(r"\d+")


def fingerprints(findings: Iterable[Finding], read: ReadFile, prefix: str) -> dict[Finding, str]:
    """Hash of code, path, the words that are meant, and which of several equal ones it is.

    findings: sorted, all of a run: equal ones are told apart by their order.
    read: content of a file path.
    prefix: what paths are shown behind, so that a fingerprint says the same as a report.

    The words are the link that begins there, else the line, a paragraph often; its number and its white space
    do not enter. Where a line says nothing of the finding (it is blank, or the finding stands for the whole
    file, at 1:1) its message does instead, numbers left out: a count that grows makes no new finding.
    """
    lines = Lines(read)
    seen: Counter[tuple[str, str, str]] = Counter()
    found: dict[Finding, str] = {}
    # A line may hold thousands of findings: its words are made once, its hash once for each code.
    spaced = lru_cache(maxsize=4)(_spaced)
    begun = lru_cache(maxsize=64)(_begun)
    for finding in findings:
        line = lines.line(finding.path, finding.line)
        words = link_at(line, finding.column)
        if not words and (finding.line, finding.column) != (1, 1):
            words = line
        words = spaced(words) or "\0" + _NUMBER.sub("#", finding.message)
        key = (finding.code, prefix + finding.path, words)
        whole = begun(*key).copy()
        whole.update(str(seen[key]).encode())
        found[finding] = whole.hexdigest()[:DIGITS]
        seen[key] += 1
    return found


def _spaced(words: str) -> str:
    return _SPACE.sub(" ", words).strip()


def _begun(*parts: str) -> hashlib._Hash:
    """The hash of these parts, each with a NUL behind it; what tells equal ones apart is to follow."""
    # Names and lines may hold bytes that were no UTF-8.
    return hashlib.sha256("".join(f"{part}\0" for part in parts).encode("utf-8", "surrogatepass"))
