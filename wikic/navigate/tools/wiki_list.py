"""``wiki_list``: directories with counts, and the pages of one, section by section."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Final

from msgspec import Meta

from wikic import layout
from wikic.navigate.indexes.catalogue_view import Directory, Listed
from wikic.navigate.library import Library
from wikic.navigate.tools.arguments import USUAL_TOKENS, After, Taken, max_tokens
from wikic.navigate.tools.result import Problem, Reading, Result, count_tokens
from wikic.text.normalise import fold_name

NAME: Final = "wiki_list"
DESCRIPTION: Final = (
    "List what the wiki holds. Without a directory: the directories with what belongs there and how many "
    "pages they hold. With one: the directories in it, its sections with counts and its pages, each with "
    "aliases and summary. Use it to browse, and for questions that ask which, how many or for a list. Go on "
    "with `after`."
)


class Arguments(Taken, frozen=True):
    directory: Annotated[
        str, Meta(description="A directory such as `people` or `people/rulers`; empty for the whole wiki.")
    ] = ""
    section: Annotated[str, Meta(description="Only this section of the directory.")] = ""
    tag: Annotated[str, Meta(description="Only pages with this tag.")] = ""
    after: After = ""
    max_tokens: Annotated[int, max_tokens(20_000)] = USUAL_TOKENS


_MAX_ALIASES: Final = 3  # names shown of a page
_MAX_TAGS: Final = 3  # tags shown of a page


@dataclass(frozen=True, slots=True)
class WikiRead:
    """The whole wiki at a glance.

    title: of the wiki.
    overview: what it is about.
    directories: all of them, by path.
    """

    title: str
    overview: str
    directories: tuple[Directory, ...]

    @property
    def ok(self) -> bool:
        """Whether there is any page."""
        return bool(self.directories)

    def text(self) -> str:
        """Title, overview, one line per directory that lies in no other."""
        lines = [f"# {self.title or 'Wiki'}"]
        if self.overview:
            lines.append(f"> {self.overview}")
        lines.append("")
        for each in self.directories:
            if "/" in each.path:  # listed where they lie: a wiki may have hundreds
                continue
            about = f" -- {each.description}" if each.description else ""
            inside = sum(1 for other in self.directories if other.path.startswith(f"{each.path}/"))
            nested = f" in {inside:,} director{'y' if inside == 1 else 'ies'}" if inside else ""
            lines.append(f"- {each.path}/ ({_count_pages(each.pages + each.below)}{nested}){about}")
        if not self.directories:
            lines.append("This wiki holds no page yet.")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class DirectoryRead:
    """A directory, or a part of one.

    path, title, description: of the directory.
    directories: those right below it, with counts.
    sections: pairs of heading and number of pages, where its index has sections.
    entries: the pages shown.
    first: number of the first page shown, from 0.
    total: pages there are, after filters.
    next: cursor of what follows, or "".
    """

    path: str
    title: str
    description: str
    directories: tuple[Directory, ...]
    sections: tuple[tuple[str, int], ...]
    entries: tuple[Listed, ...]
    first: int
    total: int
    next: str

    @property
    def ok(self) -> bool:
        """Whether a page or directory is shown."""
        return bool(self.entries or self.directories)

    def head(self) -> str:
        """Title and counts."""
        lines = [
            f"# {self.title} ({f'{self.path}/, ' if self.path else ''}{_count_pages(self.total)})"
            + (" (continued)" if self.first else "")
        ]
        if self.first:
            return lines[0]
        if self.description:
            lines.append(f"> {self.description}")
        lines += [f"- {each.path}/ ({_count_pages(each.pages + each.below)})" for each in self.directories]
        if len(self.sections) > 1:
            lines.append(
                "Sections: " + "; ".join(f"{name or 'Other'} ({count:,})" for name, count in self.sections)
            )
        return "\n".join(lines)

    def text(self) -> str:
        """Head, then pages under their sections."""
        lines = [self.head(), ""]
        section: str | None = None
        for entry in self.entries:
            if entry.section != section and len(self.sections) > 1:
                lines.append(f"## {entry.section or 'Other'}")
            section = entry.section
            lines.append(entry_line(entry))
        rest = self.total - self.first - len(self.entries)
        if rest > 0:
            lines.append(f"{rest:,} more" + (f": call again with after={self.next!r}" if self.next else ""))
        return "\n".join(lines)


def entry_line(entry: Listed) -> str:
    """``- [[Stem]] (alias, alias) -- summary #tag``."""
    stem = layout.stem(entry.path)
    names = [*([entry.title] if layout.page_stem(entry.title) != stem else []), *entry.aliases[:_MAX_ALIASES]]
    known = f" ({', '.join(names)})" if names else ""
    summary = f" -- {entry.summary}" if entry.summary else ""
    return f"- [[{stem}]]{known}{summary}" + "".join(
        f" #{layout.slug(tag)}" for tag in entry.tags[:_MAX_TAGS]
    )


