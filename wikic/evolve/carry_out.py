"""What a safe change decides, and carrying it out: fold by the decisions, hold the result against the wiki
as it stands, land it or refuse.

Pages and directories are found by the names people have for them.

Digests are not touched, so every fact can only be where its entity is; that none is lost is checked all the
same, on the bytes that would be written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.compiler.batch_steps import Land
from wikic.compiler.options import Options
from wikic.compiler.report import Report, Tally, report_of
from wikic.compiler.writer import Writer
from wikic.errors import RefusedError, UsageError
from wikic.graph.resolve import Ladder, PageNames
from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import WikiView
from wikic.model.change import ChangeSet, Delete, Move
from wikic.model.finding import Finding
from wikic.model.page import Overlay
from wikic.model.schema import Identity, Schema
from wikic.wiki import page_read, schema_file
from wikic.wiki.fold.resolve import GroupId
from wikic.wiki.journal import Faults, no_fault
from wikic.wiki.page_read import PageOnDisk
from wikic.wiki.schema_file import Decided, require
from wikic.wiki.tree import Tree
from wikic.wiki.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Decisions:
    """Everything a change of the wiki's shape decides; the fold carries it out.

    reason: one line, for the journal and reports.
    schema, identity: as they will stand.
    homes: pairs of page path and the directory it is moved to, None for the one the rules give.
    titles: pairs of page path and the title it is given.
    own: pairs of page path and new page path, of pages that people wrote themselves.
    """

    reason: str
    schema: Schema
    identity: Identity
    homes: tuple[tuple[str, str | None], ...] = ()
    titles: tuple[tuple[str, str], ...] = ()
    own: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """A page.

    path: page path.
    group: the group whose page it is, "" for one that people wrote themselves.
    title: as it stands on the page.
    """

    path: str
    group: GroupId
    title: str


def directory_named(space: Workspace, name: str) -> str | None:
    """The directory of knowledge pages that ``name`` means, or None."""
    plain = name.strip().strip("/").removeprefix(f"{layout.WIKI_DIR}/").removesuffix(".md")
    plain = plain.removesuffix(f"/{layout.DIRECTORY_INDEX}")
    holding = {layout.directory(path) for path in space.state.pages}
    return plain if space.schema.dimension(plain) is not None or plain in holding else None


def list_directories(space: Workspace) -> str:
    """The directories there are, for a hint: those that lie in no other, and how many more."""
    names = {*(each.name for each in space.schema.dimensions), *map(layout.directory, space.state.pages)}
    top = sorted(name for name in names if name and "/" not in name)
    nested = sum(1 for name in names if "/" in name)
    return ", ".join(top) + (f" and {nested:,} below them" if nested else "")


def page_named(space: Workspace, name: str) -> Named:
    """The page that a path, stem, title or alias means. Raises UsageError for none and for several."""
    groups = {path: group for group, path, _ in space.fold.pages()}
    titles = {path: overlay.title for _, path, overlay in space.fold.pages()}

    def title(path: str) -> str:
        group = groups.get(path, "")
        return titles.get(path) or (space.fold.groups.title_of(group) if group else layout.stem(path))

    overlays = {path: overlay for _, path, overlay in space.fold.pages()}
    ladder = Ladder.of(
        PageNames(
            path, title(path), record.entry.aliases, overlays[path].redirects if path in overlays else ()
        )
        for path, record in space.state.pages.items()
    )
    bare = name.strip().removeprefix("[[").removesuffix("]]")
    found = ladder.resolve(bare)
    if not found.paths and "/" in bare:  # the path of a page that has moved since
        found = ladder.resolve(layout.stem(bare))
    if found.path is None:
        raise _unnamed_error(space, name, found.paths)
    return Named(found.path, groups.get(found.path, ""), title(found.path))


def _unnamed_error(space: Workspace, name: str, paths: Sequence[str]) -> UsageError:
    """Why a name does not mean one page, and what to do."""
    if paths:
        several = ", ".join(paths[:5]) + (", …" if len(paths) > 5 else "")
        return UsageError(f"{name!r} means several pages: {several}", hint="name it by its path")
    if directory_named(space, name) is not None:
        return UsageError(
            f"{name!r} is a directory, and a page is needed; nothing was changed",
            hint=f"`wikic read {name}` lists its pages",
        )
    return UsageError(f"no page is called {name!r}", hint="`wikic search` finds pages by their words")


# A link in people's words by the old name of a page: what a redirect is for, and `wikic fix` rewrites it.
FOLLOWED: Final = "L005"


def find_losses(tree: Tree, changes: ChangeSet) -> list[str]:
    """What stands on the pages a change touches and would stand nowhere after it, in words."""
    before: set[str] = set()
    after: set[str] = set()
    gone: set[str] = set()
    ways: set[str] = set()
    for change in changes.changes:
        path = layout.page_path(change.path)
        if not layout.is_knowledge_page(path) or isinstance(change, Move):
            continue
        data = tree.read(change.path)
        if data is not None:
            before |= set(_held_texts(page_read.parse(data, path)))
            gone.add(layout.stem(path))
        if not isinstance(change, Delete):
            page = page_read.parse(change.content, path)
            after |= set(_held_texts(page))
            ways |= {layout.stem(path), *page.texts("redirects")}
    return sorted(before - after) + [f"the way in by [[{stem}]]" for stem in sorted(gone - ways)]


def _held_texts(page: PageOnDisk) -> Iterator[str]:
    """Facts with each citation, and people's words, of one page."""
    for bullet in page.bullets:
        yield f"the fact ^{bullet.id} ({bullet.markdown})"
        if bullet.below:
            yield f"what people wrote below ^{bullet.id}: {bullet.below.strip()}"
    for line in page.sources:
        yield f"the source {line.digest}"
    for own in page.own:
        yield f"what people wrote: {own.text}"
    for section in page.sections:
        yield f"the section {section.heading}: {section.body}"


