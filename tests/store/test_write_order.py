"""Parent after child, step by step: stopped after any single write, a store names nothing that is missing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples

from wikic.store.leveldb import LevelStore
from wikic.store.path_store import MemoryStore
from wikic.store.protocol import list_names
from wikic.store.records import Batch, Delete, Put, file_record, join_path


def put(path):
    return Put(path, file_record(path, b"text"))


def dangling(store):
    """What listings reached from the root name, and what has no record."""
    queue = [""]
    while queue:
        directory = queue.pop()
        record = store.list(directory)
        if record is None:
            yield f"{directory}/"
            continue
        for each in list_names(store, directory):
            if store.get(join_path(directory, each)) is None:
                yield join_path(directory, each)
        queue += [join_path(directory, each) for each in record.sub_dirs]


class KeyByKey:
    """Writes the keys of a batch one by one, as a store without atomic batches would, and looks each time."""

    faults = ()

    def _write(self, writes):
        for key, value in writes.items():
            super()._write({key: value})
            self.faults += (*dangling(self), *(path for path in self.prefix("") if self.get(path) is None))


class WatchedMemory(KeyByKey, MemoryStore):
    pass


class WatchedLevel(KeyByKey, LevelStore):
    pass


# Few paths, so that directories come and go, several levels at once.
_PATHS = st.lists(st.sampled_from(["a", "b", "c"]), min_size=1, max_size=4).map("/".join)
_HISTORY = st.lists(st.dictionaries(_PATHS, st.booleans(), max_size=8), max_size=5)


@examples(50)  # each looks at the whole store after every write
@given(_HISTORY)
def test_no_single_write_leaves_a_dangling_name(tmp_path_factory, history):
    with WatchedMemory() as memory, WatchedLevel(tmp_path_factory.mktemp("order") / "mirror") as level:
        for step in history:
            operations = tuple(put(path) if there else Delete(path) for path, there in step.items())
            for store in (memory, level):
                store.apply(Batch(operations))
                assert store.faults == ()


@pytest.mark.parametrize("kept", [0, 300])
def test_a_page_read_while_names_before_it_go(tmp_path, kept):
    # Names that go make room on the first page: a reader that took the old one must not miss what moved up.
    stable = [f"Page-{number:04d}.md" for number in range(600, 1500)]
    with LevelStore(tmp_path / "mirror") as store:
        store.apply(Batch(tuple(put(f"d/Page-{number:04d}.md") for number in range(1500))))
        head = store.list("d")
        store.apply(Batch(tuple(Delete(f"d/Page-{number:04d}.md") for number in range(kept, 600))))
        found, page = list(head.files), store.list("d", head.next)
        while page is not None:
            found += page.files
            page = None if page.next is None else store.list("d", page.next)
        assert [each for each in found if each in set(stable)] == stable
