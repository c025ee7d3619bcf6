"""Copies of documents that are elsewhere: the same as by hand, only what changed, whole or not at all."""

from __future__ import annotations

import os
import stat
import struct
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from support.depth import examples
from support.document_site import Page, Site, packed, site

from wikic.copy_origin import origin
from wikic.errors import DiskError, InputError, UsageError, WikicError
from wikic.model.article import Article
from wikic.progress import Silent
from wikic.staging.address import path_of
from wikic.staging.copy import Copy
from wikic.staging.stage import stage
from wikic.wiki.documents.read import read

fsspec = pytest.importorskip("fsspec", reason="the extra `remote` is not installed")
from fsspec import AbstractFileSystem  # noqa: E402  # only where it is there
from fsspec.implementations.memory import MemoryFileSystem  # noqa: E402

ADA = {"ada.md": b"# Ada\n\nAda wrote notes.", "deep/bo.txt": b"Bo\n\nBo built ships.", "deep/a.png": b"png"}


def there(folder: Path) -> dict[str, bytes]:
    """What a walk over documents would see."""
    return {
        each.relative_to(folder).as_posix(): each.read_bytes()
        for each in folder.rglob("*")
        if each.is_file() and not each.name.startswith(".")
    }


def staged(path: Path | str) -> Path:
    (found,) = stage([path_of(str(path))], Silent()).paths
    return found


def stamps(folder: Path) -> dict[str, int]:
    return {name: (folder / name).stat().st_ino for name in there(folder)}


@pytest.fixture
def web() -> Iterator[Site]:
    with site() as found:
        yield found


@pytest.fixture
def bucket() -> Iterator[str]:
    """An address of a folder in fsspec's own store in memory."""
    name = uuid4().hex
    yield f"memory://{name}/ada"
    fsspec.filesystem("memory").rm(f"/{name}", recursive=True)


def fill(address: str, files: Mapping[str, bytes]) -> None:
    system = fsspec.filesystem("memory")
    for name, data in files.items():
        system.pipe_file(f"{address.removeprefix('memory:/')}/{name}", data)


def test_what_is_here_is_named_as_it_was(tmp_path: Path) -> None:
    assert stage([Path("notes"), tmp_path], Silent()).paths == (Path("notes"), tmp_path)


def test_a_zip_file_is_a_folder_of_its_name(tmp_path: Path) -> None:
    found = stage([packed(tmp_path / "ada.zip", ADA | {"x.mpp": b"", ".git/config.md": b"no"})], Silent())
    (folder,) = found.paths
    assert folder.name == "ada"
    assert there(folder) == ADA
    assert [str(each) for each in found.left] == [
        f"{tmp_path / 'ada.zip'}: 1 file is of a type that wikic does not read: 1 .mpp"
    ]


def test_only_what_changed_is_copied(tmp_path: Path) -> None:
    before = stamps(folder := staged(packed(tmp_path / "ada.zip", ADA)))
    assert stamps(staged(packed(tmp_path / "ada.zip", ADA))) == before
    changed = {"ada.md": b"# Ada\n\nAda wrote books.", "deep/a.png": b"png", "new.md": b"new"}
    staged(packed(tmp_path / "ada.zip", changed))
    after = stamps(folder)
    assert there(folder) == changed
    assert after["deep/a.png"] == before["deep/a.png"]
    assert after["ada.md"] != before["ada.md"]


def test_what_somebody_changed_in_a_copy_is_copied_again(tmp_path: Path) -> None:
    folder = staged(packed(tmp_path / "ada.zip", ADA))
    (folder / "ada.md").write_bytes(b"cut")
    (folder / "own.md").write_bytes(b"mine")
    (folder / "deep/bo.txt").unlink()
    assert there(staged(tmp_path / "ada.zip")) == ADA


def test_a_file_becomes_a_folder_and_a_folder_a_file(tmp_path: Path) -> None:
    staged(packed(tmp_path / "a.zip", {"x.md": b"1", "y.md/z.md": b"2"}))
    now = {"x.md/y/z.md": b"3", "y.md": b"4"}
    assert there(staged(packed(tmp_path / "a.zip", now))) == now


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"../ada.md": b""}, "no file here can have"),
        ({"/etc/ada.md": b""}, "no file here can have"),
        ({"a\\b.md": b""}, "no file here can have"),
        ({"a.md": b"", "a.md/b.md": b""}, "a.md is both a file and a folder"),
        ({}, "holds no document"),
        ({"x.exe": b""}, "holds no document"),
    ],
)
def test_names_that_lead_out_are_refused(tmp_path: Path, files: Mapping[str, bytes], said: str) -> None:
    kept = there(folder := staged(packed(tmp_path / "ada.zip", ADA)))
    with pytest.raises(InputError, match=said):
        staged(packed(tmp_path / "ada.zip", files))
    assert there(folder) == kept


