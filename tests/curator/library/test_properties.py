"""What holds of every document, whatever stands in it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.written import article_of
from wikic.compiler.article_digest import Failed, digest_article
from wikic.curator.library.extract import extract
from wikic.curator.offline import OfflineCurator
from wikic.document.quotes import segment
from wikic.markdown.bullet_lines import canonical, from_markdown, to_markdown, unmarked
from wikic.model.extraction import Extraction
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.model.statement import Block

SCHEMA = Schema(
    Positioning(), (Dimension("documents", "what there is"),), fallback="documents", layout="library"
)
LINES = st.sampled_from(
    [
        "# Berths",
        "## Gate 4",
        "Gate",
        "------",
        "RESOLVING THE PROBLEM",
        "To book a berth:",
        "1. Open page 7 of `tide.ini`.",
        "   Grey days are full.",
        "2. Close it.",
        "- a boat of 3.2 m",
        "  - its draught",
        "* ",
        "> Quoted. It stands.",
        "Note:",
        "| Year | Nights |",
        "|---|---|",
        "| 2024 | 1,204 |",
        "```sh",
        "```",
        "    make demo --now=1",
        "[tided] port=/dev/ttyUSB0 at 3",
        "System: Debian 12",
        "Port: 9",
        "Leila: The crane comes on 7 May. Who pays?",
        "Ben: The Board.",
        "[12/01/24, 10:03] Ben: Ok",
        "00:00:01.000 --> 00:00:02.000",
        "Wages",
        "(231,900)",
        "2023",
        "$",
        "The **gate** has a code. It changes, see [it](x.md#1).",
        "However, nobody came at 10",
        "时间：2024-04-12 09:30　　来源：清川日报",
        "　　镇长说：“等了二十年。”他走了。",
        "--json",
        "              Print it.",
        "",
        "",
    ]
)
DOCUMENTS = st.lists(LINES, max_size=24).map("\n".join)
ANYTHING = st.text(alphabet=st.characters(exclude_categories=("Cs",)), max_size=300)
LANGUAGES = st.sampled_from(["en", "zh", "de", "und", "fi"])
NUMBER = re.compile(r"\d+(?:[.,:/]\d+)*")
SPAN = re.compile(r"`[^`\n]+`")


def read(text: str, language: str) -> tuple[Extraction, tuple[Block, ...]]:
    article = article_of(text, tongue=language)
    found = segment(article.text, language)
    return extract(article, found), found


@pytest.mark.parametrize("texts", [DOCUMENTS, ANYTHING], ids=["documents", "anything"])
def test_statements_stand_in_order_on_blocks_that_are_there(texts: st.SearchStrategy[str]) -> None:
    @given(texts, LANGUAGES)
    def check(text: str, language: str) -> None:
        extraction, found = read(text, language)
        citable = {block.number for block in found if block.kind != "heading"}
        headings = {block.number for block in found if block.kind == "heading"}
        firsts = [each.blocks[-1] for each in extraction.statements]
        for each in extraction.statements:
            assert set(each.blocks) & citable and set(each.blocks) <= citable | headings
            assert list(each.blocks) == sorted(set(each.blocks))
            assert each.text and canonical(each.text) == each.text
            assert from_markdown(to_markdown(each.text)) == each.text
            assert each.place is not None and all(each.place)
        assert firsts == sorted(firsts)
        assert len({(each.kind, each.holder, each.text) for each in extraction.statements}) == len(firsts)

    check()


@given(DOCUMENTS, LANGUAGES)
def test_no_statement_says_a_number_or_a_command_that_its_blocks_do_not(text: str, language: str) -> None:
    extraction, found = read(text, language)
    by_number = {block.number: block.text for block in found}
    for each in extraction.statements:
        quoted = " ".join(by_number[number] for number in each.blocks)
        said = unmarked(each.text)
        assert set(NUMBER.findall(said)) <= set(NUMBER.findall(quoted))
        if each.form not in ("turn", "exchange", "code"):
            assert SPAN.findall(said) == SPAN.findall(quoted) or each.form == "procedure"


@given(DOCUMENTS, LANGUAGES)
def test_the_digest_drops_no_statement(text: str, language: str) -> None:
    article = article_of(text, tongue=language)
    result = digest_article(article, OfflineCurator(), SCHEMA, "2024-05-01", None)
    if not isinstance(result, Failed):
        assert result.slips == ()
