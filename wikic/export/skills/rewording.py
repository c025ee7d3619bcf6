"""Labels and overviews in a model's words, from below: of a leaf from its documents, of others from groups.

What a model says that is not borne out by what it was shown reaches no skill; the rules' words stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from wikic.compiler.daemon_threads import DaemonThreads
from wikic.curator.protocol import Wording
from wikic.export.skills.document_forest import Branch
from wikic.progress import Progress

# Corpus2Skill, appendix A: up to 15 documents with 600 characters each, up to 20 summaries with 300.
_TEXT: Final = 600
_GROUPS: Final = 20
_SUMMARY: Final = 300


class Rewording:
    """A model's words for groups.

    curator: asks the model. jobs: replies waited for at once.
    """

    def __init__(self, curator: Wording, jobs: int) -> None:
        self._curator = curator
        self._jobs = jobs

    def __call__(self, branches: Sequence[Branch], progress: Progress) -> Sequence[Branch]:
        """``branches`` and all below them, worded anew, groups in order of label.

        Raises ModelError as the curator does.
        """
        progress.phase("word", sum(map(_count, branches)))
        return self._level(branches, progress)

    def _level(self, branches: Sequence[Branch], progress: Progress) -> list[Branch]:
        """Groups worded after all below them, whose summaries theirs are made from."""
        if not branches:
            return []
        below = iter(self._level([child for each in branches for child in each.children], progress))
        ready = [replace(each, children=tuple(next(below) for _ in each.children)) for each in branches]
        found: list[Branch] = []
        for each in DaemonThreads(self._worded, self._jobs).map(ready):
            progress.advance()
            found.append(each)
        return found

    def _worded(self, branch: Branch) -> Branch:
        said = _shown(branch)
        summary = self._curator.summarize(said)
        overview = summary or branch.overview
        # As in the paper, the lowest groups are numbered and described; a name of theirs is the rules'.
        label = self._curator.label([overview, *said]) if branch.children else ""
        return replace(
            branch,
            label=label or branch.label,
            name=label or branch.name,
            overview=overview,
            summary=summary,
            children=tuple(sorted(branch.children, key=lambda each: each.label.casefold())),
        )


def _shown(branch: Branch) -> list[str]:
    """A line on each document or group."""
    if branch.children:
        largest = sorted(branch.children, key=lambda each: (-len(each.entries), each.label))[:_GROUPS]
        return [f"{each.label}: {each.overview}"[:_SUMMARY] for each in largest]
    return [f"{each.title}: {each.summary} {each.leaf.opening}"[:_TEXT] for each in branch.typical]


def _count(branch: Branch) -> int:
    return 1 + sum(map(_count, branch.children))
