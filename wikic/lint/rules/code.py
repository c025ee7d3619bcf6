"""K005: code in facts against the code in their quotes, without a model.

Names, numbers and dates are K001's. What people reworded stands on pages and is theirs; here digests are
read.
"""

from __future__ import annotations

from collections.abc import Iterator

from wikic.lint.problem import Problem
from wikic.lint.rule import Rule
from wikic.lint.view.sources import statement_line
from wikic.lint.view.wiki_view import WikiView
from wikic.markdown.bullet_lines import unmarked
from wikic.model.finding import Category, Severity

_SHOWN = 3  # of what is altered: the first say where to look


def check_code(view: WikiView) -> Iterator[Problem]:
    for digest in view.digests():
        if not digest.unquoted:
            continue
        assert digest.digest is not None  # it has an outline
        told = {text for _, text in digest.unquoted}
        quotes = {block.id: block.text for block in digest.digest.blocks}
        for statement in digest.digest.statements:
            if statement.retired or statement.text not in told:
                continue
            from wikic.text import code_tokens

            cited = [quotes[each] for each in statement.blocks if each in quotes]
            altered = code_tokens.altered(unmarked(statement.text), cited, [digest.digest.title])
            if altered:
                more = f" and {len(altered) - _SHOWN} more" if len(altered) > _SHOWN else ""
                message = f"^{statement.id} and its quotes differ in {', '.join(altered[:_SHOWN])}{more}"
                line = statement_line(digest, statement)
                help, facts = "compile the document again", ((digest.file, statement.id),)
                yield Problem(digest.file, line, 1, message, help=help, facts=facts)


K005 = Rule(
    code="K005",
    name="altered-code",
    category=Category.UNSUPPORTED_FACT,
    severity=Severity.ERROR,
    summary="Code of a fact is not as its quotes have it: a call, path, option, placeholder, variable or "
    "signed number is altered, or gone from where it stood.",
    why="Code is copied to the letter. A command without its placeholder, a pattern without its asterisks "
    "or a number without its minus does something else. A fact may leave code out together with what is "
    "said of it, and word the rest freely; what people reworded is not looked at.",
    example='The fact `Call glob("/.py").` where the quote is ``Call `glob("**/*.py")`.``',
    instead='The fact `Call glob("**/*.py").`: compile the document again.',
    check=check_code,
    scope="file",
)
