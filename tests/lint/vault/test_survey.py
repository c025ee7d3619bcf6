"""Adopting a directory: what is found, what is assumed, what is written, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from support.lint_view import opened

from wikic import config
from wikic.errors import UsageError
from wikic.lint.engine import lint
from wikic.lint.vault.survey import render_config, survey, write_config


def make(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def test_a_wiki_beside_its_raw_documents(tmp_path: Path) -> None:
    root = make(
        tmp_path,
        {
            "CLAUDE.md": "Link pages as [[slug]].\n",
            "README.md": "# Mine\n",
            "raw/report.md": "As it came: [[nothing]].\n",
            "wiki/index.md": "- [[grid]]\n- [[ada]]\n",
            "wiki/concepts/grid.md": "---\nkind: concept\nalias: lattice\n---\nOf [[ada]]: [[raw/report]]\n",
            "wiki/people/ada.md": "---\ntype: person\naliases: [Countess]\n---\nShe.\n",
        },
    )
    found = survey(root)
    settings = found.settings
    assert (settings.profile, settings.roots, settings.sources) == ("vault", ("wiki",), ("raw",))
    assert (settings.wanted, settings.indexed, settings.absent) == ("error", True, ())
    assert settings.keys == {"type": ("kind", "type"), "aliases": ("alias", "aliases")}
    assert (found.pages, found.indexes, found.links) == (2, 1, 4)
    path = write_config(root, found)
    assert path == root / "wikic.toml"
    assert config.load(root).lint == settings
    assert lint(opened(root, config.load(root).lint)) == ()


def test_a_graph_of_logseq(tmp_path: Path) -> None:
    root = make(
        tmp_path,
        {
            "logseq/config.edn": "{}",
            "logseq/bak/pages/Heron/1.md": "- [[nothing]]\n",
            "pages/Project Heron.md": "title:: Heron service\nalias:: Heron, heron-api\n\n- It bills.\n",
            "journals/2025_05_02.md": "- [[heron-api]], [[Heron]] and [[Heron service]], [[infra/network]]\n",
            "pages/infra___network.md": "- [[May 2nd, 2025]] and [[2025-05-02]]\n",
        },
    )
    found = survey(root)
    assert (found.settings.exclude, found.pages, found.links) == (("logseq",), 3, 6)
    assert lint(opened(root, found.settings)) == ()
    others = replace(found.settings, program="")
    assert [each.code for each in lint(opened(root, others))] == ["L005"] * 6


@pytest.mark.parametrize(
    ("mark", "program"),
    [
        (".obsidian/app.json", "obsidian"), ("logseq/config.edn", "logseq"), ("dendron.yml", "dendron"),
        (".zk/config.toml", "zk"), (".foam/templates/t.json", "foam"),
        ("mkdocs.yml", "mkdocs"), ("notes.toml", ""),
    ],
)  # fmt: skip
def test_a_program_is_told_by_what_it_leaves(tmp_path: Path, mark: str, program: str) -> None:
    root = make(tmp_path, {mark: "", "docs/a.md": "# A\n", "docs/b.md": "# B\n"})
    assert survey(root).settings.program == program
    make(tmp_path, {".git/HEAD": "ref: refs/heads/main\n"})
    assert survey(root / "docs").settings.program == program


def test_what_logseq_says_in_its_settings(tmp_path: Path) -> None:
    edn = """{;; :journal/page-title-format "no"
    :journal/page-title-format "EEE, dd-MM-yy" :hidden ["/archived" "test.md"]}"""
    root = make(
        tmp_path, {"logseq/config.edn": edn, "pages/a.md": "- [[Fri, 02-05-25]]\n", "test.md": "[[no]]\n"}
    )
    make(root, {"journals/2025_05_02.md": "- a\n", "archived/b.md": "- [[no]]\n"})
    found = survey(root).settings
    assert (found.journals, found.exclude) == ("EEE, dd-MM-yy", ("logseq", "archived", "test.md"))
    assert lint(opened(root, found)) == ()


def test_what_git_leaves_out_is_not_checked(tmp_path: Path) -> None:
    root = make(
        tmp_path,
        {
            ".gitignore": "drafts/\n*.tmp.md\n", "docs/.gitignore": "!keep.tmp.md\nbuild\n",
            "a.md": "[[x]]\n",
            "drafts/x.md": "[[no]]\n", "docs/keep.tmp.md": "Kept.\n", "docs/a.tmp.md": "[[no]]\n",
            "docs/build/deep/z.md": "[[no]]\n", ".git/HEAD": "",
        },
    )  # fmt: skip
    left = ("docs/a.tmp.md", "docs/build", "drafts")
    assert survey(root).settings.exclude == left
    assert survey(root, ignoring=False).settings.exclude == ()
    assert survey(root / "docs").settings.exclude == ("a.tmp.md", "build")
    assert lint(opened(root, survey(root).settings)) == ()


def test_drawings_are_no_pages(tmp_path: Path) -> None:
    drawing = "---\nexcalidraw-plugin: parsed\n---\n# Text Elements\nMirror ^a1\n"
    root = make(tmp_path, {"a/Path.excalidraw.md": drawing, "n.md": "![[Path.excalidraw]] [[nobody]]\n"})
    found = survey(root)
    assert (found.settings.exclude, found.pages) == (("*.excalidraw.md",), 1)
    (dangling,) = lint(opened(root, found.settings))
    assert "nobody" in dangling.message


def test_files_that_are_no_pages_are_told(tmp_path: Path) -> None:
    names = ("a.PNG", "b.png", "c.pdf", "Map.canvas", "x/page.mdx", "LICENSE", "1.py", "2.py", ".hidden")
    root = make(tmp_path, {"note.md": "x\n", **dict.fromkeys(names, "x")})
    told = survey(root).assumed
    assert "No pages, shown where one links to them: 2 .png, c.pdf." in told
    assert "Not read: 2 .py, LICENSE, Map.canvas, x/page.mdx." in told
    kinds = make(tmp_path, {f"{at}.k{at}": "x" for at in range(9)})
    assert any(
        line.startswith("Not read: ") and line.endswith(" 5 others.") for line in survey(kinds).assumed
    )
    assert not any("Not read" in line for line in survey(make(tmp_path / "y", {"n.md": "x"})).assumed)


def test_an_obsidian_vault_with_templates_and_pages_to_be_written(tmp_path: Path) -> None:
    root = make(
        tmp_path,
        {
            ".obsidian/templates.json": '{"folder": "Meta/Forms"}',
            ".obsidian/app.json": "{}",
            "Meta/Forms/day.md": "---\ndate: {{date}}\n---\n[[{{title}}]] [[never]]\n",
            "Templates/book.md": "[[{{author}}]]\n",
            "Clippings/page.md": "[[not checked]]\n",
            "a.md": "[[b]] [[one]] [[two]] [[three]] [[four]] [[five]]\n" + "[[b|again]]\n" * 20,
            "b.md": "[[a]]\n",
        },
    )
    settings = survey(root).settings
    assert settings.roots == ()
    assert settings.sources == ("Clippings",)
    assert settings.exclude == ("Meta/Forms", "Templates")
    assert settings.wanted == "warn"
    assert [f"{each.path} {each.code} {each.severity}" for each in lint(opened(root, settings))] == [
        "a.md L001 warning"
    ] * 5


def test_translations_are_trees_and_short_names_are_not(tmp_path: Path) -> None:
    pages = {f"{tree}/Start.md": f"{tree}\n" for tree in ("en", "de", "pt-br", "ui", "db")}
    assert survey(make(tmp_path, pages)).settings.trees == ("de", "en", "pt-br")


def test_what_git_leaves_out_is_absent(tmp_path: Path) -> None:
    root = make(
        tmp_path,
        {
            ".gitignore": "/build/\nraw/\n*.tmp\n",
            "a.md": "[[raw/x]] and [y](build/y.pdf) and [[a b]].\n",
            "b.md": "[[a]]\n",
        },
    )
    found = survey(root)
    assert found.settings.absent == ("build", "raw")
    assert "Not here: build/, raw/. Links into it are not checked." in found.assumed


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({}, "no Markdown"),
        ({"a.txt": "x"}, "no Markdown"),
        ({"a.md": "x", "wikic.toml": ""}, "configuration already"),
        ({"a.md": "x", "pyproject.toml": "[tool.wikic.lint]\nprofile = 'vault'\n"}, "configuration already"),
        ({"wiki/schema.yaml": "x", "wiki/a.md": "x"}, "a wiki of wikic's"),
    ],
)
def test_what_is_refused(tmp_path: Path, files: dict[str, str], reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        survey(make(tmp_path, files))
    assert not (tmp_path / "wikic.toml").exists() or "wikic.toml" in files


def test_a_directory_that_is_not_there_or_a_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is no directory"):
        survey(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="is no directory"):
        survey(make(tmp_path, {"a.md": "x"}) / "a.md")


def test_nothing_is_written_over(tmp_path: Path) -> None:
    found = survey(make(tmp_path, {"a.md": "x"}))
    (tmp_path / "wikic.toml").write_text("# mine\n")
    with pytest.raises(UsageError, match="is there already"):
        write_config(tmp_path, found)
    assert (tmp_path / "wikic.toml").read_text() == "# mine\n"


def test_names_that_toml_must_quote(tmp_path: Path) -> None:
    name = 'Temp"la\\tes'
    root = make(tmp_path, {"a.md": "x", f"{name}/Templates/b.md": "x"})
    found = survey(root)
    assert found.settings.exclude == (f"{name}/Templates",)
    write_config(root, found)
    assert config.load(root).lint == found.settings


def test_broken_pages_end_sensibly(tmp_path: Path) -> None:
    root = make(
        tmp_path,
        {"a.md": "---\ntitle: [x\n---\n[[\n", ".gitignore": "\x00\n", ".obsidian/templates.json": "["},
    )
    (root / "b.md").write_bytes(b"\xff\xfe\x00")
    assert survey(root).pages == 2


def test_raw_trees_lie_at_any_depth(tmp_path: Path) -> None:
    root = make(
        tmp_path,
        {
            ".obsidian/app.json": "{}",
            "Grid.md": "Of [[Ada]].\n",
            "People/Ada.md": "She.\n",
            "People/_raw/ada.md": "As it came: [[nothing]].\n",
            "People/_raw/2020/older.md": "As it came: [[nothing]].\n",
            "_sources/papers/raw/one.md": "As it came: [[nothing]].\n",
            "Projects/Inbox/later.md": "[[Grid]] is to be told.\n",
        },
    )
    assert survey(root).settings.sources == ("People/_raw", "_sources/papers/raw")


@pytest.mark.parametrize(
    ("told", "sources"),
    [
        ("Pages are mine. Documents in `reference/` are immutable.", ("reference",)),
        ("- `papers/old/` — never edit these", ("papers/old",)),
        ("Die Rohdokumente liegen in reference/, und nirgends sonst.", ("reference",)),
        ("`reference/` 目录中的文件不可修改。", ("reference",)),
        ("Never edit `reference/` or `papers/` by hand.", ()),
        ("Files in `elsewhere/` are read-only.", ()),
        ("Write new pages in `reference/`. Never edit what is raw.", ()),
    ],
)
def test_instructions_say_what_is_raw(tmp_path: Path, told: str, sources: tuple[str, ...]) -> None:
    files = {"AGENTS.md": f"# How it is kept\n\n{told}\n", "a.md": "Of [[b]].\n", "notes/b.md": "[[a]]\n"}
    files |= {"reference/one.md": "As it came.\n", "papers/old/two.md": "As it came.\n"}
    found = survey(make(tmp_path, files))
    assert found.settings.sources == sources
    assert any("instructions" in line for line in found.assumed) == bool(sources)


def test_two_directories_of_the_same_pages_are_a_layout_misread(tmp_path: Path) -> None:
    files = {"index.md": "[[page-1]]\n"}
    for number in range(30):
        files[f"archive/deep/page-{number}.md"] = f"---\ntitle: Page {number}\n---\nAs it came, {number}.\n"
        files[f"topics/about-{number}.md"] = f"---\ntitle: Page {number}\n---\nTold of [[index]], {number}.\n"
    root = make(tmp_path, files)
    found = survey(root)
    (line,) = [line for line in found.assumed if "misread" in line]
    assert line.startswith("30 pages of archive/ are called like a page of topics/")
    assert "add it to sources" in line and "trees = ['archive', 'topics']" in line
    assert line in render_config(found)
    settings = replace(found.settings, sources=("archive",))
    assert len(lint(opened(root, found.settings), select=["D"])) >= 30
    assert lint(opened(root, settings), select=["D"]) == ()


def test_a_few_copies_are_copies(tmp_path: Path) -> None:
    files = {
        f"a/page-{number}.md": f"---\ntitle: Page {number}\n---\nOne, {number}.\n" for number in range(60)
    }
    files |= {f"b/page-{number}.md": f"---\ntitle: Page {number + 50}\n---\nTwo.\n" for number in range(60)}
    assert not any("misread" in line for line in survey(make(tmp_path, files)).assumed)


def test_a_profile_is_written_alike_by_every_process() -> None:
    """What is kept of a vault is kept for the profile as it is written: a set has another order each time."""
    shown = [
        subprocess.run(
            [sys.executable, "-c", "from wikic.lint.profile import *; print(VAULT, WIKIC)"],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parents[3])},
            capture_output=True, check=True,
        ).stdout
        for seed in ("1", "2", "3")
    ]  # fmt: skip
    assert len(set(shown)) == 1
