"""The texts of a document's page in a compiled wiki: Markdown as people write it, links as wikic does."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final
from urllib.parse import unquote

from wikic import layout
from wikic.model import attachment
from wikic.navigate.library import Library
from wikic.navigate.vault.links import Lead, stored_destination
from wikic.navigate.vault.passages import anchor_of
from wikic.site.addresses import Addresses
from wikic.site.text_html import DRAWN
from wikic.site.vault_text import VaultText

_DESTINATION: Final = stored_destination("")
_NAMED: Final = re.compile(r'<a id="([\w-]+)"></a>')  # of a block; `document_body` writes it


class DocumentText(VaultText):
    """As those of a vault, but that links lead to pages, sources and attachments of a compiled wiki.

    resolve: the page path of what a name or path means, None for nothing.
    files: whether files beside articles can be had; pictures are shown in any case.
    """

    def __init__(
        self,
        library: Library,
        resolve: Callable[[str], str | None],
        addresses: Addresses,
        own: str,
        *,
        files: bool = True,
    ) -> None:
        super().__init__(library, addresses, own)
        self._resolve, self._files = resolve, files

    def section(self, markdown: str, marks: Sequence[tuple[int, str]]) -> str:
        """A section of the page; names of its blocks are places that links lead to."""
        return super().section(_NAMED.sub(self._placed, markdown), marks)

    def _placed(self, found: re.Match[str]) -> str:
        return f'<a id="{self.guard.place(anchor_of(found[1]))}"></a>'

    def shown_in(self, path: str) -> VaultText | None:
        """None: a page of a document shows no others."""
        return None

    def lead(self, target: str) -> Lead | None:
        """Where a link leads: by its path from this page, else by its name."""
        name = unquote(target.removeprefix(_DESTINATION))
        inside = layout.join(layout.directory(self._own), name) or ""
        file = inside.removeprefix(f"{layout.ARTICLES_DIR}/")
        if attachment.is_attachment(file):
            return Lead("file", file)
        path = self._resolve(inside.removesuffix(".md")) or self._resolve(name.removesuffix(".md"))
        return Lead("page", path) if path is not None else None

    def _file(self, lead: Lead) -> str:
        return self.guard.picture(self._addresses.attachment(lead.path))

    def _address(self, lead: Lead, *, heading: str = "", block: str = "") -> str | None:
        if lead.kind == "file":
            openable = self._files and not lead.path.casefold().endswith(DRAWN)
            return self._addresses.attachment(lead.path) if openable else None
        if lead.path.startswith(f"{layout.SOURCES_DIR}/"):
            return self._place(lead.path)
        return super()._address(lead, heading=heading, block=block)
