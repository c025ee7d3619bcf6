"""Model repair of a wiki on disk: digests change, pages follow, and what does harm does not land."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.bench import Bench
from support.repair_curator import RepairCurator, Sources
from support.table_curator import Doc

from wikic import layout
from wikic.compiler.error_learning import unsupported
from wikic.compiler.options import Options
from wikic.compiler.report import Tally
from wikic.compiler.writer import Writer
from wikic.curator.packs import Claimed, Paper
from wikic.curator.protocol import Amendment, Contradiction, Verdict
from wikic.errorbook.entry import of_slips
from wikic.errors import ModelError, QuotaError, ReplyError
from wikic.fix.model.model_repair import ModelRepair, Repaired
from wikic.fix.model.need_sampling import RepairLimits
from wikic.fix.model.repair_steps import MAX_ROUNDS, RepairRounds, refold_wiki, repair_until_stable
from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import WikiView
from wikic.model.extraction import Extraction, ProposedStatement
from wikic.model.finding import Finding
from wikic.model.page import Page
from wikic.model.schema import Schema
from wikic.model.statement import Block, Entity, Relation, Statement
from wikic.text import relation_labels
from wikic.wiki.journal import no_fault
from wikic.wiki.tree import Tree
from wikic.wiki.workspace import Workspace

ADA = Doc(
    "t/ada",
    (("Ada", "people", ()), ("London", "places", ())),
    (
        (0, "Ada was born in London in 1815.", (1,)),
        (0, "Ada died in 1852.", ()),
        (0, "Ada died in the year 1852.", ()),
        (1, "London is a city.", ()),
    ),
)
BO = Doc(
    "t/bo",
    (("Bo", "people", ()), ("Ada", "people", ())),
    ((0, "Bo knew Ada.", (1,)), (1, "Ada died in 1853.", ())),
)
KEYS = ("t/ada", "t/bo")


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    bench = Bench(tmp_path).start()
    bench.compile([ADA, BO])
    return bench


@contextmanager
def repairing(
    bench: Bench, curator: RepairCurator, **more: object
) -> Iterator[tuple[Workspace, ModelRepair, Writer]]:
    writer = Writer(bench.kb, Options("2026-11-22", "Table"), Tally(), no_fault)
    with writer.turn():
        repair = ModelRepair(curator, writer.land, "Table", **more)  # type: ignore[arg-type]
        yield Workspace.open(bench.kb, "Table"), repair, writer


def run(bench: Bench, curator: RepairCurator, **more: object) -> Repaired:
    with repairing(bench, curator, **more) as (space, repair, _):
        return repair.repair(space, KEYS)


def page(bench: Bench, name: str) -> str:
    return (bench.wiki / name).read_text("utf-8")


def told(sources: Sources, text: str) -> tuple[str, str]:
    """Key and id of a statement."""
    return next((d.key, each.id) for d, _ in sources for each in d.statements if each.text == text)


def retiring(text: str) -> Callable[[Page, Sequence[Finding], Sources], Sequence[Amendment]]:
    return lambda page, findings, sources: [
        Amendment(told(sources, text)[0], "retire", told(sources, text)[1])
    ]


def sound(bench: Bench) -> None:
    """Nothing to fold, nothing to find."""
    with repairing(bench, RepairCurator(())) as (space, _, _):
        assert not space.propose("look")
    # Contradictions, which some of these documents hold, are not for structure to mend.
    assert lint(WikiView.over(Tree(bench.kb)), ignore=("K",)) == ()


def test_a_wiki_without_faults_is_left_as_it_is(bench: Bench) -> None:
    before = bench.files()
    curator = RepairCurator(())
    done = run(bench, curator)
    assert (done.changed, done.sightings, curator.asked) == ((), (), [])
    assert bench.files() == before


def test_an_unsupported_fact_is_retired_and_told_to_the_error_book(bench: Bench) -> None:
    wrong = "Ada died in 1853."
    done = run(bench, RepairCurator((), doubts=lambda text: text == wrong, mends=retiring(wrong)))
    assert done.changed == ("t/bo",)
    assert wrong not in page(bench, "people/Ada.md")
    digest = layout.page_file(layout.digest_path("t/bo"))
    assert [(each.rule, each.page) for each in done.sightings] == [("unsupported-statement", digest)]
    sound(bench)


def test_two_facts_that_exclude_each_other_are_settled_by_their_sources(bench: Bench) -> None:
    def excludes(pages: Sequence[Page]) -> Sequence[Contradiction]:
        found = {fact.text: fact.id for page in pages if page.title == "Ada" for fact in page.facts}
        one, other = found.get("Ada died in 1852."), found.get("Ada died in 1853.")
        return (
            [Contradiction("death", (f"Ada#^{one}", f"Ada#^{other}"), ("1852", "1853"))]
            if one and other
            else []
        )

    curator = RepairCurator((), excludes=excludes, mends=retiring("Ada died in 1853."))
    done = run(bench, curator)
    assert curator.asked == [("K002",)]
    assert done.changed == ("t/bo",)
    assert "1853" not in page(bench, "people/Ada.md")
    assert {each.category for each in done.sightings} == {"cross-page-contradiction"}


def test_nothing_but_what_is_in_question_can_be_taken_away(bench: Bench) -> None:
    def obeying(page: Page, findings: Sequence[Finding], sources: Sources) -> Sequence[Amendment]:
        every = [Amendment(d.key, "retire", each.id) for d, _ in sources for each in d.statements]
        return [*every, Amendment("t/ada", "retire", told(((sources[0]),), "Bo knew Ada.")[1])]

    wrong = "Ada died in 1853."
    done = run(bench, RepairCurator((), doubts=lambda text: text == wrong, mends=obeying))
    assert "Bo knew Ada." in page(bench, "people/Bo.md")
    assert "1852" in page(bench, "people/Ada.md")
    assert done.refused == 2
    assert {each.category for each in done.sightings} == {"unsupported-fact", "unseen-overwrite"}


def test_a_page_that_several_documents_name_gets_its_fact(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()
    docs = [
        Doc(
            f"t/{at}",
            ((f"Man {at}", "people", ()), ("Rome", "places", ())),
            ((0, f"Man {at} saw Rome.", ()),),
        )
        for at in (1, 2)
    ]
    bench.compile(docs)
    assert not (bench.wiki / "places").exists()

    def telling(page: Page, findings: Sequence[Finding], sources: Sources) -> Sequence[Amendment]:
        assert (page.title, [digest.key for digest, _ in sources]) == ("Rome", ["t/1", "t/2"])
        return [Amendment("t/1", "add", proposed=ProposedStatement("Rome", "fact", "Man 1 saw Rome.", (1,)))]

    curator = RepairCurator((), mends=telling)
    with repairing(bench, curator) as (space, repair, _):
        done = repair.repair(space, ["t/1", "t/2"])
    assert (curator.asked, done.changed) == ([("missing-page",)], ("t/1",))
    assert "Man 1 saw Rome." in page(bench, "places/Rome.md")
    sound(bench)


class Unrelating(RepairCurator):
    """Takes every word, and no relation of what names entities."""

    def verify(
        self,
        title: str,
        statements: Sequence[Statement],
        blocks: Mapping[str, Block],
        entities: Sequence[Entity] = (),
    ) -> tuple[Verdict, ...]:
        assert {each.of for each in statements} <= {each.id for each in entities}
        return tuple(Verdict(each.id, True, unrelated=bool(each.relations)) for each in statements)


def test_a_relation_that_is_not_borne_out_is_a_mention(bench: Bench) -> None:
    def telling(page: Page, findings: Sequence[Finding], sources: Sources) -> Sequence[Amendment]:
        ends = (Relation("capital of", "London"),)
        said = ProposedStatement("Ada", "fact", "Ada came from London in 1815.", (1,), relations=ends)
        return [Amendment("t/ada", "add", proposed=said)]

    def excluding(pages: Sequence[Page]) -> Sequence[Contradiction]:
        facts = [f"{layout.stem(each.path)}#^{fact.id}" for each in pages for fact in each.facts][:2]
        return [Contradiction("place", (facts[0], facts[1]), ("x", "y"))]

    done = run(bench, Unrelating((), excludes=excluding, mends=telling), limits=RepairLimits(compared=1))
    assert done.changed == ("t/ada",)
    (added,) = (
        each for each in done.space.digest("t/ada").statements if each.text == "Ada came from London in 1815."
    )
    assert {each.label for each in added.relations} == {relation_labels.MENTIONS}


def test_a_digest_that_took_little_is_asked_about_its_other_sentences(bench: Bench) -> None:
    file = next((bench.wiki / "sources/articles").glob("t-ada-*.md"))
    more = "".join(f"- Ada wrote note {at}.\n" for at in range(9))
    file.write_text(file.read_text() + more)

    def telling(page: Page, findings: Sequence[Finding], sources: Sources) -> Sequence[Amendment]:
        assert (
            findings[0].message == "blocks 5, 6, 7, 8, 9, 10, 11, 12, 13 of t/ada are cited by no statement"
        )
        return [
            Amendment("t/ada", "add", proposed=ProposedStatement("Ada", "fact", "Ada wrote note 0.", (5,)))
        ]

    done = run(bench, RepairCurator((), mends=telling))
    assert done.changed == ("t/ada",)
    assert "Ada wrote note 0." in page(bench, "people/Ada.md")


def test_what_a_page_says_twice_is_said_once_with_both_quotes(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()
    says = tuple((0, f"Ada wrote the note number {at}.", ()) for at in range(8))
    twice = ((0, "Ada died in London in 1852.", ()), (0, "Ada died in 1852.", ()))
    bench.compile([Doc("t/ada", (("Ada", "people", ()),), says + twice)])

    def better(page: Page) -> Sequence[tuple[str, str]]:
        ids = {fact.text: fact.id for fact in page.facts}
        return [(ids["Ada died in 1852."], ids["Ada died in London in 1852."])]

    with repairing(bench, RepairCurator((), says_better=better)) as (space, repair, _):
        done = repair.repair(space, ["t/ada"])
    assert done.changed == ("t/ada",)
    text = page(bench, "people/Ada.md")
    assert "Ada died in 1852." not in text
    (line,) = (row for row in text.splitlines() if row.startswith("- Ada died in London"))
    assert text.count(f"[{line[-10:-1]}") == 3  # its link, and two definitions
    sound(bench)


def test_a_fact_of_another_page_can_go_by_a_pair(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()
    people = (("Bo", "people", ()), ("Ada", "people", ()))
    bench.compile([ADA, Doc("t/bo", people, ((0, "Bo said that Ada died in 1853.", (1,)),))])

    def excludes(pages: Sequence[Page]) -> Sequence[Contradiction]:
        found = {fact.text: f"{each.title}#^{fact.id}" for each in pages for fact in each.facts}
        one, other = found.get("Ada died in 1852."), found.get("Bo said that Ada died in 1853.")
        return [Contradiction("death", (one, other), ("1852", "1853"))] if one and other else []

    shown: list[list[str]] = []

    def settle(page: Page, findings: Sequence[Finding], sources: Sources) -> Sequence[Amendment]:
        shown.append([fact.text for fact in page.facts])
        return retiring("Bo said that Ada died in 1853.")(page, findings, sources)

    done = run(bench, RepairCurator((), excludes=excludes, mends=settle))
    assert done.changed == ("t/bo",)
    assert len(shown) == 1
    assert {"Ada died in 1852.", "Bo said that Ada died in 1853."} <= set(shown[0])


def test_a_repetition_whose_answer_cannot_land_is_not_asked_about(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()
    says = tuple((0, f"Ada wrote the note number {at}.", ()) for at in range(8))
    other = Doc("t/b", (("Ada", "people", ()),), ((0, "Ada died in London in 1852.", ()),))
    # Alike are two facts of two documents, and facts that each have a number of their own.
    bench.compile([Doc("t/a", (("Ada", "people", ()),), (*says, (0, "Ada died in 1852.", ()))), other])
    asked: list[list[str]] = []

    def note(page: Page) -> Sequence[tuple[str, str]]:
        asked.append([fact.text for fact in page.facts])
        return ()

    with repairing(bench, RepairCurator((), says_better=note)) as (space, repair, _):
        repair.repair(space, ["t/a", "t/b"])
    assert asked == []


def test_only_facts_that_may_stand_for_one_another_are_shown(tmp_path: Path) -> None:
    bench = Bench(tmp_path).start()
    says = tuple((0, f"Ada wrote the note number {at}.", ()) for at in range(8))
    twice = ((0, "Ada died in London in 1852.", ()), (0, "Ada died in 1852.", ()))
    bench.compile([Doc("t/ada", (("Ada", "people", ()),), says + twice)])
    asked: list[list[str]] = []

    def note(page: Page) -> Sequence[tuple[str, str]]:
        asked.append(sorted(fact.text for fact in page.facts))
        return ()

    with repairing(bench, RepairCurator((), says_better=note)) as (space, repair, _):
        repair.repair(space, ["t/ada"])
    assert asked == [["Ada died in 1852.", "Ada died in London in 1852."]]


def test_a_repair_that_makes_findings_worse_does_not_land(bench: Bench) -> None:
    ada = bench.wiki / "people/Ada.md"
    ada.write_text(ada.read_text() + "\n## Notes\nSee [[Bo]].\n")
    bench.compile([])
    before = bench.files()
    text = "Bo knew Ada."
    done = run(bench, RepairCurator((), doubts=lambda each: each == text, mends=retiring(text)))
    # Without it Bo has no page, and a person's link leads nowhere.
    assert (done.changed, done.harmful) == ((), 1)
    assert bench.files() == before
    sound(bench)


def test_of_several_repairs_those_that_do_no_harm_land(bench: Bench) -> None:
    ada = bench.wiki / "people/Ada.md"
    ada.write_text(ada.read_text() + "\n## Notes\nSee [[Bo]].\n")
    bench.compile([])
    wrong = {"Bo knew Ada.", "Ada died in the year 1852."}

    def retire(page: Page, findings: Sequence[Finding], sources: Sources) -> Sequence[Amendment]:
        return [
            Amendment(d.key, "retire", each.id)
            for d, _ in sources
            for each in d.statements
            if each.text in wrong
        ]

    done = run(bench, RepairCurator((), doubts=wrong.__contains__, mends=retire))
    assert (done.changed, done.harmful) == (("t/ada",), 1)
    assert "Bo knew Ada." in page(bench, "people/Bo.md")
    assert "in the year" not in page(bench, "people/Ada.md")
    sound(bench)


def test_a_reply_that_cannot_be_used_fails_its_page_alone(bench: Bench) -> None:
    def prose(page: Page, findings: Sequence[Finding], sources: Sources) -> Sequence[Amendment]:
        if page.title == "Bo":
            raise ReplyError("prose")
        return retiring("Ada died in 1853.")(page, findings, sources)

    wrong = {"Bo knew Ada.", "Ada died in 1853."}
    done = run(bench, RepairCurator((), doubts=wrong.__contains__, mends=prose))
    assert (done.failed, done.changed) == (("people/Bo: prose",), ("t/bo",))


class Judging(RepairCurator):
    """Judges several digests at once, and none of Ada's."""

    def packs(self, papers: Sequence[Paper]) -> tuple[int, ...]:
        return (1,) * len(papers)

    def extract_pack(self, papers: Sequence[Paper], schema: Schema) -> tuple[Extraction | ModelError, ...]:
        return tuple(self.extract(each.source, each.blocks, schema) for each in papers)

    def verify_pack(self, claimed: Sequence[Claimed]) -> tuple[tuple[Verdict, ...] | ModelError, ...]:
        self.asked.append(tuple(each.title for each in claimed))
        assert all(each.entities for each in claimed)
        return tuple(
            ReplyError("prose") if each.title == "Ada" else self.verify(each.title, each.statements, {})
            for each in claimed
        )


