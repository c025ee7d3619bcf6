"""Inlines as Markdown that reads as exactly them: marks where they work, else HTML, which reads the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from html import escape
from typing import Final

from wikic.document import nodes
from wikic.document.nodes import Inline, Inlines
from wikic.document.plain import plain_text
from wikic.markdown import block_grammar, dialect, note_lines
from wikic.markdown.wikilink import FROM_BRACKET

_MARKS: Final[dict[type, tuple[tuple[str, ...], str]]] = {
    nodes.Emph: (("*", "_"), "em"),
    nodes.Strong: (("**", "__"), "strong"),
    nodes.Strikeout: (("~~",), "del"),
    nodes.Highlight: (("==",), "mark"),
    nodes.Superscript: ((), "sup"),
    nodes.Subscript: ((), "sub"),
}
_NO_BLOCK: Final = "\u00a0"  # a paragraph loses it, and before a tag it makes one of what would be a block
_INDENT: Final = "    "  # within a paragraph it says nothing, and no block begins behind it
_LONGEST_HIGHLIGHT: Final = 1_900
_ENTITY: Final = r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"
_ASCII: Final = re.escape("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
# What may mean something wherever it stands in a line.
_SPECIAL: Final = re.compile(
    rf"\\(?=[{_ASCII}\n]|\Z)|`|[*_]+|~~+|~\Z|\A~|==+|=\Z|\A=|\^\^+|\^(?=\[)|\^\Z|\A\^|<(?=[A-Za-z/!?])|{_ENTITY}|&\Z|\$"
    rf"|\[(?=[\[^!])|\[(?=[^\W\d_][\w -]{{0,40}}::)|\](?=[(\[])|\]\Z|!(?=\[)|!\Z|\((?=\([0-9a-f]{{8}}-)"
    r"|\{(?=\{[<%])|\{(?=%)"
)
_BRACKETED: Final = (nodes.Note, nodes.Field, nodes.Link)
_IN_LABEL: Final = re.compile(r"[\[\]]")
# What begins another block where a line begins with it; the group is the sign to escape.
_LINE_STARTS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"(#)#{0,5}(?=[ \t]|$)",
        r"(>)",
        r"([-+*])(?=[ \t]|$)",
        r"\d{1,9}([.)])(?=[ \t]|$)",
        r"([-_*=])[ \t]*(?:\1[ \t]*)*$",
        r"([:~])(?=[ \t])",
        r"(~)~~",
        r"(:)(?:::|LOGBOOK:)",
        r"([!?])\1\1",
        r"(=)==[!+]?[ \t]",
        r"(#)\+",
        r"\[(?:[^\[\]\\]|\\.)+\](:)",
    )
)
_RULE_OF_TABLE: Final = re.compile(r"[-:|][-:| \t]*$")
_CLOSING_SIGNS: Final = re.compile(r"(?:(?<=[ \t])|\A)#+[ \t]*\Z")
_LAST_BLOCK_ID: Final = re.compile(r"(?:\A|(?<=[ \t\n]))\^(?=[A-Za-z0-9-]+[ \t]*\Z)")
_BARE_TARGET: Final = re.compile(
    r"[^\s<>()\x00-\x20\x7f]*(?:\([^\s<>()\x00-\x20\x7f]*\)[^\s<>()\x00-\x20\x7f]*)*"
)
_AUTO: Final = re.compile(
    r"[A-Za-z][A-Za-z0-9+.-]{1,31}:[^<>\x00-\x20]*|[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+"
)


class InlineWriter:
    """Writes the inlines of one document.

    labels: of its link definitions, normalised.
    """

    def __init__(self, labels: frozenset[str] = frozenset()) -> None:
        self.labels = labels
        self.plain_dollars = False
        self.one_line = False

    def paragraph(self, inlines: Inlines, opening: str = "") -> list[str]:
        """The lines of a paragraph; opening: "item" or "quote" where it is the first block of one."""
        written = self._block(inlines, one_line=False)
        lines = written.split("\n")
        for number, line in enumerate(lines):
            escaped = _safe_line(line)
            if number and "|" in lines[number - 1] and _RULE_OF_TABLE.match(escaped):
                escaped = "\\" + escaped
            if number and line[:1] == "<" and block_grammar.ending(line, in_paragraph=True):
                escaped = _INDENT + line
            lines[number] = escaped
        first = lines[0]
        if isinstance(inlines[0], nodes.RawInline) and block_grammar.ending(first, in_paragraph=False):
            first = lines[0] = _NO_BLOCK + first
        boxed = opening == "item" and re.match(r"\[[ xX]\](?:[ \t]|\Z)", first)
        if boxed or (opening == "quote" and re.match(r"\[![A-Za-z]", first)):
            lines[0] = "\\" + first
        return lines

    def line(self, inlines: Inlines, *, starts: bool = False) -> str:
        """One line: of a heading, cell, term, title; starts: a block could begin with it."""
        written = self._block(inlines, one_line=True)
        return _safe_line(written) if starts else written

    def heading(self, inlines: Inlines) -> str:
        written = self.line(inlines)
        closing = _CLOSING_SIGNS.search(written)
        if closing is None or (inlines and not isinstance(inlines[-1], nodes.Text)):
            return written
        return written[: closing.start()] + "\\" + written[closing.start() :]

    def cell(self, inlines: Inlines) -> str:
        return self.line(inlines).replace("|", "\\|")

    def _block(self, inlines: Inlines, *, one_line: bool) -> str:
        self.one_line = one_line
        self.plain_dollars = _are_prices(inlines)
        written = self._write(inlines, "", "", False)
        if inlines and isinstance(inlines[-1], nodes.Text) and "^" in inlines[-1].text:
            written = _LAST_BLOCK_ID.sub(r"\\^", written)
        # White space at the ends would be lost.
        lead, tail = len(written) - len(written.lstrip()), len(written.rstrip())
        if lead or tail < len(written):
            written = _entities(written[:lead]) + written[lead:tail] + _entities(written[max(tail, lead) :])
        return written

    # --- sequences --------------------------------------------------------------------------------

    def _write(self, inlines: Sequence[Inline], before: str, after: str, label: bool) -> str:
        """before: the character that stands before; after: the one behind; label: within a link's words."""
        found: list[str] = []
        for number, node in enumerate(inlines):
            following = _first(inlines[number + 1]) if number + 1 < len(inlines) else after
            last = number + 1 == len(inlines)
            piece = self._node(node, before, following, label, last)
            if isinstance(node, nodes.Text) and number and isinstance(inlines[number - 1], nodes.Math):
                piece = f"&#{ord(piece[0])};{piece[1:]}" if piece[:1].isdigit() else piece
            if piece:
                found.append(piece)
                before = piece[-1]
        return "".join(found)

    def _node(self, node: Inline, before: str, after: str, label: bool, last: bool) -> str:
        if isinstance(node, nodes.Text):
            return self._text(node.text, before, after, label)
        if isinstance(node, nodes.SoftBreak):
            return " " if self.one_line else "\n"
        if isinstance(node, nodes.LineBreak):
            return "<br>" if self.one_line or last or label or not after or after.isspace() else "<br>\n"
        if isinstance(node, nodes.Code):
            return (
                _code(node.text)
                if before != "`"
                else f"<code>{self._text(node.text, '>', '<', label)}</code>"
            )
        if isinstance(node, nodes.Math):
            return f"$${node.text}$$" if node.display else f"${node.text}$"
        if isinstance(node, nodes.Link):
            return self._link(node, label)
        if isinstance(node, nodes.Image):
            words = (nodes.Text(plain_text(node.alt)),) if _holds(node.alt, *_BRACKETED) else node.alt
            alt = self._write(words, "[", "]", True) + (f"|{node.size}" if node.size else "")
            return "!" + self._target(alt, node)
        if isinstance(node, nodes.Embed):
            return f"![[{node.target}|{node.text}]]" if node.text else f"![[{node.target}]]"
        if isinstance(node, nodes.Note):
            return self._note(node, label)
        if isinstance(node, nodes.RawInline):
            return node.text
        if isinstance(node, nodes.BlockRef):
            return f"(({node.id}))"
        if isinstance(node, nodes.BlockId):
            return f" ^{node.id}" if before and not before.isspace() else f"^{node.id}"
        if isinstance(node, nodes.Field):
            written = f"[{node.key}:: {self._write(node.children, ' ', ']', label)}]"
            return written if dialect.FIELD.fullmatch(written) else f"\\{written}"
        return self._marked(node, before, after, label)

    def _marked(self, node: Inline, before: str, after: str, label: bool) -> str:
        signs, tag = _MARKS[type(node)]
        children: Inlines = node.children  # type: ignore[union-attr]  # those of _MARKS have them
        if not children:
            return ""
        if _holds(children, type(node)):
            signs = ()  # the inner ones would end it
        # Once, whatever stands around it at last: writing it for each mark would take 3^depth steps.
        edge = signs[0][0] if signs else ""
        inside = self._write(children, edge or ">", edge or "<", label)
        sign = next((sign for sign in signs if _works(sign, inside, before, after)), None)
        return f"{sign}{inside}{sign}" if sign else f"<{tag}>{inside}</{tag}>"

    # --- links ------------------------------------------------------------------------------------

    def _link(self, node: nodes.Link, label: bool) -> str:
        if node.form == "auto" and _AUTO.fullmatch(plain_text(node.children)):
            return f"<{plain_text(node.children)}>"
        if node.form == "wiki":
            words = plain_text(node.children)
            written = f"[[{node.target}]]" if words == node.target else f"[[{node.target}|{words}]]"
            if FROM_BRACKET.fullmatch(written):
                return written
        words = self._write(node.children, "[", "]", True)
        if words.startswith("[") or _holds(node.children, *_BRACKETED):
            # The words of a link hold nothing that begins with a bracket of its own.
            title = f' title="{escape(node.title)}"' if node.title else ""
            return f'<a href="{escape(node.target)}"{title}>{words}</a>'
        return self._target(words, node)

    def _target(self, words: str, node: nodes.Link | nodes.Image) -> str:
        if node.form == "reference" and normalised_label(node.label) in self.labels:
            return f"[{words}][{node.label}]"
        title = f" {quoted_title(node.title)}" if node.title else ""
        return f"[{words}]({destination(node.target)}{title})"

    def _note(self, node: nodes.Note, label: bool) -> str:
        if node.label:
            return f"[^{node.label}]"
        written = f"^[{self._write(node.children, '[', ']', label)}]"
        return written if dialect.INLINE_NOTE.fullmatch(written) else f" ({written[2:-1]})"

    # --- words ------------------------------------------------------------------------------------

    def _text(self, text: str, before: str, after: str, label: bool) -> str:
        if before in ("", "\n"):
            text = text.lstrip(" \t")  # lines begin and end without blanks
        if after in ("", "\n"):
            text = text.rstrip(" \t")
        if label:
            text = _IN_LABEL.sub(lambda found: "\\" + found[0], text)
            return "".join(self._escaped(text, before, after, _OUTSIDE_ESCAPES))
        return "".join(self._escaped(text, before, after, _SPECIAL))

    def _escaped(self, text: str, before: str, after: str, special: re.Pattern[str]) -> Iterator[str]:
        at = 0
        for found in special.finditer(text):
            run, start, end = found[0], found.start(), found.end()
            yield text[at:start]
            at = end
            previous = text[start - 1] if start else before
            following = text[end] if end < len(text) else after
            if len(run) == 2 and run[0] == "\\":
                yield run  # an escape of a label
            elif self._means_nothing(run, previous, following, end == len(text), start == 0):
                yield run
            else:
                yield "\\" + run if run[0] == "&" else "".join("\\" + sign for sign in run)
        yield text[at:]

    def _means_nothing(self, run: str, previous: str, following: str, at_end: bool, at_start: bool) -> bool:
        """Whether a run of signs may stand as it is."""
        sign = run[0]
        if sign == "$":
            return self.plain_dollars
        if sign in "*_":
            if not at_start and not at_end and previous.isspace() and following.isspace():
                return True
            return sign == "_" and not at_start and not at_end and previous.isalnum() and following.isalnum()
        if sign == "=" and len(run) > 1:
            return following.isspace() and not at_end
        if len(run) == 1 and sign in "~=^":
            return (following if at_end else previous) not in (sign, "[")
        if sign == "]" and at_end:
            return following not in ("[", "(", "^")
        if sign == "!" and at_end:
            return following not in ("[", "!")
        if sign == "&" and at_end and run == "&":
            return True
        if sign == "\\" and at_end:
            return following.isalnum() or (following.isspace() and following != "\n")
        return False


