"""The architecture is visible in the imports: a file imports only from lower floors or its own package.

Every import counts, lazy ones inside functions and those for type checkers too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "wikic"
ARCHITECTURE = ROOT / "docs/architecture.md"

# Module prefix and floor; the longest prefix decides. docs/architecture.md says what lives where.
FLOORS: tuple[tuple[str, int], ...] = (
    ("wikic", 0),  # the package itself holds the version and nothing else
    ("wikic.errors", 0),
    ("wikic.progress", 0),
    ("wikic.time_limit", 0),
    ("wikic.layout", 0),
    ("wikic.plain_file", 0),
    ("wikic.whole_file", 0),
    ("wikic.build_dir", 0),
    ("wikic.manifest_rows", 0),
    ("wikic.copy_origin", 0),
    ("wikic.user_cache", 0),
    ("wikic.remembered", 0),
    ("wikic.model", 0),
    ("wikic.language", 0),  # words and letters, read by all
    ("wikic.text.normalise", 0),  # ids and names are made from it
    ("wikic.text", 1),
    ("wikic.markdown", 1),
    ("wikic.document", 2),
    ("wikic.graph", 2),
    ("wikic.store", 2),
    ("wikic.llm", 2),
    ("wikic.errorbook", 2),  # values and a file: git's merge driver, in wiki, stands on it
    ("wikic.config", 3),
    ("wikic.wiki", 3),
    ("wikic.search", 3),
    ("wikic.lint", 4),
    ("wikic.staging", 4),  # documents that are elsewhere, copied here
    ("wikic.curator", 4),
    ("wikic.compiler", 5),
    ("wikic.schema", 5),
    ("wikic.navigate", 5),
    ("wikic.fix", 6),
    ("wikic.evolve", 6),
    ("wikic.review", 6),
    ("wikic.evaluate", 6),
    ("wikic.federation", 6),  # many wikis as one to ask
    ("wikic.site", 6),
    ("wikic.serving", 6),  # what mcp and serve both stand on
    ("wikic.export", 7),
    ("wikic.session", 7),
    ("wikic.doctor", 8),  # opens a session to see whether its models can be asked
    ("wikic.curation", 8),  # opens a session's curator for the commands that compile
    ("wikic.fleet", 8),  # runs the commands as processes
    ("wikic.serve", 7),
    ("wikic.mcp", 7),
    ("wikic.lsp", 7),
    ("wikic.cli", 9),
    ("wikic.__main__", 10),  # starts the command line; nothing imports it
)


@dataclass(frozen=True, slots=True)
class Import:
    """One import of one wikic module by another.

    importer: the module whose file holds it.
    imported: the module it names.
    line: where, from 1.
    """

    importer: str
    imported: str
    line: int

    def __str__(self) -> str:
        return f"{self.importer}:{self.line} imports {self.imported}"


def package_of(module: str) -> str:
    """``wikic.text.names`` is of ``wikic.text``; ``wikic.layout`` is its own."""
    return ".".join(module.split(".")[:2])


def floor_of(module: str) -> int | None:
    """The floor of ``module``, or None when the table does not know it."""
    parts = module.split(".")
    table = dict(FLOORS)
    for length in range(len(parts), 1, -1):
        prefix = ".".join(parts[:length])
        if prefix in table:
            return table[prefix]
    return table["wikic"] if module == "wikic" else None


def modules_of(package: Path) -> dict[str, Path]:
    """Every module below ``package`` (a folder called wikic) by its dotted name."""
    found: dict[str, Path] = {}
    for file in sorted(package.rglob("*.py")):
        parts = ("wikic", *file.relative_to(package).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def imports_of(modules: dict[str, Path]) -> Iterator[Import]:
    """Every import between ``modules``, wherever in the file it stands."""
    for importer, file in modules.items():
        for name, line in _named_in(file, importer):
            imported = name if name in modules else name.rpartition(".")[0]
            if imported.split(".")[0] == "wikic":
                yield Import(importer, imported, line)


@cache
def _named_in(file: Path, importer: str) -> tuple[tuple[str, int], ...]:
    """What a file imports, and on which line; five tests ask for every file of the package."""
    return tuple(
        (name, getattr(node, "lineno", 0))
        for node in ast.walk(ast.parse(file.read_text("utf-8"), str(file)))
        for name in _named(node, importer, is_package=file.name == "__init__.py")
    )


def _named(node: ast.AST, importer: str, *, is_package: bool) -> Iterator[str]:
    """Dotted names that ``node`` imports; ``from a import b`` gives ``a.b``, module or not."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.name
    elif isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            parts = importer.split(".")
            parts = parts[: len(parts) - node.level + is_package]
            base = ".".join([*parts, base] if base else parts)
        for alias in node.names:
            yield f"{base}.{alias.name}"
    elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        value = node.args[0].value
        if name in ("import_module", "__import__") and isinstance(value, str):
            yield value


