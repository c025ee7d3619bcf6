"""``wikic init``: the files of a new knowledge base."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from wikic import config, layout
from wikic.curator.protocol import Curator
from wikic.errors import ConfigError, ForeignTreeError, InputError, UsageError
from wikic.model.change import ABSENT, ChangeSet, Write
from wikic.model.schema import Schema
from wikic.plain_file import WIKI_FILE, read_plain
from wikic.progress import Progress
from wikic.schema.proposal import Proposal, propose_for
from wikic.wiki import index_file, lock, recovery, schema_file, transaction
from wikic.wiki.disk import disk_error
from wikic.wiki.journal import Faults, no_fault
from wikic.wiki.transaction_refusals import START
from wikic.wiki.tree import Tree

_MOST: Final = 1 << 20  # bytes of a file of git's
_IGNORE: Final = f"{layout.BUILD_DIR}/\n"
_ATTRIBUTES: Final = "".join(
    f"{layout.WIKI_DIR}/{each} merge=wikic\n" for each in ("**/*.md", "*.md", "*.yaml")
)


def start_wiki(
    root: Path,
    paths: Sequence[Path],
    curator: Curator,
    title: str | None,
    *,
    collection: str | None = None,
    progress: Progress | None = None,
) -> Proposal:
    """Make a knowledge base at ``root`` for the documents under ``paths``.

    title: of the wiki; None for the name of ``root``.

    Raises ForeignTreeError when there is a wiki already or ``wiki/`` holds anything, InputError when no
    document can be read, DiskError when ``root`` cannot be written.
    """
    refuse_foreign(root)
    proposal = propose_for(root, paths, curator, collection=collection, progress=progress)
    write(root, proposal.schema, title)
    return proposal


def read_schema(file: Path) -> Schema:
    """A schema that somebody wrote. Raises InputError when ``file`` cannot be read, ConfigError when it
    cannot be used: it names file and line or field.
    """
    try:
        data = read_plain(file, WIKI_FILE)
    except OSError as error:
        raise InputError(f"{file}: {(error.strerror or 'cannot be read').lower()}") from error
    if not data.strip():
        raise ConfigError(f"{file} is empty")
    try:
        return schema_file.parse_schema(data)
    except ConfigError as error:
        # The parser calls it by the name it will have.
        raise ConfigError(f"{file}{str(error).removeprefix(layout.SCHEMA_FILE)}") from error


def changes(
    root: Path, schema: Schema, title: str | None, ours: Mapping[str, str] | None = None
) -> ChangeSet:
    """What ``write`` writes, paths relative to ``root``.

    ours: files of an interrupted ``init`` that are to be replaced, and their hashes; None to look for some.

    Raises UsageError when ``wikic.toml`` says another title, NotPlainError where a file cannot be read.
    """
    ours = recovery.under_way(root, START) if ours is None else ours
    settings = _read_settings(root, title, ours)
    index = layout.page_file(layout.ROOT_INDEX)
    made = {
        f"{layout.WIKI_DIR}/{layout.SCHEMA_FILE}": schema_file.render_schema(schema),
        f"{layout.WIKI_DIR}/{index}": index_file.render_root(schema, settings.wiki.title, ()),
    }
    if not _is_configured(root, ours):
        made[layout.CONFIG_FILE] = config.render(settings)
    writes = [Write(path, content, ours.get(path, ABSENT)) for path, content in made.items()]
    for name, lines in ((layout.GIT_IGNORE_FILE, _IGNORE), (layout.GIT_ATTRIBUTES_FILE, _ATTRIBUTES)):
        writes += _add_lines(root / name, lines)
    return ChangeSet("init", tuple(writes))


def write(root: Path, schema: Schema, title: str | None, *, faults: Faults = no_fault) -> None:
    """Make the knowledge base: all its files in one transaction.

    What an ``init`` that was killed had begun is finished first, and then replaced.

    Raises ForeignTreeError and DiskError as ``start`` does, UsageError and NotPlainError as ``changes`` does.
    """
    refuse_foreign(root)
    changes(root, schema, title)  # refuses before a directory is made
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise disk_error(error, root, "nothing was changed") from error
    with lock.writer(root):
        ours = recovery.under_way(root, START)
        recovery.recover(root, faults=faults)
        if not ours:
            refuse_foreign(root)
        outcome = transaction.apply(root, changes(root, schema, title, ours), place=START, faults=faults)
    if outcome.notes:
        raise ForeignTreeError(
            f"{root}: {outcome.notes[0]}; the other files of the wiki are in place",
            hint="compare it with what `wikic init --dry-run` says in an empty directory",
        )


def finish_interrupted(root: Path) -> None:
    """Finish an ``init`` that was killed, where there was one. Raises LockedError, DiskError."""
    if recovery.under_way(root, START):
        with lock.writer(root):
            recovery.recover(root)


def refuse_foreign(root: Path) -> None:
    """Raise ForeignTreeError when there is a wiki at ``root`` already, or something in its place.

    What an ``init`` that was killed left there is neither.
    """
    wiki = root / layout.WIKI_DIR
    if root.exists() and not root.is_dir():
        raise ForeignTreeError(f"{root} is a file")
    if recovery.under_way(root, START):
        return
    if Tree(root).stat(layout.SCHEMA_FILE) is not None:
        raise ForeignTreeError(f"{root} holds a wiki already", hint="`wikic compile` takes documents in")
    if os.path.lexists(wiki) and (not wiki.is_dir() or any(wiki.iterdir())):
        raise ForeignTreeError(
            f"{wiki} is there and was not made by wikic; nothing was changed",
            hint="name another directory with -C, or move it away",
        )


def _is_configured(root: Path, ours: Mapping[str, str]) -> bool:
    """Whether somebody configured this place already, in ``wikic.toml`` or ``pyproject.toml``."""
    if layout.CONFIG_FILE in ours:
        return False
    return (root / layout.CONFIG_FILE).exists() or config.load(root) != config.Config()


def _read_settings(root: Path, title: str | None, ours: Mapping[str, str]) -> config.Config:
    """The configuration there is; else the one to write."""
    if not _is_configured(root, ours):
        return config.Config(config.WikiConfig(title or _title_of(root)))
    there = config.load(root)
    if title is not None and title != there.wiki.title:
        raise UsageError(
            f"the configuration at {root} calls the wiki {there.wiki.title!r}, not {title!r}",
            hint="change it there, or leave --title out",
        )
    return there


def _add_lines(file: Path, lines: str) -> tuple[Write, ...]:
    """The write that adds to a file of git's the lines it does not hold yet."""
    try:
        there: bytes | None = read_plain(file, _MOST, links=False)
    except FileNotFoundError:
        there = None
    except OSError as error:
        raise disk_error(error, file, "nothing was changed") from error
    data = there or b""
    missing = [line for line in lines.encode().splitlines() if line not in data.splitlines()]
    if not missing:
        return ()
    joint = b"" if not data or data.endswith(b"\n") else b"\n"
    expects = ABSENT if there is None else layout.content_hash(there)
    return (Write(file.name, data + joint + b"\n".join(missing) + b"\n", expects),)


def _title_of(root: Path) -> str:
    name = root.resolve().name.replace("-", " ").replace("_", " ").strip()
    return name[:1].upper() + name[1:] if name else "Wiki"
