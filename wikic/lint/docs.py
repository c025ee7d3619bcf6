"""What a rule says of itself: `wikic lint --explain`, and docs/rules/, one page each and a table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from wikic.lint.profile import VAULT, WIKIC
from wikic.lint.registry import RULES, rule
from wikic.lint.rule import Rule
from wikic.whole_file import replace_file

FAMILIES: Final = (
    ("L", "Links"),
    ("I", "Indexes"),
    ("P", "Pages"),
    ("F", "Frontmatter"),
    ("C", "Citations"),
    ("S", "Schema and names"),
    ("D", "Duplicates"),
    ("K", "Content"),
    ("W", "Write guard"),
    ("U", "Comments that silence rules"),
)

_INTRODUCTION: Final = """\
# Lint rules

`wikic lint` checks a wiki against these rules, `wikic lint --explain CODE` prints one. An error fails a gate,
a warning or a note does not. A rule's code and name never change their meaning.

Pages whose frontmatter carries `fold:` are generated: what is wrong in a generated part is folded again,
never patched. Pages without it, and the sections people add to generated pages, are prose: links,
frontmatter and markers are checked there, the shape of a page is not. Articles are never read as Markdown.

A directory of Markdown that wikic did not make is a vault: `wikic adopt DIR` writes the `wikic.toml` that
fits it (`profile = "vault"` below `[lint]`, and where pages, raw documents and templates lie). Each rule's
page says what becomes of it there. In a vault both link syntaxes are read; a name is sought as path, in the
same folder, as file name, alias, title, id and slug of a title, pages before raw documents and the nearest
first; files of any kind are found by name, as Obsidian does; links to hidden directories, addresses of a
site and other hosts are not checked.

What `wikic lint` prints, how findings are silenced, and what a baseline is:
[lint-output.md](../lint-output.md).

Generated from `wikic/lint/rules/` by `wikic.lint.docs.pages()`; a test checks that this is up to date.
"""


def pages() -> dict[str, str]:
    """The files of docs/rules/ by name."""
    return {"README.md": _table(), **{f"{each.code}.md": page(each) for each in RULES}}


def explain(code: str) -> str:
    """The documentation of a rule by code or name, as Markdown. Raises UsageError when there is none."""
    return page(rule(code))


def page(rule: Rule) -> str:
    """One rule's documentation as Markdown."""
    return "\n".join(
        (
            f"# {rule.code} {rule.name}",
            "",
            f"{rule.severity.capitalize()}, category `{rule.category}`.",
            f"Fix: {_remedy(rule)}.",
            f"Profile `vault`: {_in_vault(rule)}.",
            "",
            "## What it finds",
            rule.summary,
            "",
            "## Why it is bad",
            rule.why,
            "",
            "## Example",
            *_snippet(rule.example),
            "",
            "## Use instead",
            *_snippet(rule.instead),
            "",
        )
    )


def _in_vault(rule: Rule) -> str:
    """What becomes of the rule where wikic did not make the wiki."""
    severity = VAULT.severity(rule.code, rule.severity)
    if severity is None:
        return "not checked"
    only = " (only there)" if WIKIC.severity(rule.code, rule.severity) is None else ""
    return f"{severity}{only}"


def _kind(rule: Rule) -> str:
    """``safe`` or ``unsafe`` edits, ``fold``, or nothing."""
    first = re.split(r"\W", rule.fix, maxsplit=1)[0]
    return first if first in ("safe", "unsafe", "") else "fold"


def _remedy(rule: Rule) -> str:
    kind, _, doing = rule.fix.partition(": ")
    return f"{doing} ({kind})" if kind in ("safe", "unsafe") else rule.fix or "by hand"


def _snippet(text: str) -> tuple[str, ...]:
    """Wiki text in a fence that its own fences cannot close; prose as it is."""
    if (
        text.endswith(".")
        and "\n" not in text
        and not text.startswith(("- ", "---", "#"))
        and "[[" not in text
        and "](" not in text
    ):
        return (text,)
    return ("````markdown", *text.split("\n"), "````")


def _table() -> str:
    lines = [_INTRODUCTION]
    for family, title in FAMILIES:
        lines += [f"## {title}", "", "| code | name | severity | fix | finds |", "|---|---|---|---|---|"]
        for each in RULES:
            if each.code.startswith(family):
                kind = _kind(each)
                lines.append(
                    f"| [{each.code}]({each.code}.md) | {each.name} | {each.severity} | {kind} "
                    f"| {_cell(each.summary)} |"
                )
        lines.append("")
    return "\n".join(lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def write(folder: str) -> None:
    """Write the files into a folder that exists."""
    for name, text in pages().items():
        replace_file(Path(folder, name), text.encode())