def new_findings(before: WikiView, after: WikiView) -> list[Finding]:
    """Findings of a kind on a page, or of a kind on all indexes, that were fewer before.

    A page is known by its stem: where it lies may change. That a large directory became several is no new
    finding while there are no more of them.
    """
    known = Counter(map(_finding_key, lint(before)))
    found: list[Finding] = []
    for finding in lint(after):
        key = _finding_key(finding)
        known[key] -= 1
        if known[key] < 0 and finding.code != FOLLOWED:
            found.append(finding)
    return found


def _finding_key(finding: Finding) -> tuple[str, str]:
    path = layout.page_path(finding.path)
    # Of two pages that are alike, the one that comes later by path is reported: which one may change.
    whole = layout.is_index(path) or finding.code.startswith("D")
    return finding.code, "" if whole else layout.stem(path)


Decide = Callable[[Workspace], Decisions | None]


def carry_out(root: Path, options: Options, decide: Decide, *, faults: Faults = no_fault) -> Report:
    """Have ``decide`` look at the wiki, fold by what it decides, and land that, all in one ChangeSet.

    decide: None when there is nothing to do. What people changed on disk has been folded in by then.

    Raises UsageError as ``decide`` does, RefusedError when the change would lose something or bring a
    finding (nothing is changed then), and what opening and writing a wiki raises.
    """
    require(root)
    tally = Tally()
    writer = Writer(root, options, tally, faults)
    with writer.turn():
        space = Workspace.open(root, options.title)
        if not options.dry_run:  # a change of its own, so that reverting ours keeps what people did
            space = writer.land(space, space.propose("fold what changed on disk"))
        carry_on(space, writer.land, options, decide)
        return report_of(tally, options)


def carry_on(space: Workspace, land: Land, options: Options, decide: Decide) -> Workspace:
    """``carry_out`` inside a writer's turn, which lands by ``land``; returns the workspace to go on with."""
    decisions = decide(space)
    if decisions is None:
        return space
    after, changes = plan_workspace(space, options.title, decisions)
    return land(after, changes)


def plan_workspace(space: Workspace, title: str, decisions: Decisions) -> tuple[Workspace, ChangeSet]:
    """The workspace by these decisions and what they change; nothing is landed.

    title: heading of the root index. Raises RefusedError as ``carry_out`` does.
    """
    tree = space.tree
    after = Workspace.open(tree.root, title, _apply_decisions(space, decisions), tree)
    amend_pages(after, decisions)
    changes = after.propose(decisions.reason)
    check_changes(after, changes)
    return after, changes


def _apply_decisions(space: Workspace, decisions: Decisions) -> Decided:
    there = Decided.of(space.tree)
    schema, identity = there.schema, there.identity
    if decisions.schema != space.schema:
        schema = schema_file.updated(schema, decisions.schema)
    if decisions.identity != schema_file.parse_identity(identity):
        identity = schema_file.updated(identity, decisions.identity)
    return Decided(schema, identity)


def amend_pages(space: Workspace, decisions: Decisions) -> None:
    """Give single pages what was decided for them, as a person would on the page."""
    groups = {path: group for group, path, _ in space.fold.pages()}
    for path, home in decisions.homes:
        space.fold.amend(groups[path], partial(_house_page, home=home))
    for path, title in decisions.titles:
        group = groups[path]
        own = space.fold.groups.title_of(group)
        space.fold.amend(group, partial(_title_page, title=title, stem=layout.stem(path), own=own))
    for path, target in decisions.own:
        space.relocate(path, target)


def _house_page(overlay: Overlay, *, home: str | None) -> Overlay:
    return replace(overlay, home=home)


def _title_page(overlay: Overlay, *, title: str, stem: str, own: str) -> Overlay:
    """The overlay of a page that was called ``stem`` and gets a title; its ``own`` is no change at all."""
    if title == own:
        return replace(overlay, title=None, redirects=())
    slugs = (stem, layout.page_stem(own))
    before = [each for each in dict.fromkeys((*overlay.redirects, *slugs)) if each != layout.page_stem(title)]
    return replace(overlay, title=title, redirects=tuple(before))


def check_changes(space: Workspace, changes: ChangeSet) -> None:
    """Raise RefusedError when the changes would lose something or bring a finding."""
    lost = find_losses(space.tree, changes)
    if lost:
        raise RefusedError(f"{changes.reason} would lose {lost[0]}; nothing was changed")
    before = WikiView.over(space.tree)
    found = new_findings(before, before.after(changes.changes))
    if found:
        first = found[0]
        more = f", and {len(found) - 1} more" if len(found) > 1 else ""
        raise RefusedError(
            f"{changes.reason} would bring a finding: {first.path}: {first.code} {first.message}{more}; "
            "nothing was changed"
        )
