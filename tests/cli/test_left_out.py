"""What of documents stands on no page, and what people changed on pages: `wikic status` tells both."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command import wikic, write

NOTE = """\
# Note {0} on tides

The gauge at station {0} was read at dawn. It showed {0} metres.

## Use

- read it daily
- write it down
"""
DOCUMENTS = {f"docs/n{number}.md": NOTE.format(number) for number in (1, 2, 3)}


def compiled(home: Path, kind: str) -> Path:
    write(home, DOCUMENTS)
    wikic("init", "docs", "-C", "kb", "--layout", kind, "--quiet", cwd=home)
    wikic("compile", "docs", "-C", "kb", "--quiet", cwd=home)
    return home / "kb"


def changed(base: Path, stem: str, old: str, new: str) -> str:
    """Change words on a page; its path."""
    (page,) = base.glob(f"wiki/*/{stem}.md")
    text = page.read_text("utf-8")
    assert old in text
    page.write_text(text.replace(old, new), "utf-8")
    return page.relative_to(base / "wiki").with_suffix("").as_posix()


def test_words_of_people_on_a_page_of_a_library_are_told(tmp_path: Path) -> None:
    base = compiled(tmp_path, "library")
    assert "changed by people" not in wikic("status", "-C", base, cwd=tmp_path).out
    path = changed(base, "Note-1-on-tides", "read at dawn", "read at noon by Ann")
    wikic("compile", "docs", "-C", "kb", "--quiet", cwd=tmp_path)
    said = wikic("status", "-C", base, cwd=tmp_path).out
    assert f"changed by people, which stays whatever is compiled:\n  {path}\n" in said
    assert json.loads(wikic("status", "-C", base, "--json", cwd=tmp_path).out)["edited"] == [path]


@pytest.mark.parametrize("kind", ["library", "things"])
def test_of_a_wiki_that_nobody_touched_nothing_is_left_out_in_a_library(tmp_path: Path, kind: str) -> None:
    base = compiled(tmp_path, kind)
    found = json.loads(wikic("status", "-C", base, "--left-out", "--json", cwd=tmp_path).out)["left_out"]
    texts = " ".join(f"{text}" for text in DOCUMENTS.values())
    assert all(each["text"] in texts for each in found)
    assert kind == "things" or found == []
    assert "left_out" not in json.loads(wikic("status", "-C", base, "--json", cwd=tmp_path).out)


def test_what_people_took_off_a_page_is_on_no_page(tmp_path: Path) -> None:
    base = compiled(tmp_path, "library")
    changed(base, "Note-2-on-tides", "- write it down\n", "")
    changed(base, "Note-3-on-tides", "read at dawn", "read at noon")
    said = wikic("status", "-C", base, "--left-out", cwd=tmp_path).out
    assert "2 blocks of 2 documents are on no page\n  docs/n2.md\n" in said
    assert " write it down\n  docs/n3.md\n" in said
    assert " The gauge at station 3 was read at dawn.\n" in said
