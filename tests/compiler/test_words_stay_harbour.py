"""Words of every kind on every page of a compiled corpus, while its documents go, change and move."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from support.marked_words import found, generated, mark

from wikic.compiler.forget import forget_sources
from wikic.compiler.options import Options
from wikic.compiler.report import Report
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.schema.new_wiki import start_wiki

OPTIONS = Options("2026-11-21", "Harbour")
PRUNING = Options("2026-11-21", "Harbour", prune=True)
TAKEN = 4  # documents that something happens to in one run, of 29


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory, fixtures: Path) -> Path:
    root = tmp_path_factory.mktemp("harbour")
    shutil.copytree(fixtures / "harbour", root / "docs")
    start_wiki(root / "kb", [root / "docs"], OfflineCurator(), "Harbour")
    compiling(root)
    for number, page in enumerate(generated(root / "kb/wiki")):
        mark(page, number)
    compiling(root)
    return root


def compiling(root: Path) -> Report:
    return compile_documents(root / "kb", [root / "docs"], OfflineCurator(), PRUNING)


def everything(root: Path) -> dict[str, str]:
    wiki = root / "kb/wiki"
    return {path.relative_to(wiki).as_posix(): path.read_text("utf-8") for path in sorted(wiki.rglob("*.md"))}


def happen(root: Path, document: Path, what: str) -> None:
    """Let something happen to a document, and tell the wiki."""
    if what == "forget":
        key = f"docs/{document.relative_to(root / 'docs').as_posix()}"
        document.unlink()
        forget_sources(root / "kb", [key], OPTIONS)
        return
    if what == "prune":
        document.unlink()
    elif what == "change":
        document.write_text(document.read_text("utf-8") + "\n\nThe harbour froze in that winter.\n", "utf-8")
    else:
        document.rename(document.with_name(f"moved-{document.name}"))
    compiling(root)


@pytest.mark.parametrize("seed", range(3))
def test_every_word_stays_with_its_page(compiled: Path, tmp_path: Path, seed: int) -> None:
    root = tmp_path / "root"
    shutil.copytree(compiled, root)
    wiki = root / "kb/wiki"
    before = found(wiki)
    chance = random.Random(seed)
    documents = [
        path for path in sorted((root / "docs").rglob("*")) if path.suffix in (".md", ".txt", ".rst")
    ]
    for document in chance.sample(documents, TAKEN):
        happen(root, document, chance.choice(["forget", "prune", "change", "move"]))
        after = found(wiki)
        assert after.keys() == before.keys()
        # On the page it was on, unless that is gone; what was said of a fact may have gone with the fact.
        strayed = {
            word: (pages, after[word])
            for word, pages in before.items()
            if not pages <= after[word]
            and all((wiki / page).exists() for page in pages)
            and not word.startswith(("zqfact", "zqnote"))
        }
        assert not strayed
    files = everything(root)
    assert compiling(root).written == 0
    shutil.rmtree(root / "kb/.wikic")
    compiling(root)
    assert everything(root) == files


def test_words_go_to_the_page_under_the_other_name_that_is_left(compiled: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    shutil.copytree(compiled, root)
    before = found(root / "kb/wiki")
    forget_sources(root / "kb", ["docs/people/wen-shaobai.md"], OPTIONS)
    after = found(root / "kb/wiki")
    moved = {word for word, pages in before.items() if pages == {"people/温少白.md"}}
    assert {word: after[word] for word in moved} == {word: {"people/Wen-Shaobai.md"} for word in moved}
    assert {word for word, pages in before.items() if pages != after.get(word)} == moved
