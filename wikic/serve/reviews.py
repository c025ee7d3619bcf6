"""``/-/review``: what waits for a person, read and decided in a browser. Works without scripts.

Decisions are forms of this server's own pages; ``access`` lets no others through. One is taken at a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final
from urllib.parse import quote

from wikic import layout
from wikic.compiler.options import Options
from wikic.errors import RefusedError, UsageError, WikicError
from wikic.review import decide
from wikic.review.listing import review
from wikic.review.showing import show
from wikic.serve.exchange import Reply, Request
from wikic.serve.refusals import said
from wikic.site.addresses import Addresses
from wikic.site.rendering import Pages
from wikic.wiki.review_folder import ReviewFolder

REVIEW: Final = "-/review"
_REASON: Final = 500  # characters


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The wiki that is reviewed.

    root: the knowledge base. title: heading of its root index. today: ``YYYY-MM-DD``.
    """

    root: Path
    title: str
    today: str


class Reviews:
    """Answers requests for what waits. Any threads."""

    def __init__(self, wiki: Reviewed, to: Addresses) -> None:
        self._wiki = wiki
        self._to = to
        self._deciding = Lock()

    def answer(self, request: Request, pages: Pages) -> Reply:
        """The list, one document, or what became of a decision."""
        try:
            if request.method == "POST":
                with self._deciding:
                    return self._decide(request)
            key, root, title = request.query.get("doc", ""), self._wiki.root, self._wiki.title
            if key:
                return Reply.html(pages.work("reviewed.html", self._to, found=show(root, title, key)))
            found = review(root, title)
            return Reply.html(pages.work("review.html", self._to, found=found, refused=""))
        except WikicError as error:
            form = request.form()
            key = form.get("doc", "") or request.query.get("doc", "")
            why, doc = self._why(error, key, pages), key if isinstance(error, RefusedError) else ""
            typed = form.get("reason", "")
            told = pages.work("review.html", self._to, found=None, refused=why, typed=typed, doc=doc)
            status = 404 if isinstance(error, UsageError) else 409 if isinstance(error, RefusedError) else 503
            return Reply.html(told, status)

    def _why(self, error: WikicError, key: str, pages: Pages) -> str:
        """Why it was not done. Of a document that two people decided on, that one of them was first."""
        if isinstance(error, UsageError) and key:
            waiting = ReviewFolder(self._wiki.root).waiting()
            if key not in waiting and not layout.parts_of(key, waiting):
                return pages.say("review_decided")
        if isinstance(error, RefusedError):
            return pages.say("review_unseen")
        return said(error)

    def _decide(self, request: Request) -> Reply:
        """Do what a form says, and lead back to the list, or to the document where the rest of it waits."""
        root, form = self._wiki.root, request.form()
        key, action, reason = form.get("doc", ""), form.get("do", ""), form.get("reason", "")[:_REASON]
        if action == "accept":
            decide.accept(root, [key], Options(self._wiki.today, self._wiki.title), seen=form.get("seen", ""))
        elif action == "reject":
            decide.reject(root, [key], reason, seen=form.get("seen", ""))
        elif action == "reject-fact":
            decide.reject_facts(root, key, [form.get("fact", "")], reason)
            return _to(f"{REVIEW}?doc={quote(key, safe='')}")
        else:
            return Reply(422, b"The form says neither accept nor reject.\n")
        return _to(REVIEW)


def _to(place: str) -> Reply:
    """Look there by GET, so that loading the page again sends nothing twice."""
    return Reply(303, headers=(("location", f"/{place}"),))