_OUTSIDE_ESCAPES: Final = re.compile(rf"\\[\[\]]|{_SPECIAL.pattern}")


def _are_prices(inlines: Inlines) -> bool:
    """Whether the dollars of a block make no formula as they stand."""
    found = [text for text in _strings(inlines) if "$" in text]
    if len(found) > 1:
        return False
    return not found or ("$$" not in found[0] and dialect.FORMULA.search(found[0]) is None)


def _strings(tree: object) -> Iterator[str]:
    """All that is written of nodes; of a formula its dollars."""
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, tuple):
        for child in tree:
            yield from _strings(child)
    elif isinstance(tree, nodes.Math):
        yield "$$"
    elif is_dataclass(tree):
        for each in fields(tree):
            yield from _strings(getattr(tree, each.name))


def _holds(inlines: Inlines, *kinds: type) -> bool:
    """Whether a node of these kinds stands in ``inlines``, at any depth."""
    return any(isinstance(node, kinds) or _holds(getattr(node, "children", ()), *kinds) for node in inlines)


def _first(node: Inline) -> str:
    """The character with which a node begins."""
    if isinstance(node, nodes.Text):
        return node.text[:1]
    if isinstance(node, nodes.SoftBreak | nodes.LineBreak):
        return "\n" if isinstance(node, nodes.SoftBreak) else "\\"
    if isinstance(node, nodes.Code):
        return "`"
    if isinstance(node, nodes.Math):
        return "$"
    if isinstance(node, nodes.Image | nodes.Embed):
        return "!"
    if isinstance(node, nodes.Link):
        return "<" if node.form == "auto" else "["
    if isinstance(node, nodes.BlockId):
        return " "
    if isinstance(node, nodes.Note):
        return "[" if node.label else "^"
    if isinstance(node, nodes.RawInline):
        return node.text[:1]
    signs = _MARKS.get(type(node), ((), ""))[0]
    return signs[0][0] if signs else "[" if isinstance(node, nodes.Field) else "<"


