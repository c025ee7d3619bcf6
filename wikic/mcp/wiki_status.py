"""``wiki_status``: which wiki this is, how current the tools are, what this conversation has read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from wikic.mcp.replies import Conversation
from wikic.navigate.indexes.catalogue_view import Directory
from wikic.navigate.tools.result import Result
from wikic.serving.followed import Followed
from wikic.wiki import lock

NAME: Final = "wiki_status"
DESCRIPTION: Final = (
    "Which wiki this is: what it is about, its directories with counts, how many sources it rests on, "
    "whether it is being written, and what you have read of it so far. With fresh=true what you read is "
    "forgotten, so that pages are sent again: use it when earlier results are no longer before you."
)
PARAMETERS: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "fresh": {
            "type": "boolean",
            "description": "Forget what was read in this conversation.",
            "default": False,
        }
    },
    "additionalProperties": False,
}
_SHOWN: Final = 20  # unread pages by name


@dataclass(frozen=True, slots=True)
class Status:
    """The state of a served wiki.

    title, overview: of the wiki.
    pages, sources: how many there are.
    directories: those of pages, with counts.
    in_step: whether search and links are as the files are; pages always are.
    writer: who is writing now, or "".
    reads_from: the mirror, or the files and why.
    asks: who answers wiki_ask.
    version: of wikic.
    read: pages this conversation has read, in order.
    unread: pages it was shown by name and has not read.
    lasting: whether the server knows this conversation from call to call.
    adopted: whether people wrote the pages, and not wikic.
    """

    title: str
    overview: str
    pages: int
    sources: int
    directories: tuple[Directory, ...]
    in_step: bool
    writer: str
    reads_from: str
    asks: str
    version: str
    read: tuple[str, ...]
    unread: tuple[str, ...]
    lasting: bool
    adopted: bool = False

    @property
    def ok(self) -> bool:
        """True."""
        return True

    def text(self) -> str:
        """The state in a few lines, as the model reads it."""
        lines = [f"# {self.title or 'Wiki'}", *([f"> {self.overview}"] if self.overview else []), ""]
        rests = "as people wrote them" if self.adopted else f"from {_count_noun(self.sources, 'source')}"
        lines.append(f"{_count_noun(self.pages, 'page')} {rests}")
        for each in self.directories:
            about = f" -- {each.description}" if each.description else ""
            lines.append(f"- {each.path}/ ({_count_noun(each.pages + each.below, 'page')}){about}")
        lines.append("")
        step = "in step with the files" if self.in_step else "being brought in step with the files"
        lines.append(f"Search and links are {step}; pages are read as they stand.")
        if self.writer:
            lines.append(f"Being written by {self.writer}.")
        lines.append(f"wiki_ask answers by {self.asks}; wikic {self.version} reads from {self.reads_from}.")
        if not self.lasting:
            lines.append("This connection has no session: every call is answered in full.")
            return "\n".join(lines)
        lines.append(f"You have read {_count_noun(len(self.read), 'page')} in this conversation.")
        if self.unread:
            more = f" and {len(self.unread) - _SHOWN:,} more" if len(self.unread) > _SHOWN else ""
            lines.append(f"Shown and not read: {', '.join(self.unread[:_SHOWN])}{more}")
        return "\n".join(lines)


def run_status(
    followed: Followed, asks: str, arguments: Mapping[str, Any], conversation: Conversation
) -> Result:
    """The tool; arguments are checked."""
    from wikic import __version__

    if arguments["fresh"]:
        conversation.forget()
    library = followed.library
    title, overview = library.overview()
    owner = lock.owner(library.root)
    reading = conversation.reading
    return Status(
        title=title,
        overview=overview,
        pages=len(library.catalogue.pages),
        sources=len(library.catalogue.sources),
        directories=library.directories(),
        in_step=not followed.busy,
        writer=str(owner) if owner is not None else "",
        reads_from=followed.reads_from,
        asks=asks,
        version=__version__,
        read=tuple(reading.pages),
        unread=reading.unread(),
        lasting=conversation.lasting,
        adopted=library.tree.adopted,
    )


def _count_noun(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
