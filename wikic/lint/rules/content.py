"""K: what pages say against what their sources say, without a model: names, numbers, dates and code.

Wording may differ freely (LLM-Wiki, Table 6: unsupported facts, contradictions); what deeper reading finds
is a model's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from wikic import layout
from wikic.language import all_packs
from wikic.lint.rule import Problem
from wikic.lint.view.page import FactBullet, ParsedPage
from wikic.lint.view.sources import ParsedDigest, statement_line
from wikic.lint.view.wiki_view import WikiView
from wikic.markdown.bullet_lines import from_markdown, unmarked, without_boxes
from wikic.markdown.escape import unescape
from wikic.model.digest import Digest
from wikic.model.finding import Severity
from wikic.model.statement import Statement
from wikic.text.normalise import normalise
from wikic.wiki.page_blocks import DIFFERING, Span, is_generated, read_bullet
from wikic.wiki.page_read import head_from

_SUMMARY: Final = re.compile(r"^> (?P<text>[^\n]+)$", re.M)
_WORD: Final = re.compile(r"[^\W_\u3400-\u9fff]+")
_MONTH: Final = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b\.?"
_COMPOUND: Final = re.compile(
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)? )?{_MONTH}(?: \d{{1,2}}(?:st|nd|rd|th)?\b)?(?:,? \d{{3,4}}\b)?"
    r"|\d+(?:[.,:/-]\d+)+|《[^《》]+》|“[^“”]+”|「[^「」]+」",
    re.I,
)
_SPELLED: Final = frozenset(all_packs.words("numerals"))
_LINK: Final = re.compile(r"\[\[[^\]\n]*\]\]")
_STOPS: Final = ".。!！?？"  # a person may go on within the sentence
_LIST: Final = 3  # of what is missing: the first say where to look
_AGAIN: Final = "compile the document again, or correct the digest"


def bullet_text(page: ParsedPage, bullet: FactBullet) -> str:
    """What a fact bullet says on one line, without citations and id."""
    return normalise(unmarked(from_markdown(_bullet_words(page, bullet).split("\n"))))


def _bullet_words(page: ParsedPage, bullet: FactBullet) -> str:
    """The Markdown of a fact bullet, without its mark, indent, citations and id."""
    stated = read_bullet(page.text, Span(bullet.start, bullet.end))
    if stated is not None:
        return stated.markdown
    first, *rest = page.text[bullet.start + 2 : bullet.end].splitlines() or [""]
    return "\n".join([first, *(line.removeprefix("  ") for line in rest)])


def _cited_blocks(view: WikiView, bullet: FactBullet) -> Iterator[tuple[Digest, str]]:
    """The digests and blocks that a bullet cites, as far as they are there."""
    for cite in bullet.cites:
        parsed = view.digest(layout.page_file(cite.digest))
        digest = parsed.digest if parsed is not None else None
        if digest is not None:
            yield digest, cite.block
            if digest.derived:  # the first block stands for all of its statement
                rest = next((each.blocks[1:] for each in digest.statements if each.id == bullet.id), ())
                yield from ((digest, block) for block in rest)


def _find_missing(text: str, evidence: list[str]) -> tuple[str, ...]:
    """Names, numbers and dates of ``text`` that no evidence holds."""
    if _plainly_held(text, evidence):
        return ()
    from wikic.text import cjk, compare  # loaded only where a quick look is not enough

    tidied = [cjk.tidy(each) for each in evidence if cjk.is_cjk(each)]
    return compare.unsupported(text, [*evidence, *tidied])


def _plainly_held(text: str, evidence: list[str]) -> bool:
    """Whether a quick look is enough: the text stands there, or each of its telling words does.

    What is made of several words, dates and titles of Chinese works, must stand there as a whole.
    """
    if any(text in each for each in evidence):
        return True
    whole = "\n".join(evidence)
    if any(match[0] not in whole for match in _COMPOUND.finditer(text)):
        return False
    telling = [word for word in _WORD.findall(text) if not word.islower() or word in _SPELLED]
    return not telling or set(_WORD.findall(whole)).issuperset(telling)


def _list_missing(missing: tuple[str, ...]) -> str:
    more = f" and {len(missing) - _LIST} more" if len(missing) > _LIST else ""
    return ", ".join(missing[:_LIST]) + more


# --- checks ------------------------------------------------------------------------------------


def check_digests(view: WikiView) -> Iterator[Problem]:
    for digest, statement, title, cited in _find_unquoted(view):
        missing = _find_missing(normalise(unmarked(statement.text)), [title, *cited])
        if missing:
            message = f"the quotes of ^{statement.id} do not hold {_list_missing(missing)}"
            yield _of_statement(digest, statement, message, _AGAIN)


def _find_unquoted(view: WikiView) -> Iterator[tuple[ParsedDigest, Statement, str, list[str]]]:
    """Statements that stand word for word in no block they name; their document's title and these blocks."""
    for digest in view.digests():
        if not digest.unquoted:
            continue
        assert digest.digest is not None  # it has an outline
        told = {text for _, text in digest.unquoted}
        quotes = {block.id: block.text for block in digest.digest.blocks}
        for statement in digest.digest.statements:
            if not statement.retired and statement.text in told:
                cited = [quotes[each] for each in statement.blocks if each in quotes]
                yield digest, statement, digest.digest.title, cited


def _of_statement(digest: ParsedDigest, statement: Statement, message: str, help: str) -> Problem:
    facts = ((digest.file, statement.id),)
    return Problem(digest.file, statement_line(digest, statement), 1, message, help=help, facts=facts)


