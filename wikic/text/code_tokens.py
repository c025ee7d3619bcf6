"""Code and markup in a line of prose: what is copied to the letter, and what says nothing itself.

Code spans, calls, placeholders, paths, options, variables and numbers with a sign: a sentence may be worded
freely around them; with one character less a command does something else (LLM-Wiki, Table 6: unsupported
facts). Links, images, embeds, tags and footnote anchors are marks; what only looks like one is code and
stays: ``a[i](x)``, ``[[ -f x ]]``, ``argv[0]``, and ``<table-id>``, which names what a reader has to fill
in.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from wikic.remembered import remembered
from wikic.text.normalise import normalise
from wikic.text.tokens import words

# Elements that shape prose. ``<title>`` or ``<source>`` in a sentence is a placeholder, or XML talked of.
_ELEMENTS: Final = words(
    """
    a abbr b big blockquote br center cite code dd del details div dl dt em figcaption figure font h1 h2 h3 h4
    h5 h6 hr i img ins kbd li mark nowiki ol p picture pre q ref s samp section small span strike strong sub
    summary sup table tbody td tfoot th thead tr tt u ul var wbr
    """
)
# Of these a sentence may hold one end alone, its other end standing in the next.
_LONE: Final = words("blockquote br center dd div dl dt hr img li nowiki ol p ref span td th tr ul wbr")
_OPENING: Final = words("details figure section summary table tbody thead")  # where it begins a block
_TAG: Final = re.compile(r"<(?P<close>/?)(?P<name>[a-zA-Z][a-zA-Z0-9]*)(?P<rest>\s[^<>]*)?/?>")

# What must stand in a text before a pattern is tried, the pattern, what takes its place.
_LINKS: Final[tuple[tuple[str, re.Pattern[str], str], ...]] = tuple(
    (trigger, re.compile(pattern), replacement)
    for trigger, pattern, replacement in (
        ("![", r"!\[[^\]]*\]\([^)]*\)", ""),
        ("![[", r"!\[\[[^\[\]\s:][^\[\]]*\]\]", ""),
        ("[[", r"\[\[(?![\s:])[^\[\]|]*\|([^\[\]|]+)(?<!\s)\]\]", r"\1"),
        ("[[", r"\[\[(?![\s:])([^\[\]|]+)(?<!\s)\]\]", r"\1"),
        # Behind a word only an address makes it a link: ``handlers[name](event)`` is a call.
        (
            "](",
            r"(?:(?<![\w)\]])|(?=\[[^\]]+\]\((?:https?:|mailto:|[#/.])))"
            r"\[([^\]]+)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+\"[^\"]*\")?\)",
            r"\1",
        ),
        ("][", r"(?<![\w)\]])\[([^\]]+)\]\[[^\]]*\](?![\[(])", r"\1"),
        ("[", r"\[(?:citation needed|note \d+)\]", ""),
        # A footnote's number stands behind prose; ``row[0]``, ``sys.argv[1]`` and ``row_2[3]`` are code.
        (
            "[",
            r"((?<![\w.$])(?!arg[vs]\b|arr(?:ay)?\b)(?:[^\W\d_]+|\d+)|(?<![\w)\]$>]))"
            r"\[[1-9]\d{0,2}\](?![\[(.=]\w|\s?=)",
            r"\1",
        ),
        ("[!", r"^\[![a-zA-Z]+\][+-]?\s*", ""),
    )
)


def without_links(text: str) -> str:
    """``text`` with each link as its words, and without images, embeds, callouts and footnote anchors."""
    if "[" in text:
        for trigger, pattern, replacement in _LINKS:
            if trigger in text:
                text = pattern.sub(replacement, text)
    return text


def without_tags(text: str) -> str:
    """``text`` without the HTML tags that shape prose; placeholders and other elements stay.

    A tag is one when it closes, carries attributes, or its end follows; ``<br>`` parts words.
    """
    if "<" not in text:
        return text
    ends = {match["name"].casefold() for match in _TAG.finditer(text) if match["close"]}
    begun = {match["name"].casefold() for match in _TAG.finditer(text) if not match["close"]}

    def shown(tag: re.Match[str]) -> str:
        name = tag["name"].casefold()
        if name not in _ELEMENTS:
            return tag.group()
        if tag["close"]:
            return "" if name in begun or name in _LONE else tag.group()
        lone = name in _LONE or (name in _OPENING and not tag.string[: tag.start()].strip())
        if lone or name in ends or "=" in (tag["rest"] or ""):
            return " " if name == "br" else ""
        return tag.group()

    return _TAG.sub(shown, text)


# A run of backticks, what it encloses, and as long a run; ``tokenised '' quotes`` are no code.
_SPAN: Final = re.compile(
    r"(?<!`)(?P<mark>`{1,3})(?!`)(?P<inner>(?:(?!'')[^`]|(?!(?P=mark))`){1,400}?)(?P=mark)(?!`)"
)
PLACEHOLDER: Final = re.compile(
    r"\$?<(?![/!?])(?=[^\W\d])[^\s<>=](?:[^<>=]{0,58}[^\s<>=/])?>|\{\{[^{}]{1,60}\}\}"
)
_NAME: Final = r"[A-Za-z_][\w.:-]{0,80}"  # bounded, as all repeats here: no text may take quadratic time
_CALL: Final = (
    rf"(?<![\w.])\.?{_NAME}\(\)(?!\w)"
    # Brackets in prose enclose words and years; arguments hold signs that prose does not.
    rf"|(?<![\w.]){_NAME}\((?=[^()\s]{{0,120}}[\"'*=$_<>{{}}\[\]/\\:])[^()\s]{{0,240}}\)"
)
_DUNDER: Final = r"(?<![\w_])__[a-z][a-z0-9_]*__(?![\w_])"
# ``**/*.py`` and ``*.txt``; ``**/etc/hosts**`` is a path in bold.
_STARRED: Final = (
    r"(?<![^\s\"'`(\[=:,])(?!(?P<stars>\*{1,3})[^\s*]{1,120}(?P=stars)(?![\w*]))"
    r"[^\s\"'`()<>\[\]|,;*]{0,120}\*{1,2}(?:/[^\s\"'`()<>\[\]|,;]+|\.\w[\w*.]*)"
    r"|(?<=/)\*{1,2}(?![\w*])"
)
_PATH: Final = (
    r"(?<![\w/:*<])(?:~|\.{1,2}|[A-Za-z]:)?(?:/[\w.@%+~-]+){2,}(?<!\.)/?"
    r"|(?<![\w\\])(?:[A-Za-z]:|%\w+%)?(?:\\[\w.@%+~$-]+){2,}(?<!\.)"
)
_OPTION: Final = r"(?<![^\s`|/])--[A-Za-z][\w-]*"
_VARIABLE: Final = r"\$\{[^{}\s]+\}|\$[A-Za-z_]\w*|(?<![\w%])%[A-Z_]{2,}%"
_SIGNED: Final = r"(?<![^\s(\[\"'=:,])[-−+±][$€£]?\d+(?:[.,]\d+)*(?![\w-])"
# What a shell tests: "[ -f notes.md ]".
_TESTED: Final = r"(?<!\S)\[{1,2} (?:[-!]|\"?\$)[^\[\]]{0,200} \]{1,2}(?![^\s;&|])"
# A command on the directory it is called in: the full stop is its argument and ends no sentence.
_HERE: Final = (
    r"(?<![\w-])(?:git|pip|pip3|pipx|uv|npm|npx|yarn|docker|podman|cd|ls|cp|mv|chmod|chown|grep|rg|du|tar|rsync"
    r"|scp|zip|ruff|mypy|pytest|black|cmake|go|cargo|code|explorer)(?: [^\s.]{1,60}){0,5} \.(?=\s|$)"
)
_EMPTY: Final = r"(?<!\S)\([-–+*/.]\)(?!\w)"
_TOKEN: Final = re.compile(
    "|".join(
        (
            _CALL,
            PLACEHOLDER.pattern,
            _DUNDER,
            _STARRED,
            _PATH,
            _OPTION,
            _VARIABLE,
            _SIGNED,
            _EMPTY,
            _TESTED,
            _HERE,
        )
    )
)
# Without one of these signs a text holds nothing that is looked for.
_SIGN: Final = re.compile(
    r"[`<\\$/%*]|\[ |\(\)|\([-–+*/.]\)|\w\(\S{0,120}[\"'=_\[{:]|__|\{\{| \.(?:\s|$)"
    r"|(?<![^\s(\[\"'=:,])[-−+±][-$€£\d]"
)
_ENDS: Final = ".,;:!?"  # of a sentence, behind the code that ends it
# Chinese goes on behind a path without a space.
_HAN_TAIL: Final = re.compile("(?<=[!-~])[\u3400-\u9fff]+$")
_WORD: Final = re.compile(r"[^\W_]+")
_LOOSE: Final = re.compile(r"[\s`*_]+")
_FIRST: Final = 0x10600  # Linear A: letters, and in no document
_LETTERS: Final = 0x130
_MASKS: Final = re.compile(f"[{chr(_FIRST)}-{chr(_FIRST + _LETTERS)}]")
_NEAR: Final = 2  # words on either side that tell a place in a sentence
_REACH: Final = 400  # characters on either side in which they are looked for


def spans(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of the code that stands in ``text`` without backticks, in order."""
    if _SIGN.search(text) is not None:
        for match in _TOKEN.finditer(text):
            yield match.span()


