"""A document of a library with a model: the page it has without one, and the things that are named in it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import write
from support.depth import examples

from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.curator.model import packed_extraction
from wikic.curator.model.curator import ModelCurator
from wikic.curator.model.document_sections import Section
from wikic.curator.model.section_extraction import section_request
from wikic.curator.offline import OfflineCurator
from wikic.curator.packs import Paper
from wikic.document.quotes import segment
from wikic.errors import ReplyError
from wikic.llm.protocol import Request
from wikic.llm.scripted import ScriptedModel
from wikic.llm.tokens import request_tokens, text_tokens
from wikic.model.article import Article
from wikic.model.page import Page
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.model.topics import Collection, Topic
from wikic.wiki.schema_file import render_schema
from wikic.wiki.workspace import Workspace

SCHEMA = Schema(
    Positioning("a harbour's exports"),
    tuple(Dimension(name, f"the {name}") for name in ("documents", "people", "terms")),
    fallback="documents",
    layout="library",
    topics=(Topic("documents"),),
)
DECISION = """# Use one queue for all exports

Status: accepted

## Context

The export service of Marlow Street depends on the billing ledger. Hester Dunn runs it.

| Queue | Fills |
|-------|-------|
| old   | 8 min |

## Decision

We use one queue, `exports`. RabbitMQ keeps it.

```
rabbitmqctl list_queues
```

