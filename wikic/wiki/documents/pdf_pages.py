"""The text of printed pages without what only print needs: running heads, page numbers, contents, hyphens."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Final

from wikic.wiki.documents.titles import leading_line, markdown_title

_EDGE: Final = 2  # lines at the top and at the bottom of a page that may recur
_RECURS: Final = 3  # pages: two chapters may begin alike
_LEAST_HEAD: Final = 12  # characters of a running head that was joined to a paragraph
_ROMAN: Final = re.compile(r"\b[ivxlc]+\b")
_CHAPTERS: Final = frozenset({"chapter", "part", "appendix", "kapitel", "teil", "anhang"})
_NUMBERED: Final = re.compile(r"(?:^|\s)[1-9][0-9]{0,3}$")
_LEADER: Final = re.compile(r"(?:\s?[.·…]){4,}\s*[\divxlc]{1,6}(?=\s|$)")
_HEADING: Final = re.compile(r"(#{1,6}) +(?=\S)")
_MARKED: Final = re.compile(r"[-*>|] |\d+\. |#{1,6} |```|\|")
_ENDS_OPEN: Final = re.compile(r"[^\W\d_A-Z][,-]?$|-$")
_SENTENCE: Final = re.compile(r"\w{2}[.;。；][\"'”’)]*$")
_BROKEN: Final = re.compile("([^\\W\\d_]+)\x02([^\\W_]+)")
_ESCAPED: Final = re.compile(r"\\([!-/:-@\[-`{}~])")
_FILE_NAME: Final = re.compile(
    r"^microsoft|^untitled|\.(?:docx?|odt|pdf|tex|dvi|indd|pptx?|xlsx?|qxd|fm|html?)$|^[\w.-]*[\d_][\w.-]*$",
    re.IGNORECASE,
)


def tidied(markdown: str, pages: Sequence[str]) -> str:
    """``markdown`` as it would have been written for a screen.

    pages: the same text, page by page and line by line; a hyphen at a line's end may be U+0002.
    """
    lines = [[line.strip() for line in page.splitlines() if line.strip()] for page in pages]
    running = _running(lines)
    blocks = [_unescaped(block) for block in _blocks(markdown)]
    headings = {_folded(_HEADING.sub("", block)) for block in blocks if _HEADING.match(block)}
    numbered = _numbered(lines, running.keys() - {f"{heading} 0" for heading in headings})
    blocks = [block for block in blocks if _HEADING.sub("", block).strip("*") not in numbered]
    blocks = list(_without_contents(_without_running(_without_marks(blocks), running)))
    ends = {line[-12:] for page in lines for line in _inner(page, running)[-1:]}
    text = "\n\n".join(_joined([_demoted(block) for block in blocks], ends))
    return _compounds(text, "\n".join(pages))


def title(text: str, pages: Sequence[str], said: str) -> str:
    """The heading the text opens with; else the title its file says, where its first page has it too; else
    the first line of that page; else a heading further down.
    """
    if _HEADING.match(text):
        return markdown_title(text.split("\n", 1)[0])
    first = pages[0] if pages else ""
    if said and not _FILE_NAME.search(said) and _folded(said) in _folded(first):
        return said
    line = first.strip().split("\n", 1)[0].strip()
    opening = leading_line(f"{line}\n\nx") if len(first.split("\n")) > 1 else ""
    return opening or markdown_title(text) or leading_line(text) or ("" if _FILE_NAME.search(said) else said)


def _folded(line: str) -> str:
    """A line by which it is known again on the next page: numbers are the same."""
    words = _ROMAN.sub("0", re.sub(r"\d+", "0", line.casefold()))
    return " ".join(re.findall(r"\w+", words))


def _running(pages: Sequence[Sequence[str]]) -> dict[str, set[str]]:
    """Lines that recur at the edges of pages, folded, each as it stands on its pages."""
    seen: Counter[str] = Counter()
    written: dict[str, set[str]] = {}
    for page in pages:
        edge = {*page[:_EDGE], *page[-_EDGE:]}
        seen.update({_folded(line) for line in edge})
        for line in edge:
            written.setdefault(_folded(line), set()).add(line)
    return {line: written[line] for line, count in seen.items() if count >= _RECURS and line}


def _numbered(pages: Sequence[Sequence[str]], running: Container[str]) -> set[str]:
    """Lines at the edges of pages that end in the number of their page: heads of sections, which recur too
    rarely to be told by that. A number before a line may be a section's own.
    """
    found = [
        (int(line.split()[-1]) - at, line)
        for at, page in enumerate(pages)
        for line in {*page[:_EDGE], *page[-_EDGE:]}
        if _NUMBERED.search(line)
    ]
    counted = Counter(ahead for ahead, _ in found).most_common(1)
    if not counted or counted[0][1] < max(_RECURS, len(pages) // 3):
        return set()
    return {line for ahead, line in found if ahead == counted[0][0] and _folded(line) not in running}


def _inner(page: Sequence[str], running: Iterable[str]) -> list[str]:
    return [line for line in page if _folded(line) not in running]


def _blocks(markdown: str) -> Iterator[str]:
    """Blocks between blank lines; code is one, whatever it holds."""
    held: list[str] = []
    for block in re.split(r"\n{2,}", markdown.strip("\n")):
        held.append(block)
        if sum(part.count("```") for part in held) % 2 == 0:
            yield "\n\n".join(held)
            held = []
    if held:
        yield "\n\n".join(held)


def _unescaped(block: str) -> str:
    """Signs as they were printed; bars of tables and code stay as they are."""
    return block if block.startswith(("```", "|")) else _ESCAPED.sub(r"\1", block)


def _without_running(blocks: Iterable[str], running: dict[str, set[str]]) -> Iterator[str]:
    """A heading that is the running head of its pages stands once; joined to a paragraph it is cut off."""
    long = sorted({line for each in running.values() for line in each if len(line) >= _LEAST_HEAD}, key=len)
    headed: set[str] = set()
    for block in blocks:
        folded = _folded(block)
        if folded in running:
            if _HEADING.match(block) and folded not in headed and folded.strip("0 "):
                headed.add(folded)
                yield block
            continue
        for line in reversed(long):
            block = block.removeprefix(line + " ").removesuffix(" " + line)
        yield block


def _without_marks(blocks: Sequence[str]) -> Iterator[str]:
    """Headings without "CHAPTER" and "ONE", where a chapter's title stands below them."""
    at = 0
    while at < len(blocks):
        words = [_HEADING.sub("", block).strip() for block in blocks[at : at + 3]]
        headings = all(map(_HEADING.match, blocks[at : at + 3])) and len(words) == 3
        marked = headings and words[0].casefold() in _CHAPTERS and len(words[1].split()) == 1
        if marked:
            at += 2
        yield blocks[at]
        at += 1


