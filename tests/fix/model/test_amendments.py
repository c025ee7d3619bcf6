"""Amendments of a digest: what is sound is taken, whatever is not is told, and people's decisions stay."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.curator.protocol import Amendment
from wikic.document.quotes import segment
from wikic.fix.model.amendments import amend_digest
from wikic.layout import statement_id
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.extraction import ProposedStatement
from wikic.model.statement import Block, Entity, Relation, Statement
from wikic.wiki import digest_file

ARTICLE = Article(
    "t/a",
    "Ada Lovelace",
    "# Ada Lovelace\n\nAda Lovelace was born in London in 1815. Ada was born in 1815. She wrote to Babbage. "
    "Ada Lovelace died in Marylebone in 1852.\n",
)
BLOCKS = segment(ARTICLE.text, "en")
BIRTH, SHORT, LETTER, DEATH = (block for block in BLOCKS if block.kind != "heading")
ADA, BABBAGE = Entity("e1", "Ada Lovelace", "people", principal=True), Entity("e2", "Babbage", "people")


def said(text: str, *blocks: Block, of: str = "e1", relations: tuple[Relation, ...] = ()) -> Statement:
    ids = tuple(block.id for block in blocks)
    return Statement(statement_id("fact", None, text), of, "fact", text, ids, relations=relations)


BORN = said("Ada Lovelace was born in London in 1815.", BIRTH)
AGAIN = said("Ada was born in 1815.", SHORT, relations=(Relation("knows", "e2"),))
WROTE = said("She wrote to Babbage.", LETTER)


def digest(*statements: Statement) -> Digest:
    cited = {block for each in statements for block in each.blocks}
    kept = [block for block in BLOCKS if block.id in cited]
    blocks = tuple(Block(block.id, block.text, at) for at, block in enumerate(kept, 1))
    return Digest(
        "t/a", "Ada Lovelace", "0" * 64, None, "2026-11-22", "m/1", "", blocks, (ADA, BABBAGE), statements
    )


ALL = digest(BORN, AGAIN, WROTE)


def add(text: str, *numbers: int, of: str = "Ada Lovelace", **more: object) -> Amendment:
    proposed = ProposedStatement(of, "fact", text, numbers, **more)  # type: ignore[arg-type]
    return Amendment("t/a", "add", proposed=proposed)


def rules(*amendments: Amendment, of: Digest = ALL) -> list[str]:
    done = amend_digest(of, ARTICLE, BLOCKS, amendments)
    assert (done.digest, done.taken) == (of, ())
    return [slip.rule for slip in done.slips]


def test_a_wrong_statement_is_retired() -> None:
    done = amend_digest(ALL, ARTICLE, BLOCKS, [Amendment("t/a", "retire", WROTE.id)])
    assert [each.retired for each in done.digest.statements] == [False, False, True]
    assert done.slips == ()


def test_what_was_true_once_becomes_history() -> None:
    done = amend_digest(ALL, ARTICLE, BLOCKS, [Amendment("t/a", "supersede", WROTE.id)])
    assert [each.superseded for each in done.digest.statements] == [False, False, True]


def test_what_another_says_better_keeps_its_quote_and_its_links() -> None:
    done = amend_digest(ALL, ARTICLE, BLOCKS, [Amendment("t/a", "show_as", AGAIN.id, BORN.id)])
    born, again, _ = done.digest.statements
    assert again.shown_as == BORN.id
    assert (born.blocks, born.relations) == ((BIRTH.id, SHORT.id), AGAIN.relations)


def test_a_better_statement_must_hold_every_name_and_number() -> None:
    assert rules(Amendment("t/a", "show_as", BORN.id, AGAIN.id)) == ["no-better"]


def test_showing_in_a_circle_is_refused() -> None:
    behind = amend_digest(ALL, ARTICLE, BLOCKS, [Amendment("t/a", "show_as", AGAIN.id, BORN.id)]).digest
    assert rules(Amendment("t/a", "show_as", BORN.id, AGAIN.id), of=behind) == ["no-better"]
    assert rules(Amendment("t/a", "show_as", BORN.id, BORN.id)) == ["no-better"]


def test_chains_become_one_step() -> None:
    long = said("Ada Lovelace was born in London in 1815, and wrote to Babbage.", BIRTH, LETTER)
    steps = [
        Amendment("t/a", "show_as", AGAIN.id, BORN.id),
        Amendment("t/a", "show_as", BORN.id, long.id),
    ]
    done = amend_digest(digest(BORN, AGAIN, long), ARTICLE, BLOCKS, steps)
    assert [each.shown_as for each in done.digest.statements] == [long.id, long.id, None]
    assert done.digest.statements[2].relations == AGAIN.relations


def test_what_stood_behind_a_retired_statement_comes_forward() -> None:
    steps = [Amendment("t/a", "show_as", AGAIN.id, BORN.id), Amendment("t/a", "retire", BORN.id)]
    done = amend_digest(ALL, ARTICLE, BLOCKS, steps)
    assert [(each.retired, each.shown_as) for each in done.digest.statements[:2]] == [
        (True, None),
        (False, None),
    ]


def test_a_missing_fact_is_added_with_its_block_and_a_new_thing() -> None:
    done = amend_digest(
        ALL,
        ARTICLE,
        BLOCKS,
        [
            add("Ada Lovelace died in Marylebone in 1852.", DEATH.number),
            add(
                "Marylebone is where Ada Lovelace died.",
                DEATH.number,
                of="Marylebone",
                relations=(Relation("Knows", "Babbage"), Relation("knows", "Nobody")),
            ),
        ],
    )
    assert done.slips == ()
    assert [entity.title for entity in done.digest.entities] == ["Ada Lovelace", "Babbage", "Marylebone"]
    assert [block.id for block in done.digest.blocks] == [BIRTH.id, SHORT.id, LETTER.id, DEATH.id]
    assert done.digest.statements[-1].relations == (Relation("knows", "e2"),)
    file = digest_file.render(done.digest)
    assert digest_file.parse(file, "x") == digest_file.canonical(done.digest)


REFUSED = (
    (add("Ada died in 1852.", 99), "unknown-block"),
    (add("Ada died in 1852."), "unknown-block"),
    (add("Ada Lovelace.", BLOCKS[0].number), "unknown-block"),  # a heading
    (add("Ada Lovelace died in Paris in 1852.", DEATH.number), "unsupported-statement"),
    (add("Ada Lovelace died in 1853.", DEATH.number), "unsupported-statement"),
    (add("Ada Lovelace never wrote to Babbage.", LETTER.number), "opposed"),
    (add("Ada died in 1852.", DEATH.number, of="Byron"), "outside-title"),
    (add("peace reigned.", DEATH.number, of="peace"), "outside-title"),
    (add(" ", DEATH.number), "empty-statement"),
    (add(BORN.text, BIRTH.number), "said-already"),
    (Amendment("t/a", "add"), "empty-statement"),
    (Amendment("t/a", "retire", "f0000000"), "unknown-statement"),
    (Amendment("t/a", "show_as", AGAIN.id, "f0000000"), "no-better"),
    (Amendment("t/b", "retire", BORN.id), "other-source"),
)


@pytest.mark.parametrize(
    ("amendment", "rule"), REFUSED, ids=[f"{at}-{each[1]}" for at, each in enumerate(REFUSED)]
)
def test_what_is_not_sound_is_refused(amendment: Amendment, rule: str) -> None:
    assert rules(amendment) == [rule]


def test_what_a_source_says_of_another_place_is_refused() -> None:
    places = (Entity("e3", "London", "places"), Entity("e4", "Marylebone", "places"))
    known = replace(ALL, entities=(*ALL.entities, *places))
    crossed = add("Ada Lovelace was born in London in 1852.", BIRTH.number, DEATH.number)
    assert rules(crossed, of=known) == ["opposed"]


def test_an_unknown_kind_is_refused() -> None:
    proposed = ProposedStatement("Ada Lovelace", "rumour", "Ada died in 1852.", (DEATH.number,))  # type: ignore[arg-type]
    assert rules(Amendment("t/a", "add", proposed=proposed)) == ["unknown-kind"]


@pytest.mark.parametrize("action", ["retire", "supersede", "show_as"])
def test_what_a_person_deleted_is_left_alone(action: str) -> None:
    deleted = digest(replace(BORN, retired=True), AGAIN)
    assert rules(Amendment("t/a", action, BORN.id, AGAIN.id), of=deleted) == ["retired-statement"]  # type: ignore[arg-type]
    assert rules(add(BORN.text, BIRTH.number), of=deleted) == ["said-already"]


_ids = st.sampled_from([BORN.id, AGAIN.id, WROTE.id, "f0000000", ""])
_texts = st.sampled_from([BORN.text, "Ada Lovelace died in 1852.", "Ada met Byron.", ""])
_amendments = st.one_of(
    st.builds(
        Amendment,
        st.just("t/a"),
        st.sampled_from(["retire", "supersede", "show_as", "add"]),
        _ids,
        _ids,
        st.none(),
    ),
    st.builds(add, _texts, st.integers(-1, 7), of=st.sampled_from(["Ada Lovelace", "Marylebone", "X", ""])),
)


@given(st.lists(_amendments, max_size=8), st.booleans())
def test_a_digest_stays_a_sound_digest(amendments: list[Amendment], deleted: bool) -> None:
    before = digest(replace(BORN, retired=deleted), AGAIN, WROTE)
    done = amend_digest(before, ARTICLE, BLOCKS, amendments)
    assert len(done.taken) + len(done.slips) == len(amendments)
    assert digest_file.parse(digest_file.render(done.digest), "x") == digest_file.canonical(done.digest)
    by_id = {(each.of, each.id): each for each in done.digest.statements}
    quoted = {block.id for block in done.digest.blocks}
    for old in before.statements:
        assert by_id[old.of, old.id].retired >= old.retired
    for each in done.digest.statements:
        assert set(each.blocks) <= quoted
        if each.shown_as is not None:
            assert by_id[each.of, each.shown_as].shown_as is None
    again = amend_digest(
        done.digest, ARTICLE, BLOCKS, [each for each in done.taken if each.action != "show_as"]
    )
    shown = [(each.id, each.retired) for each in again.digest.statements]
    assert shown == [(each.id, each.retired) for each in done.digest.statements]
