"""What lies beside the pages comes back as it was put there, and damage is never taken for it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.errors import StoreDamagedError
from wikic.store import blobs
from wikic.store.blobs import Manifest

NAMES = st.text("0123456789abcdef", min_size=1, max_size=8)
MANIFESTS = st.builds(
    Manifest,
    st.integers(0, 2**63),
    st.text(max_size=8),
    st.dictionaries(st.text(max_size=8), st.lists(NAMES, max_size=4).map(tuple), max_size=4),
)


@given(MANIFESTS)
def test_a_manifest_comes_back_and_begins_with_its_head(manifest):
    data = blobs.pack_manifest(manifest)
    assert blobs.unpack_manifest(data) == manifest
    assert blobs.unpack_head(data[: blobs.HEAD.size]) == (manifest.version, manifest.generation)


@given(MANIFESTS, MANIFESTS)
def test_a_version_is_of_the_files_alone(one, other):
    assert (one.version == other.version) == (one.files == other.files)


@given(st.binary(max_size=100))
def test_any_bytes_are_a_manifest_or_damage(data):
    blobs.unpack_head(data)
    with pytest.raises(StoreDamagedError):
        blobs.unpack_manifest(data)


@given(st.binary(min_size=1, max_size=2000))
def test_a_piece_is_what_its_name_says_or_damage(data):
    name = blobs.piece_name(data)
    packed = blobs.pack_piece(data)
    assert blobs.unpack_piece(name, packed) == data
    for damaged in (None, b"", packed[:3], blobs.pack_piece(data + b"x"), data):
        with pytest.raises(StoreDamagedError):
            blobs.unpack_piece(name, damaged)


def test_a_piece_that_swells_is_not_unpacked_whole():
    with pytest.raises(StoreDamagedError):
        blobs.unpack_piece(blobs.piece_name(b"\0" * 10**8), blobs.pack_piece(b"\0" * 10**8))


def test_a_piece_is_stored_below_256_kilobytes_whatever_is_in_it():
    import random

    assert len(blobs.pack_piece(random.Random(1).randbytes(blobs.PIECE))) <= 256 << 10


def test_nothing_and_another_format():
    assert blobs.unpack_manifest(None) is None and blobs.unpack_head(b"") is None
    with pytest.raises(StoreDamagedError, match="format 9"):
        blobs.unpack_manifest(blobs.pack_manifest(Manifest(1, "", {}, format=9)))
