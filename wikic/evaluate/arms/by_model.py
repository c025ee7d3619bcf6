"""Arms in which a model answers: as `wikic ask --model` does (``ask-model``, ``agent``), by A-RAG's loop
over parts of the documents (``a-rag``), from what it is given to read, from nothing; or by walking
skills.

``skills:DIR`` is a tree of skills that `wikic export skills` wrote (Corpus2Skill). The model knows what the
skills are called and about; it reads SKILL.md, INDEX.md and documents by their names until it answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from wikic.errors import ModelError, UsageError
from wikic.evaluate.arms.arm import Means
from wikic.evaluate.arms.passages import Find, keys_of
from wikic.evaluate.arms.rules import EVIDENCE, reply_of
from wikic.evaluate.asking import ClosedReply, ReadReply, Task, WalkReply, ask_model
from wikic.evaluate.run_file import CONTEXT, Reply
from wikic.llm import protocol
from wikic.llm.protocol import Layer, Model, Request
from wikic.llm.tokens import text_tokens
from wikic.markdown.frontmatter import load, split
from wikic.navigate.ask.agent.run_record import Limits
from wikic.navigate.ask.asker import Asker, Controller
from wikic.navigate.library import Library
from wikic.plain_file import WIKI_FILE, read_plain


class _Heard(Layer):
    """Another model, and the last error it raised: the agent makes a note of it, a measure must know it."""

    def __init__(self, inner: Model) -> None:
        super().__init__(inner)
        self.error: ModelError | None = None

    def complete(self, request: Request, on_text: Callable[[str], None] | None = None) -> protocol.Reply:
        try:
            return super().complete(request, on_text)
        except ModelError as error:
            self.error = error
            raise


class AgentArm:
    """A model that answers as `wikic ask` has it do, or by A-RAG's loop alone."""

    def __init__(
        self, name: str, means: Means, controller: Controller, limits: Limits, *, alone: bool = False
    ) -> None:
        """controller: ``auto``, ``agent`` or ``arag``. limits: of each question.

        alone: what rules found is no answer of it.
        """
        self.name = name
        self._controller: Controller = controller
        self._alone = alone
        self._model = _Heard(means.model)
        self._asker = Asker(
            means.library, model=self._model, limits=limits, tools=means.tools, arag_calls=limits.calls
        )

    def ask(self, question: str) -> Reply:
        """What `ask` shows; where the model gives no answer, that is what rules found.

        Raises what the model raised last, where it could not be asked further.
        """
        asked = self._asker.ask(question, evidence=EVIDENCE, controller=self._controller)
        if self._model.error is not None and any(run.error for run in asked.runs):
            error, self._model.error = self._model.error, None
            raise error
        evidence = asked.answer.evidence
        given = {each.text for run in asked.runs for each in run.given}
        called = [each for run in asked.runs for turn in run.turns for each in turn.called]
        if self._alone and asked.answer.by == "heuristic":
            return Reply(short="", tools=sum(run.calls for run in asked.runs))
        return replace(
            reply_of(asked.answer),
            context="\n".join(dict.fromkeys(each.quote or each.text for each in evidence))[:CONTEXT],
            tokens=text_tokens("\n".join(sorted(given))) + sum(each.tokens for each in called),
            tools=sum(run.calls for run in asked.runs),
        )


class ReadingArm:
    """Passages are found by code, and the model answers from them in one call."""

    def __init__(self, name: str, model: Model, find: Find) -> None:
        """find: what is read for a question, best first."""
        self.name = name
        self._model = model
        self._find = find

    def ask(self, question: str) -> Reply:
        """The model's answer. Documents it says that it rests on stand before others it was given.

        Without a passage the model is not asked. Raises what asking a model raises.
        """
        found = self._find(question)
        if not found:
            return Reply(short="")
        texts = [f"[{at}] {each.text}" for at, each in enumerate(found, start=1)]
        shown = {"question": question, "passages": "\n\n".join(texts)}
        said = ask_model(self._model, Task("ask", "read", question), shown, ReadReply, _find_fault)
        cited = [found[at - 1] for at in said.passages if 0 < at <= len(found)]
        return Reply(
            documents=keys_of((*cited, *found)),
            answered=said.known,
            text=_reply_text(said),
            short=said.answer.strip() if said.known else "",
            context="\n\n".join(each.text for each in found)[:CONTEXT],
            tokens=text_tokens("\n\n".join(texts)),
        )


class ClosedBookArm:
    """The model answers from what it knows."""

    def __init__(self, model: Model) -> None:
        self.name = "closed-book"
        self._model = model

    def ask(self, question: str) -> Reply:
        """The model's answer; no document. Raises what asking a model raises."""
        said = ask_model(
            self._model, Task("ask", "closed", question), {"question": question}, ClosedReply, _find_fault
        )
        short = said.answer.strip() if said.known else ""
        return Reply(answered=said.known, text=_reply_text(said), short=short)


