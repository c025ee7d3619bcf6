"""``verify`` for several documents in one call.

Where the call refuses nothing of a document, all its records pass. Where it refuses anything, that document
is asked about again by itself: a sentence "refuse all others" must not decide for other documents.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wikic.curator.model import verification
from wikic.curator.model.prompts import language_of
from wikic.curator.offline import OfflineCurator
from wikic.curator.packs import Claimed
from wikic.curator.protocol import Verdict
from wikic.errors import ModelError, ModelUnavailableError, ReplyError
from wikic.llm.protocol import Model

# Records of several documents in one call: a pack's all together, so that one answer is waited for.
_CHECKS: Final = 50
_Checked = tuple[Verdict, ...] | ModelError
# Documents by place, with the records of each.
_Group = list[tuple[int, list[verification.Record]]]


def verify_pack(model: Model, claimed: Sequence[Claimed]) -> tuple[_Checked, ...]:
    """What ``verifying.verify`` gives or raises for each document, in order.

    Raises QuotaError, CredentialsError and BudgetError as ``model.complete`` does.
    """
    rules = OfflineCurator()
    ruled = [rules.verify(each.title, each.statements, each.blocks) for each in claimed]
    found: list[_Checked] = list(ruled)
    for group in _groups(claimed, ruled):
        try:
            doubted = _doubted(model, [(claimed[at], records) for at, records in group])
        except ModelUnavailableError as error:
            for at, _ in group:
                found[at] = error
            continue
        for place in doubted:
            at, left = group[place]
            found[at] = _alone(model, claimed[at], ruled[at], left)
    return tuple(found)


def _groups(claimed: Sequence[Claimed], ruled: Sequence[Sequence[Verdict]]) -> list[_Group]:
    """Documents with what of each is left to a model, as many as one call takes."""
    groups: list[_Group] = []
    room = 0
    language = ""
    for at, (each, verdicts) in enumerate(zip(claimed, ruled, strict=True)):
        left = verification.records(each, verdicts)
        if not left:
            continue
        spoken = language_of("und", " ".join(record.shown for record in left))
        if groups and len(left) <= room and spoken == language:
            groups[-1].append((at, left))
            room -= len(left)
        else:
            groups.append([(at, left)])
            room, language = _CHECKS - len(left), spoken
    return groups


def _doubted(model: Model, asked: verification.Asked) -> list[int]:
    """The documents, by place, that have to be asked for alone: all where there is nothing to share."""
    if len(asked) == 1:
        return [0]
    try:
        numbers = {reply.number for reply in verification.refused(model, asked)}
    except ReplyError:
        return list(range(len(asked)))
    owners = [place for place, (_, records) in enumerate(asked) for _ in records]
    return sorted({owners[number - 1] for number in numbers})


def _alone(
    model: Model, claimed: Claimed, ruled: Sequence[Verdict], left: Sequence[verification.Record]
) -> _Checked:
    try:
        return verification.judged(model, claimed, ruled, left)
    except (ReplyError, ModelUnavailableError) as error:
        return error
