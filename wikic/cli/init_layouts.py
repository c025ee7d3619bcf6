"""What ``wikic init`` says of layouts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, get_args

from wikic.cli import console
from wikic.errors import UsageError
from wikic.model.topics import Layout

if TYPE_CHECKING:
    from wikic.schema.library.choose_layout import Looked


def layout_said(text: str | None) -> Layout | None:
    """The layout a person names. Raises UsageError for anything else."""
    if text is None:
        return None
    for each in get_args(Layout):
        if each == text:
            return each  # type: ignore[no-any-return]  # get_args gives values of no type
    raise UsageError(f"no layout is called {text!r}; known: {', '.join(get_args(Layout))}")


def say_layouts(collections: Sequence[Looked], topics: Mapping[str, str]) -> None:
    """A line on each collection: its layout, and why."""
    for each in collections:
        what = "a page for each thing that its documents are about"
        if each.layout == "library":
            how = topics.get(each.name, "")
            what = "a page for each document, " + (f"in directories by {how}" if how else "in one directory")
        why = (
            f"{each.share:.0%} of those looked at say in their first sentence what their title is"
            if each.chosen
            else "as said"
        )
        console.say_text(f"layout of {each.name}: {each.layout}: {what} ({why})")
