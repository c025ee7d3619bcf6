"""``lint --model``: finds statements whose quotes do not support them, which only a reader can see."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from wikic.compiler.daemon_threads import DaemonThreads
from wikic.curator.packs import Claimed
from wikic.curator.protocol import Curator
from wikic.errors import FormatError
from wikic.lint.registry import rule
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Finding
from wikic.wiki import digest_file
from wikic.wiki.fold.symbols import shown

CODE = "K001"  # the rule whose question it is; by itself it holds names, numbers and dates only


def unsupported_findings(view: WikiView, curator: Curator, jobs: int) -> tuple[Finding, ...]:
    """A finding for every statement that ``curator.verify`` finds unsupported, at its line of the digest.

    jobs: replies waited for at once. What was judged before and has not changed costs no call, because the
    replies are kept.

    Raises ReplyError and ModelUnavailableError where a digest could not be judged, and what stops a run.
    """

    def judge(file: str) -> list[Finding]:
        return list(_findings(view.read(file) or b"", file, curator))

    found = DaemonThreads(judge, max(jobs, 1)).map(view.of_kind("digest"))
    return tuple(finding for each in found for finding in each)


def _findings(data: bytes, file: str, curator: Curator) -> Iterator[Finding]:
    """The findings of one digest file; none for a file that is no digest."""
    try:
        digest = digest_file.parse(data, file)
    except FormatError:
        return  # a finding of its own
    told = [each for each in digest.statements if shown(each)]
    said = {each.id: each.text for each in told}
    lines = data.decode("utf-8-sig").splitlines()
    asked = Claimed.some(digest, told)
    for verdict in curator.verify(asked.title, asked.statements, asked.blocks, asked.entities):
        if verdict.supported:
            continue
        # By its words: the id that stands in the line is stale where a person changed them.
        mark = f'"text":{msgspec.json.encode(said[verdict.statement]).decode()}'
        line = next((at for at, text in enumerate(lines, 1) if mark in text), 1)
        missing = f": {', '.join(verdict.missing)} is not there" if verdict.missing else ""
        yield Finding(
            path=file,
            line=line,
            column=max(1, lines[line - 1].find(mark) + 1) if lines else 1,
            code=CODE,
            message=f"its sentences do not bear out {said[verdict.statement]!r}{missing}",
            severity=rule(CODE).severity,
            category=rule(CODE).category,
            help="delete the bullet on the page, or run wikic fix --model",
        )
