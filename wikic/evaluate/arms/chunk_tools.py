"""A-RAG's tools over chunks of documents (section 3.2, figures 7 and 8): keywords, meaning, reading."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from wikic.evaluate.arms.passages import Dense, Passage
from wikic.llm.embedding import Embedder
from wikic.llm.protocol import ToolCall, ToolSpec
from wikic.navigate.ask.agent.tool_runner import sound
from wikic.navigate.tools.arguments import check_arguments
from wikic.navigate.tools.result import Problem
from wikic.navigate.tools.source_parts import holds, keyword_score, keywords_of
from wikic.progress import Progress

_TOP: Final = {
    "type": "integer",
    "description": "How many chunks.",
    "minimum": 1,
    "maximum": 20,
    "default": 5,
}
_SENTENCES: Final = 10  # that are ranked for each chunk wanted: a chunk may hold several of the nearest
_KEYWORDS: Final = ToolSpec(
    "keyword_search",
    "Finds chunks that hold keywords, letter for letter but for case. Each keyword is looked for by itself: "
    'use short, specific ones of 1 to 3 words ("Albert Einstein", "1939"), no questions and no descriptions. '
    "Shows the sentences that hold them; read a chunk before you answer from it.",
    {
        "type": "object",
        "properties": {
            "keywords": {"type": "array", "items": {"type": "string"}, "description": "1 to 3 words each."},
            "top_k": _TOP,
        },
        "required": ["keywords"],
        "additionalProperties": False,
    },
)
_MEANING: Final = ToolSpec(
    "semantic_search",
    "Finds chunks by the meaning of their sentences, where the documents' own words are not known. Shows the "
    "sentences nearest to the query; read a chunk before you answer from it.",
    {
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "What is looked for, in words."},
            "top_k": _TOP,
        },
        "required": ["query"],
        "additionalProperties": False,
    },
)
_READ: Final = ToolSpec(
    "chunk_read",
    "Reads whole chunks by their ids. The chunks before and after one have its id less and plus 1. What was "
    "read before is not sent again.",
    {
        "type": "object",
        "properties": {
            "chunk_ids": {"type": "array", "items": {"type": "string"}, "description": "Ids of chunks."}
        },
        "required": ["chunk_ids"],
        "additionalProperties": False,
    },
)


class ChunkTools:
    """The tools over the chunks of one wiki's documents.

    specs: as a model is told of them; ``semantic_search`` only with an embedding model.
    chunks: by their ids, which are their places.
    """

    def __init__(self, chunks: Sequence[Passage], embedder: Embedder | None, progress: Progress) -> None:
        """Sends every sentence that the embedder has no vector of. Raises what embedding raises."""
        self.chunks: Final = chunks
        self.specs: Final = (_KEYWORDS, _READ) if embedder is None else (_KEYWORDS, _MEANING, _READ)
        self._folded = [chunk.text.casefold() for chunk in chunks]
        self._sentences = [(at, line) for at in range(len(chunks)) for line in self._lines(at)]
        self._vectors = (
            None if embedder is None else Dense([line for _, line in self._sentences], embedder, progress)
        )

    def by_keywords(self, keywords: Sequence[str], top: int) -> list[tuple[int, list[str]]]:
        """The best chunks with their sentences that hold a keyword.

        A chunk's score is the sum over keywords of how often it holds each, times the keyword's length
        (A-RAG, equation 1).
        """
        wanted = keywords_of(keywords)
        scores = {at: score for at, text in enumerate(self._folded) if (score := keyword_score(text, wanted))}
        best = sorted(scores, key=lambda at: (-scores[at], at))[:top]
        return [
            (at, [line for line in self.chunks[at].text.split("\n") if holds(line, wanted)]) for at in best
        ]

    def _lines(self, at: int) -> list[str]:
        """The sentences of a chunk: its document's title, which every chunk begins with, is none of them."""
        title, *body = [line for line in self.chunks[at].text.split("\n") if line.strip()] or [""]
        return body or [title]

    def by_meaning(self, query: str, top: int) -> list[tuple[int, list[str]]]:
        """The chunks of the sentences nearest to ``query``, by the best one of each, with these sentences."""
        found: dict[int, list[str]] = {}
        for place, _ in self._vectors.rank(query, top * _SENTENCES) if self._vectors is not None else ():
            at, line = self._sentences[place]
            found.setdefault(at, []).append(line)
        return list(found.items())[:top]


class Looking:
    """What one question has looked up.

    read: ids of the chunks read, in order (A-RAG's context tracker). found: of those that searches showed.
    """

    def __init__(self, tools: ChunkTools) -> None:
        self.read: dict[int, None] = {}
        self.found: dict[int, None] = {}
        self._tools = tools

    def run(self, call: ToolCall) -> str:
        """The text that answers a call; what is wrong with the call is said there too."""
        spec = next((each for each in self._tools.specs if each.name == call.name), None)
        if spec is None:
            known = ", ".join(each.name for each in self._tools.specs)
            return f"There is no tool {call.name[:60]!r}. Tools: {known}."
        taken = check_arguments(spec.parameters, json.loads(sound(call.arguments), strict=False))
        if isinstance(taken, Problem):
            return taken.text()
        if spec is _READ:
            return "\n\n".join(self._chunk(name) for name in dict.fromkeys(taken["chunk_ids"]))
        return self._listed(self._search(spec, taken))

    def _search(self, spec: ToolSpec, taken: Mapping[str, Any]) -> list[tuple[int, list[str]]]:
        if spec is _MEANING:
            return self._tools.by_meaning(taken["query"], taken["top_k"])
        return self._tools.by_keywords(taken["keywords"], taken["top_k"])

    def _listed(self, found: Sequence[tuple[int, list[str]]]) -> str:
        self.found |= dict.fromkeys(at for at, _ in found)
        lines = [f"[chunk {at}] … {' … '.join(sentences)} …" for at, sentences in found]
        return "\n\n".join(lines) or "Nothing was found."

    def _chunk(self, name: str) -> str:
        at = int(name) if name.isascii() and name.isdigit() and len(name) < 10 else -1
        if not 0 <= at < len(self._tools.chunks):
            return f"There is no chunk {name[:60]!r}."
        if at in self.read:
            return f"[chunk {at}] This chunk has been read before."
        self.read[at] = None
        return f"[chunk {at}]\n{self._tools.chunks[at].text}"
