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
from wikic.lint.rule import matches

ROOT = Path(__file__).resolve().parent.parent
CI = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
EVOLVE = (ROOT / "docs" / "evolve.md").read_text(encoding="utf-8")
OUTPUT = (ROOT / "docs" / "lint-output.md").read_text(encoding="utf-8")
ON_PATH = {**ENVIRONMENT, "PATH": f"{Path(WIKIC).parent}{os.pathsep}{ENVIRONMENT['PATH']}"}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
VAULT = {
    "wikic.toml": '[lint]\nprofile = "vault"\n',
    "a.md": "# First\n\nSee [[b]].\n",
    "b.md": "# Second\n\nSee [[a]].\n",
}


def blocks(language: str, text: str = CI) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.S | re.M)


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


# --- docs/evolve.md


def options_of(name: str) -> set[str]:
    import typer

    command: Any = typer.main.get_command(app)
    return {each for found in command.commands[name].params for each in (*found.opts, *found.secondary_opts)}


def test_every_command_of_the_page_on_evolve_is_one() -> None:
    lines = re.findall(r"^ *(?:- run: )?(wikic [^\n#>]*)", "\n".join(blocks("[a-z]*", EVOLVE)), re.M)
    assert {line.split()[1] for line in lines} == {"evolve", "merge", "split", "move", "rename"}
    for line in lines:
        _, name, *words = shlex.split(line)
        given = {word for word in words if word.startswith("-")} - {"-C"}
        assert given <= options_of(name), line


def test_the_workflow_that_evolves_makes_a_branch_of_what_changed(tmp_path: Path) -> None:
    (workflow,) = map(yaml.safe_load, blocks("yaml", EVOLVE))
    assert workflow["permissions"] == {"contents": "write", "pull-requests": "write"}
    scripts = [step["run"] for step in workflow["jobs"]["evolve"]["steps"] if "run" in step]
    assert scripts[0] == "pip install wikic"
    root, origin = tmp_path / "kb", tmp_path / "origin.git"
    git("init", "-q", "--bare", origin, cwd=tmp_path)
    rows = "".join(
        f'{{"id": "{n}", "title": "Mount {a}{b}", "text": "Mount {a}{b} is a mountain in {a}land."}}\n'
        for n, (a, b) in enumerate((a, b) for a in LETTERS[:15] for b in LETTERS.lower()[:15])
    )
    write(tmp_path, {"rows.jsonl": rows})
    for each in (("init", "rows.jsonl", "-C", "kb"), ("compile", "rows.jsonl", "-C", "kb")):
        subprocess.run([WIKIC, *each], cwd=tmp_path, check=True, capture_output=True)
    for command in (("init", "-q", "-b", "main"), ("remote", "add", "origin", origin), ("add", "-A")):
        git(*command, cwd=root)
    git("commit", "-qm", "start", cwd=root)
    write(tmp_path / "bin", {"gh": '#!/bin/sh\necho "$@" > ../gh.txt\n'})
    (tmp_path / "bin" / "gh").chmod(0o755)
    path = f"{tmp_path / 'bin'}{os.pathsep}{ON_PATH['PATH']}"
    for _ in range(2):  # a second run finds nothing to do and asks for no pull request
        for script in scripts[1:]:
            done = subprocess.run(
                ["bash", "-eo", "pipefail", "-c", script],
                cwd=root,
                env={**ON_PATH, "PATH": path, "GITHUB_RUN_ID": "7"},
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done.stdout + done.stderr
        if _ == 0:
            assert (tmp_path / "gh.txt").read_text().startswith("pr create")
            (tmp_path / "gh.txt").unlink()
    assert not (tmp_path / "gh.txt").exists()
    log = subprocess.run(
        ["git", "log", "--stat", "-1", "evolve-7"], cwd=origin, check=True, capture_output=True, text=True
    ).stdout
    assert "Evolve the wiki" in log and "wiki/schema.yaml" in log and "plan.txt" not in log
