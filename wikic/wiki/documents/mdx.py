"""What Markdown of Docusaurus and others has of JSX: what is loaded goes, tabs are headed by their labels."""

from __future__ import annotations

import re
from typing import Final

_MODULE: Final = r"import [^\n]*?(?:from[ \t]+)?(?:\"[^\"\n]+\"|'[^'\n]+');?"
_EXPORT: Final = r"export (?:const|default|function|let|var)\b[^\n]*(?:\n(?![ \t]*$)[^\n]*)*"
_CODE: Final = r"(?P<code>^[ \t]*(?P<mark>`{3,}|~{3,})[^\n]*\n(?:.*?^[ \t]*(?P=mark)[`~]*[ \t]*$|.*))"
_PARTS: Final = re.compile(
    rf"{_CODE}|^(?:{_MODULE}[ \t]*)+$\n?|^{_EXPORT}$\n?"
    r"|^[ \t]*\{/\*(?:(?!\*/).)*\*/\}[ \t]*$\n?"
    r"|^(?P<indent>[ \t]*)<TabItem\b(?P<said>[^>]*)>[ \t]*\n?"
    r"|^[ \t]*(?:</TabItem>|<Tabs\b(?:\{[^}]*\}|[^>{])*>|</Tabs>)[ \t]*$",
    re.M | re.S,
)
_GAP: Final = re.compile(rf"{_CODE}|\n{{3,}}", re.M | re.S)
_LABEL: Final = (re.compile(r"\blabel=[{\"']+([^\"'}]+)"), re.compile(r"\bvalue=[{\"']+([^\"'}]+)"))
_SIGN: Final = re.compile(r"^import [^\n]*from[ \t]+[\"']|^[ \t]*<TabItem\b", re.M)


def has_jsx(text: str) -> bool:
    """Whether a text named as Markdown loads modules or has tabs as MDX does."""
    return _SIGN.search(text) is not None


def without_jsx(text: str) -> str:
    """``text`` as Markdown; components that say nothing stay, as HTML that nobody shows."""
    return _GAP.sub(lambda found: found["code"] or "\n\n", _PARTS.sub(_written, text)).lstrip("\n")


def _written(found: re.Match[str]) -> str:
    if found["code"] is not None:
        return found["code"]
    if found["said"] is None:
        return ""
    said = next((named[1] for each in _LABEL if (named := each.search(found["said"]))), "")
    return f"\n{found['indent']}**{said.strip()}**\n\n" if said.strip() else "\n"
