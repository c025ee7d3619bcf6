"""The leaves of a document: their words, their place, what tells them apart."""

from __future__ import annotations

from wikic.document.leaves import Leaf, leaves
from wikic.document.parse import parse_document

TEXT = """# Manual

Before you start:

1. Open **the** gate.
   Slowly.
2. Close it:
   - with a key

   Then wait.

## Sizes

| Name | Length |
|---|---|
| Tern | 3 m |

> [!tip] Mind
> Keep off.

Berth
: A place to lie.

```sh
ls
```

Keep off.
"""


def read(text: str) -> tuple[Leaf, ...]:
    return leaves(parse_document(text))


def test_every_kind_in_order() -> None:
    assert [(leaf.kind, leaf.text) for leaf in read(TEXT)] == [
        ("heading", "Manual"),
        ("paragraph", "Before you start:"),
        ("item", "Open the gate. Slowly."),
        ("item", "Close it:"),
        ("item", "with a key"),
        ("paragraph", "Then wait."),
        ("heading", "Sizes"),
        ("head", "Name | Length"),
        ("row", "Tern | 3 m"),
        ("title", "Mind"),
        ("paragraph", "Keep off."),
        ("term", "Berth"),
        ("definition", "A place to lie."),
        ("code", "ls"),
        ("paragraph", "Keep off."),
    ]


def test_spans_are_what_a_splice_replaces() -> None:
    found = {leaf.text: leaf for leaf in read(TEXT)}
    item = found["Open the gate. Slowly."]
    assert TEXT[slice(*item.span)] == "1. Open **the** gate.\n   Slowly."
    assert TEXT[slice(*item.own_span)] == "Open **the** gate.\n   Slowly."
    assert TEXT[slice(*found["with a key"].span)] == "- with a key"
    assert TEXT[slice(*found["Tern | 3 m"].span)] == "| Tern | 3 m |"
    assert TEXT[slice(*found["Mind"].span)] == "[!tip] Mind"
    assert TEXT[slice(*found["A place to lie."].span)] == ": A place to lie."
    assert TEXT[slice(*found["ls"].span)] == "```sh\nls\n```"


def test_leads_heads_and_headings() -> None:
    found = read(TEXT)
    at = {leaf.text: number for number, leaf in enumerate(found)}
    assert found[at["Open the gate. Slowly."]].lead == at["Before you start:"]
    assert found[at["with a key"]].lead == at["Close it:"]
    assert found[at["Then wait."]].lead is None
    assert found[at["Tern | 3 m"]].head == at["Name | Length"]
    assert found[at["Sizes"]].path == ("Manual",)
    assert found[at["Tern | 3 m"]].path == ("Manual", "Sizes")


def test_equal_words_are_counted_below_their_headings() -> None:
    assert [leaf.number for leaf in read("a\n\na\n\n# H\n\na\n\n*a*\n") if leaf.text == "a"] == [1, 2, 1, 2]


def test_other_marks_are_another_tree_and_other_signs_are_none() -> None:
    def tree(text: str) -> tuple[str, str]:
        found = read(text)[0]
        return found.id, found.tree

    assert tree("- *a* b\n  c") == tree("* _a_ b c") == tree("+ _a_ b\n  c")
    for other in ("- **a** b c", "- [ ] *a* b c"):
        assert tree(other)[0] == tree("- *a* b c")[0]
        assert tree(other)[1] != tree("- *a* b c")[1]
    assert tree("# a")[1] != tree("## a")[1]
    assert tree("[a](b)")[1] != tree("[a](c)")[1]
    assert tree("[a][x]\n\n[x]: b")[1] == tree("[a](b)")[1]


def test_numbers_above_the_line_are_no_other_numbers() -> None:
    text = "10<sup>6</sup> km of H<sub>2</sub>O, the 1<sup>st</sup> in 1962<sup>12</sup>"
    assert read(text)[0].text == "10⁶ km of H₂O, the 1st in 1962¹²"


def test_what_note_programs_keep_for_themselves_is_no_leaf() -> None:
    text = "- a\n  id:: 3f2b1c4d-0000-4000-8000-000000000000\n  collapsed:: true\n  due:: May\n"
    assert [(leaf.kind, leaf.text) for leaf in read(text)] == [("item", "a"), ("field", "due: May")]


def test_what_no_reader_sees_is_a_leaf_where_it_is_asked_for() -> None:
    text = "One.\n\n<!-- a remark -->\n\n***\n\n[a]: https://example.org\n"
    document = parse_document(text)
    assert [leaf.text for leaf in leaves(document)] == ["One."]
    unseen = leaves(document, unseen=True)
    assert [leaf.text for leaf in unseen] == ["One.", "<!-- a remark -->", "---", "[a]:"]
    assert text[slice(*unseen[1].span)] == "<!-- a remark -->"
