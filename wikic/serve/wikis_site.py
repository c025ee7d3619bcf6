"""Many wikis at one address: a list of them, each below its name, and questions over all."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Final

from wikic.config import load
from wikic.errors import WikicError
from wikic.federation.ask import Federation
from wikic.federation.members import Member, title_beside
from wikic.navigate.library import Library
from wikic.navigate.reader.search import find_pages
from wikic.navigate.tools.arguments import check_arguments
from wikic.navigate.tools.result import Problem
from wikic.serve import tool_api
from wikic.serve.answering import BUSY, Answering
from wikic.serve.exchange import Reply, Request
from wikic.serve.metrics import KIND, Rendered
from wikic.serve.questions import A_MINUTE, LONGEST, Turns
from wikic.serve.reader_pages import static
from wikic.serve.site import ASK, EVIDENCE, ICON_PATH, Site
from wikic.serve.speaking import language
from wikic.site.addresses import OWN, WikisAddresses, wiki_on
from wikic.site.rendering import ICON, Told
from wikic.site.wikis_pages import FoundIn, ListedWiki, WikisPages

_BELOW: Final = f"{OWN}/"
_TO: Final = WikisAddresses()
_SITES: Final = 64  # kept for the next request; each may hold 16 MB of pages
_FOUND: Final = 5  # wikis on a page of results, and pages of each
_PATIENCE: Final = 30.0  # seconds for wikis that make their indexes first
_AT_ONCE: Final = 2  # questions over many wikis; each has threads of its own


@dataclass(slots=True)
class _Held:
    """One wiki as a site. library: that it shows. users: threads that are at it."""

    library: Library
    site: Site
    users: int = 0


class WikisSite(Answering):
    """Answers every request for the wikis of a federation. ``close`` it when the server ends."""

    def __init__(self, federation: Federation, say: Callable[[str], None]) -> None:
        super().__init__(say)
        self._federation = federation
        self.health = federation.health
        self._turns = Turns()
        self._room = BoundedSemaphore(_AT_ONCE)
        self._lock = Lock()
        self._sites: OrderedDict[Path, _Held] = OrderedDict()

    def close(self) -> None:
        """Write what is left of logs."""
        with self._lock:
            held, self._sites = list(self._sites.values()), OrderedDict()
        for each in held:
            each.site.close()

    def at_once(self, request: Request) -> Reply | None:
        """The reply where nothing has to be waited for, or None."""
        if request.path is None or request.method != "GET":
            return None
        if request.path == "-/healthz":
            return self._healthy()
        if request.path == ICON_PATH:
            return static(ICON)
        own = request.path if request.path.startswith(_BELOW) else request.path.partition("/")[2]
        return static(own.removeprefix(_BELOW)) if own.startswith(_BELOW) else None

    def takes_long(self, request: Request) -> bool:
        """Whether the reply may take long: a question."""
        return request.method == "POST"

    def _answer(self, request: Request) -> Reply:
        path = request.path
        if path is None:
            return self._missing()
        if path == OWN or path.startswith(_BELOW):
            return self._own(request, path)
        if path == "":
            return Reply.html(self._pages.wikis(self._listed(request.reader)))
        wiki, slash, below = path.partition("/")
        open_to = self._federation.open_to(request.reader)
        member = next((each for each in open_to if each.name == wiki), None)
        if member is None:
            return self._missing()
        if not slash:
            return Reply.to(_TO.directory(f"{wiki}:"))
        if below in ("-/metrics", "-/mcp"):  # of the server
            return self._missing()
        with self._site(member) as site:
            return site.answer(replace(request, path=below))

    def _own(self, request: Request, path: str) -> Reply:
        if path == ASK:
            if request.method == "GET":
                return Reply.html(self._pages.answer(None))
            return self._ask(request, request.form().get("question", ""), EVIDENCE, html=True)
        if path == f"{tool_api.API}{tool_api.ASK}" and request.method == "POST":
            arguments = tool_api.arguments_of(request)
            if isinstance(arguments, Reply):
                return arguments
            taken = check_arguments(tool_api.ASK_PARAMETERS, arguments)
            if isinstance(taken, Problem):
                return tool_api.problem(422, taken.text())
            return self._ask(request, taken["question"], taken["evidence"], html=False)
        if request.method == "POST":
            return Reply(405, b"Nothing is taken here.\n", headers=(("allow", "GET, HEAD"),))
        if path == "-/search":
            query = request.query.get("q", "")
            return Reply.html(self._pages.found(query, tuple(self._found(query, request.reader))))
        if path == "-/suggest":
            return Reply.json(list(self._suggested(request.query.get("q", ""), request.reader)))
        if path == "-/metrics" and request.reader is None:  # it counts everybody's wikis and requests
            wikis = len(self._federation.members)
            return Reply(200, self.metrics.text(Rendered(), wikis=wikis).encode(), KIND)
        return self._missing()

    def _ask(self, request: Request, question: str, evidence: int, *, html: bool) -> Reply:
        question = question[:LONGEST].strip()
        if not question:
            return (
                Reply.html(self._pages.answer(None)) if html else tool_api.problem(422, "Nothing is asked.")
            )
        wait = self._turns.begin(request.client)
        if wait:
            said = self._pages.say(wait, count=A_MINUTE)
            return Reply(429, f"{said}\n".encode(), headers=BUSY)
        try:
            with self._room:
                found = self._federation.ask(
                    question, evidence=evidence, seconds=_PATIENCE, reader=request.reader
                )
        finally:
            self._turns.end(request.client)
        self._federation.note(found)
        if not html:
            return Reply.json(found.answer)
        return Reply.html(self._pages.answer(Told(question, found.answer)))

    def _missing(self) -> Reply:
        return Reply.html(self._pages.missing(), 404)

    def _listed(self, reader: str | None) -> list[ListedWiki]:
        rows = []
        for each, title, about in self._federation.overviews(reader):
            rows.append(
                ListedWiki(each.name, title or each.name, about, bool(title_beside(each.name, title)))
            )
        return sorted(rows, key=lambda row: row.title.casefold())

    def _found(self, query: str, reader: str | None) -> Iterator[FoundIn]:
        if not query.strip():
            return
        listed = {each.name: each for each in self._listed(reader)}
        for each in self._federation.route(query, _FOUND, reader):
            with suppress(WikicError), self._federation.library(each.name) as library:
                hits = find_pages(library, query).hits[:_FOUND]
                if hits:
                    yield FoundIn(listed[each.name], hits)

    def _suggested(self, typed: str, reader: str | None) -> Iterator[dict[str, str]]:
        """Wikis by their names; pages are found by a search."""
        start = typed.strip().casefold()
        for each in self._listed(reader):
            if start and (start in each.title.casefold() or start in each.name.casefold()):
                url = _TO.directory(f"{each.name}:").removeprefix(_TO.root)
                yield {"title": each.title, "url": url, "summary": each.about}

    @property
    def _pages(self) -> WikisPages:
        return WikisPages(language() or self._federation.registry.language())

    @contextmanager
    def _site(self, member: Member) -> Iterator[Site]:
        """One wiki as a site, kept while its library stays open."""
        with self._federation.library(member.name) as library:
            held = self._take(member, library)
            try:
                yield held.site
            finally:
                for each in self._give_back(held):
                    each.site.close()

    def _take(self, member: Member, library: Library) -> _Held:
        with self._lock:
            held = self._sites.pop(member.root, None)
            if held is None or held.library is not library:
                told = replace(load(member.root).site, url="")  # which it has not among others
                held = _Held(library, Site(member.root, lambda: library, self._say))
                held.site.pages.to, held.site.pages.above = wiki_on(_TO, member.name), _TO.root
                held.site.pages.site = told
            held.users += 1
            self._sites[member.root] = held
            return held

    def _give_back(self, held: _Held) -> list[_Held]:
        """Sites that are no longer kept, those that nobody asked for the longest time."""
        with self._lock:
            held.users -= 1
            idle = [root for root, each in self._sites.items() if not each.users]
            surplus = max(0, len(self._sites) - _SITES)
            return [self._sites.pop(root) for root in idle[:surplus]]
