"""How many documents wait for review, for a link on every page: counted again when that changed."""

from __future__ import annotations

import os
import time
from pathlib import Path
from threading import Lock
from typing import Final
from urllib.parse import quote

from wikic import layout
from wikic.errors import RefusedError, UsageError, WikicError
from wikic.review import decide
from wikic.review.listing import review, show
from wikic.serve.care import Care, said
from wikic.serve.exchange import Reply, Request
from wikic.site.addresses import Addresses
from wikic.site.rendering import Pages
from wikic.wiki.review_folder import ReviewFolder

_SETTLED: Final = 2_000_000_000  # nanoseconds; two changes within a tick of a disk's clock look like one


class WaitingCount:
    """Counts the digests in ``review/`` of one knowledge base. Any threads."""

    def __init__(self, root: Path) -> None:
        self._folder = root / layout.REVIEW_DIR / layout.DIGESTS_DIR
        self._known = 0, 0

    def __call__(self) -> int:
        """How many there are; none where the folder cannot be read."""
        stamp, count = self._known
        try:
            changed = os.stat(self._folder).st_mtime_ns
            if changed != stamp or time.time_ns() - changed < _SETTLED:
                with os.scandir(self._folder) as entries:
                    count = sum(_is_digest(each) for each in entries)
                self._known = changed, count
        except OSError:
            return 0
        return count


def _is_digest(entry: os.DirEntry[str]) -> bool:
    name = entry.name
    return name.endswith(".md") and not name.startswith(".") and entry.is_file(follow_symlinks=False)


REVIEW: Final = "-/review"
_REASON: Final = 500  # characters


class Reviews:
    """Answers requests for what waits. Any threads."""

    def __init__(self, wiki: Care, to: Addresses) -> None:
        self._wiki = wiki
        self._to = to
        self._deciding = Lock()

    def answer(self, request: Request, pages: Pages) -> Reply:
        """The list, one document, or what became of a decision."""
        try:
            if request.method == "POST":
                return self._decide(request, pages)
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

    def _decide(self, request: Request, pages: Pages) -> Reply:
        """Do what a form says, and lead back to the list, or to the document where the rest of it waits."""
        root, form = self._wiki.root, request.form()
        key, action, reason = form.get("doc", ""), form.get("do", ""), form.get("reason", "")[:_REASON]
        seen, place = form.get("seen", ""), REVIEW
        lines: list[str] = []
        files: tuple[str, ...] = ()
        with self._deciding:
            # Looked at before they go; those that stay as they are will not be in the commit.
            held = [f"{layout.REVIEW_DIR}/{file}" for file in ReviewFolder(root).files(key)]
            if action == "accept":
                report = decide.accept(root, [key], self._wiki.options(), seen=seen)
                files = report.files
                lines += map(str, report.notices)
                subject, reason = f"Accept {key}", ""
            elif action == "reject":
                decide.reject(root, [key], reason, seen=seen)
                subject = f"Reject {key}"
            elif action == "reject-fact":
                decide.reject_facts(root, key, [form.get("fact", "")], reason)
                subject, place = f"Reject a fact of {key}", f"{REVIEW}?doc={quote(key, safe='')}"
            else:
                return Reply(422, b"The form says neither accept nor reject.\n")
        unmade = self._wiki.committed(files, subject, reason, beside=held)
        lines += [pages.say("no_commit", reason=unmade)] if unmade else []
        if not lines:
            return _to(place)
        heading = pages.say("saved")
        told = {"page": None, "place": f"/{place}", "lines": lines, "heading": heading, "typed": ""}
        return Reply.html(pages.work("done.html", self._to, **told, back=pages.say("review_list")))


def _to(place: str) -> Reply:
    """Look there by GET, so that loading the page again sends nothing twice."""
    return Reply(303, headers=(("location", f"/{place}"),))
