"""E-mail: each message a document with who wrote to whom; a mailbox keeps its threads together.

What a message quotes may be the only copy there is, so the article has all of it.
"""

from __future__ import annotations

import email
import re
from collections.abc import Iterator
from dataclasses import replace
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime
from itertools import islice
from pathlib import Path
from typing import Final

from wikic.errors import InputError
from wikic.wiki.documents.decoding import clean
from wikic.wiki.documents.html import read_html
from wikic.wiki.documents.json_records import Record
from wikic.wiki.documents.read_outcome import Draft
from wikic.wiki.documents.titles import one_line, without_reply

_MOST_PARTS: Final = 300
_MOST_MESSAGES: Final = 100_000
_MOST_PEOPLE: Final = 20  # that are named; of more their number is said
_HEADER: Final = re.compile(rb"[!-9;-~]{1,80}:")
# What is decoded at once, as the library takes the square of it; parted between two words, encoded or not.
_HEADER_PIECE: Final = re.compile(
    r".{1,4000}(?:\Z|(?<=\?=)\s*(?==\?)|(?<=[^=?\s])\s+(?=[^=\s]))|.{1,4000}", re.DOTALL
)
_FROM: Final = re.compile(rb"^From ([^\n]{1,200})\n", re.MULTILINE)
_TIME: Final = re.compile(rb" \d\d:\d\d(?::\d\d)? ")  # between two words of the line, the year behind it
_YEAR: Final = re.compile(rb" \d{4}\b")
# What the parser and the codecs raise for what nobody should send.
_FAULTS: Final = (MessageError, ValueError, LookupError, RecursionError, TypeError, AttributeError)


def read_message(data: bytes) -> Draft:
    """One message; a reply is called by who answered when, too. Raises InputError where it is none."""
    made, replies = _read(data)
    return _called_apart(made) if replies else made


def _read(data: bytes) -> tuple[Draft, bool]:
    """One message by its subject, and whether it is a reply."""
    if not data.strip():
        raise InputError("is empty")
    head = data.lstrip(b"\r\n").replace(b"\r\n", b"\n")
    if head.startswith(b"From "):
        head = head.partition(b"\n")[2]
    if _HEADER.match(head) is None:
        raise InputError("is no message (it does not begin with headers)")
    try:
        message = email.message_from_bytes(head)
        return _draft(message)
    except _FAULTS as error:
        raise InputError(f"is no message that can be read ({type(error).__name__})") from error


def read_mailbox(data: bytes, _path: Path) -> Iterator[Record]:
    """The messages of an mbox, named by subject and time: so those of a thread stand together, in order."""
    data = data.replace(b"\r\n", b"\n")
    starts = list(islice(filter(_opens, _FROM.finditer(data)), _MOST_MESSAGES + 1))
    if not starts or starts[0].start():
        raise InputError('is no mailbox (it does not begin with "From ")')
    if len(starts) > _MOST_MESSAGES:
        raise InputError(f"has more than {_MOST_MESSAGES} messages")
    ends = [found.start() for found in starts[1:]]
    taken: dict[str, int] = {}
    threads: set[str] = set()
    for number, (found, end) in enumerate(zip(starts, [*ends, len(data)], strict=True), 1):
        try:
            made, _ = _read(data[found.end() : end].replace(b"\n>From ", b"\nFrom "))
        except InputError as error:
            yield Record(None, str(error), number)
            continue
        subject = made.title
        if subject.casefold() in threads:
            made = _called_apart(made)
        threads.add(subject.casefold())
        name = f"{subject[:80]} {made.date}".replace("/", "-").replace(":", ".").strip()
        taken[name] = taken.get(name, 0) + 1
        yield Record(replace(made, record=name if taken[name] == 1 else f"{name} {taken[name]}"), "", number)


def _opens(line: re.Match[bytes]) -> bool:
    """Whether a line that begins with "From " opens a message: it says when that came."""
    return _TIME.search(line[1]) is not None and _YEAR.search(line[1]) is not None


def _called_apart(made: Draft) -> Draft:
    """A later message of a thread with a title of its own: the first has the subject."""
    told = ", ".join(filter(None, (made.author, made.date[:10])))
    return replace(made, title=f"{made.title} ({told})") if made.title and told else made


