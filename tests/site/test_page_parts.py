"""The parts of a page that repeat say no more than a reader and the script need."""

from __future__ import annotations

from dataclasses import replace

from wikic.navigate.library import Library
from wikic.navigate.reader.reader import Reader
from wikic.navigate.reader.values import Cited, Quoted, ReaderPage, ShownFact, ShownSection, ShownSource
from wikic.site.addresses import FileAddresses
from wikic.site.rendering import Pages
from wikic.site.wording import Surroundings

ONE = ("p00000001",)
FACT = ShownFact("f00000001", 'The "Gull" is Ben\'s & ours.', "fact", None, (Cited(1, ONE),), False)
RUN = (Quoted("p00000002", "Before it.", False), Quoted("p00000001", 'The "Gull".', True))
SOURCE = ShownSource(
    1, "sources/articles/a-1", "sources/digests/a-1", "log.md", "Log", None, "offline/1", (RUN,)
)


def shown(
    site_library: Library,
    fact: ShownFact = FACT,
    source: ShownSource = SOURCE,
    heading: str = "",
    **given: bool,
) -> str:
    pages = Pages(Reader(site_library), Surroundings("Harbour", "en", **given))
    sections = (ShownSection(heading, 2, (fact,)),)
    page = ReaderPage("boats/own", "Own", "boat", (), (), "", (), sections, (), (), 0, (source,))
    return pages.page(page, FileAddresses("boats/own.html"))


def test_quotation_marks_stand_in_a_text_as_they_are(site_library: Library) -> None:
    html = shown(site_library)
    assert 'The "Gull" is Ben\'s &amp; ours.' in html and 'id="q1-p00000001">The "Gull".<' in html


def test_a_link_to_one_sentence_names_it_once(site_library: Library) -> None:
    assert "data-quotes" not in shown(site_library)
    two = replace(FACT, citations=(Cited(1, ("p00000001", "p00000002")),))
    assert 'data-quotes="q1-p00000001 q1-p00000002"' in shown(site_library, two)
    # Where the document is not there, the link leads to the list of sources.
    assert 'href="#source1" data-quotes="q1-p00000001"' in shown(site_library, sources=False)


def test_what_is_not_cited_has_no_place(site_library: Library) -> None:
    html = shown(site_library)
    assert "<span>Before it.</span>" in html and "p00000002" not in html


def test_what_the_card_does_not_say_is_not_there(site_library: Library) -> None:
    assert "data-read" not in shown(site_library)
    by_model = shown(site_library, source=replace(SOURCE, compiled_with="gemma"))
    assert '<details data-read="gemma">' in by_model and 'data-read="read by {name}"' in by_model
    assert "data-reworded=" in shown(site_library, replace(FACT, reworded=True))


def test_a_summary_that_the_page_begins_with_stands_once(site_library: Library) -> None:
    said = "The gull is ours."
    page = ReaderPage("boats/own", "Own", "boat", (), (), said, (), (), (), (), 0, ())
    pages = Pages(Reader(site_library), Surroundings("Harbour", "en"))

    def paragraphs(markdown: str) -> int:
        sections = (ShownSection("", 2, (replace(FACT, markdown=markdown, citations=()),)),)
        html = pages.page(replace(page, sections=sections), FileAddresses("boats/own.html"))
        assert f'content="{said}"' in html
        return html.partition("</head>")[2].count(said)

    assert paragraphs("The gull is ours. It was built here.") == 1
    assert paragraphs("It was built here.") == 1
