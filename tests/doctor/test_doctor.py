"""Each check says how a real machine and a real knowledge base are, and what mends them does mend them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support.command import wikic, write

from wikic.doctor import knowledge_base, machine
from wikic.doctor.machine import Check
from wikic.errors import ConfigError
from wikic.wiki import lock


def git(where: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=where, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture
def kb(tmp_path: Path) -> Path:
    write(tmp_path, {"docs/ada.md": "# Ada Lovelace\n\nAda Lovelace was a mathematician.\n"})
    wikic("init", "docs", "-C", "kb", cwd=tmp_path)
    wikic("compile", "docs", "-C", "kb", cwd=tmp_path)
    return tmp_path / "kb"


def found(root: Path) -> dict[str, Check]:
    return {check.name: check for check in knowledge_base.looked_at(root)}


def test_this_machine_has_what_the_tests_run_with() -> None:
    checks = {check.name: check for check in machine.looked_at()}
    assert checks["Python"].state == "ok"
    assert checks["LevelDB"].state == "ok" and "plyvel" in checks["LevelDB"].said
    assert not [check for check in checks.values() if check.state == "problem"]
    assert {"extra model", "extra serve", "extra redis"} <= checks.keys()


def test_what_is_not_installed_is_told_with_its_cost(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules.update(litellm=None, plyvel=None, plyvel_next=None);"
        "import importlib.util as u; real = u.find_spec;"
        "u.find_spec = lambda name: None if name == 'litellm' else real(name);"
        "from wikic.doctor import machine;"
        "print(*(f'{c.name}|{c.state}|{c.said}|{c.mend}' for c in machine.looked_at()), sep='\\n')"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    lines = dict(line.split("|", 1) for line in out.splitlines())
    assert lines["extra model"].startswith("note|not installed: no language model")
    assert "pip install 'wikic[model]'" in lines["extra model"]
    assert lines["LevelDB"].startswith("note|no mirror, because plyvel cannot be loaded")


def test_a_sound_wiki_outside_of_git(kb: Path) -> None:
    checks = found(kb)
    assert checks["knowledge base"].state == checks["writing"].state == checks["mirror"].state == "ok"
    assert checks["git"].state == "note" and "git init" in checks["git"].mend
    assert checks["models"].state == "ok"


def test_the_merge_driver_is_missed_and_the_command_that_is_shown_registers_it(kb: Path) -> None:
    git(kb, "init", "-q")
    missed = found(kb)["git merge"]
    assert missed.state == "note"
    subprocess.run(missed.mend, cwd=kb, shell=True, check=True)
    assert machine.registration(kb) == "registered"
    assert found(kb)["git merge"].state == "ok"
    (kb / ".gitattributes").unlink()
    assert ".gitattributes does not name" in found(kb)["git merge"].said


def test_registering_tells_this_repository_alone(kb: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="in no git repository"):
        machine.register(kb)
    git(kb, "init", "-q")
    machine.register(kb)
    assert git(kb, "config", "--local", "--get", "merge.wikic.driver").strip() == machine.COMMAND
    git(tmp_path, "init", "-q", "other")
    assert machine.registration(tmp_path / "other") == "missing"


def test_indexes_that_were_added_to_git_are_a_problem(kb: Path) -> None:
    git(kb, "init", "-q")
    git(kb, "add", "-f", ".wikic/catalogue")
    assert found(kb)["git ignores"].state == "problem"
    git(kb, "rm", "-r", "-q", "--cached", ".wikic")
    assert "git ignores" not in found(kb)


def test_a_hook_that_runs_wikic_is_seen(kb: Path) -> None:
    git(kb, "init", "-q")
    assert found(kb)["git hook"].state == "note"
    hook = kb / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexec wikic lint -C . --quiet\n")
    hook.chmod(0o755)
    assert found(kb)["git hook"].state == "ok"


def test_a_writer_and_a_broken_schema_are_told(kb: Path) -> None:
    with lock.writer(kb):
        assert "being written by" in found(kb)["writing"].said
    (kb / "wiki/schema.yaml").write_text("dimensions: [")
    assert found(kb)["knowledge base"].state == "problem"
    (kb / "wikic.toml").write_text("[lint\n")
    assert found(kb).keys() == {"settings"}


def test_a_model_without_its_key_is_a_problem_and_one_of_ones_own_is_not(
    kb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    (kb / "wikic.toml").write_text('[model]\nask = "openai/gpt-5-mini"\n')
    missing = found(kb)["model openai/gpt-5-mini"]
    assert missing.state == "problem" and "OPENAI_API_KEY" in missing.said
    (kb / "wikic.toml").write_text('[model]\nask = "openai/m1"\nbase_url = "http://127.0.0.1:9"\n')
    assert found(kb)["model openai/m1"].state == "ok"


def test_a_vault_has_no_schema_and_lacks_none(tmp_path: Path) -> None:
    write(tmp_path, {"vault/Kiln.md": "# Kiln\n"})
    wikic("adopt", "vault", cwd=tmp_path)
    checks = found(tmp_path / "vault")
    assert checks["knowledge base"].state == "ok" and "adopted" in checks["knowledge base"].said
    assert "mirror" not in checks and "git merge" not in checks


def test_more_directories_than_the_system_watches(kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = kb / "limit"
    limit.write_text("2\n")
    monkeypatch.setattr(machine, "_WATCHES", limit)
    told = machine.count_watches(kb / "wiki")
    assert told is not None and told.state == "note" and "max_user_watches" in told.mend
    limit.write_text("100000\n")
    told = machine.count_watches(kb / "wiki")
    assert told is not None and told.state == "ok"
