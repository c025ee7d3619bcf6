"""Trees of documents for property tests: canonical as those of ``parse_document``."""

from __future__ import annotations

from hypothesis import strategies as st

from wikic.document import nodes
from wikic.document.nodes import Block, Blocks, Document, Inline, Inlines
from wikic.document.write import is_tight

SIGNS = "*_`~=^$[]()<>!#&|\\:-+.\"'{}@%/0123 aZé文\u00a0"
_ODD = st.text(st.sampled_from(SIGNS), min_size=1, max_size=12)
_WORDS = st.sampled_from(
    [
        "word",
        "two words",
        "1. no item",
        "- nor this",
        "# no heading",
        "a | b",
        "key:: value",
        "[x] box",
        "[^1]",
        "[[page]]",
        "costs $5 and $6",
        "a_b_c",
        "*star*",
        "<b>",
        "&amp",
        "",
        "https://a.example/x_y",
        "((not a block))",
        "==so==",
        "2 * 3",
        "\\frac",
        "{{< no >}}",
        "a\\",
        "!",
        "^id",
        "Table: no",
        "[!note]",
        "::: no",
        "!!! note",
        ": no",
        "> no",
        "+ no",
        "1) no",
        "---",
        "===",
        "~~~",
        "```",
        "$$",
        "#+BEGIN_NOTE",
    ]
)
texts = st.one_of(_WORDS, _ODD).filter(str.strip)
targets = st.sampled_from([
    "page.md", "https://a.example/b(c)?d=1&copy=2", "#place", "with blank.md", "a\\_b", "", "<x>", "a(b", "é",
])  # fmt: skip
titles = st.sampled_from(["", "", "A title", 'with "quotes"', "back\\slash \\* &amp;"])
codes = st.text(st.sampled_from("`a b|\\*$<"), min_size=1, max_size=6).filter(str.strip)
formulas = st.sampled_from(["x", "a=b", "\\frac{1}{2}", "a_i*b_i", "x^2 | y"])


def _joined(inlines: list[Inline]) -> Inlines:
    """As the parser gives them: words in one, blanks at the ends of lines gone, no lines that are empty."""
    found: list[Inline] = []
    for node in inlines:
        before = found[-1] if found else None
        if isinstance(node, nodes.Text) and isinstance(before, nodes.Text):
            found[-1] = nodes.Text(before.text + node.text)
        elif isinstance(node, nodes.SoftBreak | nodes.LineBreak):
            if isinstance(before, nodes.Text):
                if before.text.rstrip(" "):
                    found[-1] = nodes.Text(before.text.rstrip(" "))
                else:
                    found.pop()
            if found and not isinstance(found[-1], nodes.SoftBreak | nodes.LineBreak):
                found.append(node)
        elif isinstance(node, nodes.Text) and isinstance(before, nodes.SoftBreak | nodes.LineBreak):
            if node.text.lstrip(" "):
                found.append(nodes.Text(node.text.lstrip(" ")))
        else:
            found.append(node)
    while found and isinstance(found[-1], nodes.SoftBreak | nodes.LineBreak):
        found.pop()
    return tuple(found)


def _trimmed(inlines: Inlines) -> Inlines:
    found = list(inlines)
    if found and isinstance(found[0], nodes.Text):
        found[0] = nodes.Text(found[0].text.lstrip(" "))
    if found and isinstance(found[-1], nodes.Text):
        found[-1] = nodes.Text(found[-1].text.rstrip(" "))
    return tuple(node for node in found if node != nodes.Text(""))


_MARKS = (nodes.Emph, nodes.Strong, nodes.Strikeout, nodes.Superscript, nodes.Subscript, nodes.Highlight)


@st.composite
def inlines(draw: st.DrawFn, *, lines: bool = True, links: bool = True, depth: int = 2) -> Inlines:
    """lines: with line ends. links: with links and pictures, which hold none themselves."""
    return _joined([_inline(draw, lines, links, depth) for _ in range(draw(st.integers(1, 5)))])


def _inline(draw: st.DrawFn, lines: bool, links: bool, depth: int) -> Inline:
    kinds = (
        ["text", "text", "code", "math", "note"] + ["soft", "hard"] * lines + ["mark", "mark"] * (depth > 0)
    )
    kind = draw(st.sampled_from(kinds + ["link", "image", "auto", "wiki", "embed", "reference"] * links))
    if kind == "text":
        return nodes.Text(draw(texts))
    if kind == "code":
        return nodes.Code(draw(codes))
    if kind == "math":
        return nodes.Math(draw(formulas))
    if kind == "mark":
        inside = draw(inlines(lines=lines, links=links, depth=depth - 1)) or (nodes.Text("a"),)
        return draw(st.sampled_from(_MARKS))(inside)
    if kind == "link":
        return nodes.Link(draw(inlines(lines=lines, links=False, depth=0)), draw(targets), draw(titles))
    if kind == "image":
        return nodes.Image(_trimmed((nodes.Text(draw(texts)),)), draw(targets), draw(titles))
    return draw(st.sampled_from(_FIXED[kind]))


