"""What the store's operators cost: Q1 get, Q2 list, Q3 navigate, Q4 prefix (WikiKV, section VI-B).

    python benchmarks/store.py                      # 2,000 records, under a minute
    python benchmarks/store.py --records 200000     # some minutes, 1.5 GB in the temporary folder
    python benchmarks/store.py --codec              # what the choice of codec rests on
    python benchmarks/store.py --wiki KB            # a wiki of yours, from its files and from its mirror

Records of 2.5 KB, 200 pages per directory, four records on the way to a page (root, group, directory, page);
1,000 operations on random targets after 200 of warm-up; Q4 finds ten paths. No cache of ours; the operating
system's page cache is warm. `dict` is the floor: the decoded records in Python dictionaries.
"""

from __future__ import annotations

import argparse
import bisect
import dataclasses
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.operator_times import OPERATORS, Costs, Rival, Targets, Walked, contest, draw
from benchmarks.store_baselines import BASELINES, Listings, Records
from wikic.navigate.indexes.mirror import describe_file
from wikic.store.codec import decode_directory, decode_file, encode_directory, encode_file, paths_in
from wikic.store.leveldb import LevelStore
from wikic.store.protocol import navigate_path
from wikic.store.records import DirectoryMeta, DirectoryRecord, FileMeta, FileRecord, file_record
from wikic.store.sync import Entry, Plan, plan_sync, survey_tree, sync_store
from wikic.store.tree import FreshStore, TreeStore

PER_DIRECTORY = 200
SIZE = 2_500
STRIDE = 8  # records between two reads of a pass over the whole: less than the kernel maps at a time
META = FileMeta(sources=("sources/digests/2wiki-d00123-3fa91c",), last_verified="2026-11-21")


def path_of(number: int) -> str:
    """``group/directory/page.md``; sorted as the numbers are."""
    directory, group = number // PER_DIRECTORY, number // PER_DIRECTORY**2
    return f"group-{group:02d}/dimension-{directory:05d}/Person-Number-{number:07d}-of-Anhalt.md"


def paths_of(records: int) -> list[str]:
    return [path_of(number) for number in range(records)]


