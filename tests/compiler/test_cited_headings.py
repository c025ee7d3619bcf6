"""A heading is cited where it announces a list, and bears out nothing alone."""

from __future__ import annotations

from pathlib import Path

from support.command import wikic, write


def test_a_heading_that_announces_is_cited(tmp_path: Path) -> None:
    text = "# Gauge\n\n## Parts\n\n- a float\n- a pen\n\n## Place\n\nThe gauge stands on the pier.\n"
    docs = write(tmp_path, {"notes/gauge.md": text})
    assert wikic("init", "notes", "-C", "kb", "--layout", "library", cwd=docs).code == 0
    assert wikic("compile", "notes", "-C", "kb", cwd=docs).code == 0
    (digest,) = (docs / "kb/wiki/sources/digests").glob("notes-gauge*.md")
    points = digest.read_text().partition("## Key Points")[2].partition("## ")[0]
    assert "</a>Parts\n" in points and "</a>Place\n" not in points
    assert wikic("lint", "-C", "kb", cwd=docs).code == 0
