"""Parent after child, step by step: stopped after any single write, a store names nothing that is missing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples

from wikic.store import paging
from wikic.store.batch import Batch, Delete, Put
from wikic.store.leveldb import LevelStore
from wikic.store.memory import MemoryStore
from wikic.store.operators import names
from wikic.store.path_keys import join
from wikic.store.records import file_record


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
        for each in names(store, directory):
            if store.get(join(directory, each)) is None:
                yield join(directory, each)
        queue += [join(directory, each) for each in record.sub_dirs]


class Watched(dict):
    """A dictionary that looks at the whole store after each single change."""

    def __init__(self, items, look):
        super().__init__(items)
        self.look = look

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        self.look()

    def update(self, other):
        for key, value in other.items():
            self[key] = value

    def __delitem__(self, key):
        super().__delitem__(key)
        self.look()

    def pop(self, key, default):
        value = super().pop(key, default)
        self.look()
        return value


class WatchedMemory(MemoryStore):
    def __init__(self):
        super().__init__()
        self.faults = []
        self._files = Watched(self._files, self._look)
        self._directories = Watched(self._directories, self._look)

    def _look(self):
        self.faults += dangling(self)
        self.faults += [path for path in self.prefix("") if self.get(path) is None]


class WatchedLevel(LevelStore):
    """Writes the keys of a batch one by one, as a store without atomic batches would."""

    def __init__(self, path):
        self.faults = []
        super().__init__(path)

    def _write(self, writes):
        for key, value in writes.items():
            super()._write({key: value})
            self.faults += dangling(self)


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
                assert store.faults == []


@pytest.mark.parametrize("kept", [0, 300])
def test_a_page_read_while_names_move_between_head_and_pages(tmp_path, monkeypatch, kept):
    # Emptying the head pulls the next page into it: a reader that took the old head must not miss that page.
    stable = [f"Page-{number:04d}.md" for number in range(600, 1500)]
    with LevelStore(tmp_path / "mirror") as store:
        store.apply(Batch(tuple(put(f"d/Page-{number:04d}.md") for number in range(1500))))
        real = paging.cursor

        def late(view, prefix):
            monkeypatch.setattr(paging, "cursor", real)
            store.apply(Batch(tuple(Delete(f"d/Page-{number:04d}.md") for number in range(kept, 600))))
            return real(view, prefix)

        head = store.list("d")
        monkeypatch.setattr(paging, "cursor", late)
        found, page = list(head.files), store.list("d", head.next)
        while page is not None:
            found += page.files
            page = None if page.next is None else store.list("d", page.next)
        assert [each for each in found if each in set(stable)] == stable
