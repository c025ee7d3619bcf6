"""Knowledge pages as bytes: what the fold made of a page, with what people wrote on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any, Final

from wikic import layout
from wikic.markdown import frontmatter
from wikic.markdown.bullet_lines import ends_apart, to_markdown
from wikic.markdown.escape import escape
from wikic.model import attachment
from wikic.model.page import Citation, Fact, Head, Overlay, Page, SourceLine
from wikic.wiki import document_body, document_page, link_form
from wikic.wiki.page_blocks import (
    CONTENT,
    DIFFERING,
    FACTS,
    GENERATED_SECTIONS,
    HIDDEN,
    LOWEST,
    MARK,
    RELATED_PAGES,
    RELATED_SOURCES,
    TOP,
    section_of,
)

_LONGEST_TITLE: Final = 200  # characters
_ENTITY: Final = re.compile(r"&(?=#?\w+;)")


def stamp(head: Head) -> str:
    """``fold:``: eight hex digits over the head as the fold wrote it."""
    related = "\n".join(map(link_form.by_stem, head.related))
    return layout.short_hash("\n".join(head.aliases), "\n".join(head.tags), head.summary, related)


def borrows_stamp(ids: Iterable[str]) -> str:
    """``borrows:``: eight hex digits over the ids of the statements a page borrows, "" for none."""
    found = sorted(set(ids))
    return layout.short_hash(*found) if found else ""


def bullet(fact: Fact, tail: str = "") -> str:
    """The bullet of a fact, and below it what people wrote there.

    A fact of several lines is indented under its mark; the link by its id ends its last line, or stands on a
    line of its own below a table or code.

    tail: that link, where it stands on the page in another form.
    """
    lines = fact.text.split("\n") if fact.reworded else to_markdown(fact.text)
    if fact.holder and not fact.reworded:
        lines[0] = f"**{escape(fact.holder)}**: {lines[0]}"
    stated = f" {tail or f'[{MARK}][{fact.id}]'}"
    if ends_apart(fact.text):
        lines += ["", stated.strip()]
    else:
        lines[-1] += stated
    first, *rest = lines
    below = [fact.below] if fact.below else []
    return "\n".join([f"- {first}", *(f"  {line}" if line else "" for line in rest), *below])


def render(page: Page) -> bytes:
    """The page's bytes."""
    if page.document:
        return _shown(page, _document_lines(page))
    lines = [frontmatter.dump(_fields(page)) + f"# {escape(page.title)}"]
    if page.head.summary:
        lines.append(f"> {escape(page.head.summary)}")
    lines += ["", page.body] if page.body else []
    lines += _people(page.overlay, "")
    by_section = _fact_lines(page)
    for name in GENERATED_SECTIONS:
        if by_section.get(name):
            lines += ["", f"## {name}", *by_section[name]]
        lines += _people(page.overlay, name)
    defined = list(_definitions(page))
    # Right below a bullet a definition would be words of it.
    behind = [*(_behind(page) or (["", HIDDEN, ""] if defined else [])), *defined]
    lines += behind if not behind or behind[-1] else behind[:-1]
    if page.note:
        lines += ["", document_page.note_comment(page.note)]
    return _shown(page, lines)


def _document_lines(page: Page) -> list[str]:
    """The page of a document: the document, and behind the hidden line what the fold knows of it."""
    lines = [frontmatter.dump(_fields(page)) + f"# {escape(page.title)}"]
    if page.body:
        lines += ["", page.body]
    defined = list(_definitions(page))
    return [
        *lines,
        *(_behind(page) or ["", HIDDEN, ""]),
        *defined,
        *([""] if defined else []),
        document_page.note_comment(page.note),
    ]


def _behind(page: Page) -> list[str]:
    """The hidden line and the lists behind it; none where there is nothing to list."""
    lists = {
        DIFFERING: list(map(bullet, page.facts)) if page.document else [],
        RELATED_PAGES: [f"- {line}" for line in _related(page)],
        RELATED_SOURCES: [f"- {_source(line, page)} <!-- ^{line.id} -->" for line in page.sources],
    }
    behind = [line for name, listed in lists.items() if listed for line in (f"## {name}", *listed, "")]
    return ["", HIDDEN, *behind] if behind else []


def _shown(page: Page, lines: Iterable[str]) -> bytes:
    text = "\n".join(lines) + "\n"
    way = "../" * page.path.count("/") + f"{layout.ARTICLES_DIR}/"
    return attachment.shown_from(text, way).encode("utf-8")


def _definitions(page: Page) -> Iterator[str]:
    """Where the facts' links lead, in the order of the facts: ``[id]: <digest#block> "the sentence"``.

    A fact's link leads to the first; the others, which no text names, are shown by nothing but wikic. What
    the fact says word for word is no title.
    """
    facts = sorted(page.facts, key=lambda each: GENERATED_SECTIONS.index(section_of(each)))
    for fact in (*page.sentences, *facts):
        digest = ""
        for at, (cite, quote) in enumerate(zip_longest(fact.citations, fact.quotes, fillvalue=""), start=1):
            if not isinstance(cite, Citation):
                break
            label = fact.id if at == 1 else f"{fact.id}-{at}"
            known = cite.digest == digest or quote == fact.text
            yield definition(label, cite, "" if known else str(quote), page.path)
            digest = cite.digest