1. Old consumers stop on 27 August 2021.
2. New consumers read `exports` alone.
"""
CHAT = """[2024-03-04 08:02] Anna: RabbitMQ is slow today, the export service waits.
[2024-03-04 08:05] Hester: I restarted RabbitMQ, the billing ledger was locked.
[2024-03-04 08:06] Anna: Thanks, the export service is fine again.
"""
THINGS = ("RabbitMQ", "billing ledger", "Hester Dunn", "export service")
_DOCUMENT = re.compile(r"<document (\w+)>\n(.*?)\n</document \1>", re.S)
_NUMBERED = re.compile(r"^\[(\d+)\] (.*)$", re.M)


def named(text: str) -> dict[str, Any]:
    """What a good reader names in a numbered text."""
    rows = _NUMBERED.findall(text)
    entities = [
        {"id": f"e{at}", "title": name, "dimension": "people" if " D" in name else "terms"}
        | {"blocks": [int(number) for number, said in rows if name in said]}
        for at, name in enumerate(THINGS, start=1)
        if name in text
    ]
    told = [number for number, said in rows if "depends on" in said]
    relations = [[start, "depends on", "e2", number] for number in told for start in ("e4", "document")]
    return {"entities": entities, "relations": relations}


Change = Callable[[dict[str, Any]], dict[str, Any]]


def model(change: Change = lambda said: said, refused: str = "") -> ScriptedModel:
    """A model that names things; its verifier refuses the record that holds ``refused``."""

    def answer(request: Request) -> str:
        shown = request.messages[1].text
        if request.purpose == "extract":
            found = _DOCUMENT.findall(shown)
            said = [change(named(text)) for _, text in found]
            if len(found) == 1 and "## The documents" not in shown:
                return json.dumps(said[0])
            both = zip(found, said, strict=True)
            return json.dumps({"documents": [{"document": mark, **each} for (mark, _), each in both]})
        if request.purpose == "verify":
            records = re.findall(r"^\[(\d+)\] (.*)$", shown, re.M)
            wrong = [int(number) for number, said in records if refused and refused in said]
            return json.dumps({"unsupported": [{"number": each, "part": "text"} for each in wrong]})
        return json.dumps({"same": [], "contradictions": [], "pairs": [], "amendments": [], "parts": []})

    return ScriptedModel(answer)


def compiled(folder: Path, asked: ScriptedModel | None, texts: dict[str, str] | None = None) -> Workspace:
    """The wiki of two documents, or of ``texts``, by rules where nobody is asked."""
    texts = texts or {"docs/0001-queue.md": DECISION, "docs/chat.txt": CHAT}
    name = "rules" if asked is None else "model"
    write(folder / name, texts)
    (folder / name / "wiki").mkdir()
    (folder / name / "wiki/schema.yaml").write_bytes(render_schema(SCHEMA))
    curator = OfflineCurator() if asked is None else ModelCurator(asked, asked)
    options = Options("2026-11-22", "t", waits=asked is not None)
    report = compile_documents(folder / name, [folder / name / "docs"], curator, options)
    assert not report.failed and not report.findings
    return Workspace.open(folder / name, "t")


def pages(space: Workspace) -> dict[str, Page]:
    return {page.path: page for page in (space.fold.groups.page(group) for group, _, _ in space.fold.pages())}


def test_the_page_of_a_document_is_the_one_without_a_model(tmp_path: Path) -> None:
    rules, asked = pages(compiled(tmp_path, None)), pages(compiled(tmp_path, model()))
    documents = [path for path in rules if path.startswith("documents/")]
    assert len(documents) == 2
    for path in documents:
        without, with_ = rules[path], asked[path]
        assert replace(with_, head=without.head, leads=without.leads, stamp=without.stamp) == without
        head = with_.head
        assert replace(head, related=without.head.related) == without.head
        assert {line.partition(" --")[0] for line in without.head.related} <= {
            line.partition(" --")[0] for line in head.related
        }
    assert "documents/Anna-and-Hester-2024-03-04" in asked
    assert rules.keys() <= asked.keys() | {"people/Hester"}


def test_pages_of_things_say_what_documents_say_of_them(tmp_path: Path) -> None:
    found = pages(compiled(tmp_path, model()))
    service = found["terms/export-service"]
    assert service.facts[-1].text.startswith("The export service of Marlow Street depends on")
    assert "[[billing-ledger]] -- depends on" in service.head.related
    assert any("chat" in each.digest for fact in service.facts for each in fact.citations)
    assert "[[billing-ledger]] -- depends on" in found["documents/Use-one-queue-for-all-exports"].head.related
    assert "[[RabbitMQ]] -- mentions" in found["documents/Use-one-queue-for-all-exports"].head.related
    assert found["terms/RabbitMQ"].facts[-1].text.endswith("RabbitMQ keeps it.")


def test_a_relation_that_is_refused_takes_nothing_of_the_document(tmp_path: Path) -> None:
    asked = model(refused="of: Use one queue")
    space = compiled(tmp_path, asked)
    found, rules = pages(space), compiled(tmp_path, None)
    page = found["documents/Use-one-queue-for-all-exports"]
    assert "[[billing-ledger]] -- mentions" in page.head.related
    key = "docs/0001-queue.md"
    own = [each.text for each in space.digest(key).statements if each.of == "e1"]
    assert own == [each.text for each in rules.digest(key).statements]
    records = [each for each in asked.requests if each.purpose == "verify"]
    assert records and "RabbitMQ keeps it. |" not in records[0].messages[1].text  # nobody doubts the document


def test_a_thing_that_a_document_is_about_leads_to_its_page(tmp_path: Path) -> None:
    texts = {
        "docs/queue.md": DECISION,
        "docs/broker.md": "# RabbitMQ\n\nRabbitMQ is our broker. It runs on two hosts.\n",
    }
    found = pages(compiled(tmp_path, model(), texts))
    rules = pages(compiled(tmp_path, None, texts))
    assert "terms/RabbitMQ" not in found
    assert found["documents/RabbitMQ"].body == rules["documents/RabbitMQ"].body
    assert "[[RabbitMQ]] -- mentions" in found["documents/Use-one-queue-for-all-exports"].head.related


def test_a_sentence_is_given_for_what_it_names(tmp_path: Path) -> None:
    def elsewhere(said: dict[str, Any]) -> dict[str, Any]:
        for each in said["entities"]:
            if each["title"] == "Hester Dunn":
                each["blocks"] = [10]
        return said

    found = pages(compiled(tmp_path, model(elsewhere)))
    assert "people/Hester-Dunn" not in found
    book = (tmp_path / "model/wiki/error_book.yaml").read_text()
    assert "a sentence given for a thing that it does not name" in book


@pytest.mark.parametrize(
    "said", [{"entities": []}, {"entities": [], "relations": [["e1", "part of", "e2", "1"]]}]
)
def test_a_document_in_which_nothing_is_named_has_its_page(tmp_path: Path, said: dict[str, Any]) -> None:
    space = compiled(tmp_path, model(lambda _: said))
    assert "RabbitMQ keeps it." in pages(space)["documents/Use-one-queue-for-all-exports"].body
    assert space.digest("docs/0001-queue.md").derived  # the article says all that it does


def test_a_digest_with_names_says_of_its_document_what_one_without_does(tmp_path: Path) -> None:
    key = "docs/0001-queue.md"
    rules, named = (compiled(tmp_path, each).digest(key) for each in (None, model()))
    own = [replace(each, relations=()) for each in named.statements if each.of == "e1"]
    assert rules.derived and not named.derived and len(named.entities) > 1
    assert (tuple(own), named.words, named.terms) == (rules.statements, rules.words, rules.terms)


def test_instructions_are_less_than_a_third_of_what_is_sent() -> None:
    note = Article("docs/a.md", "A note", DECISION * 16)
    papers = [Paper(note, segment(note.text, note.language))]
    request = section_request(note, Section(papers[0].blocks), SCHEMA, papers[0].offer)
    told = text_tokens(request.messages[0].text) + text_tokens(json.dumps(request.schema))
    assert told < 0.3 * request_tokens(request)


def test_documents_of_both_layouts_share_no_call() -> None:
    mixed = replace(SCHEMA, collections=(Collection("things", "things"),))
    keys = ("docs/1.md", "docs/2.md", "things/1.md", "things/2.md")
    notes = [Article(key, "A note", DECISION) for key in keys]
    papers = [Paper(each, segment(each.text, each.language)) for each in notes]
    assert packed_extraction.packs(papers, SCHEMA) == (4,)
    assert packed_extraction.packs(papers, mixed) == (2, 2)


_WORDS = (
    "RabbitMQ",
    "Hester Dunn",
    "Use one queue for all exports",
    "e1",
    "document",
    "[[x]]",
    "../x",
    "\x00",
    "²",
)
_TEXT = st.lists(st.sampled_from(_WORDS) | st.text(max_size=3), max_size=3).map(" ".join)
_ID = st.sampled_from(["e1", "e2", "document", "", "../e1"])
_NUMBER = st.integers(-2, 12) | st.sampled_from(["7", "[2]", "²", "x", "9" * 5_000, ""])
_THING = st.fixed_dictionaries(
    {"id": _ID, "title": _TEXT},
    optional={
        "blocks": st.lists(_NUMBER, max_size=4),
        "aliases": st.lists(_TEXT, max_size=2),
        "dimension": st.sampled_from(["people", "documents", "x"]),
        "line": _TEXT,
    },
)
_RELATED = st.lists(_TEXT | _ID | st.sampled_from(["depends on", "7"]), max_size=5) | st.fixed_dictionaries(
    {"from": _ID, "label": st.just("part of"), "to": _ID}, optional={"number": _NUMBER}
)


@examples(60)
@given(
    st.fixed_dictionaries(
        {"entities": st.lists(_THING, max_size=4), "relations": st.lists(_RELATED, max_size=4)}
    )
)
def test_whatever_a_model_names_the_document_stands(said: dict[str, Any]) -> None:
    article = Article("docs/a.md", "Use one queue for all exports", DECISION, language="en")
    blocks = segment(article.text, "en")
    rules = OfflineCurator().extract(article, blocks, SCHEMA)
    asked = ScriptedModel([json.dumps(said)] * 3)
    try:
        found = ModelCurator(asked, None).extract(article, blocks, SCHEMA)
    except ReplyError:
        return
    assert found.entities[0] == rules.entities[0] and found.terms == rules.terms
    own = [each for each in found.statements if each.of == "e1"]
    assert [replace(each, relations=()) for each in own] == list(rules.statements)
    told = {block.number: block.text for block in blocks}
    words = {each.text for each in rules.statements} | set(told.values())
    assert {each.text for each in found.statements} <= words
    assert {each.dimension for each in found.entities[1:]} <= {"people", "terms"}
