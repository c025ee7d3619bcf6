"""Documents of a library that say nothing: no page, no failure, named by ``wikic status``."""

from __future__ import annotations

from pathlib import Path

from support.command import wikic, write

DOCUMENTS = {
    "notes/gate.md": "# Gate\n\nThe gate opens at dawn and closes at dusk.\n",
    "notes/footer.md": "* * *\n\n---\n\n<!-- nothing yet -->\n",
    "notes/outline.md": "# Outline\n\n## One\n\n## Two\n",
}


def test_a_document_without_a_statement_is_told_and_no_failure(tmp_path: Path) -> None:
    docs = write(tmp_path, DOCUMENTS)
    assert wikic("init", "notes", "-C", "kb", "--layout", "library", cwd=docs).code == 0
    done = wikic("compile", "notes", "-C", "kb", cwd=docs)
    assert done.code == 0
    assert "notes/footer.md holds no statement, so it has no page" in done.out + done.err
    told = wikic("status", "-C", "kb", cwd=docs).out
    assert "3 sources, 1 fact on 1 page" in told
    assert "because they hold no statement:\n  notes/footer.md\n  notes/outline.md" in told
    assert wikic("lint", "-C", "kb", cwd=docs).code == 0
    again = wikic("compile", "notes", "-C", "kb", cwd=docs)
    assert again.code == 0 and "0 pages written" in again.out
    assert wikic("forget", "notes/footer.md", "-C", "kb", cwd=docs).code == 0
