"""A link that is written is read back, whatever its title; its path is told from the page it stands on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import example, given

from wikic import layout
from wikic.markdown.read import read
from wikic.model.page import Citation
from wikic.wiki import link_form, page_blocks, page_render

sys.path.insert(0, str(Path(__file__).parent))
import codec_text as t


@given(t.name, t.name)
@example("A [odd] name", "x")
@example("`[`", "x")
@example("a](b", "x")
def test_what_was_written_is_read(title: str, label: str) -> None:
    path = f"people/{layout.slug(title)}"
    line = link_form.link(path, title, "places/X") + f" -- {layout.slug(label)}"
    entry = link_form.read_entry(line)
    assert entry is not None
    assert (entry.stem, entry.name, entry.rest) == (layout.stem(path),) * 2 + (f" -- {layout.slug(label)}",)
    assert link_form.by_stem(line) == f"[[{layout.stem(path)}]] -- {layout.slug(label)}"
    assert len(read(f"- {line}").links) == 1
    plain = link_form.link(path, title, "places/X", wikilinks=True)
    assert link_form.read_entry(plain) == link_form.Entry(layout.stem(path), "", "", is_wikilink=True)


@pytest.mark.parametrize(
    ("file", "origin", "written"),
    [
        ("people/Ada.md", "people/Bo", "Ada.md"),
        ("people/Ada.md", "index", "people/Ada.md"),
        ("people/Ada.md", "places/old/X", "../../people/Ada.md"),
        ("people/old/Ada.md", "people/X", "old/Ada.md"),
        ("people/Ada King.md", "people/X", "Ada%20King.md"),
        ("people/谭盾.md", "people/X", "谭盾.md"),
    ],
)
def test_a_path_is_told_from_the_page(file: str, origin: str, written: str) -> None:
    assert link_form.relative(file, origin) == written


@pytest.mark.parametrize(
    "line",
    ["words", "[x](https://x.example/a.md)", "[x](a.png)", "[x](/a.md)", "![x](a.md)", "[x][y]", "[[]]"],
)
def test_what_opens_with_no_link_to_a_page_is_no_entry(line: str) -> None:
    assert link_form.read_entry(line) is None and link_form.by_stem(line) == line


def test_words_leave_the_marks_of_links_behind() -> None:
    words = "It is [fsync'd][fsync] to [disk][]; see [1], a[i][j] and [here](x.md)."
    assert link_form.without_references(words) == "It is fsync'd to disk; see [1], a[i][j] and [here](x.md)."


@pytest.mark.parametrize(
    ("target", "digest"),
    [
        ("../sources/digests/guide-3fa91c.md", "sources/digests/guide-3fa91c"),
        ("../sources/articles/guide-3fa91c.md", "sources/digests/guide-3fa91c"),
        ("../sources/articles/guide-3fa91c.files/lamp.png", None),
        ("../articles/guide-3fa91c.md", None),
        ("https://a.example/sources/articles/guide.md", None),
    ],
)
def test_a_link_to_an_article_names_its_digest(target: str, digest: str | None) -> None:
    assert link_form.digest_of(target) == digest


def test_what_a_digest_leaves_to_its_article_is_cited_there() -> None:
    digest = layout.digest_path("kb/guide")
    cite = Citation(digest, "p3f9a1c02", in_article=True)
    (line,) = [page_render.definition("f1a2b3c4d", cite, "It is dark.", "terms/Lamp")]
    assert f"<../{layout.article_of(layout.page_file(digest))}#p3f9a1c02>" in line
    assert page_blocks.citations_in(line) == {"f1a2b3c4d": (cite,)}
