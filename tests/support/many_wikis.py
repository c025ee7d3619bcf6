"""Four small wikis that know different things; one leads into another. Read only."""

from __future__ import annotations

from pathlib import Path

import pytest

from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.navigate.indexes.indexing import refresh
from wikic.schema.new_wiki import start_wiki

DOCUMENTS = {
    "ships": {
        "Osprey": "The Osprey is a schooner. The Osprey was built by Henrik Aarvik in 1871. "
        "The Osprey carried salt to Vardby.",
        "Grebe": "The Grebe is a lugger. The Grebe was lost off Vardby in 1902.",
    },
    "builders": {
        "Henrik Aarvik": "Henrik Aarvik was a shipwright. Henrik Aarvik was born in Tolne in 1830. "
        "Henrik Aarvik taught Mette Lund.",
        "Mette Lund": "Mette Lund was a sailmaker. Mette Lund was born in Vardby in 1851.",
    },
    "kitchen": {
        "Rye bread": "Rye bread is baked for two hours at 180 degrees. Rye bread needs 800 grams of flour.",
        "Plum jam": "Plum jam is cooked with 300 grams of sugar. Plum jam keeps for a year.",
    },
    "花园": {
        "紫藤": "紫藤是一种藤本植物。紫藤在四月开花。紫藤喜欢阳光。",
        "荷花": "荷花生长在水中。荷花在七月开花。",
    },
}


def compiled(root: Path, documents: dict[str, str], title: str) -> None:
    """A knowledge base of these documents, its indexes in step."""
    given = root.parent.parent / "documents" / root.name
    given.mkdir(parents=True)
    for name, text in documents.items():
        (given / f"{name}.md").write_text(f"# {name}\n\n{text}\n", encoding="utf-8")
    curator = OfflineCurator()
    start_wiki(root, [given], curator, title)
    compile_documents(root, [given], curator, Options("2026-11-23", title))
    refresh(root)


@pytest.fixture(scope="session")
def wikis(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the four knowledge bases."""
    folder = tmp_path_factory.mktemp("many") / "bases"
    folder.mkdir()
    for name, documents in DOCUMENTS.items():
        compiled(folder / name, documents, f"All about {name}")
    return folder


@pytest.fixture
def own_wikis(wikis: Path, tmp_path: Path) -> Path:
    """A copy of them to change."""
    from support.copies import copied

    for each in wikis.iterdir():
        if not each.name.startswith("."):
            copied(each, tmp_path / "bases" / each.name)
    return tmp_path / "bases"
