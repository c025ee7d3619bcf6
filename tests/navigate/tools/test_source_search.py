"""Keywords in documents: the best parts by A-RAG's score, and reading them by the same numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.document.quotes import segment
from wikic.navigate.indexes.indexing import refresh
from wikic.navigate.library import Library
from wikic.navigate.tools.result import Problem, Reading
from wikic.navigate.tools.source_parts import cut_parts, keyword_score, keywords_of
from wikic.navigate.tools.source_read import SourceRead
from wikic.navigate.tools.source_search import FoundPart, SourceSearch
from wikic.navigate.tools.toolbox import call
from wikic.schema.new_wiki import start_wiki

# Long enough for several parts: every hundredth sentence has the word that is looked for.
LOG = "# Log of the Otter\n\n" + "\n\n".join(
    f"On day {day} the Otter lay off Skarn Point and took in {day} barrels of herring."
    + (" The capstan broke." if day % 100 == 0 else "")
    for day in range(1, 301)
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Any:
    root = tmp_path_factory.mktemp("log")
    documents = root / "docs"
    documents.mkdir()
    (documents / "otter.md").write_text(LOG)
    (documents / "capstan.md").write_text("# Capstans\n\nA capstan is a winch. A Capstan turns upright.\n")
    (documents / "zh.md").write_text("# 石帆港\n\n石帆港在海边。绞盘坏了，船员修好绞盘。\n", "utf-8")
    curator = OfflineCurator()
    start_wiki(root / "kb", [documents], curator, "Log")
    compile_documents(root / "kb", [documents], curator, Options("2026-11-21", "Log"))
    refresh(root / "kb")
    with Library.open(root / "kb") as opened:
        yield opened


def search(library: Library, *keywords: str, reading: Reading | None = None, **more: Any) -> SourceSearch:
    result = call(library, "source_search", {"keywords": list(keywords), **more}, reading)
    assert isinstance(result, SourceSearch), result.text()
    return result


def everywhere(library: Library, keywords: tuple[str, ...]) -> list[tuple[int, str, int]]:
    """Every part that holds a keyword, looked for in every document there is."""
    found = []
    for source in library.sources():
        article = library.article(source.article)
        assert article is not None
        for number, blocks in enumerate(cut_parts(segment(article.text, article.language)), start=1):
            score = keyword_score("\n".join(each.text for each in blocks).casefold(), keywords)
            if score:
                found.append((score, source.key, number))
    return sorted(found, key=lambda each: -each[0])


@pytest.mark.parametrize(
    "given", [("capstan",), ("Skarn Point", "herring"), ("绞盘",), ("CAPSTAN", "day 100")]
)
def test_parts_come_by_how_often_they_hold_keywords_and_how_long_these_are(
    library: Library, given: tuple[str, ...]
) -> None:
    found = [(each.score, each.key, each.part) for each in search(library, *given, limit=20).parts]
    wanted = everywhere(library, keywords_of(given))
    assert found and sorted(found) == sorted(wanted)
    assert [score for score, *_ in found] == [score for score, *_ in wanted]
    assert search(library, *given, limit=1).parts[0].score == wanted[0][0]


def test_the_sentences_that_hold_them_are_shown(library: Library) -> None:
    broken = [each for each in search(library, "capstan", limit=20).parts if "otter" in each.key]
    assert sum(len(each.sentences) for each in broken) == 3
    assert {sentence.text for each in broken for sentence in each.sentences} == {"The capstan broke."}
    herring = search(library, "herring").parts[0]
    assert len(herring.sentences) == 6 and herring.more > 0


def test_a_part_is_read_by_its_number_and_the_next_by_one_more(library: Library) -> None:
    reading = Reading()
    part = max(search(library, "capstan", reading=reading, limit=20).parts, key=lambda each: each.part)
    assert part.part > 1 and part.parts >= part.part

    def read(number: int) -> SourceRead:
        result = call(
            library, "source_read", {"source": str(part.number), "part": number, "max_tokens": 5_000}, reading
        )
        assert isinstance(result, SourceRead), result.text()
        return result

    one, before = read(part.part), read(part.part - 1)
    assert {sentence.id for sentence in part.sentences} <= {line.id for line in one.lines}
    assert before.lines[-1].number + 1 == one.lines[0].number
    again = read(part.part)
    assert not again.lines and again.before == len([line for line in one.lines if not line.heading])
    every = [line.number for number in range(1, part.parts + 1) for line in _all(library, part, number).lines]
    assert every == list(range(1, one.total + 1))


def _all(library: Library, part: FoundPart, number: int) -> SourceRead:
    result = call(library, "source_read", {"source": part.key, "part": number, "max_tokens": 5_000})
    assert isinstance(result, SourceRead)
    return result


def test_a_part_that_is_cut_short_goes_on_by_its_cursor(library: Library) -> None:
    first = call(library, "source_read", {"source": "docs/otter.md", "part": 2, "max_tokens": 200})
    assert isinstance(first, SourceRead) and first.next
    more = call(
        library,
        "source_read",
        {"source": "docs/otter.md", "part": 2, "max_tokens": 5_000, "after": first.next},
    )
    assert isinstance(more, SourceRead)
    assert more.lines[0].number == first.lines[-1].number + 1
    behind = call(
        library, "source_read", {"source": "docs/otter.md", "part": 2, "max_tokens": 200, "after": more.next}
    )
    assert isinstance(behind, SourceRead)
    assert behind.lines[0].number == more.lines[-1].number + 1


def test_what_is_not_there_is_said(library: Library) -> None:
    assert not search(library, "zeppelin").ok
    assert "'zeppelin'" in search(library, "zeppelin").text()
    assert isinstance(call(library, "source_search", {"keywords": ["  "]}), Problem)
    wrong = call(library, "source_read", {"source": "docs/otter.md", "part": 999})
    assert isinstance(wrong, Problem) and "parts" in wrong.text()


def test_a_vault_has_no_documents_to_search(tmp_path: Path) -> None:
    (tmp_path / "Kiln.md").write_text("# Kiln\n\nHot.\n")
    (tmp_path / "wikic.toml").write_text('[lint]\nprofile = "vault"\n')
    refresh(tmp_path)
    with Library.open(tmp_path) as vault:
        told = call(vault, "source_search", {"keywords": ["Hot"]})
    assert isinstance(told, Problem) and "wiki_search" in told.text()
