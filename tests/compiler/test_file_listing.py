"""What proposals are linted in is the tree as it is on disk, listed once."""

from __future__ import annotations

from pathlib import Path

import pytest

from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.compiler.writer import Writer
from wikic.curator.offline import OfflineCurator
from wikic.model.change import ChangeSet
from wikic.schema.new_wiki import start
from wikic.wiki.tree import FileStat, Tree
from wikic.wiki.workspace import Workspace


def test_the_listing_follows_what_lands_and_the_disk_is_listed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for at in range(12):
        (docs / f"{at:02}.md").write_text(f"# Town {at}\n\nTown {at} is a town in Norland.\n")
    start(tmp_path / "kb", [docs], OfflineCurator(), "Wiki")
    walks: list[dict[str, FileStat]] = []
    judged: list[set[str]] = []
    walk, land = Tree.walk, Writer.land

    def walked(self: Tree):  # type: ignore[no-untyped-def]
        walks.append(dict(walk(self)))
        return iter(walks[-1].items())

    def landed(self: Writer, space: Workspace, changes: ChangeSet, *rest: object) -> Workspace:
        after = land(self, space, changes, *rest)  # type: ignore[arg-type]
        judged.append({file for file, _ in self._listing.walk()})
        assert judged[-1] == {file for file, _ in walk(space.tree)}
        return after

    monkeypatch.setattr(Tree, "walk", walked)
    monkeypatch.setattr(Writer, "land", landed)
    options = Options("2026-11-22", "Wiki", batch=3)
    compile_documents(tmp_path / "kb", [docs], OfflineCurator(), options)
    (docs / "03.md").unlink()
    first = len(walks)
    assert first == 2 and len(judged) == 5  # to open the wiki, and to lint in it
    compile_documents(tmp_path / "kb", [docs], OfflineCurator(), Options("2026-11-22", "Wiki", prune=True))
    assert len(judged) > 5