def altered(statement: str, quotes: Sequence[str], titles: Iterable[str] = ()) -> tuple[str, ...]:
    """Code of ``statement`` that its quotes do not hold, and code of the quotes that it tells otherwise.

    Only what a statement takes up is compared: it may leave out a sentence with all its code. Code is lost
    where the words beside it stand in the statement side by side, with what is left of it or nothing between
    them. Spacing and the marks of emphasis do not count.
    """
    if any(statement in quote for quote in quotes) or not quotes:
        return ()
    if _SIGN.search(statement) is None and not any(map(_SIGN.search, quotes)):
        return ()
    said = _whole(statement)
    # As `statement in quote` but for the spacing: a piece of a long log cites all of it.
    if any(said in _whole(quote) for quote in quotes):
        return ()
    given = _dense(" ".join((*titles, *quotes)))
    missing = [
        token
        for token in (statement[start:end] for start, end in spans(statement))
        if not any(_dense(form) in given for form in (token, _HAN_TAIL.sub("", token), token.rstrip(_ENDS)))
    ]
    words = _words(statement)
    for quote in quotes:
        if quote not in statement:
            missing += _lost(quote, said, words)
    return tuple(dict.fromkeys(missing))


def _lost(quote: str, said: str, words: str) -> Iterator[str]:
    """Code of a quote that a statement, without white space and as ``words``, tells otherwise."""
    if _SIGN.search(quote) is None:
        return
    text, inside = masked(quote)
    text = without_tags(without_links(text))
    for start, end in sorted((*spans(text), *(match.span() for match in _MASKS.finditer(text)))):
        token = unmasked(text[start:end], inside)
        if _whole(token) not in said:
            before = unmasked(text[max(start - _REACH, 0) : start], inside)
            after = unmasked(text[end : end + _REACH], inside)
            if _told_otherwise(before, token, after, words):
                yield token


