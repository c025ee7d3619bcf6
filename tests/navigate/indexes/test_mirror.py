"""The mirror of the process that holds it: exact, made anew by itself, followed, cached, named to others."""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from support.patience import until
from support.shown import Edited, rebuilt, shown

from wikic.errors import StoreLockedError
from wikic.model.change import ABSENT, ChangeSet, Write
from wikic.navigate.indexes import mirror_note
from wikic.navigate.indexes.follow_mirror import Follower, Step, hold_mirror
from wikic.navigate.indexes.indexing import tree_of
from wikic.navigate.indexes.mirror import Mirror, bring_in_step
from wikic.navigate.indexes.mirror_check import check
from wikic.progress import Silent
from wikic.store import leveldb
from wikic.store import lock as file_lock
from wikic.store.access_log import AccessLog, count_reads, list_questions
from wikic.store.codec import State, encode_state
from wikic.store.records import Batch
from wikic.store.tree import open_mirror
from wikic.wiki import lock, transaction
from wikic.wiki.watching import Pace

FAST = Pace(quiet=0.02, longest=0.2, poll=0.05)


@pytest.fixture
def kb(tmp_path: Path) -> Path:
    root = tmp_path / "kb"
    edited = Edited(root / "wiki")
    for path in ("index.md", "people/_index.md", "people/Ada.md", "places/_index.md", "places/London.md"):
        edited.write(path, f"# {path}\n")
    return root


def exact(root: Path) -> bool:
    """Whether the mirror shows what one made from nothing would."""
    with open_mirror(root / ".wikic/mirror") as store:
        assert store.settled
        assert shown(store) == rebuilt(root / "wiki")
    return check(root).exact


def test_made_kept_and_checked(kb: Path) -> None:
    assert check(kb).problem == "there is no mirror"
    mirror, result = bring_in_step(tree_of(kb), kb)
    mirror.close()
    assert (result.written, mirror.files, mirror.rebuilt) == (5, 5, "")
    assert exact(kb)
    Edited(kb / "wiki").write_alike("people/Ada.md", "# people/Bob.md\n")
    assert [(each.path, each.kind) for each in check(kb).differences] == [("people/Ada.md", "differs")]
    with hold_mirror(kb):
        pass
    assert exact(kb)


def _garbage(mirror: Path) -> None:
    for file in mirror.iterdir():
        file.write_bytes(b"garbage" * 50)


def _without_manifest(mirror: Path) -> None:
    for file in mirror.glob("MANIFEST-*"):
        file.unlink()


def _without_current(mirror: Path) -> None:
    (mirror / "CURRENT").unlink()


