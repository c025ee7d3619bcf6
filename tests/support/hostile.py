"""Somebody's repository with a ``.wikic/`` made with care: trees of them, and commands run over one.

Everything a hostile tree may want to reach lies in ``outside/`` and in ``kb/.git``; its bytes hold a mark
that must show nowhere else.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path

from hypothesis import strategies as st
from support.command import ENVIRONMENT, snapshot
from support.loaded import Call, waiting_for, wikic_loaded
from support.website import Website

from wikic import build_dir, layout
from wikic.cli import main

MARK = b"SENTINEL-7f3a"
COMMANDS = (
    ("compile", "docs", "-C", "kb"),
    ("fix", "-C", "kb"),
    ("lint", "-C", "kb"),
    ("search", "London", "-C", "kb"),
    ("ask", "Where was Ada Lovelace born?", "--trace", "-C", "kb"),
    ("mirror", "-C", "kb"),
    ("status", "-C", "kb"),
    ("forget", "docs/paris.md", "-C", "kb"),
    ("recover", "-C", "kb"),
    ("recover", "--finish", "-C", "kb"),
    ("errors", "-C", "kb"),
    ("chat", "-C", "kb"),
    ("compile", "docs", "--review", "-C", "kb"),
    ("evolve", "--apply", "-C", "kb"),
    ("export", "site", "-C", "kb"),
    ("export", "skills", "-C", "kb"),
    ("export", "graph", "-C", "kb"),
)
# These tell of what is odd, or have nothing to do with it.
ODD = (
    ("doctor", "-C", "kb"),
    ("review", "-C", "kb"),
    ("review", "accept", "--all", "-C", "kb"),
    ("adopt", "docs"),
    ("adopt", "kb/wiki"),
    ("export", "skill", "--output", "kb/own", "-C", "kb"),
    ("fleet", "bases.yaml"),
)
# These stay, until Ctrl-C.
STAY = (
    ("serve", "127.0.0.1:0", "--edit", "--review", "-C", "kb"),
    ("compile", "docs", "--watch", "-C", "kb"),
)
_ASKED = (
    "/",
    "/people/Ada-Lovelace",
    "/-/search?q=London",
    "/-/review",
    "/-/edit/people/Ada-Lovelace",
    "/-/metrics",
)
TALK = "Where was Ada Lovelace born?\n/save Birth\n/quit\n"

_FILES = (
    *("names", "lint-cache", "catalogue", "graph", "trace.json", "errors.json", "failed.json", "log/bug.txt"),
    *("access.jsonl", "access.counts", "access.7.jsonl", "access.lock", "model-calls.jsonl", "replies/ab"),
    *("lock", "lock.owner", "index.lock", "origin", "origin.stat", "journal/x", ".gitignore"),
    *("search/current.json", "search/lock", "search/g1/meta.json", "search/g1/.managed.json"),
    *("search-sources/current.json", "mirror/CURRENT", "mirror/000005.log", "mirror.json"),
    *("mirror.lock", "mirror.lock.owner"),
)
_FOLDERS = ("journal", "search", "search-sources", "search/g1", "search/g9", "mirror", "log", "replies")
_TARGETS = (
    "../outside",
    "../outside/key",
    "../outside/new",
    "../../outside/key",
    "../.git/hooks",
    "../wiki",
    "gone",
)
_NATIVE = ("search", "mirror")  # read by libraries that trust what was made here
_INSIDE = ("wiki", "", "..", "../outside", ".git", "wiki/../../outside", "docs", "/tmp")
_PATHS = (
    "people/New.md",
    "people/Ada-Lovelace.md",
    "schema.yaml",
    "../outside/key",
    "../../outside/key",
    ".git/hooks/pre-commit",
    "people/.git/x.md",
    "../.git/hooks/x.md",
    "git~1/x.md",
    "/tmp/x.md",
    "",
    "wiki/index.md",
    ".gitignore",
    "a\0b.md",
)
_STAGED = ("000000", "000001", "../../../../outside/key", "../../../outside/key", "plan.json", "", "0" * 300)

_junk = st.one_of(
    st.binary(max_size=60),
    st.sampled_from(
        [b"[" * 50_000, b'{"a":' * 50_000, b"\x91" * 50_000, b"\xdf\xff\xff\xff\xff", b"1" * 9_000]
    ),
    st.recursive(
        st.none() | st.integers() | st.text(max_size=5) | st.booleans(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
        max_leaves=8,
    ).map(lambda value: json.dumps(value).encode()),
)
_deeds = st.one_of(
    st.tuples(st.just("link"), st.sampled_from((*_FILES, *_FOLDERS)), st.sampled_from(_TARGETS)),
    st.tuples(st.just("write"), st.sampled_from(_FILES), _junk),
    st.tuples(st.just("spoil"), st.sampled_from(_FILES), st.integers(0, 1 << 20)),
    st.tuples(st.just("pipe"), st.sampled_from((*_FILES, *_FOLDERS)), st.just(b"")),
    st.tuples(st.just("folder"), st.sampled_from(_FILES), st.just(b"")),
    st.tuples(st.just("large"), st.sampled_from(_FILES), st.just(b"")),
    st.tuples(st.just("deep"), st.sampled_from(_FOLDERS), st.just(b"")),
)
_steps = st.fixed_dictionaries(
    {
        "op": st.sampled_from(["write", "delete", "x"]),
        "path": st.sampled_from(_PATHS),
        "change": st.integers(0, 2),
    },
    optional={
        "expects": st.sampled_from(["absent", layout.content_hash(MARK), "x", ""]),
        "hash": st.sampled_from([layout.content_hash(MARK), layout.content_hash(b"hostile\n"), ""]),
        "staged": st.sampled_from(_STAGED),
        "source": st.sampled_from(_PATHS),
        "target": st.sampled_from(_PATHS),
    },
)
journals = st.fixed_dictionaries(
    {
        "steps": st.lists(_steps, max_size=3),
        "inside": st.sampled_from(_INSIDE),
        "begun": st.booleans(),
        "trusted": st.booleans(),
        "name": st.sampled_from(["t-aaaaaaaa", "t-aaaaaaaa.done", "t-x", "mine", "t-bbbbbbbb"]),
    }
)
_whole = st.none() | st.sampled_from(["link", "file", "pipe", "absent"])
# What becomes of `.wikic/` itself, deeds in it, journals, and whether it says rightly that it was made here.
trees = st.tuples(_whole, st.lists(_deeds, max_size=4), st.lists(journals, max_size=2), st.booleans())


def lay(start: Path, home: Path, tree: tuple[str | None, list, list, bool]) -> None:  # type: ignore[type-arg]
    """Copy ``start`` (``docs/`` and ``kb/``) to ``home`` with what is hostile in it."""
    whole, deeds, journals, ours = tree
    shutil.copytree(start, home, symlinks=True, ignore=shutil.ignore_patterns("*.lock"))
    (home / "bases.yaml").write_text("- {directory: kb, documents: docs}\n")
    for name in ("outside/key", "outside/sub/key.md", "kb/.git/hooks/pre-push"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_bytes(MARK)
    build = home / "kb/.wikic"
    if whole is not None:
        shutil.rmtree(build)
        match whole:
            case "link":
                build.symlink_to("../outside")
            case "file":
                build.write_bytes(b"")
            case "pipe":
                os.mkfifo(build)
        return
    if ours:
        build_dir.leave_origin(build / layout.ORIGIN_FILE)
    for deed, name, what in deeds:
        if not (ours and name.startswith(_NATIVE) and deed in ("write", "spoil")):
            _do(build, deed, name, what)
    for journal in journals:
        with suppress(OSError):  # `journal` is a pipe by now
            lay_journal(build, journal)


def _do(build: Path, deed: str, name: str, what: object) -> None:
    place = build / name
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        before = place.read_bytes() if deed == "spoil" and place.is_file() else b""
        if place.is_dir() and not place.is_symlink():
            shutil.rmtree(place)
        place.unlink(missing_ok=True)
        match deed, what:
            case "link", str():
                place.symlink_to("../" * name.count("/") + "../" + what if what != "gone" else what)
            case "write", bytes():
                place.write_bytes(what)
            case "spoil", int():
                at = what % (len(before) + 1)
                place.write_bytes(before[:at] if what % 2 else before[:at] + b"\xff" + before[at + 1 :])
            case "pipe", _:
                os.mkfifo(place)
            case "folder", _:
                (place / "a").mkdir(parents=True)
            case "large", _:
                with place.open("wb") as file:
                    file.truncate(300 << 20)  # a hole: nothing of it lies on the disk
            case "deep", _:
                (place / "/".join("d" * 400)).mkdir(parents=True)


def lay_journal(build: Path, wanted: dict) -> None:  # type: ignore[type-arg]
    folder = build / "journal" / wanted["name"]
    if build.resolve() not in folder.resolve().parents:
        return  # `journal` leads elsewhere by now: this is not ours to write either
    folder.mkdir(parents=True, exist_ok=True)
    body = {"format": 1, "reason": "hostile", "inside": wanted["inside"], "steps": wanted["steps"]}
    data = json.dumps(body).encode()
    (folder / "plan.json").write_bytes(layout.content_hash(data).encode() + b"\n" + data)
    (folder / "000000").write_bytes(b"hostile\n")
    if wanted["begun"]:
        (folder / "begun").touch()
    if wanted["trusted"]:
        build_dir.leave_origin(folder / layout.ORIGIN_FILE)


def wrong(home: Path, commands: Sequence[Sequence[str]]) -> list[str]:
    """What commands over a hostile tree do that they must not; they run in a process of their own."""
    kept = {name: snapshot(home / name) for name in ("outside", "kb/.git")}
    problems = [each for command in commands if (each := _run(home, command))]
    for name, before in kept.items():
        if snapshot(home / name) != before:
            problems.append(f"{name} is not as it was")
    for path in (home / "kb").rglob("*"):
        if ".git" in path.parts or path.is_symlink() or not path.is_file():
            continue
        if path.stat().st_size < 1 << 20 and MARK in path.read_bytes():
            problems.append(f"{path.relative_to(home)} holds what lies outside")
    return problems


def _run(home: Path, command: Sequence[str]) -> str:
    run = _stayed if command in STAY else wikic_loaded
    code, out, err = run(Call(command, home), ENVIRONMENT, TALK)
    name, text = " ".join(command), out + err
    if code not in ((0, 1, 2, 130) if command in STAY else (0, 1, 2)):
        return f"{name}: exit code {code}: {text[-1500:]!r}"
    return f"{name}: shows what lies outside" if MARK.decode() in text else ""


def _stayed(call: Call, environment: Mapping[str, str], given: str) -> tuple[int, str, str]:
    """As ``wikic_loaded``, of a command that stays: once it waits it is asked for pages, then for its end.

    A page that the server failed to make counts as a bug.
    """
    pipe = subprocess.PIPE
    with waiting_for(call, environment).start(call, (subprocess.DEVNULL, pipe, pipe), text=True) as run:
        assert run.stderr is not None
        said, failed = "", False
        for line in run.stderr:
            said += line
            found = re.search(r"http://\S+", line)
            for path in _ASKED if found else ():
                assert found is not None
                got = Website(found[0], run).get(path)
                said += got.text
                failed = failed or got.status == HTTPStatus.INTERNAL_SERVER_ERROR
            if found or "Ctrl-C ends" in line:
                run.send_signal(signal.SIGINT)
        out, err = run.communicate(given)
        assert run.returncode is not None
        return main.BUG if failed else run.returncode, out, said + err