_FIXED: dict[str, list[Inline]] = {
    "note": [nodes.Note("n")],
    "soft": [nodes.SoftBreak()],
    "hard": [nodes.LineBreak()],
    "auto": [nodes.Link((nodes.Text("https://a.example"),), "https://a.example", form="auto")],
    "wiki": [
        nodes.Link((nodes.Text("Page#Part"),), "Page#Part", form="wiki"),
        nodes.Link((nodes.Text("words"),), "Page", form="wiki"),
    ],
    "embed": [nodes.Embed("page", "")],
    "reference": [nodes.Link((nodes.Text("named"),), "t.md", form="reference", label="Label")],
}
_line = inlines(lines=False).map(_trimmed)


def _para(found: Inlines) -> Block:
    if len(found) == 1 and isinstance(found[0], nodes.Image):
        return nodes.Figure(found[0])
    return nodes.Para(found)


def _list(items: list[nodes.ListItem], tight: bool, start: int | None) -> Block:
    tight = is_tight(items, tight)
    if start is None:
        return nodes.BulletList(tuple(items), tight)
    labelled = (
        nodes.ListItem(item.blocks, item.task, f"{start + number}.") for number, item in enumerate(items)
    )
    return nodes.OrderedList(start, tuple(labelled), tight=tight)


@st.composite
def _table(draw: st.DrawFn) -> Block:
    columns = draw(st.integers(1, 3))
    row = st.lists(_line, min_size=columns, max_size=columns).map(lambda cells: nodes.Row(tuple(cells)))
    sides = st.lists(st.sampled_from(["", "left", "center", "right"]), min_size=columns, max_size=columns)
    rows = draw(st.lists(row, max_size=2))
    caption = draw(st.one_of(st.just(()), _line))
    return nodes.Table(draw(row), tuple(draw(sides)), tuple(rows), caption)  # type: ignore[arg-type]  # sampled


def _item(blocks: Blocks, task: bool | None) -> nodes.ListItem:
    own = bool(blocks) and isinstance(blocks[0], nodes.Para)
    return nodes.ListItem(blocks, task if own else None)


@st.composite
def blocks(draw: st.DrawFn, depth: int = 2) -> Blocks:
    return tuple(_block(draw, depth) for _ in range(draw(st.integers(1, 3))))


def _block(draw: st.DrawFn, depth: int) -> Block:
    within = ["list", "list", "quote", "callout", "div", "tab", "terms"] * (depth > 0)
    kind = draw(st.sampled_from(["para", "para", "para", "header", "code", "table", "other", *within]))
    if kind == "para":
        return _para(draw(inlines().map(_trimmed).filter(bool)))
    if kind == "header":
        return nodes.Header(draw(st.integers(1, 6)), draw(_line))
    if kind == "code":
        text = draw(st.text(st.sampled_from("ab `~\n:#"), max_size=12))
        return nodes.CodeBlock(draw(st.sampled_from(["", "py", "a`b"])), text.strip("\n"))
    if kind == "table":
        return draw(_table())
    if kind == "list":
        return draw(_lists(depth))
    if kind == "terms":
        meanings = st.lists(blocks(depth - 1).map(nodes.Definition), min_size=1, max_size=2).map(tuple)
        terms = st.builds(nodes.DefinitionItem, _line.filter(bool), meanings)
        return nodes.DefinitionList(tuple(draw(st.lists(terms, min_size=1, max_size=2))))
    if kind == "other":
        return draw(st.sampled_from(_OTHERS))
    inside = draw(blocks(depth - 1))
    if kind == "quote":
        return nodes.BlockQuote(inside)
    if kind == "callout":
        return nodes.Callout("note", draw(_line), inside, draw(st.sampled_from([None, True, False])))
    if kind == "tab":
        return nodes.Div(("tab",), (nodes.Text("Linux"),), inside)
    return nodes.Div(("aside",), (), inside)


_OTHERS: list[Block] = [
    nodes.HorizontalRule(),
    nodes.MathBlock("x^2\n+ y"),
    nodes.RawBlock("<div>\nraw *words*\n</div>"),
    nodes.Fields((nodes.Field("key", (nodes.Text("value"),)), nodes.Field("empty", ()))),
]


@st.composite
def _lists(draw: st.DrawFn, depth: int) -> Block:
    items = [
        _item(draw(blocks(depth - 1)), draw(st.sampled_from([None, None, True, False])))
        for _ in range(draw(st.integers(1, 3)))
    ]
    return _list(items, draw(st.booleans()), draw(st.one_of(st.none(), st.integers(0, 12))))


def _document(found: Blocks) -> Document:
    """With what its notes and references need."""
    ends = (
        nodes.NoteDefinition("n", (nodes.Para((nodes.Text("A note."),)),)),
        nodes.LinkDefinition("Label", "t.md"),
    )
    return Document((*found, *ends))


documents = blocks().map(_document)
