"""``wikic export skills``: a wiki as a forest of skills that an agent walks (Corpus2Skill)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wikic import layout
from wikic.errors import UsageError
from wikic.export.skills.entry import Entry, entries
from wikic.export.skills.files import Writing, skill_files, skill_name
from wikic.export.skills.folder import write_skills
from wikic.export.skills.forest import MAX_BYTES, MAX_SKILLS, Branch, Fitted, Shape, fitted, roots
from wikic.export.skills.wording import Phrasing, phrasing_for, worded
from wikic.navigate.library import Library
from wikic.progress import Progress, Silent

Reworder = Callable[[Sequence[Branch], Progress], Sequence[Branch]]
"""Gives groups that rules worded the labels and overviews of a model."""


@dataclass(frozen=True, slots=True)
class Options:
    """How the skills are made.

    shape: of the tree. compact: whether leaves are sections of the file above them.
    force: as ``write_skills`` has it.
    """

    shape: Shape
    compact: bool = False
    force: bool = False


@dataclass(frozen=True, slots=True)
class ExportedSkill:
    """A skill that was written.

    name: of its directory. label: what a reader calls it.
    documents, files, bytes, levels: how much it holds.
    bundled: whether the documents of a leaf share a file.
    """

    name: str
    label: str
    documents: int
    files: int
    bytes: int
    levels: int
    bundled: bool


@dataclass(frozen=True, slots=True)
class ExportedSkills:
    """An export.

    path: of the directory. skills: in order of name.
    changed, gone: files that were written and that went.
    """

    path: str
    skills: tuple[ExportedSkill, ...]
    changed: int
    gone: int


def export_skills(
    library: Library,
    out: Path,
    options: Options,
    *,
    reword: Reworder | None = None,
    progress: Progress | None = None,
) -> ExportedSkills:
    """Write ``library`` into ``out`` as skills.

    reword: a model's words for the groups; rules word them without it.

    Raises UsageError where ``out`` cannot be used or a skill cannot be made to fit, DiskError when the disk
    refuses, and what ``reword`` raises; ``out`` is then as it was.
    """
    progress = progress or Silent()
    _check(library.root, out, options.shape)
    found = entries(library, progress)
    if not found:
        raise UsageError("the wiki holds no page yet", hint="wikic compile DOCUMENTS")
    phrasing = phrasing_for(found)
    forest = _planted(found, options, phrasing, progress)
    if reword is not None:
        said = reword([each.branch for each in forest], progress)
        forest = [replace(each, branch=branch) for each, branch in zip(forest, said, strict=True)]
    title = library.overview()[0] or "Wiki"
    writing = Writing(title, options.compact, phrasing)
    skills: dict[str, dict[str, str]] = {}
    listed: list[ExportedSkill] = []
    for number, each in enumerate(sorted(forest, key=lambda each: each.branch.label.casefold())):
        name = skill_name(number, each.branch.name)
        skills[name] = skill_files(name, each, writing)
        listed.append(measured(name, each, skills[name]))
    progress.phase("land", None)
    done = write_skills(out, skills, force=options.force)
    return ExportedSkills(str(out), tuple(listed), done.changed, done.gone)


def _check(root: Path, out: Path, shape: Shape) -> None:
    if out.resolve().is_relative_to((root / layout.WIKI_DIR).resolve()):
        raise UsageError(f"{out} lies in the wiki: its files would be pages", hint="name a directory outside")
    if not 1 <= shape.roots <= MAX_SKILLS:
        raise UsageError(f"--roots takes 1 to {MAX_SKILLS}: no provider takes more skills at once")
    if shape.branching < 2:
        raise UsageError("--branching takes 2 or more")


def _planted(
    entries: Sequence[Entry], options: Options, phrasing: Phrasing, progress: Progress
) -> list[Fitted]:
    """The roots with their groups, worded by rules."""
    progress.phase("cluster", len(entries))
    found: list[Fitted] = []
    for each in roots(entries, options.shape):
        made = fitted(each, options.shape, compact=options.compact)
        found.append(replace(made, branch=worded(made.branch, phrasing)))
        progress.advance(len(each.entries))
    return found


def measured(name: str, made: Fitted, files: dict[str, str]) -> ExportedSkill:
    """How much a skill holds. Raises UsageError where that is more than providers take."""
    size = sum(len(text.encode("utf-8", "replace")) for text in files.values())
    if size > MAX_BYTES:
        raise UsageError(
            f"{name} would have {size / 1e6:,.1f} MB; providers take {MAX_BYTES // 1_000_000}",
            hint="more --roots, or a wiki divided in two",
        )
    branch = made.branch
    return ExportedSkill(
        name, branch.label, len(branch.entries), len(files), size, branch.level, made.bundled
    )
