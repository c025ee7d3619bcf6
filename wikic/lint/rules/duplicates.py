"""D: two of what must be one; and what pages call themselves, kept for rules that compare all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise
from typing import Any, Final

from wikic import layout
from wikic.lint.rule import Problem
from wikic.lint.rules.link_problems import stem_of
from wikic.lint.view.page import ParsedPage, titles
from wikic.lint.view.wiki_view import Gist, WikiView
from wikic.model.finding import Severity
from wikic.text import names
from wikic.text.normalise import fold_name

MIN_BODY: Final = 60  # characters: "To be written." is a stub, not a copy
MIN_NAME: Final = 10  # letters: of shorter names one letter makes another word
MIN_WORD: Final = 5  # letters of the word that differs: "Part A" and "Part B" are two parts
_SIGNS: Final = re.compile(r"[+#]")  # part of a name: a B+ tree is no B-tree, C# no C
_DIGITS: Final = re.compile(r"\d+")
_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")


# --- checks ------------------------------------------------------------------------------------


def check_stems(view: WikiView) -> Iterator[Problem]:
    for files in view.names.stems.values():
        if len(files) < 2 or view.scope.isdisjoint(files):
            continue
        first, *others = files
        pages = [view.page(file) for file in files]
        folded = all(page is not None and page.generated for page in pages)
        for file in others:
            if file.casefold() != first.casefold():  # else S003 says it
                message = f"{layout.page_path(first)} has the same name"
                help = "" if folded else "rename one of them: links name pages by their stem"
                yield Problem(file, 1, 1, message, refold=folded, help=help)


def check_aliases(view: WikiView) -> Iterator[Problem]:
    own: dict[tuple[str, str], str] = {}
    claims: dict[tuple[str, str], list[tuple[PageTitles, str]]] = {}
    for page in all_titles(view):
        tree = view.profile.tree_of(page.file)
        for name in (stem_of(page.file), *page.given):
            own.setdefault((tree, fold_name(name)), page.file)
        for alias in dict.fromkeys(page.aliases):
            claims.setdefault((tree, fold_name(alias)), []).append((page, alias))
    for key, claiming in claims.items():
        named = own.get(key)
        for page, alias in claiming:
            if page.file not in view.scope or named == page.file:
                continue
            # One of two claims is said to clash, the later one: which is right is not known.
            first = claiming[0][0].file
            other = named or (first if first != page.file else None)
            if other is not None and not _homonyms(view, page, alias, other):
                yield _alias_clash(view, page, alias, other, named is not None)


def _alias_clash(view: WikiView, page: PageTitles, alias: str, other: str, named: bool) -> Problem:
    message = f"the alias {alias!r} is {'the name' if named else 'an alias'} of {layout.page_path(other)}"
    there = titles_of(view, other)
    # What two pages the fold wrote share is from their sources: it joins nothing by that name.
    shared = page.generated and there is not None and there.generated
    return Problem(page.file, page.alias_line, 1, message, severity=Severity.INFO if shared else None)


def _homonyms(view: WikiView, page: PageTitles, alias: str, other: str) -> bool:
    """Whether the fold told two things of one name apart: "Mercury (god)" may well be called Mercury."""
    there = titles_of(view, other)
    if there is None or not (page.generated and there.generated):
        return False
    return fold_name(alias) in {
        fold_name(part) for title in page.given for part in (names.base(title), title.partition(",")[0])
    }


def check_titles(view: WikiView) -> Iterator[Problem]:
    if "title" not in view.profile.program.names:
        return  # the title of `a.notes` is "Notes", and that of `b.notes` too
    by_title: dict[tuple[str, str], list[PageTitles]] = {}
    for page in all_titles(view):
        given = page.given[:1] if view.profile.is_vault else (page.title,) if page.title else ()
        for title in given:
            by_title.setdefault((view.profile.tree_of(page.file), fold_name(title)), []).append(page)
    for pages in by_title.values():
        first = pages[0]
        for page in pages[1:]:
            if page.generated and first.generated:
                continue  # the fold keeps two works of one title apart by their stems
            if page.file in view.scope and _folded(page.file) != _folded(first.file):
                message = f"{first.path} has the same title"
                yield Problem(page.file, page.title_line, 1, message)


def _folded(file: str) -> str:
    return fold_name(stem_of(file))


def check_near(view: WikiView) -> Iterator[Problem]:
    if "slug" not in view.profile.program.names:
        return  # signs are a part of a name there: `ref` and `_ref`
    trees: dict[str, dict[str, list[str]]] = {}
    for file in view.names.pages:
        key = names.squeezed(stem_of(file))
        if key:
            trees.setdefault(view.profile.tree_of(file), {}).setdefault(key, []).append(file)
    for by_key in trees.values():
        yield from _near(view, by_key)
        yield from _misspelt(view, by_key)


def _near(view: WikiView, by_key: dict[str, list[str]]) -> Iterator[Problem]:
    for files in by_key.values():
        first = files[0]
        for file in files[1:]:
            if file in view.scope and _folded(file) != _folded(first) and not _apart(first, file):
                message = f"the name reads like {layout.page_path(first)}"
                yield Problem(file, 1, 1, message, help="make one page of the two, or tell the names apart")


def _misspelt(view: WikiView, by_key: dict[str, list[str]]) -> Iterator[Problem]:
    """Names one letter apart, sought among neighbours in alphabetical order, from either end.

    The sorted-neighbourhood method (Hernández and Stolfo 1995): linear but for the sorting.
    """
    from rapidfuzz.distance import OSA

    keys = [key for key in by_key if len(key) >= MIN_NAME and key.isascii() and key.isalpha()]
    forward, backward = sorted(keys), sorted(keys, key=lambda key: key[::-1])
    for one, other in dict.fromkeys(
        (min(pair), max(pair)) for order in (forward, backward) for pair in pairwise(order)
    ):
        if OSA.distance(one, other, score_cutoff=1) > 1:
            continue
        first, second = sorted((by_key[one][0], by_key[other][0]))
        if second in view.scope and not _apart(first, second) and _one_word(stem_of(first), stem_of(second)):
            message = f"the name is one letter off {layout.page_path(first)}"
            yield Problem(second, 1, 1, message, severity=Severity.INFO)


def _apart(one: str, other: str) -> bool:
    """Whether the names must not be one: the veto of identity, and digits that fall otherwise."""
    a, b = (_spaced(stem_of(file)) for file in (one, other))
    signs = [_SIGNS.findall(stem_of(file)) for file in (one, other)]
    return names.conflict(a, b) or signs[0] != signs[1] or _DIGITS.findall(a) != _DIGITS.findall(b)


def _spaced(stem: str) -> str:
    return " ".join(_WORDS.findall(stem))


def _one_word(one: str, other: str) -> bool:
    """Whether the names have the same words but for one, and that is long enough to be misspelt."""
    left, right = (_spaced(stem).casefold().split() for stem in (one, other))
    if len(left) != len(right):
        return False
    differing = [pair for pair in zip(left, right, strict=True) if pair[0] != pair[1]]
    return len(differing) == 1 and min(map(len, differing[0])) >= MIN_WORD


def check_bodies(view: WikiView) -> Iterator[Problem]:
    first: dict[bytes, str] = {}
    for file in view.names.pages:
        body = view.gist(BODY, file)
        if body is not None:
            other = first.setdefault(body, file)
            if other != file and file in view.scope:
                yield Problem(file, 1, 1, f"{layout.page_path(other)} says the same, word for word")


def _body_hash(view: WikiView, file: str) -> bytes | None:
    """Hash of what a person's page says; the facts of others carry ids, and may stand on two pages."""
    page = view.page(file) if view.state.kinds[file] == "page" else None
    if page is None or page.generated:
        return None
    body = _body(page)
    if len(body) < MIN_BODY:
        return None
    return blake2b(body.encode("utf-8", "surrogatepass"), digest_size=16).digest()


