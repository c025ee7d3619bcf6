"""C: facts, the quotes they cite, and the articles the quotes stand in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wikic import layout
from wikic.lint.problem import Problem
from wikic.lint.rule import Rule
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.sources import ParsedDigest
from wikic.lint.view.wiki_view import WikiView
from wikic.model.finding import Category, Edit, Severity
from wikic.model.link import Link
from wikic.model.page import Citation
from wikic.text.normalise import normalise
from wikic.wiki import page_render
from wikic.wiki.digest_file import POINTS
from wikic.wiki.digest_outline import Outline
from wikic.wiki.link_form import digest_of
from wikic.wiki.page_blocks import MARK, citations_in

_INSIDE: Final = f"{layout.DIGESTS_DIR}/"
_BLOCK: Final = re.compile(r"p[0-9a-f]{8}")
_REFERENCE: Final = re.compile(rf"\[{MARK}\]\[(?P<id>f[0-9a-f]{{8}})\]")


def _citations(page: ParsedPage) -> Iterator[Link]:
    """Links of a page to digests, wherever they stand."""
    return (link for link in page.document.links if digest_of(link.target) is not None)


def _digest_file(link: Link) -> str:
    return layout.page_file(digest_of(link.target) or link.target)


# --- checks ------------------------------------------------------------------------------------


def check_undefined(view: WikiView) -> Iterator[Problem]:
    found: dict[str, tuple[str, Citation, str] | None] = {}
    for page in view.prose():
        if page.generated or f"[{MARK}][" not in page.text:
            continue  # of what the fold writes, C005
        defined, text = citations_in(page.text), page.text
        end = len(text.rstrip())
        for match in _REFERENCE.finditer(text, page.body):
            id = match["id"]
            if id in defined or page.in_code(match.start()):
                continue
            if id not in found:
                found[id] = _stated(view, id)
            line, column = page.at(match.start())
            edits: tuple[Edit, ...] = ()
            stated = found[id]
            if stated is not None:
                _, cite, quote = stated
                joint = "\n" if text[text.rfind("\n", 0, end) + 1 : end].startswith("[f") else "\n\n"
                new = page_render.definition(id, cite, quote, page.path)
                edits = (Edit(page.file, end, end, joint + new),)
                defined[id] = (cite,)
            message = f"nothing says where the mark of the fact {id} leads"
            yield Problem(page.file, line, column, message, edits, facts=((page.file, id),))


def _stated(view: WikiView, id: str) -> tuple[str, Citation, str] | None:
    """The digest that has a statement, the block it rests on first, and what that quotes."""
    for file in sorted(view.state.by_kind["digest"]):
        data = view.read(file) or b""
        if f'"statement":"{id}"'.encode() not in data and f"\n{POINTS}\n".encode() in data:
            continue  # one without quotes leaves its statements to its article
        digest = view.digest(file)
        known = digest.digest if digest is not None else None
        said = next((each for each in known.statements if each.id == id), None) if known is not None else None
        if known is not None and said is not None and said.blocks:
            quotes = {block.id: block.text for block in known.blocks}
            path = layout.page_path(file)
            cite = Citation(path, said.blocks[0], known.derived)
            return path, cite, quotes.get(said.blocks[0], "")
    return None


def check_digest(view: WikiView) -> Iterator[Problem]:
    for page in view.prose():
        for link in _citations(page):
            if not view.has(_digest_file(link)):
                message = f"there is no digest {_digest_file(link).removeprefix(_INSIDE)[:-3]!r}"
                yield Problem(page.file, link.line, link.column, message, refold=_folded(page, link))


def check_block(view: WikiView) -> Iterator[Problem]:
    for page in view.prose():
        for link in _citations(page):
            block = link.block or link.heading or ""
            known = view.blocks(_digest_file(link)) if _BLOCK.fullmatch(block) is not None else None
            if known is not None and block not in known:
                message = f"the digest quotes no block {block}"
                yield Problem(page.file, link.line, link.column, message, refold=_folded(page, link))


def _folded(page: ParsedPage, link: Link) -> bool:
    """Whether the fold wrote the link: on the bullet of a statement, or in the list of sources."""
    if not page.generated:
        return False
    fact = page.fact_at(link.line)
    return (
        fact.id is not None
        if fact is not None
        else digest_of(link.target) in {each.digest for each in page.sources()}
    )


def check_quote(view: WikiView) -> Iterator[Problem]:
    for parsed in view.digests():
        digest = parsed.outline
        if digest is None or not digest.blocks:
            continue
        text = view.article_text(_article_file(parsed, digest))
        for block in _missing(text, digest) if text is not None else ():
            message = f"the article does not hold the quote ^{block}"
            help = "compile the document again: its digest is made anew"
            yield Problem(parsed.file, parsed.block_line(block), 1, message, help=help)


def _missing(article: str, digest: Outline) -> Iterator[str]:
    """Ids of the blocks that do not stand in the article, in order.

    Most quotes stand in the raw text as they are; only for the others is it normalised, once, and only what
    that does not hold goes to ``blocks.contains``, which knows tables and quotation marks.
    """
    normal: str | None = None
    at = 0
    for id, quote in digest.blocks:
        found = article.find(quote, at)  # blocks come in the article's order: the search stays linear
        if found < 0:
            found = article.find(quote, 0, at + len(quote))
        if found >= 0 and quote:
            at = found
            continue
        normal = normalise(article) if normal is None else normal
        if normalise(quote) not in normal:
            from wikic.document import quotes as blocks  # loaded only where a quote is not plainly there

            if not blocks.contains(article, quote):
                yield id


def check_uncited(view: WikiView) -> Iterator[Problem]:
    for page in view.generated():
        for bullet in page.facts:
            cited = bullet.cites or any(digest_of(link.target) is not None for link in bullet.links)
            line, column = (0, 0) if cited else page.at(bullet.start)
            if bullet.id is not None and not cited:
                yield Problem(page.file, line, column, f"the fact ^{bullet.id} cites nothing", refold=True)
            elif bullet.id is None and not cited:
                message = "a person's bullet, without a source"
                yield Problem(page.file, line, column, message, severity=Severity.INFO)


def check_article(view: WikiView) -> Iterator[Problem]:
    for parsed in view.digests():
        digest = parsed.outline
        if digest is None:
            continue
        file = _article_file(parsed, digest)
        article = view.article(file)
        if article is None:
            line = parsed.key_line("article")
            yield Problem(parsed.file, line, 1, f"there is no article {file}", help=_AGAIN)
        elif article.sha256 is not None and article.sha256 != digest.sha256:
            line = parsed.key_line("sha256")
            message = "the article is not the text that the digest was made from"
            yield Problem(parsed.file, line, 1, message, help=_AGAIN)


_AGAIN: Final = "compile the document again, or forget the source"


def _article_file(parsed: ParsedDigest, digest: Outline) -> str:
    return layout.page_file(layout.article_path(digest.key))


def check_digest_content(view: WikiView) -> Iterator[Problem]:
    for digest in view.digests():
        if digest.fault is not None and digest.fault.kind == "content":
            yield Problem(digest.file, digest.fault.line, 1, digest.fault.message, help=_AGAIN)


# --- rules -------------------------------------------------------------------------------------

C001 = Rule(
    code="C001",
    name="undefined-citation",
    category=Category.MALFORMED_REF,
    severity=Severity.ERROR,
    summary="The mark of a fact stands on a person's page without a definition that says where it leads.",
    why="A fact that was copied from a page shows its mark and its id in brackets, and nothing to follow.",
    example="Ada wrote notes. [⁂][f1a2b3c4d]",
    instead="Ada wrote notes. [⁂][f1a2b3c4d]\n\n"
    '[f1a2b3c4d]: <../sources/digests/life-3fa91c.md#p3f9a1c02> "Ada wrote notes."',
    check=check_undefined,
    fix="safe: the definition is added at the end of the page, from the digest that states the fact",
    scope="links",
)
C002 = Rule(
    code="C002",
    name="missing-digest",
    category=Category.MALFORMED_REF,
    severity=Severity.ERROR,
    summary="A citation names a digest that is not there.",
    why="What the fact rests on is gone.",
    example='[f1a2b3c4d]: <../sources/digests/gone-3fa91c.md#p3f9a1c02> "Ada wrote notes."',
    instead="Run `wikic compile`: facts whose source is gone go with it.",
    check=check_digest,
    fix="the page is folded again",
    scope="links",
)
C003 = Rule(
    code="C003",
    name="missing-block",
    category=Category.MALFORMED_REF,
    severity=Severity.ERROR,
    summary="A citation names a block that its digest does not quote.",
    why="What the fact rests on cannot be found.",
    example='[f1a2b3c4d]: <../sources/digests/life-3fa91c.md#p00000000> "Ada wrote notes."',
    instead="Run `wikic compile`: the fold writes the citations from the digests.",
    check=check_block,
    fix="the page is folded again",
    scope="links",
)
C004 = Rule(
    code="C004",
    name="quote-not-in-article",
    category=Category.UNSUPPORTED_FACT,
    severity=Severity.ERROR,
    summary="A digest quotes a block that does not stand in its article.",
    why="A quote that nobody wrote bears nothing out. White space and Unicode forms do not count.",
    example="A digest quotes `Ada was born in 1816.`; the article says `Ada was born in 1815.`",
    instead="Compile the document again.",
    check=check_quote,
    scope="links",
)
C005 = Rule(
    code="C005",
    name="uncited-fact",
    category=Category.UNSUPPORTED_FACT,
    severity=Severity.ERROR,
    summary="A fact of a generated page has no citation. Bullets that people added are only mentioned.",
    why="Every fact cites the sentence it was taken from; one that does not cannot be told from an "
    "invention.",
    example="- Ada wrote notes. [⁂][f1a2b3c4d]\n\nand no definition of `f1a2b3c4d`.",
    instead="- Ada wrote notes. [⁂][f1a2b3c4d]\n\n"
    '[f1a2b3c4d]: <../sources/digests/life-3fa91c.md#p3f9a1c02> "Ada wrote notes."',
    check=check_uncited,
    fix="the page is folded again",
    scope="file",
)
C006 = Rule(
    code="C006",
    name="changed-article",
    category=Category.UNSUPPORTED_FACT,
    severity=Severity.ERROR,
    summary="A digest's article is missing, or its text is not the one the digest was made from.",
    why="Statements and quotes may rest on words that are not there any more.",
    example="Somebody corrected a word in `sources/articles/life-3fa91c.md`.",
    instead="Correct the document and compile it again; articles are kept as they came.",
    check=check_article,
    scope="links",
)
C007 = Rule(
    code="C007",
    name="broken-digest",
    category=Category.MALFORMED_REF,
    severity=Severity.ERROR,
    summary="A digest cannot be read: a section is missing, or a line of its extraction is not a record.",
    why="Everything taken from its document is lost to the wiki until it can be read.",
    example='{"entity":"e1","title":',
    instead='{"entity":"e1","title":"Ada Lovelace","dimension":"people"}',
    check=check_digest_content,
    scope="file",
)