def check_facts(view: WikiView) -> Iterator[Problem]:
    yield from check_digests(view)
    for page in view.generated():
        for bullet in page.facts:
            if bullet.id is None:
                continue
            if is_generated(bullet.id, _bullet_words(page, bullet)):
                continue  # as it was extracted: what is wrong with that is said of the digest
            cited = list(_cited_blocks(view, bullet))
            if not cited:
                continue
            ticked = _count_ticked(_bullet_words(page, bullet), bullet.id, (digest for digest, _ in cited))
            if ticked:
                line, column = page.at(bullet.start)
                message = f"somebody ticked or unticked {ticked} of ^{bullet.id}, unlike the document"
                help = "it stays as it is; tick it in the document too, where it is to be the same"
                yield Problem(page.file, line, column, message, help=help, severity=Severity.INFO)
                continue
            text = bullet_text(page, bullet)
            quotes = [each.text for digest, block in cited for each in digest.blocks if each.id == block]
            titles = [digest.title for digest, _ in cited]
            missing = _find_missing(text, [*quotes, *titles, *_own_names(page)]) if quotes else ()
            if missing:
                line, column = page.at(bullet.start)
                if _only_added(text, bullet.id, (digest for digest, _ in cited)):
                    message = (
                        f"somebody added {_list_missing(missing)} to ^{bullet.id}, which it does not cite"
                    )
                    help = "it stays as it is; words on a line of their own claim no source"
                    yield Problem(page.file, line, column, message, help=help, severity=Severity.INFO)
                    continue
                message = f"what ^{bullet.id} cites does not hold {_list_missing(missing)}"
                help = "cite what bears it out, or correct the fact"
                yield Problem(page.file, line, column, message, help=help)


def _count_ticked(words: str, id: str, digests: Iterable[Digest]) -> str:
    """How many tasks of a bullet have another box than its statement, which it repeats else; "" for none."""
    text = from_markdown(words.split("\n"))
    for told in (each.text for digest in digests for each in digest.statements if each.id == id):
        if without_boxes(text) == without_boxes(told):
            pairs = zip(text.split("\n"), told.split("\n"), strict=True)
            count = sum(one != other for one, other in pairs)
            return "a task" if count == 1 else f"{count} tasks" if count else ""
    return ""


def _only_added(text: str, id: str, digests: Iterable[Digest]) -> bool:
    """Whether a bullet says all that was extracted, line by line, and more behind, between or before."""
    told = (each.text for digest in digests for each in digest.statements if each.id == id)
    return any(_holds_text(text, each.split("\n")) for each in told)


def _holds_text(text: str, lines: Iterable[str]) -> bool:
    at = 0
    for line in lines:
        said = normalise(unmarked(line)).rstrip(_STOPS)
        at = text.find(said, at)
        if at < 0:
            return False
        at += len(said)
    return True


def _own_names(page: ParsedPage) -> tuple[str, ...]:
    return page.texts("title", "aliases")


def check_summary(view: WikiView) -> Iterator[Problem]:
    for page in view.generated():
        summary = next(_find_summaries(page), None)
        if summary is None or head_from(page.fields.get("keep")).summary:
            continue  # a person's own words are theirs
        text = normalise(unescape(summary["text"]))
        said_here = [_LINK.sub("", page.text[each.start : each.end]) for each in page.facts]
        if not said_here or _plainly_held(text, [*said_here, *_own_names(page)]):
            continue
        evidence = [bullet_text(page, bullet) for bullet in page.facts]
        if not _find_missing(text, [*evidence, *_own_names(page)]):
            continue
        cited = [pair for bullet in page.facts for pair in _cited_blocks(view, bullet)]
        ids = {block for _, block in cited}
        digests = {digest.key: digest for digest, _ in cited}.values()
        quotes = [block.text for digest in digests for block in digest.blocks if block.id in ids]
        missing = _find_missing(text, [*evidence, *quotes, *_own_names(page), *page.texts("tags")])
        if missing:
            line, column = page.at(summary.start())
            message = f"no fact of the page holds {_list_missing(missing)}"
            yield Problem(page.file, line, column, message, help="write another summary: yours stays")


def _find_summaries(page: ParsedPage) -> Iterator[re.Match[str]]:
    for part in page.parts:
        if part.level == 1:
            yield from _SUMMARY.finditer(page.text, part.body, part.end)


def check_code(view: WikiView) -> Iterator[Problem]:
    """Code in facts against the code in their quotes; what people reworded on pages is theirs."""
    for digest, statement, title, cited in _find_unquoted(view):
        from wikic.text import code_tokens  # loaded only where a statement is no quote

        altered = code_tokens.altered(unmarked(statement.text), cited, [title])
        if altered:
            message = f"^{statement.id} and its quotes differ in {_list_missing(altered)}"
            yield _of_statement(digest, statement, message, "compile the document again")


def check_contradictions(view: WikiView) -> Iterator[Problem]:
    for page in view.generated():
        for bullet in page.facts:
            if bullet.id is not None and page.part_at(bullet.start).name == DIFFERING:
                line, column = page.at(bullet.start)
                text, facts = bullet_text(page, bullet), tuple(_cited_statements(view, bullet))
                help = "correct the document that is wrong, or delete the bullet of its statement"
                yield Problem(page.file, line, column, text, help=help, facts=facts)


def _cited_statements(view: WikiView, bullet: FactBullet) -> Iterator[tuple[str, str]]:
    """The digest and the id of a statement for each block that a bullet cites."""
    for cite in bullet.cites:
        file = layout.page_file(cite.digest)
        digest = view.digest(file)
        for each in digest.digest.statements if digest is not None and digest.digest is not None else ():
            if cite.block in each.blocks and not each.retired and each.shown_as is None:
                yield file, each.id
                break
