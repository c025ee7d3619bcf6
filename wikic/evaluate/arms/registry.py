"""Arms by name: what `wikic eval run --arm NAME` takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from wikic.errors import UsageError
from wikic.evaluate.arms import passages
from wikic.evaluate.arms.arm import Arm, Means, Metered
from wikic.evaluate.arms.passages import Bm25, Dense, Find, Rank, RetrievalArm, hybrid_rank
from wikic.evaluate.arms.rules import WITHOUT, NavArm, RulesArm
from wikic.navigate.ask.agent.run_record import ARAG_CALLS, RLM_CALLS, Limits, Tools
from wikic.navigate.ask.agent.run_record import rlm as rlm_limits
from wikic.navigate.ask.asker import Controller
from wikic.navigate.library import Library
from wikic.time_limit import seconds_of


@dataclass(frozen=True, slots=True)
class ArmKind:
    """An arm that can be named.

    name: without its setting.
    about: one line for help.
    open: makes the arm of what there is and a setting ("" without).
    setting: what may follow a colon, for messages, or "".
    asks: whether it asks a model. embeds: whether it uses an embedding model, where one is named.
    """

    name: str
    about: str
    open: Callable[[Means, str], Arm]
    setting: str = ""
    asks: bool = False
    embeds: bool = False


def _open_nav(means: Means, setting: str) -> Arm:
    return NavArm(means.library, seconds_of(setting or "500ms"))


def _open_without(part: str) -> Callable[[Means, str], Arm]:
    return lambda means, _: RulesArm(means.library, part)


def _open_retrieval(name: str, find: Callable[[Means], Find], read: int = 5) -> Callable[[Means, str], Arm]:
    return lambda means, _: RetrievalArm(name, find(means), read)


def _open_walk(name: str, walk: passages.Walk) -> Callable[[Means, str], Arm]:
    return _open_retrieval(name, lambda means: passages.along_mentions(means, walk), passages.K)


def _by_words(means: Means) -> Find:
    texts = passages.article_passages(means.library, most=None)
    return passages.rank_passages(texts, Bm25([each.text for each in texts]).rank)


def _by_vectors(means: Means) -> Find:
    texts = passages.article_passages(means.library)
    return passages.rank_passages(texts, _rank_by_vectors(means, texts))


def _by_both(means: Means) -> Find:
    texts = passages.article_passages(means.library)
    words = Bm25([each.text for each in texts]).rank
    return passages.rank_passages(texts, hybrid_rank([_rank_by_vectors(means, texts), words]))


def _rank_by_vectors(means: Means, texts: Sequence[passages.Passage]) -> Rank:
    embedder = means.embedder
    if embedder is None:
        hint = "name one: --embedding, or in wikic.toml: [embedding] model"
        raise UsageError("this arm needs an embedding model, and none is named", hint=hint)
    return Dense([each.text for each in texts], embedder, means.progress).rank


# The arms below import a model library's values: only who asks a model pays for that.


def _open_agent(
    name: str, controller: Controller, tools: Tools = "wiki", *, alone: bool = False
) -> Callable[[Means, str], Arm]:
    """alone: it is a baseline without the wiki, which rules do not answer for."""

    def opened(means: Means, setting: str) -> Arm:
        from wikic.evaluate.arms.by_model import AgentArm

        most = RLM_CALLS if tools == "rlm" else ARAG_CALLS if controller == "arag" else Limits().calls
        calls = _parse_count(setting, most)
        limits = rlm_limits(calls) if tools == "rlm" else Limits(calls=calls)
        if alone:
            means.embed()
        means.library.meaning = means.meaning  # as `wikic ask` has it; rules never go by it
        return AgentArm(f"{name}:{calls}" if setting else name, means, controller, limits, alone=alone)

    return opened


def _open_reading(name: str, find: Callable[[Means, int], Find]) -> Callable[[Means, str], Arm]:
    def opened(means: Means, setting: str) -> Arm:
        count, model = _parse_count(setting, _PASSAGES), means.model
        from wikic.evaluate.arms.by_model import ReadingArm

        return ReadingArm(f"{name}:{count}" if setting else name, model, find(means, count))

    return opened


def _find_best(cut: Callable[[Library], tuple[passages.Passage, ...]]) -> Callable[[Means, int], Find]:
    def found(means: Means, count: int) -> Find:
        texts = cut(means.library)
        return passages.rank_passages(texts, Bm25([each.text for each in texts]).rank, count)

    return found


def _closed_book(means: Means, _: str) -> Arm:
    model = means.model
    from wikic.evaluate.arms.by_model import ClosedBookArm

    return ClosedBookArm(model)


def _open_skills(means: Means, setting: str) -> Arm:
    if not setting:
        raise UsageError("the arm 'skills' walks a folder", hint="wikic export skills DIR, then skills:DIR")
    model = means.model
    from wikic.evaluate.arms.by_model import SkillsArm

    return SkillsArm(f"skills:{setting}", means.library, model, Path(setting))


_PASSAGES: Final = 5  # as the papers' baselines read
_MOST: Final = 100  # that a setting may ask for: chunks, documents, calls
_CALLS: Final = "tool calls"


def _parse_count(setting: str, default: int) -> int:
    if not setting:
        return default
    if not (setting.isascii() and setting.isdigit() and 0 < int(setting) <= _MOST):
        raise UsageError(f"{setting!r} is no number", hint=f"from 1 to {_MOST}: chunks:10, agent:20")
    return int(setting)


def _calling_arm(
    name: str, about: str, controller: Controller, embeds: bool = False, tools: Tools = "wiki"
) -> ArmKind:
    """An arm in which a model calls tools."""
    return ArmKind(name, about, _open_agent(name, controller, tools), _CALLS, asks=True, embeds=embeds)


KINDS: Final[Mapping[str, ArmKind]] = {
    kind.name: kind
    for kind in (
        ArmKind("ask", "wikic ask by rules", lambda means, _: RulesArm(means.library)),
        ArmKind(
            "search",
            "what wikic search lists",
            _open_retrieval(
                "search", lambda means: partial(passages.listed_pages, means.library), passages.RANKED
            ),
        ),
        ArmKind("nav", "wikic ask --budget; nav:200ms names the time", _open_nav, "a time"),
        ArmKind(
            "bm25", "Okapi BM25 over the documents, without the wiki", _open_retrieval("bm25", _by_words)
        ),
        ArmKind(
            "dense",
            "documents by the vectors of --embedding",
            _open_retrieval("dense", _by_vectors),
            embeds=True,
        ),
        ArmKind("hybrid", "dense and bm25 by their ranks", _open_retrieval("hybrid", _by_both), embeds=True),
        ArmKind(
            "rlm",
            "chunks along mentions, breadth first, by rules",
            _open_walk("rlm", passages.walk_mentions),
            embeds=True,
        ),
        ArmKind(
            "graphrag-local",
            "the best chunks and what they mention",
            _open_retrieval(
                "graphrag-local",
                lambda means: passages.along_mentions(means, passages.graphrag_local),
                passages.K,
            ),
            embeds=True,
        ),
        *(ArmKind(f"ask-without-{part}", f"ask without {part}", _open_without(part)) for part in WITHOUT),
        _calling_arm("ask-model", "wikic ask --model: rules first", "auto"),
        _calling_arm("agent", "the model walks the wiki from nothing", "agent"),
        _calling_arm(
            "ask-arag", "wikic ask --controller arag: documents alone, one tool a turn", "arag", True
        ),
        _calling_arm(
            "ask-rlm", "agent with --tools rlm: sub-queries, summaries, reranking", "agent", True, "rlm"
        ),
        ArmKind(
            "one-read",
            "the model reads the first pages of one search",
            _open_reading("one-read", lambda means, _: partial(passages.first_pages, means.library)),
            asks=True,
        ),
        ArmKind(
            "chunks",
            "the model reads chunks of documents",
            _open_reading("chunks", _find_best(passages.chunk_passages)),
            "how many",
            asks=True,
        ),
        ArmKind(
            "bm25-model",
            "the model reads whole documents",
            _open_reading("bm25-model", _find_best(passages.article_passages)),
            "how many",
            asks=True,
        ),
        ArmKind(
            "a-rag",
            "the model searches parts of documents with tools",
            _open_agent("a-rag", "arag", alone=True),
            _CALLS,
            asks=True,
            embeds=True,
        ),
        ArmKind(
            "skills", "the model walks what wikic export skills wrote", _open_skills, "a folder", asks=True
        ),
        ArmKind("closed-book", "the model answers from what it knows", _closed_book, asks=True),
    )
}
DEFAULT: Final = ("ask", "search", "bm25")


def asks_model(name: str) -> bool:
    """Whether the arm of that name asks a model; an unknown one does not."""
    kind = KINDS.get(name.partition(":")[0])
    return kind is not None and kind.asks


def embeds(name: str) -> bool:
    """Whether the arm of that name uses an embedding model; an unknown one does not."""
    kind = KINDS.get(name.partition(":")[0])
    return kind is not None and kind.embeds


def stepped(names: Iterable[str], steps: str) -> list[str]:
    """``names``, each that takes a number of tool calls once for each of ``steps``, "5,10,15,20".

    One that has a number already keeps it. Raises UsageError for what is no such list, and where no arm
    takes steps.
    """
    wanted = [each.strip() for each in steps.split(",")]
    for each in wanted:
        if not each:
            raise UsageError(f"{steps!r} is no list of numbers", hint="--steps 5,10,15,20")
        _parse_count(each, 1)
    found: list[str] = []
    for name in names:
        kind = KINDS.get(name)
        found += [f"{name}:{each}" for each in wanted] if kind and kind.setting == _CALLS else [name]
    if not any((kind := KINDS.get(each.partition(":")[0])) and kind.setting == _CALLS for each in found):
        hint = (
            f"name one of them: {', '.join(each.name for each in KINDS.values() if each.setting == _CALLS)}"
        )
        raise UsageError("no arm takes steps", hint=hint)
    return found


def open_arms(names: tuple[str, ...], means: Means) -> tuple[Arm, ...]:
    """The arms of ``names``, in order, each once.

    Raises UsageError for a name or setting that is none, and for an arm that asks a model without one;
    ConfigError, MissingExtraError and CredentialsError when that cannot be used; what embedding raises.
    """
    return tuple(_open_arm(name, means) for name in dict.fromkeys(names))


def _open_arm(name: str, means: Means) -> Arm:
    kind, _, setting = name.partition(":")
    known = KINDS.get(kind)
    if known is None:
        raise UsageError(f"there is no arm {kind!r}", hint=f"arms: {', '.join(KINDS)}")
    if setting and not known.setting:
        raise UsageError(f"the arm {kind!r} takes no setting, and {setting!r} was given")
    arm = known.open(means, setting)
    asking = known.asks or known.embeds
    return Metered(arm, means.models.meter) if asking and means.models is not None else arm
