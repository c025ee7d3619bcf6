"""What people copy into their repositories works: hooks, the action, the workflow files of docs/ci.md."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from support.command import ENVIRONMENT, WIKIC, git, write

from wikic.cli.main import app
from wikic.lint.registry import RULES
from wikic.lint.selecting import matches

ROOT = Path(__file__).resolve().parent.parent
CI = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
OUTPUT = (ROOT / "docs" / "lint-output.md").read_text(encoding="utf-8")
ON_PATH = {**ENVIRONMENT, "PATH": f"{Path(WIKIC).parent}{os.pathsep}{ENVIRONMENT['PATH']}"}
VAULT = {
    "wikic.toml": '[lint]\nprofile = "vault"\n',
    "a.md": "# First\n\nSee [[b]].\n",
    "b.md": "# Second\n\nSee [[a]].\n",
}


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", CI, re.S | re.M)


WORKFLOWS = [yaml.safe_load(block) for block in blocks("yaml")]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
(HOOK,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A vault in `kb/` of a repository, without a finding, committed."""
    write(tmp_path / "kb", VAULT)
    git("init", "-q", "-b", "main", cwd=tmp_path)
    git("add", "-A", cwd=tmp_path)
    git("commit", "-qm", "start", cwd=tmp_path)
    return tmp_path


def commit(repository: Path) -> tuple[int, str]:
    git("add", "-A", cwd=repository)
    command = ["git", "commit", "-qm", "more"]
    run = subprocess.run(command, cwd=repository, env=ON_PATH, capture_output=True, text=True, check=False)
    return run.returncode, run.stdout + run.stderr


def install(repository: Path, script: str) -> None:
    hook = repository / ".git" / "hooks" / "pre-commit"
    hook.write_text(script)
    hook.chmod(0o755)


def test_the_hook_stops_a_commit_that_only_deletes(repository: Path) -> None:
    assert (HOOK["pass_filenames"], HOOK["always_run"], HOOK["language"]) == (False, True, "python")
    (args,) = [
        hook["args"]
        for each in WORKFLOWS
        for repo in each.get("repos", ())
        for hook in repo["hooks"]
        if hook["id"] == HOOK["id"]
    ]
    install(repository, f"#!/bin/sh\nexec {HOOK['entry']} {shlex.join(args)}\n")
    write(repository / "kb", {"c.md": "# Third\n\nSee [[a]].\n"})
    assert commit(repository)[0] == 0
    (repository / "kb" / "b.md").unlink()
    code, said = commit(repository)
    assert code == 1 and "a.md:3:5: error L001" in said


def test_the_plain_hook_lets_pass_what_was_there(repository: Path) -> None:
    (script,) = blocks("sh")
    write(repository / "kb", {"a.md": "# First\n\nSee [[b]] and [[nobody]].\n"})
    assert commit(repository)[0] == 0
    install(repository, script)
    write(repository / "kb", {"b.md": "# Second\n\nSee [[a]] again.\n"})
    assert commit(repository)[0] == 0
    write(repository / "kb", {"b.md": "# Second\n\nSee [[no one]].\n"})
    code, said = commit(repository)
    assert code == 1 and "no one" in said and "nobody" not in said


def lint_step(repository: Path, **inputs: str) -> tuple[subprocess.CompletedProcess[str], Path]:
    """The action's own script, run as the runner runs it."""
    (step,) = [each for each in ACTION["runs"]["steps"] if each.get("id") == "lint"]
    values = {name: each["default"] for name, each in ACTION["inputs"].items()} | inputs
    runner = repository / "runner"
    (runner / "wikic-lint").mkdir(parents=True, exist_ok=True)
    bin_ = runner / "wikic-lint" / "bin"
    if not bin_.exists():
        bin_.symlink_to(Path(WIKIC).parent)
    expressions = {
        name: re.fullmatch(r"\$\{\{ inputs\.([\w-]+) }}", text) for name, text in step["env"].items()
    }
    given = {name: values[match[1]] for name, match in expressions.items() if match}
    assert len(given) == len(step["env"])
    environment = {
        **ENVIRONMENT,
        **given,
        "RUNNER_TEMP": str(runner),
        "GITHUB_OUTPUT": str(runner / "output"),
    }
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    run = subprocess.run(
        command, cwd=repository, env=environment, capture_output=True, text=True, check=False
    )
    return run, runner


def test_the_action_annotates_and_leaves_sarif(repository: Path) -> None:
    run, runner = lint_step(repository, directory="kb")
    assert (run.returncode, run.stdout) == (0, "")
    (repository / "kb" / "b.md").unlink()
    run, runner = lint_step(repository, directory="kb", since="HEAD")
    assert run.returncode == 1
    assert ",file=kb/a.md,line=3,col=5::" in run.stdout
    sarif = yaml.safe_load((runner / "wikic.sarif").read_text(encoding="utf-8"))
    assert [each["ruleId"] for each in sarif["runs"][0]["results"]] == ["L001"]
    assert (runner / "output").read_text().splitlines()[-1] == f"sarif={runner}/wikic.sarif"
    assert lint_step(repository, directory="kb", **{"fail-on": "never"})[0].returncode == 0
    assert lint_step(repository, directory="$(touch owned)")[0].returncode == 2
    assert not (repository / "owned").exists()


def test_the_action_is_whole() -> None:
    steps = ACTION["runs"]["steps"]
    assert ACTION["runs"]["using"] == "composite"
    assert all("shell" in step for step in steps if "run" in step)
    (upload,) = [step for step in steps if "upload-sarif" in step.get("uses", "")]
    assert "inputs.upload-sarif" in upload["if"] and "!cancelled()" in upload["if"]
    used = set(re.findall(r"inputs\.([\w-]+)", (ROOT / "action.yml").read_text(encoding="utf-8")))
    assert used == set(ACTION["inputs"])


def test_workflows_name_inputs_of_the_action_there_are() -> None:
    steps = [
        step
        for each in WORKFLOWS
        for job in each.get("jobs", {}).values()
        for step in job["steps"]
        if step.get("uses", "").startswith("OWNER/wikic@")
    ]
    assert len(steps) == 2
    for step in steps:
        assert set(step["with"]) <= set(ACTION["inputs"])
        if "since" in step["with"]:
            assert step["with"]["upload-sarif"] == "false"  # a part would close all other alerts


def commands() -> list[str]:
    """Every `wikic lint …` of the documents that can be copied."""
    found = re.findall(r"^\s*(?:- (?:run: )?|exec )?(wikic lint [^\n]*)$", CI, re.M)
    return [each.split(" || ")[0] for each in (*found, HOOK["entry"])]


def options() -> set[str]:
    import typer

    command: Any = typer.main.get_command(app)
    lint = command.commands["lint"]
    return {name for each in lint.params for name in (*each.opts, *each.secondary_opts)}


def test_every_command_of_the_documents_is_one() -> None:
    assert len(commands()) >= 7
    there = options()
    for line in commands():
        given = [word for word in shlex.split(line) if word.startswith("-")]
        assert set(given) <= there, line
    for name in re.findall(r"`(--[a-z-]+)", CI + OUTPUT):
        assert name in there, name


def test_every_rule_of_the_documents_is_one() -> None:
    named = [*re.findall(r"\b[A-Z]\d{3}\b", OUTPUT), "dangling-link", "missing-key"]
    for selector in named:
        assert any(matches(rule.code, rule.name, selector) for rule in RULES), selector