def test_spot_checks_are_one_question_and_fail_one_by_one(bench: Bench) -> None:
    wrong = "Ada died in 1853."
    asked = Judging((), doubts=lambda text: text == wrong, mends=retiring(wrong))
    done = run(bench, asked)
    assert sorted(asked.asked[0]) == ["Ada", "Bo"] and len(asked.asked) == 2
    assert (done.failed, done.changed) == (("prose",), ("t/bo",))


def test_a_quota_stops_the_round_with_nothing_landed(bench: Bench) -> None:
    def spent(page: Page, findings: Sequence[Finding], sources: Sources) -> Sequence[Amendment]:
        raise QuotaError("no credit")

    before = bench.files()
    with pytest.raises(QuotaError):
        run(bench, RepairCurator((), doubts=lambda text: "1853" in text, mends=spent))
    assert bench.files() == before


def test_the_number_of_jobs_changes_no_byte(bench: Bench) -> None:
    states = []
    for jobs in (1, 16):
        bench.start().compile([ADA, BO])
        run(bench, RepairCurator((), doubts=lambda text: "185" in text, mends=_first), jobs=jobs)
        states.append(bench.files())
    assert states[0] == states[1]


def _first(page: Page, findings: Sequence[Finding], sources: Sources) -> Sequence[Amendment]:
    return [Amendment(sources[0][0].key, "retire", findings[0].message.split()[0])]


