"""The answer of many wikis in a model's words: from the facts that rules found in them, and no others."""

from __future__ import annotations

from dataclasses import replace

from wikic.federation.ask import FederatedAnswer, Federation
from wikic.llm.protocol import Model
from wikic.model.answer import Answer
from wikic.navigate.ask.agent.controller import Agent
from wikic.navigate.ask.agent.draft_to_answer import in_words
from wikic.navigate.ask.agent.run_record import Ended, OnText


def worded(
    federation: Federation, found: FederatedAnswer, model: Model, on_text: OnText | None = None
) -> FederatedAnswer:
    """What was found, answered by a model that is given these facts and no tools.

    on_text: gets the answer's words as they come.

    What it says is held to the facts as every answer of a model is. Where it fails, or nothing was found, the
    answer stays as it was; a model that fails is a note. Raises what opening one of the wikis does, and as
    ``Agent.run`` does.
    """
    plain = found.answer
    if not plain.evidence:
        return found
    with federation.library(found.asked[0].wiki) as library:  # whichever: without tools nothing is read there
        agent = Agent(library, model)
        ended = agent.run(plain.question, manner="answer", given=plain.evidence, on_text=on_text)
    return replace(found, answer=_answer(plain, ended))


def _answer(plain: Answer, ended: Ended) -> Answer:
    draft, handles = ended.run.draft, ended.handles
    if draft is None:
        return replace(plain, notes=(*plain.notes, *ended.run.notes))
    given = {(each.page, each.fact or each.text): each for each in plain.evidence}
    shown = [handles[handle] for handle in draft.cited]
    evidence = [given[each.page, each.fact or each.text] for each in shown]
    answer, notes = in_words(plain.question, draft, handles, evidence, plain.nearest)
    known = {each.digest: each for each in plain.sources}
    first = dict.fromkeys(cite.digest for each in evidence for cite in each.citations[:1])
    return replace(
        answer,
        sources=tuple(known[each] for each in first if each in known),
        complete=plain.complete,
        by="model",
        notes=(*plain.notes, *ended.run.notes, *notes),
    )
