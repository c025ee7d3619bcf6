"""Markup out of values: what is text is escaped, always, since only ``element`` makes what is not text."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from wikic.text.printable import printable_text

_VOID: Final = frozenset({"meta", "br"})


class Html(str):
    """Markup that ``element`` made; any other ``str`` is text."""

    __slots__ = ()


def element(name: str, /, *children: str, **attributes: str | float | bool) -> Html:
    """An element with its children, of which those that are no ``Html`` are escaped.

    attributes: ``class_`` for ``class``, ``view_box`` as SVG writes it (``viewBox``), other underscores as
    hyphens; True is an attribute without a value, False is none.
    """
    head = name + "".join(_attribute(key, value) for key, value in attributes.items() if value is not False)
    return Html(f"<{head}>" if name in _VOID else f"<{head}>{joined(children)}</{name}>")


def joined(children: Iterable[str]) -> Html:
    """Children one behind the other, text escaped."""
    return Html("".join(each if isinstance(each, Html) else _text(each) for each in children))


def _attribute(key: str, value: str | float | bool) -> str:
    name = "viewBox" if key == "view_box" else key.rstrip("_").replace("_", "-")
    if value is True:
        return f" {name}"
    return f' {name}="{value:g}"' if isinstance(value, int | float) else f' {name}="{_text(value)}"'


def _text(words: str) -> str:
    return escape(printable_text(words), quote=True)
