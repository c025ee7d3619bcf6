"""The findings a wiki had when it adopted the gate; they are known, and only others fail it.

One JSON object a line, sorted, so that git merges two branches of it line by line; where it could not, both
sides count. A line is one finding: ``path`` and ``code`` for people, ``fingerprint`` for wikic.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from wikic.errors import ConfigError
from wikic.lint.report.report import encodable
from wikic.model.finding import Finding
from wikic.plain_file import RECORDING, read_plain, refuse_leaving

HEADER: Final = b'{"wikic_baseline":1}'
_CONFLICT: Final = (b"<<<<<<<", b"|||||||", b"=======", b">>>>>>>")


class Entry(msgspec.Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """One known finding.

    path: as reports show it.
    code: its rule's.
    fingerprint: ``fingerprint.fingerprints`` gives it.
    """

    path: str
    code: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Compared:
    """A run beside a baseline.

    new: findings the baseline does not know, in order.
    known: how many it knows.
    gone: its entries that nothing was found for, though their rules ran.
    """

    new: tuple[Finding, ...]
    known: int
    gone: frozenset[Entry]


def configured(root: Path, file: str) -> Path:
    """Where the baseline lies that ``wikic.toml`` in ``root`` names.

    Raises NotPlainError when that is outside ``root``: who cloned a repository did not choose the name, and
    ``--write-baseline`` writes there.
    """
    path = root / file
    refuse_leaving(path, root)
    return path


def load(path: Path) -> frozenset[Entry]:
    """The entries of a baseline file. Raises ConfigError when it cannot be used, and names the line."""
    try:
        data = read_plain(path, RECORDING)
    except FileNotFoundError as error:
        raise ConfigError(
            f"there is no baseline {path}", hint="wikic lint --write-baseline makes it"
        ) from error
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from error
    found: set[Entry] = set()
    lines = data.removeprefix(b"\xef\xbb\xbf").splitlines()
    if HEADER not in lines[:2]:  # a conflict may stand above it
        raise ConfigError(f"{path} is no baseline of wikic", hint="wikic lint --write-baseline makes one")
    for number, line in enumerate(lines, start=1):
        if line.strip() and line != HEADER and not line.startswith(_CONFLICT):
            try:
                found.add(msgspec.json.decode(line, type=Entry))
            except msgspec.DecodeError as error:
                raise ConfigError(f"{path}:{number}: {error}") from error
    return frozenset(found)


def entries(findings: Iterable[Finding], prints: Mapping[Finding, str], prefix: str) -> frozenset[Entry]:
    """The entries of a baseline for these findings."""
    return frozenset(Entry(encodable(prefix + each.path), each.code, prints[each]) for each in findings)


def render(known: Iterable[Entry]) -> bytes:
    """The file that holds these entries."""
    return b"".join(line + b"\n" for line in (HEADER, *(msgspec.json.encode(each) for each in sorted(known))))


def compare(
    findings: Iterable[Finding],
    prints: Mapping[Finding, str],
    known: frozenset[Entry],
    ran: Collection[str],
) -> Compared:
    """Tell known findings from new ones.

    ran: codes of the rules that ran; an entry of another is no longer needed only if its rule said so.
    """
    everything = tuple(findings)
    named = {each.fingerprint for each in known}
    new = tuple(each for each in everything if prints[each] not in named)
    there = set(prints.values())
    gone = frozenset(each for each in known if each.fingerprint not in there and each.code in ran)
    return Compared(new, len(everything) - len(new), gone)
