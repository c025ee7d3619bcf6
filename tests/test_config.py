"""Settings that are documented are read, and settings that are read are documented."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from wikic import config
from wikic.errors import ConfigError
from wikic.llm.protocol import ROLES

ROOT = Path(__file__).resolve().parent.parent
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
Tree = Callable[[dict[str, str | bytes]], Path]


def settings(of: object) -> dict[str, object]:
    """Every setting of a configuration, ``table.key``, with its value as TOML has it."""
    found: dict[str, object] = {}
    for table in fields(config.Config):
        part = getattr(of, table.name)
        for key in fields(part):
            value = getattr(part, key.name)
            found[f"{table.name}.{key.name}"] = list(value) if isinstance(value, tuple) else value
    return found


def toml_blocks(page: str) -> Iterator[str]:
    """The ``toml`` blocks of a document that are about wikic and not about a client of its servers."""
    for block in re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        if "[mcp_servers" not in block and "[language-server" not in block:
            yield block


def documented() -> tuple[dict[str, object], set[str]]:
    """The settings of docs/settings.md with their defaults, and those shown as comments, without one."""
    (block,) = toml_blocks((ROOT / "docs/settings.md").read_text("utf-8"))
    shown: set[str] = set()
    table = ""
    for line in block.splitlines():
        if opened := re.match(r"\[(\w+)\]", line):
            table = opened[1]
        elif key := re.match(r"# (\w+) = ", line):
            shown.add(f"{table}.{key[1]}")
    given = {
        f"{name}.{key}": value for name, part in tomllib.loads(block).items() for key, value in part.items()
    }
    return given, shown


def test_every_setting_is_documented_with_its_default_and_nothing_else_is() -> None:
    given, shown = documented()
    read = settings(config.Config())
    assert {name: value for name, value in read.items() if value is not None} == given
    assert {name for name, value in read.items() if value is None} == shown


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_document_shows_of_a_configuration_is_one(page: Path, tree: Tree) -> None:
    for block in toml_blocks(page.read_text("utf-8")):
        config.load(tree({"wikic.toml": block}))


def test_what_is_written_for_a_new_wiki_is_what_it_would_be_without(tree: Tree) -> None:
    written = config.render(config.Config()).decode()
    assert config.load(tree({"wikic.toml": written})) == config.Config()


def test_a_setting_that_is_none_is_refused(tree: Tree) -> None:
    with pytest.raises(ConfigError, match=r"unknown key model\.judge"):
        config.load(tree({"wikic.toml": '[model]\njudge = "offline"\n'}))


def test_the_address_of_a_site_is_one_of_the_web_and_only_that_for_edits_may_be_off(tree: Tree) -> None:
    assert config.load(tree({"wikic.toml": '[site]\nedit = "off"\n'})).site.edit == "off"
    for line in ('url = "off"', 'edit = "on"'):
        with pytest.raises(ConfigError, match="must be an address of the web"):
            config.load(tree({"wikic.toml": f"[site]\n{line}\n"}))


# --- that somebody asks for them


@pytest.fixture(scope="module")
def syntax() -> tuple[ast.AST, ...]:
    """What names attributes and what calls in the package, but for the file that reads settings."""
    files = [file for file in sorted((ROOT / "wikic").rglob("*.py")) if file != Path(config.__file__)]
    return tuple(
        node
        for file in files
        for node in ast.walk(ast.parse(file.read_text("utf-8"), str(file)))
        if isinstance(node, ast.Attribute | ast.Call)
    )


def test_every_setting_is_asked_for(syntax: tuple[ast.AST, ...]) -> None:
    asked = {node.attr for node in syntax if isinstance(node, ast.Attribute)}
    read: set[str] = {name.partition(".")[2] for name in settings(config.Config())}
    assert read - asked == set()


def test_every_role_of_a_model_is_taken_by_somebody(syntax: tuple[ast.AST, ...]) -> None:
    """A role is named where a model is asked for; in a table of names alone, it is nobody's."""

    def texts(call: ast.Call) -> Iterator[Any]:
        for each in (*call.args, *(word.value for word in call.keywords)):
            if isinstance(each, ast.Constant):
                yield each.value

    taken = {text for node in syntax if isinstance(node, ast.Call) for text in texts(node)}
    assert set(ROLES) - taken == set()
