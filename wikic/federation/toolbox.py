"""The toolbox over many wikis: its tools, each with the wiki that is meant.

Addresses may say it themselves (``ada:people/Isaac-Dunn``); a search without it goes to the wikis that are
likeliest to know. What a wiki says stands below its name, with addresses as that wiki has them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from rapidfuzz import process

from wikic.errors import WikicError
from wikic.federation.ask import Federation
from wikic.federation.members import parted, qualified, title_beside
from wikic.navigate.tools import toolbox
from wikic.navigate.tools.arguments import check_arguments
from wikic.navigate.tools.result import Problem, Reading, Result
from wikic.navigate.tools.toolbox import Tool
from wikic.navigate.tools.wiki_read import ReadResult

_WIKI: Final[dict[str, Any]] = {
    "type": "string",
    "description": "Name of one wiki, as in wiki_list; addresses such as `ada:people/Ann` say it, too.",
    "default": "",
}
# The argument of a tool that holds addresses, and of those that may be asked of several wikis the words.
_ADDRESSES: Final = {
    "wiki_read": "paths",
    "wiki_links": "page",
    "source_read": "source",
    "wiki_list": "directory",
    "rerank": "collected",
}
_WORDS: Final = {"wiki_search": "query", "source_search": "keywords"}
_SEARCHED: Final = 5  # wikis a search without a name goes to
_LISTED: Final = 100  # wikis of a list
_NEXT: Final = "Call wiki_list without arguments for their names, or wiki_ask without `wiki` to ask them all."

# The reading of one conversation in one wiki, for as long as it is used.
Readings = Callable[[str], AbstractContextManager[Reading]]


@dataclass(frozen=True, slots=True)
class InWiki:
    """What a tool gave in one wiki. wiki: its name. title: what it calls itself."""

    wiki: str
    title: str
    result: Result

    @property
    def ok(self) -> bool:
        """Whether there is something to read."""
        return self.result.ok

    def text(self) -> str:
        """The result below the wiki's name."""
        title = title_beside(self.wiki, self.title)
        return f"# In {self.wiki}{title and f', {title}'} (wiki={self.wiki!r})\n\n{self.result.text()}"


@dataclass(frozen=True, slots=True)
class FromWikis:
    """What a tool gave in several wikis, the likeliest first."""

    results: tuple[InWiki | Problem, ...]

    @property
    def ok(self) -> bool:
        """Whether any of them has something to read."""
        return any(each.ok for each in self.results)

    def text(self) -> str:
        """One after the other; wikis with nothing in a line at the end."""
        shown = [each.text() for each in self.results if each.ok or isinstance(each, Problem)]
        empty = [each.wiki for each in self.results if isinstance(each, InWiki) and not each.ok]
        if not shown:
            shown = [each.text() for each in self.results]
        elif empty:
            shown.append(f"Nothing in {', '.join(empty)}.")
        return "\n\n".join(shown)


@dataclass(frozen=True, slots=True)
class Listed:
    """One wiki of a list."""

    name: str
    title: str
    about: str


@dataclass(frozen=True, slots=True)
class WikiList:
    """The wikis there are. next: cursor of those that follow, or ""."""

    wikis: tuple[Listed, ...]
    next: str

    @property
    def ok(self) -> bool:
        """Whether there are any."""
        return bool(self.wikis)

    def text(self) -> str:
        """A line for each."""
        lines = []
        for each in self.wikis:
            title = title_beside(each.name, each.title)
            lines.append(
                f"- {each.name}{title and f': {title}'}" + (f" -- {each.about}" if each.about else "")
            )
        if self.next:
            lines.append(f"There are more: call again with after={self.next!r}")
        return "\n".join(lines) or "There is no wiki that you may read."


def _names_nothing(tool: Tool, given: Mapping[str, Any]) -> bool:
    """Whether a call says no more than where a list goes on."""
    usual = {name: rule.get("default") for name, rule in tool.parameters["properties"].items()}
    return all(value == usual[name] for name, value in given.items() if name != "after")


