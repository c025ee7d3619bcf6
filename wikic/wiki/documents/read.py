"""Documents in: paths become articles, one at a time; what cannot be read is said and stops nothing."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from wikic import layout
from wikic.copy_origin import origin
from wikic.errors import EncodingError, InputError, NotPlainError, OutOfTime, stumbled
from wikic.model.article import Article
from wikic.time_limit import SECONDS, bound, within
from wikic.wiki.documents import file_names, titles, walk
from wikic.wiki.documents.attachments import attach
from wikic.wiki.documents.book import parts
from wikic.wiki.documents.chat_exports import chats
from wikic.wiki.documents.dates import date_in_name, parse_date
from wikic.wiki.documents.decoding import clean, decode, decode_page, detect
from wikic.wiki.documents.delimited import read_delimited
from wikic.wiki.documents.epub import read_epub
from wikic.wiki.documents.html import read_page
from wikic.wiki.documents.json_records import Record, load_json, read_json, read_lines, too_large
from wikic.wiki.documents.mail import read_mailbox, read_message
from wikic.wiki.documents.note_fields import once
from wikic.wiki.documents.note_names import note_name
from wikic.wiki.documents.notebook import read_notebook
from wikic.wiki.documents.office import OFFICE, read_office
from wikic.wiki.documents.plain_text import as_markdown
from wikic.wiki.documents.read_outcome import Draft, Skipped, Unreadable
from wikic.wiki.documents.skipped_records import Withheld
from wikic.wiki.documents.subtitles import read_subtitles
from wikic.wiki.documents.text_files import read_markdown, read_mdx, read_rst, read_text

# A document larger than this is a corpus in one file; it belongs into JSON Lines.
LIMIT: Final = 64 << 20

# CONTRIBUTING.md says how to add one. Readers of text, of bytes, and of what holds several documents.
_READERS: Final[tuple[tuple[tuple[str, ...], Callable[[str], Draft]], ...]] = (
    ((".md", ".markdown"), read_markdown),
    ((".mdx",), read_mdx),
    ((".txt",), read_text),
    ((".rst",), read_rst),
    ((".ipynb",), read_notebook),
    ((".vtt", ".srt"), read_subtitles),
)
_BINARY: Final[tuple[tuple[tuple[str, ...], Callable[[bytes, str], Draft]], ...]] = (
    (OFFICE, read_office),
    ((".eml",), lambda data, _: read_message(data)),
    ((".html", ".htm"), lambda data, _: read_page(decode_page(data))),
)
_SEVERAL: Final[tuple[tuple[tuple[str, ...], Callable[[bytes, walk.File], Iterator[Record]]], ...]] = (
    ((".json",), lambda data, file: _of_json(data, file)),
    ((".csv", ".tsv"), lambda data, file: read_delimited(data, file.path)),
    ((".mbox",), lambda data, file: read_mailbox(data, file.path)),
    ((".epub",), lambda data, file: read_epub(data, file.path)),
)
# Formats that cannot say in which encoding they are, and pages, which may say it wrongly or not at all.
_TEXTS: Final = (".html", ".htm", ".md", ".markdown", ".mdx", ".txt", ".rst", ".csv", ".tsv", ".vtt", ".srt")
# Formats whose texts are no Markdown, or come from strangers: what they name is not looked for.
_WITHOUT_FILES: Final = (*OFFICE, ".txt", ".eml", ".mbox", ".epub", ".vtt", ".srt", ".csv", ".tsv")
# Formats whose readers say what is a heading, a list, a table. What others give is told from its lines.
_MARKED: Final = (
    *(".md", ".markdown", ".mdx", ".rst", ".html", ".htm", ".ipynb", ".epub"),
    *(extension for extension in OFFICE if extension != ".pdf"),
)
_LANGUAGE: Final = re.compile(r"([a-z]{2,3})(?:[-_].*)?")

Document = Article | Unreadable | Skipped


def read(
    paths: Sequence[Path],
    *,
    collection: str | None = None,
    limit: int = LIMIT,
    exclude: Collection[Path] = (),
    known: walk.Known = walk.NOT_KNOWN,
    seconds: float = SECONDS,
) -> Iterator[Document]:
    """The documents under ``paths``, lazily and in an order that never changes.

    collection: first part of every key; by default the folder's or file's name.
    limit: bytes of one document (of one line, in JSON Lines).
    exclude: folders not to enter.
    known: which paths lie in folders that were taken in before.
    seconds: of processor time, as `[compile] seconds`; the rest of a file that takes longer is an Unreadable.

    Raises InputError at once when a named path is missing or may not be read. Whatever else is wrong with
    a document is an Unreadable; a folder's files of unknown types are one Skipped behind its documents.
    """
    walk.check(paths)
    return _read(walk.walk(paths, collection, exclude, known), limit, seconds)


def estimate(paths: Sequence[Path]) -> int | None:
    """How many documents ``read`` will give, cheaply; None when that takes parsing."""
    total = 0
    for file in walk.walk(paths):
        if isinstance(file, walk.File) and file.extension in walk.SEVERAL:
            return None
        if isinstance(file, walk.File) and file.extension in walk.LINES:
            total += _count_lines(file)
        elif not isinstance(file, Skipped):
            total += 1
    return total


def _count_lines(file: walk.File) -> int:
    count, last = 0, b"\n"
    try:
        with file.open() as opened:
            while part := opened.read(1 << 20):
                count += part.count(b"\n")
                last = part[-1:]
    except (OSError, NotPlainError):
        return 1
    return count + (last != b"\n")


def _read(
    files: Iterable[walk.File | Unreadable | Skipped], limit: int, seconds: float
) -> Iterator[Document]:
    seen: dict[str, str] = {}
    once: set[tuple[str, str]] = set()  # key and file: a folder and a file in it may both be named
    for file in files:
        if not isinstance(file, walk.File):
            yield file
            continue
        key = layout.source_key(file.collection, file.record)
        try:
            named = key, os.path.realpath(file.path)
        except OSError:  # a folder that becomes a symlink while it is looked at
            named = key, os.fspath(file.path)
        if named in once:
            continue
        once.add(named)
        withheld = Withheld(file)
        plain = file.extension not in _MARKED
        try:
            for outcome, line in _timely(file, limit, seconds):
                if withheld.keeps(outcome, line):
                    continue
                for each in (outcome,) if isinstance(outcome, Unreadable) else parts(outcome):
                    if plain and isinstance(each, Article):
                        each = within(bound(seconds, len(each.text)), partial(as_markdown, each))
                    yield _once((each, line), file, seen)
            yield from withheld.told()
        except (InputError, NotPlainError, OutOfTime) as error:
            yield from withheld.told()
            yield Unreadable(key, str(file.path), str(error).removeprefix(f"{file.place}: "))
        except OSError as error:
            yield from withheld.told()
            yield Unreadable(key, str(file.path), f"cannot be read ({error.strerror})")
        except Exception as error:  # noqa: BLE001 - what stumbles over one file must not end the reading of all
            yield from withheld.told()
            said, trace = stumbled(error)
            yield Unreadable(key, str(file.path), said, trace=trace)


def _once(document: _Placed, file: walk.File, seen: dict[str, str]) -> Document:
    """The first document of a key passes, a later one is a duplicate."""
    outcome, line = document
    if isinstance(outcome, Unreadable):
        return outcome
    place = f"{file.path}:{line}" if line else str(file.path)
    first = seen.setdefault(outcome.key, place)
    if first == place:
        return outcome
    before, _, number = first.rpartition(":")
    where = f"line {number}" if line and before == str(file.path) else origin(first)
    return Unreadable(outcome.key, place, f"has a duplicate key: {where} has it first")


def _timely(file: walk.File, limit: int, seconds: float) -> Iterator[_Placed]:
    """The documents of one file, each within the time that it has. Raises OutOfTime, else as ``_records``."""
    records = _records(file, limit)
    most = bound(seconds, min(os.stat(file.path).st_size, limit))
    while (placed := within(most, lambda: next(records, None))) is not None:
        yield placed


_Placed = tuple[Article | Unreadable, int]  # with the line or place in its file, 0 for a whole file


def _records(file: walk.File, limit: int) -> Iterator[_Placed]:
    """The documents of one file. Raises InputError, NotPlainError or OSError where it cannot be read."""
    with file.open() as opened:
        if os.fstat(opened.fileno()).st_size and file.extension in walk.LINES:
            for record in read_lines(opened, limit):
                yield _of_record(file, record, f"line-{record.number}"), record.number
            return
        data = opened.read(limit + 1)
    if len(data) > limit:
        raise InputError(too_large(limit))
    try:
        yield from _of_data(file, data)
    except EncodingError:  # before anything is read of it
        codec = detect(data) if file.extension in _TEXTS else None
        if codec is None:
            raise
        data = data.decode(codec).encode()
        yield from (_noticed(placed, codec) for placed in _of_data(file, data))


def _noticed(placed: _Placed, codec: str) -> _Placed:
    """What was read in an encoding that nothing names, with a notice that says so."""
    outcome, line = placed
    if isinstance(outcome, Article) and line <= 1:
        said = f"is read as {codec}, for it is no UTF-8 and names no encoding that fits"
        outcome = replace(outcome, missing=(*outcome.missing, said))
    return outcome, line


def _of_data(file: walk.File, data: bytes) -> Iterator[_Placed]:
    """The documents that the bytes of one file hold."""
    if not data.strip():
        yield _empty(layout.source_key(file.collection, file.record), str(file.path)), 0
        return
    binary = next((reader for extensions, reader in _BINARY if file.extension in extensions), None)
    if binary is not None:
        yield _of_draft(file, binary(data, file.extension)), 0
        return
    several = next((reader for extensions, reader in _SEVERAL if file.extension in extensions), None)
    if several is not None:
        for record in several(data, file):
            yield _of_record(file, record, f"item-{record.number}" if record.number else ""), record.number
        return
    reader = next(reader for extensions, reader in _READERS if file.extension in extensions)
    yield _of_draft(file, reader(decode(data))), 0


def _empty(key: str, place: str) -> Unreadable:
    return Unreadable(key, place, "is empty", empty=True)


def _wordless(draft: Draft, file: walk.File) -> str:
    if file.extension == ".pdf":
        return "has no text layer: its pages are pictures, or empty"
    return "; ".join(("holds no text", *draft.missing))


def _of_json(data: bytes, file: walk.File) -> Iterator[Record]:
    value = load_json(decode(data))
    found = chats(value, file.place, file.root)
    return read_json(value) if found is None else found


def _of_record(file: walk.File, record: Record, unnamed: str) -> Article | Unreadable:
    """A record's document; ``unnamed`` takes the place of an id that it does not have."""
    given = record.draft.record if record.draft else ""
    name = given if _names(given) else unnamed
    key = layout.source_key(file.collection, file.prefix + name if name else file.record)
    if record.reason or record.draft is None:
        place = f"{file.path}:{record.number}" if record.number else str(file.path)
        return Unreadable(key, place, record.reason)
    return _article(record.draft, key, name or file.record, file, record.number)


