"""What a model's extraction sends and gets: tokens by part of the prompt, and of the reply beside full pages.

    .venv/bin/python benchmarks/prompts.py --data DIR [--size 200] [--wiki KB] [--grow KB KB KB]

No model and no network: the replies are what the offline curator finds, in the form the prompt asks for, read
out of the real prompt (tests/support/good_model.py). Tokens are the gateway's estimate (``llm/tokens.py``),
on the high side of cl100k_base. ``pages`` is what a model would have to write that writes pages, as in
LLM-Wiki: the source's digest and every page that a statement of it stands on, whole. Without ``--wiki`` as
they are in a wiki of that source alone; with it as they are in KB, a wiki of the corpus, and ``linked`` are
the pages of everything the source names, which get a line of Related Pages from it.

Before the table stands what the documents take one by one and in packs (``packed_extraction.py``),
cut from batches as a compile cuts them, and how many statements are kept; ``--packs`` prints only that.

``--grow`` shows the same documents to a model with what wikis of different sizes offer them.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support import good_model

from benchmarks import corpora
from wikic import layout
from wikic.compiler.article_digest import Digested, digest_article
from wikic.compiler.extraction_offer import OfferMaker
from wikic.compiler.extraction_pool import Packer
from wikic.compiler.options import MODEL_BATCH
from wikic.curator.model import document_sections, prompt_text
from wikic.curator.model.bounds import CHECKS
from wikic.curator.model.curator import ModelCurator
from wikic.curator.model.document_sections import Section
from wikic.curator.model.extraction_request import STATEMENTS
from wikic.curator.model.section_extraction import section_request
from wikic.curator.offline import OfflineCurator
from wikic.curator.protocol import NOTHING_OFFERED, Offer
from wikic.document.quotes import segment
from wikic.llm.protocol import Request
from wikic.llm.scripted import ScriptedModel
from wikic.llm.tokens import request_tokens, text_tokens
from wikic.model.article import Article
from wikic.model.page import Citation, Fact, Head, Page, SourceLine
from wikic.model.schema import Schema
from wikic.schema.proposal import propose_schema
from wikic.text import language
from wikic.wiki import page_render
from wikic.wiki.workspace import Workspace

_CITED: Final = re.compile(rf"\[\[({layout.DIGESTS_DIR}/[^\]#]+)#")
_ENTITY: Final = re.compile(r'^\{"entity":"[^"]*","title":"([^"]*)"', re.M)
SAMPLE: Final = 200  # documents the schema is made from
# The greatest offer there can be: everything in it is cut to fit.
_FULL: Final = Offer(
    tuple(
        Page(
            f"people/Somebody-{at}",
            "people",
            f"Somebody {at}",
            "2026-01-01",
            Head(aliases=(f"Some {at}",), summary="somebody of whom much is known"),
            facts=tuple(
                Fact(f"f{fact:08x}", f"Somebody {at} did thing {fact} in 1902.", ()) for fact in range(40)
            ),
        )
        for at in range(5)
    ),
    tuple(f"Somebody Known {at} (also Known {at})" for at in range(40)),
    tuple("Cite the sentence that holds the name, not only the one with the pronoun." for _ in range(8)),
)


@dataclass(frozen=True, slots=True)
class Spent:
    """Tokens of one source.

    system, schema, shown: of its prompts: instructions, JSON schema, everything else.
    blocks: of ``shown``, the document's own text.
    checks: sent to check what was extracted.
    reply: received for the extraction.
    pages: of its digest and its pages, whole.
    linked: of other pages that change with them.
    calls, sections: made in all, and for extraction.
    """

    system: int
    schema: int
    shown: int
    blocks: int
    checks: int
    reply: int
    pages: int
    linked: int
    calls: int
    sections: int


@dataclass(slots=True)
class Total:
    """Tokens of a corpus: prompts and replies of extraction, prompts of checks; what was asked and kept."""

    sources: int = 0
    statements: int = 0
    calls: int = 0
    prompt: int = 0
    checks: int = 0
    reply: int = 0

    def __str__(self) -> str:
        prompt, checks, reply = (each / self.sources for each in (self.prompt, self.checks, self.reply))
        return (
            f"{prompt + checks + reply:8,.0f} tokens a source (prompt {prompt:,.0f}, checks {checks:,.0f}, "
            f"reply {reply:,.0f}), {self.calls} calls, {self.statements} statements"
        )


def articles(data: Path, size: int) -> list[Article]:
    """A sample of the corpus, spread evenly."""
    records = corpora.thinned(corpora.load(data), size)
    return [
        Article(
            str(each["id"]), str(each["title"]), str(each["text"]), language=language.guess(str(each["text"]))
        )
        for each in records
    ]


def spent(
    article: Article, schema: Schema, offer: Offer, whole: Mapping[str, tuple[int, int]]
) -> Spent | None:
    """What one source takes; None where nothing comes of it.

    whole: what its pages and those it links cost in a wiki of the corpus, by its title; empty without one.
    """
    model = ScriptedModel(good_model.answer)
    result = digest_article(article, ModelCurator(model, model), schema, "2026-01-02", None, offer)
    if not isinstance(result, Digested):
        return None
    asked = [request for request in model.requests if request.purpose == "extract"]
    alone = (sum(text_tokens(page) for page in pages(result)), 0)
    written, linked = whole.get(article.title, alone)
    return Spent(
        system=sum(text_tokens(request.messages[0].text) for request in asked),
        schema=sum(text_tokens(json.dumps(dict(request.schema or {}))) for request in asked),
        shown=sum(text_tokens(request.messages[1].text) for request in asked),
        blocks=text_tokens(article.text),
        checks=sum(request_tokens(request) for request in model.requests if request.purpose == "verify"),
        reply=sum(text_tokens(reply) for reply in replies(asked)),
        pages=written,
        linked=linked,
        calls=len(model.requests),
        sections=len(asked),
    )


def packed(found: Sequence[Article], schema: Schema, offers: Sequence[Offer]) -> tuple[Total, Total]:
    """What the articles take one by one, and in packs, as batches of a compile are read."""
    totals: list[Total] = []
    for together in (False, True):
        model = ScriptedModel(good_model.answer)
        curator = ModelCurator(model, model)
        total = Total()
        for start in range(0, len(found), MODEL_BATCH):
            batch = slice(start, start + MODEL_BATCH)
            jobs = [
                (article, None, offer) for article, offer in zip(found[batch], offers[batch], strict=True)
            ]
            packer = Packer(curator, schema, "2026-01-02")
            packs = packer.packs(jobs) if together else [[job] for job in jobs]
            for result in (each for pack in packs for each in packer.digest(pack)):
                if isinstance(result, Digested):
                    total.sources += 1
                    total.statements += len(result.source.digest.statements)
        total.calls = len(model.requests)
        for request in model.requests:
            extracts = request.purpose == "extract"
            total.prompt += request_tokens(request) if extracts else 0
            total.checks += 0 if extracts else request_tokens(request)
        asked = [each for each in model.requests if each.purpose == "extract"]
        total.reply = sum(map(text_tokens, replies(asked)))
        totals.append(total)
    return totals[0], totals[1]


def replies(asked: Sequence[Request]) -> Iterator[str]:
    """The replies, as tightly as a model writes them that was shown a tight example."""
    for request in asked:
        yield json.dumps(json.loads(good_model.extract(request)), ensure_ascii=False, separators=(",", ":"))


def pages(result: Digested) -> Iterator[str]:
    """The digest of one source and its pages, each entity of which something is said on one of its own."""
    digest = result.source.digest
    yield result.source.digest_data.decode().partition("## Extraction")[0]  # what LLM-Wiki's digest holds
    address = layout.digest_path(digest.key)
    titles = {entity.id: entity.title for entity in digest.entities}
    for entity in digest.entities:
        said = [each for each in digest.statements if each.of == entity.id]
        if not said:
            continue
        facts = tuple(
            Fact(each.id, each.text, tuple(Citation(address, block) for block in each.blocks))
            for each in said
        )
        links = {
            f"[[{layout.slug(titles[rel.entity])}]] -- {rel.label}" for each in said for rel in each.relations
        }
        head = Head(entity.aliases, entity.tags, entity.summary, tuple(sorted(links)))
        source = SourceLine(address, digest.title, "r00000000")
        path = f"{entity.dimension}/{layout.slug(entity.title)}"
        page = Page(path, entity.dimension, entity.title, "2026-01-02", head, "00000000", facts, (source,))
        yield page_render.render(page).decode()


def whole_pages(wiki: Path) -> dict[str, tuple[int, int]]:
    """Tokens of each source's digest and all pages that cite it, and of the other pages of what it names."""
    cost: dict[str, int] = {}
    citing: dict[str, set[str]] = {}
    digests: dict[str, str] = {}
    for file in sorted((wiki / layout.WIKI_DIR).rglob("*.md")):
        path = layout.page_path(file.relative_to(wiki / layout.WIKI_DIR).as_posix())
        text = file.read_text("utf-8")
        kind = layout.node_kind(path)
        if kind == "digest":
            digests[path] = text
        elif kind == "entity":
            cost[layout.stem(path)] = text_tokens(text)
            for digest in _CITED.findall(text):
                citing.setdefault(digest, set()).add(layout.stem(path))
    found: dict[str, tuple[int, int]] = {}
    for path, text in digests.items():
        head, _, extraction = text.partition("## Extraction")
        named = {layout.slug(title) for title in _ENTITY.findall(extraction)}
        written = citing.get(path, set())
        title = re.search(r"^# (.*)$", head, re.M)
        found[title[1] if title else path] = (
            text_tokens(head) + sum(cost[stem] for stem in written),
            sum(cost.get(stem, 0) for stem in named - written),
        )
    return found


