"""``wiki_links``: where a page leads and what leads to it, with the relation that says so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from msgspec import Meta

from wikic import layout
from wikic.graph.wiki_graph import EdgeKind
from wikic.navigate.library import Library
from wikic.navigate.tools.arguments import After, Taken
from wikic.navigate.tools.result import Problem, Reading, Result, not_found

NAME: Final = "wiki_links"
DESCRIPTION: Final = (
    "The pages that a page is related to, links to or mentions, and those that link to it, each with the "
    "relation and a one-line summary. Use it to go on from a page, and to list what has some relation to it."
)


class Arguments(Taken, frozen=True):
    page: Annotated[str, Meta(description="Path, name or [[link]] of a page.")]
    label: Annotated[
        str, Meta(description="Only relations whose label holds these words, such as `born in`.")
    ] = ""
    after: After = ""
    limit: Annotated[int, Meta(description="How many pages.", ge=1, le=200)] = 30


@dataclass(frozen=True, slots=True)
class Linked:
    """A page at the other end of a link.

    path: page path, or the target as written where there is no such page.
    title, summary: of the page.
    kind: the strongest there is between the two.
    labels: of relations, read from the page that was asked for to this one.
    back_labels: of relations that only the other page states, read from it to the page asked for.
    outward: whether the page that was asked for states the link.
    exists: whether there is such a page.
    read: whether this reader has read it.
    """

    path: str
    title: str
    summary: str
    kind: EdgeKind
    labels: tuple[str, ...]
    back_labels: tuple[str, ...]
    outward: bool
    exists: bool
    read: bool


@dataclass(frozen=True, slots=True)
class LinksResult:
    """The links of a page.

    path, title: of the page.
    links: relations first, then links, then mentions; by label, then by path.
    first: number of the first shown, from 0.
    total: how many pages it is linked with.
    next: cursor of what follows, or "".
    """

    path: str
    title: str
    links: tuple[Linked, ...]
    first: int
    total: int
    next: str

    @property
    def ok(self) -> bool:
        """Whether there is any link."""
        return bool(self.links)

    def text(self) -> str:
        """One line a page: the relation, the page, its summary."""
        lines = [f"# Links of {self.title} ({self.path}, {self.total:,})"]
        for link in self.links:
            seen = " (read)" if link.read else "" if link.exists else " (no page)"
            summary = f" -- {link.summary}" if link.summary else ""
            lines.append(f"- {_describe_relation(link)}: [[{layout.stem(link.path)}]]{seen}{summary}")
        if not self.links:
            lines.append("None.")
        if self.next:
            rest = self.total - self.first - len(self.links)
            lines.append(f"{rest:,} more: call again with after={self.next!r}")
        return "\n".join(lines)


def run(library: Library, asked: Arguments, reading: Reading) -> Result:
    """The tool; arguments are checked."""
    found = library.resolve(asked.page)
    path = found.path
    if path is None or library.view(path) is None:
        return not_found(library, asked.page, found)
    every = _list_links(library, path, reading)
    wanted = asked.label.casefold()
    if wanted:
        every = [each for each in every if any(wanted in name for name in (*each.labels, *each.back_labels))]
        if not every:
            return Problem(
                f"{library.title(path)} has no relation {asked.label!r}.", next="Ask without a label."
            )
    first = int(asked.after) if asked.after.isdecimal() else 0
    taken = tuple(every[first : first + asked.limit])
    reading.offer(*(link.path for link in taken if link.exists), origin="link")
    end = first + len(taken)
    following = str(end) if end < len(every) else ""
    return LinksResult(path, library.title(path), taken, first, len(every), following)


def _list_links(library: Library, path: str, reading: Reading) -> list[Linked]:
    graph = library.graph
    outward: dict[str, list[tuple[EdgeKind, str]]] = {}
    inward: dict[str, list[tuple[EdgeKind, str]]] = {}
    for edge in graph.out(path):
        outward.setdefault(edge.target, []).append((edge.kind, edge.label))
    for back in graph.backlinks(path):
        if back.source not in outward:
            inward.setdefault(back.source, []).append((back.kind, back.label))
    rows = [
        _describe_linked(library, reading, other, edges, outward=True) for other, edges in outward.items()
    ]
    rows += [
        _describe_linked(library, reading, other, edges, outward=False) for other, edges in inward.items()
    ]
    order: tuple[EdgeKind, ...] = ("relation", "link", "mention")
    return sorted(rows, key=lambda row: (order.index(row.kind), row.labels or row.back_labels, row.path))


def _describe_linked(
    library: Library, reading: Reading, other: str, edges: list[tuple[EdgeKind, str]], *, outward: bool
) -> Linked:
    entry = library.entry(other)
    labels = tuple(label for _, label in edges if label)
    kinds = {kind for kind, _ in edges}
    strongest: EdgeKind = "relation" if "relation" in kinds else "link" if "link" in kinds else "mention"
    return Linked(
        path=other,
        title=library.title(other),
        summary=entry.summary if entry is not None else "",
        kind=strongest,
        labels=labels if outward else (),
        back_labels=() if outward else labels,
        outward=outward,
        exists=entry is not None,
        read=other in reading.pages,
    )


def _describe_relation(link: Linked) -> str:
    if link.labels:
        return ", ".join(link.labels)
    if link.back_labels:
        return f"calls this its {', '.join(link.back_labels)}"
    return (
        {"relation": "related", "link": "links to", "mention": "mentions"}[link.kind]
        if link.outward
        else "linked from"
    )
