"""``wikic serve`` and ``wikic mcp``: a wiki, or many, for people and for agents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wikic.cli import console
from wikic.cli.options import MaxCost, MaxTokens, Root, Store, Verbose, Wikis

if TYPE_CHECKING:
    from wikic.serving.address import Address
    from wikic.serving.followed import Followed
    from wikic.serving.http import App

# Each waits for its model most of the time.
_AT_ONCE = 4


def serve(
    address: Annotated[
        str | None,
        typer.Argument(
            metavar="[HOST:PORT]",
            help="Where to serve; port 0 takes a free one.  \\[default: 127.0.0.1:8400]",
            show_default=False,
        ),
    ] = None,
    directory: Root = Path(),
    model: Annotated[
        str | None,
        typer.Option(
            help="Language model that answers questions where rules do not do.  \\[default: as configured]",
            show_default=False,
        ),
    ] = None,
    edit: Annotated[
        bool, typer.Option("--edit", help="Let pages be changed by forms: facts, sections, fixes, joins.")
    ] = False,
    commit: Annotated[
        bool,
        typer.Option(
            "--commit",
            help="Make a git commit of every such change, and of decisions of --review; implies --edit.",
        ),
    ] = False,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    review: Annotated[
        bool,
        typer.Option("--review", help="Let readers accept and reject what waits for review, at /-/review."),
    ] = False,
    store: Store = "",
    wikis: Wikis = None,
    verbose: Verbose = False,
) -> None:
    """Serve the wiki as a website, to people and programs. It ends on Ctrl-C.

    Pages show the sentence behind every citation, search as you type, and answer questions; the wiki is
    followed while it changes. No key is needed, and nothing is written into it but what people change by
    the forms of --edit, and accept of what waits with --review, at /-/review.

    For programs every page is there as .json and .md beside its address (/people/Isaac-Dunn.json), the
    tools at /-/api/TOOL with their description at /-/openapi.json, the Model Context Protocol at /-/mcp,
    counters at /-/metrics. An adopted directory (wikic adopt) is served as it is.

    With --wikis many wikis are served: a list of them, each below its name (/ada/people/Isaac-Dunn), a search
    and questions over all, answered by rules. A manifest may say who reads which; WIKIC_SERVE_READERS names
    the file with their tokens.

    Other machines are only served with a token: that of the environment variable WIKIC_SERVE_TOKEN, or one
    that is made and printed, with an address that lets one browser in once. What they send is not
    encrypted: put a proxy with TLS before it where others may listen.
    """
    from contextlib import ExitStack
    from dataclasses import replace

    from wikic.cli.ask_run import configured_model, server_asker
    from wikic.errors import UsageError
    from wikic.llm.limits import Limits
    from wikic.serve.care import Care
    from wikic.serve.run import DEFAULT_ADDRESS, Options, run, run_many
    from wikic.session import Session

    if wikis is not None:
        given = model or store or max_cost is not None or max_tokens is not None or directory != Path()
        if given or edit or commit or review:
            raise UsageError(
                "--wikis asks no model, reads files and changes none: leave out -C, --model, --store, "
                "limits, --edit, --commit and --review"
            )
        from wikic.mcp.run import application_of_many

        run_many(
            wikis,
            address or DEFAULT_ADDRESS,
            lambda federation, where, told: application_of_many(federation, where, "/-/mcp", told=told),
            _say,
        )
        return
    session = Session.open(directory)

    def protocol(followed: Followed, where: Address) -> App:
        from wikic.mcp import run as mcp

        asks = f"rules and {options.asked}" if options.asked else "rules"
        given = mcp.Options(asker=options.asker, asks=asks, at_once=options.at_once)
        return mcp.application(followed, where, given, "/-/mcp")

    name = configured_model(session, model)
    options = Options(address or DEFAULT_ADDRESS, session.asker, mcp=protocol, store=session.store(store))
    config = session.config
    options = replace(options, site=config.site)
    if options.store:
        if edit or commit or review:
            raise UsageError(
                "a wiki in a store is only read", hint="leave out --edit, --commit and --review, or --store"
            )
    elif config.lint.profile != "vault":
        care = Care(session.root, config.lint, config.wiki.title, session.today, edit or commit, commit)
        options = replace(options, care=care, review=care if review else None)
    elif edit or commit or review:
        raise UsageError(
            "nothing is written in an adopted directory",
            hint="leave out --edit, --commit and --review; edit its notes in an editor",
        )
    with ExitStack() as stack:
        if name is not None:
            models = stack.enter_context(session.models(model, Limits(max_cost, max_tokens)))
            options = replace(options, asker=server_asker(session, models), at_once=_AT_ONCE, asked=name)
        run(session.root, options, _say, _say if verbose else lambda _: None)


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

    from wikic.cli.ask_run import configured_model, meaning_of, server_asker
    from wikic.errors import UsageError
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
        run_many(wikis, Options(where, values), _say)
        return
    session = Session.open(directory)

    name = configured_model(session, model)
    with ExitStack() as stack:
        options = Options(where, values, session.asker, store=session.store(store))
        by_meaning = session.config.embedding.model is not None and not options.store
        if name is not None or by_meaning:
            models = stack.enter_context(session.models(model, Limits(max_cost, max_tokens)))
        if by_meaning:
            options = replace(options, meaning=meaning_of(session, models))
        if name is not None:
            options = replace(
                options, asker=server_asker(session, models), asks=f"rules and {name}", at_once=_AT_ONCE
            )
        run(session.root, options, _say, _say if verbose else lambda _: None)


def _say(line: str) -> None:
    console.complain(f"wikic: {line}")
