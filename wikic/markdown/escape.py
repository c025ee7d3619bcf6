"""Plain text inside Markdown: one pair, used wherever a quote or a statement is written or read.

``- {escape(text)}`` is a bullet that holds exactly ``text``: no link, wikilink, emphasis, HTML, heading,
nested list, tag, block id, comment (``%%``) or highlight (``==``), in CommonMark and in Obsidian. Ordinary
prose stays as it is, and so does what people wrote to be shown so, whose marks are part of the text: code
between single backticks, struck words (``~~x~~``) and a formula (``$x_i$``), in which GitHub and Obsidian
read LaTeX alone; and a link to an attachment (``model.attachment``), from which reading takes the way there.
"""

from __future__ import annotations

import re
from typing import Final

from wikic.model import attachment

_PUNCTUATION: Final = re.escape("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_ENTITY: Final = r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"

# Only text with one of these is looked at closely.
_SUSPECT = re.compile(r"[\\`*_\[\]<>&#^~$]|==|%%|^[-+=\d]|^\s|\s$")
# What CommonMark reads as code wherever it stands: a backtick, text without any, a backtick.
_CODE: Final = r"(?<!`)`(?! )[^`\n]*[^`\s]`(?!`)"
# A formula has a sign or is one word; what links, tags or comments stays text. Prices are none.
_IN_MATHS: Final = r"(?:(?!\[\[|\[\^|\]\(|<[A-Za-z/!?]|%%|==|~~|" + _ENTITY + r")[^$`\n|#])"
MATHS: Final = (
    r"(?<![\w$\\])(?:"
    rf"\$\$(?![\s$]){_IN_MATHS}{{1,600}}(?<![\s\\])\$\$"
    rf"|\$(?=[^\s$]{{1,40}}\$|[^$\n]*[\\^_=+{{}}])(?![\s$\d]){_IN_MATHS}{{1,300}}(?<![\s\\])\$"
    rf"|\$(?=\d[^$\n]*[\\^_={{}}])(?![^$\n]*(?<![\w\\{{])[A-Za-z]{{2}}){_IN_MATHS}{{1,300}}(?<![\s\\])\$"
    r")(?![\w$])"
)
_STRUCK: Final = re.compile(r"(?<![~\\])~~(?![\s~])[^~\n]+(?<![\s\\])~~(?!~)")
_INLINE = re.compile(
    rf"{_CODE}|{attachment.LINK}|{MATHS}"
    r"|[\\`]"
    r"|\*+|_+"
    r"|~~+|==+|%%+"
    r"|\[(?=[\[^])"  # a wikilink or a footnote
    r"|\^(?=\[)"  # an inline footnote
    r"|\](?=\()"  # a Markdown link
    r"|<(?=[A-Za-z/!?])"
    rf"|{_ENTITY}"
    r"|(?<![^\W_])#(?!\d+(?![\w/-]))(?=[^\s#])"  # a tag; #6420 is none
    r"|(?:(?<=\s)|(?<![\s\S]))\^(?=[A-Za-z0-9-]+\s*\Z)"  # a block id
    r"|(?:(?<=\s)|(?<![\s\S]))#+(?=\s*\Z)"  # closes a heading
    r"|\$+"
)
# At the start of a bullet: another bullet, a numbered item, a heading, a quote, a rule, a task box, a
# link definition. The group is the character to escape.
_START = re.compile(
    r"([-+*])(?=[ \t]|\Z)|\d{1,9}([.)])(?=[ \t]|\Z)|(#)#{0,5}(?=[ \t]|\Z)|(>)"
    r"|(-)[- \t]*\Z"  # with the bullet's own dash, `- --` is a rule
    r"|([_*])[ \t]*(?:\6[ \t]*){2,}\Z|(\[)(?=[^\[\]]\](?:\s|\Z))|(\[)(?=(?:[^\[\]\\]|\\.)+\]:)"
    r"|(=)=*[ \t]*\Z"
)
# Pandoc's and Obsidian's rule: prices ("from $5 to $10") are no formula.
_FORMULA = re.compile(r"\$\$|\$(?=\S).*(?<=\S)\$(?!\d)", re.DOTALL)
_MAY_OPEN = re.compile(r"\$(?=\S)")
_UNESCAPE = re.compile(rf"\\([{_PUNCTUATION}])|{_CODE}|{attachment.SHOWN}|{MATHS}|{_ENTITY}")


def escape(plain: str) -> str:
    """``plain``, one line of text, as Markdown that reads as exactly that text in a bullet.

    White space at the ends becomes numeric entities, since Markdown drops it there; control characters
    cannot be kept there and stay as they are. ``unescape`` is the exact inverse.
    """
    if _SUSPECT.search(plain) is None:
        return plain
    core = plain.strip()
    if not core:
        return _spaces(plain)
    lead = plain[: plain.index(core[0])]
    # Where the first that may open one opens none, no later one does.
    opening = _MAY_OPEN.search(core)
    formula = "$$" in core or (opening is not None and _FORMULA.match(core, opening.start()) is not None)
    struck = {end for found in _STRUCK.finditer(core) for end in (found.start(), found.end() - 2)}
    parts: list[str] = []
    at = 0
    start = _START.match(core)
    if start is not None and not lead:
        mark = start.start(start.lastindex or 0)
        parts += [core[:mark], "\\", core[mark]]
        at = mark + 1
    for match in _INLINE.finditer(core, at):
        shown = match.group() == "~~" and match.start() in struck
        parts += [core[at : match.start()], "~~" if shown else _safe(core, match, formula)]
        at = match.end()
    parts.append(core[at:])
    return _spaces(lead) + "".join(parts) + _spaces(plain[len(lead) + len(core) :])


def _safe(core: str, match: re.Match[str], formula: bool) -> str:
    """What stands for one suspicious run of ``core``."""
    run = match.group()
    sign = run[0]
    before = core[match.start() - 1] if match.start() else " "
    after = core[match.end()] if match.end() < len(core) else " "
    if (sign in "`$" and run.strip(sign)) or run.endswith(")"):
        return run  # code, a formula, a link to an attachment
    if sign in "*_":
        loose = before in " \t" and after in " \t"
        inside = sign == "_" and before.isalnum() and after.isalnum()
        return run if loose or inside else _each(run)
    if sign == "$":
        return _each(run) if formula else run
    if sign == "&":
        return "\\" + run
    return _each(run)


def _each(run: str) -> str:
    return "".join("\\" + char for char in run)


def _spaces(white: str) -> str:
    # HTML has no numeric entity for control characters but tab, line feed, form feed, carriage return.
    return "".join(
        f"&#{ord(c)};" if c in "\t\n\f\r" or c.isprintable() or ord(c) > 0x9F else c for c in white
    )


def unescape(md: str) -> str:
    """The plain text of ``md``: backslash escapes and character references resolved."""
    return _UNESCAPE.sub(_plain, md) if "\\" in md or "&" in md or ".files/" in md else md


def _plain(match: re.Match[str]) -> str:
    if match.group().startswith(("`", "$")):
        return match.group()
    if match.group().startswith(("![", "[")):
        return attachment.shown_from(match.group(), "")
    return match.group(1) or _character(match.group())


def _character(entity: str) -> str:
    """The character of one entity, the entity itself when it has none."""
    name = entity[1:-1]
    if name.startswith("#"):
        code = int(name[2:], 16) if name[1] in "xX" else int(name[1:])
        return chr(code) if _is_character(code) else "\ufffd"
    from html.entities import html5

    return html5.get(name + ";", entity)


def _is_character(code: int) -> bool:
    """Whether HTML lets a numeric entity name this code point (CommonMark, section 2.5)."""
    return not (
        code > 0x10FFFF
        or 0xD800 <= code <= 0xDFFF
        or 0xFDD0 <= code <= 0xFDEF
        or code & 0xFFFE == 0xFFFE
        or code < 9
        or code == 0x0B
        or 0x0E <= code <= 0x1F
        or 0x7F <= code <= 0x9F
    )
