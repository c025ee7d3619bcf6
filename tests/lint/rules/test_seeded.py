"""Every rule at known positions, several to a page, in both scripts: all of it is found, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

from support import planted_defects, rule_fixtures
from support import seeded_wiki as seeded

from wikic import layout
from wikic.lint.engine import lint
from wikic.lint.registry import RULES
from wikic.lint.view.wiki_view import WikiView


def spots(wiki: seeded.Seeded, expected: Callable[[str], bytes | None] | None = None) -> set[seeded.Spot]:
    view = WikiView.over(rule_fixtures.Memory(wiki.files), expected=expected)
    return {(each.path, each.line, each.column, each.code) for each in lint(view)}


def test_a_clean_wiki_gives_nothing() -> None:
    assert spots(seeded.clean()) == set()


def test_everything_planted_is_found_and_nothing_else() -> None:
    wiki = seeded.clean()
    for script in (seeded.LATIN, seeded.HAN):
        planted_defects.generated(wiki, script)
        planted_defects.prose(wiki, script)
    planted_defects.wide(wiki)
    planted_defects.told_twice(wiki)
    planted_defects.broken_files(wiki)
    stale = [
        layout.page_path(f"{script.home}/{layout.slug(script.names[-1])}")
        for script in (seeded.LATIN, seeded.HAN)
    ]

    def expected(path: str) -> bytes | None:
        """The fold would have another first line in three places."""
        file = layout.page_file(path)
        return b"--- \n" + wiki.files[file] if path in (*stale, "index") else None

    wiki.planted |= {(layout.page_file(path), 1, 1, "P005") for path in stale} | {("index.md", 1, 1, "I003")}
    found = spots(wiki, expected)
    assert sorted(found - wiki.planted) == [], "found, and not planted"
    assert sorted(wiki.planted - found) == [], "planted, and not found"


def test_every_rule_is_planted() -> None:
    wiki = seeded.clean()
    for script in (seeded.LATIN, seeded.HAN):
        planted_defects.generated(wiki, script)
        planted_defects.prose(wiki, script)
    planted_defects.wide(wiki)
    planted_defects.told_twice(wiki)
    planted_defects.broken_files(wiki)
    vault = {"L008", "L009", "C008"}  # tests/lint/rules/test_fixtures.py
    fold = {"I003", "P005"}  # above
    assert {code for *_, code in wiki.planted} == {rule.code for rule in RULES} - vault - fold
