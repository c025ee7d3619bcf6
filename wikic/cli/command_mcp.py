"""``wikic mcp``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wikic.cli.options import MaxCost, MaxTokens, Root, Store, Verbose, Wikis

if TYPE_CHECKING:
    from wikic.navigate.ask.asker import Asker
    from wikic.navigate.library import Library

# Each waits for its model most of the time; the rest of the calls go on beside them.
_AT_ONCE = 4


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
    model: Annotated[
        str | None,
        typer.Option(
            help="Language model that answers wiki_ask where rules do not do.  \\[default: as configured]",
            show_default=False,
        ),
    ] = None,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    values: Annotated[
        bool,
        typer.Option("--structured", help="Send results as values too, for programs; models read the text."),
    ] = False,
    store: Store = "",
    wikis: Wikis = None,
    verbose: Verbose = False,
) -> None:
    """Serve the wiki to agents through the Model Context Protocol.

    Clients start it themselves: the command is `wikic`, the arguments are `mcp -C DIR`. No key is needed, and
    nothing is written into the wiki, which is followed while it changes; an adopted directory is served as
    it is. It ends with its client, or on Ctrl-C.

    With --wikis many wikis are served as one: a question goes to those that are likeliest to know, addresses
    begin with the wiki's name, and a manifest may say who reads which. It is answered by
    rules; a client's own model walks them with the tools.

    With --http several clients share it. They send a token: that of the environment variable WIKIC_MCP_TOKEN,
    or one that is printed at the start. Other machines are only served with a token of yours.
    """
    from contextlib import ExitStack
    from dataclasses import replace

    from wikic.cli import console
    from wikic.cli.who_answers import configured_model, meaning_of, model_asker
    from wikic.errors import UsageError, WikicError
    from wikic.llm.limits import Limits
    from wikic.mcp.http import DEFAULT_ADDRESS
    from wikic.mcp.run import Options, run, run_many
    from wikic.session import Session

    if address is not None and not http:
        raise UsageError("an address is for --http", hint=f"wikic mcp --http {address}")
    where = address or DEFAULT_ADDRESS if http else None
    if wikis is not None:
        if model or store or max_cost is not None or max_tokens is not None or directory != Path():
            raise UsageError(
                "--wikis asks no model and reads files: leave out -C, --model, --store and limits"
            )
        run_many(wikis, Options(where, values), lambda line: console.complain(f"wikic: {line}"))
        return
    session = Session.open(directory)

    def say(line: str) -> None:
        console.complain(f"wikic: {line}")

    name = configured_model(session, model)
    with ExitStack() as stack:
        options = Options(where, values, session.asker, store=session.store(store))
        by_meaning = session.config.embedding.model is not None and not options.store
        if name is not None or by_meaning:
            models = stack.enter_context(session.models(model, Limits(max_cost, max_tokens)))
        if by_meaning:
            options = replace(options, meaning=meaning_of(session, models))
        if name is not None:

            def asker(library: Library) -> Asker:
                # A client cannot mend what keeps the model from answering, whatever it is.
                note, forgiven = "wikic: asked without a model", (WikicError,)
                found = model_asker(lambda: session.asker(library, models), note=note, forgiven=forgiven)
                return found or session.asker(library)

            options = replace(options, asker=asker, asks=f"rules and {name}", at_once=_AT_ONCE)
        run(session.root, options, say, say if verbose else lambda _: None)
