"""Changes land, in order, and never over what a person saved."""

from __future__ import annotations

import os
import tempfile
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import sample

from wikic import layout
from wikic.errors import DiskError, FormatError
from wikic.model.change import ABSENT, Change, ChangeSet, Delete, Move, Write
from wikic.wiki import disk, transaction
from wikic.wiki.journal import Journal
from wikic.wiki.recovery import recover
from wikic.wiki.transaction import Outcome, apply


def h(content: bytes) -> str:
    return layout.content_hash(content)


def put(root: Path, path: str, content: bytes) -> None:
    (root / "wiki" / path).parent.mkdir(parents=True, exist_ok=True)
    (root / "wiki" / path).write_bytes(content)


def state(root: Path) -> dict[str, bytes]:
    wiki = root / "wiki"
    return {p.relative_to(wiki).as_posix(): p.read_bytes() for p in wiki.rglob("*") if p.is_file()}


def do(root: Path, *changes: Change) -> Outcome:
    return apply(root, ChangeSet("test", changes))


@pytest.fixture(params=["kernel", "portable"])
def any_kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways to rename and to sync: the kernel's own calls, and what there is without them."""
    if request.param == "portable":
        monkeypatch.setattr(disk, "_renameat2", None)
        monkeypatch.setattr(disk, "_syncfs", None)
    return str(request.param)


# --- what lands --------------------------------------------------------------------------------


def test_write_replace_delete_move(tmp_path: Path, any_kernel: str) -> None:
    put(tmp_path, "people/A.md", b"a")
    put(tmp_path, "people/B.md", b"b")
    put(tmp_path, "people/C.md", b"c")
    outcome = do(
        tmp_path,
        Write("people/A.md", b"a2", h(b"a")),
        Write("new/deep/N.md", b"n"),
        Delete("people/B.md", h(b"b")),
        Move("people/C.md", "places/C.md", h(b"c")),
    )
    assert len(outcome.applied) == 4 and not outcome.conflicts
    assert state(tmp_path) == {"people/A.md": b"a2", "new/deep/N.md": b"n", "places/C.md": b"c"}
    assert Journal.left(tmp_path) == ()


def test_an_empty_change_set_touches_nothing(tmp_path: Path) -> None:
    assert apply(tmp_path, ChangeSet("nothing", ())) == Outcome(())
    assert list(tmp_path.iterdir()) == []


def test_more_files_than_single_syncs_pay_for(tmp_path: Path, any_kernel: str) -> None:
    do(tmp_path, *(Write(f"people/P{n}.md", b"%d" % n) for n in range(200)))
    assert len(state(tmp_path)) == 200


def test_directories_left_empty_go_and_wiki_stays(tmp_path: Path) -> None:
    put(tmp_path, "a/b/c/X.md", b"x")
    put(tmp_path, "a/K.md", b"k")
    do(tmp_path, Delete("a/b/c/X.md", h(b"x")))
    assert not (tmp_path / "wiki/a/b").exists() and (tmp_path / "wiki/a/K.md").exists()
    do(tmp_path, Delete("a/K.md", h(b"k")))
    assert list((tmp_path / "wiki").iterdir()) == []


def test_a_file_keeps_its_permissions(tmp_path: Path) -> None:
    put(tmp_path, "a/X.md", b"x")
    put(tmp_path, "a/Y.md", b"y")
    (tmp_path / "wiki/a/X.md").chmod(0o640)
    (tmp_path / "wiki/a/Y.md").chmod(0o600)
    do(tmp_path, Write("a/X.md", b"x2", h(b"x")), Move("a/Y.md", "b/Y.md", h(b"y")))
    assert (tmp_path / "wiki/a/X.md").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "wiki/b/Y.md").stat().st_mode & 0o777 == 0o600


