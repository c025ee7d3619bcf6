"""From what a model said to an answer: its facts as they stand now, its words with numbers of documents."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from wikic.model.answer import Answer, Evidence, Group, Near, Short
from wikic.model.page import Fact
from wikic.navigate.ask.agent.fact_handles import LINK, Handles, Numbering, Shown
from wikic.navigate.ask.agent.run_record import Draft, Ended
from wikic.navigate.ask.answer.compose import cited_documents
from wikic.navigate.library import Library

_URL: Final = re.compile(r"(?:(?:https?|ftp):|www\.)[^\s<>()\[\]]+", re.IGNORECASE)
_NEAREST: Final = 5  # pages

LINKS_LEFT_OUT: Final = "links that no cited fact holds were left out"


def write_answer(
    question: str, draft: Draft, handles: Handles, library: Library, near: tuple[Near, ...] = ()
) -> tuple[Answer, tuple[str, ...]]:
    """The answer for a draft whose citations all hold, and what there is to say about it."""
    found = [_make_evidence(handles[handle], library) for handle in draft.cited]
    answer, notes = in_words(question, draft, handles, [each for each, _ in found], near)
    gone = [f"{each.page}#^{each.fact}" if each.fact else each.page for each, changed in found if changed]
    if gone:
        notes = (*notes, f"changed while it was read: {', '.join(gone)}")
    return replace(answer, sources=tuple(cited_documents(answer.evidence, library))), notes


def in_words(
    question: str, draft: Draft, handles: Handles, evidence: Sequence[Evidence], near: tuple[Near, ...] = ()
) -> tuple[Answer, tuple[str, ...]]:
    """The same where it is known what the draft cites: ``evidence``, in its order. It names no sources."""
    draft, cleaned = _without_links(draft, [handles[handle] for handle in draft.cited])
    numbering = Numbering(handles)
    for handle in draft.cited:
        numbering.text(f"[{handle}]")
    places = tuple(range(len(evidence)))
    answer = Answer(
        question=question,
        answered=draft.says,
        short=Short(draft.shown, places, bool(draft.implied)) if draft.says and draft.short else None,
        evidence=tuple(evidence),
        groups=(Group("", places),) if places else (),
        nearest=() if draft.says else near,
        explanation=numbering.text(draft.explanation),
    )
    return answer, (LINKS_LEFT_OUT,) if cleaned else ()


def finish_answer(plain: Answer, ended: Ended, library: Library) -> Answer:
    """The answer of a run, or ``plain``, found without a model, where the run has none."""
    run = ended.run
    if run.draft is None:
        return replace(plain, notes=run.notes)
    near = plain.nearest or _nearest_pages(run.pages, library)
    answer, notes = write_answer(plain.question, run.draft, ended.handles, library, near)
    return replace(answer, by="agent" if run.looked else "model", notes=(*run.notes, *notes))


def _nearest_pages(pages: tuple[str, ...], library: Library) -> tuple[Near, ...]:
    """Pages that were read for a question that the wiki does not answer."""
    entries = ((path, library.entry(path)) for path in pages[:_NEAREST])
    return tuple(Near(path, entry.title, entry.summary) for path, entry in entries if entry is not None)


def _make_evidence(shown: Shown, library: Library) -> tuple[Evidence, bool]:
    """The fact as its page has it now, as it was read where it is gone; and whether it is."""
    view = library.view(shown.page)
    fact: Fact | None = None
    if view is not None and shown.fact:
        fact = next((each for each in view.facts if each.id == shown.fact), None)
    if fact is None:
        fact = Fact(shown.fact, shown.text, shown.citations, kind=shown.kind, holder=shown.holder)
        lost = bool(shown.fact)
    else:
        lost = False
    source, quote = _find_quote(fact, library)
    title = library.title(shown.page) if view is not None else source
    return (
        Evidence(
            page=shown.page,
            title=title,
            fact=fact.id,
            text=fact.text,
            citations=fact.citations,
            source=source,
            quote=quote,
            score=1.0,
            kind=fact.kind,
            holder=fact.holder,
            heading=library.heading(shown.page, fact),
        ),
        lost,
    )


def _find_quote(fact: Fact, library: Library) -> tuple[str, str]:
    """Title of the first document cited and the block's text; the sentence itself where it is one."""
    for citation in fact.citations[:1]:
        digest = library.digest(citation.digest)
        if digest is not None:
            quoted = next(iter(library.quotes(fact)), "")
            return digest.title, quoted or ("" if fact.id else fact.text)
    return "", ""


def _without_links(draft: Draft, cited: list[Shown]) -> tuple[Draft, bool]:
    """``draft`` without addresses that stand in no fact it cites; of a Markdown link its words are kept."""
    known = {url for each in cited for url in _URL.findall(each.text)}

    def plain(match: re.Match[str]) -> str:
        if match.group() in known:
            return match.group()
        return match[1] or ""

    short, explanation = LINK.sub(plain, draft.short), LINK.sub(plain, draft.explanation)
    changed = (short, explanation) != (draft.short, draft.explanation)
    return replace(draft, short=short.strip(), explanation=explanation), changed
