from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic import layout
from wikic.graph.resolve import Ladder, PageNames, Resolved, fold_target, slug_key
from wikic.text.normalise import fold_name

PAGES = (
    PageNames("index"),
    PageNames("people/_index"),
    PageNames(
        "people/John-V-Prince-of-Anhalt-Zerbst",
        "John V, Prince of Anhalt-Zerbst",
        ("John V", "JV"),
        ("Old-J",),
    ),
    PageNames("people/Paris", "Paris (mythology)"),
    PageNames("places/Paris", "Paris"),
    PageNames("places/france/Lyon", "Lyon", ("JV",)),
    PageNames("concepts/C", "C"),
    PageNames("concepts/c", "c"),
    PageNames("concepts/AC-DC", "AC/DC"),
    PageNames("concepts/Node-js", "Node.js"),
    PageNames("concepts/README-md", "README.md"),
    PageNames("people/鲁迅", "鲁迅"),
    PageNames("sources/digests/Lyon", "Lyon"),
    PageNames("sources/digests/essay-3fa91c", "An Essay"),
)


@pytest.mark.parametrize(
    ("target", "origin", "rung", "paths"),
    [
        ("people/Paris", "", "path", ["people/Paris"]),
        ("/people/Paris.md", "", "path", ["people/Paris"]),
        ("wiki/people/paris", "", "path", ["people/Paris"]),
        ("Paris", "people/X", "folder", ["people/Paris"]),
        ("Paris", "concepts/X", "stem", ["people/Paris", "places/Paris"]),
        ("../places/Paris.md", "people/X", "folder", ["places/Paris"]),
        ("./Paris", "places/X", "folder", ["places/Paris"]),
        ("france/Lyon", "", "stem", ["places/france/Lyon"]),
        ("Lyon", "", "stem", ["places/france/Lyon"]),
        ("essay-3fa91c", "", "stem", ["sources/digests/essay-3fa91c"]),
        ("c", "", "stem", ["concepts/c"]),
        ("concepts/C", "", "path", ["concepts/C"]),
        ("john v", "", "alias", ["people/John-V-Prince-of-Anhalt-Zerbst"]),
        ("jv", "", "alias", ["people/John-V-Prince-of-Anhalt-Zerbst", "places/france/Lyon"]),
        ("Paris (Mythology)", "", "title", ["people/Paris"]),
        ("AC/DC", "", "title", ["concepts/AC-DC"]),
        ("Node.js", "", "title", ["concepts/Node-js"]),
        ("README.md", "", "title", ["concepts/README-md"]),
        ("old-j", "", "redirect", ["people/John-V-Prince-of-Anhalt-Zerbst"]),
        ("John V Prince of Anhalt Zerbst", "", "slug", ["people/John-V-Prince-of-Anhalt-Zerbst"]),
        ("an-essay", "", "slug", ["sources/digests/essay-3fa91c"]),
        ("鲁迅", "", "stem", ["people/鲁迅"]),
        ("", "people/Paris", "self", ["people/Paris"]),
        ("  ", "", None, []),
        ("../../etc/passwd", "people/X", None, []),
        ("nobody", "", None, []),
        (".md", "", None, []),
        ("_index", "people/X", "folder", ["people/_index"]),
    ],
)
def test_rungs(target: str, origin: str, rung: str | None, paths: list[str]) -> None:
    found = Ladder.of(PAGES).resolve(target, origin=origin)
    assert (found.rung, list(found.paths)) == (rung, paths)
    assert found.ambiguous == (len(paths) > 1)
    assert found.path == (paths[0] if len(paths) == 1 else None)


def test_names_are_read_once_and_only_when_a_path_does_not_answer() -> None:
    asked: list[int] = []

    def names() -> tuple[PageNames, ...]:
        asked.append(1)
        return PAGES

    ladder = Ladder((page.path for page in PAGES), names)
    assert ladder.resolve("Lyon").rung == "stem" and asked == []
    assert ladder.resolve("JV").rung == "alias" and ladder.resolve("Node.js").rung == "title"
    assert asked == [1]


names = st.sampled_from(["Paris", "paris", "Lyon", "Old Town", "C", "鲁迅", "AC/DC", "A-B"])
stems = st.sampled_from(["Paris", "Lyon", "Old-Town", "C", "c", "鲁迅", "A-B"])
folders = st.sampled_from(["people/", "places/", "places/old/", "sources/digests/", ""])
wikis = st.lists(
    st.builds(
        lambda folder, stem, title, aliases, redirects: PageNames(folder + stem, title, aliases, redirects),
        folders, stems, names, st.lists(names, max_size=2).map(tuple), st.lists(stems, max_size=1).map(tuple),
    ),
    max_size=8,
    unique_by=lambda page: page.path,
)  # fmt: skip
targets = names | stems | st.builds(lambda folder, stem: folder + stem, folders, stems)


def naive(pages: list[PageNames], target: str, origin: str) -> Resolved:
    """The ladder as one reads it aloud, page by page."""
    folder, wanted = layout.directory(origin), fold_name(target)

    def among(fits: dict[str, str]) -> tuple[str, ...]:
        exact = {path for path, spelled in fits.items() if spelled.endswith(target)} or set(fits)
        return tuple(sorted({path for path in exact if not path.startswith("sources/")} or exact))

    by_path = {page.path: page.path for page in pages if fold_name(page.path) == wanted}
    if by_path:
        return Resolved("path", among(by_path))
    inside = {
        page.path: page.path for page in pages if fold_name(page.path) == fold_name(f"{folder}/{target}")
    }
    if folder and inside:
        return Resolved("folder", among(inside))
    ends = {page.path: page.path for page in pages if fold_name("/" + page.path).endswith("/" + wanted)}
    if ends:
        return Resolved("stem", among(ends))
    for rung, of in (
        ("alias", lambda page: page.aliases),
        ("title", lambda page: (page.title,)),
        ("redirect", lambda page: page.redirects),
    ):
        found = [page.path for page in pages if wanted in map(fold_name, of(page))]
        if found:
            return Resolved(rung, tuple(sorted(found)))  # type: ignore[arg-type]
    slug = layout.slug(target).casefold()
    found = [
        page.path
        for page in pages
        if slug in (layout.slug(page.title).casefold(), layout.slug(layout.stem(page.path)).casefold())
    ]
    return Resolved("slug", tuple(sorted(found))) if found else Resolved(None)


@given(wikis, targets, st.sampled_from(["", "people/X", "places/old/X"]))
def test_agrees_with_the_naive_ladder(pages: list[PageNames], target: str, origin: str) -> None:
    assert Ladder.of(pages).resolve(target, origin=origin) == naive(pages, target, origin)


@given(
    st.text(st.characters(max_codepoint=127))
    | st.text()
    | st.sampled_from(["con", "CON", "index", "-a_b-", "x " * 120])
)
def test_the_quick_ways_are_the_slow_ones(name: str) -> None:
    assert slug_key(name) == layout.slug(name).casefold()
    assert fold_target(name) == fold_name(name)


@given(st.text(max_size=30), st.text(max_size=10))
def test_never_raises(target: str, origin: str) -> None:
    Ladder.of(PAGES).resolve(target, origin=origin)
