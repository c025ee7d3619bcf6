"""``sources/written/*.md``: an article that a model composed, with the units that each sentence rests on.

The format is docs/disk-format.md, "Written article". What stands there is as good as a digest: the fold
writes it on a page as plain words, with citations that it takes from the digests itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from wikic import layout
from wikic.errors import FormatError
from wikic.markdown import frontmatter
from wikic.markdown.escape import escape
from wikic.model.written import FORMS, Part, Sentence, Unit, Written
from wikic.text.normalise import normalise

_OPEN, _CLOSE = "\n```jsonl\n", "\n```\n"
_FIELDS: Final = {"type", "title", "written_with"}
_MOST: Final = 500  # units, sentences, columns: no article has nearly as many


class _Line(msgspec.Struct, omit_defaults=True):
    thing: tuple[str, str] | None = None
    unit: tuple[str, str] | None = None
    text: str = ""
    part: str | None = None
    heading: str = ""
    head: tuple[str, ...] = ()
    says: tuple[str, ...] | None = None
    units: tuple[int, ...] = ()


_DECODER: Final = msgspec.json.Decoder(_Line)


def render(written: Written) -> bytes:
    """The file's bytes; ``parse(render(w), …)`` equals ``w``. Units are numbered from 1."""
    head = {"type": "written", "title": written.title, "written_with": written.written_with}
    lines = [_Line(thing=each) for each in written.things]
    lines += [_Line(unit=(each.key, each.statement), text=each.text) for each in written.units]
    for part in written.parts:
        lines.append(_Line(part=part.form, heading=part.heading, head=part.head))
        lines += [_Line(says=each.cells, units=tuple(at + 1 for at in each.units)) for each in part.sentences]
    said = "\n".join(msgspec.json.encode(each).decode("utf-8") for each in lines)
    text = f"{frontmatter.dump(head)}# {escape(written.title)}\n\n## Article{_OPEN}{said}{_CLOSE}"
    return text.encode("utf-8")


def parse(data: bytes, file: str) -> Written:
    """The article in ``data``; ``file`` only names it in errors. Raises FormatError for what is none."""
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
        head = frontmatter.split(text)
        fields: dict[str, Any] = frontmatter.load(head.yaml) if head is not None and head.closed else {}
        above, _, rest = text[head.end if head is not None else 0 :].partition(_OPEN)
        inside, _, below = rest.partition(_CLOSE)
        found = [_DECODER.decode(line) for line in inside.split("\n")]
        _refuse_more(fields, above, below)
        return _assembled(fields, found)
    except (UnicodeDecodeError, msgspec.MsgspecError, ValueError) as error:
        raise FormatError(f"{file} is no written article: {error}") from error


def _refuse_more(fields: dict[str, Any], above: str, below: str) -> None:
    """Raises ValueError for what somebody added and ``render`` would lose."""
    if more := sorted(fields.keys() - _FIELDS):
        raise ValueError(f"it has the field {more[0]!r}, for which there is no room")
    lines = [line for line in above.split("\n") if not line.startswith("#")] + below.split("\n")
    if more := [line for line in lines if line.strip()]:
        raise ValueError(f"{more[0][:40]!r} stands outside of its lines, where there is no room")


def _assembled(fields: dict[str, Any], lines: list[_Line]) -> Written:
    """Raises ValueError where lines do not make an article."""
    units = tuple(Unit(*each.unit, normalise(each.text)) for each in lines if each.unit is not None)
    parts: list[Part] = []
    for each in lines:
        if each.part is not None:
            form = next((form for form in FORMS if form == each.part), None)
            if form is None or (form == "lead") != (not parts):
                raise ValueError(f"the part {each.part!r} is unknown, or not where it belongs")
            parts.append(Part(form, normalise(each.heading), (), tuple(map(normalise, each.head))))
        elif each.says is not None:
            if not parts or not each.units or not all(0 < at <= len(units) for at in each.units):
                raise ValueError("a sentence rests on no unit")
            cells = tuple(map(normalise, each.says))
            last = parts[-1]
            if len(cells) != {"timeline": 2, "table": len(last.head)}.get(last.form, 1) or not any(cells):
                raise ValueError("a sentence has other cells than its part")
            said = Sentence(cells, tuple(at - 1 for at in each.units))
            parts[-1] = Part(last.form, last.heading, (*last.sentences, said), last.head)
    things = tuple(each.thing for each in lines if each.thing is not None)
    title, who = fields.get("title"), fields.get("written_with")
    if not (isinstance(title, str) and isinstance(who, str) and things and parts and parts[0].sentences):
        raise ValueError("it has no title, no thing or no lead")
    if max(len(units), sum(len(part.sentences) for part in parts)) > _MOST:
        raise ValueError("it is too long")
    return Written(title, things, units, tuple(parts), who)


def file_of(written: Written) -> str:
    """The file path of an article."""
    return layout.written_file(written.title, render(written))


def key_of(written: Written) -> str:
    """By what an article is called while it waits for review: ``written/<title>-<hash of its things>``."""
    things = (part for thing in sorted(written.things) for part in thing)
    return layout.source_key("written", f"{written.title}-{layout.short_hash(*things)}")


def units_hash(units: Iterable[Unit]) -> str:
    """A hash over the set of units that an article was composed of."""
    return layout.text_hash("\n".join(sorted({f"{each.key} {each.statement}" for each in units})))


def is_named_by(file: str, data: bytes) -> bool:
    """Whether a file is called as its content has it: nobody changed it by hand."""
    return file.endswith(f"-{layout.content_hash(data)[:8]}.md")
