"""What lies in ``.wikic/`` follows the tree, page by page, beside other processes, and is never needed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples

from wikic import layout
from wikic.errors import NotAWikiError
from wikic.navigate.indexes import catalogue, graph_file, mentions
from wikic.navigate.indexes.indexing import refresh
from wikic.navigate.library import Library
from wikic.navigate.tools.toolbox import call
from wikic.navigate.vault.page_tree import page_tree
from wikic.store.tree import TreeStore, open_mirror

_HOLD = """
import sys, time
from pathlib import Path
from wikic.store.tree import open_mirror
from wikic.search.generation import writer_lock
from filelock import FileLock
place = Path(sys.argv[1])
held = open_mirror(place / "mirror") if sys.argv[2] == "mirror" else FileLock(place / "index.lock")
if sys.argv[2] == "index":
    held.acquire()
print("held", flush=True)
sys.stdin.read()
"""


def page(title: str, text: str = "", **fields: str) -> str:
    head = "".join(f"{name}: {value}\n" for name, value in fields.items())
    return f"---\ntype: people\ntitle: {title}\n{head}---\n# {title}\n\n{text}\n"


def settle() -> None:
    """Let files grow older than the span in which an equal time proves nothing."""
    time.sleep(0.03)


def test_a_second_refresh_finds_nothing_to_do(own: Path) -> None:
    settle()
    refresh(own)
    before = {file: file.stat().st_mtime_ns for file in (own / ".wikic").rglob("*") if file.is_file()}
    assert refresh(own).changed == 0
    assert {file: file.stat().st_mtime_ns for file in before} == before


def test_an_edit_is_found_by_search(own: Path) -> None:
    refresh(own)
    file = own / "wiki/people/Edmund-Rooke.md"
    file.write_text(file.read_text("utf-8") + "\n## Notes\nHe kept a zebrafinch.\n", "utf-8")
    done = refresh(own)
    assert done.changed == 1
    with Library.open(own) as library:
        assert [hit.path for hit in library.search.search("zebrafinch")] == ["people/Edmund-Rooke"]


def test_pages_that_come_and_go_are_followed(own: Path) -> None:
    (own / "wiki/people/Zebedee-Quill.md").write_text(page("Zebedee Quill", "See [[Edmund-Rooke]]."), "utf-8")
    (own / "wiki/people/Hester-Dunn.md").unlink()
    assert (refresh(own).changed, refresh(own).changed) == (1, 0)
    with Library.open(own) as library:
        assert library.search.search("Zebedee Quill")[0].matched == "name"
        assert "people/Hester-Dunn" not in [hit.path for hit in library.search.search("Hester Dunn")]
        assert "people/Zebedee-Quill" in [
            back.source for back in library.graph.backlinks("people/Edmund-Rooke")
        ]
        assert "people/Hester-Dunn" not in library.catalogue.pages


def test_an_edit_within_a_clock_tick_is_found(own: Path) -> None:
    file = own / "wiki/people/Edmund-Rooke.md"
    text = file.read_text("utf-8")
    file.write_text(text + "\naaaaaaaaaaaa\n", "utf-8")
    when = time.time_ns() + 10**10  # not over by the time it is read, however slow the machine
    os.utime(file, ns=(when, when))
    refresh(own)
    file.write_text(text + "\nbbbbbbbbbbbb\n", "utf-8")
    os.utime(file, ns=(when, when))
    refresh(own)
    with Library.open(own) as library:
        assert library.search.search("bbbbbbbbbbbb")


@pytest.mark.parametrize("name", ["catalogue", "graph", "search/current.json", "search-sources/current.json"])
@pytest.mark.parametrize("damage", ["gone", "empty", "cut", "other"])
def test_what_is_damaged_is_made_again(own: Path, name: str, damage: str) -> None:
    settle()
    refresh(own)
    file = own / ".wikic" / name
    data = file.read_bytes()
    if damage == "gone":
        file.unlink()
    else:
        file.write_bytes({"empty": b"", "cut": data[: len(data) // 2], "other": data[::-1]}[damage])
    refresh(own)
    with Library.open(own) as library:
        assert library.search.search("Edmund Rooke")[0].path == "people/Edmund-Rooke"
        assert library.source_search.documents == len(library.catalogue.sources) > 0
        assert library.graph.backlinks("people/Edmund-Rooke")
        assert library.entry("people/Edmund-Rooke") is not None
        assert not library.notes


def test_a_graph_damaged_in_its_middle_is_made_again_by_the_next_change(own: Path) -> None:
    refresh(own)
    file = own / ".wikic/graph"
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 255
    file.write_bytes(data)
    with Library.open(own) as library:
        assert library.graph.out("people/Edmund-Rooke")  # made in memory
    (own / "wiki/people/New.md").write_text(page("New"), "utf-8")
    refresh(own)
    assert graph_file.load_graph(own / ".wikic") is not None


def _hold(root: Path, what: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(root / ".wikic"), what],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_beside_a_process_that_is_indexing_readers_go_on_with_what_is_there(own: Path) -> None:
    settle()
    refresh(own)
    with _hold(own, "index") as other:
        (own / "wiki/people/New.md").write_text(page("Newcomer"), "utf-8")
        done = refresh(own)
        assert done.changed == 0
        assert "indexing" in done.notes[0]
        with Library.current(own) as library:
            assert library.search.search("Edmund Rooke")
            assert library.view("people/New") is not None  # pages are read from the tree
        other.communicate("")
    assert refresh(own).changed == 1


def test_a_mirror_that_another_process_holds_is_left_to_it(own: Path) -> None:
    refresh(own)
    with _hold(own, "mirror") as other:
        (own / "wiki/people/New.md").write_text(page("Newcomer"), "utf-8")
        done = refresh(own)
        assert done.changed == 1
        assert done.notes
        with Library.current(own) as library:
            assert library.search.search("Newcomer")
        other.communicate("")
    assert refresh(own).notes == ()
    with open_mirror(own / ".wikic/mirror") as store:
        assert store.get("people/New.md") is not None


def test_the_mirror_has_what_the_tree_has(own: Path) -> None:
    refresh(own)
    with open_mirror(own / ".wikic/mirror") as store, Library.open(own, store=store) as library:
        assert library.view("people/Edmund-Rooke") == Library.open(own).view("people/Edmund-Rooke")


def test_the_mirror_reads_only_what_the_indexes_did_not(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.rmtree(own / ".wikic")  # made while files were as young
    settle()
    refresh(own)
    (own / "wiki/people/Hester-Dunn.md").write_text(page("Hester Dunn", "She kept bees."), "utf-8")
    settle()
    listing = own / "wiki/people/_index.md"  # of the same size and time, by which it is not told
    text, status = listing.read_text("utf-8"), listing.stat()
    listing.write_text(text.replace("Edmund", "Edgarr"), "utf-8")
    os.utime(listing, ns=(status.st_atime_ns, status.st_mtime_ns))
    read: list[str] = []
    load = TreeStore.load
    monkeypatch.setattr(TreeStore, "load", lambda tree, path: (read.append(path), load(tree, path))[1])
    refresh(own)
    assert "people/_index.md" in read and "people/Edmund-Rooke.md" not in read, read
    assert not [each for each in read if each.startswith("sources/articles/")]
    with open_mirror(own / ".wikic/mirror") as store:
        for path in ("people/_index.md", "people/Hester-Dunn.md", "people/Edmund-Rooke.md"):
            record = store.get(path)
            assert record is not None and record.text == (own / "wiki" / path).read_text("utf-8")


def test_a_damaged_mirror_is_made_anew(own: Path) -> None:
    refresh(own)
    for file in (own / ".wikic/mirror").glob("MANIFEST*"):
        file.write_bytes(b"nonsense")
    (own / "wiki/people/New.md").write_text(page("Newcomer"), "utf-8")
    assert refresh(own).notes == ()
    with open_mirror(own / ".wikic/mirror") as store:
        assert store.get("people/New.md") is not None


def test_where_the_indexes_cannot_be_written_there_is_an_answer_all_the_same(own: Path) -> None:
    shutil.rmtree(own / ".wikic")
    (own / ".wikic/index.lock").mkdir(parents=True)  # not even root can lock a folder
    with Library.current(own) as library:
        assert library.search.search("Edmund Rooke")[0].path == "people/Edmund-Rooke"
        assert library.graph.backlinks("people/Edmund-Rooke")
        assert len(library.notes) >= 1
        place = library._borrowed
        assert place is not None
    assert not place.exists()


def test_a_stale_index_serves_where_it_cannot_be_brought_in_step(own: Path) -> None:
    settle()
    refresh(own)
    (own / "wiki/people/New.md").write_text(page("Newcomer"), "utf-8")
    (own / ".wikic/index.lock").unlink(missing_ok=True)
    (own / ".wikic/index.lock").mkdir()
    with Library.current(own) as library:
        assert library.notes
        assert library.search.search("Edmund Rooke")
        assert library._borrowed is None


def test_on_a_full_disk_pages_are_read_and_search_says_why_not(own: Path) -> None:
    shutil.rmtree(own / ".wikic")
    code = (
        "import resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))\n"
        "from wikic.cli.main import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    for arguments, expected in ((["read", "Tom Penhale"], 0), (["search", "Tom Penhale"], 1)):
        command = [sys.executable, "-c", code, *arguments, "-C", str(own)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == expected, done
        assert "Traceback" not in done.stderr
        assert ("Painter of harbours" in done.stdout) == (expected == 0)
        assert ("search index" in done.stderr) == (expected == 1)


def test_no_wiki(tmp_path: Path) -> None:
    with pytest.raises(NotAWikiError):
        refresh(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("pages", [{}, {"people/One": page("One", "Alone.")}])
def test_a_wiki_of_none_and_of_one_page(wiki: Callable[..., Path], pages: dict[str, str]) -> None:
    root = wiki(pages)
    for _ in range(2):
        refresh(root)
        with Library.current(root) as library:
            assert [hit.path for hit in library.search.search("One")] == list(pages)
            assert len(library.graph) == len(pages)
            assert sum(each.pages for each in library.directories()) == len(pages)
            assert library.resolve("one").paths == tuple(pages)
            assert library.names.find("Is One alone?") != [] or not pages


_NAMES = ("Ann Lee", "Ben Moor", "Ann Lee (poet)", "Cray", "陈一", "Ben")
_EDITS = st.lists(
    st.tuples(
        st.sampled_from(["people/A", "people/B", "places/C", "people/D", "places/A-b"]),
        st.one_of(
            st.none(),
            st.tuples(
                st.sampled_from(_NAMES),
                st.sampled_from(["", *_NAMES]),
                st.lists(
                    st.sampled_from([*_NAMES, "[[A]]", "[[Ben Moor]]", "[[people/D]]", '"Ann Lee"']),
                    max_size=4,
                ),
            ),
        ),
    ),
    min_size=1,
    max_size=6,
)


@examples(25)
@given(rounds=st.lists(_EDITS, min_size=1, max_size=4))
def test_a_graph_renewed_page_by_page_equals_one_made_anew(
    tmp_path_factory: pytest.TempPathFactory,
    rounds: list[list[tuple[str, tuple[str, str, list[str]] | None]]],
) -> None:
    root = tmp_path_factory.mktemp("renewed")
    for number in range(30):  # so that a few changes are not most of the wiki
        _write(root, f"other/P{number}", page(f"Other {number}", "Ann Lee met Ben Moor; see Cray and 陈一."))
    refresh(root, mirrored=False)
    for edits in rounds:
        for path, content in edits:
            if content is None:
                (root / "wiki" / f"{path}.md").unlink(missing_ok=True)
            else:
                title, alias, words = content
                more = {"aliases": f"[{alias}]"} if alias else {}
                _write(root, path, page(title, " and ".join(words), **more))
        refresh(root, mirrored=False)
        now = catalogue.load_catalogue(root / ".wikic")
        assert now is not None
        anew = graph_file.graph_of(now, page_tree(root), mentions.find_mentions(now.names(), root / ".wikic"))
        assert graph_file.load_graph(root / ".wikic") == anew
        assert set(now.pages) == {
            layout.page_path(file.relative_to(root / "wiki").as_posix())
            for file in (root / "wiki").rglob("*.md")
        }


def _write(root: Path, path: str, text: str) -> None:
    file = root / "wiki" / f"{path}.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


_REBUILD = """
import sys
from pathlib import Path
from wikic.navigate.indexes.indexing import refresh
root = Path(sys.argv[1])
for number in range(3):
    (root / ".wikic/catalogue").unlink(missing_ok=True)
    (root / ".wikic/search/current.json").unlink(missing_ok=True)
    refresh(root, mirrored=False)
"""


def test_while_the_index_is_rebuilt_every_search_has_an_answer(own: Path) -> None:
    refresh(own)
    with Library.open(own) as staying:
        assert staying.search.search("Edmund Rooke")
        other = subprocess.Popen([sys.executable, "-c", _REBUILD, str(own)])
        asked = 0
        while other.poll() is None or asked < 5:
            asked += 1
            with Library.current(own) as library:
                found = call(library, "wiki_search", {"query": "Edmund Rooke"})
                shown = call(library, "wiki_read", {"paths": ["Edmund-Rooke"]})
            assert shown.ok, shown.text()
            assert found.ok or "search index" in found.text()
            assert call(staying, "wiki_read", {"paths": ["people/Edmund-Rooke"]}).ok
        assert other.returncode == 0
        assert staying.search.search("Edmund Rooke")
    assert refresh(own).notes == ()