def test_what_is_no_zip_file_says_so(tmp_path: Path) -> None:
    whole = packed(tmp_path / "ada.zip", ADA).read_bytes()
    encrypted = bytearray(whole)
    at = encrypted.index(b"PK\x01\x02")
    encrypted[at + 8 : at + 10] = struct.pack("<H", 1)
    for data, said in ((b"", "zip"), (whole[:80], "zip"), (bytes(encrypted), "ada.md is encrypted")):
        (tmp_path / "ada.zip").write_bytes(data)
        with pytest.raises(InputError, match=said):
            staged(tmp_path / "ada.zip")
    spoilt = bytearray(whole)
    spoilt[whole.index(b"ada.md") + 8] ^= 0xFF
    (tmp_path / "ada.zip").write_bytes(bytes(spoilt))
    with pytest.raises(InputError, match=r"ada.zip: ada.md cannot be read"):
        staged(tmp_path / "ada.zip")
    (tmp_path / "ada.zip").write_bytes(whole)
    assert there(staged(tmp_path / "ada.zip")) == ADA


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_an_entry_that_cannot_be_unpacked_is_named(tmp_path: Path, method: int) -> None:
    with zipfile.ZipFile(tmp_path / "ada.zip", "w", method) as archive:
        archive.writestr("ada.md", os.urandom(400).hex())
    data = bytearray((tmp_path / "ada.zip").read_bytes())
    data[50:80] = b"\xff" * 30
    (tmp_path / "ada.zip").write_bytes(bytes(data))
    with pytest.raises(InputError, match=r"ada\.zip: ada\.md cannot be read \(.+\)"):
        staged(tmp_path / "ada.zip")


def test_entries_that_are_no_documents_are_passed_over(tmp_path: Path) -> None:
    """A symlink, whose text is an address; and what is encrypted, where wikic would not read it anyway."""
    path = packed(tmp_path / "ada.zip", {"tool.exe": b"", **ADA})
    with zipfile.ZipFile(path, "a") as archive:
        link = zipfile.ZipInfo("link.md")
        link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/hostname")
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\x01\x02")
    data[at + 8 : at + 10] = struct.pack("<H", 1)
    path.write_bytes(bytes(data))
    assert there(staged(path)) == ADA


def test_steps_that_lead_nowhere_are_left_out_of_names(tmp_path: Path) -> None:
    path = packed(
        tmp_path / "ada.zip", {"./ada.md": b"1", "deep//./bo.md": b"2", "a\\\\b.exe": b"", ".x\\\\y.md": b""}
    )
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(entry := zipfile.ZipInfo("x"), b"")
        entry.filename = ""  # as damaged files have it
    for _ in range(2):
        assert there(staged(path)) == {"ada.md": b"1", "deep/bo.md": b"2"}


@pytest.mark.parametrize(
    "name", ["x" * 300 + ".md", *("d/" * deep + "a.md" for deep in (101, 900, 2000, 2500))]
)
def test_a_name_that_the_disk_refuses_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=rf"ada\.zip: holds '{name[:120]}…', a name that no file here"):
        staged(packed(tmp_path / "ada.zip", {name: b"a"}))


def test_folders_as_deep_as_they_are_read(tmp_path: Path) -> None:
    folder = staged(packed(tmp_path / "ada.zip", {"d/" * 100 + "a.md": b"Deep."}))
    (found,) = read([folder])
    assert isinstance(found, Article) and found.text == "Deep."


