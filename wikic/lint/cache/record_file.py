"""``.wikic/lint-cache``: what was found in each file, so that the next run looks only at what changed.

A cache: it is dropped without a word when it is absent, damaged, of another version, of other rules or of
another configuration, and no record is believed whose file may have changed. Several runs may share it: it
is replaced whole, and the last one wins.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

import wikic
from wikic import build_dir, layout
from wikic.model.finding import Finding

FORMAT: Final = 2
NAMED: Final = 1  # findings rest on titles or aliases
LISTED: Final = 2  # findings rest on the listing as a whole
UNKNOWN: Final = -1  # a time at which nothing was written: the content must be looked at
# Larger caches are not kept: 100,000 pages with as many documents take about 90 MB. It lies only where it was
# made, so it may be as large as an index.
MAX_BYTES: Final = build_dir.DERIVED
_HASH: Final = 16  # bytes of it, before the content
PACKAGE: Final = Path(wikic.__file__).parent
# Folders below the package whose code decides what is found: a change in one makes the cache worthless.
SOURCE_FOLDERS: Final = (
    "", "lint", "lint/cache", "lint/rules", "lint/view", "markdown", "text", "graph", "model", "wiki",
    "wiki/fold", "compiler",
)  # fmt: skip


class Record(msgspec.Struct, array_like=True, gc=False):
    """One file as it was examined last.

    mtime, size: its stat; mtime is UNKNOWN where the file was too young for the stat to be believed.
    hash: of its bytes, empty where nothing read it.
    found: findings in it, by rules that look at one file at a time, in msgpack; empty for none.
    gists: what rules need to know of it, in the order of the cache's names, in msgpack; empty for nothing.
    asked: other files its findings rest on: paths, each with a line end before and behind it.
    keys: four bytes for each name it links to.
    flags: NAMED, LISTED.
    """

    mtime: int
    size: int
    hash: bytes
    found: bytes = b""
    gists: bytes = b""
    asked: bytes = b""
    keys: bytes = b""
    flags: int = 0


class Whole(msgspec.Struct, array_like=True, gc=False):
    """What a rule found that looks at the whole wiki.

    found: its findings.
    asked: the files it read.
    """

    found: tuple[Finding, ...]
    asked: tuple[str, ...] = ()


class Cache(msgspec.Struct, array_like=True):
    """Everything that is kept.

    stamp: of version, rules and configuration.
    files: by file path.
    wholes: by code, rules that look at the whole wiki.
    folds: whether the fold would write a page or an index otherwise.
    """

    stamp: str = ""
    files: dict[str, Record] = {}
    wholes: dict[str, Whole] = {}
    folds: bool = True


def load_cache(path: Path, stamp: str) -> Cache:
    """What is kept under this stamp, or an empty cache when there is nothing to believe."""
    found = build_dir.kept(path, _decode_cache, limit=MAX_BYTES)
    return found if found is not None and found.stamp == stamp else Cache(stamp)


def _decode_cache(data: bytes) -> Cache | None:
    content = memoryview(data)[_HASH:]
    whole = hashlib.blake2b(content, digest_size=_HASH).digest() == data[:_HASH]
    return _DECODER.decode(content) if whole else None


def save_cache(path: Path, kept: Cache) -> str:
    """Keep this; why not where the disk refuses, else "": the next run looks at everything again then."""
    try:
        data = _encode_cache(kept)
    except UnicodeEncodeError:  # a rule that looks at the whole wiki speaks of a name that is no text
        data = _encode_cache(Cache(kept.stamp, kept.files))
    if len(data) > MAX_BYTES:
        return f"it takes {len(data) >> 20} MB"
    try:
        if not path.parent.exists():
            build_dir.make(path.parent)
            build_dir.replace(path.parent / layout.GIT_IGNORE_FILE, b"*\n")
        build_dir.replace(path, data)
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _encode_cache(kept: Cache) -> bytearray:
    """The file's bytes, hash and content, made in one piece: a large wiki's are 400 MB."""
    data = bytearray(_HASH)
    _ENCODER.encode_into(kept, data, _HASH)
    data[:_HASH] = hashlib.blake2b(memoryview(data)[_HASH:], digest_size=_HASH).digest()
    return data


def make_stamp(*parts: str) -> str:
    """A stamp over this wikic and the parts that findings depend on besides the files."""
    return hashlib.blake2b(
        "\0".join((str(FORMAT), wikic.__version__, _source_state(), *parts)).encode("utf-8", "surrogatepass"),
        digest_size=16,
    ).hexdigest()


@cache
def _source_state() -> str:
    """When the sources of wikic changed last: in a checkout the version does not tell."""
    newest, total = 0, 0
    for folder in SOURCE_FOLDERS:
        with suppress(OSError), os.scandir(PACKAGE / folder) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    status = entry.stat()
                    newest, total = max(newest, status.st_mtime_ns), total + status.st_size
    return f"{newest} {total}"


_DECODER: Final = msgspec.msgpack.Decoder(Cache)
_ENCODER: Final = msgspec.msgpack.Encoder()
FINDINGS: Final = msgspec.msgpack.Decoder(tuple[Finding, ...])
