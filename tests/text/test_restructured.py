"""reStructuredText reads as any text: its labels, roles and directives are no words of it."""

from __future__ import annotations

from support import text_parts

from wikic.text import restructured

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
    found = [(part.piece.shape, part.piece.text) for part in text_parts.read(TEXT, "en")]
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
    (part,) = text_parts.read(text, "en")
    assert (part.piece.shape, part.piece.mark) == ("item", "1.")
    assert " ".join(part.piece.text.split()) in " ".join(text.split())


def test_two_dots_in_other_texts_stay() -> None:
    lines = ["The gauge is read", ".. and read again."]
    assert not restructured.is_restructured("\n".join(lines))


def test_a_comment_without_a_body_ends_nothing() -> None:
    assert restructured.lines(["::", "", "Text."]) == ["::", "", "Text."]
