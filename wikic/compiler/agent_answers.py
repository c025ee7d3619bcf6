"""Takes in what an agent answers to the requests of a compile, with the checks that a model's reply gets.

An answer is read by the code that asked: the document is extracted with it, as far as it is answered. What
that would ask a model again is refused at once; what it asks next, the check of what was extracted say, is
written down at once. So a compile asks and takes in, and all between needs no further run.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from wikic.compiler.article_digest import Failed, Reading
from wikic.curator.packs import PackingCurator, Paper
from wikic.errors import ModelError, PendingError, RejectedError
from wikic.llm.agent_request import AgentRequest
from wikic.llm.agent_work import AgentWork, Answer, Trial
from wikic.model.article import Article
from wikic.model.extraction import Slip
from wikic.model.schema import Schema


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of one answer.

    id: of the request. about: the document; "" where there is no such request.
    refused: why it was not taken, "" where it was.
    slips: what of it was left out, and why.
    """

    id: str
    about: str = ""
    refused: str = ""
    slips: tuple[Slip, ...] = ()


class AnswerCheck:
    """Takes answers in.

    work: where they are kept. curator: the one that asked. today: ``YYYY-MM-DD``.
    """

    def __init__(self, work: AgentWork, curator: PackingCurator, schema: Schema, today: str) -> None:
        self._work = work
        self._curator = curator
        self._schema = schema
        self._today = today

    def take(self, answers: Mapping[str, Any], by: str) -> Iterator[Taken]:
        """What became of each answer, by the id of its request; then what they lead to is asked.

        Raises DiskError.
        """
        about: dict[str, str] = {}
        for id, value in answers.items():
            found = self._taken(id, Answer(by, json.dumps(value)))  # in ASCII: a lone surrogate has no UTF-8
            if not found.refused:
                about[id] = found.about
            yield found
        for key in dict.fromkeys(about.values()):
            self._go_on(key)
        for id in about.keys() & self._work.refused.keys():  # it went with no other answer
            yield Taken(id, about[id], self._work.refused[id])

    def _taken(self, id: str, answer: Answer) -> Taken:
        request = self._work.request(id)
        if request is None:
            return Taken(id, refused="no request is called so, or nothing waits for it any more")
        article = self._article(request)
        if article is None:
            return Taken(id, request.about, "its document is not kept; compile again")
        if answer.declines:  # rules read the document
            self._work.keep(id, answer)
            return Taken(id, request.about)
        extracts = request.purpose == "extract"
        self._work.asked.clear()
        self._work.trial = Trial(id, answer, alone=extracts)
        try:
            slips, error = self._read(article)
        finally:
            self._work.trial = None
        wrong = self._work.refused.pop(id, "")
        if not wrong and id not in self._work.asked:
            wrong = "nothing waits for it: an answer that it rests on has changed"
        if not wrong and isinstance(error, RejectedError):
            wrong = str(error)
        if not wrong:
            self._work.keep(id, answer)
        return Taken(id, request.about, wrong, tuple(slips) if extracts else ())

    def _go_on(self, key: str) -> None:
        """Ask what follows from the answers about a document."""
        article = load_article(self._work.document(key))
        if article is not None:
            self._read(article)

    def _article(self, request: AgentRequest) -> Article | None:
        return load_article(self._work.document(request.about))

    def _read(self, article: Article) -> tuple[Sequence[Slip], ModelError | None]:
        """Extract and check a document with the answers there are: what was wrong, and what stopped it."""
        reading = Reading.of(article, self._curator, self._schema, self._today, None)
        if isinstance(reading, Failed):
            return reading.slips, None
        try:
            (said,) = self._curator.extract_pack([Paper(reading.article, reading.blocks)], self._schema)
            if isinstance(said, ModelError):
                raise said
            reading.take(said)
            self._curator.verify_pack([reading.claimed()])
        except PendingError as error:
            return (*reading.dropped, *error.slips), error
        except RejectedError as error:
            return error.slips, error
        except ModelError as error:  # an answer before this one declines
            return (), error
        return reading.dropped, None


def article_json(article: Article) -> bytes:
    """An article without what is attached to it, to be read again by another process."""
    return msgspec.json.encode(replace(article, attachments=(), missing=()))


def load_article(data: bytes | None) -> Article | None:
    """The article; None where that is none."""
    try:
        return None if data is None else _ARTICLE.decode(data)
    except (msgspec.MsgspecError, RecursionError):
        return None


_ARTICLE: Final = msgspec.json.Decoder(Article)
