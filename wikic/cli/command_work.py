"""``wikic work``: what an agent is asked that answers in a model's place, handed out and taken in."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from wikic.cli import console
from wikic.cli.options import Json, Root
from wikic.errors import InputError, NotPlainError, UsageError

if TYPE_CHECKING:
    from wikic.compiler.agent_answers import Taken
    from wikic.llm.agent_work import AgentWork
    from wikic.session import Session

_MOST: Final = 1 << 20  # bytes of answers in one file: a reply of 8,000 tokens has 40,000
_SLIPS: Final = 8  # of one answer that are named
_NAME: Final = re.compile(r"[\w.@/+-]{1,60}")
# What agents' shells say of themselves, beside the variable that a person sets.
_KNOWN: Final = (("CLAUDECODE", "claude-code"), ("CODEX_SANDBOX", "codex"), ("CURSOR_AGENT", "cursor"))
_OWN: Final = "WIKIC_AGENT"
_FORM: Final = 'an answer is {"r…": {…}}, an entry for each request'


def work(context: typer.Context, directory: Root = Path(), json: Json = False) -> None:
    """See what `compile --model agent` asks, take some of it, and answer.

    An agent with a shell, Claude Code say, does here what a model with a key does elsewhere: `compile` writes
    requests, `wikic work next` hands some out, `wikic work answer` takes in the answers and says at once what
    is wrong with them. When nothing waits any more the same compile takes it all into the wiki.

    Without a further word, lists the requests: open, taken by somebody, or answered.
    """
    if context.invoked_subcommand is not None:
        if json or directory != Path():
            raise UsageError(
                "options go behind the command they are for",
                hint=f"wikic work {context.invoked_subcommand} … -C DIR",
            )
        return
    found = _opened(directory)
    requests = found.all()
    if json:
        listed = [
            {"id": each.id, "purpose": each.purpose, "about": each.about, "state": state}
            for each, state in requests
        ]
        console.say_json({"requests": listed, "next": found.command()})
        return
    for each, state in requests:
        console.say_text(f"{each.id}  {state:<8}  {each.purpose:<7}  {each.about}")
    _say_left(found, directory)


def next_(
    directory: Root = Path(),
    again: Annotated[
        bool, typer.Option("--again", help="Also what somebody took and has not answered.")
    ] = False,
) -> None:
    """Take some requests and print them: instructions, the form of the answer, documents as data.

    What is printed is taken: nobody else gets it, until somebody asks for it with --again, because whoever
    took it is gone. Exit code 1 when there is nothing to take.
    """
    from wikic.llm.agent_request import render_requests

    found = _opened(directory)
    requests = found.hand_out(again=again)
    if not requests:
        _say_left(found, directory)
        raise typer.Exit(1)
    console.say_text(render_requests(requests, f"wikic work answer FILE{_where(directory)}"))


def answer(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="JSON: an entry for each id; - for stdin.")],
    directory: Root = Path(),
    by: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="NAME",
            help=f"Who answers; kept with what is taken in.  \\[default: {_OWN}, or the agent's own name]",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Take answers in: one JSON object with an entry for each request.

    Each gets the checks that a model's reply gets. What is refused is said with the reason, and can be
    answered again; the rest is taken, without what the document does not bear out. What follows from an
    answer, such as checking it, is asked at once. Exit code 1 when one was refused.
    """
    from wikic.session import Session

    name = by or _name()
    if _NAME.fullmatch(name) is None:
        raise UsageError(f"{name!r} cannot be a name", hint="1 to 60 letters, digits and . @ / + - _")
    answers = _answers(file)
    session = Session.open(directory)
    found = _opened(directory)
    taken = _taken(session, found, answers, name)
    if json:
        import msgspec

        console.say_json({"answers": msgspec.to_builtins(taken), "left": len(_left(found))})
    else:
        for each in taken:
            _say(each)
        _say_left(found, directory)
    raise typer.Exit(1 if any(each.refused for each in taken) else 0)


