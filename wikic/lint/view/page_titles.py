"""What pages call themselves, for rules that compare every page with every other: kept, not read again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from wikic import layout
from wikic.lint.view.page_names import titles
from wikic.lint.view.wiki_view import Gist, WikiView


@dataclass(frozen=True, slots=True)
class PageTitles:
    """What a page calls itself.

    file: file path.
    generated: whether the fold wrote it.
    given: the title its frontmatter gives, none or one, or several where it is a list.
    title: that title, or else its heading, or "".
    title_line: where it stands.
    aliases: as the frontmatter gives them.
    alias_line: of their key.
    """

    file: str
    generated: bool
    given: tuple[str, ...]
    title: str
    title_line: int
    aliases: tuple[str, ...]
    alias_line: int

    @property
    def path(self) -> str:
        """Page path."""
        return layout.page_path(self.file)


def _titles_of(view: WikiView, file: str) -> Any:
    page = view.page(file) if view.state.kinds[file] == "page" else None
    if page is None:
        return None
    keys = view.profile.key_names("aliases")
    aliases = page.texts(*keys)
    key = next((key for key in keys if key in page.fields), "aliases")
    shown = next(iter(titles(page)), "")
    line = page.key_line("title") if "title" in page.fields else page.parts[-1].line
    return (
        page.generated, page.texts("title"), shown, line, aliases, page.key_line(key) if aliases else 1,
    )  # fmt: skip


TITLES: Final = Gist("titles", _titles_of)


def titles_of(view: WikiView, file: str) -> PageTitles | None:
    """The titles and aliases of a page, None for what is no page."""
    kept = view.gist(TITLES, file)
    if kept is None:
        return None
    generated, given, title, line, aliases, alias_line = kept
    return PageTitles(file, generated, tuple(given), title, line, tuple(aliases), alias_line)


def all_titles(view: WikiView) -> Iterator[PageTitles]:
    """Every page, whatever the scope: of two one may lie outside."""
    return filter(None, (titles_of(view, file) for file in view.names.pages))
