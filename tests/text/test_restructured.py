"""reStructuredText reads as any text: its labels, roles and directives are no words of it."""

from __future__ import annotations

from wikic.curator.library.plain_words import plain

from wikic.text import restructured, structured_blocks

TEXT = """.. _gauge:

Gauges
------

.. index:: gauge; tide

A gauge is read as :ref:`tides <tides>` say. [#]_

Read it so::

    tide --read
    tide --log

.. code-block:: ini
   :linenos:

   [gauge]
   unit = north

.. note:: It stops in frost.

.. [#]
   The office has a list of them.
"""


def test_directives_are_no_sentences() -> None:
    found = [(part.piece.shape, part.piece.text) for part in structured_blocks.read(TEXT, "en")]
    assert found == [
        ("heading", "Gauges"),
        ("prose", "A gauge is read as :ref:`tides <tides>` say."),
        ("label", "Read it so::"),
        ("code", "tide --read\ntide --log"),
        ("code", "[gauge]\nunit = north"),
        ("prose", "It stops in frost."),
        ("prose", "The office has a list of them."),
    ]


def test_a_footnote_inside_an_item_stays_in_its_quote() -> None:
    text = ".. _tide:\n\n.. _gauge:\n\n#. Read the gauge. [#]_\n   Then read the tide.\n"
    (part,) = structured_blocks.read(text, "en")
    assert (part.piece.shape, part.piece.mark) == ("item", "1.")
    assert " ".join(part.piece.text.split()) in " ".join(text.split())


def test_two_dots_in_other_texts_stay() -> None:
    lines = ["The gauge is read", ".. and read again."]
    assert not restructured.is_restructured("\n".join(lines))


def test_a_comment_without_a_body_ends_nothing() -> None:
    assert restructured.lines(["::", "", "Text."]) == ["::", "", "Text."]


def test_roles_are_their_words() -> None:
    assert plain("See :ref:`the gauge <s-gauge>` and :file:`tide.ini`. [#]_") == "See the gauge and tide.ini."
    assert plain("Read `Tides <https://tide.example>`_ first.") == "Read Tides (https://tide.example) first."
    assert (
        plain("On merged-\\ ``/srv`` hosts ``tide`` is a link.") == "On merged-`/srv` hosts `tide` is a link."
    )
