"""C: facts, the quotes they cite, the articles and attachments these stand in, the sources a vault names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from wikic import layout
from wikic.lint.rule import Problem
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.sources import ParsedDigest
from wikic.lint.view.wiki_view import Gist, WikiView
from wikic.model import attachment
from wikic.model.finding import Edit, Severity
from wikic.model.link import Link
from wikic.model.page import Citation
from wikic.text.normalise import normalise
from wikic.wiki import article_file, page_render
from wikic.wiki.digest_file import POINTS
from wikic.wiki.digest_outline import Outline
from wikic.wiki.link_form import digest_of
from wikic.wiki.page_blocks import CITATION, MARK, citations_in

_INSIDE: Final = f"{layout.DIGESTS_DIR}/"
_BLOCK: Final = re.compile(r"p[0-9a-f]{8}")


def _list_citations(page: ParsedPage) -> Iterator[Link]:
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
        for match in CITATION.finditer(text, page.body):
            id = match["id"]
            if id in defined or page.in_code(match.start()):
                continue
            if id not in found:
                found[id] = _find_statement(view, id)
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


def _find_statement(view: WikiView, id: str) -> tuple[str, Citation, str] | None:
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
        for link in _list_citations(page):
            if not view.has(_digest_file(link)):
                message = f"there is no digest {_digest_file(link).removeprefix(_INSIDE)[:-3]!r}"
                yield Problem(page.file, link.line, link.column, message, refold=_is_folded(page, link))


def check_block(view: WikiView) -> Iterator[Problem]:
    for page in view.prose():
        for link in _list_citations(page):
            block = link.block or link.heading or ""
            known = view.blocks(_digest_file(link)) if _BLOCK.fullmatch(block) is not None else None
            if known is not None and block not in known:
                message = f"the digest quotes no block {block}"
                yield Problem(page.file, link.line, link.column, message, refold=_is_folded(page, link))


def _is_folded(page: ParsedPage, link: Link) -> bool:
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
        for block in _missing_blocks(text, digest) if text is not None else ():
            message = f"the article does not hold the quote ^{block}"
            help = "compile the document again: its digest is made anew"
            yield Problem(parsed.file, parsed.block_line(block), 1, message, help=help)


def _missing_blocks(article: str, digest: Outline) -> Iterator[str]:
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


_TAKE_AGAIN: Final = "compile the document again, or take the file from git"


def _article_folder(article: str) -> str:
    return f"{layout.page_path(article)}{attachment.FOLDER}"


def check_missing(view: WikiView) -> Iterator[Problem]:
    for article in view.articles():
        for each in article_file.listed(article.fields or {}):
            file = f"{_article_folder(article.file)}/{each.name}"
            if not view.has(file):
                yield Problem(article.file, 1, 1, f"there is no attachment {each.name}", help=_TAKE_AGAIN)
            elif layout.content_hash(view.read(file) or b"") != each.sha256:
                message = f"the attachment {each.name} is not the file that was taken in"
                yield Problem(article.file, 1, 1, message, help=_TAKE_AGAIN)


def check_orphaned(view: WikiView) -> Iterator[Problem]:
    inside = f"{layout.ARTICLES_DIR}/"
    named: dict[str, frozenset[str]] = {}
    for file in sorted(view.files):
        folder, _, name = file.rpartition("/")
        if not (folder.startswith(inside) and attachment.is_folder(folder.removeprefix(inside))):
            continue
        if folder not in named:
            article = view.article(layout.page_file(folder.removesuffix(attachment.FOLDER)))
            fields = article.fields if article is not None else None
            named[folder] = frozenset(each.name for each in article_file.listed(fields or {}))
        if name not in named[folder] and file in view.scope:
            yield Problem(file, 1, 1, "no article lists this file", help="delete it")


_WIKILINK: Final = re.compile(r"!?\[\[(?P<target>[^\]|#]+)[^\]]*\]\]")
# A path, not a title or an address: it has a directory and a file's ending.
_PATH: Final = re.compile(r"[^\s:*?\"<>|][^:*?\"<>|\n]*/[^/:*?\"<>|\n]*\.[A-Za-z][A-Za-z0-9]{0,4}")


def check_named(view: WikiView) -> Iterator[Problem]:
    if not view.profile.is_vault:
        return
    for file in view.of_kind("page"):
        for key, value, line in view.gist(SOURCED, file) or ():
            link = _source_link(value)
            if link is None or _leads_elsewhere(view, file, link):
                continue
            if view.resolve(file, link).rung == "none":
                yield Problem(file, line, 1, f"{key} names {link.target!r}, which is not there")


def _vault_sources(view: WikiView, file: str) -> Any:
    """What a vault's page names as its sources and can be looked up: key, value, line."""
    page = view.page(file) if view.profile.is_vault and view.state.kinds[file] == "page" else None
    if page is None:
        return None
    return [
        (key, value.strip(), _value_line(page, key, value))
        for key in view.profile.key_names("sources")
        for value in page.texts(key)
        if _source_link(value.strip()) is not None
    ] or None


# Not from the pages themselves: the whole vault would be read again for every page that changes.
SOURCED: Final = Gist("sourced", _vault_sources)


def _source_link(value: str) -> Link | None:
    """What a value leads to, where it is a wikilink or a path."""
    wikilink = _WIKILINK.fullmatch(value)
    if wikilink is not None:
        return Link("wiki", wikilink["target"].strip(), None, None, None, False, 0, 0, 1, 1)
    if _PATH.fullmatch(value) is not None:
        return Link("markdown", value, None, None, None, False, 0, 0, 1, 1)
    return None


def _leads_elsewhere(view: WikiView, file: str, link: Link) -> bool:
    """Whether the path begins in a directory that is not here at all: nobody can tell whether it is right."""
    if "/" not in link.target:
        return False
    own = layout.directory(file)
    tops = (layout.join(start, link.target.split("/")[0]) for start in (own, "", *view.profile.roots))
    climbs = link.target.startswith(("/", "."))
    return not climbs and not any(top in view.directories for top in tops if top)


def _value_line(page: ParsedPage, key: str, value: str) -> int:
    """Line of a value of the frontmatter, of its key where it is not written as it is."""
    line = page.key_line(key)
    front = page.front
    if front is None:
        return line
    at = page.text.find(value, front.offset, front.end)
    return max(line, page.at(at)[0]) if at >= 0 else line
