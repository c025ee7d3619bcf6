"""How the pages of an answer were come by, for the access log."""

from __future__ import annotations

from collections.abc import Sequence

from wikic.llm.tokens import text_tokens
from wikic.model.answer import Evidence
from wikic.navigate.ask.asker import Asked
from wikic.navigate.ask.heuristic.controller import Exploration
from wikic.navigate.tools.read_so_far import Reading
from wikic.store.access_log import AccessLog, Origin, Retrieval


def note_asked(log: AccessLog, asked: Asked) -> None:
    """Log the pages an answer cites, then those a model read besides; also that there is none."""
    evidence = asked.answer.evidence
    cited = list(dict.fromkeys(each.page for each in evidence))
    pages = list(dict.fromkeys([*cited, *(page for run in asked.runs for page in run.pages)]))
    exploration = asked.exploration
    found = {each.passage.path for each in exploration.ranked}
    origins: dict[str, Origin] = {}
    for run in asked.runs:
        origins.update(zip(run.pages, run.origins, strict=False))  # traces of before have no origins
    origins |= origins_of(exploration, evidence)  # what rules know goes before what an agent came by later
    retrieval = Retrieval(
        origins=tuple(origins.get(page, "search") for page in pages),
        cited=tuple(range(len(cited))),
        named=len(named_by(exploration)),
        found=len(found.union(pages)),
        calls=len(exploration.steps) + sum(run.calls for run in asked.runs),
        tokens=text_tokens("\n".join(each.text for each in evidence)),
    )
    log.note(asked.answer.question, pages, by="ask", retrieval=retrieval)


def note_read(log: AccessLog, pages: list[str], reading: Reading) -> None:
    """Log pages that were read without a question."""
    if pages:
        origins = tuple(map(reading.origin, pages))
        log.note("", pages, by="read", retrieval=Retrieval(origins=origins, calls=1))


def origins_of(exploration: Exploration, evidence: Sequence[Evidence]) -> dict[str, Origin]:
    """How each page that was found was come by.

    Where the question names a page, what a link led to counts as that, whether or not words found it too:
    words alone found the rest. Where it names none, words were the way in.
    """
    named = named_by(exploration)
    searched = frozenset[str]() if named else exploration.searched
    on_page = {each.page for each in evidence if each.fact or not each.citations}
    found: dict[str, Origin] = {}
    for each in exploration.ranked:
        path = each.passage.path
        if each.via is not None and path not in searched:
            found[path] = "link"
        else:
            found.setdefault(path, "search")
    found |= {
        each.page: "backfill"
        for each in evidence
        if each.page not in on_page and found.get(each.page) != "link"
    }
    return found | dict.fromkeys(named, "seed")


def named_by(exploration: Exploration) -> frozenset[str]:
    """Pages that the question names."""
    return frozenset(path for each in exploration.question.names for path in each.match.paths)
