"""What note programs and GitHub write beyond CommonMark, as rules of markdown-it-py.

Formulas (``$x$``, ``$$…$$``) whose text is kept as it is, ``==marked==`` words (``^^so^^`` in Logseq),
footnotes, fields of Dataview within a line, references to blocks of Logseq. What finds passages and what
shows pages read the same: ``navigate/vault/passages.py`` and ``site/vault_text.py``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline

FOOTNOTES: Final = "footnotes"
"""Key of a parser's environment: the labels of the footnotes that a page defines."""

# ``$5 to $6`` is money: nothing of a formula stands beside a space inside, no digit behind it, no code in it.
FORMULA: Final = re.compile(r"\$\$(?P<shown>[^$]+)\$\$|\$(?!\s)(?P<inline>(?:\\.|[^$`\\\n])+)(?<!\s)\$(?!\d)")
_MARKED: Final = re.compile(
    r"(?P<sign>==|\^\^)(?=[^\s=^])(?P<words>[^\n]{1,2000}?)(?<=[^\s=^])(?P=sign)(?![=^])"
)
_LABEL: Final = r"\[\^(?P<label>[^\]\s\[]{1,100})\]"
_FOOTNOTE: Final = re.compile(_LABEL)
_DEFINED: Final = re.compile(rf"{_LABEL}:[ \t]*")
_DEFINITIONS: Final = re.compile(rf"^ {{0,3}}{_LABEL}:", re.M)
INLINE_NOTE: Final = re.compile(r"\^\[(?P<words>(?:[^\[\]\n]|\[[^\[\]\n]*\]|\[\[[^\[\]\n]*\]\])+)\]")
FIELD: Final = re.compile(
    r"\[(?P<key>[^\W\d_][\w -]{0,40})::[ \t]+(?P<value>(?:[^\[\]\n]|\[\[[^\[\]\n]*\]\])+)\]"
)
_BLOCK: Final = re.compile(r"\(\((?P<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)\)")
_TAG: Final = re.compile(r"</?([A-Za-z][A-Za-z0-9-]*)")
# Elements that text may be set in. Others, and those that would swallow what follows, are words.
ELEMENTS: Final = frozenset({
    "a", "abbr", "address", "article", "aside", "b", "bdi", "bdo", "big", "blockquote", "br", "caption",
    "center", "cite", "code", "col", "colgroup", "dd", "del", "details", "dfn", "div", "dl", "dt", "em",
    "figcaption", "figure", "font", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "i",
    "img", "ins", "kbd", "li", "main", "mark", "nav", "ol", "p", "picture", "pre", "q", "rp", "rt", "ruby",
    "s", "samp", "section", "small", "source", "span", "strike", "strong", "sub", "summary", "sup", "table",
    "tbody", "td", "tfoot", "th", "thead", "time", "tr", "tt", "u", "ul", "var", "wbr",
})  # fmt: skip


def install(markdown: MarkdownIt) -> None:
    """Add the rules to a parser. Its environment says with ``FOOTNOTES`` which labels are footnotes."""
    install_formulas(markdown)
    inline = markdown.inline.ruler
    inline.before("strikethrough", "marked", _marked)
    for name, rule in (
        ("footnote", _footnote),
        ("inline_note", _inline_note),
        ("field", _field),
        ("block", _block),
    ):
        inline.before("link", name, rule)
    markdown.inline.add_terminator_char("(")
    interrupting = ["paragraph", "reference", "blockquote", "list"]
    markdown.block.ruler.before("fence", "formulas", _formulas, {"alt": interrupting})
    markdown.block.ruler.before("reference", "footnote", _definition, {"alt": ["paragraph", "reference"]})


def install_formulas(markdown: MarkdownIt) -> None:
    """Add the rule for formulas within a line alone."""
    markdown.inline.ruler.before("escape", "formula", _formula)


def footnotes(text: str) -> frozenset[str]:
    """The labels of the footnotes that ``text`` may define."""
    if "[^" not in text:
        return frozenset()
    return frozenset(found["label"] for found in _DEFINITIONS.finditer(text))


def is_words(html: str) -> bool:
    """Whether what looks like a tag is none that text may be set in."""
    found = _TAG.match(html)
    return found is not None and found[1].casefold() not in ELEMENTS


# --- within a line ----------------------------------------------------------------------------------


