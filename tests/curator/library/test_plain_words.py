"""Markdown inside a line as plain words."""

from __future__ import annotations

import pytest

from wikic.curator.library.plain_words import plain


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "with [`fx`](https://fx.example) and [`jq`](https://jq.example)",
            "with `fx` (https://fx.example) and `jq` (https://jq.example)",
        ),
        (
            "by [a post on\n`--word-diff`](https://til.example/a-b)",
            "by a post on `--word-diff` (https://til.example/a-b)",
        ),
        ("**`gauge -v`** and [[Quay|`quay`]]", "`gauge -v` and `quay`"),
        ("`*b*` stays, `_x_` and `[a](b)` too", "`*b*` stays, `_x_` and `[a](b)` too"),
        ("`a` *b* `c`", "`a` b `c`"),
        ("The plan: ~~5 November~~ 6 November.", "The plan: 6 November."),
        ("~~all of it~~", "~~all of it~~"),
        ("~~Who pays?~~ Anna pays.", "~~Who pays?~~ Anna pays."),
        ("~~Add sugar~~ Not needed.", "~~Add sugar~~ Not needed."),
        ("~~call Bob~~ done", "~~call Bob~~ done"),
        ("~~40 €~~ 45 €", "45 €"),
        ("buy ==coffee== and ==*dark* bread==", "buy coffee and dark bread"),
        ("if a==b or c ==d== e == f", "if a==b or c d e == f"),
        (r"the sum $\sum_{i} *x*_i$ *grows*", r"the sum $\sum_{i} *x*_i$ grows"),
        ("$$\n\\sum_i x_i\n+ 1\n$$", r"$$\sum_i x_i + 1$$"),
        (r"costs $5 *and* $6", "costs $5 and $6"),
        (
            "[[Oil#Price]], [[Oil#Price#Now]] [[#Price]] [[Oil#^p1]]",
            "Oil > Price, Oil > Price > Now Price Oil",
        ),
        ("[[Oil#Price|the price]] [[C#]]", "the price C#"),
        ("It begins with ![[Oil]], ![[Oil|this]] and ![[oil.png]].", "It begins with Oil, this and ."),
        ("![[Oil#Price]]", ""),
    ],
)
def test_code_stands_as_written_inside_marks_too(text: str, told: str) -> None:
    assert plain(text) == told
