"""What it takes to look at a few files does not hang on how many others there are, nor a directory's index on
how many parts it is in. Nothing here asks a clock: work and memory are counted."""

from __future__ import annotations

import tracemalloc

import pytest
from support.lint_view import Memory

from wikic import layout
from wikic.lint.engine import lint
from wikic.lint.registry import RULES
from wikic.lint.rules import index
from wikic.lint.rules.page import check_overwrites
from wikic.lint.view.wiki_view import WikiView
from wikic.text.normalise import fold_name

LISTED = 20_000  # a set of so many paths takes a megabyte
SPARE = 100_000  # bytes; two small pages take a tenth of it
PAGES, PARTS = 120, 12
HEAD = "---\ntype: people\ntitle: {0}\ncreated: 2026-11-21\nfold: 9c41d2e7\n---\n# {0}\n"


def test_a_few_files_are_looked_at_without_a_copy_of_the_listing() -> None:
    few = [f"people/P{at}.md" for at in range(2)]
    files = {f"people/P{at}.md": HEAD.format(f"P{at}").encode() for at in range(LISTED)}
    view = WikiView.over(Memory(files))
    rules = [rule for rule in RULES if rule.scope in ("file", "links")]
    assert "D002" in {rule.code for rule in rules}
    for rule in rules:
        list(rule.check(view.within([few[0]])))  # what is made once for all files is made
    took: dict[str, int] = {}
    tracemalloc.start()
    try:
        for rule in rules:
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            list(rule.check(view.within([few[1]])))
            took[rule.code] = tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
    assert {code: size for code, size in took.items() if size > SPARE} == {}


def part_of(number: int) -> str:
    """Page path of a part of the index."""
    path = f"people/_index-{number:03x}"
    assert layout.is_index_part(path)
    return path


def in_parts() -> dict[str, bytes]:
    """A directory whose index is in parts, one page listed in none of them and one entry without a page."""
    files = {f"people/P{at:03}.md": HEAD.format(f"P{at:03}").encode() for at in range(PAGES)}
    each = PAGES // PARTS
    main = []
    for part in range(PARTS):
        stems = [f"P{at:03}" for at in range(part * each, (part + 1) * each)]
        if part == 3:
            stems[-1] = "Gone"
        name = part_of(part)
        main.append(f"- [[{name}]] -- {stems[0]} to {stems[-1]}\n")
        files[f"{name}.md"] = f"# people\n\n{''.join(f'- [[{stem}]]{chr(10)}' for stem in stems)}".encode()
    files["people/_index.md"] = f"# people\n\n{''.join(main)}".encode()
    return files


def test_parts_of_an_index_are_held_against_the_directory_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0

    def counted(name: str) -> str:
        nonlocal calls
        calls += 1
        return fold_name(name)

    monkeypatch.setattr(index, "fold_name", counted)
    files = in_parts()
    view = WikiView.over(Memory(files))
    found = lint(view, select=["I001", "I002"])
    assert [(each.path, each.code) for each in found] == [
        ("people/P039.md", "I001"),
        (f"{part_of(3)}.md", "I002"),
    ]
    assert calls < 6 * len(files)  # of each name a few times; once for each part would be a dozen


def test_parts_that_differ_from_the_fold_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {
        name: data.replace(b"[[Gone]]", b"[[P039]]") if "_index" in name else data
        for name, data in in_parts().items()
    }
    listed: list[str] = []
    whole = index._listed_stems

    def counted(view: WikiView, file: str) -> frozenset[str] | None:
        listed.append(file)
        return whole(view, file)

    monkeypatch.setattr(index, "_listed_stems", counted)
    view = WikiView.over(Memory(files), expected=lambda path: b"# other\n")
    found = lint(view, select=["I003"])
    assert len(found) == PARTS + 1
    assert listed == ["people/_index.md"]


def test_a_source_that_gave_a_page_nothing_of_its_own_is_not_read() -> None:
    """A page of what documents say of a name borrows all its bullets; a wiki has one for every other page."""
    digest = "sources/digests/d-b693a9"
    bullet = f"- It was first. [[{digest}#^p9a80ae1b]] ^f80925d54\n"
    line = f"- [[{digest}]] -- D ^{layout.source_line_id(())}\n"
    page = f"{HEAD.format('A')}\n## In Documents\n{bullet}\n## Related Sources\n{line}".encode()
    tree = Memory({"concepts/A.md": page, f"{digest}.md": b"no digest"})
    assert lint(WikiView.over(tree), select=["W001"]) == ()
    assert f"{digest}.md" not in tree.reads
    own = page.replace(layout.source_line_id(()).encode(), layout.source_line_id(["f80925d55"]).encode())
    tree = Memory({**tree.files, "concepts/A.md": own})
    list(check_overwrites(WikiView.over(tree)))
    assert f"{digest}.md" in tree.reads
