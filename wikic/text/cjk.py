"""Chinese and Japanese prose: script tests, paragraphs, sentences.

Everything here returns pieces of the input, white space aside: joined again and normalised they stand in
the article's normal form, so they can be quoted.
"""

from __future__ import annotations

import re
from typing import Final

from wikic import language
from wikic.text.normalise import CJK, normalise

_HAN: Final = re.compile("[\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]")
_KANA: Final = re.compile("[\u3041-\u3096\u30a1-\u30fa\u30fc]")
_LETTER: Final = re.compile(r"[^\W\d_]")

_SAMPLE: Final = 4000  # characters that decide a script; the rest of a document does not change it
_HAN_SHARE: Final = 0.3  # a Chinese text full of Latin names still has this share

_LINK: Final = re.compile(r"!?\[[^\[\]\n]{0,300}\]\([^()\s]{0,400}\)")
_ENDS: Final = "。！？!?｡"
_PAIRS: Final = ("“”", "‘’", "「」", "『』", "（）", "《》", "〈〉", "【】", "〖〗")
_OPEN: Final = {pair[0]: pair[1] for pair in _PAIRS}
_CLOSE: Final = {close: mark for mark, close in _OPEN.items()}
_MARK: Final = re.compile(rf"[{_ENDS}；…{''.join(_OPEN)}{''.join(_CLOSE)}]")
_TAIL: Final = re.compile(
    rf"[{_ENDS}…]*[{''.join(_CLOSE)}\"]*(?:〔[0-9０-９]{{1,3}}〕)*(?:[*_]{{1,3}}(?=\s|$))?"
)

# Of Japanese, behind what is quoted: 「はい。」と言った。
_PARTICLE: Final = re.compile("(?:と|って|など|の|を|は|が|も|に|で|へ|、)")

_KEEP_QUOTE: Final = 80  # characters: a quotation of several sentences up to here stays with its speaker
_KEEP_ASIDE: Final = 200  # a parenthesis longer than this is split like prose
_LONG: Final = 90  # a sentence longer than this is cut at ； and …… where it has them
_SHORT_PIECE: Final = 12  # no cut leaves a piece shorter than this

_INDENT: Final = re.compile(r"(?:[\u3000\u00a0\ue4c2]|\t| {2,}|　)")
_FENCE: Final = re.compile(r"\s*(?:`{3,}|~{3,})\s*")
_RULER: Final = re.compile(r"[\s※＊*＝=—－_·•◆■□☆-]+")
_WRAPPED_LINE: Final = 20  # characters: shorter lines are verse, lists, headings, never wrapped prose
_LINE_END: Final = re.compile(rf"[{_ENDS}…：:][{''.join(_CLOSE)}\"]*$")


def han_share(text: str) -> float:
    """Share of Han characters and kana among the letters of the beginning of ``text``, 0 to 1."""
    sample = text[:_SAMPLE]
    letters = len(_LETTER.findall(sample))
    return (len(_HAN.findall(sample)) + len(_KANA.findall(sample))) / letters if letters else 0.0


def is_cjk(text: str) -> bool:
    """Whether ``text`` is written in Chinese or Japanese script, foreign names in it or not."""
    return han_share(text) >= _HAN_SHARE


def tidy(text: str) -> str:
    """Plain display form of a quote: no footnote anchors, no spaces beside CJK punctuation and quotes,
    letters and digits of ordinary width (two editions of a note differ in nothing else).
    """
    return _QUOTE_GAP.sub("", normalise(_ANCHOR.sub("", normalise(text)))).translate(_NARROW)


_NARROW: Final = {
    wide: wide - 0xFEE0
    for first, last in ("０９", "ＡＺ", "ａｚ")
    for wide in range(ord(first), ord(last) + 1)
}


_ANCHOR: Final = re.compile(r" ?(?:〔\s*[0-9０-９]{1,3}\s*〕|[⑴-⒇①-⑳]|\[\d{1,3}\](?!\())")
_QUOTE_GAP: Final = re.compile(rf"(?<=[{CJK}“”‘’…—·]) +(?=[{CJK}“”‘’…—·])")


# --- paragraphs ----------------------------------------------------------------------------------


def paragraphs(text: str) -> list[str]:
    """Paragraphs of a Chinese text, each normalised.

    A fence around the text, empty lines and rulers (``※``) are seen through. An indented line opens a
    paragraph; a long line that is followed by an unindented one is hard-wrapped prose and goes on in it.
    """
    found: list[str] = []
    open_lines: list[str] = []
    for line in text.split("\n"):
        bare = line.strip()
        if not bare or _FENCE.fullmatch(line) or _RULER.fullmatch(bare):
            _close(open_lines, found)
            continue
        if open_lines and (_opens(line, open_lines[-1]) or not _continues(open_lines[-1])):
            _close(open_lines, found)
        open_lines.append(line)
    _close(open_lines, found)
    return found


def _opens(line: str, before: str) -> bool:
    if _INDENT.match(line):
        return True
    return note_marker(line.strip()) is not None and _LINE_END.search(before.rstrip()) is not None


def note_marker(paragraph: str) -> str | None:
    """The footnote marker (``〔3〕``, ``⑴``, ``①``) that ``paragraph`` begins with, or None."""
    found = _NOTE.match(paragraph)
    return found.group() if found else None