def test_a_disk_is_never_filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A zip file of a few bytes that says it holds more than the disk; and one that says nothing."""
    bomb = bytearray(packed(tmp_path / "ada.zip", {"ada.md": b"a" * 100}).read_bytes())
    at = bomb.index(b"PK\x01\x02")
    bomb[at + 24 : at + 28] = struct.pack("<I", 0xFFFF_FFF0)
    (tmp_path / "ada.zip").write_bytes(bytes(bomb))
    usage = type("Usage", (), {"free": 1 << 20})
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage)
    with pytest.raises(DiskError, match="more than half of what is free"):
        staged(tmp_path / "ada.zip")


def test_a_site_that_says_no_size_fills_no_disk(web: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    web.pages["/big.md"] = Page(b"a" * (3 << 20), "text/markdown", tag=False)
    usage = type("Usage", (), {"free": 4 << 20})
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage)
    monkeypatch.setattr("wikic.staging.fsspec_source._read_size", lambda info: None)
    with pytest.raises(DiskError, match="more than half of what is free"):
        staged(f"{web.url}/big.md")


def test_a_page_of_the_web(web: Site) -> None:
    web.pages["/guides/oven"] = Page(b"<h1>Oven</h1><p>It is hot.</p>")
    page = staged(f"{web.url}/guides/oven?lang=en")
    assert (page.parent.name, page.name) == ("guides", "oven.html")
    assert page.read_bytes() == web.pages["/guides/oven"].data
    assert web.sent == ["/guides/oven?lang=en"]
    assert staged(f"{web.url}/guides/oven?lang=en") == page
    assert len(web.sent) == 1  # by its tag it is the same
    web.pages["/guides/oven"] = Page(b"<h1>Oven</h1><p>It is cold.</p>")
    assert b"cold" in staged(f"{web.url}/guides/oven?lang=en").read_bytes()


def test_a_page_at_the_address_of_a_folder(web: Site) -> None:
    """Of the two addresses the site knows one."""
    web.pages["/guides/"] = Page(b"<h1>Guides</h1><p>There are two.</p>")
    page = staged(f"{web.url}/guides/")
    assert page.name == "guides.html" and page.read_bytes() == web.pages["/guides/"].data
    with pytest.raises(InputError, match="the site answers 404"):
        staged(f"{web.url}/guides")


def test_a_site_that_says_a_page_has_no_bytes_before_it_sends_them(web: Site) -> None:
    web.pages["/a.md"] = Page(b"a", "text/markdown", shy=True)
    assert staged(f"{web.url}/a.md").read_bytes() == b"a"


@pytest.mark.parametrize("folder", ["lock", "origin", "copied"])
def test_a_folder_may_be_called_as_a_file_of_ours(web: Site, folder: str) -> None:
    web.pages[f"/{folder}/oven.md"] = Page(b"hot", "text/markdown")
    page = staged(f"{web.url}/{folder}/oven.md")
    assert (page.parent.name, page.read_bytes()) == (folder, b"hot")


def test_every_slash_of_an_address_is_asked_for(web: Site) -> None:
    web.pages["/a//b/oven.md"] = Page(b"hot", "text/markdown")
    assert staged(f"{web.url}/a//b/oven.md?u=http://x//y").read_bytes() == b"hot"
    assert web.sent == ["/a//b/oven.md?u=http://x//y"]


def test_a_site_that_sends_on_for_ever_says_so(web: Site) -> None:
    web.pages["/a.md"] = Page(b"", status=302, to="/a.md")
    with pytest.raises(InputError, match=f"{web.url}/a.md: the site redirects without end"):
        staged(f"{web.url}/a.md")


def test_of_a_copy_it_is_known_what_it_is_one_of(web: Site, bucket: str, tmp_path: Path) -> None:
    folder = staged(packed(tmp_path / "ada.zip", ADA))
    assert origin(folder) == str(tmp_path / "ada.zip")
    assert origin(folder / "deep/bo.txt") == f"{tmp_path}/ada.zip/deep/bo.txt"
    assert origin(f"{folder}/ada.md:12") == f"{tmp_path}/ada.zip/ada.md:12"
    web.pages["/ada.zip"] = Page((tmp_path / "ada.zip").read_bytes(), "application/zip")
    assert origin(staged(f"{web.url}/ada.zip") / "ada.md") == f"{web.url}/ada.zip/ada.md"
    web.pages["/guides/oven"] = Page(b"<p>It is hot.</p>")
    assert origin(staged(f"{web.url}/guides/oven?hush")) == f"{web.url}/guides/oven"
    fill(bucket, ADA)
    assert origin(staged(bucket) / "ada.md") == f"{bucket}/ada.md"
    for path in (tmp_path, folder.parent, Path("ada.md"), Path("/")):
        assert origin(path) == str(path)


def test_a_site_without_tags_is_asked_every_time(web: Site) -> None:
    web.pages["/a.md"] = Page(b"a", "text/markdown", tag=False)
    for count in (1, 2):
        assert staged(f"{web.url}/a.md").read_bytes() == b"a"
        assert len(web.sent) == count


def test_a_zip_file_of_the_web(web: Site, tmp_path: Path) -> None:
    web.pages["/ada.zip"] = Page(packed(tmp_path / "ada.zip", ADA).read_bytes(), "application/zip")
    folder = staged(f"{web.url}/ada.zip")
    assert (folder.name, there(folder)) == ("ada", ADA)
    staged(f"{web.url}/ada.zip")
    assert web.sent == ["/ada.zip"]


def test_what_is_cut_off_replaces_nothing(web: Site) -> None:
    web.pages["/a.md"] = Page(b"whole", "text/markdown")
    page = staged(f"{web.url}/a.md")
    for broken in (Page(b"another", cut=3), Page(b"gone", status=404), Page(b"no", status=403)):
        web.pages["/a.md"] = broken
        with pytest.raises(InputError, match=f"{web.url}/a.md: "):
            staged(f"{web.url}/a.md")
        assert page.read_bytes() == b"whole"


def test_no_secret_is_told(web: Site) -> None:
    with pytest.raises(InputError, match="the site answers 404") as raised:
        staged(f"{web.url}/a.md?signature=hush".replace("://", "://me:hush@"))
    assert "hush" not in str(raised.value)
    with pytest.raises(InputError) as raised:  # nobody listens there
        staged("http://me:hush@127.0.0.1:1/a.md?signature=hush")
    assert "hush" not in str(raised.value)


def test_two_queries_of_one_page_are_told_apart_or_refused(web: Site) -> None:
    web.pages["/a.md"] = Page(b"a", "text/markdown")
    same = [Path(f"{web.url}/a.md?id=1")] * 2
    assert len(set(stage(same, Silent()).paths)) == 1
    with pytest.raises(UsageError, match="named twice"):
        stage([same[0], Path(f"{web.url}/a.md?id=2")], Silent())


class Flaky(MemoryFileSystem):
    """A storage that walks as fsspec does, and cannot list every folder every time."""

    protocol = "memory"
    broken = ""
    find = AbstractFileSystem.find  # as storages have it that bring none of their own

    def ls(self, path: str, detail: bool = True, **options: Any) -> Any:
        if self.broken and path.strip("/").endswith(self.broken):
            raise OSError("connection lost")
        return super().ls(path, detail, **options)


def test_a_folder_that_cannot_be_listed_is_not_gone(bucket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fsspec.get_filesystem_class", lambda scheme: Flaky)
    fill(bucket, ADA)
    folder = staged(bucket)
    assert there(folder) == ADA
    monkeypatch.setattr(Flaky, "broken", "deep")
    with pytest.raises(InputError, match="connection lost"):
        staged(bucket)
    assert there(folder) == ADA


def test_a_bucket_is_a_folder_of_its_name(bucket: str) -> None:
    fill(bucket, ADA | {".hidden/x.md": b"no", "x.mpp": b""})
    folder = staged(bucket)
    assert (folder.name, there(folder)) == ("ada", ADA)
    one = staged(f"{bucket}/deep/bo.txt")
    assert (one.parent.name, one.read_bytes()) == ("deep", ADA["deep/bo.txt"])


@pytest.mark.parametrize(
    ("address", "error", "said"),
    [
        ("memory://nobody/nothing", InputError, "there is no such file or folder"),
        ("nonsense://host/x", UsageError, "nobody knows nonsense://"),
    ],
)
def test_what_is_not_there_says_so(address: str, error: type[WikicError], said: str) -> None:
    with pytest.raises(error, match=said):
        staged(address)


NAMES = st.sampled_from(["a.md", "b/c.md", "b/d.txt", "b/e/f.md", "g.png", "h.exe", ".i.md", "j.md"])
STATES = st.lists(st.dictionaries(NAMES, st.binary(max_size=9), min_size=1), min_size=1, max_size=4)


class Fails:
    """A source that breaks off after some files."""

    def __init__(self, source: Any, after: int) -> None:
        self.source, self.after = source, after

    def files(self) -> Any:
        return self.source.files()

    def copy(self, files: Any, copied: Any) -> None:
        for each in files:
            if not self.after:
                raise InputError("broke off")
            self.after -= 1
            self.source.copy([each], copied)


@examples(30, HealthCheck.function_scoped_fixture)
@given(states=STATES, after=st.integers(0, 9), batch=st.integers(1, 3))
def test_a_copy_follows_whatever_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, states: list[dict[str, bytes]], after: int, batch: int
) -> None:
    """In step after each look; after one that broke off every file is the old or the new one, whole."""
    from collections import Counter

    from wikic.staging.stage import ZipSource

    monkeypatch.setattr("wikic.staging.copy._BATCH", batch)
    top = tmp_path / uuid4().hex
    top.mkdir()
    copy, old = Copy(top / "kb", "it", Silent(), Counter()), dict[str, bytes]()
    for state in states:
        wanted = {name: data for name, data in state.items() if name not in ("h.exe", ".i.md")}
        source = ZipSource(packed(top / "it.zip", state), "it")
        if not wanted:
            with pytest.raises(InputError):
                copy.follow(source)
            continue
        try:
            copy.follow(Fails(source, after))
        except InputError:
            found = there(copy.folder)
            assert old.keys() <= found.keys()
            assert all(data in (old.get(name), wanted.get(name)) for name, data in found.items())
        copy.follow(source)
        assert there(copy.folder) == (old := wanted)
        assert {each for each in os.listdir(copy.folder) if each.startswith(".")} == {".copied.json"}
