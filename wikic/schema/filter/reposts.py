"""Verbatim re-publications (WikiKV, section III-C): documents that say they were copied from elsewhere."""

from __future__ import annotations

import re
from typing import Final

from wikic.language import all_packs
from wikic.schema.filter.document_view import DocumentView

# The note stands above or below what was copied; anywhere else it speaks of something.
_EDGE: Final = 400  # characters

_THIS: Final = r"(?:this|the following|the above) (?:article|post|story|piece|essay|text|report|interview)"
NOTES: Final = re.compile(
    rf"{_THIS} (?:was|is|has been)? ?(?:originally |first )?(?:re-?published|re-?posted|reprinted|reproduced"
    rf"|cross-?posted|syndicated) (?:here )?(?:from|with|by|under|courtesy)"
    rf"|{_THIS} (?:was |has been )?(?:originally|first) (?:published|posted|appeared|ran) (?:on|in|at|by) "
    r"|(?:^|[\n.(\[*_—–-] ?)(?:re-?posted|cross-?posted|re-?published|reprinted|syndicated|copied) "
    r"(?:here )?(?:in full )?(?:from|with (?:kind |the )?permission|by permission|courtesy of|via|under a)\b"
    r"|(?:^|\n)(?:-{2,} ?)?forwarded message"
    r"|dieser (?:artikel|beitrag|text) (?:ist|erschien|wurde) (?:zuerst|ursprünglich)"
    r"|cet article (?:a été|est) (?:initialement |d'abord )?(?:publié|paru|repris)"
    r"|este artículo (?:fue|se) publi\w+ originalmente"
    r"|" + all_packs.expression("repost_note")
)


def is_repost(view: DocumentView) -> bool:
    """Whether a note at its beginning or end says that the document is a copy.

    A novel that "was originally published in 1922" is spoken of; "please credit when you repost" (转载请注明)
    stands under originals.
    """
    if len(view.text) <= 2 * _EDGE:
        return NOTES.search(view.text) is not None
    return any(NOTES.search(edge) for edge in (view.text[:_EDGE], view.text[-_EDGE:]))
