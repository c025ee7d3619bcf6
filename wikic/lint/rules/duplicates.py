"""D: two of what must be one, and what a merge left behind; what pages call themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from wikic import layout
from wikic.lint.profile import FileKind
from wikic.lint.rule import Problem
from wikic.lint.rules.link_problems import stem_of
from wikic.lint.view.page import ParsedPage, page_titles
from wikic.lint.view.text_lines import line_place
from wikic.lint.view.wiki_view import Gist, WikiView
from wikic.markdown.source import Conflict, conflicts
from wikic.model.finding import Edit, Severity
from wikic.text import names
from wikic.text.normalise import fold_name
from wikic.wiki import page_blocks

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
            if other is not None and not _are_homonyms(view, page, alias, other):
                yield _alias_clash(view, page, alias, other, named is not None)


def _alias_clash(view: WikiView, page: PageTitles, alias: str, other: str, named: bool) -> Problem:
    message = f"the alias {alias!r} is {'the name' if named else 'an alias'} of {layout.page_path(other)}"
    there = titles_of(view, other)
    # What two pages the fold wrote share is from their sources: it joins nothing by that name.
    shared = page.generated and there is not None and there.generated
    return Problem(page.file, page.alias_line, 1, message, severity=Severity.INFO if shared else None)


def _are_homonyms(view: WikiView, page: PageTitles, alias: str, other: str) -> bool:
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
            if page.file in view.scope and _fold_stem(page.file) != _fold_stem(first.file):
                message = f"{first.path} has the same title"
                yield Problem(page.file, page.title_line, 1, message)


def _fold_stem(file: str) -> str:
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
        yield from _find_near(view, by_key)
        yield from _find_misspelt(view, by_key)


def _find_near(view: WikiView, by_key: dict[str, list[str]]) -> Iterator[Problem]:
    for files in by_key.values():
        first = files[0]
        for file in files[1:]:
            if file in view.scope and _fold_stem(file) != _fold_stem(first) and not _stay_apart(first, file):
                message = f"the name reads like {layout.page_path(first)}"
                yield Problem(file, 1, 1, message, help="make one page of the two, or tell the names apart")


def _find_misspelt(view: WikiView, by_key: dict[str, list[str]]) -> Iterator[Problem]:
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
        if (
            second in view.scope
            and not _stay_apart(first, second)
            and _one_word(stem_of(first), stem_of(second))
        ):
            message = f"the name is one letter off {layout.page_path(first)}"
            yield Problem(second, 1, 1, message, severity=Severity.INFO)


def _stay_apart(one: str, other: str) -> bool:
    """Whether the names must not be one: the veto of identity, and digits that fall otherwise."""
    a, b = (_space_stem(stem_of(file)) for file in (one, other))
    signs = [_SIGNS.findall(stem_of(file)) for file in (one, other)]
    return names.conflict(a, b) or signs[0] != signs[1] or _DIGITS.findall(a) != _DIGITS.findall(b)


def _space_stem(stem: str) -> str:
    return " ".join(_WORDS.findall(stem))


def _one_word(one: str, other: str) -> bool:
    """Whether the names have the same words but for one, and that is long enough to be misspelt."""
    left, right = (_space_stem(stem).casefold().split() for stem in (one, other))
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
    body = _page_body(page)
    if len(body) < MIN_BODY:
        return None
    return blake2b(body.encode("utf-8", "surrogatepass"), digest_size=16).digest()


BODY: Final = Gist("body", _body_hash)


def _page_body(page: ParsedPage) -> str:
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
    shown = next(iter(page_titles(page)), "")
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


if TYPE_CHECKING:
    from wikic.wiki.merging.three_way import Merged

# Line ends and bytes that a merge by unit would not give back.
_UNKEPT: Final = re.compile("[\r\ufffd\ud800-\udfff]")


def check_conflicts(view: WikiView) -> Iterator[Problem]:
    # In this order: files are looked at a few hundred at a time, of a listing that may hold a million.
    for file in sorted((view.scope & view.files) - view.state.by_kind["article"]):
        if not file.endswith((".md", ".yaml")):
            continue
        kind = view.profile.kind_of(file)
        if kind == "other" and view.profile.is_vault:
            continue
        page = view.page(file) if kind in ("page", "index") else None
        text = page.text if page is not None else _read_text(view, file, kind)
        found = tuple(conflicts(text)) if "<<<<<<<" in text else ()
        whole = _by_unit(file, kind, text, found) if found else None
        for conflict in found:
            if page is not None and not page.generated and _in_code(page, conflict.start):
                continue  # a page about git may show one
            line = line_place(text, conflict.start)[0]
            edits: tuple[Edit, ...]
            if whole is not None:  # the first one's edit settles them all
                edits = (whole,) if conflict is found[0] else ()
            else:
                edits = () if page is None else _merge_conflict(page, conflict)
            index = page is not None and layout.is_index(page.path)
            help = "" if edits or index or whole else "choose what stays, and remove the marker lines"
            message = "a merge left a conflict behind"
            yield Problem(file, line, 1, message, edits, refold=index, help=help)


def _by_unit(file: str, kind: FileKind, text: str, found: tuple[Conflict, ...]) -> Edit | None:
    """A generated page or a digest as the merge driver would have merged it, where nothing is left open."""
    if _UNKEPT.search(text) is not None:
        return None
    from wikic.wiki.merging import generated, page  # loaded only where there is a conflict

    merge: Callable[[bytes, bytes, bytes], Merged | None]
    if kind == "page" and "\nfold: " in text:
        merge = page.merge_page
    elif kind == "digest":
        merge = generated.merge_digest
    elif kind == "other" and file.endswith(".yaml"):
        merge = partial(_merge_decisions, file)
    else:
        return None
    base, ours, theirs = (_take_side(text, found, span).encode() for span in ("base", "ours", "theirs"))
    if kind == "other" and not any(each.base[1] for each in found):
        base = b""  # not said; what both sides have is in both, so nothing hangs on it
    merged = merge(base, ours, theirs)
    if merged is None or merged.conflicts:
        return None
    new = merged.data.decode()
    start = _shared_length(text, new)
    end = _shared_length(text[start:][::-1], new[start:][::-1])
    return Edit(file, start, len(text) - end, new[start : len(new) - end])


def _merge_decisions(file: str, base: bytes, ours: bytes, theirs: bytes) -> Merged | None:
    """What people decided, and the Error Book, where the two sides do not exclude each other."""
    from wikic.wiki.merging import decisions
    from wikic.wiki.merging.three_way import Merged

    if file == layout.ERROR_BOOK_FILE:
        data = decisions.merge_book(base or None, ours, theirs)
    else:
        data = decisions.merge_decisions(base, ours, theirs, file)
    return None if data is None else Merged(data)


def _shared_length(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _take_side(text: str, found: tuple[Conflict, ...], span: str) -> str:
    """The file as one side had it."""
    kept, at = "", 0
    for conflict in found:
        start, end = getattr(conflict, span)
        kept, at = kept + text[at : conflict.start] + text[start:end], conflict.end
    return kept + text[at:]


def _read_text(view: WikiView, file: str, kind: FileKind) -> str:
    digest = view.digest(file) if kind == "digest" else None
    if digest is not None:
        return digest.text
    return (view.read(file) or b"").decode("utf-8-sig", errors="replace")


def _in_code(page: ParsedPage, offset: int) -> bool:
    return any(fence.start <= offset < fence.end for fence in page.document.fences)


def _merge_conflict(page: ParsedPage, conflict: Conflict) -> tuple[Edit, ...]:
    """The conflict as the first that can merge it does."""
    for merge in _MERGERS:
        text = merge(page, conflict)
        if text is not None:
            return (Edit(page.file, conflict.start, conflict.end, text),)
    return ()


def _agreed_text(page: ParsedPage, conflict: Conflict) -> str | None:
    """What both sides say, or the only side that says anything."""
    if layout.is_index(page.path):
        return None
    ours, theirs = (page.text[start:end] for start, end in (conflict.ours, conflict.theirs))
    if ours.split() == theirs.split() or not theirs.strip():
        return ours
    return theirs if not ours.strip() else None


def _both_sides(page: ParsedPage, conflict: Conflict) -> str | None:
    """The lines of both sides, each once: bullets carry ids, so the fold sorts out the rest."""
    if not page.generated or conflict.start < page.body or layout.is_index(page.path):
        return None
    lines = [
        line
        for side in (conflict.ours, conflict.theirs)
        for line in page.text[side[0] : side[1]].splitlines(keepends=True)
    ]
    if any(not line.startswith("- ") and line.strip() for line in lines):
        return None
    kept = list(dict.fromkeys(lines))
    ids = [id for line in kept if (id := page_blocks.id_of(line))]
    # One fact that two people reworded: the fold would keep one of them.
    return "".join(kept) if len(ids) == len(set(ids)) else None


# What can merge a conflict, tried in this order: each gives the text that stands instead, or None.
_MERGERS: Final[tuple[Callable[[ParsedPage, Conflict], str | None], ...]] = (_agreed_text, _both_sides)