def with_wiki(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON schema of a tool's arguments, the wiki among them."""
    return {**parameters, "properties": {**parameters["properties"], "wiki": _WIKI}}


class FederatedTools:
    """The tools over the wikis of a federation that one reader may read.

    reader: None is this machine's. most: tokens of a result.
    """

    def __init__(self, federation: Federation, reader: str | None, readings: Readings, most: int) -> None:
        self._most = most
        self._federation = federation
        self._readings = readings
        self._names = tuple(each.name for each in federation.open_to(reader))
        self._reader = reader

    def unknown(self, wiki: str) -> Problem | None:
        """What to say of a wiki that is not there, or not for this reader; None for one that is."""
        if wiki in self._names:
            return None
        alike = tuple(name for name, _, _ in process.extract(wiki, self._names, limit=5, score_cutoff=60))
        return Problem(f"There is no wiki {wiki[:60]!r}.", alike or self._names[:5], _NEXT)

    def number(self, digest: str) -> str:
        """What a document is cited by: its wiki, and its number in this conversation with that wiki."""
        wiki, path = parted(digest, self._names)
        with self._readings(wiki) as reading:
            return qualified(wiki, str(reading.number(path)))

    def call(self, name: str, arguments: Mapping[str, Any]) -> Result:
        """Run a tool by name; everything that can be wrong is a ``Problem``."""
        tool = toolbox.find_tool(name)
        if tool is None:
            return Problem(f"There is no tool {name[:60]!r}.")
        given = check_arguments(with_wiki(tool.parameters), arguments)
        if isinstance(given, Problem):
            return given
        wiki = given.pop("wiki")
        if wiki and (problem := self.unknown(wiki)) is not None:
            return problem
        if name == "wiki_list" and not wiki and _names_nothing(tool, given):
            return self._listed(given["after"])
        calls = self._calls(name, given, wiki)
        if isinstance(calls, Problem):
            return calls
        if "max_tokens" in given:  # what is left out has a cursor; what is cut off would count as read
            most = min(given["max_tokens"], self._most // len(calls))
            calls = [(each, {**args, "max_tokens": most}) for each, args in calls]
        results = tuple(self._run(each, name, args) for each, args in calls)
        return results[0] if len(results) == 1 else FromWikis(results)

    def _calls(
        self, name: str, given: dict[str, Any], wiki: str
    ) -> list[tuple[str, dict[str, Any]]] | Problem:
        """The wikis to ask, each with its arguments."""
        slot = _ADDRESSES.get(name)
        if slot is not None and given.get(slot):
            found = self._addressed(given[slot], wiki)
            if isinstance(found, Problem):
                return found
            return [
                (each, {**given, slot: paths if isinstance(given[slot], list) else paths[0]})
                for each, paths in found.items()
            ]
        if wiki:
            return [(wiki, given)]
        words = given.get(_WORDS.get(name, ""))
        if words:
            text = " ".join(map(str, words)) if isinstance(words, list) else str(words)
            routed = self._federation.route(text, _SEARCHED, self._reader)
            if not routed:
                unread = [each for each in self._federation.registry.unread if each in self._names]
                left = f" {', '.join(unread)} cannot be read now." if unread else ""
                return Problem(f"No wiki knows any word of {text[:200]!r}.{left}", next=_NEXT)
            return [(each.name, given) for each in routed]
        return Problem("Say which wiki: wiki='…'.", self._names[:5], _NEXT)

    def _addressed(self, value: object, wiki: str) -> dict[str, list[str]] | Problem:
        """The paths of each wiki that addresses name, in order."""
        found: dict[str, list[str]] = {}
        for address in map(
            str, value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
        ):
            home, path = parted(address, self._names)
            if not home and not wiki:
                return Problem(
                    f"{address[:200]!r} does not say of which wiki it is.",
                    tuple(f"{each}:{address[:100]}" for each in self._names[:3]),
                    "Begin it with the wiki's name and a colon, or give `wiki`.",
                )
            found.setdefault(home or wiki, []).append(path)
        return found

    def _run(self, wiki: str, name: str, arguments: Mapping[str, Any]) -> InWiki | Problem:
        try:
            with self._federation.library(wiki) as library, self._readings(wiki) as reading:
                result = toolbox.call(library, name, arguments, reading)
                if isinstance(result, ReadResult):
                    self._federation.note_read(wiki, result, reading)
                return InWiki(wiki, library.overview()[0], result)
        except (WikicError, OSError) as error:
            said = f": {error}" if self._reader is None else "."  # it may name files of this machine
            return Problem(f"{wiki} cannot be read now{said}")

    def _listed(self, after: str) -> WikiList:
        """The wikis by name, from the one behind ``after``."""
        names = iter(sorted(name for name in self._names if name > after))
        rows = tuple(self._rows(islice(names, _LISTED)))
        return WikiList(rows, rows[-1].name if next(names, None) is not None else "")

    def _rows(self, names: Iterator[str]) -> Iterator[Listed]:
        known = {each.name: (title, about) for each, title, about in self._federation.overviews(self._reader)}
        for name in names:
            title, about = known.get(name, ("", ""))
            yield Listed(name, title, about if title else "cannot be read now")
