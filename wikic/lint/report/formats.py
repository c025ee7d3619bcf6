"""Every format, read top to bottom. One line adds one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from wikic.errors import UsageError
from wikic.lint.report.machines import (
    json_lines,
    statistics_json,
    write_github,
    write_gitlab,
    write_json,
    write_junit,
    write_sarif,
    write_statistics,
)
from wikic.lint.report.report import Write, concise, write_grouped, write_text


@dataclass(frozen=True, slots=True)
class Format:
    """One way to print findings.

    name: as rumdl calls it.
    write: the lines.
    statistics: the lines of ``--statistics``, None where the format has no place for them.
    """

    name: str
    write: Write
    statistics: Write | None = None


FORMATS: Final[tuple[Format, ...]] = (
    Format("text", write_text, write_statistics),
    Format("concise", concise, write_statistics),
    Format("grouped", write_grouped, write_statistics),
    Format("json", write_json, statistics_json),
    Format("json-lines", json_lines),
    Format("github", write_github),
    Format("gitlab", write_gitlab),
    Format("sarif", write_sarif),
    Format("junit", write_junit),
)


def named(name: str, *, statistics: bool = False) -> Write:
    """What writes a format. Raises UsageError when there is none of that name, or it has no statistics."""
    for each in FORMATS:
        if each.name == name:
            write = each.statistics if statistics else each.write
            if write is None:
                raise UsageError(f"--statistics has no place in {name}", hint="use text or json")
            return write
    raise UsageError(f"no format is called {name!r}", hint=", ".join(each.name for each in FORMATS))
