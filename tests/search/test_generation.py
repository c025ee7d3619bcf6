from __future__ import annotations

import json
import multiprocessing
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from wikic.errors import DiskError, FormatError, LockedError
from wikic.search import index as index_module
from wikic.search.fields import FORMAT, SearchRecord
from wikic.search.generation import MARKER_FILE, writer_lock
from wikic.search.index import SearchIndex
from wikic.search.name_index import NameIndex


def record(name: str, body: str = "text") -> SearchRecord:
    return SearchRecord(f"p/{name}", name, body=body, directory="p")


@pytest.fixture
def built(tmp_path: Path) -> Path:
    SearchIndex.open(tmp_path / "search").rebuild(
        (record(f"Name {at}", "body text " * 50) for at in range(200)), stamp="one"
    )
    return tmp_path / "search"


def test_an_absent_index_says_so_and_writes_nothing(tmp_path: Path) -> None:
    index = SearchIndex.open(tmp_path / "search")
    assert (index.needs_rebuild, index.documents, index.stamp) == ("absent", 0, "")
    with pytest.raises(FormatError, match="absent"):
        index.search("x")
    with pytest.raises(FormatError, match="absent"):
        NameIndex(index).find("x")
    assert not (tmp_path / "search").exists()
    with pytest.raises(FormatError, match="absent"):
        index.update([record("x")])


def test_stamp_is_kept_until_another_is_given(built: Path) -> None:
    index = SearchIndex.open(built)
    index.update([record("x")])
    assert index.stamp == "one"
    index.update(deletes=["p/x"], stamp="two")
    assert SearchIndex.open(built).stamp == "two"


def test_another_version_is_rebuilt(built: Path) -> None:
    marker = json.loads((built / MARKER_FILE).read_bytes())
    (built / MARKER_FILE).write_text(json.dumps(marker | {"format": FORMAT + 1}))
    index = SearchIndex.open(built)
    assert index.needs_rebuild == "of another version"
    index.rebuild([record("fresh")])
    assert index.needs_rebuild is None
    assert [hit.path for hit in index.search("fresh")] == ["p/fresh"]


@pytest.mark.parametrize(
    "marker", [b"", b"{", b"[]", b'{"format": %d}', b"\xff", b'{"format":%d,"generation":"../x"}']
)
def test_a_damaged_marker_is_rebuilt(built: Path, marker: bytes) -> None:
    (built / MARKER_FILE).write_bytes(marker.replace(b"%d", str(FORMAT).encode()))
    assert SearchIndex.open(built).needs_rebuild == "damaged"


