"""The footnotes of a vault's page: numbered as they are referred to, their text where it was written."""

from __future__ import annotations

from markdown_it.token import Token

from wikic import layout
from wikic.site.vault_html import Guard


class Footnotes:
    """The footnotes of one page.

    alone: whether the page is shown by itself. Shown in another one it has no places: they would be those of
    the other's footnotes.
    """

    def __init__(self, guard: Guard, *, alone: bool) -> None:
        self._guard = guard
        self._alone = alone
        self._numbers: dict[str, int] = {}
        self._referred: set[str] = set()

    def number(self, label: str) -> str:
        """The sign of a footnote, a link to its text; the text leads back to the first."""
        number = self._of(label)
        if not self._alone:
            return f"<sup>{number}</sup>"
        place = ""
        if label not in self._referred:
            self._referred.add(label)
            place = f' id="{self._guard.place(_place(label, "r"))}"'
        href = self._guard.address(f"#{_place(label, 'n')}")
        return f'<sup{place}><a href="{href}">{number}</a></sup>'

    def text(self, token: Token) -> str:
        """What stands before the text of a footnote, or behind it."""
        label = str(token.meta["label"])
        if token.type == "footnote_close":
            if label not in self._referred:
                return "</div>\n"
            href = self._guard.address(f"#{_place(label, 'r')}")
            return f'<a href="{href}">↩</a></div>\n'
        place = f' id="{self._guard.place(_place(label, "n"))}"' if self._alone else ""
        return f'<div class="footnote"{place}><sup>{self._of(label)}</sup>\n'

    def _of(self, label: str) -> int:
        return self._numbers.setdefault(label, len(self._numbers) + 1)


def _place(label: str, kind: str) -> str:
    return f"f{kind}-{layout.short_hash(label)}"
