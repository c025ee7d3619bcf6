"""``wikic fix --model`` mends what lint reports, all of it, and goes on where it stopped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from support.bench import Bench
from support.repair_curator import RepairCurator, Sources
from support.table_curator import Doc

from wikic.config import LintConfig
from wikic.curator.protocol import NOTHING_OFFERED, Amendment, Offer
from wikic.errors import BudgetError, ReplyError
from wikic.fix.by_code import FixRequest
from wikic.fix.deep import fix_with_model
from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import WikiView
from wikic.model.article import Article
from wikic.model.extraction import Extraction
from wikic.model.finding import Finding
from wikic.model.page import Page
from wikic.model.schema import Schema
from wikic.model.statement import Block
from wikic.wiki.tree import Tree


@dataclass(frozen=True)
class Misreader(RepairCurator):
    """Takes every year 1800 for 1900."""

    def extract(
        self, source: Article, blocks: Sequence[Block], schema: Schema, offer: Offer = NOTHING_OFFERED
    ) -> Extraction:
        found = super().extract(source, blocks, schema, offer)
        said = (replace(each, text=each.text.replace("1800", "1900")) for each in found.statements)
        return replace(found, statements=tuple(said))


def docs(number: int) -> tuple[Doc, ...]:
    return tuple(
        Doc(
            f"t/d{at:02}",
            ((f"Man {at}", "people", ()),),
            ((0, f"Man {at} saw Rome in 1800.", ()), (0, f"Man {at} was born in 1770.", ())),
        )
        for at in range(number)
    )


def retiring(page: Page, findings: Sequence[Finding], sources: Sources) -> Sequence[Amendment]:
    """Retires what does not hold, wherever it is asked."""
    return [
        Amendment(digest.key, "retire", each.id)
        for digest, _ in sources
        for each in digest.statements
        if "1900" in each.text
    ]


def compiled(tmp_path: Path, number: int) -> Bench:
    bench = Bench(tmp_path).start()
    bench.compile(docs(number), curator=Misreader(docs(number)))
    return bench


def errors(bench: Bench) -> int:
    return len(lint(WikiView.over(Tree(bench.kb)), select=["K001"]))


def fixed(bench: Bench, curator: RepairCurator, paths: tuple[str, ...] | None = None) -> tuple[str, ...]:
    request = FixRequest(bench.kb, LintConfig(), "Table", "2026-11-22", paths=paths)
    return fix_with_model(request, curator).steps


def test_every_error_that_lint_reports_is_asked_about(tmp_path: Path) -> None:
    bench = compiled(tmp_path, 20)
    assert errors(bench) == 20
    steps = fixed(bench, RepairCurator((), mends=retiring))
    assert errors(bench) == 0
    assert steps[0].startswith("repaired 20 digests")


def test_errors_come_before_what_is_looked_for(tmp_path: Path) -> None:
    bench = compiled(tmp_path, 3)
    curator = RepairCurator((), doubts=lambda text: "1770" in text, mends=retiring)
    fixed(bench, curator)
    assert curator.asked == [("unsupported-statement",)] * 6
    assert errors(bench) == 0


def test_a_limit_keeps_what_landed_and_the_next_run_goes_on(tmp_path: Path) -> None:
    bench = compiled(tmp_path, 20)
    calls: list[str] = []

    def dear(page: Page, findings: Sequence[Finding], sources: Sources) -> Sequence[Amendment]:
        calls.append(page.path)
        if len(calls) > 10:
            raise BudgetError("that is all")
        return retiring(page, findings, sources)

    with pytest.raises(BudgetError, match="that is all") as stopped:
        fixed(bench, RepairCurator((), mends=dear))
    assert stopped.value.hint == "asked about 8 of 20 findings that a model can mend; run it again to go on"
    assert errors(bench) == 12
    assert "rule: unsupported-statement" in bench.files()["error_book.yaml"]
    asked = RepairCurator((), mends=retiring)
    fixed(bench, asked)
    assert (errors(bench), len(asked.asked)) == (0, 12)


def test_what_was_answered_is_not_asked_again_and_what_failed_is(tmp_path: Path) -> None:
    bench = compiled(tmp_path, 2)

    def half(page: Page, findings: Sequence[Finding], sources: Sources) -> Sequence[Amendment]:
        if page.title == "Man 0":
            raise ReplyError("prose")
        return ()

    first = RepairCurator((), mends=half)
    assert any("could not repair: people/Man-0: prose" in line for line in fixed(bench, first))
    second = RepairCurator((), mends=half)
    fixed(bench, second)
    assert (len(first.asked), len(second.asked), errors(bench)) == (2, 1, 2)
    other = replace(RepairCurator((), mends=half), name="another/1")
    fixed(bench, other)
    assert len(other.asked) == 2


def test_what_was_not_looked_at_is_said_and_comes_next(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()
    many = docs(100)
    bench.compile(many)
    wrong = {"Man 7 was born in 1770.", "Man 77 was born in 1770."}
    left = []
    for _ in range(4):
        steps = fixed(bench, RepairCurator((), doubts=lambda text: text in wrong))
        left.append([line for line in steps if line.startswith("not looked at yet")])
    assert left[0] == ["not looked at yet: 68 documents and 68 pages; run it again to go on"]
    assert left[-1] == []
    assert sum(map(len, left)) == 3


def test_what_there_was_no_room_for_is_asked_in_the_next_round(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()
    (doc,) = docs(1)
    many = tuple((f"Man {at}", "people", ()) for at in range(40))
    bench.compile(
        [replace(doc, entities=many, says=tuple((at, f"Man {at} was born in 1770.", ()) for at in range(40)))]
    )
    curator = RepairCurator((), doubts=lambda text: True, mends=_first)
    fixed(bench, curator)
    assert len(curator.asked) == 40


def _first(page: Page, findings: Sequence[Finding], sources: Sources) -> Sequence[Amendment]:
    return [Amendment(sources[0][0].key, "retire", findings[0].message.split()[0])]


def test_two_facts_that_lint_sees_exclude_each_other_are_settled(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()
    born = tuple(
        Doc(f"t/b{at}", (("Ada Byron", "people", ()),), ((0, f"Ada Byron was born in {year}.", ()),))
        for at, year in enumerate((1815, 1816))
    )
    bench.compile(born)

    def settle(page: Page, findings: Sequence[Finding], sources: Sources) -> Sequence[Amendment]:
        assert [each.code for each in findings] == ["K002"]
        return [
            Amendment(digest.key, "retire", each.id)
            for digest, _ in sources
            for each in digest.statements
            if "1816" in each.text
        ]

    fixed(bench, RepairCurator((), mends=settle))
    assert "1816" not in bench.files()["people/Ada-Byron.md"]
    assert lint(WikiView.over(Tree(bench.kb)), select=["K002"]) == ()


def test_a_file_names_the_digests_behind_it(tmp_path: Path) -> None:
    bench = compiled(tmp_path, 3)
    fixed(bench, RepairCurator((), mends=retiring), ("people/Man-1.md",))
    assert errors(bench) == 2
