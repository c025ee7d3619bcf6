"""A page with one fact or one section that a person changed: held to what they saw, checked, and taken in by
the fold.

An edit that would be read back as anything but itself is refused: a fact keeps its citations and its id, a
section stays one section, and no other line of the page changes its meaning.

It goes the way of a page saved in an editor: the file is written in one transaction, and the fold takes in
what changed on disk. Retired facts stay retired because the fold notes it in their digest.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wikic import layout
from wikic.compiler.options import Options
from wikic.compiler.report import Fate, Tally
from wikic.compiler.writer import STRUCTURAL, Writer
from wikic.errors import RefusedError, UsageError
from wikic.lint.engine import lint
from wikic.lint.view.wiki_view import WikiView
from wikic.markdown.read import read
from wikic.markdown.source import decode, encode
from wikic.model.change import ChangeSet, Write
from wikic.model.finding import Finding, Severity
from wikic.model.page import Fact, Section
from wikic.navigate.reader.page_view import view_of
from wikic.wiki import page_read, transaction
from wikic.wiki.journal import Faults, no_fault
from wikic.wiki.page_blocks import GENERATED_SECTIONS, BulletOnDisk, Part, facts_in, parts_of
from wikic.wiki.page_read import PageOnDisk
from wikic.wiki.page_render import bullet
from wikic.wiki.schema_file import require
from wikic.wiki.tree import Tree
from wikic.wiki.workspace import Workspace

_UNCHANGED = "nothing was changed"
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")  # no line holds one


def reword(data: bytes, path: str, id: str, words: str) -> bytes:
    """The page with other words for a fact. Raises RefusedError, FormatError."""
    words = _form_lines(words).strip()
    if not words:
        raise RefusedError(f"a fact needs words; retire it to have it go; {_UNCHANGED}")

    def change(text: str, page: PageOnDisk) -> str:
        fact, old = _find_fact(page, id), _find_bullet(text, id)
        new = bullet(replace(fact, text=words, reworded=True, holder=None, below=""), old.tail)
        return text[: old.span.start] + new + text[old.span.end :]

    def wanted(page: PageOnDisk) -> PageOnDisk:
        bullets = (replace(each, markdown=words) if each.id == id else each for each in page.bullets)
        return replace(page, bullets=tuple(bullets))

    return _change_bytes(data, path, change, wanted)


def retire(data: bytes, path: str, id: str) -> bytes:
    """The page without a fact; what people wrote below it stays there. Raises RefusedError, FormatError."""

    def change(text: str, page: PageOnDisk) -> str:
        _find_fact(page, id)
        old = _find_bullet(text, id)
        left = "\n".join(line.removeprefix("  ").removeprefix("\t") for line in old.below.split("\n")).strip()
        end = old.span.end + len(old.below) + 1 if old.below else old.span.end
        before, after = text[: old.span.start], text[end:].removeprefix("\n")
        return f"{before}\n{left}\n{after}" if left else before + after

    def wanted(page: PageOnDisk) -> PageOnDisk:
        return replace(page, bullets=tuple(each for each in page.bullets if each.id != id))

    return _change_bytes(data, path, change, wanted, words=False)


def write_section(data: bytes, path: str, number: int, heading: str, body: str) -> bytes:
    """The page with a section of people's rewritten, or taken out where nothing is left of it.

    number: of the section among those that people added, from 1; 0 adds one.

    Raises RefusedError, FormatError.
    """
    heading, body = " ".join(_form_lines(heading).split()), _form_lines(body).strip("\n").rstrip()
    line = f"## {heading}"
    gone = number > 0 and not heading and not body.strip()
    if not heading and not gone:
        raise RefusedError(f"a section needs a heading; {_UNCHANGED}")
    if heading in GENERATED_SECTIONS:
        raise RefusedError(f"{heading!r} is the heading of a section that wikic writes; {_UNCHANGED}")

    def change(text: str, page: PageOnDisk) -> str:
        parts = parts_of(text, read(text))
        if not number:
            hidden = next((part.start for part in parts[1:] if part.level == 0), len(text))
            new = f"{text[:hidden].rstrip()}\n\n{line}\n{body}".rstrip() + "\n"
            return f"{new}\n{text[hidden:]}" if hidden < len(text) else new
        own = [part for at, part in enumerate(parts) if _is_own(parts[:at], part)]
        if number > len(own):
            raise RefusedError(f"there is no such section; {_UNCHANGED}")
        part = own[number - 1]
        new = "" if gone else f"{line}\n{body}".rstrip() + ("\n" if part is parts[-1] else "\n\n")
        return text[: part.start] + new + text[part.end :]

    def wanted(page: PageOnDisk) -> PageOnDisk:
        sections = list(page.sections)
        if not number:
            sections.append(Section(line, body))
        else:
            sections[number - 1 : number] = [] if gone else [Section(line, body)]
        return replace(page, sections=tuple(sections))

    return _change_bytes(data, path, change, wanted)


# --- the one way a page is changed ---------------------------------------------------------------


def _change_bytes(
    data: bytes,
    path: str,
    change: Callable[[str, PageOnDisk], str],
    wanted: Callable[[PageOnDisk], PageOnDisk],
    *,
    words: bool = True,
) -> bytes:
    """The bytes after ``change``, once they read back as ``wanted`` of what stood there.

    words: whether what people wrote among the facts stays where it is, too.
    """
    before = page_read.parse(data, path)
    source = decode(data)
    text = change(source.text.replace("\r\n", "\n"), before)
    content = encode(replace(source, text=text.replace("\n", source.newline)))
    after = page_read.parse(content, path)
    if _compared_form(after, words) != _compared_form(wanted(before), words):
        raise RefusedError(
            f"this would be read as something else than one text; {_UNCHANGED}",
            hint="headings of the page's own level, ids and citations at the ends of lines, and code that is "
            "not closed change what stands around them",
        )
    return content


def _compared_form(page: PageOnDisk, words: bool) -> PageOnDisk:
    """What must be the same: blank lines around a text say nothing."""
    return replace(
        page,
        sections=tuple(Section(each.heading, each.body.strip("\n")) for each in page.sections),
        own=page.own if words else (),
    )


def _find_fact(page: PageOnDisk, id: str) -> Fact:
    found = [each for each in view_of(page).facts if each.id == id]
    if len(found) != 1:
        raise RefusedError(
            f"the page {'does not show this fact' if not found else 'shows this fact twice'}; {_UNCHANGED}"
        )
    return found[0]


def _find_bullet(text: str, id: str) -> BulletOnDisk:
    return next(each for each in facts_in(text, parts_of(text, read(text))) if each.id == id)


def _is_own(before: Sequence[Part], part: Part) -> bool:
    """Whether people added this part, as ``page_read`` tells it; before: the parts above it."""
    if part.level <= 1:
        return part.level == 1 and any(each.level == 1 for each in before)
    known = part.name in GENERATED_SECTIONS
    return not known or any(each.level == 2 and each.name == part.name for each in before)


def _form_lines(text: str) -> str:
    """Text of a form as lines: browsers send CRLF. Raises RefusedError for control characters."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if _CONTROL.search(text):
        raise RefusedError(f"the text holds a control character; {_UNCHANGED}")
    return text


