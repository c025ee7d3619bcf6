"""The inline rules of the dialect, for markdown-it-py: where links stand, wikilinks, embeds, notes, fields.

A token of a link or picture has in its ``meta`` where it stands (``span``) and where its target does
(``target``), as positions in the content that is parsed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from markdown_it.rules_inline import autolink, html_inline, image, link

from wikic.markdown.dialect import FIELD, INLINE_NOTE
from wikic.markdown.wikilink import FROM_BRACKET, split_target

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline

_ATTRIBUTES: Final = re.compile(r"\{:[a-z]+(?:[^{}\n]*?\bwidth[ \t]+(?P<width>\d{1,4}))?[^{}\n]*\}")
_SHORTCODE: Final = re.compile(r"\{\{([<%]).{0,1000}?[%>]\}\}|\{%.{0,1000}?%\}", re.S)


def install(markdown: MarkdownIt) -> None:
    """Add and replace the rules of a parser that has those of ``markdown/dialect``."""
    ruler = markdown.inline.ruler
    ruler.at("link", _link)
    ruler.at("image", _image)
    ruler.at("autolink", _autolink)
    ruler.at("html_inline", _html)
    ruler.at("inline_note", _inline_note)
    ruler.at("field", _field)
    ruler.before("link", "wikilink", _wikilink)
    ruler.before("link", "shortcode", _shortcode)


def _link(state: StateInline, silent: bool) -> bool:
    start, count = state.pos, len(state.tokens)
    if state.src[start] != "[" or not _may_close(state, start):
        return False
    label_end = -1
    if not silent:
        label_end = state.md.helpers.parseLinkLabel(state, start, True)
        state.pos = start
    if not link(state, silent):
        return False
    if not silent:
        # A text token of what stands before the link may have been pushed first.
        opening = next(token for token in state.tokens[count:] if token.type == "link_open")
        _note_places(state, start, label_end, opening.meta)
    return True


def _image(state: StateInline, silent: bool) -> bool:
    start = state.pos
    if not state.src.startswith("![", start) or not _may_close(state, start):
        return False
    label_end = -1
    if not silent:
        label_end = state.md.helpers.parseLinkLabel(state, start + 1, False)
        state.pos = start
    if not image(state, silent):
        return False
    if not silent:
        _note_places(state, start + 1, label_end, state.tokens[-1].meta)
        sized = _ATTRIBUTES.match(state.src, state.pos, state.posMax)
        if sized is not None:  # of Logseq
            state.pos = sized.end()
            state.tokens[-1].meta["size"] = sized["width"] or ""
        state.tokens[-1].meta["span"] = (start, state.pos)
    return True


def _may_close(state: StateInline, start: int) -> bool:
    """Whether a bracket may open a link at all: looking for its end costs a walk over the paragraph."""
    known = vars(state)
    if "last_bracket" not in known:
        behind = "]" if state.env.get("references") else "]("
        known["last_bracket"] = state.src.rfind(behind)
    return bool(known["last_bracket"] >= start)


def _note_places(state: StateInline, start: int, label_end: int, meta: dict[str, object]) -> None:
    """Note where a link stands that begins at ``start`` with its label, and its target or label."""
    source = state.src
    meta["span"] = (start, state.pos)
    if source[label_end + 1 : label_end + 2] == "(" and state.pos > label_end + 1:
        begin = label_end + 2
        while source[begin] in " \t\n":
            begin += 1
        found = state.md.helpers.parseLinkDestination(source, begin, state.posMax)
        pointed = found.ok and source[begin] == "<"
        meta["target"] = (begin + pointed, found.pos - pointed) if found.ok else (begin, begin)
        return
    named = source[label_end + 2 : state.pos - 1] if state.pos > label_end + 3 else ""
    meta["reference"] = named or source[start + 1 : label_end]


def _autolink(state: StateInline, silent: bool) -> bool:
    start, count = state.pos, len(state.tokens)
    if not autolink(state, silent):
        return False
    if not silent:
        opening = next(token for token in state.tokens[count:] if token.type == "link_open")
        opening.meta.update(span=(start, state.pos), target=(start + 1, state.pos - 1))
    return True


def _html(state: StateInline, silent: bool) -> bool:
    start = state.pos
    if not html_inline(state, silent):
        return False
    if not silent:
        state.tokens[-1].meta["span"] = (start, state.pos)
    return True


def _wikilink(state: StateInline, silent: bool) -> bool:
    source, start = state.src, state.pos
    embed = source[start] == "!"
    bracket = start + embed
    if not source.startswith("[[", bracket):
        return False
    found = FROM_BRACKET.match(source, bracket, state.posMax)
    if found is None:
        return False
    target, words = found[1], found[2]
    if words is not None and target.endswith("\\"):
        target = target[:-1]
    if not any(split_target(target)):
        return False
    if not silent:
        token = state.push("embed" if embed else "wikilink", "", 0)
        token.content = target.strip()
        token.info = words.strip() if words is not None else ""
        begin = found.start(1) + len(target) - len(target.lstrip())
        token.meta.update(span=(start, found.end()), target=(begin, begin + len(token.content)))
    state.pos = found.end()
    return True


def _inline_note(state: StateInline, silent: bool) -> bool:
    """``^[words]``."""
    found = INLINE_NOTE.match(state.src, state.pos, state.posMax) if state.src[state.pos] == "^" else None
    return _within(state, silent, found, ("note", "words"))


def _field(state: StateInline, silent: bool) -> bool:
    """``[key:: value]``."""
    found = FIELD.match(state.src, state.pos, state.posMax) if state.src[state.pos] == "[" else None
    if found is not None and state.src[found.end() : found.end() + 1] in ("(", "["):
        return False  # the words of a link
    return _within(state, silent, found, ("field", "value"))


def _within(state: StateInline, silent: bool, found: re.Match[str] | None, named: tuple[str, str]) -> bool:
    """Read a group of ``found`` between an opening and a closing token; named: kind of token, group."""
    if found is None or state.level >= state.md.options.maxNesting:
        return False
    if not silent:
        kind, group = named
        opening = state.push(f"{kind}_open", "", 1)
        opening.meta["span"] = found.span()
        if kind == "field":
            opening.info = found["key"]
        last = state.posMax
        state.pos, state.posMax = found.span(group)
        state.md.inline.tokenize(state)
        state.posMax = last
        state.push(f"{kind}_close", "", -1)
    state.pos = found.end()
    return True


def _shortcode(state: StateInline, silent: bool) -> bool:
    """``{{< ref "x" >}}`` of Hugo, ``{% tag %}`` of Liquid: an instruction, no words."""
    found = _SHORTCODE.match(state.src, state.pos, state.posMax) if state.src[state.pos] == "{" else None
    if found is None:
        return False
    if not silent:
        state.push("html_inline", "", 0).content = found[0]
    state.pos = found.end()
    return True
