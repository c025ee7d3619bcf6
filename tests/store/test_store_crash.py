"""A writer killed with -9 in a storm of batches leaves whole batches, and no version goes backwards."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

from support.audit import audit

from wikic.store.leveldb import LevelStore
from wikic.store.protocol import list_names
from wikic.store.sync import plan_sync, survey_tree, sync_store
from wikic.store.tree import TreeStore

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ROUNDS = 10


def run_and_kill(arguments: list[str], seconds: float) -> list[bytes]:
    """The lines a child process printed before it was killed."""
    child = subprocess.Popen(
        [sys.executable, *arguments], stdout=subprocess.PIPE, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}
    )
    with child:
        assert child.stdout is not None
        first = child.stdout.readline()
        time.sleep(seconds)
        child.kill()
        lines = [first, *child.stdout.read().splitlines(keepends=True)]
    assert child.returncode == -9
    return [each.strip() for each in lines if each.endswith(b"\n")]


def whole(path: str, text: str) -> bool:
    """Whether a text is what one batch of the storm wrote."""
    lines = text.splitlines()
    number = int(lines[0].rpartition(" ")[2])
    return lines == [f"{path} of batch {number}"] * (20 + number % 60)


def test_a_killed_writer_leaves_whole_batches(tmp_path):
    mirror = tmp_path / "mirror"
    chance = random.Random(7)
    seen: dict[str, int] = {}
    for seed in range(ROUNDS):
        acknowledged = run_and_kill(
            [str(HERE / "storm_writer.py"), str(mirror), str(seed)], chance.random() / 3
        )
        with LevelStore(mirror) as store:
            assert store.generation >= int(acknowledged[-1]), "an acknowledged batch was lost"
            assert list(audit(store)) == []
            found = {path: store.get(path) for path in store.prefix("")}
            assert len([each for each in list_names(store, "big") if each.startswith("Page-")]) == 900
            for path, record in found.items():
                assert whole(path, record.text)
                # The batch number in the text is the generation: a version belongs to one content alone.
                assert record.text.startswith(f"{path} of batch {record.meta.version}\n")
                assert record.meta.version >= seen.get(path, 0), f"{path} went backwards"
                seen[path] = record.meta.version


_SYNC = """
import sys
from pathlib import Path
from wikic.store import sync as module
from wikic.store.leveldb import LevelStore
from wikic.store.tree import TreeStore
module.BATCH_BYTES = 20_000
with LevelStore(Path(sys.argv[2])) as store:
    entries, directories = module.survey_tree(TreeStore(Path(sys.argv[1])))
    print("ready", flush=True)
    module.sync_store(store, module.plan_sync(entries, store, directories))
    print("done", flush=True)
    sys.stdin.read()
"""


def test_a_first_mirror_killed_half_way_is_unsettled_and_then_completed(tmp_path):
    wiki, mirror = tmp_path / "wiki", tmp_path / "mirror"
    (wiki / "people").mkdir(parents=True)
    for number in range(3000):
        (wiki / f"people/Page-{number:05d}.md").write_bytes(b"some text\n" * 50)
    lines = run_and_kill(["-c", _SYNC, str(wiki), str(mirror)], 0.03)
    with LevelStore(mirror) as store:
        assert store.settled == (b"done" in lines)
        assert list(audit(store)) == []
        entries, directories = survey_tree(TreeStore(wiki))
        sync_store(store, plan_sync(entries, store, directories))
        assert store.settled
        assert list(audit(store)) == []
        assert store.prefix("") == TreeStore(wiki).prefix("")
        assert list(list_names(store, "people")) == list(list_names(TreeStore(wiki), "people"))