def _without_contents(blocks: Iterable[str]) -> Iterator[str]:
    """Lines that end in dots and the number of a page go, with the heading that stands above nothing else."""
    heading = ""
    contents = False
    for block in blocks:
        line = " ".join(block.replace("|", " ").split())  # a reader of pages may take them for a table
        if _LEADER.search(line[-400:]) and len(_LEADER.sub("", line)) < len(line) * 0.9:
            contents = True
            continue
        if heading and not contents:
            yield heading
        heading, contents = "", False
        if _HEADING.match(block):
            heading = block
        else:
            yield block
    if heading and not contents:
        yield heading


def _demoted(block: str) -> str:
    """A heading that is a sentence, or goes on with one, is a paragraph in large print."""
    found = _HEADING.match(block)
    if found is None:
        return block
    words = block[found.end() :]
    whole = len(words.split()) > 4 and _SENTENCE.search(words) is not None
    return words if whole or words[:1].islower() else block


def _joined(blocks: Sequence[str], ends: set[str]) -> list[str]:
    """A paragraph that the end of a page broke is one again.

    ends: the last characters of pages.
    """
    made: list[str] = []
    for block in blocks:
        before = made[-1] if made else ""
        broken = (
            block[:1].islower() and before.endswith(tuple(ends)) and _ENDS_OPEN.search(before) is not None
        )
        if broken and not _MARKED.match(before):
            made[-1] = before[:-1] + block if before.endswith("-") else f"{before} {block}"
        else:
            made.append(block)
    return made


def _compounds(text: str, raw: str) -> str:
    """A word that a line's end broke keeps its hyphen where the document writes it with one elsewhere."""
    for one, two in dict.fromkeys(_BROKEN.findall(raw)):
        whole = f"{one}-{two}"
        if re.search(rf"\b{whole}\b", raw) and not re.search(rf"\b{one}{two}\b", raw):
            text = re.sub(rf"\b{one}{two}\b", whole, text)
    return text
