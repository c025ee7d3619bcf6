"""What a document takes grows as its length does, whatever it is made of.

Processor time at one size and at twice as much, four times: no doubling may cost more than ``MOST`` times.
`benchmarks/fragments.py` looks at every reader with every piece of syntax.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from support.depth import is_deep, sample
from support.fragments import SCHEMA
from support.nasty_texts import FILES, TEXTS

from wikic.compiler.article_digest import digest_article
from wikic.curator.offline import OfflineCurator
from wikic.lsp.knowledge import Knowledge
from wikic.lsp.open_documents import OpenDocument, OpenDocuments
from wikic.lsp.place import Place
from wikic.lsp.protocol_values import list_diagnostics
from wikic.model.article import Article
from wikic.time_limit import within
from wikic.wiki.documents.read import read

MOST: Final = 2.4  # a doubling
_TRIES: Final = 4
# Less than this is noise, in seconds; what takes so little is in nobody's way.
_NOTICED: Final = 0.05
_HUNG: Final = 300.0
# Bytes: the last is two doublings of the first in the usual run, which looks at both ends alone.
_READ: Final = (60_000, 240_000)
_EXTRACTED: Final = (12_000, 48_000)
_HEAVY: Final = (3_000, 12_000)
_ARE_HEAVY: Final = ("names", "names in lines", "dashes in lines")
_ALL_SIZES: Final = (250_000, 500_000, 1_000_000)
_LAYOUTS: Final = ("things", "library")


def held_to_growth(work: Callable[[int], Callable[[], object]], sizes: tuple[int, ...]) -> None:
    """Fail where ``work`` of a size, prepared by a call of it, grows faster than the size.

    A busy machine makes work slower and never faster: the least of some tries counts.
    """
    prepared = [work(size) for size in sizes]
    least = [float("inf")] * len(sizes)
    for _ in range(_TRIES):
        for at, each in enumerate(prepared):
            began = time.process_time()
            within(_HUNG, each)
            least[at] = min(least[at], time.process_time() - began)
        allowed = [
            max(before, _NOTICED) * MOST ** (size / smaller / 2 if size / smaller < 4 else 2)
            for before, smaller, size in zip(least, sizes, sizes[1:], strict=False)
        ]
        if all(took <= most for took, most in zip(least[1:], allowed, strict=True)):
            return
    raise AssertionError(f"{sizes} take {[round(each, 2) for each in least]} s")


def _documents(folder: Path, name: str, size: int) -> Path:
    extension, make = FILES[name] if name in FILES else (".txt", lambda size: TEXTS[name](size).encode())
    path = folder / f"{size}{extension}"
    path.write_bytes(make(size))
    return path


def _articles(path: Path) -> list[Article]:
    return [each for each in read([path]) if isinstance(each, Article)]


@pytest.mark.parametrize("name", [*TEXTS, *FILES])
def test_reading(tmp_path: Path, name: str) -> None:
    if name == "nested div":
        pytest.xfail("the parser of HTML walks back through all open elements at each division")
    held_to_growth(
        lambda size: partial(_articles, _documents(tmp_path, name, size)), sample(_READ, _ALL_SIZES)
    )


@pytest.mark.parametrize("layout", _LAYOUTS)
@pytest.mark.parametrize("name", [*TEXTS, *FILES])
def test_extracting(tmp_path: Path, name: str, layout: str) -> None:
    if name == "nested div" and is_deep():
        pytest.skip("to read a million characters of them takes most of a minute, as above")
    schema = replace(SCHEMA, layout=layout)

    def work(size: int) -> Callable[[], object]:
        articles = _articles(_documents(tmp_path, name, size))
        return lambda: [
            digest_article(each, OfflineCurator(), schema, "2024-01-01", None) for each in articles[:5]
        ]

    held_to_growth(work, sample(_HEAVY if name in _ARE_HEAVY else _EXTRACTED, _ALL_SIZES))


@pytest.mark.parametrize("between", [" ", "\n"])
@pytest.mark.parametrize("link", ["[[x{}]]", "[[燈{}]]", "[a](x{}.md)"])
def test_links_that_lead_nowhere_in_an_editor(tmp_path: Path, link: str, between: str) -> None:
    """A line of 65,000 of them was counted anew for each."""
    (tmp_path / "wikic.toml").write_text('[lint]\nprofile = "vault"\n')

    def work(count: int) -> Callable[[], object]:
        scratch = tmp_path / f"scratch{count}"
        scratch.mkdir()
        text = between.join(link.format(number) for number in range(count))

        def look() -> None:
            documents, place = OpenDocuments(), Place(tmp_path, judged=True)
            knowledge = Knowledge(place, documents, scratch, "utf-16")
            documents.put(OpenDocument((tmp_path / "a.md").as_uri(), 1, text, place, "a.md"))
            assert len(list_diagnostics(knowledge)["a.md"]) >= count

        return look

    held_to_growth(work, sample((1_000, 4_000), (16_000, 32_000, 65_000)))
