"""A model that answers, walks, judges and rewords as `wikic eval` asks it to, from a table of answers."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from support.model_server import Answer, Body


class Respondent:
    """Answers requests; knows who asks by the rules of the prompt.

    asked: how often each kind of request came.
    """

    def __init__(self, answers: Mapping[str, str], verdicts: Mapping[str, Any] | None = None) -> None:
        """answers: by question. verdicts: replies of the judge by prompt, in place of the best."""
        self.asked: dict[str, int] = {}
        self._answers = answers
        self._verdicts = verdicts or {}

    def __call__(self, body: Body) -> Answer:
        rules, *rest = (str(message.get("content") or "") for message in body["messages"])
        shown = "\n".join(rest)
        kind = next((name for name, mark in _MARKS.items() if mark in rules), "agent")
        self.asked[kind] = self.asked.get(kind, 0) + 1
        if kind in self._verdicts:
            return Answer(json.dumps(self._verdicts[kind]))
        question, answer = next(((q, a) for q, a in self._answers.items() if q in shown), ("", ""))
        return getattr(self, f"_{kind}")(question, answer, shown)

    def _read(self, question: str, answer: str, shown: str) -> Answer:
        holding = [int(number) for number, text in _PASSAGE.findall(shown) if answer and answer in text]
        if not holding:
            return Answer(json.dumps({"known": False, "answer": "", "explanation": "", "passages": []}))
        said = {"known": True, "answer": answer, "explanation": "So it says.", "passages": holding}
        return Answer(json.dumps(said))

    def _skills(self, question: str, answer: str, shown: str) -> Answer:
        heads = [f"{name}/SKILL.md" for name in re.findall(r"^- (skill-[^:]+):", shown, re.MULTILINE)]
        files = dict(re.findall(r"^== (\S+)\n(.*?)(?=^== |\Z)", shown, re.MULTILINE | re.DOTALL))
        told = {"read": [], "known": False, "answer": "", "explanation": "", "documents": []}
        holding = [
            name for name, text in files.items() if "/documents/" in name and answer and answer in text
        ]
        if holding:
            return Answer(json.dumps(told | {"known": True, "answer": answer, "documents": holding}))
        if waiting := [name for name in heads if name not in files]:
            return Answer(json.dumps(told | {"read": waiting}))
        listed = [
            f"{name.partition('/')[0]}/{found}"
            for name, text in files.items()
            for found in re.findall(r"^- `(documents/[^`]+)`", text, re.MULTILINE)
        ]
        waiting = [name for name in listed if name not in files]
        return Answer(json.dumps(told | {"read": waiting[:10]}))

    def _closed(self, question: str, answer: str, shown: str) -> Answer:
        return Answer(json.dumps({"known": bool(answer), "answer": answer, "explanation": ""}))

    def _given(self, question: str, answer: str, shown: str) -> Answer:
        return self._said(answer, shown)

    def _agent(self, question: str, answer: str, shown: str) -> Answer:
        if "[[" not in shown:
            return Answer("", (("wiki_search", json.dumps({"query": question or "harbour"})),))
        pages = list(dict.fromkeys(re.findall(r"\[\[([^\]|#]+)", shown)))
        if not re.search(r"\[F\d+\]", shown):
            return Answer("", (("wiki_read", json.dumps({"paths": pages[:5], "max_tokens": 3_000})),))
        return self._said(answer, shown)

    def _parts(self, question: str, answer: str, shown: str) -> Answer:
        listed = re.findall(r"^\[(\d+)\] \S", shown, re.MULTILINE)
        if not listed and "Nothing was found" not in shown:
            names = re.findall(r"[A-Z]\w+ [A-Z]\w+", question) or ["cannery"]
            return Answer("", (("source_search", json.dumps({"keywords": names})),))
        told = self._said(answer, shown)
        turn = shown.count("calls left.")
        if "NOT IN THE WIKI" not in told.text or turn > len(listed):
            return told
        return Answer("", (("source_read", json.dumps({"source": listed[turn - 1], "part": 1})),))

    def _said(self, answer: str, shown: str) -> Answer:
        handles = re.findall(r"(\[F\d+\])([^\n]*)", shown)
        holding = [handle for handle, text in handles if answer and answer in text]
        if not holding:
            return Answer("ANSWER: NOT IN THE WIKI\nNothing of it is said.")
        return Answer(f"ANSWER: {answer}\nIt says so {holding[0]}.")

    def _accuracy(self, question: str, answer: str, shown: str) -> Answer:
        return Answer(json.dumps({"reason": "it is", "same": True}))

    def _factuality(self, question: str, answer: str, shown: str) -> Answer:
        return Answer(json.dumps({"reason": "", "score": 4}))

    def _context(self, question: str, answer: str, shown: str) -> Answer:
        return Answer(json.dumps({"reason": "", "score": 5}))

    def _support(self, question: str, answer: str, shown: str) -> Answer:
        return Answer(json.dumps({"reason": "", "supported": True}))

    def _claims(self, question: str, answer: str, shown: str) -> Answer:
        return Answer(json.dumps({"labels": ["supported", "missing"], "extra": "", "score": 2}))

    def _reword(self, question: str, answer: str, shown: str) -> Answer:
        return Answer(json.dumps({"question": f"Tell me: {shown}", "answer": answer}))


_PASSAGE = re.compile(r"^\[(\d+)\] (.*?)(?=^\[\d+\] |\Z)", re.MULTILINE | re.DOTALL)
_MARKS = {
    "read": "from numbered passages",
    "closed": "from what you know",
    "parts": "from the source documents of a wiki",
    "skills": "in a tree of skills",
    "accuracy": "says the same as the right answer",
    "factuality": "consistent with the right answer",
    "context": "whether a context holds",
    "claims": "by numbered claims",
    "support": "that an answer cites bear it out",
    "reword": "has not read the document",
    "given": "from facts out of a wiki",
}
