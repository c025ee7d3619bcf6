"""Whatever lies on disk: fixing raises nothing, ends, changes nothing a second time, makes nothing worse."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from support.any_wiki import Memory, wikis
from support.depth import examples
from support.fixed_view import fix as settled

from wikic.config import LintConfig
from wikic.fix.by_code import FixRequest, fix
from wikic.lint.engine import lint
from wikic.lint.fixes.apply import apply
from wikic.lint.profile import Profile
from wikic.lint.registry import RULES
from wikic.lint.view.wiki_view import WikiView
from wikic.markdown.source import decode
from wikic.model.change import Write
from wikic.model.finding import Finding
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.wiki.schema_file import render_schema

SCHEMA = render_schema(Schema(Positioning("x"), (Dimension("people", "p"), Dimension("concepts", "c"))))
VAULT = LintConfig(profile="vault", wanted="warn", sources=("sources",), indexed=True)
selections = st.one_of(
    st.just(()), st.lists(st.sampled_from([rule.code for rule in RULES]), min_size=1, max_size=3).map(tuple)
)


def weight(findings: Iterable[Finding]) -> list[int]:
    count = Counter(each.severity.rank for each in findings)
    return [count[0], count[1], count[2]]


@given(wikis, st.booleans(), selections, st.sampled_from([Profile("wikic", "wiki/"), Profile("vault")]))
def test_findings_of_the_selected_rules_never_grow(
    files: dict[str, bytes], unsafe: bool, select: tuple[str, ...], profile: Profile
) -> None:
    result = settled(WikiView.over(Memory(files), profile=profile), unsafe=unsafe, select=select)
    assert weight(result.left) <= weight(result.before)
    assert result.fighting == ()


@given(wikis)
def test_bytes_that_no_edit_names_are_kept(files: dict[str, bytes]) -> None:
    view = WikiView.over(Memory(files))
    for finding in lint(view):
        for change in apply([finding], view, unsafe=True).changes:
            assert isinstance(change, Write)
            (edit,) = finding.edits
            source = decode(files[change.path])
            mark = b"\xef\xbb\xbf" if source.bom else b""
            head = mark + source.text[: edit.start].encode("utf-8", "surrogateescape")
            tail = source.text[edit.end :].encode("utf-8", "surrogateescape")
            assert files[change.path].startswith(head) and files[change.path].endswith(tail)
            assert change.content == head + edit.replacement.encode("utf-8", "surrogateescape") + tail


def snapshot(home: Path) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    for folder, _, names in os.walk(os.fsencode(home)):
        for path in (os.path.join(folder, name) for name in names):
            if b"/.wikic/" not in path:
                found[path] = Path(os.fsdecode(path)).read_bytes()
    return found


def one_in_any_case(paths: Iterable[str]) -> bool:
    """Whether no two of these differ by case alone: what the transaction refuses to make."""
    steps = {path[: at + 1] for path in paths for at in range(len(path))}
    return len(steps) == len({each.casefold() for each in steps})


def on_disk(home: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        path = home / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        except OSError:
            continue  # a name that is a directory already


@examples(60)
@given(wikis, st.booleans(), st.booleans())
def test_on_disk(files: dict[str, bytes], unsafe: bool, vault: bool) -> None:
    root = Path(tempfile.mkdtemp())
    try:
        home = root if vault else root / "wiki"
        on_disk(home, files if vault else {**files, "schema.yaml": SCHEMA})
        wanted = FixRequest(root, VAULT if vault else LintConfig(), "T", "2026-11-22", unsafe=unsafe)
        before = snapshot(home)
        dry = fix(FixRequest(root, wanted.settings, "T", "2026-11-22", unsafe=unsafe, dry_run=True))
        assert snapshot(home) == before
        report = fix(wanted)
        apart = one_in_any_case((*files, *(change.path for change in dry.changes)))
        if apart:
            assert [(each.path, type(each)) for each in report.changes] == [
                (each.path, type(each)) for each in dry.changes
            ]
            assert report.left == dry.left
        after = snapshot(home)
        for change in report.changes:
            path = os.path.join(os.fsencode(home), os.fsencode(change.path))
            assert after.get(path) == (change.content if isinstance(change, Write) else None)
        again = fix(wanted)
        assert again.changes == ()
        # An index that was made for one of two folders of one name shares that fault with them.
        assert again.left == report.left or (not apart and {*report.left} < {*again.left})
        assert snapshot(home) == after
    finally:
        shutil.rmtree(root)
