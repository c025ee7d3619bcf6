"""``verify``: code refuses what names and numbers refuse; a model judges the rest, twenty at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wikic.curator.model import bounds
from wikic.curator.model.asking import ask
from wikic.curator.model.plain import plain
from wikic.curator.model.prompts import language_of
from wikic.curator.model.shapes import VerifyReply
from wikic.curator.offline.curator import OfflineCurator
from wikic.curator.packs import Claimed
from wikic.curator.protocol import Verdict
from wikic.llm.protocol import Model
from wikic.model.statement import Block, Statement
from wikic.text.normalise import normalise


def verify(
    model: Model, title: str, statements: Sequence[Statement], blocks: Mapping[str, Block]
) -> tuple[Verdict, ...]:
    """One verdict per statement, in order.

    A statement that stands in one of its sentences word for word is no matter of judgement and costs nothing.
    """
    claimed = Claimed(title, statements, blocks)
    verdicts = list(OfflineCurator().verify(title, statements, blocks))
    asked = questions(claimed, verdicts)
    for start in range(0, len(asked), bounds.CHECKS):
        group = asked[start : start + bounds.CHECKS]
        for number, missing in refused(model, [(claimed, [statements[at] for at in group])]).items():
            verdicts[group[number - 1]] = unsupported(statements[group[number - 1]], missing)
    return tuple(verdicts)


def questions(claimed: Claimed, verdicts: Sequence[Verdict]) -> list[int]:
    """The statements, by place, that are left to a model after what code said of them."""
    return [
        at
        for at, (verdict, statement) in enumerate(zip(verdicts, claimed.statements, strict=True))
        if verdict.supported and not _verbatim(statement, claimed.blocks)
    ]


def unsupported(statement: Statement, missing: str) -> Verdict:
    """The verdict on a statement that a model refuses."""
    return Verdict(statement.id, False, (missing,) if missing else ())


def _verbatim(statement: Statement, blocks: Mapping[str, Block]) -> bool:
    said = normalise(statement.text)
    return any(said in normalise(blocks[each].text) for each in statement.blocks if each in blocks)


def refused(model: Model, asked: Sequence[tuple[Claimed, Sequence[Statement]]]) -> dict[int, str]:
    """Numbers of the statements that the model refuses, each with what is missing.

    asked: some statements of each of several documents; they are numbered through.
    """
    lines: list[str] = []
    every: list[Statement] = []
    for claimed, statements in asked:
        lines.append(f"title: {bounds.one_line(claimed.title, bounds.NAME)}")
        for statement in statements:
            every.append(statement)
            held = f" ({statement.kind}: {statement.holder})" if statement.holder else ""
            lines.append(f"[{len(every)}] {bounds.one_line(statement.text, bounds.TEXT)}{held}")
            quotes = (claimed.blocks[each].text for each in statement.blocks)
            lines += [f"  > {bounds.one_line(quote, bounds.BLOCK)}" for quote in quotes]
    text = " ".join(statement.text for statement in every)
    said = ask(model, "verify", language_of("und", text), "\n".join(lines), VerifyReply, role="verify")
    return {
        each.number: bounds.one_line(plain(each.missing).text, bounds.LINE)
        for each in said.unsupported
        if 1 <= each.number <= len(every)
    }


def calls(statements: int) -> int:
    """How many calls checking ``statements`` takes at most: what a plan reckons with."""
    return -(-statements // bounds.CHECKS)
