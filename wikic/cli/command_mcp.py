"""``wikic mcp``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wikic.cli.options import Root, Verbose


def mcp(
    address: Annotated[
        str | None,
        typer.Argument(metavar="[HOST:PORT]", help="With --http: where to serve.", show_default=False),
    ] = None,
    directory: Root = Path(),
    http: Annotated[
        bool,
        typer.Option("--http", help="Serve over HTTP instead of standard input and output: 127.0.0.1:8420."),
    ] = False,
    values: Annotated[
        bool,
        typer.Option("--structured", help="Send results as values too, for programs; models read the text."),
    ] = False,
    verbose: Verbose = False,
) -> None:
    """Serve the wiki to agents through the Model Context Protocol.

    Clients start it themselves: the command is `wikic`, the arguments are `mcp -C DIR`. No key is needed, and
    nothing is written into the wiki, which is followed while it changes. It ends with its client, or on
    Ctrl-C.

    With --http several clients share it. They send a token: that of the environment variable WIKIC_MCP_TOKEN,
    or one that is printed at the start. Other machines are only served with a token of yours.
    """
    from wikic.cli import console
    from wikic.errors import UsageError
    from wikic.mcp.http import DEFAULT_ADDRESS
    from wikic.mcp.run import Options, run
    from wikic.session import Session

    if address is not None and not http:
        raise UsageError("an address is for --http", hint=f"wikic mcp --http {address}")
    session = Session.open(directory)

    def say(line: str) -> None:
        console.complain(f"wikic: {line}")

    options = Options(http=address or DEFAULT_ADDRESS if http else None, values=values)
    run(session.root, options, say, say if verbose else lambda _: None)