def _formula(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "$":
        return False
    found = FORMULA.match(state.src, state.pos, state.posMax)
    if found is None:
        if state.src.startswith("$$", state.pos):  # else the second one would begin a formula
            state.pending += "" if silent else "$$"
            state.pos += 2
            return True
        return False
    if not silent:
        token = state.push("formula", "code", 0)
        token.content, token.markup = found[0], "$$" if found["shown"] else "$"
    state.pos = found.end()
    return True


def _marked(state: StateInline, silent: bool) -> bool:
    found = _MARKED.match(state.src, state.pos, state.posMax) if state.src[state.pos] in "=^" else None
    if found is None or state.level >= state.md.options.maxNesting:
        return False
    _within(state, silent, found, "mark")
    return True


def _within(state: StateInline, silent: bool, found: re.Match[str], kind: str) -> None:
    """Read the words of ``found`` between an opening and a closing token."""
    if not silent:
        last = state.posMax
        state.push(f"{kind}_open", "mark", 1)
        state.pos, state.posMax = found.start("words"), found.end("words")
        state.md.inline.tokenize(state)
        state.posMax = last
        state.push(f"{kind}_close", "mark", -1)
    state.pos = found.end()


def _footnote(state: StateInline, silent: bool) -> bool:
    found = _FOOTNOTE.match(state.src, state.pos, state.posMax) if state.src[state.pos] == "[" else None
    if found is None or found["label"] not in state.env.get(FOOTNOTES, ()):
        return False
    if not silent:
        state.push("footnote", "sup", 0).meta = {"label": found["label"]}
    state.pos = found.end()
    return True


def _inline_note(state: StateInline, silent: bool) -> bool:
    """``^[words]``: they stand where they are written, in brackets."""
    found = INLINE_NOTE.match(state.src, state.pos, state.posMax) if state.src[state.pos] == "^" else None
    if found is None or state.level >= state.md.options.maxNesting:
        return False
    if not silent and state.pending and not state.pending[-1].isspace():
        state.pending += " "
    if not silent:
        state.pending += "("
    last = state.posMax
    if not silent:
        state.pos, state.posMax = found.start("words"), found.end("words")
        state.md.inline.tokenize(state)
        state.posMax = last
        state.pending += ")"
    state.pos = found.end()
    return True


def _field(state: StateInline, silent: bool) -> bool:
    """``[key:: value]`` reads "key: value"."""
    found = FIELD.match(state.src, state.pos, state.posMax) if state.src[state.pos] == "[" else None
    if found is None or state.level >= state.md.options.maxNesting:
        return False
    if not silent:
        state.pending += f"{found['key']}: "
        last = state.posMax
        state.pos, state.posMax = found.start("value"), found.end("value")
        state.md.inline.tokenize(state)
        state.posMax = last
    state.pos = found.end()
    return True


def _block(state: StateInline, silent: bool) -> bool:
    found = _BLOCK.match(state.src, state.pos, state.posMax) if state.src[state.pos] == "(" else None
    if found is None:
        return False
    if not silent:
        state.push("block", "", 0).meta = {"id": found["id"]}
    state.pos = found.end()
    return True


# --- blocks -----------------------------------------------------------------------------------------


def _formulas(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A formula of several lines; without its end it is a paragraph."""
    if state.is_code_block(start):
        return False
    first = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]].rstrip()
    if not first.startswith("$$"):
        return False
    last = start
    if "$$" not in first[2:]:
        last += 1
        while last < end and "$$" not in state.src[state.bMarks[last] : state.eMarks[last]]:
            if state.isEmpty(last) or state.sCount[last] < state.blkIndent:
                return False
            last += 1
    if last >= end:
        return False
    ending = first if last == start else state.src[state.bMarks[last] : state.eMarks[last]].rstrip()
    if not ending.endswith("$$") or first.count("$$") > 2:
        return False  # words stand behind it
    if not silent:
        token = state.push("formulas", "code", 0)
        token.content = state.getLines(start, last + 1, state.sCount[start], False).strip()
        token.map = [start, last + 1]
    state.line = last + 1
    return True


def _definition(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """``[^label]: words``, with what is indented below it."""
    if state.is_code_block(start):
        return False
    begin = state.bMarks[start] + state.tShift[start]
    found = _DEFINED.match(state.src, begin, state.eMarks[start])
    if found is None or state.level >= state.md.options.maxNesting:
        return False
    if silent:
        return True
    token = state.push("footnote_open", "div", 1)
    token.meta, token.map = {"label": found["label"]}, [start, start]
    kept = state.bMarks[start], state.tShift[start], state.sCount[start], state.parentType
    state.bMarks[start], state.tShift[start] = found.end(), 0
    state.blkIndent += 4
    state.sCount[start] = state.blkIndent
    state.parentType = "footnote"
    state.md.block.tokenize(state, start, end)
    state.blkIndent -= 4
    state.bMarks[start], state.tShift[start], state.sCount[start], state.parentType = kept
    token.map[1] = state.line
    state.push("footnote_close", "div", -1).meta = token.meta
    return True