FOLD = "fold what changed on disk"
_EMPTY = "P001"  # a page that lost its last fact goes in the fold that follows


@dataclass(frozen=True, slots=True)
class Landed:
    """What became of a change.

    stale: the page was not what the person had seen; nothing was changed.
    notices: lines that a person should know.
    files: file paths of the wiki that were written, moved or deleted.
    """

    stale: bool = False
    notices: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


def change_page(
    root: Path,
    options: Options,
    write: tuple[str, str],
    change: Callable[[bytes], bytes],
    *,
    why: tuple[str, str] | None = None,
    faults: Faults = no_fault,
) -> Landed:
    """Change a page that is still as a person saw it.

    write: page path, and the hash (``layout.content_hash``) of the file they saw.
    change: gives the new content.
    why: id of a statement that goes, and the reason, which its digest keeps.

    Raises RefusedError as ``change`` does and for a new error of structure, and LockedError, NotAWikiError,
    ConfigError, FormatError and DiskError as every writing command does.
    """
    path, expects = write
    file = layout.page_file(path)
    require(root)
    tally = Tally()
    writer = Writer(root, options, tally, faults)
    with writer.turn():
        tree = Tree(root)
        data = tree.read(file)
        if data is None or layout.content_hash(data) != expects:
            return Landed(stale=True)
        content = change(data)
        if content != data:
            changes = ChangeSet(f"change {path} by hand", (Write(file, content, expects),))
            _refuse_errors(tree, changes, file)
            if transaction.apply(root, changes, faults=faults).conflicts:
                return Landed(stale=True)
            tally.files[file] = Fate.WRITTEN
        space = Workspace.open(root, options.title)
        if why is not None:
            space.explain(*why)
        writer.land(space, space.propose(FOLD))
    return _as_landed(tally)


def restore(root: Path, options: Options, key: str, statement: str, *, faults: Faults = no_fault) -> Landed:
    """Show a retired statement of a source again.

    Raises UsageError where the source has no such retired statement, and as ``change_page`` does.
    """
    require(root)
    tally = Tally()
    writer = Writer(root, options, tally, faults)
    with writer.turn():
        space = Workspace.open(root, options.title)
        space = writer.land(space, space.propose(FOLD))
        known = space.symbols(key)
        digest = space.digest(key) if known is not None else None
        if digest is None or not any(each.id == statement and each.retired for each in digest.statements):
            raise UsageError(f"{key} has no retired fact {statement}; nothing was changed")
        statements = tuple(
            replace(each, retired=False, reason="") if each.id == statement else each
            for each in digest.statements
        )
        space.edit([replace(digest, statements=statements)])
        writer.land(space, space.propose(f"show {statement} of {key} again"))
    return _as_landed(tally)


def _as_landed(tally: Tally) -> Landed:
    lines = (f"{each.path}: {each.message}" if each.path else each.message for each in tally.notices)
    return Landed(notices=tuple(dict.fromkeys(lines)), files=tuple(sorted(tally.files)))


def _refuse_errors(tree: Tree, changes: ChangeSet, file: str) -> None:
    """Raise RefusedError for an error of structure that the page does not have now."""
    before = WikiView.over(tree)
    known = Counter(each.code for each in _file_errors(before, file))
    for each in _file_errors(before.after(changes.changes), file):
        known[each.code] -= 1
        if known[each.code] < 0:
            raise RefusedError(f"line {each.line}: {each.message} ({each.code}); nothing was changed")


def _file_errors(view: WikiView, file: str) -> list[Finding]:
    found = lint(view, select=STRUCTURAL, paths={file})
    return [each for each in found if each.severity is Severity.ERROR and each.code != _EMPTY]
