"""Places within a page as links name them: headings by their text or anchor, blocks by their id."""

from __future__ import annotations

from wikic.lint.view.page import ParsedPage
from wikic.markdown.document import Heading
from wikic.text.normalise import fold_name


def heading_named(page: ParsedPage, wanted: str) -> Heading | None:
    """The heading that ``#wanted`` means: of a path of headings (``#One#Two``) its last step."""
    last = wanted.rpartition("#")[2]
    name, key = fold_name(last), heading_key(last)
    for each in page.document.headings:
        if fold_name(each.text) == name:
            return each
    return next((each for each in page.document.headings if key and heading_key(each.text) == key), None)


def heading_key(text: str) -> str:
    """What every program's anchor of a heading has in common: its letters and digits."""
    return "".join(filter(str.isalnum, text.casefold()))


def anchor(heading: str) -> str:
    """The anchor of a heading in a Markdown link, as GitHub makes it."""
    kept = (char for char in heading.strip().lower() if char.isalnum() or char in " -_")
    return "".join(kept).replace(" ", "-")


def place_of(page: ParsedPage, heading: str | None, block: str | None) -> int:
    """Offset of a heading or block of a page; where there is none of the name its title or first words."""
    if block is not None or heading:
        found = next((each for each in page.document.block_ids if each.id == block), None)
        fact = next((each for each in page.facts if each.id == (block or heading)), None)
        if fact is not None or found is not None:
            return fact.start if fact is not None else _line_start(page.text, found.start if found else 0)
    if heading:
        named = heading_named(page, heading)
        if named is not None:
            return named.start
    first = next((each for each in page.document.headings if each.level == 1), None)
    return first.start if first is not None else page.body


def _line_start(text: str, offset: int) -> int:
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
