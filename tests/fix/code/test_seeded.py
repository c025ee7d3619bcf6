"""The wiki with every defect planted, fixed: nothing is left that could be, and what is new has a reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from support import planted_defects
from support import seeded_wiki as seeded
from support.any_wiki import Memory
from support.command import write
from support.fixed_view import fix as fix_view

from wikic.config import LintConfig
from wikic.fix.by_code import FixRequest, fix
from wikic.lint.engine import lint
from wikic.lint.report.report import fixable
from wikic.lint.view.wiki_view import WikiView
from wikic.model.change import Write
from wikic.model.finding import Finding


def planted() -> dict[str, bytes]:
    """The files of the wiki with every defect that leaves a wiki that can be folded."""
    wiki = seeded.clean()
    for script in (seeded.LATIN, seeded.HAN):
        planted_defects.generated(wiki, script)
        planted_defects.prose(wiki, script)
    planted_defects.wide(wiki)
    planted_defects.told_twice(wiki)
    whole = seeded.clean().files
    unreadable = {path for path, *_, code in wiki.planted if code == "C007"}
    return wiki.files | {path: whole[path] for path in unreadable}


def spots(findings: Iterable[Finding]) -> Counter[tuple[str, str]]:
    return Counter((each.path, each.code) for each in findings)


# It was not read while its frontmatter could not be.
REVEALED = {("札记/broken-人物.md", "D004"): 1}


@pytest.mark.parametrize("unsafe", [False, True])
def test_by_edits_alone(unsafe: bool) -> None:
    files = planted()
    result = fix_view(WikiView.over(Memory(files)), unsafe=unsafe)
    assert result.fighting == result.harmful == ()
    assert not [each for each in result.left if each.edits and (unsafe or each.safe)]
    assert spots(result.left) - spots(result.before) == REVEALED
    assert {change.path for change in result.changes.changes if isinstance(change, Write)} <= files.keys()


def test_on_disk_and_folded(tmp_path: Path) -> None:
    files = planted()
    write(tmp_path / "wiki", files)
    report = fix(FixRequest(tmp_path, LintConfig(), "Old things", "2026-11-22", unsafe=True))
    assert report.fighting == report.harmful == ()
    assert not [each for each in report.left if fixable(each) or each.edits]
    new = spots(report.left) - spots(lint(WikiView.over(Memory(files))))
    # What people's pages bring about in the indexes that the fold now writes for their directories.
    indexes = {(path, code) for path, code in new if path.endswith("_index.md")}
    assert {code for _, code in indexes} <= {"I002", "S002"}
    assert {spot: count for spot, count in new.items() if spot not in indexes} == REVEALED
    assert not fix(FixRequest(tmp_path, LintConfig(), "Old things", "2026-11-22", unsafe=True)).changes
