"""``wikic.toml``, or ``[tool.wikic]`` in ``pyproject.toml``: how this knowledge base is run."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from wikic import layout
from wikic.errors import ConfigError

PYPROJECT: Final = "pyproject.toml"
OFFLINE: Final = "offline"


@dataclass(frozen=True, slots=True)
class WikiConfig:
    """``[wiki]``.

    title: heading of the root index.
    """

    title: str = "Wiki"


@dataclass(frozen=True, slots=True)
class CompileConfig:
    """``[compile]``.

    model: ``offline``, or the name of a language model.
    batch: sources per transaction; None for the curator's default.
    """

    model: str = OFFLINE
    batch: int | None = None


@dataclass(frozen=True, slots=True)
class LintConfig:
    """``[lint]``.

    select, ignore: codes, families or names of rules.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Config:
    """A knowledge base's configuration; every part has defaults."""

    wiki: WikiConfig = field(default_factory=WikiConfig)
    compile: CompileConfig = field(default_factory=CompileConfig)
    lint: LintConfig = field(default_factory=LintConfig)


def load(root: Path) -> Config:
    """The configuration of the knowledge base at ``root``; defaults where there is none.

    Raises ConfigError, naming file and key, for what cannot be read, is unknown or has the wrong type.
    """
    own = root / layout.CONFIG_FILE
    fields = _read(own)
    if fields is not None:
        return _convert(fields, layout.CONFIG_FILE)
    shared = _read(root / PYPROJECT)
    table = (shared or {}).get("tool", {}).get("wikic")
    return Config() if table is None else _convert(table, f"[tool.wikic] in {PYPROJECT}")


def render(config: Config) -> bytes:
    """``wikic.toml`` for a new knowledge base."""
    title = msgspec.json.encode(config.wiki.title).decode()  # a JSON string is a TOML basic string
    return (
        "# How this knowledge base is run. What it is about stands in wiki/schema.yaml.\n"
        f"[wiki]\ntitle = {title}\n\n"
        '[compile]\nmodel = "offline"  # no key, no network\n'
    ).encode()


def _read(path: Path) -> dict[str, Any] | None:
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8"))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: {error}") from error


def _convert(fields: dict[str, Any], where: str) -> Config:
    known = {"wiki": ("title",), "compile": ("model", "batch"), "lint": ("select", "ignore")}
    for table, values in fields.items():
        if table not in known:
            raise ConfigError(f"{where}: unknown table [{table}]", hint=f"known: {', '.join(known)}")
        for name in values if isinstance(values, dict) else ():
            if name not in known[table]:
                raise ConfigError(
                    f"{where}: unknown key {table}.{name}", hint=f"known: {', '.join(known[table])}"
                )
    try:
        found = msgspec.convert(fields, Config)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{where}: {error}") from error
    if found.compile.batch is not None and found.compile.batch < 1:
        raise ConfigError(f"{where}: compile.batch must be at least 1, not {found.compile.batch}")
    return found
