"""``wikic lint --model``: what only a reader sees, asked of a real server."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from support.command import TOWN, wikic, write
from support.model_server import QUOTA, ModelServer, Said


def judge(body: dict[str, Any]) -> Said:
    """Refuses whatever lies near a river."""
    numbered = re.findall(r"^\[(\d+)\] (.*)$", body["messages"][1]["content"], re.M)
    wrong = [int(number) for number, text in numbered if "near the" in text]
    return json.dumps({"unsupported": [{"number": number, "missing": ""} for number in wrong]})


@pytest.fixture
def kb(tmp_path: Path) -> Path:
    """A wiki one of whose statements says other than its sentence, with the same names."""
    write(tmp_path / "docs", TOWN)
    wikic("init", "docs", "-C", "kb", cwd=tmp_path)
    wikic("compile", "docs", "-C", "kb", cwd=tmp_path)
    digest = next((tmp_path / "kb/wiki/sources/digests").glob("docs-london-*.md"))
    text = digest.read_text()
    assert '"text":"London lies on the Thames."' in text
    changed = text.replace('"text":"London lies on the Thames."', '"text":"London lies near the Thames."')
    digest.write_text(changed)
    wikic("compile", "-C", "kb", cwd=tmp_path)
    return tmp_path / "kb"


def served(kb: Path, server: ModelServer) -> None:
    told = f'[wiki]\ntitle = "Kb"\n[compile]\nmodel = "openai/m1"\n[model]\nbase_url = "{server.url}"\n'
    write(kb, {"wikic.toml": told})


def test_a_model_sees_what_no_rule_does_and_is_asked_once(kb: Path) -> None:
    assert "K001" not in wikic("lint", "-C", kb, "-f", "concise", cwd=kb.parent, code=None).out
    with ModelServer(judge) as server:
        served(kb, server)
        done = wikic("lint", "-C", kb, "--model", "openai/m1", "-f", "json", cwd=kb.parent, code=1)
        found = [each for each in done.json["findings"] if each["code"] == "K001"]
        asked = len(server.requests)
        assert asked > 0
        wikic("lint", "-C", kb, "--model", "openai/m1", cwd=kb.parent, code=1)
        assert len(server.requests) == asked  # kept
        wikic("lint", "-C", kb, "--model", "openai/m1", "--ignore", "K", cwd=kb.parent, code=0)
    (one,) = found
    assert "near the Thames" in one["message"]
    lines = (kb / one["path"]).read_text().splitlines()
    assert "London lies near the Thames." in lines[one["line"] - 1]


def test_a_model_that_cannot_be_asked_is_no_clean_wiki(kb: Path) -> None:
    with ModelServer(lambda body: QUOTA) as server:
        served(kb, server)
        assert "quota" in wikic("lint", "-C", kb, "--model", "openai/m1", cwd=kb.parent, code=2).err


def test_offline_sees_no_more_than_rules(kb: Path) -> None:
    assert "offline" in wikic("lint", "-C", kb, "--model", "offline", cwd=kb.parent, code=2).err
