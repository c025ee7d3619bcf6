"""Readers in threads while one writer works: R1 and R2 of WikiKV, section II-C."""

from __future__ import annotations

import random
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from support.depth import sample

from wikic.errors import StaleVersionError
from wikic.store.protocol import list_names, navigate_path
from wikic.store.records import Batch, Delete, Put, file_record

STABLE = tuple(f"Page-{number:04d}.md" for number in range(700))
GUESTS = tuple(f"Guest-{number:04d}.md" for number in range(600)) + tuple(
    f"Page-{n:04d}x.md" for n in range(600)
)
SECONDS = sample(0.4, 20)


def put(path, batch):
    return Put(path, file_record(path, f"{path} of batch {batch}\n".encode() * 30))


def under_storm(store, write, checks):
    """Run ``checks`` over and over, each in a thread, while this thread writes."""
    stop = threading.Event()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # threads change places within a batch, not after it

    rounds = [0] * len(checks)

    def run(at):
        while not stop.is_set():
            checks[at]()
            rounds[at] += 1

    with ThreadPoolExecutor(len(checks)) as pool:
        readers = [pool.submit(run, at) for at in range(len(checks))]
        try:
            end = time.monotonic() + SECONDS
            # However slow the machine, every check is at it a few times.
            while time.monotonic() < end or (min(rounds) < 3 and not any(each.done() for each in readers)):
                write()
        finally:
            stop.set()
            sys.setswitchinterval(interval)
    for reader in readers:
        reader.result()


def test_readers_see_whole_records_and_every_page_that_stays(writable):
    store, chance = writable, random.Random(3)
    store.apply(Batch(tuple(put(f"big/{each}", 1) for each in STABLE)))

    def write():
        batch = store.generation + 1
        leaving = chance.random()
        guests = [f"big/{each}" for each in chance.sample(GUESTS, chance.choice((1, 400)))]
        operations = [Delete(path) if chance.random() < leaving else put(path, batch) for path in guests]
        store.apply(Batch((*operations, put(f"big/{chance.choice(STABLE)}", batch))))

    def listing_is_whole():
        # A name that stays is met exactly once, though pages split and join around it.
        listed = list(list_names(store, "big"))
        assert listed == sorted(set(listed))
        assert tuple(each for each in listed if each in stable) == STABLE

    def records_are_whole():
        versions = seen[threading.get_ident()] = seen.get(threading.get_ident(), {})
        found = 0
        for path in (f"big/{each}" for each in list_names(store, "big")):
            record = store.get(path)
            if record is None:
                continue  # it went since it was named
            lines = set(record.text.splitlines())
            assert len(lines) == 1
            assert record.text.startswith(f"{path} of batch {record.meta.version}\n")
            assert record.meta.version >= versions.get(path, 0), "a version went backwards"
            versions[path] = record.meta.version
            found += record.name in stable
        assert found == len(STABLE)

    def a_page_that_stays_is_reached():
        path = f"big/{random.choice(STABLE)}"
        assert navigate_path(store, path)[-1].name == path[4:]
        assert path in store.prefix(path)

    seen: dict[int, dict[str, int]] = {}
    stable = set(STABLE)
    under_storm(store, write, [listing_is_whole, records_are_whole, a_page_that_stays_is_reached])


def test_a_page_is_listed_once_its_batch_returned(writable):
    store = writable
    newest = [None]

    def write():
        number = store.generation + 1
        store.apply(Batch((put(f"d{number % 7}/sub/{number}.md", number),)))
        newest[0] = number

    def read_after_write():
        number = newest[0]
        if number is not None:
            directory = f"d{number % 7}/sub"
            assert [each.name for each in navigate_path(store, f"{directory}/{number}.md")][
                -1
            ] == f"{number}.md"
            assert f"{number}.md" in set(list_names(store, directory))
            assert f"d{number % 7}" in store.list("").sub_dirs

    under_storm(store, write, [read_after_write, read_after_write])


def test_a_moving_page_is_where_the_later_look_expects_it(writable):
    # It moves from `a` to `b` only: who does not find it in `a` finds it in `b`, for it lands there first.
    store = writable
    number = [0]

    def write():
        number[0] += 1
        store.apply(Batch((put(f"a/{number[0]}.md", 0),)))
        store.apply(Batch((Delete(f"a/{number[0]}.md"), put(f"b/{number[0]}.md", 0))))

    def look():
        page = number[0] - 1
        if page > 0:
            assert store.get(f"a/{page}.md") or store.get(f"b/{page}.md")

    def every_name_has_a_record_or_went():
        for directory in ("a", "b"):
            for name in list_names(store, directory):
                if store.get(f"{directory}/{name}") is None:
                    assert directory == "a", "an advertised page of b, which is never deleted, is missing"
                    assert store.get(f"b/{name}") is not None

    under_storm(store, write, [look, every_name_has_a_record_or_went])


def test_writers_in_threads_lose_no_update(writable):
    def add_one():
        old = writable.get("a.md")
        record = file_record("a.md", str(int(old.text) + 1 if old else 1).encode())
        writable.apply(Batch((Put("a.md", record, 0 if old is None else old.meta.version),)))

    def work():
        done = 0
        while done < 50:
            with suppress(StaleVersionError):  # somebody was faster: again
                add_one()
                done += 1

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert writable.get("a.md").text == "200"
