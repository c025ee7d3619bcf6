"""What is written reads as what was written: trees that readers make, and Markdown in any pieces."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.support.depth import examples
from tests.support.document_trees import documents
from wikic.document.leaves import leaves
from wikic.document.nodes import Document
from wikic.document.parse import parse_document
from wikic.document.write import write_document

PIECES = (
    "words of it", "\n", "\n\n", "\n\n", "    ", "  ", "- ", "1. ", "3) ", "> ", "# ", "---\n", "***", "*",
    "**", "_", "`", "```\n", "~~", "==", "$", "$$", "[", "]", "](u)", '[a](b "t")', "![a|30](b.png)",
    "[[p|q]]", "![[p]]", "<b>", "</b>", "<sup>2</sup>", "<br>", "<div>\n", "</div>\n", "<!-- c -->",
    "&amp;", "\\", "| a | b |\n|---|--:|\n", "| c |", "[^n]", "[^n]: ", "[l]: t\n", "[x][l]",
    "key:: value\n", "[k:: v]", "^id", ": meaning", "Term\n: so\n", "> [!note]- T\n", "::: tip T\n",
    ":::\n", '!!! note "T"\n    ', '=== "T"\n    ', "- [ ] ", "- [x] ", "#+BEGIN_NOTE\n", "#+END_NOTE\n",
    "((3f2b1c4d-0000-4000-8000-000000000000))", "{{< ref >}}", "https://a.b/c_d_e", "文。", "\xa0", "\t",
)  # fmt: skip
spliced = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=4)), max_size=14).map("".join)


@given(spliced)
@examples(300)
def test_spliced_markdown_reads_as_it_is_written_again(text: str) -> None:
    document = parse_document(text)
    written = write_document(document)
    assert parse_document(written) == document
    assert [(leaf.id, leaf.tree, leaf.path) for leaf in leaves(parse_document(written))] == [
        (leaf.id, leaf.tree, leaf.path) for leaf in leaves(document)
    ]


@given(documents)
@examples(60)
def test_a_tree_reads_as_it_was_written(document: Document) -> None:
    assert parse_document(write_document(document)) == document
