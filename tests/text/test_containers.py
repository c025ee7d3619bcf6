"""Tabs and boxes of documentation read like headings, steps and callouts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import text_parts
from wikic.document.quotes import contains, segment
from wikic.text import containers

_MKDOCS = (
    '=== "Linux"\n\n    1. Open it.\n    2. Run it.\n\n=== "macOS"\n\n    1. Click it.\n    2. Close it.\n'
)
_COLONS = (
    "::: tabs\n\n@tab Linux\n\n1. Open it.\n2. Run it.\n\n@tab macOS\n\n1. Click it.\n2. Close it.\n\n:::\n"
)
_NESTED = (
    ":::: tabs\n::: tab Linux\n1. Open it.\n2. Run it.\n:::\n"
    "::: tab macOS\n1. Click it.\n2. Close it.\n:::\n::::\n"
)
_MYST = (
    "::::{tab-set}\n:::{tab-item} Linux\n1. Open it.\n2. Run it.\n:::\n"
    ":::{tab-item} macOS\n1. Click it.\n2. Close it.\n:::\n::::\n"
)
_LIQUID = (
    '{% tabs %}\n{% tab title="Linux" %}\n1. Open it.\n2. Run it.\n{% endtab %}\n'
    "{% tab macOS %}\n1. Click it.\n2. Close it.\n{% endtab %}\n{% endtabs %}\n"
)
_HUGO = (
    '{{< tabs >}}\n{{% tab "Linux" %}}\n1. Open it.\n2. Run it.\n{{% /tab %}}\n'
    '{{% tab name="macOS" %}}\n1. Click it.\n2. Close it.\n{{% /tab %}}\n{{< /tabs >}}\n'
)
_COMPONENTS = (
    '<Tabs>\n<TabItem value="linux" label="Linux">\n\n1. Open it.\n2. Run it.\n\n</TabItem>\n'
    '<Tab title="macOS">\n    1. Click it.\n    2. Close it.\n</Tab>\n</Tabs>\n'
)


@pytest.mark.parametrize("tabs", [_MKDOCS, _COLONS, _NESTED, _MYST, _LIQUID, _HUGO, _COMPONENTS])
def test_each_tab_stands_below_its_name(tabs: str) -> None:
    text = f"# Set up\n\nPick one.\n\n{tabs}\nThen go on.\n"
    parts = [(each.piece.kind, each.piece.text, each.piece.tab) for each in text_parts.read(text, "en")]
    assert parts == [
        ("heading", "Set up", False),
        ("sentence", "Pick one.", False),
        ("heading", "Linux", True),
        ("item", "Open it.", True),
        ("item", "Run it.", True),
        ("heading", "macOS", True),
        ("item", "Click it.", True),
        ("item", "Close it.", True),
        ("sentence", "Then go on.", False),
    ]


def test_code_of_a_group_is_called_as_its_fence() -> None:
    text = "::: code-group\n\n```sh [npm]\nnpm i\n```\n\n```sh [yarn]\nyarn add\n```\n\n:::\n"
    assert [each.piece.text for each in text_parts.read(text, "en")] == [
        "npm", "npm i", "yarn", "yarn add",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "box",
    [
        '!!! note "Mind it"\n\n    It is hot.\n',
        '??? note "Mind it"\n    It is hot.\n',
        ":::note Mind it\nIt is hot.\n:::\n",
        ":::note[Mind it]\n\nIt is hot.\n\n:::\n",
        "> [!note] Mind it\n> It is hot.\n",
    ],
)
def test_a_box_is_a_callout_with_its_title(box: str) -> None:
    found = [(each.piece.shape, each.piece.text) for each in text_parts.read(f"Text.\n\n{box}\nEnd.\n", "en")]
    assert found == [("prose", "Text."), ("quote", "Mind it"), ("quote", "It is hot."), ("prose", "End.")]


@pytest.mark.parametrize(
    "text", ['```\n=== "Linux"\n::: tab A\n```', "=== Heading ===", "x ::: y", "{{ tab }}", "<Table>"]
)
def test_code_and_what_is_no_mark_stays(text: str) -> None:
    assert containers.read(text.split("\n")).lines == text.split("\n")


_WRITTEN = "\n".join([_MKDOCS, _COLONS, _MYST, _LIQUID, _COMPONENTS]).split("\n")
_OTHERS = (
    ":::note", ":::", "!!! tip", "> [!tip]", "> it", "    > - one", "```", "1. Step", "   - Sub:",
    "| a | b |", "|---|---|", "Term", ": meaning", "- [ ] task",
)  # fmt: skip


@given(st.lists(st.sampled_from([*_WRITTEN, *_OTHERS]), max_size=14).map("\n".join))
def test_every_block_stands_in_the_document(text: str) -> None:
    assert all(contains(text, block.text) for block in segment(text, "en"))
