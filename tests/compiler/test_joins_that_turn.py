"""A document that comes or goes turns a join elsewhere: pages and links far from its own names follow."""

from __future__ import annotations

from pathlib import Path

from support.bench import Bench
from support.page_text import by_stem
from support.table_curator import Doc


def said(key: str, title: str, *aliases: str, self_: bool = False, dimension: str = "people") -> Doc:
    return Doc(key, ((title, dimension, aliases),), ((0, "was born here", ()),), self_=self_)


def at_once(bench: Bench, *docs: Doc) -> dict[str, str]:
    bench.start().compile(docs)
    return bench.files()


def test_a_work_that_claims_an_alias_hands_the_page_to_the_other_side(tmp_path: Path) -> None:
    # Ada and Ada II claim each other, Ada is the stronger; a work titled Ada II makes that claim ambiguous.
    bench = Bench(tmp_path)
    docs = (
        *(said(f"t/d{at}", "Ada") for at in range(2)),
        said("t/d2", "Ada", "Ada II"),
        said("t/d3", "Ada II", "Ada"),
        said("t/d4", "Ada II", self_=True),
    )
    expected = at_once(bench, *docs)
    bench.start().compile(docs, batch=1)
    assert bench.files() == expected
    bench.forget(["t/d4"])
    assert bench.files() == at_once(bench, *docs[:4])


def test_a_link_goes_with_the_page_it_leads_to(tmp_path: Path) -> None:
    # d1 only names Ada I; the work of that title gives it a page, as long as it is there.
    bench = Bench(tmp_path)
    names = Doc(
        "t/d1", (("Ada", "people", ()), ("Ada I", "people", ())), ((0, "was born here", (1,)),), date="1901"
    )
    work = said("t/d0", "Ada I", self_=True)
    bench.start().compile((work, names))
    assert "[[Ada-I]]" in by_stem(bench.files()["people/Ada.md"])
    bench.forget(["t/d0"])
    assert bench.files() == at_once(bench, names)


def test_a_page_takes_the_place_another_leaves(tmp_path: Path) -> None:
    # The work moves from one document to another under the same title: one entry stays in the index.
    bench = Bench(tmp_path)
    old = (said("t/d1", "Ada"), said("t/d2", "Ada II", self_=True, dimension="places"))
    new = (said("t/d1", "Ada II", self_=True, dimension="places"), said("t/d2", "Bo"))
    changed = tuple(
        Doc(doc.key, doc.entities, (*doc.says, (0, "met Ada in 1901", ())), self_=doc.self_) for doc in new
    )
    bench.start().compile(old)
    bench.compile(changed)
    assert bench.files() == at_once(bench, *changed)