def _names(given: str) -> bool:
    """Whether an id leaves something to name a record by: ``../..`` and control characters do not."""
    return bool(given.strip("./\\ ")) and (given.isprintable() or bool(layout.source_key("", given)))


def _of_draft(file: walk.File, draft: Draft) -> Article | Unreadable:
    return _article(draft, layout.source_key(file.collection, file.record), file.record, file, 0)


def _article(draft: Draft, key: str, name: str, file: walk.File, line: int) -> Article | Unreadable:
    if not draft.text.strip():
        place = f"{file.path}:{line}" if line else str(file.path)
        # Pages without text are a scan: they say something that nobody can read here.
        return (
            Unreadable(key, place, _wordless(draft, file)) if file.extension in OFFICE else _empty(key, place)
        )
    note = None if line else note_name(name)
    title = "" if note and draft.part else titles.one_line(draft.title)
    if not title and line:
        title = titles.one_line(titles.markdown_title(draft.text) or titles.leading_line(draft.text))
    stem = name.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    looked = file.extension not in _WITHOUT_FILES
    language = _language(draft)
    text, attached, missing = attach(draft.text, key, file.beside, file.folder if looked else None)
    named = ("" if line else file_names.designation(name)) or _called(name, "" if note else draft.text)
    title = title or named or key
    alias = "" if line else file_names.alias(name, title)
    return Article(
        key=key,
        title=title,
        text=text,
        location=titles.one_line(draft.location) or clean(file.location),
        date=parse_date(draft.date)
        or (note and parse_date(note.iso))
        or (None if line else date_in_name(stem)[0]),
        language=language,
        collection_title=titles.one_line(draft.collection_title) or None,
        author=titles.one_line(draft.author) or None,
        attachments=attached,
        missing=(*draft.missing, *missing),
        aliases=once((*draft.aliases, *(note.spoken(language) if note else ()), alias)),
        tags=draft.tags,
    )


def _called(name: str, text: str) -> str:
    """The title of a document that has none: its name; its first heading where that says nothing."""
    named = titles.name_title(name)
    heading = titles.one_line(titles.opening_heading(text)) if file_names.is_generic(named) else ""
    return heading or named


def _language(draft: Draft) -> str:
    from wikic.text.language import guess

    said = _LANGUAGE.fullmatch(draft.language.strip().lower())
    return said[1] if said else guess(draft.text)
