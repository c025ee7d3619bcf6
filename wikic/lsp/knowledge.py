"""One knowledge base while somebody writes in it: its findings, pages and names as they stand now; what
every page holds that others ask for, made once for each.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from heapq import nsmallest
from pathlib import Path
from typing import Final, TypeVar

from wikic import build_dir, layout
from wikic.config import Config
from wikic.errors import WikicError
from wikic.graph.resolve import fold_target
from wikic.lint.cache.run import lint_tree, objected_files
from wikic.lint.engine import Policy, Selection
from wikic.lint.gate import outcome
from wikic.lint.profile import VAULT, Profile
from wikic.lint.registry import RULES
from wikic.lint.vault.tree import VaultTree, is_left_out
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.text_lines import make_fingerprints
from wikic.lint.view.wiki_view import WikiView
from wikic.lsp.open_documents import OpenDocument, OpenDocuments, Positions
from wikic.lsp.place import Place
from wikic.lsp.under_cursor import frontmatter_links
from wikic.markdown.document import Heading
from wikic.markdown.source import decode
from wikic.model.finding import Finding
from wikic.model.link import Link
from wikic.wiki.tree import FileStat, Tree, TreeAfter, walk_files

# As Obsidian reads them: letters, digits, "_", "-" and "/", and not digits alone.
TAG: Final = re.compile(r"(?<![^\s(])#(?P<tag>(?=[\w/-]*[^\W\d])[\w/-]+)")


@dataclass(frozen=True, slots=True)
class Entry:
    """One page.

    stat: of the file, or of the text in the editor, that this was read from.
    links: in order, those of the frontmatter first.
    headings: in order.
    tags: of its frontmatter and of its text, without ``#``.
    """

    stat: FileStat
    links: tuple[Link, ...]
    headings: tuple[Heading, ...]
    tags: frozenset[str]


class PageIndex:
    """The entries of one tree, brought up to date when they are asked for."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._entries: dict[str, Entry] = {}

    def entries(self) -> Mapping[str, Entry]:
        """Every page and index by file path, as they stand now."""
        for _ in self.missing():
            pass
        return self._entries

    def missing(self) -> Iterator[str]:
        """Read what changed since it was last read, one file for each step; what is gone goes first."""
        knowledge = self._knowledge
        look = knowledge.look()
        kinds = look.view.state.kinds
        for file in self._entries.keys() - look.stats.keys():
            del self._entries[file]
        for file, stat in look.stats.items():
            entry = self._entries.get(file)
            if kinds.get(file) not in ("page", "index") or (entry is not None and entry.stat == stat):
                continue
            page = knowledge.page(file)
            if page is not None:
                self._entries[file] = self._entry(page, stat)
                look.view.state.forget([file])
            yield file

    def _entry(self, page: ParsedPage, stat: FileStat) -> Entry:
        document = page.document
        links = (*frontmatter_links(page), *document.links)
        return Entry(stat, links, document.headings, frozenset(self._tags(page)))

    def _tags(self, page: ParsedPage) -> Iterator[str]:
        for text in page.texts(*self._knowledge.profile.key_names("tags")):
            yield from filter(None, (tag.strip().removeprefix("#") for tag in text.split(",")))
        for found in TAG.finditer(page.text, page.body):
            if not page.in_code(found.start()):
                yield found["tag"]


Item = TypeVar("Item")


def best_matches(typed: str, items: Iterable[Item], name: Callable[[Item], str], most: int) -> list[Item]:
    """The items whose names hold the typed letters in their order, at most ``most``.

    A name that begins so comes first, then one with a word that does, one that holds it, and any other;
    the shorter first among equals.
    """
    wanted = fold_target(typed)
    if not wanted:
        return nsmallest(most, items, key=lambda item: (fold_target(name(item)), name(item)))
    scattered = re.compile(".*?".join(map(re.escape, wanted.replace(" ", ""))), re.S)
    ranked = []
    for item in items:
        folded = fold_target(name(item))
        at = folded.find(wanted)
        if at == 0:
            rank = 0
        elif at > 0:
            rank = 1 if not folded[at - 1].isalnum() else 2
        elif scattered.search(folded) is not None:
            rank = 3
        else:
            continue
        ranked.append(((rank, len(folded), folded), item))
    return [item for _, item in nsmallest(most, ranked, key=lambda each: each[0])]


