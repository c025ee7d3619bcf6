"""The metrics by name: what a table's columns and `wikic eval check --min` call them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from wikic.evaluate import wording
from wikic.evaluate.question import Question
from wikic.evaluate.run_file import Judgement, Reply
from wikic.text.compare import unsupported

Groups = Sequence[frozenset[str]]
"""Keys of the documents wanted; any one of a group will do. An empty group is never found."""


def recall_at(documents: Sequence[str], groups: Groups, k: int) -> float:
    """Share of the groups of which a document stands among the first ``k`` (R@k; HippoRAG, section 4)."""
    first = frozenset(documents[:k])
    return sum(not group.isdisjoint(first) for group in groups) / len(groups)


def all_gold(documents: Sequence[str], groups: Groups, k: int) -> float:
    """1.0 when every group has a document among the first ``k``, else 0.0 (AR@k; MDR, section 4)."""
    return float(recall_at(documents, groups, k) == 1.0)


def reciprocal_rank(documents: Sequence[str], groups: Groups) -> float:
    """1 / place of the first document that is wanted, 0.0 without one (MRR; TREC-8 question answering)."""
    wanted = frozenset().union(*groups)
    return next((1 / place for place, key in enumerate(documents, start=1) if key in wanted), 0.0)


Unit = Literal["share", "number", "seconds", "dollars"]
CUTS: Final = (2, 5, 10)
# Scores of the short answer: an arm that writes none, and shows facts or documents, is not scored by them.
OF_SHORT: Final = frozenset({"em", "f1", "bleu", "rouge-1", "rouge-2"})


@dataclass(frozen=True, slots=True)
class Judged:
    """A reply with what it is held against.

    groups: of the question's gold, as keys of the wiki.
    judgement: a judge's, or None.
    """

    question: Question
    groups: Groups
    reply: Reply
    judgement: Judgement | None = None


@dataclass(frozen=True, slots=True)
class Metric:
    """A score of one reply.

    name: in files and options.
    about: one line for help.
    score: of a reply; None where the question has nothing to score it by.
    unit: of the score; a share is between 0 and 1.
    higher_is_better: else lower is.
    """

    name: str
    about: str
    score: Callable[[Judged], float | None]
    unit: Unit = "share"
    higher_is_better: bool = True


def _document_metric(measure: Callable[[Sequence[str], Groups], float]) -> Callable[[Judged], float | None]:
    """A score of the documents, for questions that name gold; who says nothing has found nothing."""

    def score(each: Judged) -> float | None:
        if not each.groups or each.question.unanswerable:
            return None
        return measure(each.reply.documents if each.reply.answered else (), each.groups)

    return score


def _wording_metric(
    measure: Callable[[str, Sequence[str]], float | None], given: Callable[[Reply], str | None]
) -> Callable[[Judged], float | None]:
    def score(each: Judged) -> float | None:
        if not each.question.answers or each.question.unanswerable:
            return None
        said = given(each.reply)
        return None if said is None else measure(said if each.reply.answered else "", each.question.answers)

    return score


def _recall_metric(k: int) -> Metric:
    return Metric(
        f"recall@{k}",
        f"gold among the first {k} documents",
        _document_metric(lambda d, g: recall_at(d, g, k)),
    )


def _short_answer(reply: Reply) -> str | None:
    return reply.short


def _whole_text(reply: Reply) -> str:
    return reply.text


def _score_refusal(each: Judged) -> float | None:
    said = each.reply.answered or each.reply.error
    return float(not said) if each.question.unanswerable else None


def _refused_falsely(each: Judged) -> float | None:
    return None if each.question.unanswerable else float(not each.reply.answered)


def _score_cited(each: Judged) -> float | None:
    """Share of the quotes that hold a right answer; None without a short answer that is right."""
    reply, right = each.reply, each.question.answers
    if not reply.short or not reply.cited or not right or wording.exact_match(reply.short, right) < 1:
        return None
    return max(wording.contains_answer(quote, right) for quote in reply.cited)


def _score_held(each: Judged) -> float | None:
    """Whether the quotes hold what the short answer says, be it right or wrong; yes and no say nothing."""
    reply = each.reply
    if not reply.short or not reply.cited or wording.split_words(reply.short) in (["yes"], ["no"]):
        return None
    return float(not unsupported(f"; {reply.short}", reply.cited))  # its first word may be a name


def _score_supported(each: Judged) -> float | None:
    found = each.judgement.supported if each.judgement is not None else None
    return None if found is None else float(found)


def _score_failed(each: Judged) -> float | None:
    return float(bool(each.reply.error)) if each.reply.calls or each.reply.error else None


def _judge_metric(
    score: Callable[[Judgement], float | None], by: Callable[[Question], tuple[str, ...]]
) -> Callable[[Judged], float | None]:
    """A judge's score, for questions that have what it judges by; what says nothing scores 0."""

    def scored(each: Judged) -> float | None:
        if each.judgement is None or each.question.unanswerable or not by(each.question):
            return None
        return (score(each.judgement) or 0.0) if each.reply.answered else 0.0

    return scored


