"""What the protocol serves, one wiki or many: tools, and pages as resources. Any threads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from wikic.mcp.resources import Resource
from wikic.mcp.tool_list import ListedTool
from wikic.mcp.tool_reply import ToolReply
from wikic.navigate.tools.result import Problem


class Serves(Protocol):
    """``Service`` over one wiki, ``FederatedService`` over many.

    reader: name of the one who asks over HTTP, None for whoever may read everything.
    """

    @property
    def tools(self) -> tuple[ListedTool, ...]:
        """Those that clients may call."""
        ...

    @property
    def instructions(self) -> str:
        """What a client's model is told of them."""
        ...

    def call(
        self, client: str, name: str, arguments: Mapping[str, Any] | None, reader: str | None = None
    ) -> ToolReply:
        """Call a tool for a client session, "" where it has none; everything that can go wrong is told."""
        ...

    def resources(self, reader: str | None = None) -> tuple[Resource, ...]:
        """Indexes, which lead to every page."""
        ...

    def read(self, uri: str, reader: str | None = None) -> str | Problem:
        """A page, index or source by its resource."""
        ...

    def complete(self, start: str, reader: str | None = None) -> tuple[str, ...]:
        """Page paths that begin so."""
        ...

    def close(self) -> None:
        """End."""
        ...