def grow(found: Sequence[Article], wikis: Sequence[Path]) -> None:
    """Print what the prompts of some documents cost with what each wiki offers them."""
    curator = ModelCurator(ScriptedModel(good_model.answer), None)
    for wiki in wikis:
        space = Workspace.open(wiki, "Wiki")
        offering = OfferMaker(space, curator)
        sent: list[int] = []
        offered: list[int] = []
        for article in found:
            offer = offering.offer(article)
            parts = document_sections.cut_sections(
                segment(article.text, article.language), STATEMENTS.section
            )
            asked = [section_request(article, Section(part), space.schema, offer) for part in parts]
            sent.append(sum(map(request_tokens, asked)))
            offered.append(text_tokens(prompt_text.offer(offer, "en")))
        pages = sum(1 for path in (wiki / layout.WIKI_DIR).glob("*/*.md") if path.name != "_index.md")
        print(
            f"{pages:>7,} pages: prompt {statistics.mean(sent):,.0f} tokens, of which the offer "
            f"{statistics.mean(offered):,.0f}, at most {max(offered):,}"
        )


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--size", type=int, default=200)
    parser.add_argument("--wiki", type=Path, help="a wiki of the corpus")
    parser.add_argument("--packs", action="store_true", help="only what packs take")
    parser.add_argument("--grow", type=Path, nargs="+", help="wikis of growing size")
    options = parser.parse_args()
    found = articles(options.data, options.size)
    if options.grow:
        grow(found, options.grow)
        return 0
    whole = whole_pages(options.wiki) if options.wiki else {}
    _, schema = propose_schema(OfflineCurator(), found[:SAMPLE])
    kinds = [
        ("nothing offered", [NOTHING_OFFERED] * len(found)),
        ("the greatest offer", [_FULL] * len(found)),
    ]
    if options.wiki:
        space = Workspace.open(options.wiki, "Wiki")
        offering = OfferMaker(space, ModelCurator(ScriptedModel(good_model.answer), None))
        kinds.append(("what the wiki offers", [offering.offer(article) for article in found]))
    for name, offers in kinds:
        single, together = packed(found, schema, offers)
        print(f"{name}\n  one by one {single}\n  in packs   {together}")
    if options.packs:
        return 0
    for name, offer in (("nothing offered", NOTHING_OFFERED), ("the greatest offer", _FULL)):
        rows = [
            each for each in (spent(article, schema, offer, whole) for article in found) if each is not None
        ]
        print(f"{name}: {len(rows)} sources, mean tokens of each")
        for field in Spent.__slots__:
            values = [getattr(row, field) for row in rows]
            print(
                f"  {field:<9}{statistics.mean(values):>10,.1f}   median {statistics.median(values):>8,.0f}"
            )
        sent = sum(row.system + row.schema + row.shown for row in rows)
        own = sum(row.blocks for row in rows)
        replied = sum(row.reply for row in rows)
        print(f"  prompt tokens per token of text {sent / own:.2f}, reply {replied / own:.2f}")
        largest = max(row.reply / row.blocks for row in rows if row.blocks >= 100)
        print(f"  reply tokens per token of text, largest {largest:.2f}; a check takes {CHECKS} statements")
    return 0


if __name__ == "__main__":
    sys.exit(main())
