"""``wikic bench``: what it says of a wiki, with and without a mirror."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wikic.cli.main import main

OPERATORS = ["Q1 get", "Q2 list", "Q3 navigate", "Q4 prefix"]


def test_files_and_the_mirror_where_it_is_in_step(
    tmp_path: Path, fixtures: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "kb"
    kb = ("-C", str(root))
    assert main(["init", str(fixtures / "harbour"), *kb, "-q"]) == 0
    assert main(["compile", str(fixtures / "harbour"), *kb, "-q"]) == 0
    assert main(["mirror", *kb, "-q"]) == 0
    capsys.readouterr()
    assert main(["bench", "--operations", "100", *kb, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    files = [file for file in (root / "wiki").rglob("*") if file.is_file()]
    assert 0 < found["records"] <= len(files)
    assert 0 < found["bytes"] <= sum(file.stat().st_size for file in files)
    assert found["mirror_bytes"] > 0
    assert found["without_mirror"] == ""
    assert list(found["costs"]) == ["files", "mirror", "mirror, checked"]
    assert all(list(costs) == OPERATORS for costs in found["costs"].values())
    assert main(["bench", "--operations", "100", *kb]) == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in (*OPERATORS, "mirror, checked", "records in"))

    (root / "wiki/people/Somebody.md").write_text("# Somebody\n", "utf-8")
    assert main(["bench", "--operations", "100", *kb]) == 0
    assert "the mirror is not in step: `wikic mirror` brings it there" in capsys.readouterr().out


def test_what_holds_nothing_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "-C", str(tmp_path)]) == 2
    (tmp_path / "wiki").mkdir()
    assert main(["bench", "-C", str(tmp_path)]) == 2
    assert "the wiki holds no file" in capsys.readouterr().err
