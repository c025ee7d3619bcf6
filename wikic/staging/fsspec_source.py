"""The files at an address, read through fsspec: ``s3://``, ``gs://``, ``https://`` and what else it knows.

fsspec is an extra; each storage has a package of its own (s3fs, gcsfs …), which takes credentials from where
its users keep them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final

from wikic.errors import InputError, MissingExtraError, UsageError, WikicError
from wikic.staging.address import Address
from wikic.staging.copy import Remote
from wikic.wiki.documents import walk

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem

_CONNECT: Final = 30.0  # seconds for a connection to a site
_SILENCE: Final = 60.0  # seconds between two pieces of what it sends
# What storages call a hash of a file, or the time when it changed.
_STAMPS: Final = ("ETag", "etag", "md5Hash", "content_settings", "content_hash", "checksum", "crc32c")
_TIMES: Final = ("Last-Modified", "LastModified", "last_modified", "updated", "mtime", "modified")
# Of a page whose address ends in no extension.
_EXTENSIONS: Final = {
    "text/html": ".html",
    "application/xhtml+xml": ".html",
    "text/markdown": ".md",
    "text/plain": ".txt",
    "application/pdf": ".pdf",
    "application/json": ".json",
    "text/csv": ".csv",
    "application/zip": ".zip",
}
_SAID: Final = 200  # characters of a storage's own words


class FsspecSource:
    """A ``Source``.

    single: whether the address names one file, and no folder.
    """

    def __init__(self, address: Address) -> None:
        """Raises MissingExtraError, UsageError for a scheme nobody knows, InputError where nothing is."""
        self._address = address
        self._system, self._root = _open_system(address)
        with self._told():
            self._info: Mapping[str, Any] = self._system.info(self._root)
        self.single = self._info["type"] != "directory"

    @property
    def name(self) -> str:
        """Of the file or folder; a page of the web has an extension by what the site says it is."""
        name = self._address.name
        if self._address.on_the_web and PurePosixPath(name).suffix.lower() not in (*walk.EXTENSIONS, ".zip"):
            return name + _EXTENSIONS.get(str(self._info.get("mimetype", "")), "")
        return name

    def files(self) -> list[Remote]:
        """The file itself, or all that are below the folder."""
        if self.single:  # what says that a page has no bytes may know no better before it sends them
            return [replace(_as_remote(self.name, self._info), size=_read_size(self._info) or None)]
        with self._told():
            found = _walk_files(self._system, self._root)
        root = self._root.rstrip("/")
        return [
            _as_remote(name[len(root) :].lstrip("/"), info)
            for name, info in found.items()
            # Some programs make a folder in a bucket by an empty file of its name.
            if info["type"] == "file" and not name.endswith("/") and name != root
        ]

    def copy(self, files: Sequence[tuple[Remote, Path]], copied: Callable[[int], None]) -> None:
        """Several at once, where the storage can."""
        root = self._root.rstrip("/")
        names = [self._root if self.single else f"{root}/{file.path}" for file, _ in files]
        with self._told():
            self._system.get(names, [str(place) for _, place in files], callback=_copy_callback(copied))

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Whatever a storage raises, as one line that names the address and no secret.

        Each has exceptions of its own, which share no class but Exception.
        """
        try:
            yield
        except WikicError:
            raise
        except ImportError as error:  # of a package that is needed only now
            raise _lacking_error(self._address.scheme, error) from error
        except Exception as error:
            raise _unread_error(self._address, error) from error


def _open_system(address: Address) -> tuple[AbstractFileSystem, str]:
    if find_spec("fsspec") is None or (address.on_the_web and find_spec("aiohttp") is None):
        raise MissingExtraError(
            f"{address}: reading documents from there needs fsspec, which is not installed",
            hint="pip install 'wikic[remote]'",
        )
    from fsspec import available_protocols, get_filesystem_class

    if address.scheme not in available_protocols():
        raise UsageError(
            f"{address}: nobody knows {address.scheme}://",
            hint="s3://, gs://, abfs://, https://, sftp:// and what else fsspec reads",
        )
    options: dict[str, Any] = {}
    if address.on_the_web:
        from aiohttp import ClientTimeout

        patience = ClientTimeout(total=None, sock_connect=_CONNECT, sock_read=_SILENCE)
        options["client_kwargs"] = {"timeout": patience, "trust_env": True}  # as curl takes a proxy
    try:
        kind = get_filesystem_class(address.scheme)
        given = kind._get_kwargs_from_urls(address.whole) | options
        made = kind(skip_instance_cache=True, use_listings_cache=False, **given)
        return made, str(kind._strip_protocol(address.whole))
    except ImportError as error:
        raise _lacking_error(address.scheme, error) from error
    except Exception as error:  # no credentials, no host
        raise _unread_error(address, error) from error


def _walk_files(system: AbstractFileSystem, root: str) -> dict[str, Mapping[str, Any]]:
    """What lies below ``root``, by name.

    fsspec's own walk passes over a folder that cannot be listed, and its files would count as gone; some
    storages have a better one.
    """
    from fsspec import AbstractFileSystem
    from fsspec.asyn import AsyncFileSystem

    kind = type(system)
    if getattr(kind, "_find", kind.find) not in (AbstractFileSystem.find, AsyncFileSystem._find):
        return dict(system.find(root, detail=True))
    found: dict[str, Mapping[str, Any]] = {}
    waiting = [root]
    while waiting:
        folder = waiting.pop()
        for info in system.ls(folder, detail=True):
            if info["type"] != "directory":
                found[info["name"]] = info
            elif info["name"].rstrip("/") != folder.rstrip("/"):
                waiting.append(info["name"])
    return found


def _copy_callback(copied: Callable[[int], None]) -> Any:
    from fsspec.callbacks import Callback

    class Bytes(Callback):  # type: ignore[misc]  # fsspec has no types
        def relative_update(self, inc: int = 1) -> None:
            copied(inc)

    class Files(Callback):  # type: ignore[misc]  # fsspec has no types
        def branched(self, path_1: str, path_2: str, **kwargs: Any) -> Callback:
            return Bytes()

    return Files()


def _as_remote(path: str, info: Mapping[str, Any]) -> Remote:
    stamp = next((str(info[key]) for key in (*_STAMPS, *_TIMES) if info.get(key)), "")
    return Remote(path, _read_size(info), stamp)


def _read_size(info: Mapping[str, Any]) -> int | None:
    size = info.get("size")
    return size if isinstance(size, int) else None


def _lacking_error(scheme: str, error: ImportError) -> MissingExtraError:
    said = " ".join(str(error).split())[:_SAID]
    return MissingExtraError(f"documents at {scheme}:// need a package that is not installed ({said})")


def _unread_error(address: Address, error: Exception) -> InputError:
    cause = error.__cause__ if isinstance(error.__cause__, Exception) else error
    status = getattr(cause, "status", None)  # of aiohttp
    if type(cause).__name__ == "TooManyRedirects":  # of aiohttp, which is there for the web alone
        said = "the site redirects without end"
    elif isinstance(status, int):
        said = f"the site answers {status}"
    elif isinstance(error, FileNotFoundError) and cause is error:
        said = "there is no such file or folder"
    elif isinstance(cause, PermissionError):
        said = "no permission to read it"
    elif isinstance(cause, TimeoutError):
        said = "no answer in time"
    else:
        words = " ".join(str(cause).split())
        for secret in (address.secret, address.query):
            words = words.replace(secret, "…") if secret else words
        said = f"cannot be read ({type(cause).__name__}: {words[:_SAID]})"
    return InputError(f"{address}: {said}")
