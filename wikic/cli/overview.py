"""All commands on one screen, by what a person wants to do: what ``wikic`` alone says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

# Groups in the order in which a wiki's life meets them, each command with a few words.
GROUPS: Final[tuple[tuple[str, tuple[tuple[str, str], ...]], ...]] = (
    (
        "Start",
        (
            ("init", "lay out a new wiki"),
            ("compile", "take documents in"),
            ("work", "answer for a model"),
            ("write", "articles, by a model"),
            ("adopt", "take a vault as it is"),
            ("fleet", "keep many wikis"),
        ),
    ),
    (
        "Read",
        (
            ("ask", "answer a question"),
            ("chat", "ask again and again"),
            ("search", "find pages"),
            ("read", "show pages"),
            ("export", "a site, skills, a graph"),
        ),
    ),
    (
        "Check",
        (
            ("lint", "find what is wrong"),
            ("fix", "mend what can be"),
            ("status", "what the wiki holds"),
            ("doctor", "what is missing here"),
            ("errors", "what models got wrong"),
        ),
    ),
    (
        "Change",
        (
            ("review", "accept what waits"),
            ("forget", "take a source out"),
            ("move", "a page elsewhere"),
            ("rename", "give it another name"),
            ("merge", "two pages into one"),
            ("split", "one page into several"),
            ("evolve", "directories that fit"),
            ("recover", "end what broke off"),
        ),
    ),
    (
        "Serve",
        (
            ("serve", "pages in a browser"),
            ("mcp", "tools for agents"),
            ("lsp", "help in an editor"),
            ("mirror", "a copy in a store"),
            ("embed", "vectors for meaning"),
        ),
    ),
    (
        "Measure",
        (
            ("eval", "answers against gold"),
            ("schema", "what --json prints"),
        ),
    ),
)
PANELS: Final = {name: group for group, commands in GROUPS for name, _ in commands}
_COLUMNS: Final = 2


def overview() -> Iterator[str]:
    """The lines of the screen: 80 columns, 24 rows."""
    yield "Compile documents into a linked, cited Markdown wiki, and keep it correct."
    yield ""
    for group, commands in GROUPS:
        for at in range(0, len(commands), _COLUMNS):
            row = "  ".join(f"{name:<8} {words:<24}" for name, words in commands[at : at + _COLUMNS])
            yield f"{'' if at else group:<9}{row}".rstrip()
    yield ""
    yield "`wikic COMMAND --help` says how. Start with:"
    yield "  wikic init DOCUMENTS -C my-kb && wikic compile DOCUMENTS -C my-kb"