def test_steps_go_child_before_parent_and_deletes_the_other_way(tmp_path: Path) -> None:
    for path in (
        "people/Old.md",
        "people/_index.md",
        "index.md",
        "sources/digests/o.md",
        "sources/articles/o.md",
    ):
        put(tmp_path, path, b"o")
    put(tmp_path, "gone/_index.md", b"o")
    seen: list[str] = []
    changes = (
        Delete("sources/articles/o.md", h(b"o")),
        Delete("people/Old.md", h(b"o")),
        Delete("gone/_index.md", h(b"o")),
        Delete("sources/digests/o.md", h(b"o")),
        Write("index.md", b"n", h(b"o")),
        Write("schema.yaml", b"n"),
        Write("people/_index.md", b"n", h(b"o")),
        Write("people/near/_index.md", b"n"),
        Write("people/near/New.md", b"n"),
        Write("sources/digests/n.md", b"n"),
        Write("sources/articles/n.md", b"n"),
    )
    apply(tmp_path, ChangeSet("order", changes), faults=seen.append)
    moved = [name.split()[-1] for name in seen if name.split()[0] in ("create", "replace", "delete")]
    assert moved == [
        "sources/articles/n.md",
        "sources/digests/n.md",
        "people/near/New.md",
        "people/near/_index.md",
        "people/_index.md",
        "schema.yaml",
        "index.md",
        "gone/_index.md",
        "people/Old.md",
        "sources/digests/o.md",
        "sources/articles/o.md",
    ]


def test_on_a_disk_where_case_does_not_count_the_old_name_goes_first() -> None:
    changes = (
        (0, Write("p/Ann.md", b"")),
        (1, Delete("p/ann.md", "h")),
        (2, Move("p/bob.md", "p/Bob.md", "h")),
    )
    plain = [(step.op, step.path) for step in transaction.ordered_steps(changes)]
    assert plain[:2] == [("write", "p/Ann.md"), ("write", "p/Bob.md")]
    vacated = transaction.ordered_steps(changes, {"p/ann.md", "p/bob.md"})
    assert [(step.op, step.path) for step in vacated] == [
        ("delete", "p/ann.md"),
        ("delete", "p/bob.md"),
        ("write", "p/Ann.md"),
        ("write", "p/Bob.md"),
    ]
    assert all(step.source == "" and step.target == "" for step in vacated)


# --- what people saved -------------------------------------------------------------------------


def test_what_is_not_as_expected_is_left_alone_and_named(tmp_path: Path, any_kernel: str) -> None:
    for name in "ABCDE":
        put(tmp_path, f"p/{name}.md", b"person")
    changes = (
        Write("p/A.md", b"new", h(b"other")),
        Write("p/B.md", b"new", ABSENT),
        Delete("p/C.md", h(b"other")),
        Move("p/D.md", "q/D.md", h(b"other")),
        Write("p/Gone.md", b"new", h(b"other")),
        Move("p/E.md", "p/A.md.md", h(b"person")),
        Write("p/Fine.md", b"fine"),
    )
    outcome = do(tmp_path, *changes)
    assert outcome.conflicts == changes[:5]
    assert len(outcome.notes) == 5 and "was changed meanwhile" in outcome.notes[0]
    assert outcome.applied == changes[5:]
    assert state(tmp_path) == {f"p/{name}.md": b"person" for name in "ABCD"} | {
        "p/Fine.md": b"fine",
        "p/A.md.md": b"person",
    }


def test_a_move_does_not_land_on_a_file(tmp_path: Path) -> None:
    put(tmp_path, "p/A.md", b"a")
    put(tmp_path, "q/A.md", b"there")
    outcome = do(tmp_path, Move("p/A.md", "q/A.md", h(b"a")))
    assert outcome.conflicts and state(tmp_path) == {"p/A.md": b"a", "q/A.md": b"there"}


def test_a_move_onto_its_own_content_is_still_a_move_onto_a_file(tmp_path: Path) -> None:
    put(tmp_path, "p/A.md", b"a")
    put(tmp_path, "q/A.md", b"a")
    outcome = do(tmp_path, Move("p/A.md", "q/A.md", h(b"a")))
    assert outcome.conflicts and state(tmp_path) == {"p/A.md": b"a", "q/A.md": b"a"}


