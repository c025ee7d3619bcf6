"""What a model makes of 60 short related documents beside the rules: as few pages for a thing, in order.

The model is faithful and free: it calls a document's subject by the fullest name in the text and leaves out
what is in brackets, gives hardly an alias, cites the sentence with the name for every statement, and says
last things first.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from support import good_model

from wikic import layout
from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.curator.model.curator import ModelCurator
from wikic.curator.offline import OfflineCurator
from wikic.curator.protocol import Curator
from wikic.llm.protocol import Request
from wikic.llm.scripted import Said, ScriptedModel
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.text.normalise import fold_name
from wikic.wiki.schema_file import render_schema
from wikic.wiki.workspace import Workspace

SCHEMA = Schema(
    Positioning("films and those who made them"),
    (
        Dimension("people", "persons"),
        Dimension("works", "films, books"),
        Dimension("places", "towns, rivers"),
        Dimension("concepts", "the rest"),
    ),
)
PEOPLE = [
    (first, middle, last)
    for last, middle in (("Brenn", "Davis"), ("Varga", "Otto"), ("Lindholm", "Karl"), ("Penhale", "James"))
    for first in ("Edward", "Thomas", "Robert", "William", "Henry")
]
SHORT = {"Edward": "Ed", "Thomas": "Tom", "Robert": "Bob", "William": "Bill", "Henry": "Harry"}


def documents(folder: Path) -> Path:
    """Twenty directors, a film of each, and the town it was made in: 60 documents that name each other."""
    records = []
    for at, (first, middle, last) in enumerate(PEOPLE):
        full, short = f"{first} {middle} {last}", f"{SHORT[first]} {last}"
        film, town, year = f"The {last} Lamp {at + 1}", f"{last}{first[:2].lower()}ton", 1950 + at
        records += [
            {
                "id": f"a{at:02}",
                "title": f"{short} (director)",
                "text": f"{full} ({at + 1} May 1920 – 3 June 1978) was an American film director. "
                f"He was born in {town}. {last} directed {film} in {year}. "
                f"He died of a fever in 1978.",
            },
            {
                "id": f"b{at:02}",
                "title": f"{film} (film)",
                "text": f"{film} is a {year} American drama film directed by {short}. "
                f"It was shot in {town}. The film was released on 4 March {year}.",
            },
            {
                "id": f"c{at:02}",
                "title": town,
                "text": f"{town} is a town in Norland. It lies on the {last} River. "
                f"The director {short} was born in {town}. Its mill was built in {1700 + at}.",
            },
        ]
    file = folder / "corpus.jsonl"
    file.write_text("".join(json.dumps(each) + "\n" for each in records), "utf-8")
    return file


def free(request: Request) -> Said:
    """A reply as a model words it that sees only the prompt."""
    if request.purpose != "extract":
        return str(good_model.answer(request))
    value = json.loads(good_model.extract(request))
    for document in value.get("documents", [value]):
        _freed(document)
    return json.dumps(value)


def _freed(document: dict[str, Any]) -> None:
    for each in document["entities"]:
        called = [re.sub(r" \(.*\)$", "", name) for name in (each["title"], *each.get("aliases", ()))]
        each["title"] = max(called, key=len)
        each.pop("disambiguator", None)
        each.pop("aliases", None)
    first = min(each["blocks"][0] for each in document["statements"])
    for each in document["statements"]:
        each["blocks"] = sorted({first, *each["blocks"]})
    document["statements"].reverse()


@pytest.fixture(scope="module")
def wikis(tmp_path_factory: pytest.TempPathFactory) -> tuple[Workspace, Workspace]:
    """The wiki of the rules and that of the model."""
    folder = tmp_path_factory.mktemp("beside")
    file = documents(folder)
    model = ScriptedModel(free)
    curators: tuple[tuple[str, Curator], ...] = (
        ("rules", OfflineCurator()),
        ("model", ModelCurator(model, model)),
    )
    for name, curator in curators:
        (folder / name / "wiki").mkdir(parents=True)
        (folder / name / "wiki" / layout.SCHEMA_FILE).write_bytes(render_schema(SCHEMA))
        options = Options("2026-11-22", "Films", waits=name == "model", batch=16)
        report = compile_documents(folder / name, [file], curator, options)
        assert not report.failed and len(report.added) == 60
    rules, free_one = (Workspace.open(folder / name, "Films") for name, _ in curators)
    return rules, free_one


def test_no_entity_is_on_two_pages_that_the_rules_put_on_one(wikis: tuple[Workspace, Workspace]) -> None:
    rules, model = (space.fold.resolver for space in wikis)
    pages: dict[str, set[str]] = {}
    for key, digest in rules.digests.items():
        for at, symbol in enumerate(digest.symbols):
            names = {fold_name(each) for each in (symbol.title, *symbol.aliases)}
            for there, other in enumerate(model.digests[key].symbols):
                if names & {fold_name(each) for each in (other.title, *other.aliases)}:
                    pages.setdefault(rules.root_of((key, at)), set()).add(model.root_of((key, there)))
    assert len(pages) >= 60
    assert {root: found for root, found in pages.items() if len(found) > 1} == {}


def test_the_facts_of_every_page_stand_in_document_order(wikis: tuple[Workspace, Workspace]) -> None:
    for space in wikis:
        seen = 0
        for group, _, _ in space.fold.pages():
            page = space.fold.groups.page(group)
            said = [fact.text for fact in page.facts]
            for key, _ in space.fold.resolver.all_members(group):
                told = [each.text for each in space.digest(key).statements if each.text in said]
                assert [each for each in said if each in told] == list(dict.fromkeys(told))
                numbers = _sentences(space, key, told)
                assert numbers == sorted(numbers), (page.path, told)
                seen += len(told) > 1
        assert seen >= 60


def _sentences(space: Workspace, key: str, told: list[str]) -> list[int]:
    """Where in the document the sentence stands from which each fact is worded."""
    data = space.tree.read(layout.page_file(layout.article_path(key)))
    assert data is not None
    text = data.decode()
    ends = [re.sub(r"\W+$", "", each).rsplit(" ", 2)[-2:] for each in told]
    return [text.index(" ".join(each)) for each in ends]
