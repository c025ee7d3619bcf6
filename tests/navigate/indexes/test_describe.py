"""What a record says beside its text: sources, confidence and date, from the text alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wikic.navigate.indexes.mirror import describe_file
from wikic.store.records import FileMeta

D1, D2 = "sources/digests/one-aaaaaa", "sources/digests/two-bbbbbb"
PAGE = f"""---
type: people
title: Ann
created: 2026-11-20
---
# Ann
> A person

## Key Facts
- Cited once. [[{D1}#^p00000001]] [[{D1}#^p00000002]] ^f00000001
- Cited twice. [[{D1}#^p00000001]] [[{D2}#^p00000003]] ^f00000002
- Not cited. ^f00000003
- written by a person

## Related Sources
- [[{D1}]] -- One ^r00000001
- [[{D2}|Two]] -- Two ^r00000002
"""


def test_a_page_rests_on_the_independent_sources_its_facts_cite():
    assert describe_file("people/Ann.md", PAGE) == FileMeta(
        confidence=round((0.5 + 0.75 + 0) / 3, 4), sources=(D1, D2), last_verified="2026-11-20"
    )


def test_a_digest_rests_on_its_article():
    text = "---\ningested: 2026-11-21\ncreated: 1911-05-01\n---\n"
    assert describe_file(f"{D1}.md", text) == FileMeta(
        sources=("sources/articles/one-aaaaaa",), last_verified="2026-11-21"
    )


def test_what_asserts_nothing_is_not_doubted():
    for path, text in [
        ("index.md", PAGE),
        ("people/_index.md", PAGE),
        ("sources/articles/one-aaaaaa.md", PAGE),
        ("schema.yaml", "created: 2026-11-20\n"),
        ("people/own.md", "# No head\ncreated: 2026-11-20\n"),
        ("people/open.md", "---\ncreated: 2026-11-20\n"),
        ("people/blank.md", ""),
    ]:
        assert describe_file(path, text) == FileMeta()


def test_bom_and_crlf_change_nothing():
    assert describe_file("people/Ann.md", "\ufeff" + PAGE.replace("\n", "\r\n")) == describe_file(
        "people/Ann.md", PAGE
    )


@given(path=st.text(max_size=30), text=st.text(max_size=200))
def test_any_text_is_described(path, text):
    meta = describe_file(path, f"---\n{text}\n---\n- {text} ^f00000001\n")
    assert 0 <= meta.confidence <= 1
