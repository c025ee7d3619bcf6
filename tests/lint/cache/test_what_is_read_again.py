"""A look at a wiki in which little has changed reads little, whatever rules it is held to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from wikic.lint.cache.run import lint_tree
from wikic.lint.engine import Selection
from wikic.lint.profile import Profile
from wikic.lint.view.wiki_view import Expect
from wikic.wiki.tree import FileStat

PAGES = 60


@dataclass
class Counted:
    """Files that note which of them are read."""

    files: dict[str, bytes]
    read_of: list[str] = field(default_factory=list)

    def walk(self) -> Iterator[tuple[str, FileStat]]:
        for name, data in self.files.items():
            yield name, FileStat(1, len(data))

    def read(self, file: str) -> bytes | None:
        self.read_of.append(file)
        return self.files.get(file)


def page(number: int, more: str = "") -> bytes:
    """A page with all that rules over the whole vault ask for: title, alias, sources, links."""
    return (
        f"---\ntitle: Number {number}\naliases: [N{number}]\nsources: [raw/report-{number % 7}.pdf]\n---\n"
        f"# Number {number}\n\nNext to [[number-{(number + 1) % PAGES}]].\n{more}"
    ).encode()


def test_a_page_that_changes_is_the_only_one_read_again(tmp_path: Path) -> None:
    files = {f"things/number-{at}.md": page(at) for at in range(PAGES)}
    files |= {f"raw/report-{at}.pdf": b"." for at in range(6)}  # the seventh is not there
    first, second = Counted(files), Counted({**files, "things/number-3.md": page(3, "See [[Number 9]].\n")})
    selection, cache = Selection.of(Profile("vault", sources=("raw",))), tmp_path / "cache"
    cold = lint_tree(first, selection, cache=cache, workers=1)
    assert {each.code for each in cold.findings} == {"C008"}
    warm = lint_tree(second, selection, cache=cache, workers=1)
    assert set(second.read_of) <= {"things/number-3.md", "schema.yaml", "identity.yaml"}
    assert warm.findings == lint_tree(second, selection, workers=1).findings


def test_a_look_keeps_no_page_in_memory(tmp_path: Path) -> None:
    files = Counted({f"things/number-{at}.md": page(at) for at in range(PAGES)})
    linted = lint_tree(files, Selection.of(Profile("vault")), cache=tmp_path / "cache", workers=1)
    assert not any(linted.view.state.peek(file) for file in files.files)


def test_a_look_keeps_no_index_in_memory_though_rules_read_them_all(tmp_path: Path) -> None:
    head = "---\ntype: people\ntitle: {0}\ncreated: 2026-11-21\nfold: 9c41d2e7\n---\n# {0}\n"
    files = {f"people/P{at}.md": head.format(f"P{at}").encode() for at in range(PAGES)}
    files["people/_index.md"] = b"# people\n\n" + b"".join(b"- [[P%d]]\n" % at for at in range(PAGES))
    tree = Counted(files)
    linted = lint_tree(tree, cache=tmp_path / "cache", workers=1)
    assert tree.read_of.count("people/_index.md") == 2  # once with all files, once for rules over the wiki
    assert not any(linted.view.state.peek(file) for file in files)


def test_the_fold_is_asked_while_nothing_is_in_memory() -> None:
    tree = Counted({f"people/P{at}.md": page(at) for at in range(PAGES)})
    read_before: list[list[str]] = []

    def opinion() -> Expect:
        read_before.append(list(tree.read_of))
        return lambda page: None

    lint_tree(tree, opinion=opinion, workers=1)
    assert read_before == [[]] and set(tree.files) <= set(tree.read_of)
