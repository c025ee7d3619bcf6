"""The number of documents that wait, which every page shows."""

from __future__ import annotations

import os
from pathlib import Path

from support.command import write

from wikic.serve.reviews import WaitingCount


def test_only_digests_are_counted_and_again_when_they_change(tmp_path: Path) -> None:
    count = WaitingCount(tmp_path)
    assert count() == 0
    folder = tmp_path / "review/sources/digests"
    write(folder, {"a.md": "", "b.md": "", ".c.md": "", "d.txt": "", "e.md/f.md": ""})
    (folder / "g.md").symlink_to(folder / "a.md")
    assert count() == 2
    os.utime(folder, (1, 1))
    assert count() == 2
    (folder / "b.md").unlink()
    assert count() == 1
    (folder / "a.md").rename(tmp_path / "a.md")
    assert count() == 0