def _draft(message: Message) -> tuple[Draft, bool]:
    bodies, attachments = _parts(message)
    plain = next((text for kind, text in bodies if kind == "text/plain" and text.strip()), "")
    page = "" if plain else next((text for kind, text in bodies if kind == "text/html" and text.strip()), "")
    words = clean(plain) if plain else read_html(clean(page)).text
    written = _header(message, "Subject").strip()
    subject = without_reply(written)
    sender, receivers, date = _people(message, "From"), _people(message, "To"), _date(message)
    pairs = (
        *(("From", sender), ("To", receivers), ("Cc", _people(message, "Cc"))),
        *(("Date", date), ("Subject", written)),
    )
    head = "\n".join(f"{name}: {said}" for name, said in pairs if said)
    listed = "Attachments:\n" + "\n".join(f"- {each}" for each in attachments) if attachments else ""
    told = filter(None, [head, words.strip("\n"), listed])
    text = "\n\n".join(told) if words.strip() or attachments else ""
    made = Draft(text=text + "\n" if text else "", title=subject, date=date, author=sender)
    return made, subject != written


def _parts(message: Message) -> tuple[list[tuple[str, str]], list[str]]:
    """The texts of a message by type, and what else it carries, by name and type."""
    bodies: list[tuple[str, str]] = []
    attachments: list[str] = []
    waiting: list[Message] = [message]
    for _ in range(_MOST_PARTS):
        if not waiting:
            break
        part = waiting.pop(0)
        kind = part.get_content_type()
        name = one_line(_decoded(str(part.get_filename() or "")))
        inside = part.get_payload()
        if kind == "message/rfc822" and isinstance(inside, list) and inside and part is not message:
            attachments.append(f"{one_line(_header(_message(inside[0]), 'Subject')) or 'a message'} ({kind})")
        elif part.is_multipart() and isinstance(inside, list):
            waiting = [each for each in inside if isinstance(each, Message)] + waiting
        elif name or part.get_content_disposition() == "attachment":
            attachments.append(f"{name or 'without a name'} ({kind})")
        elif kind in ("text/plain", "text/html"):
            bodies.append((kind, _text(part)))
    return bodies, attachments


def _message(payload: object) -> Message:
    return payload if isinstance(payload, Message) else Message()


def _text(part: Message) -> str:
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    charset = part.get_content_charset() or "utf-8"
    try:
        text = data.decode(charset, "replace")
    except LookupError:  # a charset that nobody knows
        text = data.decode("utf-8", "replace")
    return _unflowed(clean(text)) if str(part.get_param("format", "")).lower() == "flowed" else text


def _unflowed(text: str) -> str:
    """Paragraphs of a text whose lines end in a space where they go on (RFC 3676)."""
    made: list[str] = []
    open_ = False
    for line in text.split("\n"):
        if open_ and not line.startswith(">"):
            made[-1] += line
        else:
            made.append(line)
        open_ = line.endswith(" ") and line != "-- " and not line.startswith(">")
    return "\n".join(made)


def _header(message: Message, name: str) -> str:
    return one_line(_decoded(str(message.get(name) or "")))


def _decoded(value: str) -> str:
    return "".join(_decoded_piece(found[0]) for found in _HEADER_PIECE.finditer(value))


def _decoded_piece(value: str) -> str:
    try:
        return clean(str(make_header(decode_header(value))))
    except _FAULTS:
        return clean(value)


def _people(message: Message, name: str) -> str:
    """Names, or addresses where there is no name."""
    said = [_decoded(str(value)) for value in message.get_all(name, [])]
    people = [one_line(named or address) for named, address in getaddresses(said)]
    people = [each for each in people if each]
    more = len(people) - _MOST_PEOPLE
    return ", ".join(people[:_MOST_PEOPLE]) + (f" and {more} more" if more > 0 else "")


def _date(message: Message) -> str:
    """``2024-03-04 08:02``, by the sender's clock; "" where none is given."""
    try:
        return parsedate_to_datetime(str(message.get("Date") or "")).strftime("%Y-%m-%d %H:%M")
    except _FAULTS:
        return ""
