"""Topics of a library in a model's words: what clustering found, called and described anew.

What the author called so stays: folders, participants, beginnings of titles. A name that the documents do not
bear out, or that another directory has, leaves the words of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from wikic.curator.protocol import Curator, Wording
from wikic.model.placing import TopicPlacer
from wikic.model.schema import Positioning, Schema
from wikic.schema.library.directories import Library
from wikic.schema.library.document_features import DocumentFeatures
from wikic.schema.scaffold import line, name_of

_SHOWN: Final = 15  # documents of a topic (Corpus2Skill, appendix A),
_TEXT: Final = 600  # and characters of each


def reworded(
    found: Library, leaves: Sequence[DocumentFeatures], curator: Curator, taken: Iterable[str] = ()
) -> Library:
    """``found`` with the topics that words make called by ``curator``; unchanged without a model.

    taken: names of directories there are already.

    Raises ModelError as the curator does.
    """
    told = {each.directory for each in found.topics if each.words and not (each.folder or each.speaker)}
    wanted = [each for each in found.dimensions if each.name in told]
    if not isinstance(curator, Wording) or not wanted:
        return found
    shown = _shown(found, leaves)

    said: dict[str, tuple[str, str]] = {}
    for each in wanted:
        lines = shown.get(each.name, [])
        said[each.name] = (curator.label(lines), curator.summarize(lines)) if lines else ("", "")
    labels = {name: label for name, (label, _) in said.items()}
    renamed = _renamed([each.name for each in found.dimensions], labels, taken)
    dimensions = []
    for each in found.dimensions:
        label, summary = said.get(each.name, ("", ""))
        new = renamed[each.name]
        title = label if new.rpartition("/")[2] == name_of(label) else each.title
        dimensions.append(replace(each, name=new, title=title, description=line(summary) or each.description))
    topics = [replace(each, directory=renamed.get(each.directory, each.directory)) for each in found.topics]
    return Library(dimensions, topics, found.sizes, found.hows)


def _shown(found: Library, leaves: Sequence[DocumentFeatures]) -> dict[str, list[str]]:
    """A line on each of some documents of every directory."""
    placer = TopicPlacer(Schema(Positioning(), (), fallback="", topics=tuple(found.topics)))
    shown: dict[str, list[str]] = {}
    for leaf in sorted(leaves, key=lambda each: each.key):
        home = placer.place(leaf.key, leaf.title, leaf.speakers, leaf.words)
        shown.setdefault(home, []).append(" ".join(f"{leaf.title}: {leaf.opening}".split())[:_TEXT])
    return {name: lines[:: max(1, len(lines) // _SHOWN)][:_SHOWN] for name, lines in shown.items()}


def _renamed(names: Sequence[str], labels: dict[str, str], others: Iterable[str]) -> dict[str, str]:
    """The new name of every directory, below its parent's new one; its old one where the new is taken."""
    taken = {*names, *others}
    found: dict[str, str] = {}
    for name in sorted(names, key=lambda each: each.count("/")):
        parent, _, last = name.rpartition("/")
        above = f"{found.get(parent, parent)}/" if parent else ""
        new = f"{above}{name_of(labels.get(name, '')) or last}"
        if new != name and new in taken:
            new = f"{above}{last}"
        taken.add(new)
        found[name] = new
    return found