def definition(label: str, cite: Citation, quote: str, origin: str) -> str:
    """Where a fact's link on the page ``origin`` leads: one line, always with a title of one line."""
    file = layout.page_file(cite.digest)
    path = link_form.relative(layout.article_of(file) if cite.in_article else file, origin)
    return f'[{label}]: <{path}#{cite.block}> "{_title(quote)}"'


def _title(quote: str) -> str:
    """A sentence as the title of a definition: one line, in which nothing ends it or speaks to wikic."""
    words = " ".join(quote.split())
    if len(words) > _LONGEST_TITLE:
        words = words[:_LONGEST_TITLE].rpartition(" ")[0] or words[:_LONGEST_TITLE]
        words += " …"
    words = _ENTITY.sub("&amp;", words).replace("\\", "&#92;").replace("<!--", "&lt;!--")
    return words.replace('"', "&quot;") or "…"


def _related(page: Page) -> Iterator[str]:
    """The lines of Related Pages as they are written; people's as they wrote them."""
    theirs = frozenset(page.overlay.keep.related)
    leads = {stem: (path, title) for stem, path, title in page.leads}
    for line in page.head.related:
        entry = None if line in theirs or page.wikilinks else link_form.read_entry(line)
        known = leads.get(entry.target) if entry is not None else None
        yield line if entry is None or known is None else link_form.link(*known, page.path) + entry.rest


def _source(line: SourceLine, page: Page) -> str:
    link = link_form.link(line.digest, line.title, page.path, wikilinks=page.wikilinks)
    return f"{link} -- {escape(line.title)}" if page.wikilinks else link


def _fact_lines(page: Page) -> dict[str, list[str]]:
    """The lines of every section of facts: bullets, headings of places, and what people wrote behind them."""
    own: dict[str, list[str]] = {}
    for each in page.overlay.bullets:
        if not document_body.is_address(each.after):  # else it stands in the article
            own.setdefault(each.after, []).append(each.text)
    main = CONTENT if any(section_of(fact) == CONTENT for fact in page.facts) else FACTS
    found: dict[str, list[str]] = {}
    place: tuple[str, ...] = ()
    _write_own(found.setdefault(main, []), own.pop("", ()))
    for fact in page.facts:
        name = section_of(fact)
        lines = found.setdefault(name, [])
        if name == CONTENT and fact.place is not None:
            lines += _headings(place, fact.place)
            place = fact.place
        if lines and lines[-1].startswith("\n"):
            lines.append("")
        lines.append(bullet(fact))
        _write_own(lines, own.pop(fact.id, ()))
    for left in own.values():  # the bullet they stood behind is gone
        _write_own(found[main], left)
    return found


def _write_own(lines: list[str], texts: Iterable[str]) -> None:
    """People's words among facts: a paragraph right below a bullet would be read as the bullet's own."""
    for text in texts:
        if text.startswith("- ") and lines and lines[-1].startswith("\n"):
            lines.append("")
        lines.append(text if text.startswith("- ") else f"\n{text}")


def _headings(before: tuple[str, ...], place: tuple[str, ...]) -> Iterable[str]:
    """The headings that open ``place`` behind ``before``."""
    shared = 0
    while shared < min(len(before), len(place)) and before[shared] == place[shared]:
        shared += 1
    if shared == len(place) < len(before):
        shared = max(shared - 1, 0)  # back from a section below it: only its own heading says so
    for depth, heading in enumerate(place[shared:], start=shared):
        yield from ("", f"{'#' * min(TOP + depth, LOWEST)} {escape(heading)}")


def _fields(page: Page) -> dict[str, Any]:
    overlay = page.overlay
    fields: dict[str, Any] = {"type": page.type, "title": page.title}
    optional: tuple[tuple[str, Any], ...] = (
        ("created", page.created),
        ("document", page.document),
        ("written", page.written),
        ("aliases", list(page.head.aliases)),
        ("tags", list(page.head.tags)),
        ("redirects", list(dict.fromkeys((*overlay.redirects, *page.redirects)))),
        ("home", overlay.home),
        ("keep", _head_fields(overlay.keep)),
        ("drop", {**_head_fields(overlay.drop), **_listed("facts", overlay.refused)}),
        ("borrows", page.borrows),
        ("fold", page.stamp),
    )
    fields.update({name: value for name, value in optional if value})
    fields.update({name: value for name, value in overlay.extra if name not in fields})
    return fields


def _listed(name: str, values: tuple[str, ...]) -> dict[str, Any]:
    return {name: list(values)} if values else {}


def _head_fields(head: Head) -> dict[str, Any]:
    pairs: tuple[tuple[str, Any], ...] = (
        ("aliases", list(head.aliases)),
        ("tags", list(head.tags)),
        ("summary", head.summary),
        ("related", list(head.related)),
    )
    return {name: value for name, value in pairs if value}


def _people(overlay: Overlay, after: str) -> Iterable[str]:
    for section in overlay.sections:
        if section.after == after:
            yield from ("", section.heading)
            if section.body:
                yield section.body
