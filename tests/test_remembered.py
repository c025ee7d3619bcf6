"""Answers that are kept, and let go of all together."""

from __future__ import annotations

import gc
import weakref

from wikic.remembered import forget_all, remembered


class _Word(str):
    """Text that can be seen to go."""

    __slots__ = ("__weakref__",)


def test_an_answer_is_kept_until_all_are_let_go_of() -> None:
    asked: list[str] = []

    @remembered(4)
    def length(word: str) -> int:
        asked.append(str(word))
        return len(word)

    word = _Word("harbour")
    gone = weakref.ref(word)
    assert length(word) == length(word) == 7
    assert asked == ["harbour"]
    del word
    gc.collect()
    assert gone() is not None
    forget_all()
    gc.collect()
    assert gone() is None
    assert length("harbour") == 7
    assert asked == ["harbour", "harbour"]


def test_so_many_answers_are_kept_and_no_more() -> None:
    asked: list[int] = []

    @remembered(2)
    def twice(number: int) -> int:
        asked.append(number)
        return 2 * number

    assert [twice(each) for each in (1, 2, 3, 1)] == [2, 4, 6, 2]
    assert asked == [1, 2, 3, 1]
