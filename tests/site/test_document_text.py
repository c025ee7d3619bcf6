"""A document's page of a compiled wiki on the site: what its Markdown says is shown, what runs is not."""

from __future__ import annotations

from pathlib import Path

from support.command import wikic, write
from support.pictures import png

BREAD = """\
# Bread

The *dough* rests for 12 h. ^rest

Line<br>broken, 10<sup>6</sup> km, $a\\,b$ and a note.[^1]

> [!warning] Hot
> Mind it.

![seal](seal.png)

See [[#^rest]], [other](b.md#part), [gone](c.md) and <script>alert(1)</script>.

- [x] done

[^1]: The note.
"""


def page(tmp_path: Path) -> str:
    write(tmp_path / "docs", {"a.md": BREAD, "b.md": "# Other\n\n## Part\n\nIt is.\n"})
    png(tmp_path / "docs/seal.png")
    wikic("init", "docs", "-C", "kb", "--layout", "library", "-q", cwd=tmp_path)
    wikic("compile", "docs", "-C", "kb", "-q", cwd=tmp_path)
    wikic("export", "site", "-C", "kb", "site", "-q", cwd=tmp_path)
    html = (tmp_path / "site/documents/Bread.html").read_text("utf-8")
    return html.partition("<article>")[2].partition("</article>")[0]


def test_a_document_is_shown_as_it_is_written(tmp_path: Path) -> None:
    shown = page(tmp_path)
    for each in (
        "Line<br>broken, 10<sup>6</sup> km",
        '<mi>a</mi><mspace width="0.167em"></mspace><mi>b</mi>',
        r'<annotation encoding="application/x-tex">a\,b</annotation>',
        'class="callout warning-callout"',
        '<span class="box">☑</span> done',
        "The note.",
        '<a id="h-rest"></a>',
        '<a href="#h-rest">The dough rests for 12 h.</a>',
        '<a href="../documents/Other.html#h-part">other</a>',
    ):
        assert each in shown
    assert 'src="../sources/articles/' in shown and "[^1]" not in shown and "c.md" not in shown


def test_what_could_run_is_words(tmp_path: Path) -> None:
    assert "<script" not in page(tmp_path)
