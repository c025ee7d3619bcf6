"""A digest leaves to its article what that says by itself: who reads both has all of it, decisions too."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples

from tests.support.written import article_of
from wikic import layout
from wikic.compiler.article_digest import Digested, digest_article, without_refused
from wikic.curator.offline import OfflineCurator
from wikic.curator.protocol import Verdict
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.model.statement import Entity, Relation, Statement
from wikic.wiki import article_file, digest_file
from wikic.wiki.merging.driver import merge

SCHEMA = Schema(
    Positioning(), (Dimension("documents", "what there is"),), fallback="documents", layout="library"
)
GUIDE = """# Hanging the Storm Lamp

The Storm Lamp comes in two sizes. The office of the Harbour Board lends a drill.

- a drill of 8 mm
- a hook of brass

| Lamp | Price |
|---|--:|
| Storm | 12 |

## Berths

The crane comes on Thursday. It is heavy.
"""
LINES = st.sampled_from(
    [*GUIDE.split("\n"), "Leila: The crane comes.", "Ben: Who pays the Board?", "`x`", "1. a"]
)
DOCUMENTS = st.lists(LINES, min_size=1, max_size=20).map("\n".join).filter(str.strip)


def digested(text: str) -> tuple[Digest, Article]:
    found = digest_article(article_of(text, tongue="en"), OfflineCurator(), SCHEMA, "2026-01-02", None)
    assert isinstance(found, Digested)
    return found.source.digest, article_file.parse(found.source.article_data, "a.md")


def read(data: bytes, article: Article | None) -> Digest:
    return digest_file.read_digest(
        data, "d.md", lambda _: None if article is None else article_file.render(article)
    )


@given(DOCUMENTS)
@examples(40)
def test_both_files_say_what_one_said(text: str) -> None:
    digest, article = digested(text)
    data = digest_file.render(digest)
    assert digest.derived
    assert read(data, article) == digest
    assert (
        digest_file.render(read(data, article)) == data == digest_file.render(digest_file.parse(data, "d.md"))
    )
    assert digest_file.is_current(data, read(data, article))


def test_no_sentence_stands_in_it_but_its_line() -> None:
    digest, _ = digested(GUIDE)
    text = digest_file.render(digest).decode()
    assert "a hook of brass" not in text
    assert "Storm | 12" not in text
    assert '"statement"' not in text
    assert '"term":"Storm Lamp"' in text


@given(st.lists(st.booleans(), min_size=8, max_size=8), st.sampled_from(["", "a draft"]))
@examples(20)
def test_decisions_stay_whatever_becomes_of_the_words(retired: list[bool], reason: str) -> None:
    digest, article = digested(GUIDE)
    marked = tuple(
        replace(each, retired=gone, reason=reason if gone else "")
        for each, gone in zip(digest.statements, retired, strict=False)
    )
    decided = replace(digest, statements=marked + digest.statements[len(marked) :])
    data = digest_file.render(decided)
    assert read(data, article) == decided
    # Without the article they stay in the file, and where it says something else, too.
    assert digest_file.render(read(data, None)) == data
    other = replace(article, text="# Hanging the Storm Lamp\n\nIt is dark.\n")
    assert digest_file.render(read(data, other)) == data


def test_one_that_names_another_thing_stays_whole() -> None:
    digest, article = digested(GUIDE)
    board = Entity("e2", "Harbour Board", "documents")
    whole = replace(digest, derived=False, entities=(*digest.entities, board))
    assert read(digest_file.render(whole), article) == whole


def test_no_verdict_takes_from_a_document_what_it_says() -> None:
    digest, _ = digested(GUIDE)
    told = Statement("f0000cafe", "e2", "fact", "The Board lends ships.", digest.statements[0].blocks)
    related = replace(digest.statements[0], relations=(Relation("lends", "e2"),))
    whole = replace(digest, derived=False, statements=(related, *digest.statements[1:], told))
    left = without_refused(whole, [Verdict(each.id, False) for each in whole.statements], [])
    assert [each.id for each in left.statements] == [each.id for each in digest.statements]
    assert left.statements[0].relations == (Relation("mentions", "e2"),)


def older(digest: Digest) -> bytes:
    """The digest as it was written when digests held every word of their documents."""
    return digest_file.render(replace(digest, derived=False, words=()))


def test_an_older_digest_is_made_one_of_these() -> None:
    digest, article = digested(GUIDE)
    first, *rest = digest.statements
    decided = replace(digest, statements=(replace(first, retired=True), *rest))
    assert b"## Key Points" in older(decided)
    found = read(older(decided), article)
    assert found == decided
    assert not digest_file.is_current(older(decided), found)


def test_what_a_model_added_keeps_a_digest_whole() -> None:
    digest, article = digested(GUIDE)
    said = Statement(
        layout.statement_id("fact", None, "The lamp is old."), "e1", "fact", "The lamp is old.",
        digest.statements[0].blocks, relations=(Relation("mentions", "e1"),),
    )  # fmt: skip
    amended = replace(digest, statements=(*digest.statements, said), derived=False)
    assert read(digest_file.render(amended), article) == amended


@pytest.mark.parametrize("swapped", [False, True])
def test_branches_that_retire_statements_merge(swapped: bool) -> None:
    digest, article = digested(GUIDE)
    base = digest_file.render(digest)

    def without(at: int) -> bytes:
        statements = list(digest.statements)
        statements[at] = replace(statements[at], retired=True)
        return digest_file.render(replace(digest, statements=tuple(statements)))

    sides = (without(0), without(1)) if not swapped else (without(1), without(0))
    path = f"wiki/{layout.page_file(layout.digest_path(digest.key))}"
    merged = merge(base, *sides, path=path, marker_size=7)
    found = read(merged.data, article)
    assert [each.retired for each in found.statements] == [at < 2 for at in range(len(found.statements))]
    one_back = merge(sides[0], base, merged.data, path=path, marker_size=7)
    assert one_back.data == sides[1]
