"""LevelDB on disk: one process, damage, other formats, reopening."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from support.audit import audit

from wikic.errors import MissingExtraError, StoreDamagedError, StoreError, StoreLockedError
from wikic.navigate.indexes.mirror import keep_mirror
from wikic.progress import Silent
from wikic.store import codec, leveldb
from wikic.store.leveldb import LevelStore, destroy_database
from wikic.store.records import Batch, Put, file_record
from wikic.store.sync import plan_sync, survey_tree, sync_store
from wikic.store.tree import FreshStore, TreeStore, open_mirror, without_plyvel

ROOT = Path(__file__).resolve().parents[2]


def put(path, text="text"):
    return Put(path, file_record(path, text.encode(), 1))


def fill(at, count=50, settled=True):
    with LevelStore(at) as store:
        store.apply(
            Batch(tuple(put(f"people/{n:04d}.md", "x" * 2500) for n in range(count)), settled=settled)
        )


def test_what_was_written_is_there_after_reopening(tmp_path):
    fill(tmp_path / "mirror")
    with LevelStore(tmp_path / "mirror") as store:
        assert store.generation == 1
        assert store.settled
        assert len(store.list("people").files) == 50
        assert not list(audit(store))


def test_a_second_store_is_refused_at_once_in_this_process(tmp_path):
    with LevelStore(tmp_path / "mirror"):
        with pytest.raises(StoreLockedError):
            LevelStore(tmp_path / "mirror")
        with pytest.raises(StoreLockedError):
            destroy_database(tmp_path / "mirror")
    LevelStore(tmp_path / "mirror").close()


_HOLDER = """
import sys
from pathlib import Path
from wikic.store.tree import FreshStore
from wikic.store.leveldb import LevelStore
store = LevelStore(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_store_held_by_another_process_is_refused_until_that_one_dies(tmp_path):
    fill(tmp_path / "mirror")
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLDER, str(tmp_path / "mirror")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )
    with holder:
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(StoreLockedError):
            LevelStore(tmp_path / "mirror")
        holder.kill()
    LevelStore(tmp_path / "mirror").close()  # the lock died with its owner


