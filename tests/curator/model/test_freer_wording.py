"""Faithful statements in free wording are kept, planted errors are not: shares over ``fixtures/model``.

The rules were made on eleven documents of ``freer`` and then measured on the four whose names end in 3, 6
or 9, which nobody had looked at. The replies of ``prompted`` were worded by a model that saw the prompts
alone, its errors planted by another and refused by a third, before any rule was changed for them; what was
found stands in docs/decisions/0025.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from wikic.compiler.article_digest import Digested, digest_article
from wikic.curator.model.curator import ModelCurator
from wikic.curator.model.plain_line import plain_line
from wikic.llm.protocol import Request
from wikic.llm.scripted import ScriptedModel
from wikic.model.article import Article
from wikic.model.digest import Digest
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.text import language, relation_labels

MODEL = Path(__file__).parents[3] / "fixtures/model"
FREER, PROMPTED = MODEL / "freer", MODEL / "prompted"
NAMES = {folder: tuple(sorted(path.stem for path in folder.glob("*.md"))) for folder in (FREER, PROMPTED)}
UNSEEN = tuple(name for name in NAMES[FREER] if name[-1] in "369")
SCHEMA = Schema(
    Positioning("A town and its trades"),
    tuple(
        Dimension(name, name)
        for name in ("concepts", "geography", "history", "media", "organizations", "people", "software")
    ),
)
Judge = Callable[[Request], str]


@lru_cache
def said(folder: Path, name: str) -> dict[str, Any]:
    """The faithful reply to a document."""
    reply: dict[str, Any] = json.loads((folder / f"{name}.json").read_text("utf-8"))
    return reply


@lru_cache
def planted(folder: Path) -> tuple[dict[str, Any], ...]:
    """The planted errors of a folder's documents."""
    return tuple(json.loads((folder / "planted.json").read_text("utf-8")))


def digest(folder: Path, name: str, judge: Judge | None) -> Digest:
    """What is taken of a reply that has every faithful statement and every planted one.

    judge: answers what is asked to verify; without one nobody is asked.
    """
    text = (folder / f"{name}.md").read_text("utf-8")
    title, _, below = text.partition("\n")
    if folder == FREER:  # its sentences were numbered without the title
        text = below.strip() + "\n"
    article = Article(name, title.removeprefix("# "), text, language=language.guess(text))
    wrong = [each["statement"] for each in planted(folder) if each["document"] == name]
    reply = {**said(folder, name), "statements": [*said(folder, name)["statements"], *wrong]}
    model = ScriptedModel(lambda _: json.dumps(reply))
    curator = ModelCurator(model, None if judge is None else ScriptedModel(judge))
    found = digest_article(article, curator, SCHEMA, "2026-01-01", None)
    assert isinstance(found, Digested), found
    return found.source.digest


def refusing(texts: Mapping[str, str]) -> Judge:
    """A verifier that refuses what begins with one of ``texts``, which give the part that is wrong."""

    def judge(request: Request) -> str:
        told = {
            int(line[1 : line.index("]")]): line.partition("] ")[2]
            for line in request.messages[1].text.split("\n")
            if line.startswith("[")
        }
        refused = [
            {"number": number, "part": part, "missing": "it"}
            for number, record in told.items()
            for text, part in texts.items()
            if record.startswith(text)
        ]
        return json.dumps({"unsupported": refused})

    return judge


def honest(folder: Path) -> Judge:
    """A verifier that refuses whatever planted record it is shown."""
    return refusing({plain_line(each["statement"]["text"]).text: "text" for each in planted(folder)})


def recorded() -> Judge:
    """A verifier that refuses what a model refused that was shown the prompts of ``PROMPTED`` alone."""
    refused = json.loads((PROMPTED / "refused.json").read_text("utf-8"))
    return refusing({each["text"]: each["part"] for each in refused})


def rejected(folder: Path, names: Iterable[str], judge: Judge | None = None) -> tuple[int, int]:
    """How many of the faithful statements are not taken, and how many there are."""
    lost = every = 0
    for name in names:
        kept = {each.text for each in digest(folder, name, judge).statements}
        texts = [plain_line(each["text"]).text for each in said(folder, name)["statements"]]
        lost += sum(text not in kept for text in texts)
        every += len(texts)
    return lost, every


def landed(folder: Path, names: Iterable[str], judge: Judge | None) -> tuple[int, int]:
    """How many of the planted errors stand in the digests as they were said, and how many there are."""
    taken = every = 0
    for name in names:
        kept = {(each.kind, each.text): each for each in digest(folder, name, judge).statements}
        for wrong in (each["statement"] for each in planted(folder) if each["document"] == name):
            every += 1
            found = kept.get((wrong["kind"], plain_line(wrong["text"]).text))
            typed = found and [each for each in found.relations if each.label != relation_labels.MENTIONS]
            taken += found is not None and (bool(typed) or not wrong.get("relations"))
    return taken, every


@pytest.mark.parametrize("folder", [FREER, PROMPTED], ids=lambda folder: folder.name)
def test_faithful_wording_is_kept(folder: Path) -> None:
    lost, every = rejected(folder, NAMES[folder])
    assert every >= 200
    assert lost <= 0.05 * every, f"{lost} of {every}"


def test_planted_errors_are_held() -> None:
    without, every = landed(FREER, NAMES[FREER], None)
    assert every == 60
    assert without <= 0.4 * every, f"{without} of {every} without a verifier"
    with_one, _ = landed(FREER, NAMES[FREER], honest(FREER))
    assert with_one <= 0.1 * every, f"{with_one} of {every} with a verifier"


def test_a_model_that_verifies_holds_what_code_cannot_tell() -> None:
    """Planted by one who knew that numbers and names are compared: code alone holds two in five."""
    without, every = landed(PROMPTED, NAMES[PROMPTED], None)
    assert every == 60
    assert without <= 0.65 * every, f"{without} of {every} without a verifier"
    with_one, _ = landed(PROMPTED, NAMES[PROMPTED], recorded())
    assert with_one <= 0.1 * every, f"{with_one} of {every} with a verifier"
    lost, said = rejected(PROMPTED, NAMES[PROMPTED], recorded())
    assert lost <= 0.05 * said, f"{lost} of {said} with a verifier"


def test_documents_that_were_looked_at_last() -> None:
    lost, every = rejected(FREER, UNSEEN)
    assert lost <= 0.1 * every, f"{lost} of {every}"
    taken, planted_there = landed(FREER, UNSEEN, honest(FREER))
    assert taken <= 0.1 * planted_there
