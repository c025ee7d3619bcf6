"""Markup out of values, and how it looks: light and dark as the reader's system asks, one column on a phone.

What is text is escaped, always, since only ``element`` makes what is not text.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from wikic.text.printable import printable_text

_VOID: Final = frozenset({"meta", "br"})


class Html(str):
    """Markup that ``element`` made; any other ``str`` is text."""

    __slots__ = ()


def make_element(name: str, /, *children: str, **attributes: str | float | bool) -> Html:
    """An element with its children, of which those that are no ``Html`` are escaped.

    attributes: ``class_`` for ``class``, ``view_box`` as SVG writes it (``viewBox``), other underscores as
    hyphens; True is an attribute without a value, False is none.
    """
    head = name + "".join(
        _write_attribute(key, value) for key, value in attributes.items() if value is not False
    )
    return Html(f"<{head}>" if name in _VOID else f"<{head}>{join_markup(children)}</{name}>")


def join_markup(children: Iterable[str]) -> Html:
    """Children one behind the other, text escaped."""
    return Html("".join(each if isinstance(each, Html) else _write_text(each) for each in children))


def _write_attribute(key: str, value: str | float | bool) -> str:
    name = "viewBox" if key == "view_box" else key.rstrip("_").replace("_", "-")
    if value is True:
        return f" {name}"
    return f' {name}="{value:g}"' if isinstance(value, int | float) else f' {name}="{_write_text(value)}"'


def _write_text(words: str) -> str:
    return escape(printable_text(words), quote=True)


ARM_COLOURS: Final = 8  # colours there are; the ninth arm has the first one's again

# Colours of arms: Okabe and Ito's, which people with colour blindness can tell apart; lighter on dark.
CSS: Final = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1a1a1a; --faint: #666; --line: #ddd; --box: #f6f6f4;
  --good: #00734f; --bad: #b3400a;
  --c0: #0072b2; --c1: #d55e00; --c2: #00875a; --c3: #b0528a; --c4: #8a6d00; --c5: #2a8fc7; --c6: #444;
  --c7: #7a4fbf; }
@media (prefers-color-scheme: dark) { :root { --paper: #16181b; --ink: #e8e8e6; --faint: #a0a0a0;
  --line: #3a3d42; --box: #202327; --good: #4fd1a1; --bad: #ff9a5c;
  --c0: #56b4e9; --c1: #ff8f4d; --c2: #3fd0a0; --c3: #e59ac6; --c4: #e6c84f; --c5: #9bd3f5; --c6: #ccc;
  --c7: #b79bf0; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: .5rem 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
p { margin: .5rem 0; } .faint { color: var(--faint); } .good { color: var(--good); }
.bad { color: var(--bad); }
.wide, .gold { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { font-weight: 600; } .wide td, .wide th { white-space: nowrap; } td small { color: var(--faint); }
figure { margin: 1rem 0; } figcaption { font-size: .9rem; color: var(--faint); }
svg { display: block; width: 100%; max-width: 40rem; height: auto; }
svg text { font: 13px system-ui, sans-serif; fill: var(--ink); } svg .faint { fill: var(--faint); }
svg .strong { font-weight: 600; } svg .grid { stroke: var(--line); }
svg .path { fill: none; stroke-width: 1.5; stroke-dasharray: 3 3; } svg .bar { stroke-width: 2.5; }
details { border: 1px solid var(--line); border-radius: .4rem; margin: .4rem 0; }
summary { padding: .4rem .6rem; cursor: pointer; }
details[open] > summary { border-bottom: 1px solid var(--line); }
details > div { padding: .2rem .6rem .6rem; }
pre { white-space: pre-wrap; background: var(--box); padding: .5rem; margin: .25rem 0; font-size: .85rem; }
ol, ul { margin: .25rem 0; padding-left: 1.5rem; }
@media print { details > div { display: block; } }
""" + "".join(
    f".a{n} {{ stroke: var(--c{n}); }} .f{n} {{ fill: var(--c{n}); }} .t{n} {{ color: var(--c{n}); }}\n"
    for n in range(ARM_COLOURS)
)
