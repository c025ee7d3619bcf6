"""L: links that lead nowhere, or not where they seem to."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Final
from weakref import WeakKeyDictionary

from wikic import layout
from wikic.graph.resolve import PageNames, slug_key
from wikic.lint.problem import Problem
from wikic.lint.profile import LOGSEQ
from wikic.lint.rule import Rule
from wikic.lint.rules.surroundings import comments, in_table, is_toml_table
from wikic.lint.view.link_targets import Resolution
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.page_names import Names
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Category, Edit, Severity
from wikic.model.link import Link
from wikic.text.normalise import fold_name
from wikic.wiki.page_sections import RELATED_PAGES

_FILE: Final = re.compile(r"\.(?:md|pdf|png|jpe?g|gif|svg|webp|mp[34]|canvas|base|csv|html?)$", re.I)
ENTRY: Final = re.compile(r"^- \[\[([^\]|#]+)", re.M)


def _links(view: WikiView) -> Iterator[tuple[ParsedPage, Link, Resolution]]:
    """Links worth a look; citations and the entries of an index have rules of their own."""
    for page in view.prose():
        index = layout.is_index(page.path) and not view.profile.is_vault
        notes = comments(page.text, page.body) if view.profile.is_vault and "%%" in page.text else ()
        for link, found in view.suspects(page):
            before = bisect_right(notes, link.start, key=itemgetter(0))
            hidden = (
                (before and link.start < notes[before - 1][1])
                or link.target.endswith("/")
                or is_toml_table(page.text, link)
            )
            if not hidden and not (index and _is_entry(page, link)):
                yield page, link, found


def _is_entry(page: ParsedPage, link: Link) -> bool:
    """Whether the link opens a bullet at the margin."""
    at = link.start - 2
    return page.text.startswith("- ", at) and (at == 0 or page.text[at - 1] == "\n")


def _regenerated(page: ParsedPage, link: Link) -> bool:
    """Whether the fold writes the line that the link stands on."""
    return page.generated and page.part_at(link.start).name == RELATED_PAGES


# By names of a listing: how many pages go by something like a name. Asked for links that are not plain only.
_CLAIMS: Final[WeakKeyDictionary[Names, Counter[str]]] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class _Fix:
    """What would stand in place of a link.

    text: the replacement.
    safe: whether it is certain.
    """

    text: str
    safe: bool


def _problem(
    page: ParsedPage,
    link: Link,
    message: str,
    fix: _Fix | None = None,
    *,
    help: str = "",
    severity: Severity | None = None,
) -> Problem:
    """The problem of a link; on a line that the fold writes, folding again is its only fix."""
    if _regenerated(page, link):
        return Problem(page.file, link.line, link.column, message, refold=True)
    edits = () if fix is None else (Edit(page.file, link.start, link.end, fix.text),)
    safe = fix is None or fix.safe
    return Problem(page.file, link.line, link.column, message, edits, safe=safe, help=help, severity=severity)


def _shown(page: ParsedPage, link: Link) -> str:
    """What a reader sees of the link."""
    return link.text or (_written(page, link) if link.kind == "wiki" else link.target)


def _written(page: ParsedPage, link: Link) -> str:
    """A wikilink's target as written, heading and block included."""
    inside = page.text[link.start : link.end].removeprefix("!").removeprefix("[[").removesuffix("]]")
    return inside.partition("|")[0].rstrip("\\").strip()


def stem_of(file: str) -> str:
    return layout.stem(layout.page_path(file))


# --- checks ------------------------------------------------------------------------------------


def check_dangling(view: WikiView) -> Iterator[Problem]:
    for page, link, found in _links(view):
        if found.rung == "none":
            # Taking the brackets off keeps the words, but the page may only be waiting to be written.
            fix = None if link.embed else _Fix(_shown(page, link), safe=False)
            help = "write the page, correct the name, or take the brackets off"
            message = f"no page is called {link.target!r}"
            severity = _wanted(view, link)
            if severity is not None or view.profile.wanted == "error":
                yield _problem(page, link, message, fix, help=help, severity=severity)


def _wanted(view: WikiView, link: Link) -> Severity | None:
    """What a link to a page that may only be waiting to be written is, None where the rule says it."""
    if view.profile.wanted == "error":
        return None
    if link.kind == "markdown" or link.embed or _FILE.search(link.target) is not None:
        return Severity.ERROR  # a file is there or it is not
    return Severity.WARNING if view.profile.wanted == "warn" else None


