"""What waits for review, said to people."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from wikic.cli import console

if TYPE_CHECKING:
    from wikic.review.listing import Review, Waiting
    from wikic.review.showing import Fact, Shown

_PAGES: Final = 5  # named of each document in the list; `show` has them all
_MARKS: Final = {"new": "+", "kept": " ", "rejected": "x"}


def say_list(found: Review) -> None:
    """What waits, document by document."""
    if not found.waiting:
        console.say("nothing waits for review")
    else:
        console.say(f"{console.count(len(found.waiting), 'document')} for you to accept or reject:")
    for each in found.waiting:
        console.say()
        console.say_strong(each.key, f"  {each.title}")
        console.say(f"  {_counts(each)}")
        for page in each.pages[:_PAGES]:
            console.say(f"  {'+' if page.action == 'new' else '~'} {page.path}")
        if len(each.pages) > _PAGES:
            console.say(f"    … and {console.count(len(each.pages) - _PAGES, 'more page', 'more pages')}")
    if found.waiting:
        console.say()
        console.say("+ new page, ~ page that changes; wikic review show DOC, accept DOC, reject DOC")
    if found.rejected:
        console.say(f"{console.count(len(found.rejected), 'document')} rejected, until their text changes:")
        lines = [f"{each.key}{f': {each.reason}' if each.reason else ''}" for each in found.rejected]
        for line in console.listed(lines):
            console.say(line)


def _counts(each: Waiting) -> str:
    state = "a newer text of a source" if each.replaces else "a new source"
    rejected = f", {each.rejected:,} rejected" if each.rejected else ""
    return f"{state}, waiting since {each.since}: {console.count(each.facts, 'fact')}{rejected}"


def say_document(found: Shown, *, diff: bool) -> None:
    """One document, fact by fact, then the pages."""
    each = found.waiting
    console.say_strong(each.key, f"  {each.title}")
    console.say(_counts(each))
    for page, facts in groupby(found.facts, key=lambda fact: fact.page):
        console.say()
        console.say_strong(page or "(on no page)")
        for fact in facts:
            _say_fact(fact)
    if found.gone:
        console.say()
        console.say("no longer said by this document:")
        for text in found.gone:
            console.say(f"- {text}")
    if diff and found.pages:
        console.say()
        console.say(f"{console.count(len(found.pages), 'page')} would change, were it accepted alone:")
        for change in found.pages:
            console.say()
            console.say_text(change.diff.removesuffix("\n"))


def _say_fact(fact: Fact) -> None:
    holder = f"{fact.holder}: " if fact.holder else ""
    kind = "" if fact.kind == "fact" else f" ({fact.kind})"
    lines = f"{holder}{fact.text}".split("\n")
    console.say(f"{_MARKS[fact.state]} {fact.id}{kind} {lines[0]}")
    for line in lines[1:]:
        console.say(f"    {line}")
    for quote in fact.beside:
        console.say(f"    > {quote}")
    if fact.reason:
        console.say(f"    rejected: {fact.reason}")