BODY: Final = Gist("body", _body_hash)


def _body(page: ParsedPage) -> str:
    """The words below the frontmatter and the heading."""
    head = next((part for part in page.parts if part.level == 1), None)
    text = page.text
    if head is None or head.start < page.body:
        return " ".join(text[page.body :].split())
    return " ".join((text[page.body : head.start] + text[head.body :]).split())


@dataclass(frozen=True, slots=True)
class PageTitles:
    """What a page calls itself.

    file: file path.
    generated: whether the fold wrote it.
    given: the title its frontmatter gives, none or one, or several where it is a list.
    title: that title, or else its heading, or "".
    title_line: where it stands.
    aliases: as the frontmatter gives them.
    alias_line: of their key.
    """

    file: str
    generated: bool
    given: tuple[str, ...]
    title: str
    title_line: int
    aliases: tuple[str, ...]
    alias_line: int

    @property
    def path(self) -> str:
        """Page path."""
        return layout.page_path(self.file)


def _titles_of(view: WikiView, file: str) -> Any:
    page = view.page(file) if view.state.kinds[file] == "page" else None
    if page is None:
        return None
    keys = view.profile.key_names("aliases")
    aliases = page.texts(*keys)
    key = next((key for key in keys if key in page.fields), "aliases")
    shown = next(iter(titles(page)), "")
    line = page.key_line("title") if "title" in page.fields else page.parts[-1].line
    return (
        page.generated, page.texts("title"), shown, line, aliases, page.key_line(key) if aliases else 1,
    )  # fmt: skip


TITLES: Final = Gist("titles", _titles_of)


def titles_of(view: WikiView, file: str) -> PageTitles | None:
    """The titles and aliases of a page, None for what is no page."""
    kept = view.gist(TITLES, file)
    if kept is None:
        return None
    generated, given, title, line, aliases, alias_line = kept
    return PageTitles(file, generated, tuple(given), title, line, tuple(aliases), alias_line)


def all_titles(view: WikiView) -> Iterator[PageTitles]:
    """Every page, whatever the scope: of two one may lie outside."""
    return filter(None, (titles_of(view, file) for file in view.names.pages))