def check_ambiguous(view: WikiView) -> Iterator[Problem]:
    for page, link, found in _links(view):
        if len(found.files) > 1:
            several = ", ".join(map(layout.page_path, found.files[:3]))
            more = f" and {len(found.files) - 3} more" if len(found.files) > 3 else ""
            message = f"{link.target!r} may mean {several}{more}"
            yield _problem(page, link, message, help="name the page by its path, or by its own stem")


def check_self(view: WikiView) -> Iterator[Problem]:
    for page, link, found in _links(view):
        own = found.files == (page.file,) and not link.heading and not link.block
        if own and link.target and not link.embed:
            # A link with a title, or one by reference, says more than its words.
            bare = link.kind == "wiki" or page.text.startswith(f"[{link.text}]({link.target})", link.start)
            safe = bare and _is_certain(view, link)
            yield _problem(page, link, "the page links to itself", _Fix(_shown(page, link), safe))


def check_indirect(view: WikiView) -> Iterator[Problem]:
    for page, link, found in _links(view):
        if found.rung in ("alias", "title") and view.has(LOGSEQ):
            continue  # there pages are linked by the names that they give themselves
        if found.rung in ("alias", "title", "redirect", "slug", "source") and len(found.files) == 1:
            name = _name(view, page, found)
            how = {
                "alias": "is an alias", "title": "is the title", "redirect": "was the name",
                "slug": "reads like the name", "source": "is the name of a source, which links give by path",
            }[found.rung]  # fmt: skip
            written = _written(page, link) if found.whole else link.target
            message = f"{written!r} {how}; the page is {name}"
            fix = _Fix(_by_stem(page, link, found, name), _is_certain(view, link))
            yield _problem(page, link, message, fix)


def _name(view: WikiView, page: ParsedPage, found: Resolution) -> str:
    """By what the page should be named: its stem, where that is its alone."""
    (file,) = found.files
    stem = stem_of(file)
    if found.rung == "source" or view.names.resolve(stem, origin=page.path).files != found.files:
        return layout.page_path(file)
    return stem


def _is_certain(view: WikiView, link: Link) -> bool:
    """Whether no two pages go by a name like the link's: of several, who wrote it may have meant another."""
    if not view.names.titles_known:
        return True  # for now: what asks for names is looked at again when all are known
    claims = _CLAIMS.get(view.names)
    if claims is None:
        known = filter(None, map(view.state.names_of, view.names.pages))
        claims = _CLAIMS[view.names] = Counter(key for each in known for key in _keys(each))
    return claims[slug_key(layout.stem(link.target))] <= 1


def _keys(page: PageNames) -> set[str]:
    names = (layout.stem(page.path), page.title, *page.aliases, *page.redirects)
    return {slug_key(each) for each in names if each}


def _by_stem(page: ParsedPage, link: Link, found: Resolution, stem: str) -> str:
    """The link as Obsidian writes it: by stem, showing what it showed."""
    written = page.text[link.start : link.end]
    bar = "\\|" if "\\|" in written or in_table(page.text, link) else "|"
    if found.whole:
        return f"[[{stem}{bar}{_shown(page, link)}]]"
    anchor = f"#^{link.block}" if link.block else f"#{link.heading}" if link.heading else ""
    shown = "" if link.embed and not link.text else f"{bar}{_shown(page, link)}"
    return f"{'!' if link.embed else ''}[[{stem}{anchor}{shown}]]"


def check_anchor(view: WikiView) -> Iterator[Problem]:
    for page, link, found in _links(view):
        if not (link.heading or link.block) or found.whole or len(found.files) != 1:
            continue
        target = view.page(found.files[0]) if found.files[0].endswith(".md") else None
        if target is None or view.profile.is_source(target.file):
            continue
        if link.block:
            if not _has_block(target, link.block):
                yield _problem(page, link, f"{stem_of(target.file)} has no block ^{link.block}")
        elif link.heading and link.kind == "wiki" and not _has_heading(target, link.heading):
            yield _problem(page, link, f"{stem_of(target.file)} has no heading {link.heading!r}")


def _has_block(page: ParsedPage, id: str) -> bool:
    """Whether a line ends in the id: behind an embed people leave out the space, and Obsidian finds it."""
    if any(block.id == id for block in page.document.block_ids):
        return True
    return re.search(rf"\^{re.escape(id)}[ \t]*$", page.text, re.M) is not None


def _has_heading(page: ParsedPage, wanted: str) -> bool:
    """Obsidian's comparison: case and punctuation do not count; of a path the last step does."""
    last = wanted.rpartition("#")[2]
    name, key = fold_name(last), _heading_key(last)
    return any(
        fold_name(each.text) == name or _heading_key(each.text) == key for each in page.document.headings
    )