def _opened(directory: Path) -> AgentWork:
    from wikic.llm.agent_work import AgentWork

    return AgentWork(directory)


def _taken(session: Session, work: AgentWork, answers: Mapping[str, Any], by: str) -> list[Taken]:
    from wikic.compiler.agent_answers import AnswerCheck
    from wikic.curator.model.curator import ModelCurator
    from wikic.llm.agent_model import AGENT, AgentModel
    from wikic.wiki.schema_file import Decided, parse_schema

    model = AgentModel(work)
    with session.models(AGENT if session.config.compile.model != AGENT else None, agent=True) as models:
        verifies = models.has("verify") and models.name("verify") == AGENT
    curator = ModelCurator(model, model if verifies else None, work=work)
    schema = parse_schema(Decided.on_disk(session.root).schema)
    return list(AnswerCheck(work, curator, schema, session.today).take(answers, by))


def _name() -> str:
    known = (name for variable, name in _KNOWN if os.environ.get(variable))
    return os.environ.get(_OWN) or next(known, "agent")


def _answers(file: Path) -> dict[str, Any]:
    """The answers in a file, by id. Raises InputError for what holds none."""
    from wikic.llm.agent_work import is_id
    from wikic.llm.json_text import find_json

    text = _text(file)
    objects = [each for each in find_json(text, ended=True).values if isinstance(each, dict)]
    if not objects:
        raise InputError(f"{_said(file)} holds no JSON object", hint=_why(text))
    found = {str(id): value for each in objects for id, value in each.items() if is_id(str(id))}
    if not found:
        raise InputError(f"{_said(file)} holds no entry that is called after a request", hint=_FORM)
    return found


def _text(file: Path) -> str:
    from wikic.plain_file import read_plain

    try:
        if str(file) == "-":
            data = sys.stdin.buffer.read(_MOST + 1)
            if len(data) > _MOST:
                raise NotPlainError(f"standard input is larger than {_MOST >> 20} MB, the most that is read")
        else:
            data = read_plain(file, _MOST)
    except OSError as error:
        raise InputError(f"{_said(file)}: {error.strerror}") from error
    return data.decode("utf-8-sig", "replace")


def _why(text: str) -> str:
    import json

    try:
        json.loads(text)
    except ValueError as error:
        return f"{error}; {_FORM}"
    return _FORM


def _said(file: Path) -> str:
    return "standard input" if str(file) == "-" else str(file)


def _say(taken: Taken) -> None:
    named = f"{taken.id} ({taken.about})" if taken.about else taken.id
    if taken.refused:
        console.say_text(f"refused: {named}: {taken.refused}")
    else:
        but = f", with {console.count(len(taken.slips), 'remark')}:" if taken.slips else ""
        console.say_text(f"taken: {named}{but}")
    for slip in taken.slips[:_SLIPS]:
        console.say_text(f"  {slip.message}: {slip.example}")
    if len(taken.slips) > _SLIPS:
        console.say_text(f"  and {len(taken.slips) - _SLIPS} more")


def _left(work: AgentWork) -> list[str]:
    return [state for _, state in work.all() if state != "answered"]


def _say_left(work: AgentWork, directory: Path) -> None:
    """What is to be done next."""
    left = _left(work)
    opened = left.count("open")
    if opened:
        console.say_text(f"{_waiting(len(left))}; next: wikic work next{_where(directory)}")
    elif left:
        console.say_text(
            f"{_waiting(len(left))}, and all are taken; where whoever took them is gone: "
            f"wikic work next --again{_where(directory)}"
        )
    elif work.command():
        console.say_text(f"nothing waits for an answer; next: {work.command()}")
    else:
        console.say_text("nothing was asked; `wikic compile DOCUMENTS --model agent` asks")


def _waiting(number: int) -> str:
    return f"{console.count(number, 'request')} {'waits' if number == 1 else 'wait'} for an answer"


def _where(directory: Path) -> str:
    return "" if directory == Path() else f" -C {shlex.quote(str(directory))}"
