"""What becomes of facts that a person reworded when their document is extracted anew.

In a list what the person changed and what the document changed are merged, ticks of tasks above all.
Elsewhere the person's words stay on the page, and hide what the document says now: that is told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from wikic import layout
from wikic.markdown.bullet_lines import to_markdown, without_boxes
from wikic.model.digest import Digest
from wikic.model.page import Overlay
from wikic.model.statement import Statement
from wikic.text.normalise import normalise
from wikic.wiki.changes_on_disk import Notice, hidden_words
from wikic.wiki.merging.list_lines import alike, merge

_Pages = Iterable[tuple[str, str, Overlay]]  # group, page path and overlay


@dataclass(frozen=True, slots=True)
class Reworded:
    """A fact of a document that is extracted anew, in a person's words.

    path: of the page it stands on.
    id: of the statement.
    words: the person's.
    """

    path: str
    id: str
    words: str


@dataclass(frozen=True, slots=True)
class Followed:
    """Where the words of reworded lists go.

    renamed: old statement id to new.
    words: old statement id and the person's words to the words they are now, "" for the document's own.
    """

    renamed: dict[str, str]
    words: dict[tuple[str, str], str]


def reworded(pages: _Pages, digests: Iterable[Digest]) -> list[Reworded]:
    """The reworded facts that rest on these digests, in the order of pages."""
    ids = {each.id for digest in digests for each in digest.statements}
    if not ids:
        return []
    return [
        Reworded(path, each, words)
        for _, path, overlay in sorted(pages, key=lambda page: page[1])
        for each, words in overlay.rewordings
        if each in ids
    ]


def followed(
    worded: Sequence[Reworded], pairs: Iterable[tuple[Digest, Digest]], renamed: Mapping[str, str]
) -> Followed:
    """What becomes of the words of reworded lists where the new digests say others.

    pairs: the old and the new digest of each document. renamed: old statement id to new.
    """
    wanted = {each.id for each in worded}
    found = Followed({}, {})
    for old, new in pairs if wanted else ():
        now = {each.id: each for each in new.statements}
        taken = {*(each.id for each in old.statements), *renamed.values()}
        for statement in old.statements:
            if statement.id not in wanted or statement.id in now or statement.holder:
                continue
            partner = now.get(renamed.get(statement.id, "")) or _partner(statement, new.statements, taken)
            if partner is None or partner.holder:
                continue
            said = to_markdown(partner.text)
            for each in worded:
                if each.id == statement.id:
                    words = merge(to_markdown(statement.text), each.words.split("\n"), said)
                    if words is not None:
                        taken.add(partner.id)
                        found.renamed[each.id] = partner.id
                        found.words[each.id, each.words] = "\n".join(words) if words != said else ""
    return found


def _partner(old: Statement, statements: Iterable[Statement], taken: Collection[str]) -> Statement | None:
    """The list or task that ``old`` is now, of those that are no other statement's, None where it is gone.

    A list is the one with which it shares most blocks, whatever was changed in it; a single task the one that
    says most of the same words.
    """
    if "\n" in old.text:
        kinship = [(float(len({*each.blocks} & {*old.blocks})), each) for each in statements]
        near = [(kin, each) for kin, each in kinship if "\n" in each.text or _is_tasks(each)]
    elif _is_tasks(old):
        near = [(alike(old.text, each.text), each) for each in statements if _is_tasks(each)]
    else:
        return None
    free = [(kin, each) for kin, each in near if kin and each.id not in taken]
    return max(free, key=lambda each: each[0], default=(0.0, None))[1]


def _is_tasks(statement: Statement) -> bool:
    return without_boxes(statement.text) != statement.text


def moved_on(
    before: Iterable[Reworded], renamed: Mapping[str, str], digests: Iterable[Digest], pages: _Pages
) -> Iterator[Notice]:
    """A notice for each of them that says something else now, or that nothing says any more.

    before: without those that were merged. renamed: old statement id to new. digests, pages: as they are now.
    """
    before = list(before)
    if not before:
        return
    texts = {each.id: each.text for digest in digests for each in digest.statements}
    cited = {each for _, _, overlay in pages for each, _ in overlay.rewordings}
    for each in before:
        file, new = layout.page_file(each.path), renamed.get(each.id)
        if new in texts:
            if each.id not in texts and normalise(texts[new]) != normalise(each.words):
                yield hidden_words(file, texts[new], each.words)
        elif each.id not in cited:
            yield hidden_words(file, "", each.words)
