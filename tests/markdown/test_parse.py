"""What real wikis hold, item by item, and what it reads as: with both parsers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples
from support.patience import effort

from wikic.markdown.document import Document
from wikic.markdown.parse import parse
from wikic.markdown.read import read, scan
from wikic.model.link import Link


def both(text: str) -> Document:
    document = parse(text)
    found = scan(text)
    assert found.odd or found == document
    assert read(text) == document
    return document


def short(link: Link) -> str:
    """A link on one line: ``!`` target ``#`` heading ``^`` block ``|`` text; Markdown links in brackets."""
    words = ("!" if link.embed else "") + link.target
    words += "" if link.heading is None else f"#{link.heading}"
    words += "" if link.block is None else f"^{link.block}"
    words += "" if link.text is None else f"|{link.text}"
    return f"({words})" if link.kind == "markdown" else words


LINKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    # Obsidian's forms
    ("[[N]] [[N|text]] [[N#H]] [[N#^b1]] ![[N]] [[#H]]", ("N", "N|text", "N#H", "N^b1", "!N", "#H")),
    ("[[a/b c|t|u]] [[N#H1#H2]] [[ N ]] [[N#]]", ("a/b c|t|u", "N#H1#H2", "N", "N")),
    # a wikilink followed by parentheses
    ("[[prometheus]](metrics) [[x]](path/x.md) [[x]]()", ("prometheus", "x", "x")),
    # broken closers
    ("[[one>; see [[two]]", ("two",)),
    ("[[Mode: STORY] and [[b]]", ("b",)),
    ("[[a [[b]] c]]", ("b",)),
    ("[[name](https://x.y)]", ("(https://x.y|name)",)),
    ("[[]] [[ ]] [[#]] [[|x]]", ()),
    # signs in titles and texts
    ("[[PR #6420]]", ("PR#6420",)),
    ("[[Functions#has|`has`]] and `x`", ("Functions#has|`has`",)),
    ("[[a|b [1]]] [[[c]]]", ("a|b [1]", "c")),
    # table cells
    ("| x | y |\n|---|---|\n| [[a\\|b]] | [[c|d]] |", ("a|b", "c|d")),
    ("| [[a|b]] | y |\n|---|---|\n| ` | [[c]] |\n| ` | [[d]] |", ("a|b", "c", "d")),
    # links as written, whatever they mean
    ("[[80,100,120]] [[https://x.y/z]]", ("80,100,120", "https://x.y/z")),
    ("[[sources/]] [[slug]]", ("sources/", "slug")),
    # Markdown links and images
    ("[t](u) ![t](u) [t](<u v>)", ("(u|t)", "(!u|t)", "(u v|t)")),
    ("[t](u \"v\") [t](u 'v') [t](a(b)c)", ("(u|t)", "(u|t)", "(a(b)c|t)")),
    ("[t](p.md#H) [t](p.md#^b) [t](#H) [t]()", ("(p.md#H|t)", "(p.md^b|t)", "(#H|t)", "(|t)")),
    ("[t](a\\)b) [t](a&amp;b) [`c`](u)", ("(a)b|t)", "(a&b|t)", "(u|`c`)")),
    ("[![alt](i.png)](u)", ("(u|![alt](i.png))", "(!i.png|alt)")),
    ("[two\nlines](u)", ("(u|two\nlines)",)),
    ("[t](my file.md) [t] [t][]", ()),
    ("[t] [t][x]\n\n[t]: u\n[x]: v", ("(u|t)", "(v|t)")),
    ("[^1]\n\n[^1]: [[a]]", ("a",)),
    # not links: code, comments, HTML, escapes, frontmatter
    ("`[[a]]` ``[[b]] ` [[c]]`` [[d]]", ("d",)),
    ("`[[a\n[[b]]` [[c]]", ("c",)),
    ("```\n[[a]]\n```\n[[b]]\n~~~\n[[c]]\n```\n~~~\n[[d]]", ("b", "d")),
    ("- x\n\n  ```\n  [[a]]\n  ```\n- [[b]]", ("b",)),
    ("- x\n\n      [[a]]\n- [[b]]", ("b",)),
    ("    [[a]]\n\n[[b]]", ("b",)),
    ("> ```\n> [[a]]\n> ```\n> [[b]]", ("b",)),
    ("<!-- [[a]] -->\n\nx <!-- [[b]]\n[[c]] --> [[d]]\n\n<!--\n[[e]]\n\n[[f]]\n-->\n[[g]]", ("d", "g")),
    ("<a title='[[a]]'> <https://x.y/[[b]]> \\[[c]] \\[d](e) [f\\](g)", ()),
    ("---\nsource: [[a]]\n---\n[[b]]", ("b",)),
    ("---\nsource: [[a]]\n\n# No fence\n[[b]]\n\n---\n[[c]]", ("b", "c")),
    # bytes
    ("[[a]]\r\n[[b]]\r[[c]]\u2028[[d]]\x85[[e]]\x0c[[f]]\0[[g]]", ("a", "b", "c", "d", "e", "f", "g")),
    ("[[a\nb]]", ()),
    ("[[a\u2028b]]", ("a\u2028b",)),
    # index lines of many shapes
    ("- [[Page]] (alias, alias) -- summary #tag", ("Page",)),
    ("|| [[01-project]] — …", ("01-project",)),
)  # fmt: skip


