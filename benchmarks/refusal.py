"""Fits what tells a wiki's own questions from strangers', with whole sets left out to judge it.

    python benchmarks/refusal.py --wiki DATA KB [--wiki DATA KB …]

Each wiki is asked its own questions and those of the sets of other names (a name is what stands before "-" in
DATA's), as they are, mistyped, courteous and in lower case. Printed: for each set what is refused of its
own questions and of strangers' by weights that were fitted without it, where 1.5 % of all own ones are
refused; then the weights of all sets, for `wikic/navigate/ask/answer/refusal_weights.txt`.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

from wikic.navigate.ask.answer.compose import refusal_signals
from wikic.navigate.ask.heuristic.controller import Heuristic
from wikic.navigate.library import Library

Row = tuple[str, bool, list[float]]

LOST: Final = 0.015  # share of own questions that may be refused
OWN: Final = 60
STRANGERS: Final = 14  # of each other set


def mistyped(text: str, rng: random.Random) -> str:
    """``text`` with two letters of one word in each other's place."""
    words = [each for each in re.finditer(r"[^\W\d_]{5,}", text) if each.group()[0].islower()]
    if not words:
        return text
    word = rng.choice(words)
    at = word.start() + rng.randrange(1, len(word.group()) - 2)
    return f"{text[:at]}{text[at + 1]}{text[at]}{text[at + 2 :]}"


def variants(text: str, at: int) -> list[str]:
    """A question, of every third in other forms too."""
    courteous = f"Hello, I would like to know: {text} Thank you very much for your help!"
    return [text, *((mistyped(text, random.Random(at)), courteous, text.lower()) if at % 3 == 0 else ())]


def questions(data: Path) -> list[str]:
    """The questions of a set that its documents answer."""
    lines = (data / "questions.jsonl").read_text("utf-8").splitlines()
    every: list[dict[str, Any]] = [json.loads(line) for line in lines if line.strip()]
    return [each["question"] for each in every if each.get("gold_docs") and not each.get("adversarial")]


def rows(wikis: list[tuple[Path, Path]]) -> list[Row]:
    """The signals of every question asked of every wiki, with the wiki's set and whether it is its own."""
    found: list[Row] = []
    for data, root in wikis:
        name = data.name.partition("-")[0]
        with Library.current(root) as library:
            heuristic = Heuristic(library)
            for other, _ in wikis:
                own = other == data
                if not own and other.name.partition("-")[0] == name:
                    continue
                asked = questions(other)
                spread = asked[:: max(1, -(-len(asked) // (OWN if own else STRANGERS)))]
                for text in (each for at, one in enumerate(spread) for each in variants(one, at)):
                    explored = heuristic.explore(text)
                    if explored.ranked:
                        found.append((name, own, [1.0, *refusal_signals(explored).values()]))
    return found


def fit(x: Any, own: Any, weights: Any) -> Any:
    """Logistic regression by Newton's method, with a little of a ridge."""
    found = np.zeros(x.shape[1])
    for _ in range(60):
        likely = 1 / (1 + np.exp(-np.clip(x @ found, -30, 30)))
        slope = x.T @ (weights * (likely - own)) + 0.1 * found
        bend = (x * (weights * likely * (1 - likely))[:, None]).T @ x + 0.1 * np.eye(len(found))
        found -= np.linalg.solve(bend, slope)
    return found


def least(scores: Any, own: Any, weights: Any) -> float:
    """The score below which ``LOST`` of the own questions lie."""
    order = np.argsort(scores)
    lost = np.cumsum((weights * own)[order]) / (weights * own).sum()
    return float(scores[order][np.searchsorted(lost, LOST)])


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--wiki", nargs=2, action="append", required=True, metavar=("DATA", "KB"), type=Path)
    found = rows([(data, root) for data, root in parser.parse_args().wiki])
    names = np.array([name for name, _, _ in found])
    own = np.array([mine for _, mine, _ in found], float)
    x = np.array([values for _, _, values in found])
    weights = np.zeros(len(found))
    for name in set(names):
        for kind in (0, 1):
            here = (names == name) & (own == kind)
            weights[here] = 1000 / max(1, here.sum()) / len(set(names))
    scores = np.zeros(len(found))
    for name in set(names):
        left = names != name
        scores[~left] = x[~left] @ fit(x[left], own[left], weights[left])
    limit = least(scores, own, weights)
    print(f"{'refused, %':22}{'own':>8}{'strangers':>12}")
    for name in sorted(set(names)):
        shares = [100 * (scores[(names == name) & (own == kind)] < limit).mean() for kind in (1, 0)]
        print(f"{name:22}{shares[0]:8.1f}{shares[1]:12.1f}")
    last = fit(x, own, weights)
    print([round(float(each), 2) for each in last], "least", round(least(x @ last, own, weights), 2))


if __name__ == "__main__":
    main()
