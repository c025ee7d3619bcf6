"""What ``read``, ``ask`` and ``search`` print of a document: blocks as they are parted, links as words."""

from __future__ import annotations

from pathlib import Path

import pytest

from wikic.cli.main import main

NOTE = """\
# Storage engine

Every write is [fsync'd][fsync] before the reply leaves the server.

The journal keeps three things:

- the [batch][fsync] that was written
- its checksum

After a crash the server replays the journal.

[fsync]: https://example.org/fsync
"""


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("reading-form")
    (root / "docs").mkdir()
    (root / "docs/storage.md").write_text(NOTE)
    assert main(["init", str(root / "docs"), "-C", str(root / "kb"), "-q"]) == 0
    assert main(["compile", str(root / "docs"), "-C", str(root / "kb"), "-q"]) == 0
    return root / "kb"


def test_a_list_is_parted_from_the_paragraph_behind_it(kb: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["read", "Storage-engine", "-C", str(kb)]) == 0
    shown = capsys.readouterr().out
    assert "- its checksum\n\nAfter a crash" in shown
    assert "that was written\n- its checksum" in shown
    assert main(["read", "Storage-engine", "--blocks", "-C", str(kb)]) == 0
    assert ")\n\nAfter a crash" in capsys.readouterr().out


@pytest.mark.parametrize("command", [["ask", "Is a write fsync'd?"], ["search", "fsync write"]])
def test_links_are_printed_as_words(kb: Path, command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main([*command, "-C", str(kb)]) == 0
    shown = capsys.readouterr().out
    assert "Every write is fsync'd before" in shown and "][" not in shown