@pytest.mark.parametrize(("text", "links"), LINKS)
def test_links(text: str, links: tuple[str, ...]) -> None:
    assert tuple(short(link) for link in both(text).links) == links


MALFORMED: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("[[one>; see [[two]]", (("nested", "[[one>; see "),)),
    ("[[Mode: STORY] on", (("single closer", "[[Mode: STORY]"),)),
    ("[[name](https://x.y)]", (("markdown link", "[[name]"),)),
    ("a [[open \nb]]", (("unclosed", "[[open"),)),
    ("[[]] and [[|x]]", (("empty", "[[]]"), ("empty", "[[|x]]"))),
    ("[[a [b] c]] d", (("bracket in target", "[[a [b] c]]"),)),
    ("`[[a` \\[[b [[[c]]] ![[d]]", ()),
)


@pytest.mark.parametrize(("text", "faults"), MALFORMED)
def test_malformed_wikilinks(text: str, faults: tuple[tuple[str, str], ...]) -> None:
    found = both(text).malformed
    assert tuple((one.reason, text[one.start : one.end]) for one in found) == faults


HEADINGS: tuple[tuple[str, tuple[tuple[int, str, int], ...]], ...] = (
    ("# A\n\n## B ##\n###### C #c\n####### D", ((1, "A", 1), (2, "B", 3), (6, "C #c", 4))),
    ("A\n===\n\nB b\nc\n---\n", ((1, "A", 1), (2, "B b\nc", 4))),
    ("#tag\n\n```\n# x\n```\n    # y\n\n> # Z\n- # W", ((1, "Z", 8), (1, "W", 9))),
    ("x\u2028# no\x0c# no\x85# no\r# Yes\r\n# Too", ((1, "Yes", 2), (1, "Too", 3))),
    ("#\n# a\\#\n# [[x]] `y`", ((1, "", 1), (1, "a\\#", 2), (1, "[[x]] `y`", 3))),
)


@pytest.mark.parametrize(("text", "headings"), HEADINGS)
def test_headings(text: str, headings: tuple[tuple[int, str, int], ...]) -> None:
    assert tuple((one.level, one.text, one.line) for one in both(text).headings) == headings


BULLETS: tuple[tuple[str, tuple[tuple[int, str, str], ...]], ...] = (
    ("- a\n  - b\n    - c\n- d", ((1, "-", "a"), (2, "-", "b"), (3, "-", "c"), (1, "-", "d"))),
    (
        "* a\n\t* b\n+ c\n1. d\n2) e",
        ((1, "*", "a"), (2, "*", "b"), (1, "+", "c"), (1, "1.", "d"), (1, "2)", "e")),
    ),
    ("- a\n  goes on\nlazily\n\nno", ((1, "-", "a\n  goes on\nlazily"),)),
    ("text\n2. no\n\n3. yes", ((1, "3.", "yes"),)),
    (
        "- - a\n- # b\n-\n- [ ] c",
        ((1, "-", "- a"), (2, "-", "a"), (1, "-", "# b"), (1, "-", ""), (1, "-", "[ ] c")),
    ),
    ("> - a\n>   b\n> - c", ((1, "-", "a\n>   b"), (1, "-", "c"))),
    ("- a\r\n- b  \r\n", ((1, "-", "a"), (1, "-", "b"))),
    ("---\n***\n- - -\n-no\n    - no", ()),
)


