"""The short cut reads what the library reads, or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yaml import BaseLoader, YAMLError
from yaml import load as load_yaml

from wikic.markdown import frontmatter, plain_yaml

SIGNS = st.sampled_from(
    [*"ab1_ ,:#'\"[]{}()-?!&*|>%@`~\\.=<^$/;", ": ", " #", "--", "'s ", "no", "~", "1911-05-01", "\n",
     "\n ", "\t", "谭盾", "《", "》", "，", "é", "\u0301", "\u2028", "\x85", "\u00a0", "\ufeff",
     "x: ", "\nx: ", "[a, b]", "\r\n", "''"]
)  # fmt: skip
lines = st.tuples(
    st.sampled_from(["title: ", "aliases: [", "date: '", "x:", ""]), st.lists(SIGNS, max_size=8).map("".join)
)
blocks = st.lists(st.tuples(lines, st.sampled_from(["", "]", "'"])), max_size=3).map(
    lambda found: "".join(f"{key}{value}{end}\n" for (key, value), end in found)
)


@given(blocks)
def test_it_reads_what_the_library_reads(yaml: str) -> None:
    fields = plain_yaml.read(yaml)
    if fields is None:
        return
    try:
        assert (load_yaml(yaml, Loader=BaseLoader) or {}) == fields
    except YAMLError as error:  # it must not read what is broken
        raise AssertionError(yaml) from error


texts = st.lists(SIGNS, max_size=6).map("".join)


@given(
    st.dictionaries(st.sampled_from(["type", "title", "key"]), st.one_of(texts, st.lists(texts, max_size=3)))
)
def test_what_is_written_is_read_either_way(fields: dict[str, object]) -> None:
    yaml = frontmatter.dump(fields).removeprefix("---\n").removesuffix("---\n")
    assert plain_yaml.read(yaml) in (None, fields)


@pytest.mark.parametrize(
    "yaml",
    [
        "type: people\ntitle: John V, Prince of Anhalt-Zerbst\ncreated: 2026-11-21\n"
        "aliases: [John V of Anhalt-Zerbst, St. Mary's]\ntags: [German nobility]\nfold: 9c41d2e7\n",
        "key: 2wiki/d00123\nsha256: 5d0c\ndate: '1911'\ncompiled_with: offline/1\n",
        "title: 鲁迅《呐喊》\ntags: []\n",
    ],
)
def test_what_wikic_writes_takes_the_short_cut(yaml: str) -> None:
    assert plain_yaml.read(yaml) == load_yaml(yaml, Loader=BaseLoader)
