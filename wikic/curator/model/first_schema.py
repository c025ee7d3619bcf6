"""``position`` and ``scaffold``: asks for the wiki's subject and directories; code makes both valid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from wikic import layout
from wikic.curator.encyclopaedia.chinese.definitions import CHINESE_DIMENSIONS
from wikic.curator.encyclopaedia.positioning import ENCYCLOPAEDIC
from wikic.curator.model import bounds
from wikic.curator.model.document_evidence import supports
from wikic.curator.model.document_sample import evidence_for, shown_of
from wikic.curator.model.plain_line import foreign_path, is_path, plain_line
from wikic.curator.model.prompts import language_of, leaked
from wikic.curator.model.reply_shapes import DimensionReply, PositionReply, ScaffoldReply
from wikic.curator.model.typed_call import ask
from wikic.curator.offline import OfflineCurator
from wikic.curator.positioned import Positioned, Replaced
from wikic.errors import ReplyError
from wikic.llm.prompt_files import Language
from wikic.llm.protocol import Model
from wikic.model.article import Article
from wikic.model.schema import Dimension, Positioning
from wikic.text import compare
from wikic.text.normalise import fold_name
from wikic.text.tokens import tokens

_LINES: Final = ("focus", "audience", "bias")
_BEGINNING: Final = 320  # characters that tell a document's language
_FEWEST: Final = 3
_MOST: Final = 10
_NAME: Final = 40  # characters of a directory's name
_OVERLAP: Final = 0.6  # share of common words from which two descriptions describe one directory
_CATCH_ALL: Final = "concepts"
_TAKEN: Final = (layout.SOURCES_DIR, layout.ROOT_INDEX, layout.DIRECTORY_INDEX)


def positioned(model: Model, sample: Sequence[Article]) -> Positioned:
    """What the corpus is about. A line of the model that cannot be used is replaced by a counted one."""
    offline = OfflineCurator().position(sample)
    try:
        said = ask(model, "position", _language(sample), shown_of(sample), PositionReply)
    except ReplyError:
        return Positioned(offline, tuple(Replaced(name, "") for name in _LINES))
    lines: dict[str, str] = {}
    replaced: list[Replaced] = []
    for name in _LINES:
        raw = getattr(said, name)
        evidence = evidence_for(plain_line(raw).text, sample)
        lines[name] = _line(raw, evidence)
        if not lines[name]:
            text = bounds.one_line(plain_line(raw).text, 2 * bounds.LINE)
            replaced.append(Replaced(name, text, compare.unsupported(text, evidence)))
            lines[name] = getattr(offline, name)
    return Positioned(Positioning(**lines), tuple(replaced))


def scaffold(model: Model, positioning: Positioning, sample: Sequence[Article]) -> tuple[Dimension, ...]:
    """Directories: portable names on one level, none twice, none overlapping, one that takes what is left."""
    offline = OfflineCurator().scaffold(positioning, sample)
    language = _language(sample)
    shown = "\n".join([positioning.focus, positioning.bias, shown_of(sample)])
    try:
        said = ask(model, "scaffold", language, shown, ScaffoldReply)
    except ReplyError:
        return offline

    def taken(each: DimensionReply) -> Dimension | None:
        return _dimension(
            each, [positioning.focus, positioning.bias, *evidence_for(each.description, sample)]
        )

    found = tuple(_apart(filter(None, map(taken, said.dimensions))))[:_MOST]
    if len(found) < _FEWEST:
        return offline
    if all(each.name != _CATCH_ALL for each in found):
        found = (*found[: _MOST - 1], _rest(language))
    return found


def _language(sample: Sequence[Article]) -> Language:
    """The prompt language of most documents."""
    chinese = sum(language_of(each.language, each.text[:_BEGINNING]) == "zh" for each in sample)
    return "zh" if 2 * chinese > len(sample) else "en"


def _line(raw: str, evidence: Sequence[str]) -> str:
    """``raw`` as a plain line, where ``evidence`` holds all its names; else ""."""
    text = plain_line(raw).text
    if not 0 < len(text) <= 2 * bounds.LINE or leaked(text, evidence):
        return ""
    return text if supports(text, evidence) and not foreign_path(text, evidence) else ""


def _dimension(reply: DimensionReply, evidence: Sequence[str]) -> Dimension | None:
    """The dimension a reply describes, made valid; None where its name cannot be a directory's."""
    said = plain_line(reply.name).text
    if is_path(said) or not any(char.isalnum() for char in said):
        return None
    first = said.partition("/")[0].casefold()
    name = layout.slug(first)
    if {first, name} & set(_TAKEN) or len(name) > _NAME or layout.path_fault(f"{name}/x") is not None:
        return None
    title = plain_line(reply.title).text
    if len(title) > _NAME or fold_name(title) == fold_name(name) or leaked(title, ()):
        title = ""
    return Dimension(name, _line(reply.description, evidence) or name.replace("-", " "), title)


def _apart(found: Iterator[Dimension]) -> Iterator[Dimension]:
    """The dimensions without those that overlap with an earlier one."""
    kept: list[Dimension] = []
    for each in found:
        if not any(_overlap(each, other) for other in kept):
            kept.append(each)
            yield replace(each, description=bounds.one_line(each.description, bounds.LINE))


def _overlap(a: Dimension, b: Dimension) -> bool:
    names = {fold_name(name) for name in (a.name, a.title) if name}
    others = {fold_name(name) for name in (b.name, b.title) if name}
    if names & others or a.name.rstrip("s") == b.name.rstrip("s"):
        return True
    left, right = set(tokens(a.description)), set(tokens(b.description))
    return len(left & right) >= _OVERLAP * max(len(left), len(right), 1)


def _rest(language: Language) -> Dimension:
    """The catch-all directory."""
    if language == "zh":
        return next(each for each in CHINESE_DIMENSIONS if each.name == _CATCH_ALL)
    return Dimension(*next(pair for pair in ENCYCLOPAEDIC if pair[0] == _CATCH_ALL))