def text_of(path: str) -> bytes:
    sentence = f"{path} was born at Dessau – then a principality – on 4 September 1504. "
    return (sentence * (SIZE // len(sentence) + 1)).encode()[:SIZE].decode(errors="ignore").encode()


def record_of(path: str) -> FileRecord:
    return file_record(path, text_of(path), 1, META)


def stored(paths: Sequence[str]) -> Iterator[tuple[str, FileRecord]]:
    for path in paths:
        yield path, record_of(path)


def listings_of(paths: Sequence[str]) -> Iterator[tuple[str, DirectoryRecord]]:
    """The directory records, sorted by path."""
    groups = sorted({path.partition("/")[0] for path in paths})
    yield "", DirectoryRecord("", tuple(groups), meta=DirectoryMeta(1, len(groups)))
    held: dict[str, list[str]] = {group: [] for group in groups}
    for first in range(0, len(paths), PER_DIRECTORY):
        group, directory, _ = paths[first].split("/")
        held[group].append(directory)
    at = 0
    for group in groups:
        yield group, DirectoryRecord(group, tuple(held[group]), meta=DirectoryMeta(1, len(held[group])))
        for directory in held[group]:
            names = tuple(each.rpartition("/")[2] for each in paths[at : at + PER_DIRECTORY])
            at += len(names)
            yield (
                f"{group}/{directory}",
                DirectoryRecord(directory, (), names, None, DirectoryMeta(1, len(names))),
            )


def entries(paths: Sequence[str]) -> Iterator[Entry]:
    """The files as a walk over a tree finds them; their paths are equally long, and so are their texts."""
    size = len(text_of(paths[0]))
    for path in paths:
        yield Entry(path, 1, size, partial(text_of, path))


class Wikic(Walked):
    """wikic's store, loaded as a first mirror is, then opened anew as a reader finds it."""

    name = "wikic, LevelDB"

    def __init__(self, folder: Path, records: Records, listings: Listings) -> None:
        self.at = folder / "mirror"
        with LevelStore(self.at) as store:
            sync_store(
                store, plan_sync(entries([path for path, _ in records]), store), lambda path, text: META
            )
        super().__init__(LevelStore(self.at))
        self.close = self.store.close


def targets(paths: Sequence[str], seed: int) -> Targets:
    """Pages drawn at random, and prefixes that ten paths have."""
    return draw(paths, seed, lambda path: path[: path.index("-of-") - 1])


def agree(store: Any, paths: Sequence[str], seed: int) -> None:
    """Every answer to what is measured is looked at whole."""
    asked = targets(paths, seed)
    for path, directory, prefix in zip(asked.pages, asked.directories, asked.prefixes, strict=True):
        wanted = record_of(path)
        first = int(directory[-5:]) * PER_DIRECTORY
        names = tuple(each.rpartition("/")[2] for each in paths[first : first + PER_DIRECTORY])
        at = bisect.bisect_left(paths, prefix)
        trail = store.navigate(path)
        for found in (store.get(path), trail[-1]):
            assert (found.name, found.text) == (wanted.name, wanted.text), (store.name, path)
            assert found.meta.sources == META.sources, (store.name, path)
            assert found.meta.last_verified == META.last_verified, (store.name, path)
        for found in (store.list(directory), trail[-2]):
            assert (found.files, found.sub_dirs) == (names, ()), (store.name, directory)
        assert [each.name for each in trail] == ["", *path.split("/")], (store.name, path)
        assert store.prefix(prefix) == tuple(paths[at : at + 10]), (store.name, prefix)


def rivals_of(stores: Sequence[tuple[str, Any, Sequence[str]]], seed: int) -> list[Rival]:
    """Stores under their names, each asked for paths of its own."""
    return [Rival(name, store, targets(paths, seed)) for name, store, paths in stores]


def table(title: str, found: Mapping[str, Costs]) -> None:
    print(f"\n{title}: median, p99 in µs")
    print(f"{'':<15}" + " |".join(f"{name:>17}" for name in OPERATORS))
    for name, cells in found.items():
        print(
            f"{name:<15}" + " |".join(f"{cell.median:8.1f} {cell.p99:8.1f}" for cell in cells.values()),
            flush=True,
        )


def compare(records: int, folder: Path, names: Sequence[str] | None, apart: bool) -> None:
    """Load the stores and measure them, in turns, or one after the other when they would fill the disk."""
    paths = paths_of(records)
    kinds = [
        kind for kind in (Wikic, *BASELINES) if names is None or any(each in kind.name for each in names)
    ]
    for group in [[kind] for kind in kinds] if apart else [kinds]:
        stores = []
        for kind in group:
            start = time.perf_counter()
            try:
                stores.append(kind(folder, stored(paths), listings_of(paths)))
            except (ImportError, FileNotFoundError, IndexError) as error:
                print(f"{kind.name} is left out: {error}")
                continue
            seconds = time.perf_counter() - start
            size = sum(file.stat().st_blocks for file in folder.rglob("*") if file.is_file()) * 512
            print(
                f"{kind.name:<15} {seconds:7.1f} s to load, {size / 1e6:8,.0f} MB in the folder", flush=True
            )
        measure(f"{records:,} records", [(store.name, store, paths) for store in stores])
        for store in stores:
            store.close()
        shutil.rmtree(folder)
        folder.mkdir()


def measure(title: str, rivals: Sequence[tuple[str, Any, Sequence[str]]]) -> None:
    for _, store, paths in rivals:
        agree(store, paths, 9)
    table(f"{title}, pages that were not read yet", contest(rivals_of(rivals, 1)))
    for _, store, paths in rivals:  # what a process that has served for a while has mapped
        for path in paths[::STRIDE]:
            store.get(path)
        agree(store, paths, 2)
    table(f"{title}, after one read in {STRIDE} pages", contest(rivals_of(rivals, 3)))


def growth(sizes: Sequence[int], folder: Path, names: Sequence[str]) -> None:
    """One store at several sizes, in turns."""
    rivals: list[tuple[str, Any, Sequence[str]]] = []
    for kind in (Wikic, *BASELINES):
        for size in sizes if any(each in kind.name for each in names) else ():
            paths = paths_of(size)
            at = folder / f"{len(rivals)}"
            at.mkdir()
            rivals.append((f"{kind.name[:5]} {size:,}", kind(at, stored(paths), listings_of(paths)), paths))
    measure("growth", rivals)
    for _, store, _ in rivals:
        store.close()


def load(records: int, folder: Path) -> None:
    """Bulk load, one changed page, size, and memory of a process that serves."""
    paths = paths_of(records)
    at = folder / "mirror"
    start, own = time.perf_counter(), time.thread_time()
    with LevelStore(at) as level:
        sync_store(level, plan_sync(entries(paths), level), lambda path, text: META)
    loaded, spent = time.perf_counter() - start, time.thread_time() - own
    size = sum(file.stat().st_size for file in at.iterdir())
    print(
        f"{records:,} records: {size / 1e6:,.0f} MB, loaded in {loaded:.1f} s, {records / loaded:,.0f}/s; "
        f"of the process's own time {records / spent:,.0f}/s"
    )
    del paths
    subprocess.run([sys.executable, __file__, "--serve", str(at), "--records", str(records)], check=True)
    with LevelStore(at) as level:
        one(level, paths_of(min(records, 100_000)))
    shutil.rmtree(at)


def serve(records: int, at: Path) -> None:
    """Memory of a process that reads 100,000 pages and listings at random."""
    chance = random.Random(5)
    with LevelStore(at) as level:
        for _ in range(100_000):
            path = path_of(chance.randrange(records))
            trail = navigate_path(level, path)
            assert len(trail) == 4
            assert trail[-1].name == path.rpartition("/")[2]
        status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
        anonymous, mapped = (int(status[each].split()[0]) / 1e3 for each in ("RssAnon", "RssFile"))
    print(f"serving: {anonymous:,.0f} MB of its own, {mapped:,.0f} MB of tables mapped from the page cache")


def one(level: LevelStore, paths: list[str]) -> None:
    """One changed page, as the writer tells of it."""
    taken = []
    for number in range(200):
        path = paths[(number * 7919) % len(paths)]
        data = text_of(path) + str(number).encode()
        start = time.perf_counter_ns()
        sync_store(level, Plan((Entry(path, number, len(data), partial(bytes, data)),)))
        taken.append((time.perf_counter_ns() - start) / 1e3)
    taken.sort()
    print(f"  leveldb: one changed page {taken[100]:.0f} µs, p99 {taken[197]:.0f} µs")


def trees(folder: Path, records: int) -> None:
    """A wiki of small pages on disk and its mirror: from scratch, again, and one page edited by hand."""
    root = folder / "wiki"
    paths = paths_of(records)
    for path in paths:
        at = root / path
        at.parent.mkdir(parents=True, exist_ok=True)
        at.write_bytes(text_of(path))
    tree = TreeStore(root)

    def again(level: LevelStore) -> tuple[float, Plan]:
        start = time.perf_counter()
        found, directories = survey_tree(tree)
        wanted = plan_sync(found, level, directories)
        sync_store(level, wanted, describe_file)
        return time.perf_counter() - start, wanted

    with LevelStore(folder / "followed") as level:
        first, _ = again(level)
        rivals = [
            ("tree", Walked(tree), paths),
            ("LevelDB", Walked(level), paths),
            ("LevelDB + stat", Walked(FreshStore(level, tree)), paths),
        ]
        table(
            "from the files, and from their mirror",
            contest(rivals_of(rivals, 1)),
        )
        nothing, wanted = again(level)
        assert not wanted
        (root / paths[7]).write_bytes(b"changed")
        edited, wanted = again(level)
        assert len(wanted.changed) == 1
    print(
        f"mirror of {records:,} files: {first:.2f} s at first, {nothing * 1e3:.0f} ms with nothing to do, "
        f"{edited * 1e3:.0f} ms after one edit that nobody told of"
    )


def wiki(root: Path) -> None:
    """A wiki there is, from its files, and from its mirror where that is in step."""
    tree = TreeStore(root / "wiki")
    paths = list(tree.walk())
    rivals: list[tuple[str, Any]] = [("files", Walked(tree))]
    with ExitStack() as opened:
        if (root / ".wikic/mirror").is_dir():
            level = opened.enter_context(LevelStore(root / ".wikic/mirror"))
            if level.settled and [path for path, _, _ in level.stamps()] == paths:
                rivals += [
                    ("mirror", Walked(level)),
                    ("mirror, checked", Walked(FreshStore(level, tree))),
                ]
        if len(rivals) == 1:
            print("there is no mirror that is in step: `wikic mirror` makes one")
        asked = draw(paths, 1879, lambda path: path[: path.rfind("/") + 4])
        table(f"{len(paths):,} records", contest([Rival(name, store, asked) for name, store in rivals]))


# --- the codec -----------------------------------------------------------------------------------


def codec() -> None:
    import msgspec
    import orjson

    path = paths_of(1)[0]
    file = file_record(path, text_of(path), 1_763_760_000_123_456_789, META)
    names = tuple(each.rpartition("/")[2] for each in paths_of(PER_DIRECTORY))
    directory = DirectoryRecord("dimension", (), names, None, DirectoryMeta(7, PER_DIRECTORY, 0, 1))
    plain = dataclasses.asdict

    def rebuilt(value: dict[str, Any]) -> object:
        return msgspec.convert(value, FileRecord if "text" in value else DirectoryRecord)

    def compact(value: object) -> bytes:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()

    print(f"{'µs: decode, encode':<30}{'file, 2.5 KB':>18}{'200 names':>18}")
    for name, encode, decode, given in (
        ("msgspec msgpack", msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder, None),
        ("msgspec json", msgspec.json.Encoder().encode, msgspec.json.Decoder, None),
        ("orjson, then dataclass", orjson.dumps, lambda _: orjson, plain),
        ("json, then dataclass", compact, lambda _: json, plain),
    ):
        cells = []
        for record in (file, directory):
            value = given(record) if given else record
            data = encode(value)
            decoder: Any = decode(type(record))
            read = decoder.decode if given is None else lambda data, loads=decoder.loads: rebuilt(loads(data))
            assert read(data) == record
            cells.append(f"{timed(read, data):9.2f} {timed(encode, value):8.2f}")
        print(f"{name:<30}" + "".join(cells))
    file_data, directory_data = encode_file(file), encode_directory(directory)
    assert all_of(decode_file(file_data)) == all_of(file)
    for name, read_file, read_directory in (
        (
            "wikic, every field",
            lambda data: all_of(decode_file(data)),
            lambda data: all_of(decode_directory(data)),
        ),
        (
            "wikic, text or names",
            lambda data: decode_file(data).text,
            lambda data: decode_directory(data).files,
        ),
        ("wikic, walking through", decode_file, decode_directory),
    ):
        cells = [
            f"{timed(read_file, file_data):9.2f} {timed(encode_file, file):8.2f}",
            f"{timed(read_directory, directory_data):9.2f} {timed(encode_directory, directory):8.2f}",
        ]
        print(f"{name:<30}" + "".join(cells))
    found = timed(lambda data: paths_in(data, "group/dimension", "Person-Number-000001"), directory_data)
    print(f"{'wikic, ten paths by prefix':<30}{'':>18}{found:9.2f}")


def all_of(record: Any) -> tuple[Any, ...]:
    return tuple([getattr(record, each.name) for each in dataclasses.fields(record)])


def timed(run: Callable[[Any], object], value: object, rounds: int = 500) -> float:
    """Microseconds of one call in the fastest of 40 stretches: what it costs when nobody else is served."""
    taken = []
    for _ in range(40):
        start = time.perf_counter()
        for _ in range(rounds):
            run(value)
        taken.append((time.perf_counter() - start) / rounds * 1e6)
    return min(taken)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--records", type=int, default=2_000, help="how many (default 2000)")
    parser.add_argument("--store", action="append", help="only stores whose name holds this; may be repeated")
    parser.add_argument("--growth", action="store_true", help="one store at 2,000, 200,000 and --records")
    parser.add_argument("--apart", action="store_true", help="one store after the other: for large ones")
    parser.add_argument("--folder", type=Path, help="where to put the stores (default: the temporary folder)")
    parser.add_argument("--load", action="store_true", help="bulk load and memory instead")
    parser.add_argument("--mirror", action="store_true", help="mirroring a tree of files instead")
    parser.add_argument("--wiki", type=Path, help="this knowledge base instead; nothing is written")
    parser.add_argument("--codec", action="store_true", help="codecs instead")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.codec:
        codec()
        return
    if options.wiki:
        wiki(options.wiki)
        return
    if options.serve:
        serve(options.records, options.serve)
        return
    with tempfile.TemporaryDirectory(prefix="wikic-store-", dir=options.folder) as made:
        folder = Path(made) / "stores"
        folder.mkdir()
        if options.load:
            load(options.records, folder)
        elif options.growth:
            sizes = sorted({2_000, min(200_000, options.records), options.records})
            growth(sizes, folder, options.store or ["wikic"])
        elif options.mirror:
            trees(folder, options.records)
        else:
            compare(options.records, folder, options.store, options.apart)


if __name__ == "__main__":
    main()
