"""``wikic lsp``."""

from __future__ import annotations

from typing import Annotated

import typer


def lsp(
    whole: Annotated[
        bool,
        typer.Option("--all", help="Tell findings in every file of a wiki, not only in those that are open."),
    ] = False,
    stdio: Annotated[
        bool, typer.Option("--stdio", hidden=True, help="What editors add; it is the only way.")
    ] = False,
) -> None:
    """Check, complete and rename in an editor: the language server of wikis.

    Editors start it themselves: the command is `wikic`, the argument is `lsp`, the language is Markdown. It
    speaks the Language Server Protocol over standard input and output, and ends with its client. How VS Code,
    Neovim, Helix and Zed are set up: docs/editor.md.

    It finds the knowledge base by the file that is open: one that wikic compiled, or a directory that
    `wikic adopt` took. There it shows while you type what `wikic lint` finds, and offers what `wikic fix`
    repairs. Everywhere it completes names of pages and headings, goes to where links lead, lists what links
    to a page, and renames pages and headings with every link to them. It writes no file: the editor makes the
    changes.
    """
    from wikic.lsp.run import run

    run(whole=whole)