def _reply_text(said: ReadReply | ClosedReply) -> str:
    return "\n".join(filter(None, (said.answer.strip(), said.explanation.strip())))


def _find_fault(said: ReadReply | ClosedReply) -> Sequence[str]:
    return ("known is true, and answer is empty",) if said.known and not said.answer.strip() else ()


_ROUNDS: Final = 20  # Corpus2Skill, section 4
_FILE: Final = 8_000  # characters of a file that are read at once (Corpus2Skill, its release)
_READ: Final = 10  # files in one round
_LAST: Final = 5  # documents that count as context (Corpus2Skill, appendix I)
_LINES: Final = re.compile(r"(?P<file>.+?):(?P<first>\d{1,7})-(?P<last>\d{1,7})")
_SOURCE: Final = re.compile(r"^\[\d+\] .*\((?P<key>.+)\)$", re.MULTILINE)


class Skills:
    """A folder of skills: the files that may be read, by the paths that the model writes."""

    def __init__(self, folder: Path) -> None:
        """Raises UsageError where no skill lies, and what reading it raises."""
        self._folder = folder
        self._files = {
            path.relative_to(folder).as_posix(): path
            for path in sorted(folder.glob("skill-*/**/*.md"))
            if path.is_file()
        }
        heads = [name for name in self._files if re.fullmatch(r"[^/]+/SKILL\.md", name)]
        if not heads:
            raise UsageError(f"{folder}: holds no skill", hint=f"wikic export skills {folder}")
        self.described = "\n".join(self._described(name) for name in heads)

    def __getitem__(self, name: str) -> str:
        """The file of a path, or of lines of it, cut where it is long; raises KeyError for no such file."""
        lines = _LINES.fullmatch(name)
        if lines is None:
            return self._text(name)[:_FILE]
        chosen = self._text(lines["file"]).split("\n")[int(lines["first"]) - 1 : int(lines["last"])]
        return "\n".join(chosen)[:_FILE]

    def _text(self, name: str) -> str:
        data = read_plain(self._files[name], WIKI_FILE, inside=self._folder)
        return data.decode("utf-8", "replace")

    def _described(self, name: str) -> str:
        found = split(self._text(name))
        said = load(found.yaml).get("description", "") if found is not None else ""
        return f"- {name.partition('/')[0]}: {said}"


class SkillsArm:
    """A model that walks a tree of skills."""

    def __init__(self, name: str, library: Library, model: Model, folder: Path) -> None:
        """folder: of skills. Raises as ``Skills`` does."""
        self.name = name
        self._library = library
        self._model = model
        self._skills = Skills(folder)

    def ask(self, question: str) -> Reply:
        """The model's answer after at most 20 rounds; documents are those it names, then others it read.

        Raises what asking a model raises.
        """
        read: dict[str, str] = {}
        said = WalkReply()
        for left in reversed(range(_ROUNDS)):
            said = self._round(question, read, left)
            if not said.read:
                break
            for name in said.read[:_READ]:
                read.setdefault(name, self._file(name))
        documents = {name: text for name, text in read.items() if is_document(name)}
        named = [name for name in said.documents if name in documents]
        return Reply(
            documents=tuple(dict.fromkeys(self._keys(documents[name] for name in (*named, *documents)))),
            answered=said.known,
            text="\n".join(filter(None, (said.answer.strip(), said.explanation.strip()))),
            short=said.answer.strip() if said.known else "",
            context="\n\n".join([*documents.values()][-_LAST:])[:CONTEXT],
            tokens=text_tokens("\n".join(read.values())),
            tools=len(read),
        )

    def _round(self, question: str, read: dict[str, str], left: int) -> WalkReply:
        """What the model does next. left: rounds behind this one."""

        def fault(said: WalkReply) -> Sequence[str]:
            if said.read and not left:
                return ("no further file may be read; answer from what was read",)
            if not said.read and said.known and not said.answer.strip():
                return ("known is true, and answer is empty",)
            if not said.read and said.known and not any(map(is_document, read)):
                return ("no document was read yet; an answer rests on at least one",)
            if said.read and all(name in read for name in said.read):
                return ("these files were read before, and stand below",)
            return ()

        files = "\n\n".join(f"== {name}\n{text}" for name, text in read.items())
        shown = {"question": question, "skills": self._skills.described, "files": files or "none yet"}
        shown["rounds-left"] = str(left)
        return ask_model(self._model, Task("ask", "skills", question), shown, WalkReply, fault)

    def _file(self, name: str) -> str:
        try:
            return self._skills[name]
        except KeyError:
            return "there is no such file"

    def _keys(self, documents: Iterable[str]) -> Iterator[str]:
        """Keys of the sources that documents name at their end."""
        for text in documents:
            for found in _SOURCE.finditer(text):
                source = self._library.source(found["key"])
                if source is not None:
                    yield source.key


def is_document(name: str) -> bool:
    """Whether a path is a document's and not one that shows the way."""
    return "/documents/" in name
