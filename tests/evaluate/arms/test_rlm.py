"""RLM-on-KG's baselines: what each step adds, when it ends, in which order chunks come."""

from __future__ import annotations

from collections import Counter

from wikic.evaluate.arms.passages import (
    K,
    MentionGraph,
    Passage,
    graphrag_local,
    mention_graph,
    walk_mentions,
    window_passages,
)
from wikic.navigate.library import Library
from wikic.text.tokens import tokens


def graph(*texts: str) -> MentionGraph:
    """Chunks that name an entity by each of their letters."""
    return MentionGraph((Passage((text,), text) for text in texts), lambda text, _: tuple(text))


def order(*places: int) -> list[tuple[int, float]]:
    """A ranking in which each chunk has half the score of the one before."""
    return [(at, 0.5**rank) for rank, at in enumerate(places)]


def test_it_goes_three_steps_and_ranks_what_it_found_with_the_rest() -> None:
    chain = graph("ab", "bc", "cd", "de", "ef", "x")
    far_apart = order(5, 4, 3, 2, 1, 0)  # by more than the tenth that what was not found loses
    assert walk_mentions(chain, "a", far_apart) == [5, 4, 3, 2, 1, 0]
    assert walk_mentions(chain, "a", order(2, 5)) == [2, 5, 0, 1, 3], (
        "what the ranking does not have stands last"
    )


def test_what_the_walk_did_not_find_loses_a_tenth() -> None:
    chain = graph("ab", "bc", "cd", "de", "ef", "x")  # chunk 4 is four steps away
    near = [(4, 0.80), (5, 0.79), (3, 0.73), (2, 0.71), (1, 0.70), (0, 0.60)]
    assert walk_mentions(chain, "a", near) == [3, 4, 5, 2, 1, 0]
    below = [(5, -0.30), (4, -0.31), (3, -0.305), (2, -0.4), (1, -0.5), (0, -0.6)]
    assert walk_mentions(chain, "a", below)[:3] == [5, 3, 4], "below 0 nothing rises by losing a tenth"


def test_it_ends_after_two_entities_that_bring_nothing_new() -> None:
    far = graph("ab", "ac", "ad", "dz")
    # "a" brings chunks 0 to 2, "b" and "c" nothing more: "d", which leads to 3, is not looked at.
    assert walk_mentions(far, "a", []) == [0, 1, 2]
    assert walk_mentions(far, "a", order(3)) == [3, 0, 1, 2], "filled up from the ranking"


def test_it_ends_with_as_many_chunks_as_are_wanted() -> None:
    many = graph(*["a"] * 30)
    assert len(walk_mentions(many, "a", order(*range(30)))) == K
    assert walk_mentions(graph("a", "a", "a"), "?", order(2, 0)) == [2, 0], "nothing named: the ranking"


def test_graphrag_goes_one_step_from_the_best_chunks() -> None:
    local = graph("ab", "x", "b", "c", "a", "bc")
    assert graphrag_local(local, "?", order(0)) == [0, 2, 4, 5]
    assert graphrag_local(local, "?", order(1, 0, 5)) == [1, 0, 5, 2, 3, 4]
    assert graphrag_local(local, "?", []) == []


def test_chunks_hold_every_sentence_and_overlap(library: Library) -> None:
    chunks = list(window_passages(library))
    assert {key for chunk in chunks for key in chunk.keys} == {source.key for source in library.sources()}
    assert max(len(tokens(chunk.text)) for chunk in chunks) <= 260
    lines = Counter((chunk.keys, line) for chunk in chunks for line in chunk.text.split("\n"))
    assert max(lines.values()) >= 2


def test_entities_are_pages_by_their_names(library: Library) -> None:
    made = mention_graph(library)
    path = next(path for path in made.mentions if path.endswith("Agnes-Varley"))
    assert all(
        "Agnes Varley" in made.chunks[at].text or "Varley" in made.chunks[at].text
        for at in made.mentions[path]
    )
    assert made.search("When was Agnes Varley born?")[0] == path
    assert path in made.search("When was Agnes Varlay born?"), "mistyped, where few names are exact"
    near = made.neighbours(path)
    assert path not in near
    assert path in made.neighbours(near[0])