def _is_punctuation(char: str) -> bool:
    return unicodedata.category(char)[0] in "PS"


def _works(sign: str, inside: str, before: str, after: str) -> bool:
    """Whether a mark around ``inside`` is read as one (CommonMark, 6.2; ``dialect`` for highlights)."""
    first, last, char = inside[:1], inside[-1:], sign[0]
    if not first or first.isspace() or last.isspace() or before == char or after == char:
        return False
    if first == char or (last == char and inside[-2:-1] != "\\"):
        return False
    if char == "=":
        plain = not any(each in inside for each in ("==", "^^", "\n"))
        return (
            plain
            and len(inside) < _LONGEST_HIGHLIGHT
            and first not in "=^"
            and last not in "=^"
            and after != "^"
        )
    outer_before = not before or before.isspace() or _is_punctuation(before)
    outer_after = not after or after.isspace() or _is_punctuation(after)
    opens = not _is_punctuation(first) or outer_before
    closes = not _is_punctuation(last) or outer_after
    if char == "_":
        opens, closes = opens and outer_before, closes and outer_after
    return opens and closes


def _code(text: str) -> str:
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1 if "`" * (longest + 1) else 1)
    padded = text.startswith("`") or text.endswith("`") or (text[:1] == text[-1:] == " " and text.strip())
    return f"{fence} {text} {fence}" if padded else f"{fence}{text}{fence}"


