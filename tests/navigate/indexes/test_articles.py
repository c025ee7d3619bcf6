"""What a document's page leaves out is found by its article's words, and follows page and article."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import wikic, write

from wikic.document.quotes import segment
from wikic.navigate.ask import trace
from wikic.navigate.ask.asker import Asker
from wikic.navigate.ask.heuristic.options import Options
from wikic.navigate.indexes.articles import article_words, unshown_sentences
from wikic.navigate.library import Library
from wikic.navigate.tools.toolbox import call

TALK = """# Evening at the pier

Nils Aarvik: The ferry leaves from pier seven tonight.
Nils Aarvik: The pump was repaired on Tuesday.
"""
OTHER = """# Morning at the pier

Nils Aarvik: The slipway is closed for painting until Friday.
Hester Dunn: The crane lifts the barque at nine.
"""


@pytest.fixture
def talks(tmp_path: Path) -> Path:
    """A library of two talks."""
    write(tmp_path, {"docs/evening.md": TALK, "docs/morning.md": OTHER})
    for command in (("init", "--layout", "library"), ("compile",)):
        wikic(*command, tmp_path / "docs", "-C", tmp_path / "kb", cwd=tmp_path)
    return tmp_path / "kb"


def tell(root: Path, words: str) -> str:
    """Let the article of the evening say more than its page shows; returns its key."""
    with Library.current(root) as library:
        source = next(each for each in library.sources() if "evening" in each.key)
    file = root / "wiki" / f"{source.article}.md"
    aside = file.with_name("aside")
    aside.write_text(f"{file.read_text('utf-8').partition(' Marmalade')[0]} {words}\n", "utf-8")
    aside.rename(file)  # as wikic writes it
    return source.key


def test_what_a_page_leaves_out_is_found_marked_and_quoted_with_its_block(talks: Path) -> None:
    tell(talks, "Marmalade sandwiches forever!")
    with Library.current(talks) as library:
        page = next(
            path for path, entry in library.catalogue.pages.items() if entry.told and "vening" in path
        )
        hit = library.search.search("marmalade sandwiches")[0]
        assert (hit.path, hit.matched) == (page, "source")
        assert "Marmalade sandwiches forever!" in hit.snippet
        assert "in its source" in call(library, "wiki_search", {"query": "marmalade sandwiches"}).text()
        told = Asker(library).ask("Who said marmalade sandwiches forever?").answer.evidence[0]
        assert (told.page, told.fact) == (page, "")
        assert "Marmalade sandwiches forever!" in told.text
        source = library.source(told.citations[0].digest)
        assert source is not None
        article = library.article(source.article)
        assert article is not None
        assert told.text in article.text
        assert told.citations[0].block in {block.id for block in segment(article.text, article.language)}
        assert trace._read_now(told, library) == told
        without = Asker(library, Options(sources=False)).ask("Who said marmalade sandwiches forever?").answer
        assert all("Marmalade" not in each.text for each in without.evidence), "the ablation of wikic eval"


def test_only_the_page_of_an_article_that_changed_is_read_again(talks: Path) -> None:
    with Library.current(talks) as library:
        before = {path: entry.told for path, entry in library.catalogue.pages.items()}
    for words in ("Marmalade sandwiches forever!", "Marmalade? Gooseberry fool!"):
        key = tell(talks, words)
    with Library.current(talks) as library:
        assert library.search.search("gooseberry")[0].matched == "source"
        assert not library.search.search("sandwiches")
        after = {path: entry.told for path, entry in library.catalogue.pages.items()}
    assert [path.rpartition("/")[2] for path in before if before[path] != after[path]] == [
        "Evening-at-the-pier"
    ]
    wikic("forget", key, "-C", talks, cwd=talks.parent)
    with Library.current(talks) as library:
        assert not library.search.search("gooseberry")
        assert [entry.title for entry in library.catalogue.pages.values() if entry.article] == [
            "Morning at the pier"
        ]


@given(st.text(), st.text())
def test_what_is_unshown_stands_in_the_article_and_not_on_the_page(text: str, shown: str) -> None:
    for line in filter(None, unshown_sentences(text, shown).split("\n")):
        assert line in text
        assert line not in shown


def test_sentences_that_follow_one_another_stand_together() -> None:
    text = "Anna: Good morning! How are you? The ferry is late.\nBen: 早上好。船来了！"
    assert (
        unshown_sentences(text, "- The ferry *is* late.\n- 船来了")
        == "Anna: Good morning! How are you?\nBen: 早上好。"
    )
    assert unshown_sentences(text, text) == ""


def test_what_is_shown_elsewhere_or_in_another_order_is_shown() -> None:
    shown = "The ferry is late. The lamp is lit. The ferry is late."
    assert unshown_sentences("The lamp is lit. The ferry is late. The lamp is lit.", shown) == ""
    assert (
        unshown_sentences("The lamp is lit. The gull cries. The ferry is late.", shown) == "The gull cries."
    )


def test_a_long_text_is_held_against_its_page_in_linear_time() -> None:
    def seconds(size: int) -> float:
        text = "\n".join(f"The lamp {at} of the quay was lit at {at * 7}." for at in range(size))
        begun = time.process_time()
        assert unshown_sentences(text, text) == ""
        return time.process_time() - begun

    seconds(500)
    assert min(seconds(16_000) for _ in range(3)) < 24 * min(seconds(2_000) for _ in range(3))


def test_links_are_read_as_their_words() -> None:
    written = (
        "Every write is [fsync'd][fsync]; see [the log](log.md), [Nobody][] and [[Some-Page|that page]].\n\n"
        "A claim.[^1]\n\n[fsync]: https://example.org/f\n[nobody]: https://example.org/n\n[^1]: Its note.\n"
    )
    said = article_words(written)
    assert said.splitlines()[0] == "Every write is fsync'd; see the log, Nobody and that page."
    assert "example.org" not in said and "Its note." in said
    assert len(said.split("\n")) == len(written.split("\n"))
