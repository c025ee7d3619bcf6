"""What a page says where documents give its thing two values."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.bench import Bench
from support.table_curator import Doc

from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import WikiView
from wikic.wiki.tree import Tree

PAGE = "people/Orsgate-Observatory.md"
NAME = "Orsgate Observatory"


def doc(key: str, title: str, *says: str, date: str | None = None) -> Doc:
    """A document about a thing, which names the observatory in each sentence."""
    entities = ((title, "people", ()), (NAME, "people", ()))
    about = 0 if title == NAME else 1
    return Doc(
        f"t/{key}",
        entities[:1] if title == NAME else entities,
        tuple((0, each, (about,)) for each in says),
        date=date,
    )


WALLS = doc("a", NAME, f"{NAME} was founded in 1861 by Edwin Quill.", f"{NAME} has a dome.")
QUILL = doc("b", "Edwin Quill", f"Edwin Quill founded the {NAME} in 1863.", "Edwin Quill was a man.")
CLUB = doc("c", "The Club", f"The {NAME} was founded on 12 May 1863.", "The Club rows.", date="2020-01-02")


def line(bench: Bench) -> str:
    """What the page says under its heading, "" where it has none."""
    return bench.files()[PAGE].partition("## Sources Differ\n")[2].partition("\n")[0]


def test_both_values_stand_on_the_page_with_their_documents(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()
    bench.compile([WALLS, QUILL])
    text = bench.files()[PAGE]
    assert line(bench).startswith(f"- Founded: 1861 ({NAME}); 1863 (Edwin Quill) [")
    assert f'"{QUILL.says[0][1]}"' in text and f'"{WALLS.says[0][1]}"' in text
    (found,) = lint(WikiView.over(Tree(bench.kb)))
    assert (found.code, found.severity.value, found.path) == ("K002", "info", PAGE)
    assert "1861" in found.message and "1863" in found.message and len(found.facts) == 2


def test_what_agrees_stands_together_as_exactly_as_it_is_told(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()
    bench.compile([WALLS, QUILL, CLUB])
    assert f"12 May 1863 (The Club, 2020-01-02, Edwin Quill); 1861 ({NAME})" in line(bench)


@pytest.mark.parametrize("order", [(WALLS, QUILL, CLUB), (CLUB, QUILL, WALLS), (QUILL, WALLS, CLUB)])
def test_it_comes_and_goes_with_the_documents(tmp_path: Path, order: tuple[Doc, ...]) -> None:
    """Whatever the order, and to the byte."""
    bench, at_once = (Bench(tmp_path / each / "t") for each in ("one", "other"))
    bench.start()
    for at in range(1, len(order) + 1):
        bench.compile(order[:at])
    for gone in (QUILL, CLUB):
        at_once.start()
        kept = [each for each in (WALLS, QUILL, CLUB) if each is not gone]
        at_once.compile(kept)
        bench.forget([gone.key])
        assert bench.files() == at_once.files()
        bench.compile([WALLS, QUILL, CLUB])
    bench.forget([QUILL.key, CLUB.key])
    assert line(bench) == ""


@pytest.mark.parametrize(
    "said",
    [
        f"Edwin Quill founded the {NAME} about 1863.",
        f"Edwin Quill founded the {NAME} in 1861.",
        f"Edwin Quill founded the {NAME} Club in 1863.",
        f"Edwin Quill looked after the {NAME} from 1863.",
        f"Edwin Quill, whose father founded {NAME}, was born in 1863.",
    ],
)
def test_what_may_both_hold_is_no_difference(tmp_path: Path, said: str) -> None:
    bench = Bench(tmp_path).start()
    bench.compile([WALLS, doc("b", "Edwin Quill", said, "Edwin Quill was a man.")])
    assert line(bench) == ""


def test_a_document_that_says_two_things(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()
    bench.compile([doc("a", NAME, f"{NAME} was founded in 1861.", f"The {NAME} was founded in 1863.")])
    assert f"- Founded: 1861 ({NAME}); 1863 ({NAME}) [" in line(bench)


def test_what_people_do_to_the_line_and_to_its_facts(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()
    bench.compile([WALLS, QUILL])
    page, told = bench.wiki / PAGE, line(bench)
    page.write_text(page.read_text().replace(f"{told}\n", ""))
    bench.compile([WALLS, QUILL])
    assert line(bench) == ""  # they do not want it
    bench.compile([WALLS, QUILL, CLUB])
    assert "12 May 1863" in line(bench)  # another document says something new
    quill = bench.wiki / "people/Edwin-Quill.md"
    for where in (quill, bench.wiki / "people/The-Club.md"):
        kept = [each for each in where.read_text().splitlines() if "1863. [" not in each]
        where.write_text("\n".join(kept) + "\n")
    bench.compile([WALLS, QUILL, CLUB])
    assert line(bench) == ""  # they deleted what was wrong