@pytest.mark.parametrize(
    "pattern", ["meta.json", "*.term", "*.store", "*.idx", "*.fast", "*.fieldnorm", "*.pos"]
)
@pytest.mark.parametrize("harm", ["cut", "emptied", "gone", "changed"])
def test_damage_never_escapes_as_anything_but_ours(built: Path, pattern: str, harm: str) -> None:
    for file in (built / "g1").glob(pattern):
        data = file.read_bytes()
        if harm == "gone":
            file.unlink()
        elif harm == "changed":
            middle = len(data) // 3
            flipped = bytes(byte ^ 0xFF for byte in data[middle : middle + 64])
            file.write_bytes(data[:middle] + flipped + data[middle + 64 :])
        else:
            file.write_bytes(data[: len(data) // 2 if harm == "cut" else 0])
    index = SearchIndex.open(built)
    if harm in ("cut", "emptied") or pattern == "meta.json":
        assert index.needs_rebuild == "damaged"
    try:
        index.search("name 17 body text", limit=3)
        NameIndex(index).find("is Name 17 near Name 18?")
    except FormatError:
        pass
    with pytest.raises(FormatError):
        index.update([record("x")])
    assert SearchIndex.open(built).needs_rebuild is not None
    index.rebuild([record("fresh")])
    assert [hit.path for hit in index.search("fresh")] == ["p/fresh"]


def test_a_rebuild_that_fails_leaves_the_last_commit(built: Path) -> None:
    index = SearchIndex.open(built)

    def broken() -> list[SearchRecord]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        index.rebuild(each for _ in (1,) for each in broken())
    assert SearchIndex.open(built).documents == 200
    assert sorted(path.name for path in built.iterdir() if path.is_dir()) == ["g1"]


def test_a_reader_keeps_the_old_generation_and_then_sees_the_new(built: Path) -> None:
    reader, writer = SearchIndex.open(built), SearchIndex.open(built)
    old, _ = reader.snapshot()
    writer.rebuild([record("fresh")])
    assert old.num_docs == 200
    assert reader.documents == 1
    writer.update([record("more")])
    assert reader.documents == 2
    assert not (built / "g1").exists()


def test_a_busy_index_is_a_clear_error(built: Path) -> None:
    with writer_lock(built), pytest.raises(LockedError, match="search index"):
        SearchIndex.open(built).update([record("x")])
    with writer_lock(built), pytest.raises(LockedError):
        SearchIndex.open(built).rebuild([])
    assert SearchIndex.open(built).documents == 200


def test_a_file_in_place_of_the_directory(tmp_path: Path) -> None:
    (tmp_path / "search").write_text("x")
    index = SearchIndex.open(tmp_path / "search")
    assert index.needs_rebuild is not None
    with pytest.raises(DiskError):
        index.rebuild([])


def test_a_worn_index_is_compacted(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_module, "_WORN", 10)
    index = SearchIndex.open(built)
    for turn in range(2):  # a quarter of the pages may be written over
        assert (built / "g1").is_dir()
        index.update(record(f"Name {at}", f"turn {turn}") for at in range(40))
    assert index.documents == 200
    assert (built / "g2").is_dir() and not (built / "g1").exists()
    assert (index.stamp, len(index.search("turn 1", limit=300))) == ("one", 40)
    assert index.snapshot()[0].doc_freq("body", "turn") == 40, "what was written over counts no more"


def test_threads_share_an_index(built: Path) -> None:
    index, wrong = SearchIndex.open(built), []

    def ask(number: int) -> None:
        for at in range(number, 200, 4):
            if index.search(f"name {at}", limit=1)[0].path != f"p/Name {at}":
                wrong.append(at)
            NameIndex(index).find(f"Where is Name {at} or Nume {at}?")

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def _read(directory: str, seen: multiprocessing.SimpleQueue[object], stop: str) -> None:
    """Search until told to stop; every answer must be a whole commit: `turn N` on all pages or none."""
    index = SearchIndex.open(Path(directory))
    turns, faults = set(), []
    while not Path(stop).exists():
        try:
            bodies = {hit.snippet for hit in index.search("turn", limit=60)}
        except FormatError as error:
            faults.append(str(error))
            continue
        if len(bodies) != 1:
            faults.append(repr(bodies))
        turns |= bodies
    seen.put((len(turns), faults[:3]))


def test_readers_in_other_processes_see_whole_commits(tmp_path: Path) -> None:
    directory, stop = tmp_path / "search", tmp_path / "stop"
    writer = SearchIndex.open(directory)
    writer.rebuild(record(f"{at}", "turn 0") for at in range(50))
    context = multiprocessing.get_context("spawn")
    seen = context.SimpleQueue()
    readers = [context.Process(target=_read, args=(str(directory), seen, str(stop))) for _ in range(2)]
    for reader in readers:
        reader.start()
    for turn in range(1, 25):
        pages = [record(f"{at}", f"turn {turn}") for at in range(50)]
        if turn % 6:
            writer.update(pages)
        else:
            writer.rebuild(pages)
    stop.touch()
    results = [seen.get() for _ in readers]
    for reader in readers:
        reader.join()
    assert [faults for _, faults in results] == [[], []]


_WRITE_FOR_EVER = """
import sys
from pathlib import Path
from wikic.search.index import SearchIndex
from wikic.search.fields import SearchRecord
index = SearchIndex.open(Path(sys.argv[1]))
print(flush=True)
turn = 0
while True:
    turn += 1
    pages = [SearchRecord(f"p/{at}", f"Name {at}", body=f"turn {turn}") for at in range(50)]
    (index.update if turn % 4 else index.rebuild)(pages)
"""


@pytest.mark.parametrize("seconds", [0.0, 0.03, 0.08, 0.17])
def test_a_killed_writer_leaves_a_whole_commit_and_no_lock(tmp_path: Path, seconds: float) -> None:
    index = SearchIndex.open(tmp_path / "search")
    index.rebuild(record(f"{at}", "turn 0") for at in range(50))
    writer = subprocess.Popen(
        [sys.executable, "-c", _WRITE_FOR_EVER, str(tmp_path / "search")], stdout=subprocess.PIPE
    )
    with writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(seconds)
        writer.kill()
    index = SearchIndex.open(tmp_path / "search")
    assert (index.needs_rebuild, index.documents) == (None, 50)
    assert len({hit.snippet for hit in index.search("turn", limit=50)}) == 1
    try:
        index.update([record("more")])
    except FormatError:  # killed between commit and marker: said so, built anew
        index.rebuild([record("more")])
    assert [hit.path for hit in index.search("more")] == ["p/more"]


def test_a_copied_index_works(built: Path, tmp_path: Path) -> None:
    shutil.copytree(built, tmp_path / "copy")
    assert SearchIndex.open(tmp_path / "copy").documents == 200
