"""The cache of replies: right, and bounded by bytes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wikic.serve.exchange import Reply
from wikic.serve.metrics import Rendered

STEPS = st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(0, 2), st.integers(0, 4_000)))


@given(STEPS)
def test_it_gives_what_was_put_last_for_that_state_within_its_bytes(
    steps: list[tuple[str, int, int]],
) -> None:
    cache = Rendered(10_000)
    last: dict[str, tuple[int, Reply]] = {}
    for path, state, size in steps:
        found = cache.get(path, state)
        assert found is None or (state, found) == last[path]
        reply = Reply(200, b"x" * (size - size // 3), zipped=b"z" * (size // 3))
        if size <= cache.size // 4:
            last[path] = state, reply
            cache.put(path, state, reply)
            assert cache.get(path, state) is reply
        assert 0 <= cache.held <= cache.size
