"""``wikic init``: the files of a new knowledge base."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from wikic import config, layout
from wikic.curator.protocol import Curator
from wikic.errors import ConfigError, ForeignTreeError, InputError, UsageError
from wikic.model.change import ChangeSet, Write
from wikic.model.schema import Schema
from wikic.plain_file import WIKI_FILE, read_plain
from wikic.progress import Progress
from wikic.schema.proposal import Proposal, propose_for
from wikic.wiki import index_file, lock, schema_file, transaction
from wikic.wiki.disk import disk_error
from wikic.wiki.tree import Tree

_IGNORE: Final = f"{layout.BUILD_DIR}/\n"
_ATTRIBUTES: Final = "".join(
    f"{layout.WIKI_DIR}/{each} merge=wikic\n" for each in ("**/*.md", "*.md", "*.yaml")
)


def start(
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


def changes(root: Path, schema: Schema, title: str | None) -> ChangeSet:
    """What ``write`` writes to ``wiki/``. Raises UsageError when ``wikic.toml`` says another title."""
    writes = (
        Write(layout.SCHEMA_FILE, schema_file.render_schema(schema)),
        Write(
            layout.page_file(layout.ROOT_INDEX),
            index_file.render_root(schema, _settings(root, title).wiki.title, ()),
        ),
    )
    return ChangeSet("init", writes)


def write(root: Path, schema: Schema, title: str | None) -> None:
    """Make the knowledge base: ``wiki/`` in one transaction, then the files beside it.

    Raises ForeignTreeError and DiskError as ``start`` does, UsageError as ``changes`` does.
    """
    refuse_foreign(root)
    proposed = changes(root, schema, title)
    try:
        root.mkdir(parents=True, exist_ok=True)
        (root / layout.WIKI_DIR).mkdir(exist_ok=True)
    except OSError as error:
        raise disk_error(error, root, "nothing was changed") from error
    with lock.writer(root):
        transaction.apply(root, proposed)
        _write_beside(root, _settings(root, title))


def refuse_foreign(root: Path) -> None:
    """Raise ForeignTreeError when there is a wiki at ``root`` already, or something in its place."""
    wiki = root / layout.WIKI_DIR
    if Tree(root).stat(layout.SCHEMA_FILE) is not None:
        raise ForeignTreeError(f"{root} holds a wiki already", hint="`wikic compile` takes documents in")
    if root.exists() and not root.is_dir():
        raise ForeignTreeError(f"{root} is a file")
    if wiki.exists() and (not wiki.is_dir() or any(wiki.iterdir())):
        raise ForeignTreeError(
            f"{wiki} is there and was not made by wikic; nothing was changed",
            hint="name another directory with -C, or move it away",
        )


def _configured(root: Path) -> bool:
    """Whether somebody configured this place already, in ``wikic.toml`` or ``pyproject.toml``."""
    return (root / layout.CONFIG_FILE).exists() or config.load(root) != config.Config()


def _settings(root: Path, title: str | None) -> config.Config:
    """The configuration there is; else the one to write."""
    if not _configured(root):
        return config.Config(config.WikiConfig(title or _title_of(root)))
    there = config.load(root)
    if title is not None and title != there.wiki.title:
        raise UsageError(
            f"the configuration at {root} calls the wiki {there.wiki.title!r}, not {title!r}",
            hint="change it there, or leave --title out",
        )
    return there


def _title_of(root: Path) -> str:
    name = root.resolve().name.replace("-", " ").replace("_", " ").strip()
    return name[:1].upper() + name[1:] if name else "Wiki"


def _write_beside(root: Path, settings: config.Config) -> None:
    """The files outside ``wiki/``: configuration, and git's, which keep what they hold already."""
    try:
        if not _configured(root):
            (root / layout.CONFIG_FILE).write_bytes(config.render(settings))
        for name, lines in ((".gitignore", _IGNORE), (".gitattributes", _ATTRIBUTES)):
            file = root / name
            there = file.read_text("utf-8") if file.exists() else ""
            missing = [line for line in lines.splitlines() if line not in there.splitlines()]
            if missing:
                joint = "" if not there or there.endswith("\n") else "\n"
                file.write_text(there + joint + "\n".join(missing) + "\n", "utf-8")
    except OSError as error:
        raise disk_error(
            error, error.filename or root, "wiki/ is in place, run init's other files by hand"
        ) from error
