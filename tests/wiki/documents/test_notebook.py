"""Jupyter notebooks: words and code, outputs in short, no pictures."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.errors import InputError
from wikic.wiki.documents.notebook import read_notebook


def cell(kind: str, source: Any, *outputs: Any) -> dict[str, Any]:
    return {"cell_type": kind, "source": source, "outputs": list(outputs), "metadata": {}}


def book(*cells: Any, **meta: Any) -> str:
    return json.dumps({"cells": cells, "metadata": meta, "nbformat": 4})


def test_a_notebook() -> None:
    found = read_notebook(
        book(
            cell("markdown", ["# The tide\n", "\n", "Readings of ![a](attachment:a.png)1987."]),
            cell(
                "code",
                "print(read())\n",
                {"output_type": "stream", "name": "stdout", "text": ["\x1b[31m5.1\x1b[0m\n"]},
                {"output_type": "stream", "name": "stderr", "text": "slow\n"},
                {
                    "output_type": "display_data",
                    "data": {"image/png": "iVBO", "text/plain": "<Figure size 1x1>"},
                },
                {"output_type": "execute_result", "data": {"text/plain": ["0.3"]}},
                {"output_type": "error", "ename": "ValueError", "evalue": "no tide\nat all", "traceback": []},
            ),
            cell("raw", "left out"),
            cell("code", "  "),
            cell("code", "x", {"output_type": "stream", "text": "\n".join(map(str, range(50)))}),
            language_info={"name": "R"},
        )
    )
    assert found.title == "The tide"
    shown = "\n".join(map(str, range(12)))
    assert found.text == (
        "# The tide\n\nReadings of 1987.\n\n```r\nprint(read())\n```"
        "\n\n```\n5.1\n0.3\nValueError: no tide\n```"
        f"\n\n```r\nx\n```\n\n```\n{shown}\n…\n```\n"
    )


def test_a_notebook_of_format_3() -> None:
    cells = [
        {"cell_type": "heading", "level": 2, "source": "Tide"},
        {"cell_type": "code", "input": "x", "outputs": [{"output_type": "pyout", "text": ["7"]}]},
    ]
    found = read_notebook(json.dumps({"worksheets": [{"cells": cells}], "metadata": {}}))
    assert found.text == "## Tide\n\n```python\nx\n```\n\n```\n7\n```\n"


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "[]", "{}", '{"cells": 3}', '{"worksheets": 3}'])
def test_what_is_no_notebook(text: str) -> None:
    with pytest.raises(InputError, match="is no notebook"):
        read_notebook(text)


_VALUES = st.recursive(
    st.none()
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(("code", "markdown", "heading", "stream")),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ("cell_type", "source", "outputs", "data", "text", "output_type", "level", "name")
            ),
            inner,
            max_size=6,
        )
    ),
    max_leaves=20,
)


@given(st.lists(_VALUES, max_size=4), _VALUES)
def test_any_cells_are_read(cells: list[Any], meta: Any) -> None:
    text = json.dumps({"cells": cells, "metadata": meta})
    assert isinstance(read_notebook(text).text, str)
