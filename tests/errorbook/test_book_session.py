"""A run's Error Book: what it learns from a batch goes with the next one, and reaches the disk with it."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from support.error_books import INVENTED, NO_BLOCK, record, seen

from wikic.curator.protocol import Lesson
from wikic.errorbook.book_session import MAX_LESSONS, BookSession
from wikic.errorbook.entry import MAX_EXAMPLES, MAX_PAGES, Entry, Sighting, of_findings, of_slips, unusable
from wikic.errorbook.error_counts import PERIOD
from wikic.errors import ConfigError
from wikic.model.change import ChangeSet
from wikic.model.extraction import Slip
from wikic.model.finding import Category, Finding, Severity
from wikic.wiki import transaction
from wikic.wiki.tree import Tree


def teach(slips: Sequence[Slip]) -> Lesson:
    return Lesson(f"why {slips[0].rule}", f"instead of {slips[0].rule}", "look again")


def clean(entries: Sequence[Entry]) -> Iterable[Sighting]:
    return ()


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    (tmp_path / "wiki").mkdir()
    (tmp_path / ".wikic").mkdir()
    return Tree(tmp_path)


def land(session: BookSession, tree: Tree) -> None:
    transaction.apply(tree.root, ChangeSet("a batch", session.change()))
    session.landed()


def batches(session: BookSession, tree: Tree, number: int, sightings: Sequence[Sighting] = ()) -> None:
    for _ in range(number):
        record(session, sightings, teach)
        session.review(clean)
        land(session, tree)


def opened(tree: Tree) -> BookSession:
    return BookSession.open(tree, "2026-11-22")


def test_the_first_batch_is_told_nothing_and_the_next_one_what_it_taught(tree: Tree) -> None:
    session = opened(tree)
    assert session.constraints() == ()
    batches(session, tree, 1, seen(NO_BLOCK))
    assert session.constraints() == ("instead of missing-block",)
    assert opened(tree).constraints() == ("instead of missing-block",)
    assert "constraint: instead of missing-block" in (tree.wiki / "error_book.yaml").read_text()


def test_a_run_without_errors_writes_no_book(tree: Tree) -> None:
    batches(opened(tree), tree, 3)
    assert not (tree.wiki / "error_book.yaml").exists()


def test_equal_errors_again_leave_the_file_as_it_is(tree: Tree) -> None:
    session = opened(tree)
    batches(session, tree, 1, seen(NO_BLOCK))
    record(session, seen(NO_BLOCK, times=7), teach)
    assert session.change() == ()


def test_the_most_frequent_stand_first(tree: Tree) -> None:
    session = opened(tree)
    batches(session, tree, 1, (*seen(NO_BLOCK), *seen(INVENTED, times=3)))
    both = ("instead of unsupported-statement", "instead of missing-block")
    assert session.constraints() == both
    assert session.constraints(limit=1) == both[:1]
    assert session.constraints(max_chars=len(both[1])) == both[1:]
    batches(session, tree, 1, seen(NO_BLOCK, times=5))
    assert session.constraints() == both[::-1]


def test_entries_are_bounded(tree: Tree) -> None:
    session = opened(tree)
    many = [
        Sighting(NO_BLOCK.category, NO_BLOCK.rule, NO_BLOCK.message, f"case {at}" * 99, f"p{at:02}.md")
        for at in range(50)
    ]
    record(session, many, teach)
    (only,) = session.book.entries
    assert (len(only.examples), len(only.pages)) == (MAX_EXAMPLES, MAX_PAGES)
    assert max(map(len, only.examples)) <= 300


def status(session: BookSession) -> list[tuple[str, int]]:
    return [(each.status, len(each.pages)) for each in session.book.entries]


def test_an_entry_closes_ten_sources_after_its_error_is_gone(tree: Tree) -> None:
    session = opened(tree)
    batches(session, tree, 10, seen(NO_BLOCK))
    assert status(session) == [("open", 1)]
    batches(session, tree, 9)
    assert session.constraints()
    batches(session, tree, 1)
    assert status(session) == [("closed", 0)]
    assert session.constraints() == ()


def test_batches_count_by_their_sources(tree: Tree) -> None:
    session = opened(tree)
    record(session, seen(NO_BLOCK), teach, sources=16)
    session.review(clean)
    assert status(session) == [("open", 1)]
    session.record((), sources=16)
    session.review(clean)
    assert status(session) == [("closed", 0)]


def test_the_end_of_a_run_does_not_wait_for_a_period(tree: Tree) -> None:
    session = opened(tree)
    record(session, seen(NO_BLOCK), teach, sources=5)
    session.record((), sources=5)
    assert session.review(clean) == ()
    session.record((), sources=5)
    session.counts = replace(session.counts, reviewed=14)
    assert session.review(clean) == ()
    assert len(session.review(clean, at_once=True)) == 1


def test_an_error_that_comes_back_is_watched_for_longer(tree: Tree) -> None:
    session = opened(tree)
    quiet = []
    for _ in range(4):
        batches(session, tree, 1, seen(NO_BLOCK))
        at = session.counts.sources
        while session.constraints():
            batches(session, tree, 1)
        quiet.append(session.counts.sources - at)
    # A review comes every ten sources, so an entry closes with the first one that may.
    assert [PERIOD << at <= number < PERIOD * (1 + (1 << at)) for at, number in enumerate(quiet)] == [
        True
    ] * 4


def test_an_error_that_stands_on_its_page_keeps_its_entry_open(tree: Tree) -> None:
    session = opened(tree)
    batches(session, tree, 1, seen(INVENTED, "people/A.md"))
    asked: list[Sequence[str]] = []

    def there(entries: Sequence[Entry]) -> Iterable[Sighting]:
        asked.extend(entry.pages for entry in entries)
        return seen(INVENTED, "people/A.md")

    for _ in range(19):
        session.record((), sources=1)
        session.review(there)
    # After source 10 it was met nine sources ago, which is too lately to look.
    assert asked == [("people/A.md",)]
    assert [each.status for each in session.book.entries] == ["open"]


def test_an_error_on_another_page_is_another_case(tree: Tree) -> None:
    session = opened(tree)
    batches(session, tree, 1, seen(INVENTED, "people/A.md"))
    for _ in range(19):
        session.record((), sources=1)
        session.review(lambda entries: seen(INVENTED, "people/B.md"))
    assert [each.status for each in session.book.entries] == ["closed"]


def test_an_error_that_returns_opens_its_entry_with_what_it_taught(tree: Tree) -> None:
    session = opened(tree)
    batches(session, tree, 1, seen(NO_BLOCK))
    batches(session, tree, 19)
    assert session.constraints() == ()
    asked: list[Sequence[Slip]] = []

    def never(slips: Sequence[Slip]) -> Lesson:
        asked.append(slips)
        return teach(slips)

    record(session, seen(NO_BLOCK, "new.md"), never)
    assert session.constraints() == ("instead of missing-block",)
    assert (asked, session.book.entries[0].pages) == ([], ("new.md",))


def test_without_its_counters_a_book_counts_anew(tree: Tree) -> None:
    batches(opened(tree), tree, 1, (*seen(NO_BLOCK), *seen(INVENTED)))
    shutil.rmtree(tree.build)
    tree.build.mkdir()
    session = opened(tree)
    assert len(session.constraints()) == 2
    batches(session, tree, 10)
    assert session.constraints() == ()


def test_damaged_counters_are_no_counters(tree: Tree) -> None:
    (tree.build / "errors.json").write_text('{"batch": "many"}')
    assert opened(tree).counts.batch == 0


def test_a_damaged_book_is_refused_and_left_alone(tree: Tree) -> None:
    (tree.wiki / "error_book.yaml").write_text("entries:\n- status: maybe\n  rule: x\n")
    with pytest.raises(ConfigError, match="line 2"):
        opened(tree)


def test_what_a_person_saves_meanwhile_stays_and_what_was_learned_follows(tree: Tree) -> None:
    session = opened(tree)
    batches(session, tree, 1, seen(NO_BLOCK))
    file = tree.wiki / "error_book.yaml"
    record(session, seen(INVENTED), teach)
    change = session.change()
    file.write_text(file.read_text().replace("instead of missing-block", "Cite blocks that are there."))
    outcome = transaction.apply(tree.root, ChangeSet("a batch", change))
    assert outcome.conflicts == change
    session.landed()
    land(session, tree)
    assert sorted(each.constraint for each in opened(tree).book.entries) == [
        "Cite blocks that are there.",
        "instead of unsupported-statement",
    ]


def test_a_persons_constraint_is_sent_and_never_closed(tree: Tree) -> None:
    (tree.wiki / "error_book.yaml").write_text("entries:\n- constraint: Write years with four digits.\n")
    session = opened(tree)
    batches(session, tree, 20)
    assert session.constraints() == ("Write years with four digits.",)


def test_a_lesson_that_does_not_come_is_asked_for_again(tree: Tree) -> None:
    session = opened(tree)
    session.record(seen(NO_BLOCK), sources=1)
    assert ([each.constraint for each in session.book.entries], session.constraints()) == ([""], ())
    record(session, seen(NO_BLOCK), teach)
    assert session.constraints() == ("instead of missing-block",)


def test_what_a_check_says_by_itself_waits_for_nobody(tree: Tree) -> None:
    slip = Slip(Category.MALFORMED_REF, "no-block", "a statement that cites nothing")
    session = opened(tree)
    english, chinese = (of_slips([slip], "a.md", language) for language in ("en", "zh"))
    session.record((*english, *chinese), sources=1)
    assert session.untaught((*english, *chinese)) == {}
    assert session.constraints("en") == (
        "Cite for every statement the numbers of the sentences that say it.",
    )
    assert session.constraints("zh") == ("每条陈述都要引用说出它的句子编号。",)
    assert [entry.language for entry in opened_after(session, tree).book.entries] == [
        entry.language for entry in session.book.entries
    ]


def opened_after(session: BookSession, tree: Tree) -> BookSession:
    land(session, tree)
    return opened(tree)


def test_one_batch_asks_for_a_bounded_number_of_lessons(tree: Tree) -> None:
    asked: list[Slip] = []

    def note(slips: Sequence[Slip]) -> Lesson:
        asked.append(slips[0])
        return teach(slips)

    many = [Sighting(Category.OTHER, f"rule-{at}", "what", page="a") for at in range(30)]
    session = opened(tree)
    record(session, many, note)
    assert len(asked) == MAX_LESSONS
    assert len(session.book.entries) == 30


def test_findings_of_one_rule_are_one_cause() -> None:
    def finding(message: str) -> Finding:
        return Finding("people/A.md", 1, 1, "L001", message, Severity.ERROR, Category.DANGLING_LINK)

    met = of_findings([finding("[[X]]"), finding("[[Y]]")], lambda code: f"what {code} finds")
    assert len({each.entry for each in met}) == 1
    assert [each.example for each in met] == ["[[X]]", "[[Y]]"]


def test_slips_carry_the_page_they_were_made_on() -> None:
    slip = unusable("it said no")
    assert of_slips([slip], "sources/digests/a.md")[0].page == "sources/digests/a.md"
    assert of_slips([slip], "x")[0].slip == slip


def test_what_the_last_steps_see_is_no_batch_of_its_own(tree: Tree) -> None:
    session = opened(tree)
    batches(session, tree, 1)
    session.note(seen(NO_BLOCK, times=2))
    session.teach({name: teach(slips) for name, slips in session.untaught(seen(NO_BLOCK)).items()})
    land(session, tree)
    again = opened(tree)
    assert again.constraints() == ("instead of missing-block",)
    assert (again.counts.batch, again.counts.recent[-1].errors) == (1, 2)