def _told_otherwise(before: str, token: str, after: str, words: str) -> bool:
    """Whether ``words`` hold the place of the code, with its letters or with nothing in it."""
    inside = _WORD.findall(token.casefold())
    for read in (str, _filled_in):
        left = _WORD.findall(read(before).casefold())[-_NEAR:]
        right = _WORD.findall(read(after).casefold())[:_NEAR]
        shapes: list[list[str]] = []
        if inside and len(left) == _NEAR:
            shapes.append([*left, *inside])
        if inside and len(right) == _NEAR:
            shapes.append([*inside, *right])
        if inside and len(left) < _NEAR and len(right) < _NEAR:
            shapes.append([*left, *inside, *right])
        if left and right and len(left) + len(right) > _NEAR:
            shapes.append([*left, *right])
        if any(f" {' '.join(shape)} " in words for shape in shapes):
            return True
    return False


def _filled_in(text: str) -> str:
    """``text`` without placeholders: what loses one loses its neighbours too."""
    return PLACEHOLDER.sub(" ", text)


def masked(text: str) -> tuple[str, tuple[str, ...]]:
    """``text`` with a letter of no living script for each code span, and what the letters stand for: patterns
    for prose take one for a word. ``unmasked`` puts the code back, without its backticks.

    Of a text that holds such letters itself, or too much code, nothing is masked.
    """
    if "`" not in text or _MASKS.search(text) is not None:
        return text, ()
    found = [(match.start(), match.end(), match["inner"].strip()) for match in _SPAN.finditer(text)]
    return _masked(text, found, ())


def masked_too(text: str, kept: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """``text``, whose code spans are masked, with the code that stands in it without backticks masked too."""
    if not kept and _MASKS.search(text) is not None:
        return text, ()
    return _masked(text, [(start, end, text[start:end]) for start, end in spans(text)], kept)


def _masked(
    text: str, found: Sequence[tuple[int, int, str]], kept: tuple[str, ...]
) -> tuple[str, tuple[str, ...]]:
    if not found or len(kept) + len(found) > _LETTERS:
        return text, kept
    parts: list[str] = []
    at = 0
    for number, (start, end, _) in enumerate(found, len(kept)):
        parts += [text[at:start], chr(_FIRST + number)]
        at = end
    return "".join((*parts, text[at:])), (*kept, *(shown for _, _, shown in found))


def unmasked(text: str, kept: Sequence[str]) -> str:
    """``text`` with the code that its masks stand for; code may hold masks of code spans."""
    if not kept:
        return text
    return _MASKS.sub(lambda mask: unmasked(kept[ord(mask.group()) - _FIRST], kept), text)


@remembered(4)  # of a block that many statements cite
def _whole(text: str) -> str:
    # The minus sign of print and the hyphen of keyboards are one.
    return "".join(unicodedata.normalize("NFKC", normalise(text)).replace("−", "-").split())


def _dense(text: str) -> str:
    return _LOOSE.sub("", _whole(text))


def _words(text: str) -> str:
    return f" {' '.join(_WORD.findall(text.casefold()))} "