def _right_answers(question: Question) -> tuple[str, ...]:
    return question.answers


def writes_no_short(replies: Sequence[Judged]) -> bool:
    """Whether an arm answered, and nowhere in a few words; who refused every question has failed it."""
    return any(each.reply.answered for each in replies) and not any(each.reply.short for each in replies)


METRICS: Final[Mapping[str, Metric]] = {
    metric.name: metric
    for metric in (
        *(_recall_metric(k) for k in CUTS),
        Metric(
            "all@5", "all gold among the first 5 documents", _document_metric(lambda d, g: all_gold(d, g, 5))
        ),
        Metric("mrr", "1 / place of the first gold document", _document_metric(reciprocal_rank)),
        Metric(
            "em",
            "the short answer is a right one, word for word",
            _wording_metric(wording.exact_match, _short_answer),
        ),
        Metric(
            "f1",
            "words shared by the short and the right answer",
            _wording_metric(wording.token_f1, _short_answer),
        ),
        Metric(
            "bleu",
            "BLEU-4 of the short and the right answer",
            _wording_metric(wording.score_bleu, _short_answer),
        ),
        Metric("rouge-1", "words, by ROUGE's F with stems", _wording_metric(wording.rouge_1, _short_answer)),
        Metric("rouge-2", "pairs of words, the same way", _wording_metric(wording.rouge_2, _short_answer)),
        Metric(
            "contains",
            "a right answer stands in what is shown",
            _wording_metric(wording.contains_answer, _whole_text),
        ),
        Metric(
            "covers",
            "share of a right answer's words in what is shown",
            _wording_metric(wording.covered_share, _whole_text),
        ),
        Metric("cited", "a quote cited for a right short answer holds it", _score_cited),
        Metric("citations", "quotes hold the short answer's names, numbers, dates", _score_held),
        Metric(
            "accuracy",
            "means the same as a right answer, by a judge",
            _judge_metric(lambda j: j.same, _right_answers),
        ),
        Metric(
            "factuality",
            "consistent with the right answer, 1 to 5 by a judge, / 5",
            _judge_metric(lambda j: (j.factuality or 0) / 5, _right_answers),
        ),
        Metric(
            "context-recall",
            "what was read holds the right answer, 1 to 5 by a judge, / 5",
            _judge_metric(lambda j: (j.context or 0) / 5, _right_answers),
        ),
        Metric("supported", "the quotes cited bear the answer out, by a judge", _score_supported),
        Metric(
            "claims",
            "the claims of a right answer, 0 to 3 by a judge, / 3",
            _judge_metric(lambda j: (j.score or 0) / 3, lambda question: question.claims),
        ),
        Metric("refused", "unanswerable questions that were refused", _score_refusal),
        Metric(
            "refused-falsely", "other questions that were refused", _refused_falsely, higher_is_better=False
        ),
        Metric("failed", "questions that the model did not answer", _score_failed, higher_is_better=False),
        Metric("tokens", "retrieved, estimated", lambda each: float(each.reply.tokens), "number", False),
        Metric("sent", "tokens sent to a model", lambda each: float(each.reply.sent), "number", False),
        Metric("calls", "of a model", lambda each: float(each.reply.calls), "number", False),
        Metric("cost", "of model calls", lambda each: each.reply.cost, "dollars", False),
        Metric("seconds", "by the clock", lambda each: each.reply.seconds, "seconds", False),
    )
}
