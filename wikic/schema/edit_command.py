"""One line of a person's changes a proposal: what ``wikic init --interactive`` understands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from wikic.errors import UsageError
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.schema.scaffold import accept_directory, name_of, one_line

_JOINTS: Final = ("into", "to", "as")


@dataclass(frozen=True, slots=True)
class Command:
    """A word that begins a line, and what the rest of the line does.

    word: as it is typed.
    usage: what follows it.
    does: in a few words.
    run: gives the changed schema; raises UsageError, saying what is wrong.
    """

    word: str
    usage: str
    does: str
    run: Callable[[Schema, str], Schema]


def edit(schema: Schema, text: str) -> Schema:
    """``schema`` as a line of a person changes it.

    Raises UsageError when the line is no command or cannot be done; one line says why.
    """
    word, _, rest = text.strip().partition(" ")
    command = next((each for each in COMMANDS if each.word == word.casefold()), None)
    if command is None:
        raise UsageError(f"{word!r} is no command; known: {', '.join(each.word for each in COMMANDS)}")
    return command.run(schema, rest.strip())


def _rename_directory(schema: Schema, rest: str) -> Schema:
    old, said = _split_two(schema, rest, "rename DIRECTORY NEW-NAME")
    if _names_directory(schema, said):
        raise UsageError(f"there is {said} already; `merge {old.name} {said}` makes one of the two")
    name = _new_name(schema, said)
    renamed = replace(old, name=name, accepts=_without_name((old.name, *old.accepts), name))
    fallback = name if schema.fallback == old.name else schema.fallback
    return _with_directory(replace(schema, fallback=fallback), old, renamed)


def _merge_directories(schema: Schema, rest: str) -> Schema:
    gone, said = _split_two(schema, rest, "merge DIRECTORY INTO-DIRECTORY")
    home = _find_directory(schema, said)
    if home is gone:
        raise UsageError("two different directories are needed")
    both = replace(
        accept_directory(home, gone), description=one_line(f"{home.description}; {gone.description}")
    )
    fallback = home.name if schema.fallback == gone.name else schema.fallback
    topics = tuple(
        replace(each, directory=home.name) if each.directory == gone.name else each for each in schema.topics
    )
    return _with_directory(
        _without_directory(replace(schema, fallback=fallback, topics=topics), gone), home, both
    )


def _drop_directory(schema: Schema, rest: str) -> Schema:
    gone = _find_directory(schema, rest)
    if gone.name == schema.fallback:
        raise UsageError(f"{gone.name} takes what fits nowhere else; first say `fallback DIRECTORY`")
    return _without_directory(schema, gone)


def _add_directory(schema: Schema, rest: str) -> Schema:
    said, _, about = rest.partition(":")
    if not about.strip():
        said, _, about = rest.partition(" ")
    if not about.strip():
        raise UsageError("add NAME: WHAT BELONGS IN IT")
    added = Dimension(_new_name(schema, said.strip()), one_line(about))
    others = tuple(
        replace(each, accepts=_without_name(each.accepts, added.name)) for each in schema.dimensions
    )
    return replace(schema, dimensions=(*others, added))


def _describe_directory(schema: Schema, rest: str) -> Schema:
    each, about = _split_two(schema, rest, "describe DIRECTORY WHAT BELONGS IN IT")
    return _with_directory(schema, each, replace(each, description=one_line(about)))


def _title_directory(schema: Schema, rest: str) -> Schema:
    each, title = _split_two(schema, rest, "title DIRECTORY HEADING")
    return _with_directory(schema, each, replace(each, title=one_line(title)))


def _set_fallback(schema: Schema, rest: str) -> Schema:
    return replace(schema, fallback=_find_directory(schema, rest).name)


def _set_focus(schema: Schema, rest: str) -> Schema:
    return _with_positioning(schema, replace(schema.positioning, focus=_require_text(rest, "focus")))


def _set_audience(schema: Schema, rest: str) -> Schema:
    return _with_positioning(schema, replace(schema.positioning, audience=_require_text(rest, "audience")))


def _set_bias(schema: Schema, rest: str) -> Schema:
    return _with_positioning(schema, replace(schema.positioning, bias=_require_text(rest, "bias")))


COMMANDS: Final = (
    Command("rename", "DIRECTORY NEW-NAME", "gives it another name", _rename_directory),
    Command("merge", "DIRECTORY INTO-DIRECTORY", "makes one of two", _merge_directories),
    Command("drop", "DIRECTORY", "what it held goes to the fallback", _drop_directory),
    Command("add", "NAME: WHAT BELONGS IN IT", "adds a directory", _add_directory),
    Command("describe", "DIRECTORY WHAT BELONGS IN IT", "words its description", _describe_directory),
    Command("title", "DIRECTORY HEADING", "words the heading of its index", _title_directory),
    Command("fallback", "DIRECTORY", "it takes what fits nowhere else", _set_fallback),
    Command("focus", "TEXT", "what the wiki is about", _set_focus),
    Command("audience", "TEXT", "who reads it", _set_audience),
    Command("bias", "TEXT", "which documents belong in it", _set_bias),
)


def _find_directory(schema: Schema, said: str) -> Dimension:
    """A directory by its name or its number, from 1."""
    if not said:
        raise UsageError("name a directory, or its number")
    if said.isdecimal() and 0 < int(said) <= len(schema.dimensions):
        return schema.dimensions[int(said) - 1]
    named = said.casefold().strip("/")
    found = next((each for each in schema.dimensions if named in (each.name, each.title.casefold())), None)
    if found is None:
        names = ", ".join(each.name for each in schema.dimensions)
        raise UsageError(f"there is no directory {said!r}; there are {names}")
    return found


def _names_directory(schema: Schema, said: str) -> bool:
    return any(each.name == said.casefold() for each in schema.dimensions)


def _split_two(schema: Schema, rest: str, usage: str) -> tuple[Dimension, str]:
    """The directory that ``rest`` begins with, and the text after it."""
    first, _, second = rest.partition(" ")
    joint, _, behind = second.strip().partition(" ")
    if joint.casefold() in _JOINTS and behind.strip():
        second = behind
    if not second.strip():
        raise UsageError(usage)
    return _find_directory(schema, first.rstrip(":")), second.strip()


def _new_name(schema: Schema, said: str) -> str:
    name = name_of(said)
    if not name:
        raise UsageError(f"{said!r} cannot be a directory's name: letters, digits and hyphens, at most 40")
    if _names_directory(schema, name):
        raise UsageError(f"there is a directory {name} already")
    return name


def _require_text(text: str, what: str) -> str:
    if not text:
        raise UsageError(f"{what} TEXT")
    return " ".join(text.split())


def _with_directory(schema: Schema, old: Dimension, new: Dimension) -> Schema:
    topics = tuple(
        replace(each, directory=new.name) if each.directory == old.name else each for each in schema.topics
    )
    dimensions = tuple(new if each is old else each for each in schema.dimensions)
    return replace(schema, dimensions=dimensions, topics=topics)


def _without_directory(schema: Schema, gone: Dimension) -> Schema:
    topics = tuple(each for each in schema.topics if each.directory != gone.name)
    dimensions = tuple(each for each in schema.dimensions if each is not gone)
    return replace(schema, dimensions=dimensions, topics=topics)


def _with_positioning(schema: Schema, positioning: Positioning) -> Schema:
    return replace(schema, positioning=positioning)


def _without_name(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(each for each in dict.fromkeys(names) if each != name)