def violations(modules: dict[str, Path]) -> list[str]:
    """What breaks the rule, one line each: unknown modules and upward or sideways imports."""
    found = [f"{name} stands on no floor" for name in modules if floor_of(name) is None]
    for each in imports_of(modules):
        own = package_of(each.importer) == package_of(each.imported) and each.imported != "wikic"
        above, below = floor_of(each.importer), floor_of(each.imported)
        if above is None or below is None:
            continue
        ground = above == below == 0  # the ground floor is one room: layout reads normalise
        # Its own package, but never from the part of it that stands on a lower floor.
        if not (below < above or ground or (own and below <= above)):
            found.append(f"{each} (floor {above} from floor {below})")
    return found


def circles(modules: dict[str, Path]) -> list[str]:
    """Pairs of packages that import each other, whatever their floors."""
    edges: dict[tuple[str, str], Import] = {}
    for each in imports_of(modules):
        # normalise is a room of its own: text stands on layout, and layout on normalise.
        ends = tuple(
            name if name == "wikic.text.normalise" else package_of(name)
            for name in (each.importer, each.imported)
        )
        if ends[0] != ends[1]:
            edges.setdefault((ends[0], ends[1]), each)
    return [f"{edges[a, b]}, but {edges[b, a]}" for a, b in sorted(edges) if a < b and (b, a) in edges]


def folder_circles(modules: dict[str, Path], package: str) -> list[str]:
    """Pairs of folders of ``package`` that import each other; a file right in the package is no folder."""
    depth = package.count(".") + 1
    edges: dict[tuple[str, str], Import] = {}
    for each in imports_of(modules):
        ends = [name.split(".") for name in (each.importer, each.imported)]
        if all(name[:depth] == package.split(".") and len(name) > depth + 1 for name in ends):
            one, other = (name[depth] for name in ends)
            if one != other:
                edges.setdefault((one, other), each)
    return [f"{edges[a, b]}, but {edges[b, a]}" for a, b in sorted(edges) if a < b and (b, a) in edges]


def rings(modules: dict[str, Path]) -> list[str]:
    """Files that import each other, directly or by way of others, one line for each such group."""
    needs: dict[str, set[str]] = {name: set() for name in modules}
    for each in imports_of(modules):
        if each.imported in modules:
            needs[each.importer].add(each.imported)
    # What needs nothing that is left goes, and what nothing that is left needs: rings stay.
    left = set(modules)
    while True:
        wanted = {name for each in left for name in needs[each] if name != each}
        ends = {name for name in left if name not in wanted or not (needs[name] - {name}) & left}
        if not ends:
            break
        left -= ends
    found: list[str] = []
    while left:
        first = min(left)
        ring = _reached(first, needs, left) & {each for each in left if first in _reached(each, needs, left)}
        if len(ring) > 1:
            found.append(" <-> ".join(sorted(ring)))
        left -= ring | {first}
    return found


def _reached(start: str, needs: dict[str, set[str]], among: set[str]) -> set[str]:
    """The modules that ``start`` imports, and those that these import; itself too."""
    found, ahead = {start}, [start]
    while ahead:
        new = (needs[ahead.pop()] & among) - found
        found |= new
        ahead += new
    return found


def documented(page: str) -> tuple[dict[str, int], set[str]]:
    """The floors that docs/architecture.md tells: module and floor, and the modules it says are not built."""
    table: dict[str, int] = {}
    for floor, listed in re.findall(r"^\| (\d+) \| ((?:`[^`|]+` ?)+)\|", page, re.MULTILINE):
        for name in re.findall(r"`([^`]+)`", listed):
            table["wikic." + name.rstrip("/").replace("/", ".")] = int(floor)
    waiting = re.search(r"^Not built yet, their floor reserved: (.+)\.$", page, re.MULTILINE)
    names = re.findall(r"`([^`]+)/?`", waiting[1]) if waiting else []
    return table, {"wikic." + name.rstrip("/") for name in names}


def test_every_import_goes_down() -> None:
    assert violations(modules_of(PACKAGE)) == []


def test_no_two_packages_import_each_other() -> None:
    assert circles(modules_of(PACKAGE)) == []


def test_no_files_import_each_other() -> None:
    assert rings(modules_of(PACKAGE)) == []


@pytest.mark.parametrize("package", ["wikic.lint"])
def test_no_two_folders_of_a_package_import_each_other(package: str) -> None:
    assert folder_circles(modules_of(PACKAGE), package) == []


