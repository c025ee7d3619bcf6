"""Each question with what the arms replied, what they missed, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from wikic.evaluate.diagnosis.diagnosis import Failure
from wikic.evaluate.metrics import METRICS, Judged
from wikic.evaluate.report.tables import Colours, Html, join_markup, make_element
from wikic.evaluate.summary import format_score

# Scores that say of one question what others beside them say too, or the reply itself.
_LEFT_OUT: Final = ("recall@2", "recall@10", "all@5", "mrr", "refused", "refused-falsely")
_FIRST: Final = 5  # documents among which gold is to stand
_DOCUMENTS: Final = 10  # that are listed
_TEXT: Final = 4_000  # characters of a reply that are shown: thousands of questions make one file


@dataclass(frozen=True, slots=True)
class Case:
    """A question with every arm's reply, by the arm's name in order, and what is lacking by rules."""

    replies: Mapping[str, Judged]
    failures: tuple[Failure, ...]

    @property
    def judged(self) -> Judged:
        """The first arm's reply."""
        return next(iter(self.replies.values()))

    @property
    def failed(self) -> bool:
        """Whether something is lacking, or the first arm missed gold or said what it should not."""
        return bool(self.failures) or _has_missed(self.judged)


def collect_cases(judged: Mapping[str, Sequence[Judged]], failures: Sequence[Failure]) -> list[Case]:
    """A case for each question that the first arm was asked."""
    by_id = {arm: {each.question.id: each for each in replies} for arm, replies in judged.items()}
    first = next(iter(judged.values()), ())
    return [
        Case(
            {arm: replies[key] for arm, replies in by_id.items() if key in replies},
            tuple(failure for failure in failures if failure.id == key),
        )
        for key in (each.question.id for each in first)
    ]


def case_section(case: Case, titles: Mapping[str, str], colours: Colours) -> Html:
    """What opens when a reader asks for it."""
    question = case.judged.question
    hops = f"hops: {question.hops}" if question.hops else ""
    classes = ", ".join(dict.fromkeys(each.kind for each in case.failures))
    about = " · ".join(filter(None, (question.type, hops, classes)))
    summary = make_element("summary", question.text, " ", make_element("span", about, class_="faint"))
    return make_element(
        "details",
        summary,
        make_element(
            "div",
            *_show_wanted(case),
            *_show_reasons(case.failures),
            *(_show_reply(arm, each, titles, colours[arm]) for arm, each in case.replies.items()),
            _show_gold(case, titles),
        ),
    )


def _has_missed(each: Judged) -> bool:
    if each.reply.error:
        return True
    if each.question.unanswerable or not each.groups:
        return each.question.unanswerable == each.reply.answered
    documents = each.reply.documents[:_FIRST] if each.reply.answered else ()
    return any(group.isdisjoint(documents) for group in each.groups)


def _show_wanted(case: Case) -> list[Html]:
    question = case.judged.question
    if question.unanswerable:
        return [make_element("p", "Right: the wiki does not say.")]
    return [make_element("p", "Right: ", " | ".join(question.answers))] if question.answers else []


def _show_reasons(failures: Sequence[Failure]) -> list[Html]:
    if not failures:
        return []
    lines = (
        make_element("li", make_element("strong", each.kind), f": {each.reason}; try {each.advice}")
        for each in failures
    )
    return [make_element("h3", "What ask by rules lacks"), make_element("ul", *lines)]


def _show_reply(arm: str, each: Judged, titles: Mapping[str, str], colour: int) -> Html:
    reply = each.reply
    scores = ", ".join(
        f"{name} {format_score(score, metric.unit)}"
        for name, metric in METRICS.items()
        if name not in _LEFT_OUT
        and (score := metric.score(each)) is not None
        and (score or metric.unit == "share")
    )
    if reply.error:
        said = make_element("p", f"error: {reply.error}", class_="bad")
    elif not reply.answered:
        said = make_element("p", "says that it does not know")
    else:
        said = make_element("p", reply.short) if reply.short else join_markup(())
    return join_markup(
        (
            make_element("h3", arm, " ", make_element("small", scores, class_="faint"), class_=f"t{colour}"),
            said,
            _show_documents(each, titles),
            *_show_text(reply.text),
        )
    )


def _show_documents(each: Judged, titles: Mapping[str, str]) -> Html:
    wanted = frozenset().union(*each.groups)
    listed = each.reply.documents[:_DOCUMENTS]
    items = (
        make_element(
            "li",
            _source_title(key, titles),
            " ✓" if key in wanted else "",
            class_="good" if key in wanted else "",
        )
        for key in listed
    )
    return make_element("ol", *items) if listed else join_markup(())


def _show_text(text: str) -> list[Html]:
    if not text:
        return []
    more = len(text) - _TEXT
    shown = make_element("pre", text[:_TEXT] + (f"… and {more:,} characters" if more > 0 else ""))
    return [make_element("details", make_element("summary", "What it shows"), make_element("div", shown))]


def _show_gold(case: Case, titles: Mapping[str, str]) -> Html:
    """Where each gold document came, arm by arm."""
    judged = case.judged
    if not judged.groups:
        return join_markup(())
    head = make_element("tr", make_element("th", "gold"), *(make_element("th", arm) for arm in case.replies))
    rows = (
        make_element(
            "tr",
            make_element("td", _group_name(names, group, titles)),
            *(_show_place(each, at) for each in case.replies.values()),
        )
        for at, (names, group) in enumerate(zip(judged.question.gold, judged.groups, strict=True))
    )
    return join_markup(
        (
            make_element("h3", "Where the gold came"),
            make_element("div", make_element("table", head, *rows), class_="gold"),
        )
    )


def _show_place(each: Judged, at: int) -> Html:
    documents = each.reply.documents if each.reply.answered else ()
    place = next((n for n, key in enumerate(documents, start=1) if key in each.groups[at]), None)
    if place is None:
        return make_element("td", "missed", class_="bad")
    return make_element("td", f"{place}.", class_="good" if place <= _FIRST else "bad")


def _group_name(names: Sequence[str], group: frozenset[str], titles: Mapping[str, str]) -> str:
    if not group:
        return f"{' | '.join(names)} (not in the wiki)"
    return " | ".join(_source_title(key, titles) for key in sorted(group)[:3])


def _source_title(key: str, titles: Mapping[str, str]) -> str:
    title = titles.get(key, "")
    return f"{title} ({key})" if title and title != key else key