def finished(bench: Bench, curator: RepairCurator) -> RepairRounds:
    with repairing(bench, curator) as (space, repair, writer):
        return repair_until_stable(space, KEYS, refold_wiki(writer.land), repair.repair)


def test_a_run_ends_when_nothing_changes_any_more(bench: Bench) -> None:
    wrong = "Ada died in 1853."
    curator = RepairCurator((), doubts=lambda text: text == wrong, mends=retiring(wrong))
    done = finished(bench, curator)
    assert (done.rounds, done.stable, done.whole.changed) == (2, True, ("t/bo",))
    assert curator.asked == [("unsupported-statement",)]
    sound(bench)


def test_what_cannot_be_repaired_is_asked_about_once(bench: Bench) -> None:
    curator = RepairCurator((), doubts=lambda text: "1853" in text)
    done = finished(bench, curator)
    assert (done.rounds, done.stable, len(curator.asked)) == (1, True, 1)
    with repairing(bench, curator) as (space, repair, _):
        for _ in range(3):
            repair.repair(space, KEYS)
    assert len(curator.asked) == 2


def test_a_run_ends_after_three_rounds_at_the_latest(bench: Bench) -> None:
    curator = RepairCurator((), doubts=lambda text: True, mends=_first)
    with repairing(bench, curator, limits=RepairLimits(needs=1)) as (space, repair, writer):
        done = repair_until_stable(space, KEYS, refold_wiki(writer.land), repair.repair)
    assert (done.rounds, done.stable) == (MAX_ROUNDS, False)


def test_pages_that_people_damaged_are_folded_again_first(bench: Bench) -> None:
    london = bench.wiki / "places/London.md"
    london.unlink()
    done = finished(bench, RepairCurator(()))
    assert (london.exists(), done.stable) == (True, True)


def test_one_cause_is_one_entry_whoever_meets_it(bench: Bench) -> None:
    wrong = "Ada died in 1853."
    done = run(bench, RepairCurator((), doubts=lambda text: text == wrong))
    (extracted,) = of_slips([unsupported("at extraction")], "sources/digests/x.md")
    assert [each.entry for each in done.sightings] == [extracted.entry]
