"""``nav:TIME``: the budgeted navigation query (WikiKV, section V) with so much time for a question."""

from __future__ import annotations

from wikic.evaluate.arms.passages import of_pages
from wikic.evaluate.reply import Reply
from wikic.llm.tokens import text_tokens
from wikic.navigate.budgeted_query import Detail, navigate
from wikic.navigate.heuristic.options import Budget
from wikic.navigate.library import Library


class NavArm:
    """The budgeted query as an arm."""

    def __init__(self, library: Library, seconds: float) -> None:
        """seconds: for each question."""
        self.name = f"nav:{round(1000 * seconds)}ms"
        self._library = library
        self._seconds = seconds

    def ask(self, question: str) -> Reply:
        """The records that came in time; documents of those that are pages or articles."""
        records = list(navigate(self._library, question, Budget(self._seconds)))
        near = [each for each in records if each.detail >= Detail.PAGE]
        text = "\n".join(each.text for each in near)
        # An article names its document exactly, a page all that it rests on: articles count first.
        ordered = sorted(near, key=lambda each: -each.detail)
        return Reply(
            documents=of_pages(self._library, (each.path for each in ordered)),
            answered=bool(near),
            text=text,
            tokens=text_tokens("\n".join(each.text for each in records)),
        )
