"""What a round of model repair costs beside its calls: looking for needs, judging, folding, landing.

    python benchmarks/repair.py --wiki KB

KB is copied first. A sceptic that answers at once stands for the model: it doubts one fact of each document
it is shown and retires it, so that every round rewrites digests and pages.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from wikic import config
from wikic.curator.offline import OfflineCurator
from wikic.curator.protocol import Amendment, Verdict
from wikic.fix.model.model_repair import ModelRepair
from wikic.fix.model.repair_steps import EVERY
from wikic.model.article import Article
from wikic.model.change import ChangeSet
from wikic.model.digest import Digest
from wikic.model.finding import Finding
from wikic.model.page import Page
from wikic.model.statement import Block, Entity, Statement
from wikic.wiki.workspace import Workspace

ROUNDS: Final = 3


class Sceptic:
    """The offline curator, but that it doubts the last of several facts and would have it gone."""

    def __init__(self) -> None:
        self._rules = OfflineCurator()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def verify(
        self,
        title: str,
        statements: Sequence[Statement],
        blocks: Mapping[str, Block],
        entities: Sequence[Entity] = (),
    ) -> tuple[Verdict, ...]:
        """Doubts the last statement where there are others."""
        last = len(statements) - 1
        return tuple(Verdict(each.id, at != last or last < 2) for at, each in enumerate(statements))

    def repair(
        self, page: Page, findings: Sequence[Finding], sources: Sequence[tuple[Digest, Article]]
    ) -> tuple[Amendment, ...]:
        """Retires what is doubted."""
        return tuple(
            Amendment(digest.key, "retire", finding.message.split()[0])
            for finding in findings
            if finding.code == "unsupported-statement"
            for digest, _ in sources
        )


def _land(space: Workspace, changes: ChangeSet) -> Workspace:
    space.land(changes)
    return space


def main() -> None:
    """Time some rounds over the last sources, and one over all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--wiki", type=Path, required=True, help="a compiled knowledge base")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        root = Path(home) / "kb"
        shutil.copytree(given.wiki, root)
        title = config.load(root).wiki.title
        space = _land(space := Workspace.open(root, title), space.propose("what changed on disk"))
        keys = sorted(space.fold.resolver.digests)
        print(f"{len(keys)} sources")
        repair = ModelRepair(Sceptic(), _land, title)
        for start in range(0, ROUNDS * EVERY, EVERY):
            space = _timed(repair, space, keys[start : start + EVERY])
        _timed(repair, space, keys)


def _timed(repair: ModelRepair, space: Workspace, keys: Sequence[str]) -> Workspace:
    start = time.perf_counter()
    done = repair.repair(space, keys)
    took = time.perf_counter() - start
    print(
        f"a round over {len(keys):>5} sources: {took:5.2f} s, {1000 * took / len(keys):5.1f} ms a source; "
        f"asked {done.asked}, digests rewritten {len(done.changed)}, left out {done.harmful}"
    )
    return done.space


if __name__ == "__main__":
    main()