_NOTE: Final = re.compile(r"〔\s*[0-9０-９]{1,3}\s*〕|[⑴-⒇①-⑳]|\[\d{1,3}\](?!\()")


def _continues(line: str) -> bool:
    bare = line.strip()
    return len(bare) >= _WRAPPED_LINE and (len(bare) < 3 * _WRAPPED_LINE or _LINE_END.search(bare) is None)


def is_heading(paragraph: str) -> bool:
    """Whether a paragraph is a heading in numbers: ``一``, ``第一章 序``, ``（三）``, ``4``."""
    return (
        len(paragraph) <= _HEADING_LENGTH and _zh("numbered_heading").fullmatch(paragraph.strip()) is not None
    )


_HEADING_LENGTH: Final = 24


def _zh(name: str) -> re.Pattern[str]:
    """An expression of the Chinese pack, read when the first Chinese text is."""
    return language.pack("zh").pattern(name)


def _close(lines: list[str], found: list[str]) -> None:
    paragraph = normalise("\n".join(lines))
    if paragraph:
        found.append(paragraph)
    lines.clear()


# --- sentences -----------------------------------------------------------------------------------


def sentences(paragraph: str) -> list[str]:
    """Sentences of one paragraph, each stripped; lines inside the paragraph are hard wraps.

    A sentence keeps the quotation marks and brackets that close after its end mark, and a short
    quotation of several sentences stays with the words that introduce it. Sentences over 90
    characters are cut at ``；`` and ``……``.
    """
    text = normalise(paragraph)
    pieces: list[str] = []
    start = 0
    for end in _ends(text):
        if end > start:
            pieces.extend(_cut(text[start:end]))
            start = end
    if start < len(text) and pieces and not any(map(str.isalnum, text[start:])):
        pieces[-1] += text[start:]  # an emoji behind the last mark
    elif start < len(text):
        pieces.extend(_cut(text[start:]))
    return [piece for piece in (piece.strip() for piece in pieces) if piece]


def _ends(text: str) -> list[int]:
    """Offsets after each sentence of a normalised paragraph."""
    shown = [link.span() for link in _LINK.finditer(text)] if "](" in text else []
    marks = [
        mark
        for mark in _MARK.finditer(text)
        if not any(start <= mark.start() < end for start, end in shown)  # the mark of a picture ends nothing
    ]
    partner = _pairs(marks)
    ends: list[int] = []
    skip_to = 0
    for at, mark in enumerate(marks):
        if mark.start() < skip_to:
            continue
        sign = mark.group()
        if sign in _OPEN and at in partner:
            close = marks[partner[at]].start()
            if close - mark.start() <= (_KEEP_QUOTE if sign in "“‘「『" else _KEEP_ASIDE):
                if sign in "“「『" and close and text[close - 1] in _ENDS + "…":
                    after = _after_quote(text, close + 1)
                    if after is not None:
                        ends.append(after)
                skip_to = close + 1
        elif sign in _ENDS:
            end = _TAIL.match(text, mark.end()).end()  # type: ignore[union-attr]  # it matches the empty string
            if text[end - 1] not in _CLOSE or not _goes_on(text, end):
                ends.append(end)
            skip_to = end
    return ends


def _pairs(marks: list[re.Match[str]]) -> dict[int, int]:
    """Opening mark → its closing mark, by position in ``marks``; marks without partner are left out."""
    partner: dict[int, int] = {}
    stack: list[int] = []
    for at, mark in enumerate(marks):
        sign = mark.group()
        if sign in _OPEN:
            stack.append(at)
        elif sign in _CLOSE:
            # An opener that was never closed must not swallow the rest of the paragraph.
            for depth in range(len(stack) - 1, max(len(stack) - 5, -1), -1):
                if _OPEN[marks[stack[depth]].group()] == sign:
                    partner[stack[depth]] = at
                    del stack[depth:]
                    break
    return partner


def _goes_on(text: str, end: int) -> bool:
    """Whether the sentence goes on behind a quotation that ends there."""
    return _PARTICLE.match(text, end) is not None or _zh("quote_goes_on").match(text, end) is not None


def _after_quote(text: str, close: int) -> int | None:
    """End of the sentence whose quotation, ended by a full stop, closes at ``close``; None: it goes on."""
    end = _TAIL.match(text, close).end()  # type: ignore[union-attr]  # it matches the empty string
    if _goes_on(text, end):
        return None
    says = _zh("quote_is_said").match(text, end)
    if says is not None:
        return None if says.end() < len(text) else len(text)
    return end


def _cut(sentence: str) -> list[str]:
    """``sentence`` cut at ``；`` and ``……`` outside quotations where it is long."""
    if len(sentence) <= _LONG:
        return [sentence]
    marks = list(_MARK.finditer(sentence))
    partner = _pairs(marks)
    pieces: list[str] = []
    start = inside = 0
    for at, mark in enumerate(marks):
        if at in partner and marks[partner[at]].start() - mark.start() <= _KEEP_ASIDE:
            inside = max(inside, marks[partner[at]].end())
        if mark.start() < inside or mark.group() not in "；…":
            continue
        end = mark.end()
        if mark.group() == "…" and sentence[end : end + 1] in ("…", "，", "。", "”"):
            continue
        if end - start >= _SHORT_PIECE and len(sentence) - end >= _SHORT_PIECE:
            pieces.append(sentence[start:end])
            start = end
    return [*pieces, sentence[start:]]
