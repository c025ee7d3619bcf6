"""Faithful statements in free wording are kept, planted errors are not: shares over ``fixtures/model/freer``.

The rules were made on eleven of its documents and then measured on the four whose names end in 3, 6 or 9,
which nobody had looked at; what was found there stands in docs/decisions/0025.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from wikic.compiler.article_digest import Digested, digest_article
from wikic.curator.model.curator import ModelCurator
from wikic.curator.model.plain_line import plain_line
from wikic.llm.protocol import Request
from wikic.llm.scripted import ScriptedModel
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.text import language, relation_labels

FREER = Path(__file__).parents[3] / "fixtures/model/freer"
NAMES = tuple(sorted(path.stem for path in FREER.glob("*.md")))
UNSEEN = tuple(name for name in NAMES if name[-1] in "369")
PLANTED: tuple[dict[str, Any], ...] = tuple(json.loads((FREER / "planted.json").read_text("utf-8")))
SCHEMA = Schema(
    Positioning("A town and its trades"),
    tuple(
        Dimension(name, name)
        for name in ("concepts", "geography", "history", "media", "organizations", "people", "software")
    ),
)
Judge = Callable[[Request], str]


@lru_cache
def said(name: str) -> dict[str, Any]:
    """The faithful reply to a document."""
    reply: dict[str, Any] = json.loads((FREER / f"{name}.json").read_text("utf-8"))
    return reply


def digest(name: str, judge: Judge | None) -> Digest:
    """What is taken of a reply that has every faithful statement and every planted one.

    judge: answers what is asked to verify; without one nobody is asked.
    """
    title, _, text = (FREER / f"{name}.md").read_text("utf-8").partition("\n")
    text = text.strip() + "\n"
    article = Article(name, title.removeprefix("# "), text, language=language.guess(text))
    wrong = [each["statement"] for each in PLANTED if each["document"] == name]
    reply = {**said(name), "statements": [*said(name)["statements"], *wrong]}
    model = ScriptedModel(lambda _: json.dumps(reply))
    curator = ModelCurator(model, None if judge is None else ScriptedModel(judge))
    found = digest_article(article, curator, SCHEMA, "2026-01-01", None)
    assert isinstance(found, Digested), found
    return found.source.digest


def honest(request: Request) -> str:
    """A verifier that refuses whatever planted record it is shown."""
    wrong = [plain_line(each["statement"]["text"]).text for each in PLANTED]
    lines = request.messages[1].text.split("\n")
    refused = [
        {"number": int(line[1 : line.index("]")]), "part": "text", "missing": "it"}
        for line in lines
        if line.startswith("[") and any(line.partition("] ")[2].startswith(text) for text in wrong)
    ]
    return json.dumps({"unsupported": refused})


def rejected(names: Iterable[str]) -> tuple[int, int]:
    """How many of the faithful statements are not taken, and how many there are."""
    lost = every = 0
    for name in names:
        kept = {each.text for each in digest(name, None).statements}
        texts = [plain_line(each["text"]).text for each in said(name)["statements"]]
        lost += sum(text not in kept for text in texts)
        every += len(texts)
    return lost, every


def landed(names: Iterable[str], judge: Judge | None) -> tuple[int, int]:
    """How many of the planted errors stand in the digests as they were said, and how many there are."""
    taken = every = 0
    for name in names:
        kept = {(each.kind, each.text): each for each in digest(name, judge).statements}
        for planted in (each["statement"] for each in PLANTED if each["document"] == name):
            every += 1
            found = kept.get((planted["kind"], plain_line(planted["text"]).text))
            typed = found and [each for each in found.relations if each.label != relation_labels.MENTIONS]
            taken += found is not None and (bool(typed) or not planted.get("relations"))
    return taken, every


def test_faithful_wording_is_kept() -> None:
    lost, every = rejected(NAMES)
    assert every >= 200
    assert lost <= 0.05 * every, f"{lost} of {every}"


def test_planted_errors_are_held() -> None:
    without, every = landed(NAMES, None)
    assert every == 60
    assert without <= 0.4 * every, f"{without} of {every} without a verifier"
    with_one, _ = landed(NAMES, honest)
    assert with_one <= 0.1 * every, f"{with_one} of {every} with a verifier"


def test_documents_that_were_looked_at_last() -> None:
    lost, every = rejected(UNSEEN)
    assert lost <= 0.1 * every, f"{lost} of {every}"
    assert landed(UNSEEN, honest)[0] <= 0.1 * landed(UNSEEN, honest)[1]
