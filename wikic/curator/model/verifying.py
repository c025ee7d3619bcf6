"""``verify``: code refuses what names and numbers refuse; a model judges the rest, twenty at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wikic.curator.model import bounds
from wikic.curator.model.asking import ask
from wikic.curator.model.plain import plain
from wikic.curator.model.prompts import language_of
from wikic.curator.model.shapes import VerifyReply
from wikic.curator.offline import OfflineCurator
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
    verdicts = list(OfflineCurator().verify(title, statements, blocks))
    asked = [
        at
        for at, (verdict, statement) in enumerate(zip(verdicts, statements, strict=True))
        if verdict.supported and not _verbatim(statement, blocks)
    ]
    for start in range(0, len(asked), bounds.CHECKS):
        group = asked[start : start + bounds.CHECKS]
        refused = _refused(model, title, [statements[at] for at in group], blocks)
        for number, missing in refused.items():
            statement = statements[group[number - 1]]
            verdicts[group[number - 1]] = Verdict(statement.id, False, (missing,) if missing else ())
    return tuple(verdicts)


def _verbatim(statement: Statement, blocks: Mapping[str, Block]) -> bool:
    said = normalise(statement.text)
    return any(said in normalise(blocks[each].text) for each in statement.blocks if each in blocks)


def _refused(
    model: Model, title: str, statements: Sequence[Statement], blocks: Mapping[str, Block]
) -> dict[int, str]:
    """Numbers of the statements that the model refuses, each with what is missing."""
    lines = [f"title: {bounds.one_line(title, bounds.NAME)}"]
    for number, statement in enumerate(statements, start=1):
        held = f" ({statement.kind}: {statement.holder})" if statement.holder else ""
        lines.append(f"[{number}] {bounds.one_line(statement.text, bounds.TEXT)}{held}")
        lines += [f"  > {bounds.one_line(blocks[each].text, bounds.BLOCK)}" for each in statement.blocks]
    text = " ".join(statement.text for statement in statements)
    said = ask(model, "verify", language_of("und", text), "\n".join(lines), VerifyReply, role="verify")
    return {
        each.number: bounds.one_line(plain(each.missing).text, bounds.LINE)
        for each in said.unsupported
        if 1 <= each.number <= len(statements)
    }


def calls(statements: int) -> int:
    """How many calls checking ``statements`` takes at most: what a plan reckons with."""
    return -(-statements // bounds.CHECKS)
