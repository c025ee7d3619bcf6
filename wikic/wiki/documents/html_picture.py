"""Pictures of an HTML page, as Markdown shows them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wikic.model.attachment import label

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_SMALLEST: Final = 24  # pixels; below it are icons, dots that count readers, spacers
_SHOWN: Final = re.compile(r"!\[[^\]]*\]\((?:<[^>]*>|[^()\s]*)(?: \"[^\"]*\")?\)")
_REMOTE: Final = ("http:", "https:", "//")


def picture(node: LexborNode) -> str:
    """One ``img``; "" where it says nothing: an icon, a decoration, one from elsewhere outside of figures."""
    attributes = node.attributes
    source = " ".join((attributes.get("src") or attributes.get("data-src") or "").split())
    words = label(attributes.get("alt") or "")
    decoration = "alt" in attributes and not words
    small = any(
        (size := (attributes.get(side) or "").removesuffix("px")).isdecimal() and int(size) < _SMALLEST
        for side in ("width", "height")
    )
    elsewhere = source.lower().startswith(_REMOTE) and not _in_figure(node)
    if not source or decoration or small or elsewhere:
        return ""
    title = label((attributes.get("title") or "").replace('"', "'"))
    target = f"<{source}>" if re.search(r"[\s()]", source) else source
    return f'![{words}]({target} "{title}")' if title and title != words else f"![{words}]({target})"


def _in_figure(node: LexborNode) -> bool:
    above = node.parent
    for _ in range(4):
        if above is None:
            return False
        if above.tag == "figure":
            return True
        above = above.parent
    return False


def captioned(blocks: list[str]) -> str:
    """What stands in a figure: a picture's caption on the line below it."""
    if len(blocks) == 2 and _SHOWN.fullmatch(blocks[0]) and "\n" not in blocks[1]:
        return "\n".join(blocks)
    if len(blocks) == 2 and _SHOWN.fullmatch(blocks[1]) and "\n" not in blocks[0]:
        return "\n".join(reversed(blocks))  # its caption stood above it
    return "\n\n".join(blocks)