def _cut_log(mirror: Path) -> None:
    for file in mirror.glob("*.log"):
        os.truncate(file, file.stat().st_size // 2)


def _cut_tables(mirror: Path) -> None:
    for file in mirror.glob("*.ldb"):
        os.truncate(file, file.stat().st_size // 2)


def _other_format(mirror: Path) -> None:
    with closing(leveldb._open_database(mirror)) as database:
        database.put(b"Mstate", encode_state(State(7, settled=True, format=999)))


def _lost_state(mirror: Path) -> None:
    with closing(leveldb._open_database(mirror)) as database:
        database.delete(b"Mstate")


def _damaged_record(mirror: Path) -> None:
    with closing(leveldb._open_database(mirror)) as database:
        database.put(b"Ppeople/Ada.md", b"nonsense")


def _a_file(mirror: Path) -> None:
    for file in mirror.iterdir():
        file.unlink()
    mirror.rmdir()
    mirror.write_bytes(b"no folder")


@pytest.mark.parametrize(
    "damage",
    [
        _garbage,
        _without_manifest,
        _without_current,
        _cut_log,
        _cut_tables,
        _other_format,
        _lost_state,
        _damaged_record,
        _a_file,
    ],
)
def test_a_damaged_mirror_is_made_anew_and_versions_go_on(kb: Path, damage: Callable[[Path], None]) -> None:
    for number in range(300):  # enough for tables to damage
        (kb / f"wiki/people/P{number}.md").write_bytes(b"text\n" * 400)
    with hold_mirror(kb) as mirror:
        before = mirror.level.get("people/Ada.md").meta.version
    damage(kb / ".wikic/mirror")
    with hold_mirror(kb) as mirror:
        assert mirror.rebuilt or damage is _cut_log or damage is _a_file or damage is _without_current
        assert mirror.level.get("people/Ada.md").meta.version >= before
    assert exact(kb)


def test_a_first_mirror_that_was_cut_short_is_completed_by_content(kb: Path) -> None:
    with hold_mirror(kb):
        pass
    with open_mirror(kb / ".wikic/mirror") as store:
        store.apply(Batch(settled=False))
    Edited(kb / "wiki").write_alike("people/Ada.md", "# people/Bob.md\n")
    assert not check(kb).exact
    with hold_mirror(kb):
        pass
    assert exact(kb)


def test_versions_go_on_over_a_rebuild_and_over_a_deletion(kb: Path) -> None:
    versions = []
    for change in (None, "rebuild", "delete"):
        if change == "delete":
            shutil.rmtree(kb / ".wikic/mirror")
        with hold_mirror(kb, rebuild=change == "rebuild") as mirror:
            versions.append(mirror.level.get("people/Ada.md").meta.version)
    assert versions == sorted(set(versions))


def test_who_holds_it_is_named_and_others_read_the_files(kb: Path) -> None:
    with hold_mirror(kb) as mirror:
        with pytest.raises(StoreLockedError, match=rf"process {os.getpid()} on "):
            Mirror.open(tree_of(kb), kb)
        state = mirror_note.mirror_state(kb)
        assert f"process {os.getpid()}" in state.holder
        assert "held by" in state.reads_from
        assert mirror.store.get("people/Ada.md") is not None
    assert mirror_note.mirror_state(kb).holder == ""
    note = mirror_note.mirror_state(kb).note
    assert note is not None
    assert (note.files, note.watching) == (5, False)


def test_counters_survive_a_rebuild(kb: Path) -> None:
    with hold_mirror(kb), AccessLog(kb / ".wikic") as log:
        log.note("Who was Ada?", ["people/Ada", "places/London"], by="ask")
    with hold_mirror(kb, rebuild=True):
        pass
    assert count_reads(kb / ".wikic") == {"people/Ada": 1, "places/London": 1}
    assert list(list_questions(kb / ".wikic")) == [("people/Ada", "places/London")]
    assert "Who was Ada" not in "".join(each.read_text() for each in (kb / "wiki").rglob("*.md"))


def test_an_edit_is_read_before_anybody_told_of_it(kb: Path) -> None:
    with hold_mirror(kb) as mirror:
        (kb / "wiki/people/_index.md").write_text("# People\n")
        found = mirror.store.get("people/_index.md")
        assert found is not None and found.text == "# People\n"
        mirror.update({"people/_index.md"})
        held = mirror.level.get("people/_index.md")
        assert held is not None and held.text == "# People\n"


def test_versions_met_by_a_reader_never_go_backwards(kb: Path) -> None:
    with hold_mirror(kb) as mirror:
        met = [mirror.store.get("people/Ada.md").meta.version]
        for text in ("one", "two, longer", "three", "three", "one"):
            (kb / "wiki/people/Ada.md").write_text(text)
            met.append(mirror.store.get("people/Ada.md").meta.version)
            mirror.update({"people/Ada.md"})
            met.append(mirror.store.get("people/Ada.md").meta.version)
        assert met == sorted(met)


# --- following ----------------------------------------------------------------------------------------


@pytest.fixture
def followed(kb: Path) -> Iterator[tuple[Follower, list[Step]]]:
    steps: list[Step] = []
    mirror = hold_mirror(kb)
    follower = Follower(kb, mirror, say=lambda line: None, pace=FAST, replace=True)

    def run() -> None:
        steps.extend(follower.steps())

    thread = threading.Thread(target=run)
    thread.start()
    until(lambda: follower._folder._watcher is not None)
    yield follower, steps
    follower.stop()
    thread.join()
    follower.mirror.close()


def test_a_followed_mirror_is_exact_after_a_storm_of_edits(
    kb: Path, followed: tuple[Follower, list[Step]]
) -> None:
    follower, _ = followed
    edited = Edited(kb / "wiki")
    for number in range(120):
        edited.write(f"people/kings/K{number}.md", f"{number}")
        edited.replace("people/Ada.md", f"# Ada {number}\n")
        if number % 10 == 3:
            edited.move("people/kings", f"people/queens{number}")
        if number % 10 == 7:
            edited.delete(f"people/queens{number - 4}")
    wanted = rebuilt(kb / "wiki")
    until(lambda: shown(follower.mirror.level) == wanted)


def test_no_half_transaction_is_shown(kb: Path, followed: tuple[Follower, list[Step]]) -> None:
    follower, _ = followed
    level = follower.mirror.level
    seen: list[int] = []

    def slowly(step: str) -> None:
        if step.startswith("create "):
            time.sleep(0.02)  # longer than the watcher's quiet: it tells of the first files on the way
            seen.append(sum(each.startswith("places/New") for each in level.prefix("places/")))

    changes = tuple(Write(f"places/New{n}.md", b"new", ABSENT) for n in range(20))
    with lock.writer(kb):
        transaction.apply(kb, ChangeSet("test", changes), faults=slowly)
    until(lambda: level.get("places/New19.md") is not None)
    assert set(seen) == {0}
    assert len(level.prefix("places/New")) == 20


def test_a_crashed_transaction_does_not_stop_the_mirror(kb: Path) -> None:
    journal = kb / ".wikic/journal/t-crashed_"
    journal.mkdir(parents=True)
    (journal / "begun").touch()
    gone = file_lock.Owner(2**22 + 1, socket.gethostname(), "wikic compile", "")
    file_lock.leave(kb / ".wikic" / lock.OWNER_FILE, gone)
    with hold_mirror(kb) as mirror:
        assert mirror.files == 5


def test_a_wiki_that_goes_and_comes_back(kb: Path, followed: tuple[Follower, list[Step]]) -> None:
    follower, _ = followed
    (kb / "wiki").rename(kb / "aside")
    time.sleep(0.1)
    edited = Edited(kb / "wiki")
    edited.write("people/Bob.md", "# Bob\n")
    until(lambda: follower.mirror.level.get("people/Bob.md") is not None)
    edited.write("people/Cyd.md", "# Cyd\n")
    wanted = rebuilt(kb / "wiki")
    until(lambda: shown(follower.mirror.level) == wanted)


def test_refresh_leaves_the_mirror_to_who_follows(kb: Path, followed: tuple[Follower, list[Step]]) -> None:
    from wikic.navigate.indexes.indexing import refresh

    assert any("is in use by" in note for note in refresh(kb, progress=Silent()).notes)
