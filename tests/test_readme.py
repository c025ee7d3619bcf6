"""The README is executed: every ``console`` block runs and prints what it shows.

``make docs-update`` shows its figures anew.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from support.shown_commands import Command, anew, commands, difference, fits, run, runs

ROOT = Path(__file__).resolve().parent.parent
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))


@pytest.mark.slow
def test_every_command_of_the_readme_does_what_it_shows(tmp_path: Path) -> None:
    for command, became in runs((ROOT / "README.md").read_text("utf-8"), tmp_path):
        where = f"README.md:{command.line}: $ {command.text}"
        assert became.code == command.code, f"{where}\nexit {became.code}:\n{became.output}"
        if not fits(command.shows, became.output):
            why = "Where only figures differ, `make docs-update` shows them anew."
            pytest.fail(f"{where}\n{difference(command, became.output)}\n{why}")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_to_files_of_the_repository_lead_somewhere(page: Path) -> None:
    prose = re.sub(r"^(`{3,}).*?^\1$|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    targets = re.findall(r"(?<!\])\]\(([^)#\s]+)(?:#[^)]*)?\)", prose)
    files = [target for target in targets if "://" not in target]
    assert [target for target in files if not (page.parent / target).exists()] == []


# --- the reader of blocks itself

SAMPLE = """\
Text.

```console
$ wikic compile docs -C kb
31 documents, 0 failed, 1.2 s

$ wikic lint \\
    -C kb   # exit 1
```

<!-- not run: needs a network -->
```console
$ pip install wikic
```
"""


def test_commands_are_read_with_their_output_and_exit_code() -> None:
    first, second = commands(SAMPLE)
    assert (first.line, first.text, first.code) == (4, "wikic compile docs -C kb", 0)
    assert SAMPLE[first.start :].startswith(first.shows)
    assert first.shows == "31 documents, 0 failed, 1.2 s"
    assert (second.line, second.text, second.shows, second.code) == (7, "wikic lint \\\n    -C kb", "", 1)


@pytest.mark.parametrize(
    ("shown", "printed"),
    [
        ("", ""),
        ("31 documents, 1.2 s, 8 a second", "31 documents, 48.05 s, 1,000 a second"),
        ("created: 2026-11-21", "created: 2027-01-01"),
        ("a   b", "a b"),
        ("kb/wiki/sources/digests/2wiki-d00123-3fa91c.md", "kb/wiki/sources/digests/2wiki-d00123-00aa11.md"),
        ("- John. [[x#^p3f9a1c02]] ^f1a2b3c4", "- John. [[x#^pdeadbeef]] ^f00000000"),
        ("first\n…\nlast", "first\nlast"),
        ("first\n…\nlast", "first\n\nanything\nlast"),
        ("in … seconds", "in a few seconds"),
        ("(a) [b] c*", "(a) [b] c*"),
    ],
)
def test_outputs_of_one_shape_match(shown: str, printed: str) -> None:
    assert fits(shown, printed)


@pytest.mark.parametrize(
    ("shown", "printed"),
    [
        ("", "something"),
        ("something", ""),
        ("31 documents", "31 pages"),
        ("31 documents", "32 documents"),
        ("mirror: 161 files, …", "mirror: 155 files, 3 written"),
        ("born in 1829", "born in 1830"),
        ("[1] a", "[2] a"),
        ("31 documents", "no documents"),
        ("first\nlast", "first\nmore\nlast"),
        ("- John. ^f1a2b3c4", "- John."),
    ],
)
def test_outputs_of_another_shape_do_not_match(shown: str, printed: str) -> None:
    assert not fits(shown, printed)


@pytest.mark.parametrize(
    ("shown", "printed", "then"),
    [
        ("66 pages, 1.2 s", "65 pages, 48.0 s", "65 pages, 1.2 s"),
        ("a\n…\n66 pages: 1 finding: 1 error", "a\nb\n7 pages: 12 findings", None),
        ("a\n…\n66 pages: 1 finding", "a\nb\n1,007 pages: 1 finding", "a\n…\n1,007 pages: 1 finding"),
        ("mirror: 161 files, …", "mirror: 155 files, 3 written", "mirror: 155 files, …"),
        ("66 pages", "65 pages\nand more", "65 pages\nand more"),
        ("66 pages ^f1a2b3c4d", "66 pages ^f00000000", "66 pages ^f1a2b3c4d"),
    ],
)
def test_figures_are_shown_anew(shown: str, printed: str, then: str | None) -> None:
    assert anew(shown, printed) == then


def test_a_folder_a_command_goes_to_is_where_the_next_one_runs(tmp_path: Path) -> None:
    (tmp_path / "kb").mkdir()
    environment = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    became = run(Command(1, "cd kb && pwd", "", 0), tmp_path, environment)
    assert (became.output, became.code, became.folder) == (str(tmp_path / "kb"), 0, tmp_path / "kb")
