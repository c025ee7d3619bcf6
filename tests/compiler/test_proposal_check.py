"""A proposal is judged by the files it touches and the digests they cite; the wiki is not listed for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.compiler.writer import check_proposal
from wikic.curator.offline import OfflineCurator
from wikic.model.change import ABSENT, ChangeSet, Write
from wikic.schema.new_wiki import start_wiki
from wikic.wiki.tree import Tree

TODAY = Options("2026-11-22", "Wiki")


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """A wiki of two towns, each with a page and a digest."""
    docs, root = tmp_path / "docs", tmp_path / "kb"
    docs.mkdir()
    for name in ("Alm", "Bryn"):
        (docs / f"{name}.md").write_text(f"# {name}\n\n{name} is a town in Norland. {name} has a mill.\n")
    start_wiki(root, [docs], OfflineCurator(), "Wiki")
    compile_documents(root, [docs], OfflineCurator(), TODAY)
    return Tree(root)


def of(tree: Tree, directory: str) -> dict[str, str]:
    """The texts of the files in a directory, by file path."""
    files = [file for file, _ in tree.walk() if file.startswith(directory)]
    return {file: (tree.read(file) or b"").decode() for file in sorted(files)}


def page_of(tree: Tree) -> tuple[str, str]:
    """A knowledge page with facts, as file path and text."""
    return next((file, text) for file, text in of(tree, "").items() if "\n## Key Facts\n" in text)


def cited(text: str) -> str:
    """File path of the first digest that a page cites."""
    return text.partition("<../sources/digests/")[2].partition("#")[0].join(("sources/digests/", ""))


def codes(tree: Tree, *changes: Write) -> list[str]:
    """The codes of what is said of these changes."""
    return sorted({each.code for each in check_proposal(tree, ChangeSet("", changes))})


def written(file: str, text: str, expects: str = "0") -> Write:
    """A change that puts ``text`` into a file."""
    return Write(file, text.encode(), expects)


def test_the_digests_that_stand_on_disk_are_known_and_nothing_is_listed(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, text = page_of(tree)

    def listed(self: Tree) -> None:
        raise AssertionError("the whole wiki was listed")

    monkeypatch.setattr(Tree, "walk", listed)
    assert codes(tree, written(file, text)) == []
    assert codes(tree) == []


def test_a_block_that_the_digest_on_disk_does_not_quote_is_missed(tree: Tree) -> None:
    file, text = page_of(tree)
    block = text.partition(f"{cited(text)}#")[2].partition(">")[0]
    assert codes(tree, written(file, text.replace(block, "p00000000"))) == ["C003"]


def test_a_digest_that_comes_with_the_page_is_seen_as_it_will_be(tree: Tree) -> None:
    file, text = page_of(tree)
    digest = cited(text)
    quoting = (tree.read(digest) or b"").decode()
    (tree.wiki / digest).unlink()
    assert codes(tree, written(file, text), written(digest, quoting, ABSENT)) == []
    block = text.partition(f"{digest}#")[2].partition(">")[0]
    assert block.startswith("p")
    changed = written(digest, quoting.replace(block, "p00000000"), ABSENT)
    assert codes(tree, written(file, text), changed) == ["C003"]
