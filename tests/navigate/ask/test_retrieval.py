"""What the access log is told of how pages were come by."""

from __future__ import annotations

from pathlib import Path

from support.asking import model, read, saying

from wikic.navigate.ask.asker import Asked, Asker, note_asked, note_read
from wikic.navigate.library import Library
from wikic.navigate.tools.result import Reading
from wikic.navigate.tools.toolbox import call
from wikic.store.access_log import Access, AccessLog, events


def _logged(asked: Asked, build: Path) -> Access:
    with AccessLog(build) as log:
        note_asked(log, asked)
    (event,) = events(build)
    assert event.by == "ask"
    assert event.retrieval is not None
    assert len(event.retrieval.origins) == len(event.pages)
    return event


def test_names_links_and_words_are_told_apart(library: Library, tmp_path: Path) -> None:
    event = _logged(Asker(library).ask("Where was the father of Hester Dunn born?"), tmp_path)
    known = event.retrieval
    assert known is not None
    origins = dict(zip(event.pages, known.origins, strict=True))
    assert origins["people/Hester-Dunn"] == "seed"
    assert origins["people/Isaac-Dunn"] == "link"
    assert known.cited == tuple(range(len(event.pages)))
    assert known.named >= 1
    assert known.found >= len(event.pages)
    assert known.calls > 0
    assert known.tokens > 0


def test_a_question_without_a_name_is_found_by_words(library: Library, tmp_path: Path) -> None:
    event = _logged(Asker(library).ask("Who was a trade unionist?"), tmp_path)
    assert event.retrieval is not None
    assert event.retrieval.named == 0
    assert "search" in event.retrieval.origins
    assert "seed" not in event.retrieval.origins


def test_what_is_not_answered_is_told_too(library: Library, tmp_path: Path) -> None:
    event = _logged(Asker(library).ask("Zorblaxian hyperdrive?"), tmp_path)
    assert event.question == "Zorblaxian hyperdrive?"
    assert event.pages == ()
    assert event.retrieval is not None
    assert event.retrieval.cited == ()


def test_pages_a_model_read_have_an_origin_and_are_not_cited(library: Library, tmp_path: Path) -> None:
    script = [read("Hallow Point Lighthouse"), saying("NOT IN THE WIKI")]
    asker = Asker(library, model=model(script))
    event = _logged(asker.ask("Zorblaxian hyperdrive?", controller="agent"), tmp_path)
    assert event.pages == ("geography/Hallow-Point-Lighthouse",)
    assert event.retrieval is not None
    assert event.retrieval.origins == ("seed",), "the model named it; nothing had shown it"
    assert event.retrieval.cited == ()
    assert event.retrieval.calls >= 1


def test_a_page_read_after_a_search_was_found_by_it(library: Library, tmp_path: Path) -> None:
    reading = Reading()
    call(library, "wiki_search", {"query": "Agnes Varley"}, reading)
    call(library, "wiki_read", {"paths": ["people/Agnes-Varley"]}, reading)
    linked = next(path for path, origin in reading.found.items() if origin == "link")
    call(library, "wiki_read", {"paths": [linked, "people/Isaac-Dunn"]}, reading)
    pages = ["people/Agnes-Varley", linked]
    with AccessLog(tmp_path) as log:
        note_read(log, pages, reading)
        note_read(log, [], reading)
    (event,) = events(tmp_path)
    assert event.retrieval is not None
    assert event.retrieval.origins == ("search", "link")
    assert Reading().origin("people/Agnes-Varley") == "seed"
