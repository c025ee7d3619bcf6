"""The real command in a process of its own, and folders looked at as bytes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from support import relay
from support.loaded import Call, waiting_for, wikic_loaded
from support.started import Started

WIKIC = str(Path(sys.executable).with_name("wikic"))
# What a test must not inherit: a terminal's colours, git's identity and configuration.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "NO_COLOR"))}
ENVIRONMENT |= {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "XDG_CACHE_HOME": str(Path(tempfile.gettempdir()) / f"wikic-cache-of-tests-{os.getpid()}"),
    **{f"GIT_{who}_{what}": "t@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
}
_FORKS = hasattr(os, "fork")
Stream = int | IO[Any] | None
# What a command reads as it runs, so that a fork may be given it.
_READ_LATE = ("WIKIC_", "XDG_", "TERM", "NO_COLOR", "COLUMNS", "OPENAI_")


@dataclass(frozen=True)
class Done:
    """A command that ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def wikic(
    *arguments: object, cwd: Path, env: Mapping[str, str] = ENVIRONMENT, code: int | None = 0, given: str = ""
) -> Done:
    """Run ``wikic`` and see that it ends with ``code`` (None: whatever it is) and never with a traceback.

    given: its input.
    """
    words = [*map(str, arguments)]
    more = _more(env)
    if more is not None and _FORKS:
        done = Done(*wikic_loaded(Call(words, cwd, more), ENVIRONMENT, given))
    else:
        run = subprocess.run(
            [WIKIC, *words], cwd=cwd, env=env, input=given, capture_output=True, text=True, check=False
        )
        done = Done(run.returncode, run.stdout, run.stderr)
    assert code is None or done.code == code, done
    assert "Traceback" not in done.err, done.err
    return done


def start(
    *arguments: object, cwd: Path | None = None, env: Mapping[str, str] = ENVIRONMENT,
    stdin: Stream = subprocess.DEVNULL, stdout: Stream = None, stderr: Stream = None, text: bool = True,
) -> Started | subprocess.Popen[Any]:  # fmt: skip
    """Start ``wikic`` as ``subprocess.Popen`` does."""
    words, folder, more = [*map(str, arguments)], cwd or Path.cwd(), _more(env)
    if more is not None and _FORKS:
        call = Call(words, folder, more)
        return waiting_for(call, ENVIRONMENT).start(call, (stdin, stdout, stderr), text=text)
    return subprocess.Popen(
        [WIKIC, *words], cwd=folder, env=env, stdin=stdin, stdout=stdout, stderr=stderr, text=text
    )


def command_line(*arguments: str) -> list[str]:
    """What starts ``wikic`` with these arguments, for clients that start their server themselves."""
    call = Call(arguments, Path.cwd())
    address = waiting_for(call, ENVIRONMENT).address
    return [sys.executable, "-S", "-E", relay.__file__, address, *arguments]


def _more(env: Mapping[str, str]) -> dict[str, str] | None:
    """What an environment has beside the usual one, where a command reads it as it runs; else None."""
    if not ENVIRONMENT.keys() <= env.keys():
        return None
    more = {name: value for name, value in env.items() if ENVIRONMENT.get(name) != value}
    return more if all(name.startswith(_READ_LATE) for name in more) else None


def git(*arguments: str, cwd: Path, text: str | None = None) -> str:
    """Run ``git``; returns what it printed."""
    run = subprocess.run(
        ["git", *arguments], cwd=cwd, env=ENVIRONMENT, capture_output=True, text=True, input=text, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def snapshot(folder: Path, *, without: tuple[str, ...] = ()) -> dict[str, bytes | str]:
    """Everything below a folder: the bytes of files, where symlinks lead, ``dir`` for directories."""
    found: dict[str, bytes | str] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name.split("/")[0] in without or name in without:
            continue
        if path.is_symlink():
            found[name] = f"link to {os.readlink(path)}"
        else:
            found[name] = path.read_bytes() if path.is_file() else "dir"
    return found


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files, ``{relative path: content}``; returns the folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def jsonl(file: Path, *records: Mapping[str, str]) -> Path:
    """Write a JSON Lines file; returns it."""
    file.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), "utf-8")
    return file


# Small, and every part of a wiki comes of it: a relation, an alias, a page two documents share.
TOWN: Mapping[str, str] = {
    "ada.md": "# Ada Lovelace\n\nAda Lovelace was an English mathematician. "
    "Ada Lovelace was born in London in 1815. London is a city in England.\n",
    "london.md": "# London\n\nLondon is a city in England. London lies on the Thames.\n",
    "paris.md": "# Paris\n\nParis is a city in France. Paris lies on the Seine.\n",
}