Contents = Mapping[str, bytes | None]

_OF_FOLD: Final = frozenset(rule.code for rule in RULES if rule.scope == "fold")


@dataclass(frozen=True, slots=True)
class Look:
    """What the rules found, and in what.

    view: the files as they were then, texts of the editor included.
    findings: in order, as `wikic lint` would report them.
    stats: of the same files.
    """

    view: WikiView
    findings: tuple[Finding, ...]
    stats: Mapping[str, FileStat]


class Knowledge:
    """One tree. Every look costs what has changed since the last."""

    def __init__(self, place: Place, documents: OpenDocuments, scratch: Path, encoding: str) -> None:
        """``scratch``: a directory of its own, for what was found in files that stay as they are."""
        self.place = place
        self.encoding = encoding
        self.fault = ""  # why its configuration cannot be used
        self.listing = Listing(place)
        self._documents = documents
        self._settings()
        self._cache = scratch / layout.LINT_CACHE_FILE
        with suppress(OSError, WikicError):
            shutil.copyfile(build_dir.at(place.root) / layout.LINT_CACHE_FILE, self._cache)
        self._folded: tuple[Finding, ...] | None = None
        self._look: Look | None = None
        self._seen: dict[str, OpenDocument] = {}

    def _settings(self) -> None:
        place, self.judged = self.place, self.place.judged
        try:
            self.config = place.settings()
            self.policy = Policy.of(self.config.lint)
            lint = self.config.lint
            self.profile = Profile.of(lint)
            self.selection = Selection.of(self.profile, lint.select, (*lint.ignore, *self.policy.off))
        except WikicError as error:
            self.fault, self.judged = str(error), False
            self.config, self.policy = Config(), Policy({}, (), ())
            self.profile = VAULT
        if not self.judged:  # names are wanted, and no findings: the cheapest rule will do
            self.selection = Selection.of(self.profile, ("F001",))

    # --- findings -------------------------------------------------------------------------------------

    def disk_changed(self) -> None:
        """Files were written, came or went: list them again, and fold again before the next look."""
        self.listing.renew()
        self._folded = None
        self._look = None

    def look(self) -> Look:
        """The findings of the files and texts as they stand now."""
        now = self.open
        if self._look is None or now != self._seen:
            self._look, self._seen = self._looked(now), now
        return self._look

    @property
    def open(self) -> dict[str, OpenDocument]:
        """The documents of this tree that are open in the editor, by file path."""
        return self._documents.of(self.place)

    def tree(self) -> TreeAfter:
        """The files with the texts of the editor laid over them."""
        return self.tree_with({file: each.data for file, each in self.open.items()})

    def tree_with(self, contents: Contents) -> TreeAfter:
        """The files on disk with other contents laid over them."""
        return TreeAfter(self.place.root, self.listing, contents)

    def _looked(self, documents: Mapping[str, OpenDocument]) -> Look:
        tree = self.tree()
        view, found = self.found_in(tree)
        found += self._of_fold(view)
        return Look(view, self._reported(found, view) if self.judged else (), dict(tree.walk()))

    def found_in(self, tree: TreeAfter) -> tuple[WikiView, tuple[Finding, ...]]:
        """What the rules find in the files, but for those that hold them against the fold."""
        linted = lint_tree(
            tree,
            self.selection,
            # It has no say here: what was kept by `wikic lint` is believed only if it has one.
            opinion=None if self.profile.is_vault else (lambda: _ignore_path),
            cache=self._cache,
            workers=1,  # threads run here
            configuration=self.config.wiki.title,
        )
        return linted.view, tuple(each for each in linted.findings if each.code not in _OF_FOLD)

    def _reported(self, found: tuple[Finding, ...], view: WikiView) -> tuple[Finding, ...]:
        """What is wanted, without what the baseline knows."""
        kept = self.policy.judge(sorted(found, key=lambda each: each.sort_key), self.profile.prefix)
        if not self.config.lint.baseline:
            return kept
        try:
            known = outcome.load_baseline(
                outcome.configured_baseline(self.place.root, self.config.lint.baseline)
            )
        except WikicError:
            return kept
        prints = make_fingerprints(kept, view.read, self.profile.prefix)
        return outcome.compare_runs(kept, prints, known, self.selection.codes).new

    def _of_fold(self, view: WikiView) -> tuple[Finding, ...]:
        """What the fold objects to in the files on disk: it takes too long to ask at every keystroke."""
        if self.profile.is_vault or not self.judged:
            return ()
        if self._folded is None:
            self._folded = self._held_against_fold(view)
        return self._folded

    def _held_against_fold(self, view: WikiView) -> tuple[Finding, ...]:
        from wikic.compiler.fold_expectations import expectations

        rules = [rule for rule in self.selection.running if rule.code in _OF_FOLD]
        try:
            expected = expectations(self.place.root, self.config.wiki.title) if rules else None
        except WikicError:
            return ()  # no wiki yet, or one that a rule has more to say about
        if expected is None:
            return ()
        on_disk = WikiView.over(self.tree_with({}))
        asked = replace(on_disk, scope=objected_files(view.state, expected), expected=expected)
        found = [rule.finding(problem) for rule in rules for problem in rule.check(asked)]
        return tuple(each for each in self.selection.report(found, asked) if each.code in _OF_FOLD)

    # --- pages ----------------------------------------------------------------------------------------

    @property
    def view(self) -> WikiView:
        """The files and names as they were at the last look; `page` has the text of this moment."""
        return (self._look or self.look()).view

    def page(self, file: str) -> ParsedPage | None:
        """A Markdown file, scanned as it stands now."""
        document = self.open.get(file)
        if document is not None:
            return document.page
        return self.view.state.page(file) if file.endswith(".md") else None

    def positions(self, file: str) -> Positions | None:
        """The positions of a file's text, None where it is not there."""
        document = self.open.get(file)
        if document is not None:
            return document.positions(self.encoding)
        data = self.view.state.read(file)
        return None if data is None else Positions(decode(data).text, self.encoding)

    def uri(self, file: str) -> str:
        """The address of a file, as the client writes it where it opened the file."""
        document = self.open.get(file)
        return document.uri if document is not None else self.place.path(file).as_uri()