def run(library: Library, asked: Arguments, reading: Reading) -> Result:
    """The tool; arguments are checked."""
    directory = directory_of(library, asked.directory)
    if not directory and not (asked.tag or asked.after) and not library.has_directory(""):
        title, overview = library.overview()
        return WikiRead(title, overview, library.directories())
    if not directory:
        directory = asked.after.partition("@")[0]
    return read_directory(
        library,
        directory,
        reading,
        Selection(asked.after.partition("@")[2], asked.section, asked.tag),
        limit=asked.max_tokens,
    )


def directory_of(library: Library, name: str) -> str:
    """A directory as people and models write it: ``people/``, ``wiki/people/_index.md``, ``index``.

    In a vault an index is a page, and ``wiki/`` a directory like any other.
    """
    if library.tree.adopted:
        path = name.strip().strip("/")
        return "" if path == "." else path
    path = name.strip().strip("/").removesuffix(".md").removeprefix(f"{layout.WIKI_DIR}/")
    if path in (layout.WIKI_DIR, layout.ROOT_INDEX, layout.DIRECTORY_INDEX, "."):
        return ""
    return path.removesuffix(f"/{layout.DIRECTORY_INDEX}")


@dataclass(frozen=True, slots=True)
class Selection:
    """Which pages of a directory are asked for.

    after: the stem that they stand behind. section, tag: theirs; "" for all.
    """

    after: str = ""
    section: str = ""
    tag: str = ""


def read_directory(
    library: Library, path: str, reading: Reading, selection: Selection, *, limit: int
) -> DirectoryRead | Problem:
    """The selected pages of a directory within ``limit`` tokens, at least one of them."""
    section, tag = selection.section, selection.tag
    there = library.directory_names()
    if not library.has_directory(path):
        if not path:
            return Problem("A tag or cursor needs a directory.", there, "Name one of these directories.")
        return Problem(f"There is no directory {path[:200]!r}.", there, "Call wiki_list with one of these.")
    here = library.directory(path)
    entries = [
        entry
        for entry in library.entries(path)
        if (not section or fold_name(entry.section or "Other") == fold_name(section))
        and (not tag or any(_show_tag(own) == _show_tag(tag) for own in entry.tags))
    ]
    counts: dict[str, int] = {}
    for entry in entries:
        counts[entry.section] = counts.get(entry.section, 0) + 1
    first = _list_position(entries, selection.after)
    below = tuple(library.directory(each) for each in there if layout.directory(each) == path)
    shown = DirectoryRead(
        path, here.title, here.description, below, tuple(counts.items()), (), first, len(entries), ""
    )
    left = limit - count_tokens(shown.head())
    end = first
    while end < len(entries):
        left -= count_tokens(entry_line(entries[end])) + 1
        if left < 0 and end > first:
            break
        end += 1
    taken = tuple(entries[first:end])
    reading.offer(*(entry.path for entry in taken), origin="link")
    cursor = f"{path}@{layout.stem(taken[-1].path)}" if taken and end < len(entries) else ""
    if not entries and (section or tag):
        headings = tuple(dict.fromkeys(entry.section for entry in library.entries(path) if entry.section))
        return Problem(f"No page in {path or '.'}/ has this {'section' if section else 'tag'}.", headings)
    return replace(shown, entries=taken, next=cursor)


def _list_position(entries: list[Listed], after: str) -> int:
    """Where a list goes on behind the page of a stem, or behind where it would stand."""
    if not after:
        return 0
    for at, entry in enumerate(entries):
        if layout.stem(entry.path) == after:
            return at + 1
    return sum(layout.stem(entry.path) < after for entry in entries)


def _show_tag(tag: str) -> str:
    return layout.slug(tag.lstrip("#")).casefold()


def _count_pages(count: int) -> str:
    return f"{count:,} page{'' if count == 1 else 's'}"
