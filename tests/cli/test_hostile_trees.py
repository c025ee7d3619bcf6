"""Commands over a repository whose ``.wikic/`` somebody made with care.

Whatever lies there: no command ends with a bug, is killed, or takes ten seconds of processor time; nothing
outside the wiki is written, and nothing of it shows inside or on the terminal.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.depth import sample
from support.hostile import COMMANDS, lay, trees, wrong

pytestmark = pytest.mark.slow


@pytest.mark.timeout(sample(300, 0))
@settings(max_examples=sample(25, 10_000), suppress_health_check=list(HealthCheck))
@given(trees, st.lists(st.sampled_from(COMMANDS), min_size=2, max_size=2, unique=True))
def test_no_tree_reaches_beyond_the_wiki(compiled: Path, tree: Any, commands: list[tuple[str, ...]]) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(scratch) / "home"
        lay(compiled, home, tree)
        assert wrong(home, commands) == []
