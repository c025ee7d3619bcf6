"""Links that the fold writes lead to files; people's relative links follow pages that move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from support.bench import Bench
from support.table_curator import Doc

from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import WikiView
from wikic.wiki.tree import Tree

PAGE = "people/Ada-Lovelace.md"
CORPUS = (
    Doc(
        "t/ada",
        (
            ("Ada Lovelace", "people", ("Countess",)),
            ("London", "places", ()),
            ("A [odd] name", "concepts", ()),
        ),
        (
            (0, "Ada Lovelace was born in London.", (1,)),
            (1, "London has a river.", ()),
            (2, "It is called so.", (0,)),
        ),
    ),
)
_LINK = re.compile(r"(?<!!)\]\(<?([^()<>\s#]+)")


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    bench = Bench(tmp_path).start()
    bench.compile(CORPUS)
    return bench


def dead(wiki: Path) -> Iterator[tuple[str, str]]:
    """Relative links of pages and indexes that lead to no file."""
    for file in sorted(wiki.rglob("*.md")):
        if "articles" not in file.parts:
            for target in _LINK.findall(file.read_text("utf-8")):
                if "://" not in target and not (file.parent / unquote(target)).exists():
                    yield file.name, target


def test_every_link_leads_to_a_file_by_its_title(bench: Bench) -> None:
    files = bench.files()
    assert "- [London](../places/London.md) -- " in files[PAGE]
    assert "- [A \\[odd\\] name](../concepts/A-odd-name.md)" in files[PAGE]
    assert "- [Ada Lovelace](Ada-Lovelace.md) (Countess)" in files["people/_index.md"]
    assert "- [people/](people/_index.md)" in files["index.md"]
    assert "## Related Sources\n- [Ada Lovelace](../sources/digests/" in files[PAGE]
    assert list(dead(bench.wiki)) == []
    assert not any("[[" in text.partition("## Related Pages")[2] for text in files.values())


def test_wikilinks_are_written_where_the_schema_says_so(bench: Bench) -> None:
    schema = bench.wiki / "schema.yaml"
    schema.write_text(schema.read_text() + "links: wikilinks\n")
    bench.compile(CORPUS)
    files = bench.files()
    assert "- [[London]] -- " in files[PAGE] and "- [[Ada-Lovelace]] (Countess)" in files["people/_index.md"]
    assert "- people/" in files["index.md"]
    schema.write_text(schema.read_text().replace("links: wikilinks\n", ""))
    bench.compile(CORPUS)
    assert "- [London](../places/London.md) -- " in bench.files()[PAGE]


def test_peoples_relative_links_follow_a_page_that_moves(bench: Bench) -> None:
    own = bench.wiki / "places/Mine.md"
    own.write_text("# Mine\n\nAbout [her](../people/Ada-Lovelace.md#key-facts) and [[Ada-Lovelace]].\n")
    london = bench.wiki / "places/London.md"
    london.write_text(london.read_text() + "\n## Notes\n\nSee [Ada](../people/Ada-Lovelace.md).\n")
    ada = bench.wiki / PAGE
    ada.write_text(
        ada.read_text().replace(
            "## Related Pages\n", "## Related Pages\n- [the city](../places/London.md) -- loved\n"
        )
        + "\n## Notes\n\nOf [town](../places/London.md), [home](Ada-Lovelace.md), [site](https://x.example/a.md).\n"
    )
    bench.compile(CORPUS)
    ada.write_text(ada.read_text().replace("# Ada Lovelace\n", "# Ada King\n"))
    bench.compile(CORPUS)
    assert "[her](../people/Ada-King.md#key-facts) and [[Ada-Lovelace]]" in own.read_text()
    assert "See [Ada](../people/Ada-King.md)." in london.read_text()
    moved = bench.wiki / "places/Ada-King.md"
    (bench.wiki / "people/Ada-King.md").rename(moved)
    bench.compile(CORPUS)
    assert "[her](Ada-King.md#key-facts)" in own.read_text()
    assert "See [Ada](Ada-King.md)." in london.read_text()
    (bench.wiki / "people").mkdir(exist_ok=True)
    moved.rename(bench.wiki / "people/Ada-King.md")
    bench.compile(CORPUS)
    text = (bench.wiki / "people/Ada-King.md").read_text()
    assert "[home](Ada-King.md), [site](https://x.example/a.md)" in text
    assert "- [the city](../places/London.md) -- loved" in text
    assert list(dead(bench.wiki)) == []


def test_a_title_alone_changes_the_links_to_its_page(bench: Bench) -> None:
    ada = bench.wiki / PAGE
    ada.write_text(ada.read_text().replace("# Ada Lovelace\n", "# ADA Lovelace\n"))
    bench.compile(CORPUS)
    assert "- [ADA Lovelace](../people/" in bench.files()["places/London.md"]
    assert {each.code for each in lint(WikiView.over(Tree(bench.kb)))} <= {"C005"}