def _ignore_path(path: str) -> None:
    return None


# A folder that nobody adopted may be a home directory: what is beyond that many files is left out.
MOST: Final = 60_000


class Listing:
    """Every file with its stat; what cannot be read is as if it were not there, and nothing is raised."""

    def __init__(self, place: Place, most: int = MOST) -> None:
        """``most``: files that are listed of a folder that nobody adopted."""
        self.place = place
        self._most = most
        self._files = Tree(place.root) if place.inside else VaultTree(place.root)
        self._stats: dict[str, FileStat] | None = None
        self.cut = False  # whether there are more files than are listed

    def renew(self) -> None:
        """The disk has changed: list it again when somebody asks."""
        self._stats = None

    def walk(self) -> Iterator[tuple[str, FileStat]]:
        """Every file path with its stat."""
        if self._stats is None:
            self._stats = dict(self._listed())
        return iter(self._stats.items())

    def _listed(self) -> Iterator[tuple[str, FileStat]]:
        place = self.place
        if place.only is not None:
            with suppress(OSError):
                status = os.stat(place.home / place.only)
                yield place.only, FileStat(status.st_mtime_ns, status.st_size)
            return
        left_out = is_left_out if not place.inside else (lambda name: name.startswith("."))
        for number, each in enumerate(walk_files(place.home, left_out, lenient=True)):
            if number >= self._most and not place.judged:
                self.cut = True
                return
            yield each

    def read(self, file: str) -> bytes | None:
        """Content of a file path, or None where there is none to be had."""
        if self.place.only not in (None, file):
            return None
        try:
            return self._files.read(file)
        except WikicError:
            return None
