"""A scaffold that is valid whatever was proposed (depth, fan-out, names, no overlap, a place for the rest),
and one line of a person's changes to it: what ``wikic init --interactive`` understands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wikic import layout
from wikic.curator.encyclopaedia.positioning import ENCYCLOPAEDIC
from wikic.errors import UsageError
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.text.normalise import fold_name
from wikic.text.tokens import tokens

FALLBACK: Final = "concepts"
MOST: Final = 12  # directories of a first schema: what a reader takes in at a glance
LONGEST_NAME: Final = 40  # characters
LONGEST_LINE: Final = 240  # characters of a description
_OVERLAP: Final = 0.75  # share of common words from which two descriptions describe one directory
_RESERVED: Final = (layout.SOURCES_DIR, layout.ROOT_INDEX, layout.DIRECTORY_INDEX)


def make_sound(positioning: Positioning, proposed: Sequence[Dimension]) -> Schema:
    """The schema nearest to what was proposed that holds every bound.

    Directories stand on one level: ``evolve`` nests them once pages are there. What cannot be a directory
    goes, what overlaps one before it is accepted by that one, and there is always a place for the rest.
    """
    kept: list[Dimension] = []
    for each in _name_dimensions(proposed):
        at = next((at for at, other in enumerate(kept) if directories_overlap(each, other)), None)
        if at is None:
            kept.append(each)
        else:
            kept[at] = accept_directory(kept[at], each)
    rest = next((each for each in kept if each.name == FALLBACK), None) or _rest_dimension()
    first = [each for each in kept if each.name != FALLBACK][: MOST - 1]
    order = {each.name: at for at, each in enumerate(kept)}
    dimensions = sorted((*first, rest), key=lambda each: order.get(each.name, MOST))
    return Schema(positioning, tuple(_drop_shared_names(dimensions)), fallback=FALLBACK)


def name_of(text: str) -> str:
    """The directory name for what somebody calls it, "" where it cannot be one."""
    if not any(char.isalnum() for char in text):
        return ""
    said = text.split("/")[0].casefold().strip()
    name = layout.slug(said)
    bad = (
        {said, name} & set(_RESERVED)
        or len(name) > LONGEST_NAME
        or layout.path_fault(f"{name}/x") is not None
    )
    return "" if bad else name


def directories_overlap(a: Dimension, b: Dimension) -> bool:
    """Whether two directories are one by name, title or description."""
    ours, theirs = ({fold_name(name) for name in (each.name, each.title) if name} for each in (a, b))
    if ours & theirs or a.name.rstrip("s") == b.name.rstrip("s"):
        return True
    left, right = set(tokens(a.description)), set(tokens(b.description))
    return len(left & right) >= _OVERLAP * max(len(left), len(right), 1)


def accept_directory(home: Dimension, other: Dimension) -> Dimension:
    """``home``, in which lives what lived in ``other``."""
    names = (*home.accepts, other.name, *other.accepts)
    return replace(home, accepts=tuple(name for name in dict.fromkeys(names) if name != home.name))


def one_line(text: str) -> str:
    """Text on one line, shortened at a word."""
    text = " ".join(text.split())
    if len(text) <= LONGEST_LINE:
        return text
    cut = text[:LONGEST_LINE]
    return (cut.rsplit(" ", 1)[0] if " " in cut else cut).rstrip(" ,;:") + " …"


def _name_dimensions(proposed: Iterable[Dimension]) -> Iterator[Dimension]:
    for each in proposed:
        name = name_of(each.name)
        if name.rstrip("s") == FALLBACK.rstrip("s"):
            name = FALLBACK
        if name:
            about = one_line(each.description) or name.replace("-", " ")
            yield replace(each, name=name, description=about, title=one_line(each.title))


def _drop_shared_names(dimensions: Sequence[Dimension]) -> Iterator[Dimension]:
    """No name is accepted that is another's, or by two."""
    taken = {each.name for each in dimensions}
    for each in dimensions:
        accepts = tuple(name for name in dict.fromkeys(each.accepts) if name and name not in taken)
        taken.update(accepts)
        yield replace(each, accepts=accepts)


def _rest_dimension() -> Dimension:
    return Dimension(*next(pair for pair in ENCYCLOPAEDIC if pair[0] == FALLBACK))


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