@pytest.mark.parametrize(("text", "bullets"), BULLETS)
def test_bullets(text: str, bullets: tuple[tuple[int, str, str], ...]) -> None:
    assert tuple((one.level, one.marker, one.text) for one in both(text).bullets) == bullets


def test_block_ids_end_a_line_outside_code() -> None:
    text = (
        "- fact. [[s#^p1]] ^f1a\n\n^own\n# H ^h-1  \r\na^no ^no! `x ^no`\n```\nx ^no\n```\n| a | b | ^row\n"
    )
    assert [(one.id, one.line) for one in both(text).block_ids] == [
        ("f1a", 1),
        ("own", 3),
        ("h-1", 4),
        ("row", 9),
    ]


def test_fences_and_code_spans() -> None:
    text = "```py title\nx\n```\n`a` ``b`c``\n\n    code\n\n- x\n  ~~~\n  y\n  ~~~\n\n````\n```\n"
    found = both(text)
    assert [
        (one.marker, one.info, text[one.start : one.end], one.line, one.closed) for one in found.fences
    ] == [
        ("```", "py title", "```py title\nx\n```", 1, True),
        ("", "", "code", 6, True),
        ("~~~", "", "~~~\n  y\n  ~~~", 9, True),
        ("````", "", "````\n```", 13, False),
    ]
    assert [text[one.start : one.end] for one in found.code_spans] == ["`a`", "``b`c``"]


MARKUP = (
    "[[n]]", "![[n|t]]", "[t](u)", "[t\n>  t](u)", "![`c`](u)", "`c`", "`c\n  c`", " ", "x", "# ", "é", "|",
)  # fmt: skip
NESTED = st.lists(
    st.tuples(
        st.lists(st.sampled_from(("> ", ">", "- ", "1. ", "  ", "    ", "\t", " ")), max_size=4).map("".join),
        st.lists(st.sampled_from(MARKUP), max_size=5).map("".join),
    ).map("".join),
    max_size=6,
).map("\n".join)


@given(NESTED)
@examples(125)
def test_offsets_of_the_parser_point_at_what_they_name(text: str) -> None:
    document = parse(text)
    for link in document.links:
        words = text[link.start : link.end].removeprefix("!" if link.embed else "")
        assert words.startswith("[[" if link.kind == "wiki" else "[")
        assert words.endswith("]]" if link.kind == "wiki" else ")")
        assert link.line == text.count("\n", 0, link.start) + 1
        assert text.split("\n")[link.line - 1][link.column - 1 :].startswith(
            words.split("\n")[0][:1] if not link.embed else "!"
        )
    for code in document.code_spans:
        words = text[code.start : code.end]
        assert words[0] == words[-1] == "`" and len(words) > 2
    for bullet in document.bullets:
        assert text[bullet.start :].startswith(bullet.marker)
        assert text[bullet.text_start : bullet.end] == bullet.text
    for heading in document.headings:
        assert text[heading.start] == "#" or "\n" in text[heading.start : heading.end]


# Text that takes a parser with a quadratic corner minutes.
LARGE: tuple[tuple[str, str], ...] = (
    (
        "index of 6,200 links",
        "# I\n" + "".join(f"- [[page-{i}]] (alias) -- summary #tag\n" for i in range(6200)),
    ),
    ("one line of 60,000 characters", "[12, " * 12_000),
    ("brackets before a link", "[12, " * 4_000 + "](a)"),
    ("a link that does not end", "[a](" + " " * 100_000 + "x"),
    ("page of 2 MB", "some words of prose\n" * 100_000),
    ("open wikilinks", "[[a|b " * 10_000),
    ("deep brackets", "[" * 5_000 + "](a)"),
    ("deep quotes", ">" * 5_000 + " a"),
    ("deep list", "\n".join("  " * i + "- a" for i in range(200))),
    ("stray backticks", "a ` b\nc\n" * 10_000),
    ("dashes", "a |\n" + "-" * 60_000 + "x"),
    ("unclosed frontmatter", "---\na: b\n" + "x\n" * 20_000 + "---\n"),
)


@pytest.mark.parametrize("text", [text for _, text in LARGE], ids=[name for name, _ in LARGE])
def test_large_and_nested_pages_take_a_bounded_effort(text: str) -> None:
    assert effort(lambda: read(text)) < 200
    assert effort(lambda: parse(text)) < 600
