"""F: frontmatter that cannot be read, or does not say what it must."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from wikic.errors import FormatError
from wikic.lint.rule import Problem
from wikic.lint.view.page import ParsedPage
from wikic.lint.view.sources import ParsedArticle, ParsedDigest
from wikic.lint.view.wiki_view import WikiView
from wikic.markdown import frontmatter
from wikic.markdown.frontmatter_repair import Quoting, quotings
from wikic.model.finding import Edit

_LISTS: Final = ("aliases", "tags", "redirects")
_TEXTS: Final = ("type", "title", "created", "home", "fold")
_HEADS: Final = ("keep", "drop")
_PAGE_KEYS: Final = ("type", "title", "created")
_DIGEST_KEYS: Final = ("key", "title", "sha256", "ingested", "compiled_with")
_ARTICLE_KEYS: Final = ("key",)
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
# A whole value behind a key or a dash.
_BARE_LINK: Final = re.compile(r"\[\[(?<=[:\s-][ \t]\[\[)(?P<name>[^\[\]\"',\n]+)\]\](?=[ \t]*\r?$)", re.M)
# Of the second of two blocks: "Note: as agreed" between two rules is a paragraph that readers see.
_KEY: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def _parsed_sources(view: WikiView) -> Iterator[ParsedDigest | ParsedArticle]:
    yield from view.digests()
    yield from view.articles()


# --- checks ------------------------------------------------------------------------------------


def check_invalid(view: WikiView) -> Iterator[Problem]:
    for page in view.prose():
        if page.fault is not None:
            found = _find_quotings(page)
            offset = 0 if page.front is None else page.front.offset
            edits = tuple(
                Edit(page.file, offset + each.start, offset + each.end, each.written) for each in found
            )
            safe = all(each.certain for each in found)
            yield Problem(page.file, page.fault.line, 1, page.fault.message, edits, safe=safe)
    for source in _parsed_sources(view):
        if source.fault is not None and source.fault.kind == "frontmatter":
            yield Problem(source.file, source.fault.line, 1, source.fault.message)


def _find_quotings(page: ParsedPage) -> tuple[Quoting, ...]:
    front = page.front
    if front is None or not front.closed or page.source.invalid:
        return ()  # bytes that are no text cannot be quoted
    return quotings(front.yaml)


def check_stacked(view: WikiView) -> Iterator[Problem]:
    for page in view.prose():
        front = page.front
        if front is None or not front.stacked:
            continue
        following = frontmatter.split(page.text[front.end : front.body].lstrip())
        blank = re.match(r"\s*", page.text[front.end : front.body])
        line, _ = page.at(front.end + (blank.end() if blank else 0))
        yield Problem(
            page.file, line, 1, "a second frontmatter block follows the first", _join_blocks(page, following)
        )


def _join_blocks(page: ParsedPage, following: frontmatter.Frontmatter | None) -> tuple[Edit, ...]:
    """Both blocks as one, where no key stands in both."""
    front = page.front
    if front is None or following is None or page.fault is not None or not following.closed:
        return ()
    try:
        second = frontmatter.load(following.yaml)
    except FormatError:
        return ()
    if page.fields.keys() & second.keys() or not page.fields or not second:
        return ()
    if any(_KEY.fullmatch(key) is None for key in second) or not any(key[:1].islower() for key in second):
        return ()
    try:
        if frontmatter.load(front.yaml + following.yaml) != page.fields | second:
            return ()
    except FormatError:
        return ()
    start = front.offset + len(front.yaml)
    yaml = page.text.index(following.yaml, front.end)
    return (Edit(page.file, start, yaml, ""),)


def check_types(view: WikiView) -> Iterator[Problem]:
    vault = view.profile.is_vault
    known = view.profile.key_names
    lists = (*known("aliases"), *known("tags")) if vault else _LISTS
    for page in view.pages():
        for key, value in page.fields.items():
            wrong = _not_texts(value) if key in lists else None if vault else _find_wrong(key, value, page)
            if wrong is not None:
                yield Problem(page.file, page.key_line(key), 1, f"{key} {wrong}")
        bare = page.front is not None and _BARE_LINK.search(page.front.yaml) is not None
        if bare and not page.generated:
            yield from _find_unquoted(page, lists)


def _find_unquoted(page: ParsedPage, lists: tuple[str, ...]) -> Iterator[Problem]:
    """Wikilinks that YAML reads as a list in a list."""
    front = page.front
    values = {key: value for key, value in page.fields.items() if key not in lists}
    nested = set(_nested_texts(list(values.values())))
    for match in _BARE_LINK.finditer(front.yaml) if front is not None and nested else ():
        if match["name"].strip() in nested and front is not None:
            start, end = (front.offset + each for each in match.span())
            edit = Edit(page.file, start, end, f'"{match[0]}"')
            message = f"YAML reads {match[0]} as a list in a list; quote it"
            # Whoever reads the value may count on the list: that it was to be a link is likely, no more.
            yield Problem(page.file, *page.at(start), message, (edit,), safe=False)


def _nested_texts(value: Any, depth: int = 0) -> Iterator[str]:
    """The texts that are alone in a list in a list."""
    for each in value if isinstance(value, list) else ():
        if isinstance(each, list):
            yield from _nested_texts(each, depth + 1)
        elif isinstance(each, str) and depth >= 2 and len(value) == 1:
            yield each.strip()


def _not_texts(value: Any) -> str | None:
    """What is wrong with the value of a key that holds a list of texts, or None."""
    if isinstance(value, dict):
        return "is a mapping, not a list of texts"
    items = value if isinstance(value, list) else ()
    bad = next((each for each in items if not isinstance(each, str)), None)
    if bad is None:
        return None
    return f"holds a {'mapping' if isinstance(bad, dict) else 'list'} where a text must stand; quote it"


def _find_wrong(key: str, value: Any, page: ParsedPage) -> str | None:
    """What is wrong with the value of another key that wikic reads, or None."""
    if key in _TEXTS and not isinstance(value, str):
        return f"is a {'mapping' if isinstance(value, dict) else 'list'}, not a text"
    if key in _HEADS and page.generated and not isinstance(value, dict):
        return "is no mapping of aliases, tags, summary, related"
    if key == "created" and page.generated and not _DAY.fullmatch(value):
        return f"is {value!r}, not a day (YYYY-MM-DD)"
    return None


def check_unknown_type(view: WikiView) -> Iterator[Problem]:
    schema = view.schema
    if schema is None:
        return
    known = {schema.fallback, *(each.name for each in schema.dimensions)}
    for page in view.generated():
        kind = page.fields.get("type")
        if isinstance(kind, str) and kind and kind not in known:
            message = f"type {kind!r} is not a dimension of schema.yaml"
            yield Problem(page.file, page.key_line("type"), 1, message, refold=True)


def check_missing(view: WikiView) -> Iterator[Problem]:
    for page in view.generated():
        if page.fault is None:
            for key in _PAGE_KEYS:
                if not page.fields.get(key):
                    yield Problem(page.file, 1, 1, f"the frontmatter lacks {key}", refold=True)
    for digest in view.digests():
        if digest.outline is None:
            yield from _find_lacking(digest, _DIGEST_KEYS)
    for article in view.articles():
        yield from _find_lacking(article, _ARTICLE_KEYS)


def _find_lacking(source: ParsedDigest | ParsedArticle, keys: tuple[str, ...]) -> Iterator[Problem]:
    if source.fault is not None and source.fault.kind == "missing":
        yield Problem(source.file, 1, 1, source.fault.message)
    elif source.fields is not None:
        for key in keys:
            if not source.fields.get(key):
                yield Problem(source.file, 1, 1, f"the frontmatter lacks {key}")


def check_encoding(view: WikiView) -> Iterator[Problem]:
    for file in _undecodable_files(view):
        data = view.read(file) or b""
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as error:
            before = data[data.rfind(b"\n", 0, error.start) + 1 : error.start]
            column = len(before.decode("utf-8", errors="replace").removeprefix("\ufeff")) + 1
            message = f"byte 0x{data[error.start]:02x} is not UTF-8"
            line = data.count(b"\n", 0, error.start) + 1
            yield Problem(file, line, column, message, help="save the file as UTF-8")


def _undecodable_files(view: WikiView) -> Iterator[str]:
    yield from (page.file for page in view.prose() if page.source.invalid)
    for source in _parsed_sources(view):
        if source.fault is not None and source.fault.kind == "encoding":
            yield source.file


_ANY_KEY: Final = re.compile(
    r"""^(?P<key>[^\W\d][\w.-]*(?:[ ]+[\w.-]+)*|"[^"\n]+"|'[^'\n]+')[ \t]*:(?=[ \t\r]|$)""", re.M
)


def check_keys(view: WikiView) -> Iterator[Problem]:
    for page in view.prose():
        front = page.front
        if front is None or page.fault is not None:
            continue
        keys = _ANY_KEY.findall(front.yaml)
        if len(keys) == len(set(keys)) and "'" not in "".join(keys) and '"' not in "".join(keys):
            continue
        lines: dict[str, int] = {}
        for match in _ANY_KEY.finditer(front.yaml):
            key = match["key"].strip("\"'")
            line, column = page.at(front.offset + match.start())
            first = lines.setdefault(key, line)
            if first != line and key in page.fields:
                yield Problem(page.file, line, column, f"the key {key} stands in line {first} as well")
