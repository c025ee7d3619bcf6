"""A summary that many documents of a library share is none; forgetting brings it back."""

from __future__ import annotations

from pathlib import Path

from support.command import wikic

NOTICE = "The harbour office sends its bulletin to all who moor their boats at the quay."


def bulletin(at: int) -> str:
    own = f"The lamp of berth {at} was mended by the smith of the island in the week of the storm."
    return f"# Bulletin {'abcdefg'[at]}\n\n{NOTICE}\n\n## News\n\n{own}\n"


def summaries(kb: Path) -> list[str]:
    """What the indexes say of each bulletin."""
    lines = (
        line for file in (kb / "wiki").rglob("_index.md") for line in file.read_text("utf-8").split("\n")
    )
    return [line.partition(" -- ")[2] for line in lines if line.startswith("- [Bulletin ")]


def test_a_masthead_is_no_summary_where_three_share_it(tmp_path: Path) -> None:
    docs, kb = tmp_path / "docs", tmp_path / "kb"
    docs.mkdir()
    for at in range(3):
        (docs / f"{'abcdefg'[at]}.md").write_text(bulletin(at), "utf-8")
    wikic("init", docs, "-C", kb, "--layout", "library", cwd=tmp_path)
    wikic("compile", docs, "-C", kb, cwd=tmp_path)
    assert len(summaries(kb)) == 3 and not any(NOTICE[:20] in said for said in summaries(kb))
    wikic("forget", "docs/a.md", "-C", kb, cwd=tmp_path)
    assert [said[:20] for said in summaries(kb)] == [NOTICE[:20]] * 2
