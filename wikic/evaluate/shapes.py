"""What a model must return to ``wikic eval``.

No docstrings on the classes below: pydantic would send them with every call. The fields are explained by the
prompts.
"""

from __future__ import annotations

from pydantic import BaseModel

from wikic.evaluate.judgement import Label


class ReadReply(BaseModel):
    known: bool
    answer: str = ""
    explanation: str = ""
    passages: list[int] = []


class ClosedReply(BaseModel):
    known: bool
    answer: str = ""
    explanation: str = ""


class WalkReply(BaseModel):
    read: list[str] = []
    known: bool = False
    answer: str = ""
    explanation: str = ""
    documents: list[str] = []


class AccuracyReply(BaseModel):
    reason: str = ""
    same: bool


class ScoreReply(BaseModel):
    reason: str = ""
    score: int


class ClaimsReply(BaseModel):
    labels: list[Label]
    extra: str = ""
    score: int


class SupportReply(BaseModel):
    reason: str = ""
    supported: bool


class RewordReply(BaseModel):
    question: str
    answer: str