def _safe_line(line: str) -> str:
    """A line of a paragraph that begins no other block."""
    for pattern in _LINE_STARTS:
        found = pattern.match(line)
        if found is not None:
            return f"{line[: found.start(1)]}\\{line[found.start(1) :]}"
    if "::" in line and note_lines.FIELD.fullmatch(line):
        return line.replace("::", ":\\:", 1)
    return line


def _entities(white: str) -> str:
    """Blanks as HTML names them; control characters, which it cannot name, as they are."""
    return "".join(f"&#{ord(char)};" if char in "\t " or ord(char) > 0x9F else char for char in white)


def destination(target: str) -> str:
    """A link's target as Markdown."""
    target = re.sub(_ENTITY, lambda found: "&amp;" + found[0][1:], target).replace("\n", "%0A")
    target = re.sub(rf"\\(?=[{_ASCII}])", r"\\\\", target)
    if target and _BARE_TARGET.fullmatch(target):
        return target
    return "<" + re.sub(r"(?<!\\)[<>]", lambda found: "\\" + found[0], target) + ">"


def quoted_title(title: str) -> str:
    title = re.sub(rf"\\(?=[{_ASCII}])", r"\\\\", title)
    title = re.sub(_ENTITY, lambda found: "&amp;" + found[0][1:], title.replace("\n", " "))
    return '"' + title.replace('"', '\\"') + '"'


def normalised_label(label: str) -> str:
    return " ".join(label.split()).lower().upper()
