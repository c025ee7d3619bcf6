"""``wikic chat``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from wikic.cli import console
from wikic.cli.options import MaxCalls, MaxCost, MaxTokens, Model, Root, Tools
from wikic.llm.limits import Limits

if TYPE_CHECKING:
    from wikic.model.page import Citation
    from wikic.navigate.ask.asker import Controller
    from wikic.navigate.ask.conversation import Conversation
    from wikic.navigate.library import Library
    from wikic.session import Session

_PROMPT: Final = "? "
_HELP: Final = """\
Ask in words; a question may speak of what was spoken of before ("and his father?").
  /save [TITLE]   keep the last answer as a page in wiki/notes/, with its citations
  /pages          pages that the answers rest on
  /new            begin anew: forget what was said
  /help           this
  /quit           end; so does Ctrl-D. Ctrl-C stops an answer."""


def chat(
    directory: Root = Path(),
    evidence: Annotated[
        int, typer.Option("--evidence", "-n", min=1, max=100, help="How many facts, best first.")
    ] = 5,
    model: Model = None,
    controller: Annotated[
        Literal["heuristic", "agent", "auto", "arag"] | None,
        typer.Option(help="Who looks, as for `wikic ask`.", show_default=False),
    ] = None,
    tools: Tools = None,
    max_calls: MaxCalls = None,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
) -> None:
    """Talk with the wiki: questions one after another, each answered from facts with their sources.

    What was said before is remembered, so that a question may say "he". No model and no key is needed; with
    one, it answers in words as in `wikic ask`. /save keeps an answer as a page of the wiki, /help tells more.
    """
    from wikic.cli.ask_run import controller_of, model_asker
    from wikic.errors import CredentialsError, MissingExtraError, UsageError
    from wikic.navigate.ask.conversation import Conversation
    from wikic.session import Session

    if sys.stdin is None or sys.stdin.closed:
        raise UsageError("there is nobody to talk with: standard input is closed")
    session = Session.open(directory)
    by = controller_of(session, model, controller, max_calls=max_calls, tools=tools)
    by_model = by != "heuristic"
    with console.progress(quiet=False) as progress:
        library = session.library(progress)
    limits = Limits(max_cost, max_tokens)
    with library, session.models(model, limits) if by_model else nullcontext() as models:
        asker = None
        if models is not None:
            # Only a model that wikic.toml alone names may be missing.
            forgiven = () if model or controller or tools else (CredentialsError, MissingExtraError)
            note = "note: talking without a model"
            asker = model_asker(
                lambda: session.asker(library, models, max_calls=max_calls, tools=tools or "wiki"),
                note=note,
                forgiven=forgiven,
            )
        if asker is None:
            by, asker = "heuristic", session.asker(library)
        talk = _Talk(session, library, Conversation(asker), by, evidence)
        if not talk.go():
            raise UsageError("nothing was asked", hint='write a question, or try: wikic ask "When was …?"')


class _Talk:
    """One conversation in a terminal, or over a pipe."""

    def __init__(
        self, session: Session, library: Library, conversation: Conversation, by: Controller, evidence: int
    ) -> None:
        self._session = session
        self._library = library
        self._conversation = conversation
        self._by = by
        self._evidence = evidence

    def go(self) -> bool:
        """Questions and answers until the input ends; whether anything came."""

        person = sys.stdin.isatty()
        if person:
            title, _ = self._library.overview()
            by = "by rules" if self._by == "heuristic" else "with a model"
            pages = console.count(len(self._library.catalogue.pages), "page")
            console.say_strong(title or "Wiki", f"  {pages}, answered {by}. /help tells more, Ctrl-D ends.")
        came = person
        for line in _lines(person):
            came = True
            if line in ("/quit", "/exit", "/q"):
                break
            try:
                self._take(line)
            except KeyboardInterrupt:
                print()
                console.complain("stopped")
            sys.stdout.flush()  # a program that asks over a pipe waits for it
        return came

    def _take(self, line: str) -> None:
        from wikic.errors import WikicError

        try:
            if line.startswith("/"):
                self._command(*line[1:].partition(" ")[::2])
            else:
                self._answer(line)
        except WikicError as error:
            console.complain(f"{error}", *([f"hint: {error.hint}"] if error.hint else []))
        except BrokenPipeError:
            raise
        except OSError as error:  # a disk that fails is not the end of what is said
            console.complain(f"{error.filename or 'the disk'}: {error.strerror}")
        print()

    def _command(self, name: str, rest: str) -> None:

        if name in ("help", "h", "?"):
            console.say_text(_HELP)
        elif name == "save":
            self._save(rest.strip())
        elif name == "new":
            self._conversation.forget()
            console.say("Begun anew.")
        elif name == "pages":
            for page in self._conversation.read:
                console.say_text(f"{page}  {self._library.title(page)}")
            if not self._conversation.read:
                console.say("No answer rests on any page yet.")
        else:
            console.complain(f"there is no command /{name}; /help lists them")

    def _answer(self, question: str) -> None:
        from wikic import build_dir
        from wikic.cli import answer_text
        from wikic.navigate.ask.asker import note_asked
        from wikic.store.access_log import AccessLog

        self._library.renew()
        live = answer_text.Live()
        said = self._conversation.ask(
            question,
            evidence=self._evidence,
            controller=self._by,
            on_text=live.on_text,
            on_call=live.on_call,
        )
        live.end()
        if said.about:
            console.complain(f"(about {said.about})")
        answer_text.show(said.asked.answer, shown=live.shown)
        with AccessLog(build_dir.at(self._library.root)) as log:
            note_asked(log, said.asked)

    def _save(self, title: str) -> None:
        from wikic.compiler.options import Options
        from wikic.compiler.run import compile_documents
        from wikic.curator.offline import OfflineCurator
        from wikic.errors import LockedError
        from wikic.wiki.saved_answer import save

        last = self._conversation.answers[-1] if self._conversation.answers else None
        if last is None or not last.answered:
            console.complain("there is no answer to save yet")
            return
        path = save(self._session.root, last, title or last.question, self._quoted)
        console.say_text(f"saved as wiki/{path}.md")
        try:  # the indexes name it, as after every compile
            options = Options(self._session.today, self._session.config.wiki.title)
            compile_documents(self._session.root, [], OfflineCurator(), options)
        except LockedError:
            console.complain("note: another run writes; the next `wikic compile` lists it in the index")
        self._library.renew()

    def _quoted(self, cite: Citation) -> bool:
        digest = self._library.whole_digest(cite.digest)
        return digest is not None and any(block.id == cite.block for block in digest.blocks)


def _lines(person: bool) -> Iterator[str]:
    """What is typed, line by line, without what is empty; Ctrl-C empties the line, or ends a pipe."""
    if person:
        with suppress(ImportError):
            import readline  # noqa: F401 - gives input() its history and editing
    while True:
        try:
            line = input(_PROMPT) if person else next(sys.stdin)
        except KeyboardInterrupt:
            if not person:
                raise
            print()
            continue
        except (EOFError, StopIteration):
            if person:
                print()
            return
        if line.strip():
            yield " ".join(line.split())
