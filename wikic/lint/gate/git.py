"""What git knows of a knowledge base, through the ``git`` people have."""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, cast

from wikic.errors import ConfigError, UsageError

# Hooks are given these, relative to where git runs them; our git may run elsewhere.
_PLACES: Final = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY")
_NO_GIT: Final = "this needs git, which is not installed here"
_PIECE: Final = 1 << 16  # bytes
_ENDING: Final = 10.0  # seconds that it takes its locks away in, once it was asked to end


@dataclass(frozen=True, slots=True)
class Repository:
    """The git repository that holds a knowledge base.

    root: the knowledge base.
    top: the root of the work tree.
    inside: path of the knowledge base from there, ``kb/`` or "".
    """

    root: Path
    top: Path
    inside: str

    @classmethod
    def of(cls, root: Path) -> Repository:
        """The repository around ``root``. Raises ConfigError where there is none that git can read."""
        found = run(root, "rev-parse", "--show-toplevel", "--show-prefix")
        if found.code:
            reason = found.error.splitlines()[0] if found.error else "git finds no repository"
            raise ConfigError(
                f"--since needs a git work tree, and {root} is in none: {reason}",
                hint="git init, or lint without --since",
            )
        top, inside = os.fsdecode(found.out).split("\n")[:2]
        return cls(root, Path(top), inside)

    def commit(self, ref: str) -> str:
        """The commit to compare with: where HEAD left ``ref``, or ``ref`` itself where they share no history.

        Raises UsageError when there is no such commit.
        """
        found = run(self.root, "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}")
        if ref.startswith("-") or found.code:
            shallow = run(self.root, "rev-parse", "--is-shallow-repository").out.strip() == b"true"
            raise UsageError(
                f"git knows no commit {ref!r} here",
                hint="this clone is shallow: fetch more of it (git fetch --unshallow; in GitHub Actions "
                "fetch-depth: 0; in GitLab GIT_DEPTH: 0)"
                if shallow
                else "name a branch, a tag or a commit",
            )
        commit = found.out.decode("ascii").strip()
        base = run(self.root, "merge-base", commit, "HEAD")
        return commit if base.code else base.out.decode("ascii").split("\n")[0]

    def check_out(self, commit: str, directory: str, into: Path) -> None:
        """Write the files of ``directory`` (from the knowledge base, or "") at a commit below ``into``.

        Nothing is written where the commit does not have it. The repository's own index is not touched.
        Raises ConfigError when git fails.
        """
        tree = f"{commit}:{self.inside}{directory}".removesuffix("/")
        if run(self.root, "rev-parse", "--verify", "--quiet", tree).code:
            return
        into.mkdir(parents=True, exist_ok=True)
        index = {"GIT_INDEX_FILE": str(into.with_name(f"{into.name}.index"))}
        for command in (("read-tree", tree), ("checkout-index", "-a", "-q", f"--prefix={into}{os.sep}")):
            done = run(self.top, *command, environment=index)
            if done.code:
                raise ConfigError(f"git {command[0]} failed: {done.error or f'exit code {done.code}'}")

    def renames(self, commit: str, directory: str) -> dict[str, str]:
        """Old file path → new one, from ``directory``, for files renamed since a commit, staged or not."""
        found = run(
            self.root,
            *("diff", "--name-status", "-z", "--find-renames", "--diff-filter=R", "--no-ext-diff"),
            *("--no-textconv", f"--relative={self.inside}{directory}", commit, "--", directory or "."),
        )
        fields = os.fsdecode(found.out).split("\0")
        return {fields[at + 1]: fields[at + 2] for at in range(0, len(fields) - 2, 3)}


@dataclass(frozen=True, slots=True)
class Ran:
    """What a git command did: its exit code, its output, its complaint."""

    code: int
    out: bytes
    error: str


def run(
    where: Path,
    *arguments: str,
    environment: Mapping[str, str] | None = None,
    given: bytes = b"",
    seconds: float | None = None,
) -> Ran:
    """Run git in a directory, until it ends: what a hook has started may hold its output open for ever.

    given: its standard input; a hook that asks there is told that nobody answers.
    seconds: how long it may take; None for as long as it does.

    Raises ConfigError when there is no git, TimeoutError when it takes too long; it was asked to end then, so
    that it leaves no lock.
    """
    import subprocess  # it brings sockets along, and most runs ask git nothing

    own = {**_environment(), **(environment or {})}
    with _open_nameless() as asked, _open_nameless() as out, _open_nameless() as complaint:
        asked.write(given)
        asked.seek(0)
        try:
            process = subprocess.Popen(
                ["git", *arguments], cwd=where, env=own, stdin=asked, stdout=out, stderr=complaint
            )
        except FileNotFoundError as error:
            raise ConfigError(_NO_GIT) from error
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired as error:
            process.terminate()
            try:
                process.wait(_ENDING)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            raise TimeoutError(f"git {arguments[0]} took more than {seconds} s") from error
        except BaseException:
            process.kill()
            process.wait()
            raise
        out.seek(0)
        complaint.seek(0)
        return Ran(code, out.read(), complaint.read().decode("utf-8", "replace").strip())


def stream(where: Path, *arguments: str, seconds: float) -> Generator[bytes, None, None]:
    """What git puts out, in pieces as they come; it is ended once no more of them are taken.

    Raises ConfigError when there is no git or it fails, TimeoutError when it takes longer than ``seconds``.
    """
    import subprocess
    from threading import Event, Timer

    nothing = subprocess.DEVNULL
    try:
        process = subprocess.Popen(
            ["git", *arguments],
            cwd=where,
            env=_environment(),
            stdin=nothing,
            stdout=subprocess.PIPE,
            stderr=nothing,
        )
    except FileNotFoundError as error:
        raise ConfigError(_NO_GIT) from error
    assert process.stdout is not None
    late = Event()

    def end() -> None:
        late.set()
        process.kill()

    timer = Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        with process.stdout as out:
            while piece := out.read(_PIECE):
                yield piece
        code = process.wait()
    finally:
        timer.cancel()
        process.kill()
        process.wait()
    if code and late.is_set():
        raise TimeoutError(f"git {arguments[0]} took more than {seconds} s")
    if code:
        raise ConfigError(f"git {arguments[0]} failed: exit code {code}")


def _environment() -> dict[str, str]:
    own = {**os.environ, "GIT_OPTIONAL_LOCKS": "0"}  # a reader must not write the index
    return own | {name: os.path.abspath(own[name]) for name in _PLACES if own.get(name)}


def _open_nameless() -> BinaryIO:
    """A file without a name; in memory where the system has such."""
    in_memory = getattr(os, "memfd_create", None)
    if in_memory is not None:
        return os.fdopen(in_memory("wikic"), "w+b")
    from tempfile import TemporaryFile

    return cast("BinaryIO", TemporaryFile())


def place_in_repository(root: Path) -> str:
    """Path of a knowledge base from the root of its work tree, ``kb/``; "" outside of one. Runs no git."""
    here = root.resolve()
    for above in (here, *here.parents):
        if (above / ".git").exists():  # a directory, or a file in linked work trees
            inside = here.relative_to(above).as_posix()
            return "" if inside == "." else f"{inside}/"
    return ""
