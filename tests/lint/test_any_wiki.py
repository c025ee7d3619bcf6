"""Whatever the bytes and the names: no exception, findings sorted, the same again, fixes that end."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from support.any_wiki import Memory, wikis
from support.depth import examples
from support.fixed_view import fix

from wikic.lint.engine import lint
from wikic.lint.profile import Profile
from wikic.lint.report.formats import FORMATS
from wikic.lint.report.report import Report, summary
from wikic.lint.view.wiki_view import WikiView
from wikic.model.change import Write


@given(wikis)
def test_findings_are_sorted_and_stable(files: dict[str, bytes]) -> None:
    view = WikiView.over(Memory(files))
    found = lint(view)
    assert list(found) == sorted(found, key=lambda each: each.sort_key)
    assert lint(view) == found  # warm as cold
    assert lint(WikiView.over(Memory(dict(reversed(files.items()))))) == found
    for finding in found:
        assert finding.line >= 1 and finding.column >= 1 and "\n" not in finding.message
        assert not (finding.refold and finding.edits)


@given(wikis)
def test_one_file_alone_is_found_to_be_what_it_is_among_all(files: dict[str, bytes]) -> None:
    whole = lint(WikiView.over(Memory(files)))
    for path in files:
        alone = lint(WikiView.over(Memory(files)), paths=[path])
        assert alone == tuple(each for each in whole if each.path == path)


@given(wikis)
def test_reports_print_anything(files: dict[str, bytes]) -> None:
    found = lint(WikiView.over(Memory(files)))
    report = Report(found, files.get)
    for text in (line for each in FORMATS for line in (*each.write(report), summary(found))):
        text.encode("utf-8")
        assert "\x00" not in text


@given(wikis, st.booleans())
@examples(60)
def test_fixing_ends_and_a_second_time_changes_nothing(files: dict[str, bytes], unsafe: bool) -> None:
    view = WikiView.over(Memory(files))
    result = fix(view, unsafe=unsafe)
    assert result.fighting == ()
    fixed = dict(files)
    for change in result.changes.changes:
        assert isinstance(change, Write)
        fixed[change.path] = change.content
    again = WikiView.over(Memory(fixed))
    assert not fix(again, unsafe=unsafe).changes
    assert lint(again) == result.left


VAULT = Profile(
    "vault",
    roots=("people",),
    sources=("sources",),
    exclude=("a*",),
    absent=("raw",),
    trees=("people", "People"),
    wanted="warn",
    indexed=True,
)


@given(wikis, st.sampled_from([VAULT, Profile("vault"), Profile("vault", wanted="allow")]))
def test_any_vault_is_linted_and_fixed(files: dict[str, bytes], profile: Profile) -> None:
    view = WikiView.over(Memory(files), profile=profile)
    found = lint(view)
    assert list(found) == sorted(found, key=lambda each: each.sort_key)
    assert lint(WikiView.over(Memory(dict(reversed(files.items()))), profile=profile)) == found
    for path in files:
        alone = lint(WikiView.over(Memory(files), profile=profile), paths=[path])
        assert alone == tuple(each for each in found if each.path == path)
    result = fix(view, unsafe=True)
    assert result.fighting == ()
    assert not fix(view.after(result.changes.changes), unsafe=True).changes
