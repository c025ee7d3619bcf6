from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from wikic.errors import DiskError
from wikic.search.fields import SearchRecord
from wikic.search.index import SearchIndex

pytestmark = pytest.mark.disk


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 2 MB; skips where none can be mounted."""
    if shutil.which("mount") is None:
        pytest.skip("no mount command")
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"cannot mount here: {done.stderr.strip()}")
    yield tmp_path
    subprocess.run(["umount", "--lazy", str(tmp_path)], check=True)


def test_a_full_disk_is_a_clear_error_and_the_last_commit_stays(small_disk: Path) -> None:
    pick = random.Random(1)

    def pages(count: int, words: int) -> list[SearchRecord]:
        bodies = (" ".join(str(pick.randrange(10**9)) for _ in range(words)) for _ in range(count))
        return [SearchRecord(f"p/{at}", f"Name {at}", body=body) for at, body in enumerate(bodies)]

    index = SearchIndex.open(small_disk / "search")
    index.rebuild(pages(20, 10))
    for write in (index.update, index.rebuild):
        with pytest.raises(DiskError, match="cannot be written"):
            write(pages(1000, 300))
        again = SearchIndex.open(small_disk / "search")
        assert (again.needs_rebuild, again.documents) == (None, 20)
        assert again.search("name 7", limit=1)[0].path == "p/7"
