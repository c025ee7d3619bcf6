"""What a file record says beside its text, from the text alone (WikiKV, section IV-B).

A mirror is exact only if a record depends on nothing but its file, so no date of a run and no counter enters.

*sources* are the sources a page cites, in order of mention; of a digest, its article.
*confidence* is the mean over the page's facts of ``1 - 2 ** -n``, where ``n`` is the number of independent
sources a fact cites: 0 for an uncited one, a half for one source, three quarters for two. Text without facts
asserts nothing that could be doubted: 1.
*last_verified* is the date on which the quotes behind the text were last known to be taken from their
article: ``ingested`` of a digest; of a page its ``created``, which is the earliest of its digests, so the
page was verified then or later.
"""

from __future__ import annotations

import re
from typing import Final

from wikic import layout
from wikic.store.records import FileMeta
from wikic.wiki.page_blocks import blocks, citations_in, read_bullet

_HEAD_END: Final = re.compile(r"^---[ \t]*\r?$", re.MULTILINE)
_DATE: Final = {
    True: re.compile(r"^ingested:[ \t]*['\"]?(\d{4}-\d\d-\d\d)", re.MULTILINE),
    False: re.compile(r"^created:[ \t]*['\"]?(\d{4}-\d\d-\d\d)", re.MULTILINE),
}
_SOURCE: Final = re.compile(
    rf"(?:\[\[|[(<](?:\.\./)*)({re.escape(layout.DIGESTS_DIR)}/[^\]|#()]+?)(?=\.md|[\]|#)>])"
)


def describe(path: str, text: str) -> FileMeta:
    """The ``FileMeta`` of the file at ``path``; its version is the store's to assign. Never raises."""
    page = layout.page_path(path) if path.endswith(".md") else ""
    text = text.removeprefix("\ufeff")
    kind = layout.node_kind(page) if page else "index"
    if kind not in ("entity", "digest"):
        return FileMeta()
    head = _head(text)
    dated = _DATE[kind == "digest"].search(head)
    verified = dated[1] if dated else ""
    if kind == "digest":
        return FileMeta(sources=(layout.article_of(page),), last_verified=verified)
    body = text[len(head) :]
    cited = citations_in(body)
    facts = (read_bullet(body, block, cited=cited) for block in blocks(body, 0, len(body)))
    doubts = [0.5 ** len({cite.digest for cite in fact.cites}) for fact in facts if fact is not None]
    confidence = 1 - sum(doubts) / len(doubts) if doubts else 1.0
    return FileMeta(0, round(confidence, 4), tuple(dict.fromkeys(_SOURCE.findall(body))), verified)


def _head(text: str) -> str:
    """The frontmatter with its fences, or nothing."""
    if not text.startswith("---"):
        return ""
    end = _HEAD_END.search(text, 3)
    return text[: end.end()] if end else ""