@pytest.mark.parametrize("how", ["in place", "by rename"])
@pytest.mark.parametrize("kernel", ["kernel", "portable"])
def test_a_save_between_look_and_swap_comes_back(
    tmp_path: Path, how: str, kernel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kernel == "portable":
        monkeypatch.setattr(disk, "_renameat2", None)
    put(tmp_path, "p/A.md", b"old")
    page = tmp_path / "wiki/p/A.md"

    def fault(step: str) -> None:
        if step == "replace p/A.md":
            if how == "in place":
                page.write_bytes(b"person")
            else:
                (tmp_path / "saved").write_bytes(b"person")
                os.replace(tmp_path / "saved", page)

    outcome = apply(tmp_path, ChangeSet("t", (Write("p/A.md", b"new", h(b"old")),)), faults=fault)
    assert len(outcome.conflicts) == 1 and page.read_bytes() == b"person"


def test_saved_again_between_look_and_swapping_back(tmp_path: Path) -> None:
    put(tmp_path, "p/A.md", b"old")
    page = tmp_path / "wiki/p/A.md"

    def fault(step: str) -> None:
        if step == "replace p/A.md":
            page.write_bytes(b"first save")
        if step == "give back p/A.md":
            page.write_bytes(b"second save")

    outcome = apply(tmp_path, ChangeSet("t", (Write("p/A.md", b"new", h(b"old")),)), faults=fault)
    assert len(outcome.conflicts) == 1 and page.read_bytes() == b"second save"


def test_a_moved_file_saved_before_its_old_name_goes_did_not_move(tmp_path: Path) -> None:
    put(tmp_path, "p/A.md", b"old")

    def fault(step: str) -> None:
        if step == "delete p/A.md":
            put(tmp_path, "p/A.md", b"person")

    outcome = apply(tmp_path, ChangeSet("t", (Move("p/A.md", "q/A.md", h(b"old")),)), faults=fault)
    assert len(outcome.conflicts) == 1
    assert state(tmp_path) == {"p/A.md": b"person"} and not (tmp_path / "wiki/q").exists()


def test_a_page_created_before_ours_lands_stays(tmp_path: Path, any_kernel: str) -> None:
    def fault(step: str) -> None:
        if step == "create p/A.md":
            put(tmp_path, "p/A.md", b"person")

    outcome = apply(tmp_path, ChangeSet("t", (Write("p/A.md", b"new"),)), faults=fault)
    assert len(outcome.conflicts) == 1 and state(tmp_path) == {"p/A.md": b"person"}


def test_readers_find_every_page_an_index_lists(tmp_path: Path) -> None:
    wiki = tmp_path / "wiki"
    stop = threading.Event()
    ghosts: list[str] = []
    reads = 0

    def lines() -> list[bytes]:
        try:
            return (wiki / "p/_index.md").read_bytes().split()
        except FileNotFoundError:
            return []

    def reader() -> None:
        nonlocal reads
        while not stop.is_set():
            for name in lines():
                # A page may go after we read the index; then the index no longer lists it.
                if not (wiki / "p" / name.decode()).exists() and name in lines():
                    ghosts.append(name.decode())
            reads += 1

    thread = threading.Thread(target=reader)
    thread.start()
    try:
        listed: tuple[str, ...] = ()
        at = 0
        while at < sample(240, 6_000) or reads < 20:
            fresh = tuple(f"P{at + n}.md" for n in range(3))
            keep = listed[-2:]
            index = "\n".join(keep + fresh).encode()
            old = "\n".join(listed).encode()
            outcome = do(
                tmp_path,
                Write("p/_index.md", index, h(old) if listed else ABSENT),
                *(Write(f"p/{name}", name.encode()) for name in fresh),
                *(Delete(f"p/{name}", h(name.encode())) for name in listed[:-2]),
            )
            assert not outcome.conflicts
            listed, at = keep + fresh, at + 3
    finally:
        stop.set()
        thread.join()
    assert ghosts == []


# --- what is refused ---------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["../x.md", "/etc/x.md", "a/../../x.md", "", "a//b.md", "./a.md", "a\0b.md"])
def test_paths_out_of_the_wiki_are_refused(tmp_path: Path, path: str) -> None:
    for change in (Write(path, b""), Move("ok.md", path, h(b"")), Delete(path, h(b""))):
        with pytest.raises(DiskError, match="not a path inside"):
            do(tmp_path, Write("fine.md", b""), change)
    assert state(tmp_path) == {}


def test_a_symlinked_directory_out_of_the_tree_is_refused(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "wiki").mkdir()
    (tmp_path / "wiki/people").symlink_to(tmp_path / "outside")
    with pytest.raises(DiskError, match="leads out of wiki/"):
        do(tmp_path, Write("people/near/A.md", b"a"))
    assert list((tmp_path / "outside").iterdir()) == []


def test_a_symlinked_page_is_neither_followed_nor_replaced(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"s")
    (tmp_path / "wiki/p").mkdir(parents=True)
    (tmp_path / "wiki/p/A.md").symlink_to(tmp_path / "secret")
    changes = (Write("p/A.md", b"new", h(b"s")),)
    assert do(tmp_path, *changes).conflicts == changes
    assert do(tmp_path, Write("p/A.md", b"new")).conflicts
    assert do(tmp_path, Delete("p/A.md", h(b"s"))).conflicts
    assert (tmp_path / "secret").read_bytes() == b"s" and (tmp_path / "wiki/p/A.md").is_symlink()


def test_wiki_itself_may_be_a_symlink(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "wiki").symlink_to(tmp_path / "vault")
    do(tmp_path, Write("p/A.md", b"a"))
    assert (tmp_path / "vault/p/A.md").read_bytes() == b"a"


def test_a_file_where_a_directory_must_be(tmp_path: Path) -> None:
    put(tmp_path, "people", b"file")
    with pytest.raises(DiskError, match="is a file where a directory must be"):
        do(tmp_path, Write("people/A.md", b"a"))


def test_a_directory_where_a_page_must_be_is_a_conflict(tmp_path: Path) -> None:
    put(tmp_path, "p/A.md/x", b"x")
    assert do(tmp_path, Write("p/A.md", b"a")).conflicts and state(tmp_path) == {"p/A.md/x": b"x"}


def test_two_changes_of_one_path_are_a_mistake_of_the_caller(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"two changes name p/A\.md"):
        do(tmp_path, Write("p/A.md", b""), Move("p/B.md", "p/A.md", h(b"")))


def test_a_name_that_differs_only_by_case_is_explained(tmp_path: Path) -> None:
    put(tmp_path, "people/ann.md", b"a")
    outcome = do(
        tmp_path,
        Write("people/Ann.md", b"b"),
        Write("People/Bob.md", b"b"),
        Write("x/A.md", b""),
        Write("x/a.md", b""),
    )
    assert [change.path for change in outcome.conflicts] == ["people/Ann.md", "People/Bob.md", "x/a.md"]
    assert outcome.notes[0].startswith("people/Ann.md differs only by case from people/ann.md")
    assert state(tmp_path) == {"people/ann.md": b"a", "x/A.md": b""}


def test_a_page_renamed_only_by_case(tmp_path: Path) -> None:
    put(tmp_path, "people/ann.md", b"a")
    put(tmp_path, "people/bob.md", b"b")
    outcome = do(
        tmp_path,
        Write("people/Ann.md", b"a2"),
        Delete("people/ann.md", h(b"a")),
        Move("people/bob.md", "people/Bob.md", h(b"b")),
    )
    assert not outcome.conflicts and state(tmp_path) == {"people/Ann.md": b"a2", "people/Bob.md": b"b"}


# --- damaged journals --------------------------------------------------------------------------


class Stop(Exception):
    pass


def stop_at(root: Path, name: str) -> Path:
    put(root, "p/A.md", b"a")
    put(root, "p/B.md", b"b")

    def fault(step: str) -> None:
        if step == name:
            raise Stop

    with pytest.raises(Stop):
        apply(
            root,
            ChangeSet("t", (Write("p/A.md", b"a2", h(b"a")), Write("p/B.md", b"b2", h(b"b")))),
            faults=fault,
        )
    return Journal.left(root)[0].directory / "plan.json"


@pytest.mark.parametrize("damage", [b"", b"{", b"abc\n{}", None])
def test_a_damaged_plan_is_dropped_while_nothing_was_carried_out(
    tmp_path: Path, damage: bytes | None
) -> None:
    plan = stop_at(tmp_path, "begin")
    plan.write_bytes(plan.read_bytes().replace(b"A.md", b"C.md") if damage is None else damage)
    assert "damaged" in recover(tmp_path)[0]
    assert state(tmp_path) == {"p/A.md": b"a", "p/B.md": b"b"}


def test_a_damaged_plan_that_was_carried_out_in_part_is_an_error(tmp_path: Path) -> None:
    plan = stop_at(tmp_path, "replace p/B.md")
    plan.write_bytes(b"{")
    with pytest.raises(FormatError, match="had been carried out") as caught:
        recover(tmp_path)
    assert "git" in caught.value.hint and plan.exists()


def test_an_error_before_the_commit_point_leaves_no_journal(tmp_path: Path) -> None:
    def fault(step: str) -> None:
        if step == "commit":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        apply(tmp_path, ChangeSet("t", (Write("p/A.md", b"a"),)), faults=fault)
    assert Journal.left(tmp_path) == () and state(tmp_path) == {}


def test_ctrl_c_after_the_commit_point_leaves_nothing_half_done(tmp_path: Path) -> None:
    interrupted = False

    def fault(step: str) -> None:
        nonlocal interrupted
        if step == "create p/B.md" and not interrupted:
            interrupted = True
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        apply(tmp_path, ChangeSet("t", (Write("p/A.md", b"a"), Write("p/B.md", b"b"))), faults=fault)
    assert state(tmp_path) == {"p/A.md": b"a", "p/B.md": b"b"} and recover(tmp_path) == ()


# --- any change set ----------------------------------------------------------------------------

NAMES = [
    "index.md",
    "schema.yaml",
    "p/_index.md",
    "p/A.md",
    "p/B.md",
    "q/C.md",
    "q/r/D.md",
    "sources/digests/e.md",
]
CONTENTS = [b"", b"1", b"2", b"three\r\n"]


@st.composite
def change_sets(draw: st.DrawFn) -> tuple[dict[str, bytes], tuple[Change, ...], frozenset[int]]:
    """A tree, changes on it, and which of them expect something else than what is there."""
    tree = draw(st.dictionaries(st.sampled_from(NAMES), st.sampled_from(CONTENTS)))
    free = list(draw(st.permutations(NAMES)))
    changes: list[Change] = []
    wrong: set[int] = set()
    while free and draw(st.booleans()):
        path = free.pop()
        expects = h(tree[path]) if path in tree else ABSENT
        absent_target = next((name for name in free if name not in tree), None)
        kind = draw(st.sampled_from(["write", "delete", "move"]))
        if kind == "write" or expects == ABSENT:
            content = draw(st.sampled_from(CONTENTS))
            if tree.get(path) != content and draw(st.integers(0, 3)) == 0:
                wrong.add(len(changes))
                expects = h(b"another") if draw(st.booleans()) or expects == ABSENT else ABSENT
            changes.append(Write(path, content, expects))
        elif kind == "move" and absent_target:
            free.remove(absent_target)
            changes.append(Move(path, absent_target, expects))
        else:
            if draw(st.integers(0, 3)) == 0:
                wrong.add(len(changes))
                expects = h(b"another")
            changes.append(Delete(path, expects))
    return tree, tuple(changes), frozenset(wrong)


def model(tree: dict[str, bytes], changes: tuple[Change, ...], wrong: frozenset[int]) -> dict[str, bytes]:
    after = dict(tree)
    for at, change in enumerate(changes):
        if at in wrong:
            continue
        match change:
            case Write(path, content, _):
                after[path] = content
            case Delete(path, _):
                del after[path]
            case Move(path, target, _):
                after[target] = after.pop(path)
    return after


@given(change_sets(), st.integers(0, 60))
def test_any_change_set_does_what_a_dict_does(
    case: tuple[dict[str, bytes], tuple[Change, ...], frozenset[int]], crash: int
) -> None:
    tree, changes, wrong = case
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        (root / "wiki").mkdir()
        for path, content in tree.items():
            put(root, path, content)
        outcome = do(root, *changes)
        assert state(root) == model(tree, changes, wrong)
        assert outcome.conflicts == tuple(changes[at] for at in sorted(wrong))
        empty = [d for d in (root / "wiki").rglob("*") if d.is_dir() and not any(d.iterdir())]
        assert empty == []
    # The same, stopped anywhere and recovered: all old or the very same new.
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        (root / "wiki").mkdir()
        for path, content in tree.items():
            put(root, path, content)
        left = crash

        def fault(step: str) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                # No journal is cleaned up by a process that is dead.
                raise Stop

        try:
            apply(root, ChangeSet("t", changes), faults=fault)
        except Stop:
            recover(root)
        assert state(root) in (tree, model(tree, changes, wrong))


@pytest.mark.parametrize("refused", ["changed", "called alike"])
def test_what_takes_its_words_is_refused_so_the_file_stays(
    tmp_path: Path, any_kernel: str, refused: str
) -> None:
    put(tmp_path, "people/Old.md", b"words")
    put(tmp_path, "people/New.md" if refused == "changed" else "people/NEW.md", b"saved")
    before = state(tmp_path)
    write = Write("people/New.md", b"words", h(b"new") if refused == "changed" else ABSENT)
    gone = Delete("people/Old.md", h(b"words"), after=("people/New.md",))
    outcome = do(tmp_path, write, gone)
    assert outcome.conflicts == (write, gone) and "stays" in outcome.notes[1]
    assert state(tmp_path) == before
    allowed = Write("people/Other.md", b"words")
    assert do(tmp_path, allowed, replace(gone, after=("people/Other.md",))).conflicts == ()
    assert "people/Old.md" not in state(tmp_path)
