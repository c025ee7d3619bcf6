"""Journals that came with somebody's repository: seen to write, to move and to delete outside the wiki."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import snapshot
from support.depth import examples
from support.hostile import MARK, journals, lay_journal

from wikic import build_dir, layout
from wikic.errors import DiskError, FormatError, NotPlainError, UnfinishedError, WikicError
from wikic.model.change import ABSENT, ChangeSet, Write
from wikic.wiki import recovery
from wikic.wiki.journal import Journal
from wikic.wiki.lock import writer
from wikic.wiki.recovery import recover
from wikic.wiki.transaction import apply
from wikic.wiki.transaction_refusals import Place

OWN = ("kb/.wikic/origin", "kb/.wikic/origin.stat")
NEW = layout.content_hash(b"hostile\n")


def lay(root: Path, inside: str | None, *steps: dict[str, Any], ours: bool = False) -> Path:
    """A committed journal; ``ours`` makes it one that this wiki began, which no clone can."""
    folder = root / ".wikic/journal/t-abcdefgh"
    folder.mkdir(parents=True)
    body = {"format": 1, "reason": "hostile", "steps": steps}
    data = json.dumps(body | ({} if inside is None else {"inside": inside})).encode()
    (folder / "plan.json").write_bytes(layout.content_hash(data).encode() + b"\n" + data)
    (folder / "000000").write_bytes(b"hostile\n")
    if ours:
        build_dir.leave_origin(folder / layout.ORIGIN_FILE)
    return folder


def step(path: str, **more: object) -> dict[str, Any]:
    return {
        "op": "write",
        "path": path,
        "expects": ABSENT,
        "change": 0,
        "hash": NEW,
        "staged": "000000",
    } | more


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """``home/`` that nothing may reach, beside a wiki in ``kb/``."""
    for name, content in {
        "home/.ssh/id": MARK,
        "home/a/b": MARK,
        "kb/.git/hooks/pre-push": b"",
        "kb/wiki/index.md": b"",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    return tmp_path


REPRODUCTIONS = [
    pytest.param("../home", step(".profile"), id="a directory beside the wiki"),
    pytest.param("", step(".git/hooks/pre-commit"), id="a hook of git's"),
    pytest.param(
        None,
        step("people/A.md", staged="../../../../home/.ssh/id", hash=layout.content_hash(MARK)),
        id="a key moved into a page",
    ),
    pytest.param(None, step("../../home/x.md"), id="a path that climbs"),
    pytest.param(None, step(".git/x.md"), id="git's directory in the wiki"),
    pytest.param("", step("people/A.md"), id="a page as one of init's files"),
    pytest.param(None, step("people/A.sh"), id="no page"),
    pytest.param(None, step("a.md", op="delete", hash="", target="../../home/a/b"), id="a target outside"),
    pytest.param(None, step("a.md", source="../../home/.ssh/id"), id="a source outside"),
]


@pytest.mark.parametrize(("inside", "wanted"), REPRODUCTIONS)
def test_a_plan_from_elsewhere_is_not_carried_out(
    place: Path, inside: str | None, wanted: dict[str, Any]
) -> None:
    lay(place / "kb", inside, wanted)
    before = snapshot(place, without=OWN)
    with pytest.raises(UnfinishedError, match="not begun in this directory") as refused:
        recover(place / "kb")
    assert "wikic recover" in refused.value.hint
    assert snapshot(place, without=OWN) == before


@pytest.mark.parametrize("places", [recovery.OURS, recovery.THEIRS], ids=["wiki", "vault"])
@pytest.mark.parametrize(("inside", "wanted"), REPRODUCTIONS)
def test_not_even_a_plan_of_our_own_reaches_beyond_its_place(
    place: Path, inside: str | None, wanted: dict[str, Any], places: Sequence[Place]
) -> None:
    lay(place / "kb", inside, wanted, ours=True)
    before = snapshot(place, without=("kb/.wikic",))
    before = {name: data for name, data in before.items() if not name.startswith("kb/.wikic")}
    if places == recovery.THEIRS and wanted["path"] == "people/A.md" and inside == "":
        return  # a page of theirs
    with suppress(DiskError, FormatError, UnfinishedError):
        assert "damaged" in recover(place / "kb", places=places)[0]
    after = snapshot(place)
    assert {name: data for name, data in after.items() if not name.startswith("kb/.wikic")} == before


def test_a_plan_from_elsewhere_is_a_persons_to_finish_or_to_drop(place: Path) -> None:
    kb = place / "kb"
    for finish in (True, False):
        lay(kb, None, step("people/A.md"))
        with pytest.raises(UnfinishedError, match="not begun in this directory"):
            recover(kb)
        (left,) = recovery.left(kb)
        assert left.changes == (Write("people/A.md", b"hostile\n"),) and not left.here and not left.fault
        if finish:
            assert "finished" in recover(kb, trusted=True)[0]
        else:
            assert recovery.drop(kb) == 1
        assert (kb / "wiki/people/A.md").exists() == finish
        assert Journal.left(kb) == ()
        (kb / "wiki/people/A.md").unlink(missing_ok=True)


def test_a_person_finishes_no_plan_that_leaves_the_wiki(place: Path) -> None:
    lay(place / "kb", "../home", step(".profile"))
    (left,) = recovery.left(place / "kb")
    assert "'../home'" in left.fault and not left.changes
    with pytest.raises(UnfinishedError):
        recover(place / "kb", trusted=True)
    assert not (place / "home/.profile").exists()
    assert recovery.drop(place / "kb") == 1


def test_a_crashed_run_in_a_wiki_that_was_copied_or_restored(tmp_path: Path) -> None:
    class Crash(Exception):
        pass

    def fault(name: str) -> None:
        if name == "create p/A.md":
            raise Crash

    with pytest.raises(Crash):
        apply(tmp_path / "kb", ChangeSet("t", (Write("p/A.md", b"a"),)), faults=fault)
    shutil.copytree(tmp_path / "kb", tmp_path / "copy")
    with pytest.raises(UnfinishedError):
        recover(tmp_path / "copy")
    assert "finished" in recover(tmp_path / "copy", trusted=True)[0]
    (tmp_path / "kb").rename(tmp_path / "moved")  # on the same disk it is the same directory
    assert "finished" in recover(tmp_path / "moved")[0]
    for name in ("copy", "moved"):
        assert (tmp_path / name / "wiki/p/A.md").read_bytes() == b"a"


@pytest.mark.parametrize(
    "where", [".wikic", ".wikic/journal", ".wikic/journal/t-abcdefgh", ".wikic/journal/x"]
)
def test_a_symlink_costs_nobody_a_directory(place: Path, where: str) -> None:
    link = place / "kb" / where
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(place / "home")
    before = snapshot(place)
    with pytest.raises(NotPlainError, match="is a symlink") as refused:
        recover(place / "kb")
    assert str(link) in str(refused.value) and "remove it" in refused.value.hint
    with pytest.raises(NotPlainError), writer(place / "kb"):
        pass
    with pytest.raises(NotPlainError):
        apply(place / "kb", ChangeSet("t", (Write("p/A.md", b"a"),)))
    assert snapshot(place, without=OWN) == before


def test_recovery_removes_what_it_made_and_nothing_else(place: Path) -> None:
    home = place / "kb/.wikic/journal"
    for name in ("mine/file", "t-abcdefgh/000000", "t-abcdefgh/mine/file", "t-12345678.done/plan.json"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_bytes(b"")
    (notice,) = recover(place / "kb")
    assert "t-abcdefgh holds what wikic did not put there" in notice
    assert sorted(snapshot(home)) == [
        "mine",
        "mine/file",
        "t-abcdefgh",
        "t-abcdefgh/mine",
        "t-abcdefgh/mine/file",
    ]


@pytest.mark.parametrize("target", ["../home", ".git"])
def test_wiki_as_a_symlink_that_leads_away_is_not_written(place: Path, target: str) -> None:
    shutil.rmtree(place / "kb/wiki")
    (place / "kb/wiki").symlink_to(target)
    with pytest.raises(DiskError, match="leads out of"):
        apply(place / "kb", ChangeSet("t", (Write("p/A.md", b"a"),)))
    assert not (place / "home/p").exists() and not (place / "kb/.git/p").exists()


def test_the_root_itself_may_be_a_symlink(place: Path) -> None:
    os.symlink("kb", place / "link")
    apply(place / "link", ChangeSet("t", (Write("p/A.md", b"a"),)))
    assert (place / "kb/wiki/p/A.md").read_bytes() == b"a"


def beyond(place: Path) -> dict[str, bytes | str]:
    """What no plan may touch: all but pages of the wiki, and git's directory."""
    return {
        name: data
        for name, data in snapshot(place).items()
        if not name.startswith("kb/") or name.startswith("kb/.git/")
    }


@examples(60)
@given(journals, st.booleans())
def test_no_journal_reaches_beyond_the_wiki(wanted: dict[str, Any], word: bool) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch)
        for name in ("outside/key", "kb/.git/hooks/pre-push", "kb/wiki/people/Ada-Lovelace.md"):
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_bytes(b"ada" if "wiki" in name else MARK)
        lay_journal(place / "kb/.wikic", wanted)
        before = beyond(place)
        for places in (recovery.OURS, recovery.THEIRS):
            with suppress(WikicError):
                recovery.left(place / "kb", places)
                recover(place / "kb", places=places, trusted=word)
        assert beyond(place) == before
        pages = snapshot(place / "kb/wiki").values()
        assert not any(MARK in data for data in pages if isinstance(data, bytes))