def test_the_architectures_table_of_floors_is_this_one() -> None:
    table, waiting = documented(ARCHITECTURE.read_text("utf-8"))
    assert table == {name: floor for name, floor in FLOORS if name != "wikic"}
    built = modules_of(PACKAGE)
    assert waiting == {name for name, _ in FLOORS if name not in built}


def test_normalise_imports_nothing_that_could_change_what_it_says() -> None:
    found = imports_of(modules_of(PACKAGE))
    imported = {each.imported for each in found if each.importer == "wikic.text.normalise"}
    assert imported == {"wikic.remembered"}


def test_the_tables_prefixes_are_unique() -> None:
    assert len(dict(FLOORS)) == len(FLOORS)


# --- the check itself

PLANTED = (
    ("upward", "wikic/model/page.py", "from wikic.markdown.scan import scan\n"),
    ("upward by name", "wikic/text/names.py", "import wikic.wiki.tree\n"),
    ("lazy", "wikic/lint/engine.py", "def run():\n    from wikic.compiler.loop import compile\n"),
    ("for type checkers", "wikic/graph/rank.py", "if TYPE_CHECKING:\n    from wikic.wiki import tree\n"),
    ("sideways", "wikic/store/path_store.py", "from wikic.graph import resolve\n"),
    ("relative", "wikic/lint/engine.py", "from ..compiler import loop\n"),
    ("relative, from a package", "wikic/lint/__init__.py", "from ..cli import main\n"),
    ("by string", "wikic/llm/gateway.py", "importlib.import_module('wikic.cli.main')\n"),
    ("from a part on a lower floor", "wikic/text/normalise.py", "from wikic.text.names import base\n"),
    ("unknown module", "wikic/helpers.py", ""),
    ("unknown package", "wikic/common/things.py", ""),
)


@pytest.mark.parametrize(("file", "code"), [each[1:] for each in PLANTED], ids=[each[0] for each in PLANTED])
def test_a_planted_violation_is_caught(
    file: str, code: str, tree: Callable[[dict[str, str | bytes]], Path]
) -> None:
    root = tree({file: code})
    assert len(violations(modules_of(root / "wikic"))) == 1


def test_what_is_allowed_is_not_caught(tree: Callable[[dict[str, str | bytes]], Path]) -> None:
    root = tree(
        {
            "wikic/__init__.py": "",
            "wikic/layout.py": "from wikic.text.normalise import normalise\n",
            "wikic/text/normalise.py": "import re\n",
            "wikic/text/names.py": "from wikic import layout\nfrom wikic.text.normalise import normalise\n",
            "wikic/text/compare.py": "from .names import base\nfrom . import names\n",
            "wikic/cli/main.py": "from wikic import __version__\nimport wikic\nimport os.path\n",
        }
    )
    assert violations(modules_of(root / "wikic")) == []
    assert circles(modules_of(root / "wikic")) == []


def test_a_planted_circle_is_caught(tree: Callable[[dict[str, str | bytes]], Path]) -> None:
    root = tree(
        {
            "wikic/graph/rank.py": "def late():\n    from wikic.store.path_store import Memory\n",
            "wikic/store/path_store.py": "from wikic.graph.rank import late\n",
        }
    )
    assert len(circles(modules_of(root / "wikic"))) == 1


def test_a_planted_circle_of_folders_is_caught(tree: Callable[[dict[str, str | bytes]], Path]) -> None:
    root = tree(
        {
            "wikic/lint/report/text.py": "from wikic.lint.gate.baseline import known\n",
            "wikic/lint/gate/baseline.py": "from wikic.lint.report.json_record import record\n",
            "wikic/lint/report/machines.py": "from wikic.lint.rule import Rule\n",
            "wikic/lint/rule.py": "from wikic.lint.report.text import text\n",
        }
    )
    assert len(folder_circles(modules_of(root / "wikic"), "wikic.lint")) == 1


def test_a_planted_ring_of_files_is_caught(tree: Callable[[dict[str, str | bytes]], Path]) -> None:
    root = tree(
        {
            "wikic/lint/view.py": "from wikic.lint import names, shelf\n",
            "wikic/lint/names.py": "if TYPE_CHECKING:\n    from wikic.lint.rule import Rule\n",
            "wikic/lint/rule.py": "def late():\n    from wikic.lint.view import View\n",
            "wikic/lint/shelf.py": "import re\n",
            "wikic/lint/engine.py": "from wikic.lint.rule import Rule\n",
            "wikic/text/names.py": "from wikic.text.words import WORDS\n",
            "wikic/text/words.py": "from wikic.text.names import names\n",
        }
    )
    assert rings(modules_of(root / "wikic")) == [
        "wikic.lint.names <-> wikic.lint.rule <-> wikic.lint.view",
        "wikic.text.names <-> wikic.text.words",
    ]
