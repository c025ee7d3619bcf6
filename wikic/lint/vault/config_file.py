"""The ``wikic.toml`` of a directory that is adopted."""

from __future__ import annotations

from pathlib import Path

import msgspec

from wikic import layout
from wikic.config import LintConfig
from wikic.errors import UsageError
from wikic.lint.vault.survey import Adoption
from wikic.text.printable import escaped_json
from wikic.whole_file import fresh_file, sync_folder
from wikic.wiki.disk import disk_error, put_new


def render(adoption: Adoption) -> str:
    """``wikic.toml``, with what was assumed as comments."""
    settings = adoption.settings
    lines = ["# How wikic lints this directory. Written by `wikic adopt`; edit what it got wrong."]
    lines += [f"# {line}" for line in adoption.assumed]
    lines += ["", "[lint]", 'profile = "vault"']
    if settings.program:
        lines.append(f"program = {_toml(settings.program)}")
    if settings.journals != LintConfig().journals:
        lines.append(f"journals = {_toml(settings.journals)}")
    for name in ("roots", "sources", "exclude", "absent", "trees"):
        values: tuple[str, ...] = getattr(settings, name)
        if values:
            lines.append(f"{name} = [{', '.join(map(_toml, values))}]")
    lines.append(f"wanted = {_toml(settings.wanted)}")
    if settings.indexed:
        lines.append("indexed = true")
    if settings.keys:
        lines += ["", "[lint.keys]"]
        lines += [f"{name} = [{', '.join(map(_toml, keys))}]" for name, keys in settings.keys.items()]
    return "\n".join(lines) + "\n"


def write(root: Path, adoption: Adoption) -> Path:
    """Write ``wikic.toml``; returns its path.

    Raises UsageError when there is one, DiskError when it cannot be written.
    """
    path = root / layout.CONFIG_FILE
    try:
        with fresh_file(path, render(adoption).encode()) as (fresh, _):
            made = put_new(fresh, path)
        sync_folder(root)
    except OSError as error:
        raise disk_error(error, path, "the directory is not adopted") from error
    if not made:
        raise UsageError(f"{path} is there already", hint="delete it to adopt the directory anew")
    return path


def _toml(text: str) -> str:
    # A JSON string is a TOML basic string; TOML has DEL and what follows it escaped too.
    return escaped_json(msgspec.json.encode(text).decode())
