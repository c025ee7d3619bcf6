"""Writes a skill where agents look for it, and over nothing that somebody else wrote."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.errors import DiskError, NotPlainError, UsageError
from wikic.export.skill import Skill, is_name, name_of, skill
from wikic.navigate.library import Library
from wikic.plain_file import SETTINGS, read_plain
from wikic.whole_file import replace_file

FILE: Final = "SKILL.md"
_MARK: Final = re.compile(r"\n<!-- written by `wikic export skill`: ([0-9a-f]{16}) -->\n\Z")


@dataclass(frozen=True, slots=True)
class Exported:
    """What exporting did to a file.

    path: of the file.
    changed: whether it was written; what is as it should be is left alone.
    """

    path: Path
    changed: bool


def export_skill(library: Library, output: Path, name: str | None = None) -> Exported:
    """Write the skill of ``library`` into ``output/<name>/SKILL.md``.

    output: the folder of skills; it is made when absent.
    name: of the skill; made from the wiki's title by default.

    Raises UsageError for a name that breaks the rules and for a file that is not ours, DiskError when the
    disk refuses.
    """
    chosen = name if name is not None else name_of(library.overview()[0] or "Wiki")
    if not is_name(chosen):
        raise UsageError(
            f"{chosen!r} cannot be a skill's name", hint="1 to 64 of a-z and 0-9, with single hyphens between"
        )
    target = output / chosen / FILE
    data = _marked(skill(library, name=chosen, at=_place(library.root, output)))
    found = _ours(target)
    if found == data:
        return Exported(target, False)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        replace_file(target, data.encode("utf-8", "replace"))
    except OSError as error:
        raise DiskError(f"cannot write {target}: {error.strerror}") from error
    return Exported(target, True)


def _place(root: Path, output: Path) -> str:
    """How commands name the knowledge base: not at all in a skill that lies inside it and travels with it."""
    base = root.resolve()
    return "" if output.resolve().is_relative_to(base) else str(base)


def _marked(made: Skill) -> str:
    text = made.text()
    return f"{text}\n<!-- written by `wikic export skill`: {layout.text_hash(text)[:16]} -->\n"


def _ours(target: Path) -> str | None:
    """What stands there, None for nothing. Raises UsageError where somebody else wrote it."""
    try:
        text = read_plain(target, SETTINGS).decode("utf-8", "replace")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror}") from error
    except NotPlainError as error:
        raise UsageError(f"cannot write {error}", hint=error.hint) from error
    mark = _MARK.search(text)
    if mark is None or layout.text_hash(text[: mark.start()])[:16] != mark[1]:
        whose = "was not written by wikic" if mark is None else "was changed since wikic wrote it"
        raise UsageError(f"{target} {whose}", hint="move it away, or choose another --output or --name")
    return text
