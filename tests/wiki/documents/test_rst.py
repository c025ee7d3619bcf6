"""reStructuredText as docutils reads it; what docutils does not know keeps its words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.depth import examples
from wikic.document.parse import parse_document
from wikic.document.write import write_document
from wikic.wiki.documents.text_files import read_rst, read_text


@pytest.mark.parametrize(
    ("rst", "text"),
    [
        ("See `the site <https://x.example/t>`_.", "See [the site](https://x.example/t).\n"),
        ("See `Redis`_.\n\n.. _Redis: https://r.example/", "See [Redis](https://r.example/).\n"),
        ("At https://r.example/ it is", "At <https://r.example/> it is\n"),
        (":doc:`other` and :doc:`Piers <../piers>`", "[other](other.rst) and [Piers](../piers.rst)\n"),
        (":ref:`Piers <label>`, :term:`berth`, :kbd:`Ctrl`", "Piers, berth, `Ctrl`\n"),
        (":py:func:`~pier.ring` and :class:`!Bell`", "`ring` and `Bell`\n"),
        ("H\\ :sub:`2`\\ O, *so* **it** ``is``", "H<sub>2</sub>O, *so* **it** `is`\n"),
        ("A [1]_ b\n\n.. [1] Note.", "A [^1] b\n\n[^1]: Note.\n"),
        (".. note:: Bring cash.", "> [!note]\n> Bring cash.\n"),
        (".. admonition:: Mind\n\n   Wet", "> [!note] Mind\n> Wet\n"),
        (".. code-block:: python\n\n   a = 1", "```python\na = 1\n```\n"),
        ("So::\n\n   a = 1", "So:\n\n```\na = 1\n```\n"),
        (".. math::\n\n   a = b", "$$\na = b\n$$\n"),
        (":math:`a_b`", "$a_b$\n"),
        ("(a) one\n(b) two", "- (a) one\n- (b) two\n"),
        ("3. c\n4. d", "3. c\n4. d\n"),
        ("T\n   M", "T\n: M\n"),
        ("| a\n| b", "a<br>\nb\n"),
        ("A\n=\n\nB\n-\n\nx", "# A\n\n## B\n\nx\n"),
        ("A\n=\n\nx\n\nB\n=\n\ny", "# A\n\nx\n\n# B\n\ny\n"),
        (".. versionadded:: 2.1\n   The bell.", "Added in version 2.1: The bell.\n"),
        (".. deprecated:: 3.2\n\n   Ring it.", "Deprecated since version 3.2:\n\nRing it.\n"),
        (
            ".. code-block:: sh\n   :caption: On *deck*\n   :emphasize-lines: 1\n\n   ring",
            "On *deck*\n\n```sh\nring\n```\n",
        ),
        (".. image:: pier.png\n   :loading: lazy\n   :alt: Pier", "![Pier](pier.png)\n"),
        (
            ".. list-table::\n\n   * - a\n   * - b\n     - c",
            "```rst\n.. list-table::\n\n   * - a\n   * - b\n     - c\n```\n",
        ),
        (".. py:method:: ring(*bells, **kinds)\n\n   Rings.", "`ring(*bells, **kinds)`\n\nRings.\n"),
        (".. class:: Bell(name)\n\n   Rings.", "`Bell(name)`\n\nRings.\n"),
        (".. class:: wide\n\nRings.", "Rings.\n"),
        (
            "A\n=\n\n.. automodule:: pier\n\n   B\n   -\n\n   x\n\nC\n-\n\ny",
            "# A\n\n`pier`\n\n## B\n\nx\n\n## C\n\ny\n",
        ),
        (".. contents::\n\nx", "x\n"),
        (".. include:: ../pier.rst", "[../pier.rst](../pier.rst)\n"),
        (".. glossary::\n\n   berth\n      A place.", "berth\n: A place.\n"),
        (".. toctree::\n   :maxdepth: 2\n\n   a\n   B <c/d>", "- [a](a.rst)\n- [B](c/d.rst)\n"),
        (".. literalinclude:: code.py", "[code.py](code.py)\n"),
        (".. raw:: html\n\n   <b>x</b>\n\nword", "word\n"),
    ],
)
def test_what_is_read(rst: str, text: str) -> None:
    assert read_rst(rst).text == text


def test_a_title_is_its_words() -> None:
    assert read_rst(":mod:`pier` --- Bells\n=====================\n\nx").title == "pier --- Bells"


def test_text_files_of_sphinx_are_read_alike() -> None:
    found = read_text(".. _bells:\n\nBells\n=====\n\nSee :ref:`piers`.\n")
    assert (found.title, found.text) == ("Bells", "# Bells\n\nSee piers.\n")


def test_tables_of_every_kind() -> None:
    grid = (
        "+---+---+\n| a | b |\n+===+===+\n| c     |\n+---+---+\n| d | e |\n|   +---+\n|   | f |\n+---+---+\n"
    )
    assert read_rst(grid).text == "| a | b |\n|---|---|\n| c | c |\n| d | e |\n| d | f |\n"
    separated = '.. csv-table:: Fares\n   :header: "Who", "Euro"\n\n   "Adult", "5"\n'
    assert read_rst(separated).text == "| Who | Euro |\n|---|---|\n| Adult | 5 |\n\nTable: Fares\n"
    listed = ".. list-table::\n   :header-rows: 1\n\n   * - Who\n     - Euro\n   * - Child\n     - 2\n"
    assert read_rst(listed).text == "| Who | Euro |\n|---|---|\n| Child | 2 |\n"


def test_no_file_is_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the key", "utf-8")
    for named in (
        f".. include:: {secret}",
        f".. literalinclude:: {secret}",
        f".. csv-table::\n   :file: {secret}",
        f".. raw:: html\n   :file: {secret}",
    ):
        assert "the key" not in read_rst(f"Words.\n\n{named}\n").text


_PIECES = (
    "word", "\n", "\n\n", "   ", "* ", "1. ", "(a) ", "=====\n", "-----\n", ".. ", "note:: ",
    "image:: a.png\n", ":f: ", "``", "`", "*", "**", "|", "_", "`x <y>`_", ":ref:`", "::\n\n   code\n",
    "+--+\n", "| a |\n", ".. [1] ", "[1]_", ".. |s| replace:: t\n", "|s|", ">>> x\n",
    ".. unknown:: a\n   :o: p\n\n   b\n", "-a  option\n", ".. _t: u\n", "t_",
)  # fmt: skip


@given(st.lists(st.sampled_from(_PIECES), max_size=25).map("".join))
@examples(60)
def test_any_text_is_read_and_written_as_it_reads(text: str) -> None:
    made = read_rst(text).text
    assert write_document(parse_document(made)) == made
