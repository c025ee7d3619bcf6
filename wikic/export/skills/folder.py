"""Skills in a directory, whole or not at all, and nothing of anybody else touched.

What is new is written beside what is there, then renamed into its place; a manifest says which files are ours
and what they held, so that what people changed is seen. Skills that are as they should be stay as they are.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.errors import DiskError, NotPlainError, UsageError
from wikic.plain_file import WIKI_FILE, read_plain

MANIFEST: Final = ".wikic-skills.json"
_NEW, _OLD = ".wikic-skills.new", ".wikic-skills.old"
_OURS: Final = (MANIFEST, _NEW, _OLD)
_HINT: Final = "name another directory, or say --force: what wikic did not write beside it stays"


@dataclass(frozen=True, slots=True)
class Written:
    """What an export wrote: files that are new or different, and files that went."""

    changed: int
    gone: int


def write_skills(out: Path, skills: Mapping[str, Mapping[str, str]], *, force: bool) -> Written:
    """Make ``out`` hold ``skills``: files of each by name and path.

    force: whether files that people changed are written over, and whether ``out`` may hold other things;
        these stay.

    Raises UsageError where ``out`` holds what is not ours, DiskError when the disk refuses.
    """
    data = {
        f"{name}/{path}": text.encode("utf-8", "replace")
        for name, files in skills.items()
        for path, text in files.items()
    }
    hashes = {path: layout.content_hash(each)[:16] for path, each in data.items()}
    try:
        known = _known(out)
        if not force:
            _refuse(out, known, skills, hashes)
        return _put(out, data, known, hashes)
    except OSError as error:
        raise DiskError(f"cannot write {out}: {error.strerror or error}") from error


def _known(out: Path) -> dict[str, set[str]]:
    """What our files held, by path: by the manifest, and by that of an export that was killed."""
    known: dict[str, set[str]] = {}
    for file in (out / MANIFEST, out / _NEW / MANIFEST):
        try:
            files = json.loads(read_plain(file, WIKI_FILE))["files"]
            for path, held in files.items():
                known.setdefault(path, set()).add(held)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except (NotPlainError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise UsageError(f"{file} was not written by wikic", hint="move it away") from error
    return known


def _refuse(
    out: Path, known: Mapping[str, set[str]], skills: Mapping[str, object], hashes: Mapping[str, str]
) -> None:
    """Raise UsageError where somebody else's things would be among ours or written over."""
    if not os.path.lexists(out):
        return
    if not out.is_dir():
        raise UsageError(f"{out} is a file", hint="name the directory for the skills")
    ours = {path.partition("/")[0] for path in known}
    others = [each for each in sorted(out.iterdir()) if each.name not in {*ours, *_OURS}]
    for each in others:
        if each.name in skills:
            raise UsageError(f"{each} was not written by wikic", hint=_HINT)
        # Other skills are at home in a folder of skills.
        if not (each / "SKILL.md").is_file() and not known:
            raise UsageError(f"{out} holds other things: {each.name}", hint=_HINT)
    for name in sorted(ours):
        for file in _files(out / name):
            path = file.relative_to(out).as_posix()
            if path not in known or _hash(file) not in {*known[path], hashes.get(path)}:
                whose = (
                    "was not written by wikic" if path not in known else "was changed since wikic wrote it"
                )
                raise UsageError(f"{file} {whose}", hint=_HINT)


def _files(place: Path) -> list[Path]:
    """All that lies below a directory and is none, links too; the place itself where it is a link or file."""
    if not os.path.lexists(place):
        return []
    if place.is_symlink() or not place.is_dir():
        return [place]
    return sorted(each for each in place.rglob("*") if each.is_symlink() or not each.is_dir())


def _hash(file: Path) -> str:
    """Of what a plain file holds, "" of anything else."""
    try:
        return layout.content_hash(read_plain(file, WIKI_FILE, links=False))[:16]
    except (NotPlainError, FileNotFoundError):
        return ""


def _put(
    out: Path, data: Mapping[str, bytes], known: Mapping[str, set[str]], hashes: Mapping[str, str]
) -> Written:
    """Write what differs beside ``out``'s skills, then rename."""
    names = sorted({path.partition("/")[0] for path in data})
    stale = sorted({path.partition("/")[0] for path in known} - {*names})
    before = {
        file.relative_to(out).as_posix(): _hash(file)
        for name in (*names, *stale)
        for file in _files(out / name)
    }
    changed = [path for path in data if before.get(path) != hashes[path]]
    gone = [path for path in before if path not in data]
    touched = {path.partition("/")[0] for path in (*changed, *gone)}
    manifest = (
        json.dumps({"version": 1, "files": hashes}, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    )
    if not touched and known:
        return Written(0, 0)
    made = not out.exists()
    out.mkdir(parents=True, exist_ok=True)
    new, old = out / _NEW, out / _OLD
    try:
        for each in (new, old):
            shutil.rmtree(each, ignore_errors=True)
            each.mkdir()
        for path, content in data.items():
            if path.partition("/")[0] in touched:
                file = new / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
        (new / MANIFEST).write_text(manifest, "utf-8")
        _swap(out, new, old, sorted(touched))
        os.replace(new / MANIFEST, out / MANIFEST)
    finally:
        shutil.rmtree(new, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)
        if made:
            with suppress(OSError):
                out.rmdir()  # only where nothing came of it
    return Written(len(changed), len(gone))


def _swap(out: Path, new: Path, old: Path, names: list[str]) -> None:
    """Put the directories in ``new`` in place of those in ``out``; all back where that cannot be finished."""
    done: list[str] = []
    try:
        for name in names:
            done.append(name)
            if os.path.lexists(out / name):
                os.rename(out / name, old / name)
            if (new / name).exists():
                os.rename(new / name, out / name)
    except BaseException:  # Ctrl-C too
        for name in reversed(done):
            if os.path.lexists(old / name):
                if os.path.lexists(out / name):
                    os.rename(out / name, new / name)
                os.rename(old / name, out / name)
            elif (out / name).exists():
                os.rename(out / name, new / name)
        raise
