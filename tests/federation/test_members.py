"""Which wikis belong together: a folder, a manifest, and what is wrong with one."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.errors import InputError
from wikic.federation import members
from wikic.federation.members import parted, qualified


def base(root: Path) -> Path:
    (root / "wiki").mkdir(parents=True)
    return root


def test_a_folder_gives_its_knowledge_bases_by_name(tmp_path: Path) -> None:
    for name in ("bo", "ada", ".hidden"):
        base(tmp_path / name)
    (tmp_path / "notes").mkdir()
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "wikic.toml").write_text('[lint]\nprofile = "vault"\n')
    (tmp_path / "link").symlink_to(tmp_path / "ada")
    assert [each.name for each in members.read_members(tmp_path)] == ["ada", "bo", "vault"]
    assert members.home(tmp_path) == tmp_path


def test_a_manifest_names_them_and_says_who_reads_them(tmp_path: Path) -> None:
    base(tmp_path / "kb" / "ada")
    base(tmp_path / "kb" / "bo")
    manifest = tmp_path / "all.yaml"
    manifest.write_text(
        "- {directory: kb/ada, readers: [eve]}\n- {directory: kb/bo, name: b, documents: x}\n"
    )
    ada, bo = members.read_members(manifest)
    assert (ada.name, ada.root, bo.name) == ("ada", tmp_path / "kb/ada", "b")
    assert ada.open_to("eve") and ada.open_to(None) and not ada.open_to("finn")
    assert bo.open_to("finn")
    assert members.home(manifest) == tmp_path


def test_a_manifest_calls_a_wiki_as_a_folder_of_them_does(tmp_path: Path) -> None:
    base(tmp_path / "Cy Lee")
    (tmp_path / "all.yaml").write_text("- {directory: Cy Lee}\n")
    assert [each.name for each in members.read_members(tmp_path)] == ["Cy-Lee"]
    assert [each.name for each in members.read_members(tmp_path / "all.yaml")] == ["Cy-Lee"]


def test_a_directory_that_leads_in_a_circle_is_one_that_is_not_there(tmp_path: Path) -> None:
    base(tmp_path / "ada")
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    (tmp_path / "all.yaml").write_text("- {directory: ada}\n- {directory: circle}\n")
    assert [each.name for each in members.read_members(tmp_path / "all.yaml")] == ["ada", "circle"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "lists no bases"),
        ("[]", "holds no wiki"),
        ("- 1", "base 1 is no mapping"),
        ("- {}", "has no directory"),
        ("- {directory: kb/none}", "none of its directories is there; the first is .*kb/none"),
        ("- {directory: 2024}", "directory must be a text"),
        ("- {directory: 2020-13-45}", "is no YAML"),
        ("- {directory: kb/ada, reader: [x]}", "there is no 'reader'"),
        ("- {directory: kb/ada, readers: eve}", "readers must be a list"),
        ("- {directory: kb/ada, readers: ['']}", "readers must be a list"),
        ("- {directory: kb/ada, name: 'a:b'}", "cannot stand in an address"),
        ("- {directory: kb/ada, name: 3}", "name must be a text"),
        ("- {directory: kb/ada}\n- {directory: kb/bo, name: ADA}", "are both called ADA"),
    ],
)
def test_what_is_wrong_with_a_manifest_is_told(tmp_path: Path, text: str, said: str) -> None:
    base(tmp_path / "kb" / "ada")
    base(tmp_path / "kb" / "bo")
    (tmp_path / "all.yaml").write_text(text)
    with pytest.raises(InputError, match=said):
        members.read_members(tmp_path / "all.yaml")


def test_folders_whose_names_cannot_stand_in_an_address_get_one(tmp_path: Path) -> None:
    names = ("Ada Lovelace", "Ada-Lovelace", "a:b", "bo", "x#y", "u v", "u:v", os.fsdecode(b"\xff\xfe"))
    for name in names:
        base(tmp_path / name)
    found = {each.root.name: each.name for each in members.read_members(tmp_path)}
    assert found["Ada-Lovelace"] == "Ada-Lovelace" and found["Ada Lovelace"].startswith("Ada-Lovelace-")
    assert found["a:b"] == "a-b"
    assert found["bo"] == "bo" and found["u v"] != found["u:v"]
    assert len({each.casefold() for each in found.values()}) == len(names)
    shutil.rmtree(tmp_path / "Ada Lovelace")
    assert {each.root.name: each.name for each in members.read_members(tmp_path)}.items() <= found.items()


def test_a_newcomer_takes_nobodys_name(tmp_path: Path) -> None:
    base(tmp_path / "ada")
    (before,) = members.read_members(tmp_path)
    base(tmp_path / "Ada")
    base(tmp_path / "a da")
    found = members.read_members(tmp_path)
    assert before in found and len({each.name for each in found}) == 3


@given(st.text("abc-_é花", min_size=1, max_size=8), st.text(min_size=1, max_size=30))
def test_an_address_is_parted_as_it_was_put_together(wiki: str, path: str) -> None:
    assert parted(qualified(wiki, path), {wiki}) == (wiki, path)
    assert parted(f"[[{qualified(wiki, path)}]]", {wiki}) == (wiki, f"[[{path}]]")
    assert parted(qualified(wiki, path), set()) == ("", qualified(wiki, path))
