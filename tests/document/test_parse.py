"""What the one dialect reads, node by node."""

from __future__ import annotations

import pytest

from wikic.document import nodes
from wikic.document.nodes import Block, Inlines, Text
from wikic.document.parse import parse_document


def block(markdown: str) -> Block:
    (found,) = parse_document(markdown).blocks
    return found


def inlines(markdown: str) -> Inlines:
    found = block(markdown)
    assert isinstance(found, nodes.Para)
    return found.inlines


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("10<sup>6</sup> km", (Text("10"), nodes.Superscript((Text("6"),)), Text(" km"))),
        ("a<br>b", (Text("a"), nodes.LineBreak(), Text("b"))),
        ("a<br>\nb", (Text("a"), nodes.LineBreak(), Text("b"))),
        ("<kbd>Ctrl</kbd>", (nodes.Code("Ctrl"),)),
        ("<b>x *y*</b>", (nodes.Strong((Text("x "), nodes.Emph((Text("y"),)))),)),
        ('<a href="u" title="t">w</a>', (nodes.Link((Text("w"),), "u", "t"),)),
        ("<u>x</u>", (nodes.RawInline("<u>"), Text("x"), nodes.RawInline("</u>"))),
        ("<b>x", (nodes.RawInline("<b>"), Text("x"))),
        (
            "*x<b>y*</b>",
            (nodes.Emph((Text("x"), nodes.RawInline("<b>"), Text("y"))), nodes.RawInline("</b>")),
        ),
        ("type <name> here", (Text("type <name> here"),)),
        ("see {{< ref \"x\" >}}.", (Text("see "), nodes.RawInline('{{< ref "x" >}}'), Text("."))),
        ("costs $20 and $30", (Text("costs $20 and $30"),)),
        ("so $a\\,b$ it", (Text("so "), nodes.Math("a\\,b"), Text(" it"))),
        ("==so== it", (nodes.Highlight((Text("so"),)), Text(" it"))),
        ("[[Page#Part]]", (nodes.Link((Text("Page#Part"),), "Page#Part", form="wiki"),)),
        ("[[Page|words]]", (nodes.Link((Text("words"),), "Page", form="wiki"),)),
        ("see ![[Page]]", (Text("see "), nodes.Embed("Page"))),
        ("<https://a.b>", (nodes.Link((Text("https://a.b"),), "https://a.b", form="auto"),)),
        ("x ![a|300](b.png)", (Text("x "), nodes.Image((Text("a"),), "b.png", size="300"))),
        ("x ![a](b.png){:height 30, :width 40} y",
         (Text("x "), nodes.Image((Text("a"),), "b.png", size="40"), Text(" y"))),
        ("words ^id-1", (Text("words"), nodes.BlockId("id-1"))),
        ("a [due:: 3 May] b", (Text("a "), nodes.Field("due", (Text("3 May"),)), Text(" b"))),
        ("a ^[so *b*]", (Text("a "), nodes.Note("", (Text("so "), nodes.Emph((Text("b"),)))))),
        ("a [^n] b", (Text("a [^n] b"),)),
        ("Caf&eacute; \\^rest", (Text("Café ^rest"),)),
    ],
)  # fmt: skip
def test_inlines(markdown: str, expected: Inlines) -> None:
    assert inlines(markdown) == expected


def test_labels_of_items_stay() -> None:
    found = block("3. three\n7. seven\n")
    assert isinstance(found, nodes.OrderedList)
    assert [item.marker for item in found.items] == ["3.", "7."]


def test_tasks_and_what_stands_below_them() -> None:
    found = block("- [x] done\n- [ ] open\n  - sub\n")
    assert isinstance(found, nodes.BulletList)
    assert [item.task for item in found.items] == [True, False]
    assert isinstance(found.items[1].blocks[1], nodes.BulletList)


@pytest.mark.parametrize(
    "markdown",
    [
        "> [!note]- Mind *it*\n> Body",
        "::: note Mind *it*\nBody\n:::",
        '??? note "Mind *it*"\n    Body',
    ],
)
def test_boxes(markdown: str) -> None:
    found = block(markdown)
    assert isinstance(found, nodes.Callout)
    assert found.kind == "note"
    assert found.title == (Text("Mind "), nodes.Emph((Text("it"),)))
    assert found.blocks == (nodes.Para((Text("Body"),)),)


def test_what_looks_like_a_box_is_text() -> None:
    assert isinstance(block("::: something said"), nodes.Para)
    assert isinstance(block("!!! note"), nodes.Callout)
    assert isinstance(block("!!! That hurt"), nodes.Para)


def test_fields_stand_apart_from_words() -> None:
    found = parse_document("Words.\nkey:: a [[b]]\n**Other**:: c\nmore words\n").blocks
    assert [type(each).__name__ for each in found] == ["Para", "Fields", "Para"]
    assert isinstance(found[1], nodes.Fields)
    assert [field.key for field in found[1].fields] == ["key", "Other"]


def test_terms_and_their_meanings() -> None:
    found = block("Term *x*\n: One\n: Two\n\n  more\n")
    assert isinstance(found, nodes.DefinitionList)
    (item,) = found.items
    assert item.term == (Text("Term "), nodes.Emph((Text("x"),)))
    assert [len(each.blocks) for each in item.definitions] == [1, 2]


def test_cells_know_where_they_stand() -> None:
    text = "> | a \\| b | [x](u) |\n> |---|:-:|\n> | [[p|q]] | [y](v) |\n"
    (quote,) = parse_document(text).blocks
    assert isinstance(quote, nodes.BlockQuote)
    (table,) = quote.blocks
    assert isinstance(table, nodes.Table)
    assert table.alignments == ("", "center")
    assert table.head.cells[0] == (Text("a | b"),)
    links = [
        node
        for row in (table.head, *table.rows)
        for cell in row.cells
        for node in cell
        if isinstance(node, nodes.Link)
    ]
    assert [text[slice(*link.span)] for link in links] == ["[x](u)", "[[p|q]]", "[y](v)"]
    assert [text[slice(*(link.target_span or (0, 0)))] for link in links] == ["u", "p", "v"]
    assert text[slice(*table.rows[0].span)] == "| [[p|q]] | [y](v) |"


def test_targets_can_be_replaced_where_they_stand() -> None:
    text = '- a [x *y*](<u v> "t") ![z [w](q)](p.png)\n  [r][l] <https://s.t> [u](w)\n\n[l]: <where> "so"\n'
    bullet, definition = parse_document(text).blocks
    assert isinstance(bullet, nodes.BulletList)
    assert isinstance(definition, nodes.LinkDefinition)
    para = bullet.items[0].blocks[0]
    assert isinstance(para, nodes.Para)
    spans = [node.target_span for node in para.inlines if isinstance(node, nodes.Link | nodes.Image)]
    assert [span and text[slice(*span)] for span in spans] == ["u v", "p.png", None, "https://s.t", "w"]
    assert definition.target_span is not None
    assert text[slice(*definition.target_span)] == "where"


def test_what_nests_too_deep_is_text() -> None:
    deep = "> " * 200 + "said"
    found: tuple[Block, ...] = parse_document(deep).blocks
    while isinstance(found[0], nodes.BlockQuote):
        found = found[0].blocks
    assert isinstance(found[0], nodes.Para)
    assert str(found[0]).count("said") == 1
