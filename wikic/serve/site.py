"""What is answered at which address: pages at their paths, everything else below ``/-/``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

from wikic import build_dir
from wikic.navigate.ask.asker import Asked, Asker
from wikic.navigate.library import Library
from wikic.navigate.tools.arguments import check_arguments
from wikic.navigate.tools.result import Problem
from wikic.serve import tool_api
from wikic.serve.answering import BUSY, Answering
from wikic.serve.care import ADDRESSES, Care
from wikic.serve.exchange import HTML, Reply, Request, Write
from wikic.serve.metrics import KIND
from wikic.serve.questions import A_MINUTE, LONGEST, LiveAnswer, Turns, Unheard, cost_of
from wikic.serve.reader_pages import ReaderPages, static
from wikic.serve.reviews import REVIEW, Reviews, WaitingCount
from wikic.serve.speaking import speak
from wikic.serving.askers import Askers
from wikic.site.addresses import OWN
from wikic.site.rendering import ICON, Told
from wikic.store.access_log import AccessLog

if TYPE_CHECKING:
    from wikic.serve.tending import Tending

_BELOW: Final = f"{OWN}/"
_GO: Final = "-/go/"
ASK: Final = "-/ask"
ICON_PATH: Final = "favicon.ico"  # what browsers ask for before they know better
EVIDENCE: Final = 8
_NOTE_EVERY: Final = 5.0  # seconds; nobody needs to know at once what was asked


class Site(Answering):
    """Answers every request for one wiki. Any threads. ``close`` it when the server ends.

    root: the knowledge base. library: gives the wiki. asker: makes who answers.
    at_once: questions that may be under way.
    asked: name of the model, or "". say: is told of faults.

    ``tend`` and ``review`` let more be asked of it.
    """

    def __init__(
        self,
        root: Path,
        library: Callable[[], Library],
        say: Callable[[str], None],
        *,
        asker: Callable[[Library], Asker] = Asker,
        at_once: int = 1,
        asked: str = "",
    ) -> None:
        super().__init__(say)
        self._library = library
        self.pages = ReaderPages(library, asked)
        self._reviews: Reviews | None = None
        log = AccessLog(build_dir.at(root), every=_NOTE_EVERY)
        self._turns = Turns()
        self._askers = Askers(lambda: asker(library()), at_once, log)
        self._asked = asked
        self.close = log.close
        self._lock = Lock()
        self._care: Care | None = None
        self._tending: Tending | None = None

    def tend(self, care: Care) -> None:
        """Show what is found on pages and why facts are there, and take changes where ``care`` says so."""
        self.pages.tended, self.pages.edited = True, care.edit
        self._care = care

    def review(self, wiki: Care) -> None:
        """Let readers decide what lands of what waits for review."""
        self._reviews = Reviews(wiki, self.pages.to)
        self.pages.waiting = WaitingCount(wiki.root)

    def at_once(self, request: Request) -> Reply | None:
        """The reply where nothing has to be waited for, or None."""
        path = request.path
        if path is None or request.method != "GET":
            return None
        speak(request.accepts)
        if path == "-/healthz":
            return self._healthy()
        if path.startswith(_BELOW):
            return static(path.removeprefix(_BELOW))
        if path == ICON_PATH:
            return static(ICON)
        return None if self.health() else self.pages.kept(request)

    def takes_long(self, request: Request) -> bool:
        """Whether the reply may take long: a question, a look of the linter's, a change."""
        if request.path is not None and request.path.startswith(ADDRESSES):
            return True
        return request.method == "POST" and request.path in (ASK, f"{tool_api.API}{tool_api.ASK}")

    def _answer(self, request: Request) -> Reply:
        path = request.path or ""
        if path == REVIEW and self._reviews is not None:
            return self._reviews.answer(request, self.pages.pages)
        if request.method == "POST":
            return self._post(request, path)
        whole = self.pages.whole(request)
        if whole is not None:
            return whole
        if not path.startswith(_BELOW) and path != OWN:
            return self.pages.answer(request)
        if path.startswith(_GO):
            return self.pages.go(path.removeprefix(_GO))
        if path.startswith(ADDRESSES) and self._care is not None:
            return self._tended(self._care).get(request)
        if path == ASK:
            return Reply.html(self.pages.pages.answer(self.pages.to, None))
        if path in ("-/search", "-/search.json"):
            return self.pages.search(request)
        if path == "-/suggest":
            return self.pages.suggest(request)
        if path == "-/openapi.json":
            return Reply.json(tool_api.openapi(self.pages.to.base))
        if path == "-/metrics":
            pages = len(self._library().catalogue.pages)
            return Reply(200, self.metrics.text(self.pages.rendered, pages=pages).encode(), KIND)
        if path.startswith(tool_api.API):
            return Reply(405, b"Tools are called by POST.\n", headers=(("allow", "POST"),))
        return self.pages.missing("")

    def _tended(self, care: Care) -> Tending:
        from wikic.serve.tending import Tending  # the linter and the fold, which readers do not need

        with self._lock:
            if self._tending is None:
                self._tending = Tending(self.pages, care)
            return self._tending

    def _post(self, request: Request, path: str) -> Reply:
        if path == ASK:
            question = request.form().get("question", "")[:LONGEST].strip()
            return self._ask(request, question, EVIDENCE, html=True)
        if path.startswith(ADDRESSES) and self._care is not None:
            return self._tended(self._care).post(request)
        if not path.startswith(tool_api.API):
            return Reply(405, b"Nothing is taken here.\n", headers=(("allow", "GET, HEAD"),))
        arguments = tool_api.arguments_of(request)
        if isinstance(arguments, Reply):
            return arguments
        name = path.removeprefix(tool_api.API)
        if name != tool_api.ASK:
            return tool_api.run(self._library(), name, arguments)
        taken = check_arguments(tool_api.ASK_PARAMETERS, arguments)
        if isinstance(taken, Problem):
            return tool_api.problem(422, taken.text())
        return self._ask(request, taken["question"][:LONGEST].strip(), taken["evidence"], html=False)

    def _ask(self, request: Request, question: str, evidence: int, *, html: bool) -> Reply:
        if not question:
            page = self.pages.pages
            return (
                Reply.html(page.answer(self.pages.to, None))
                if html
                else tool_api.problem(422, "Nothing is asked.")
            )
        wait = self._turns.begin(request.client)
        if wait:
            said = self.pages.pages.say(wait, count=A_MINUTE)
            return Reply(429, f"{said}\n".encode(), headers=BUSY)
        if html and self._asked:
            # A model takes a while: what it does is shown meanwhile.
            return Reply(200, kind=HTML, make=lambda write: self._show(request, question, evidence, write))
        try:
            asked = self._askers.ask(question, evidence)
        finally:
            self._turns.end(request.client)
        if not html:
            return Reply.json(asked.answer)
        return Reply.html(
            self.pages.pages.answer(self.pages.to, Told(question, asked.answer, self._cost(asked)))
        )

    def _cost(self, asked: Asked) -> str:
        return cost_of(asked, self.pages.pages.say)

    def _show(self, request: Request, question: str, evidence: int, write: Write) -> None:
        """A page that begins at once, with the answer at its end."""
        speak(request.accepts)
        live = LiveAnswer(write, self.pages.pages.say)

        def answered() -> Told:
            try:
                live.expected()
                asked = self._askers.ask(question, evidence, live.hear, live.called, live.expected)
                return Told(question, asked.answer, self._cost(asked), fell_back=_fell_back(asked))
            except Unheard:
                raise
            except Exception as error:  # noqa: BLE001 - the page has begun; its end says what went wrong
                return Told(question, fault=self._fault(request, error))
            finally:
                live.end()

        try:
            for piece in self.pages.pages.answering(self.pages.to, question, answered):
                live.add(piece)
            live.flush()
        except Unheard:
            pass  # whoever asked has left; the model is asked no further
        except Exception as error:  # noqa: BLE001 - the page has begun, and cannot be taken back
            self._fault(request, error)
        finally:
            self._turns.end(request.client)


def _fell_back(asked: Asked) -> bool:
    """Whether rules answer because the model did not."""
    return bool(asked.runs) and asked.answer.by == "heuristic"
