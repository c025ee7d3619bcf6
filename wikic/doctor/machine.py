"""What a machine has or lacks: Python, the LevelDB binding, extras, what the system watches, git's merge
driver.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal

from wikic import __version__
from wikic.errors import ConfigError
from wikic.lint.gate import git
from wikic.store.tree import without_plyvel

_OLDEST: Final = (3, 11)
_BINDINGS: Final = ("plyvel", "plyvel-ci", "plyvel-next")
# Extra, the modules it brings, what cannot be done without it.
_EXTRAS: Final = (
    ("model", ("litellm",), "no language model is asked: everything goes by rules"),
    ("serve", ("starlette", "uvicorn", "mcp"), "no `wikic serve` and no `wikic mcp`"),
    ("site", ("jinja2", "nh3"), "no `wikic export site`"),
    ("documents", ("kreuzberg", "pypandoc"), "not all of PDF, office files, Org, LaTeX … are taken in"),
    ("eval", ("sacrebleu", "rouge_score", "numpy"), "`wikic eval` leaves out BLEU, ROUGE and vectors"),
    ("semantic", ("litellm", "numpy"), "documents are not searched by meaning"),
    ("lsp", ("pygls", "lsprotocol"), "no `wikic lsp` for editors"),
    ("redis", ("redis",), "no mirror on Redis or Valkey"),
)
_WATCHES: Final = Path("/proc/sys/fs/inotify/max_user_watches")


def looked_at() -> Iterator[Check]:
    """What does not depend on a knowledge base."""
    yield Check("wikic", "ok", f"{__version__}, in {Path(__file__).parent.parent}")
    yield _check_python()
    yield _check_leveldb()
    for name, modules, lack in _EXTRAS:
        missing = [module for module in modules if find_spec(module) is None]
        if not missing:
            yield Check(f"extra {name}", "ok", "installed")
        else:
            yield Check(f"extra {name}", "note", f"not installed: {lack}", f"pip install 'wikic[{name}]'")


def _check_python() -> Check:
    here = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] < _OLDEST:
        return Check("Python", "problem", f"{here} is too old", "install Python 3.11 or newer")
    if not sys.flags.utf8_mode and (sys.stdout.encoding or "utf-8").lower().replace("-", "") != "utf8":
        said = f"{here}; the terminal is told {sys.stdout.encoding}: letters it lacks are shown as ?"
        return Check("Python", "note", said, "set PYTHONUTF8=1, or a UTF-8 locale")
    return Check("Python", "ok", here)


def _check_leveldb() -> Check:
    lack = without_plyvel()
    if lack:
        return Check("LevelDB", "note", lack)
    for name in _BINDINGS:
        try:
            return Check("LevelDB", "ok", f"by {name} {version(name)}")
        except PackageNotFoundError:
            continue
    return Check("LevelDB", "ok", "installed")


def count_watches(wiki: Path) -> Check | None:
    """Whether the system can watch as many directories as a wiki has; None where it does not say."""
    try:
        most = int(_WATCHES.read_text())
    except (OSError, ValueError):
        return None
    needed = 1 + sum(1 for path in wiki.rglob("*") if path.is_dir())
    if needed <= most:
        return Check("watching", "ok", f"{needed:,} directories of {most:,} that the system may watch")
    said = f"{needed:,} directories, and the system watches {most:,}: --watch looks at the files every second"
    return Check("watching", "note", said, f"sysctl fs.inotify.max_user_watches={2 * needed}")


# ok: as it should be. note: something is not there, and wikic goes on without it. problem: something that is
# wanted does not work.
State = Literal["ok", "note", "problem"]


@dataclass(frozen=True, slots=True)
class Check:
    """What was found.

    name: what was looked at: "LevelDB".
    said: how it is, and what a lack costs.
    mend: the command or the change that mends it, or "".
    """

    name: str
    state: State
    said: str
    mend: str = ""


# What git runs for each file that two branches changed.
COMMAND: Final = "wikic merge-driver %O %A %B %P %L"
_KEY: Final = "merge.wikic.driver"
_NAME: Final = "merge.wikic.name"

Registration = Literal["registered", "missing", "no repository", "no git"]


def registration(root: Path) -> Registration:
    """Whether git merges the files of the knowledge base at ``root`` by unit, in this clone."""
    try:
        if git.run(root, "rev-parse", "--is-inside-work-tree").code:
            return "no repository"
        return "missing" if git.run(root, "config", "--get", _KEY).code else "registered"
    except ConfigError:
        return "no git"


def register(root: Path) -> None:
    """Tell the repository around ``root``, and no other, of the driver.

    Raises ConfigError where there is no git or no repository, or git refuses.
    """
    if git.run(root, "rev-parse", "--is-inside-work-tree").code:
        raise ConfigError(f"{root} is in no git repository", hint="git init, then once more")
    for key, value in ((_NAME, "wiki pages by unit"), (_KEY, COMMAND)):
        done = git.run(root, "config", "--local", key, value)
        if done.code:
            raise ConfigError(f"git config refuses: {done.error or f'exit code {done.code}'}")
