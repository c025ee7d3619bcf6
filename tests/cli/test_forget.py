"""What is forgotten is gone: from the wiki, and from every file that wikic keeps of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import wikic, write

SECRET = b"violet umbrella"


@pytest.fixture
def kb(tmp_path: Path) -> Path:
    ada = "# Ada Lovelace\n\nAda Lovelace was born in London. She wrote to Byron.\n"
    bo = "# Bo Ek\n\nBo Ek carried a violet umbrella. Bo Ek met Ada Lovelace in 1840.\n"
    write(tmp_path, {"docs/ada.md": ada, "docs/bo.md": bo})
    wikic("init", "docs", "-C", "kb", cwd=tmp_path)
    wikic("compile", "docs", "-C", "kb", cwd=tmp_path)
    wikic("mirror", "-C", "kb", cwd=tmp_path)
    wikic("lint", "-C", "kb", cwd=tmp_path, code=None)
    return tmp_path / "kb"


def holding(folder: Path) -> list[str]:
    files = (each for each in folder.rglob("*") if each.is_file())
    return sorted(each.name for each in files if SECRET in each.read_bytes())


def test_no_file_of_the_indexes_and_the_mirror_holds_what_is_forgotten(kb: Path) -> None:
    assert any(name.endswith((".ldb", ".log")) for name in holding(kb / ".wikic")), "or nothing is tested"
    assert any(name.endswith(".store") for name in holding(kb / ".wikic"))
    done = wikic("forget", "docs/bo.md", "-C", "kb", cwd=kb.parent)
    assert done.err == ""
    assert holding(kb) == []
    wikic("mirror", "--check", "-C", "kb", cwd=kb.parent)
    assert "Ada Lovelace" in wikic("search", "lovelace", "-C", "kb", cwd=kb.parent).out
    assert "violet" not in wikic("search", "umbrella", "-C", "kb", cwd=kb.parent, code=1).out


def test_pruning_leaves_nothing_either(kb: Path) -> None:
    (kb.parent / "docs/bo.md").unlink()
    wikic("compile", "docs", "-C", "kb", "--prune", cwd=kb.parent)
    assert holding(kb) == []


def test_a_saved_answer_that_cites_it_is_named_and_stays(kb: Path) -> None:
    digest = next((kb / "wiki/sources/digests").glob("docs-bo-*.md")).stem
    note = f"# Rain\n\n- Bo Ek carried a violet umbrella. [[sources/digests/{digest}#^p00000000]]\n"
    (kb / "wiki/notes").mkdir()
    (kb / "wiki/notes/Rain.md").write_text(note)
    (kb / "wiki/notes/Sun.md").write_text("# Sun\n\nNothing is cited here.\n")
    said = "notes/Rain.md: somebody's words here still cite docs/bo.md; they are yours to delete"
    for arguments in (["--dry-run"], []):
        out = wikic("forget", "docs/bo.md", "-C", "kb", *arguments, cwd=kb.parent).out
        assert said in out.splitlines()
        assert out.count("still cite") == 1
    assert (kb / "wiki/notes/Rain.md").read_text() == note


def test_kept_replies_are_told_of(kb: Path) -> None:
    (kb / ".wikic/replies").mkdir()
    done = wikic("forget", "docs/bo.md", "-C", "kb", cwd=kb.parent)
    assert "replies of models are kept in kb/.wikic/replies" in done.err