@lru_cache(maxsize=1 << 14)  # a page that many link to is asked for each link
def _heading_key(text: str) -> str:
    return slug_key(text)


def check_absent(view: WikiView) -> Iterator[Problem]:
    """Once for each directory, where the first such link stands: there may be thousands."""
    if not view.profile.absent:
        return
    found: dict[str, list[tuple[ParsedPage, Link]]] = {}
    for file in sorted((*view.state.by_kind["page"], *view.state.by_kind["index"])):
        page = view.page(file)
        for link, to in view.suspects(page) if page is not None else ():
            if to.rung == "absent" and page is not None:
                found.setdefault(_absent_directory(view, link), []).append((page, link))
    for inside, links in sorted(found.items()):
        page, link = links[0]
        if page.file in view.scope:
            many = "1 link leads" if len(links) == 1 else f"{len(links):,} links lead"
            message = f"{many} into {inside}/, which is not here: not checked"
            yield Problem(page.file, link.line, link.column, message)


def _absent_directory(view: WikiView, link: Link) -> str:
    target = f"/{link.target}/"
    return next(each for each in view.profile.absent if f"/{each}/" in target)


# --- rules -------------------------------------------------------------------------------------

L001 = Rule(
    code="L001",
    name="dangling-link",
    category=Category.DANGLING_LINK,
    severity=Severity.ERROR,
    summary="A link names a page that does not exist.",
    why="A reader, or a model walking the wiki, follows it into nothing. Stem, path, alias, title, former "
    "name and slug were tried before this is reported; links inside code are text and never are.",
    example="Ada worked with [[Charles-Babage]].",
    instead="Ada worked with [[Charles-Babbage]].",
    check=check_dangling,
    fix="unsafe: the brackets are taken off; in Related Pages of a generated page the fold writes the line "
    "again",
    scope="links",
)
L002 = Rule(
    code="L002",
    name="ambiguous-link",
    category=Category.DANGLING_LINK,
    severity=Severity.ERROR,
    summary="A link names what several pages are called.",
    why="Which page opens depends on the program, and on where the link stands.",
    example="The [[Mercury]] of the Romans.\n\nwith `gods/Mercury.md` and `planets/Mercury.md`",
    instead="The [[gods/Mercury|Mercury]] of the Romans.",
    check=check_ambiguous,
    scope="links",
)
L004 = Rule(
    code="L004",
    name="self-link",
    category=Category.OTHER,
    severity=Severity.WARNING,
    summary="A page links to itself.",
    why="It leads nowhere new, and counts as a backlink that says nothing. Links to a heading or a block of "
    "the same page are fine.",
    example="In `people/Ada.md`: [[Ada]] wrote the first program.",
    instead="In `people/Ada.md`: Ada wrote the first program.",
    check=check_self,
    fix="safe: the brackets are taken off; unsafe where several pages go by the name, or the link has a "
    "title",
    scope="links",
)
L005 = Rule(
    code="L005",
    name="link-by-alias",
    category=Category.DANGLING_LINK,
    severity=Severity.WARNING,
    summary="A link names a page by alias, title, former name or the words of its slug, not by its stem.",
    why="wikic finds the page, Obsidian and most other programs do not: there the link is dangling. In a "
    "graph of Logseq's titles and aliases are the names of pages, and nothing is said of them.",
    example="Written by [[Countess of Lovelace]].",
    instead="Written by [[Ada-Lovelace|Countess of Lovelace]].",
    check=check_indirect,
    fix="safe: the link names the stem and shows the words it showed; unsafe where several pages go by "
    "the name",
    scope="links",
)
L007 = Rule(
    code="L007",
    name="dangling-anchor",
    category=Category.DANGLING_LINK,
    severity=Severity.WARNING,
    summary="A link names a heading or a block that its page does not have.",
    why="The page opens at its top, and the reader does not find what was meant. Headings are compared as "
    "Obsidian does: case and punctuation do not count.",
    example="See [[Ada-Lovelace#Chidlhood]].",
    instead="See [[Ada-Lovelace#Childhood]].",
    check=check_anchor,
    scope="links",
)
L008 = Rule(
    code="L008",
    name="unverifiable-link",
    category=Category.OTHER,
    severity=Severity.INFO,
    summary="Links lead into a directory that is not here by design; said once for each directory.",
    why="Documents are often kept out of the repository. Such links may be right: they are not broken, and "
    "nobody has checked them.",
    example='From [the report](../raw/report.pdf).\n\nwhere wikic.toml says `absent = ["raw"]`',
    instead="Check the links where the directory is there.",
    check=check_absent,
)
