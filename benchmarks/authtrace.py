"""Questions of AuthTrace's form out of one author's essays, by rules: what is said of a work, in all essays.

    python benchmarks/authtrace.py ESSAYS/corpus.jsonl -o benchmarks/out/authtrace.jsonl
    wikic eval run benchmarks/out/authtrace.jsonl -C KB --arm ask --arm bm25 --by type

AuthTrace (LLM-Wiki, Appendix B) asks for an author's views, whose evidence stands in one essay, in two or in
more, and judges answers claim by claim; it is not public, and its questions are written by a model. Here a
question asks what the author says of a work that he names in 《》. Gold are the essays in which he names it,
a claim is the first sentence of each that does, the answer all of them. Editors' notes behind an essay are
not his and are left out. So the words of the question always stand in the gold, which AuthTrace avoids, and a
claim is a quotation, not a view: the file tells whether evidence from all essays is found, not understanding.

ESSAYS/corpus.jsonl holds `id` and `text` per line, in Chinese.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from wikic.document.quotes import segment

_WORK: Final = re.compile(r"《([^《》\s]{2,12})》")
_NOTES: Final = re.compile(r"^\s*(?:注释|〔1〕)", re.MULTILINE)  # where the editors' notes begin
_MARK: Final = re.compile(r"〔\d+〕")
_SENTENCE: Final = range(15, 121)  # characters: shorter says nothing of the work, longer is no claim
_MOST: Final = 8  # essays; what more of them name is the journal they stood in
_ASKED: Final = {
    1: "鲁迅在文章里说到《{}》，说了什么？",
    2: "鲁迅在两篇文章里都说到《{}》，各说了什么？",
    3: "鲁迅在几篇文章里都说到《{}》，各说了什么？",
}


def claims(corpus: Sequence[Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """For each work the essays that name it, by id, with the first sentence that does."""
    found: dict[str, dict[str, str]] = {}
    for essay in corpus:
        notes = _NOTES.search(essay["text"])
        own = essay["text"][: notes.start()] if notes is not None else essay["text"]
        for block in segment(_MARK.sub("", own), "zh"):
            for work in _WORK.findall(block.text):
                if len(block.text) in _SENTENCE:
                    found.setdefault(work, {}).setdefault(essay["id"], block.text)
    return found


def questions(found: Mapping[str, Mapping[str, str]], count: int, seed: int) -> Iterator[dict[str, Any]]:
    """At most ``count`` questions of each fan-in: 1, 2, and 3 or more (WikiKV, section VI)."""
    draw = Random(seed)
    for fan_in in (1, 2, 3):
        works = sorted(work for work, said in found.items() if _fan_in(said) == fan_in)
        for work in sorted(draw.sample(works, min(count, len(works)))):
            said = found[work]
            yield {
                "question": _ASKED[fan_in].format(work),
                "answer": "\n".join(said.values()),
                "claims": [*said.values()],
                "gold": [*said],
                "type": f"fan-in {fan_in}" + ("+" if fan_in == 3 else ""),
            }


def _fan_in(said: Mapping[str, str]) -> int:
    return min(len(said), 3) if len(said) <= _MOST else 0


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpus", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    corpus = [json.loads(line) for line in given.corpus.read_text("utf-8").splitlines()]
    lines = [
        json.dumps(each, ensure_ascii=False) for each in questions(claims(corpus), given.count, given.seed)
    ]
    given.output.parent.mkdir(parents=True, exist_ok=True)
    given.output.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{len(lines)} questions out of {len(corpus)} essays: {given.output}")


if __name__ == "__main__":
    main()
