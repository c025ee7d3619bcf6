"""Markdown with JSX: what programs load goes, tabs are headed by their labels, code stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from wikic.model.article import Article
from wikic.wiki.documents.mdx import without_jsx
from wikic.wiki.documents.read import read
from wikic.wiki.documents.text_files import read_markdown

TABS = (
    "import Tabs from '@theme/Tabs'; import TabItem from '@theme/TabItem';\n\n# Bells\n\n"
    '<Tabs groupId="os" values={all}>\n<TabItem value="mac" label="macOS" default>\n\n'
    "```js\nimport a from 'b'\n```\n\n"
    '</TabItem>\n<TabItem value="linux">\n\nRing it.\n\n</TabItem>\n</Tabs>\n'
)
SHOWN = "# Bells\n\n**macOS**\n\n```js\nimport a from 'b'\n```\n\n**linux**\n\nRing it.\n\n"


def test_tabs_are_headed_by_their_labels() -> None:
    assert without_jsx(TABS) == SHOWN
    assert read_markdown(TABS).text == SHOWN  # Docusaurus reads .md so too


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("export const a = {\n  b: 1,\n};\n\nWords.\n", "Words.\n"),
        ("{/* for us */}\n\nWords.\n", "Words.\n"),
        ("import '../a.css'\nWords.\n", "Words.\n"),
        ("import taxes are due\n", "import taxes are due\n"),
        ('~~~\n<TabItem value="a">\n\n\n\n~~~\n', '~~~\n<TabItem value="a">\n\n\n\n~~~\n'),
        ('- a\n\n  <TabItem value="x">\n  b\n', "- a\n\n  **x**\n\n  b\n"),
    ],
)
def test_what_goes_and_what_stays(written: str, shown: str) -> None:
    assert without_jsx(written) == shown


def test_boxes_and_tabs_of_site_generators_are_callouts_and_headed_parts() -> None:
    text = '!!! note "Mind"\n\n    The tide.\n\n=== "Linux"\n\n    Ring.\n\n:::tip\nTwice.\n:::\n'
    assert (
        read_markdown(text).text
        == "> [!note] Mind\n>\n> The tide.\n\n**Linux**\n\nRing.\n\n> [!tip]\n> Twice.\n\n"
    )


def test_a_folder_of_mdx_is_read(tmp_path: Path) -> None:
    (tmp_path / "bells.mdx").write_text("---\ntitle: Bells\n---\nRing them.\n", "utf-8")
    (article,) = read([tmp_path])
    assert isinstance(article, Article) and (article.title, article.text) == ("Bells", "Ring them.\n")
