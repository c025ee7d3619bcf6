"""Labels, overviews and descriptions by rules: from phrases, titles and summaries of a group's documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from wikic.export.skills.document_forest import Branch
from wikic.export.skills.phrasing import Phrasing

MAX_DESCRIPTION: Final = 1_024
_LABEL: Final = 40  # characters of a title that stands for a label
_TITLE: Final = 90  # characters of a title in a sentence
_SUMMARY: Final = 240
_TOPICS: Final = 6  # phrases or labels a sentence names
_EXAMPLES: Final = 3  # titles an overview names
_PARTLY: Final = 0.5  # share of documents with a label's phrase below which a second one joins it
_LINE: Final = 300  # characters of a group's line in the list above it, where an agent chooses by it alone


def worded(branch: Branch, phrasing: Phrasing) -> Branch:
    """A group and all below it with labels and overviews; groups in order of label."""
    children = tuple(worded(each, phrasing) for each in branch.children)
    branch = replace(branch, children=tuple(sorted(children, key=lambda each: each.label.casefold())))
    label = _label(branch, phrasing)
    # One phrase: the second changes with every document more.
    branch = replace(branch, label=label, name=branch.told[0].text if branch.told else label)
    return replace(branch, overview=overview(branch, phrasing))


def _label(branch: Branch, phrasing: Phrasing) -> str:
    """Its phrase, two where one covers little; else what its largest groups are called, or a title."""
    names = [each.text for each in branch.told]
    if not names:
        largest = sorted(branch.children, key=lambda each: (-len(each.entries), each.label))
        names = [each.name for each in largest][:2] or [cut(branch.typical[0].title, _LABEL)]
        label = phrasing.joint.join(names)
    else:
        both = branch.told[0].share < _PARTLY and len(names) > 1
        label = phrasing.joint.join(names[: 1 + both])
    return label[:1].upper() + label[1:]


def overview(branch: Branch, phrasing: Phrasing) -> str:
    """What the documents are about, how they are grouped, what some are called or the most typical says."""
    about = phrasing.comma.join(_topics(branch))
    count = len(branch.entries)
    said = [(phrasing.documents if count > 1 else phrasing.one_document).format(count=count, about=about)]
    if branch.children:
        labels = phrasing.comma.join(each.label for each in branch.children)
        said.append(phrasing.groups.format(count=len(branch.children), labels=labels))
        said.append(phrasing.examples.format(titles=_titles(branch, phrasing, _EXAMPLES)))
    elif branch.typical[0].summary:
        said.append(phrasing.typical.format(summary=cut(branch.typical[0].summary, _SUMMARY)))
    return phrasing.stop.join(said)


def line(branch: Branch, phrasing: Phrasing) -> str:
    """What the list of the group above says of it, on one line."""
    about = phrasing.comma.join(_topics(branch))
    titles = _fitting(branch, phrasing, _LINE - len(about) - len(phrasing.pause))
    return cut(f"{about}{phrasing.pause}{titles}" if titles else about, _LINE)


def description(branch: Branch, wiki: str, phrasing: Phrasing) -> str:
    """What a skill holds and when to use it, for an agent that has read nothing else yet."""
    count = len(branch.entries)
    about = phrasing.comma.join(_topics(branch))
    said = [branch.summary or phrasing.of_wiki.format(count=f"{count:,}", wiki=wiki, about=about)]
    end = phrasing.use.format(terms=about)
    titles = _fitting(branch, phrasing, phrasing.room - len(said[0]) - len(end))
    if titles:
        said.append(phrasing.examples.format(titles=titles))
    return cut(phrasing.stop.join([*said, end]).replace("<", "‹").replace(">", "›"), MAX_DESCRIPTION)


def cut(text: str, limit: int) -> str:
    """``text`` on one line of at most ``limit`` characters, cut behind a word."""
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    whole = head.rsplit(" ", 1)[0]
    return (whole if 2 * len(whole) > len(head) else head).rstrip(" ,;:，；：") + "…"


def _topics(branch: Branch) -> list[str]:
    """What it is about, its label first: then its phrases and what its groups are called, each word once."""
    found = [branch.label]
    said = branch.label.casefold()
    # A group that a title had to name for want of a phrase is told by its titles alone.
    named = [each.label for each in branch.children if each.told]
    for name in (*(each.text for each in branch.told), *named):
        if any(word not in said for word in name.casefold().split()):
            found.append(name)
            said = f"{said} {name.casefold()}"
    return found[: _TOPICS + 1]


def _titles(branch: Branch, phrasing: Phrasing, most: int) -> str:
    return phrasing.comma.join(phrasing.quote.format(each) for each in _telling_titles(branch)[:most])


def _fitting(branch: Branch, phrasing: Phrasing, room: int) -> str:
    """As many titles as there is room for."""
    found: list[str] = []
    for title in _telling_titles(branch):
        quoted = phrasing.quote.format(title)
        room -= len(quoted) + len(phrasing.comma)
        if room < 0:
            break
        found.append(quoted)
    return phrasing.comma.join(found)


def _telling_titles(branch: Branch) -> list[str]:
    """Titles of typical documents, of every group in turn; those that say more than its topics first."""
    rows: list[Sequence[str]] = [
        [cut(entry.title, _TITLE) for entry in each.typical] for each in branch.children or (branch,)
    ]
    longest = max(map(len, rows))
    titles = dict.fromkeys(row[at] for at in range(longest) for row in rows if at < len(row))
    said = " ".join(_topics(branch)).casefold()
    return sorted(titles, key=lambda each: each.casefold() in said)
