"""Lists in statements nest in Markdown as they do in the text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from wikic.markdown.bullet_lines import canonical, from_markdown, levelled, nested, to_markdown


@dataclass(frozen=True)
class Item:
    """An item by its words, the code in it, and the lists below it: their first number, 0 for bullets."""

    words: str
    code: bool
    start: int
    below: tuple[Item, ...]


_STARTS = st.sampled_from([0, 0, 1, 1, 3, 9, 98])


def _items(below: st.SearchStrategy[tuple[Item, ...]]) -> st.SearchStrategy[tuple[Item, ...]]:
    words = st.sampled_from(["Open it.", "Close it:", "[x] done", "# sign", "> mark", "5. five", "a"])
    item = st.builds(Item, words, st.booleans(), _STARTS, below)
    return st.lists(item, min_size=1, max_size=4).map(tuple)


_LISTS = _items(_items(_items(st.just(()))))


def _text(items: tuple[Item, ...], start: int, depth: int) -> Iterator[str]:
    for number, item in enumerate(items):
        yield f"{'  ' * depth}{f'{start + number}. ' if start else '- '}{item.words}"
        if item.code:
            yield from ("```sh", "make", "  all", "```", f"{'  ' * (depth + 1)}Then wait.")
        yield from _text(item.below, item.start, depth + 1)


def _shape(items: tuple[Item, ...]) -> list[object]:
    return [(item.words.removeprefix("[x] "), item.code, _shape(item.below)) for item in items]


def _shown(node: SyntaxTreeNode) -> list[object]:
    """The items of the one list that a node of Markdown's tree holds."""
    lists = [each for each in node.children if each.type in ("bullet_list", "ordered_list")]
    assert len(lists) <= 1
    return [_item(each) for found in lists for each in found.children]


def _item(node: SyntaxTreeNode) -> object:
    words = next(each for each in node.children if each.type == "paragraph").children[0].content
    code = [each.content for each in node.children if each.type == "fence"]
    assert all(each == "make\n  all\n" for each in code)
    plain = words.replace("\\", "").removeprefix("[x] ")
    return (plain, bool(code), _shown(node))


@given(_LISTS, _STARTS)
def test_markdown_nests_a_list_as_the_document_does(items: tuple[Item, ...], start: int) -> None:
    text = canonical("\n".join(["To do:", *_text(items, start, 0)]))
    markdown = "- " + "\n".join(f"  {line}" if line else "" for line in to_markdown(text))[2:]
    tree = SyntaxTreeNode(MarkdownIt().parse(markdown))
    (bullet,) = tree.children[0].children
    assert _shown(bullet) == _shape(items)
    assert from_markdown(to_markdown(text)) == text


def test_substeps_begin_at_the_text_of_their_step() -> None:
    text = ["9. Install it.", "  1. Boot.", "    - Not yet.", "10. Connect it.", "  - Plug it in."]
    told = ["9. Install it.", "   1. Boot.", "      - Not yet.", "10. Connect it.", "    - Plug it in."]
    assert nested(text) == told
    assert levelled(told) == text


def test_pages_of_two_columns_a_level_are_read_too() -> None:
    """So they were written once, and nobody is taken to have reworded them."""
    old = [
        "Do:",
        "1. Install it.",
        "  1. Boot.",
        "    - Not yet.",
        "```sh",
        "make",
        "```",
        "  2. Wait.",
        "2. End.",
    ]
    assert levelled(old) == old


def test_a_list_that_goes_on_with_three_has_an_empty_line_above() -> None:
    assert nested(["Do:", "3. Wait.", "4. End."]) == ["Do:", "", "3. Wait.", "4. End."]
    assert levelled(["Do:", "", "3. Wait.", "4. End."]) == ["Do:", "3. Wait.", "4. End."]