def _damage_tables(at):
    for file in at.glob("*.ldb"):
        data = bytearray(file.read_bytes())
        data[len(data) // 3 : len(data) // 3 + 200] = os.urandom(200)
        file.write_bytes(data)


def _truncate_tables(at):
    for file in at.glob("*.ldb"):
        os.truncate(file, file.stat().st_size // 2)


def _lose_tables(at):
    for file in at.glob("*.ldb"):
        file.unlink()


def _garble_current(at):
    (at / "CURRENT").write_bytes(b"nonsense")


def _garble_manifest(at):
    for file in at.glob("MANIFEST-*"):
        file.write_bytes(b"nonsense" * 20)


@pytest.mark.parametrize(
    "damage", [_damage_tables, _truncate_tables, _lose_tables, _garble_current, _garble_manifest]
)
def test_a_damaged_database_is_a_store_error_and_can_be_rebuilt(tmp_path, damage):
    at = tmp_path / "mirror"
    fill(at, 500)
    with closing(leveldb._open_database(at)) as database:
        database.compact_range()
    damage(at)
    try:
        with LevelStore(at) as store:
            faults = list(audit(store))
    except StoreError:
        faults = ["refused"]
    assert faults, "the damage went unnoticed"
    destroy_database(at)
    with LevelStore(at, first=7) as store:
        assert store.generation == 7
        assert not store.settled
        store.apply(Batch((put("a.md"),)))
        assert store.get("a.md").meta.version == 8


def test_a_database_of_another_format_says_rebuild(tmp_path, monkeypatch):
    fill(tmp_path / "mirror")
    monkeypatch.setattr("wikic.store.codec.FORMAT", codec.FORMAT + 1)
    with pytest.raises(StoreDamagedError) as caught:
        LevelStore(tmp_path / "mirror")
    assert "rebuild" in caught.value.hint
    monkeypatch.undo()
    LevelStore(tmp_path / "mirror").close()  # the refusal left nothing locked


def test_a_mirror_of_an_older_format_is_rebuilt_by_who_keeps_it(tmp_path):
    (tmp_path / "wiki").mkdir()
    (tmp_path / "wiki/a.md").write_bytes(b"text")
    fill(tmp_path / "mirror")
    with closing(leveldb._open_database(tmp_path / "mirror")) as database:
        database.put(b"Mstate", codec.encode_state(codec.State(7, True, format=codec.FORMAT - 1)))
    build = tmp_path / "build"
    build.mkdir()
    (tmp_path / "mirror").rename(build / "mirror")
    assert keep_mirror(TreeStore(tmp_path / "wiki"), tmp_path, build, Silent()) == ""
    with LevelStore(build / "mirror") as store:
        assert store.prefix("") == ("a.md",)
        assert store.settled and store.get("a.md").meta.version > 7
        assert not list(audit(store))


def test_a_foreign_database_is_not_taken_over(tmp_path):
    with closing(leveldb._open_database(tmp_path / "mirror")) as database:
        database.put(b"someone", b"else")
    with pytest.raises(StoreDamagedError):
        LevelStore(tmp_path / "mirror")


def test_a_prefix_is_found_with_and_without_pages_and_directories(tmp_path):
    with LevelStore(tmp_path / "mirror") as store:
        names = [f"p{number:04d}.md" for number in range(600)]
        store.apply(Batch((*(put(f"big/{name}") for name in names), put("a/x.md"), put("a/xy/z.md"))))
        assert store.prefix("big/p000") == tuple(f"big/{name}" for name in names[:10])
        assert store.prefix("big/p05") == tuple(f"big/{name}" for name in names[500:])
        assert store.prefix("a/x") == ("a/x.md", "a/xy/z.md")
        assert store.prefix("a/xy/z", 1) == ("a/xy/z.md",)
        assert store.prefix("/a") == store.prefix("a//") == store.prefix("a/x.md/") == ()


def test_a_first_mirror_is_merged_when_it_is_whole(tmp_path):
    with LevelStore(tmp_path / "mirror") as store:
        store.apply(Batch((put("a.md"),), settled=False))
        assert not list((tmp_path / "mirror").glob("*.ldb"))
        store.apply(Batch((put("b.md"),), settled=True))
        tables = sorted((tmp_path / "mirror").glob("*.ldb"))
        assert tables
        store.apply(Batch((put("c.md"),), settled=True))  # and not again with every batch
        assert sorted((tmp_path / "mirror").glob("*.ldb")) == tables
        assert not list(audit(store))


def test_a_damaged_record_is_passed_over_for_the_file(tmp_path):
    (tmp_path / "wiki/d").mkdir(parents=True)
    (tmp_path / "wiki/d/a.md").write_bytes(b"text")
    tree = TreeStore(tmp_path / "wiki")
    with LevelStore(tmp_path / "mirror") as store:
        entries, directories = survey_tree(tree)
        sync_store(store, plan_sync(entries, store, directories))
        for at in (b"Fd/a.md", b"Dd"):
            whole = store._database.get(at)
            for cut in range(len(whole)):
                store._database.put(at, whole[:cut])
                fresh = FreshStore(store, tree)
                assert fresh.get("d/a.md").text == "text"
                assert fresh.list("d").files == ("a.md",)
            store._database.put(at, whole)


def test_a_batch_that_fails_half_way_leaves_nothing(tmp_path):
    class Interrupted(dict):
        def items(self):
            yield b"Fa.md", b"half"
            raise KeyboardInterrupt

    with LevelStore(tmp_path / "mirror") as store:
        with pytest.raises(KeyboardInterrupt):
            store._write(Interrupted())
        assert store.get("a.md") is None


def test_a_file_in_the_way_is_a_store_error(tmp_path):
    (tmp_path / "mirror").write_bytes(b"")
    with pytest.raises(StoreError):
        LevelStore(tmp_path / "mirror")
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StoreError):
        LevelStore(tmp_path / "file/mirror")


_FILLER = """
import resource, sys
from pathlib import Path
from wikic.errors import StoreError
from wikic.store.records import Batch, Put
from wikic.store.tree import FreshStore
from wikic.store.leveldb import LevelStore
from wikic.store.records import file_record
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
with LevelStore(Path(sys.argv[1])) as store:
    try:
        while True:
            path = f"d/{store.generation:05d}.md"
            store.apply(Batch((Put(path, file_record(path, b"x" * 20_000)),)))
    except StoreError as error:
        print(error)
    assert store.get("d/00000.md") is not None, "reading goes on"
    try:
        store.apply(Batch())
    except StoreError as error:
        print(store.generation)
"""


def test_a_disk_that_refuses_loses_nothing_that_was_acknowledged(tmp_path):
    run = subprocess.run(
        [sys.executable, "-c", _FILLER, str(tmp_path / "mirror")], cwd=ROOT, capture_output=True, check=True
    )
    reason, generation = run.stdout.decode().splitlines()
    assert "too large" in reason
    with LevelStore(tmp_path / "mirror") as store:
        assert store.generation == int(generation) > 10
        assert list(audit(store)) == []


def test_an_unsettled_mirror_is_not_read(tmp_path):
    (tmp_path / "wiki").mkdir()
    fill(tmp_path / "mirror", settled=False)
    with LevelStore(tmp_path / "mirror") as store:
        fresh = FreshStore(store, TreeStore(tmp_path / "wiki"))
        assert fresh.prefix("") == fresh.list("").files == ()


def test_without_plyvel_it_is_said(tmp_path, monkeypatch):
    assert without_plyvel() == ""
    monkeypatch.delitem(sys.modules, "wikic.store.leveldb")
    monkeypatch.delattr("wikic.store.leveldb")
    for module in ("plyvel", "plyvel_next"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match="plyvel"):
        open_mirror(tmp_path / "mirror")
    assert "plyvel" in without_plyvel() and "costs" in without_plyvel()


def test_reading_the_tree_loads_no_database(tmp_path):
    code = (
        "import sys, pathlib, wikic.store.tree as t, wikic.store.tree;"
        "t.TreeStore(pathlib.Path('x')).list('');"
        "sys.exit(any(m in sys.modules for m in ('plyvel', 'plyvel_next', 'msgspec')))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
