"""``wikic init``: time and memory on a large corpus, what its sample covers, what its filter leaves out.

The corpus is made up: 40 topics whose sizes fall as in Zipf's law down to a few in a thousand, words of their
own beside words of everybody, lengths from 12 to 400 words, dates over a hundred years, and 700 planted
documents of the kinds that say little in each 10,000. The floor is a uniform sample of the same size.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import mean
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.process import measure
from wikic.model.article import Article
from wikic.progress import Silent
from wikic.schema.sampling import SIZE, keep_record, spread_sample
from wikic.schema.survey import survey_corpus

TOPICS: Final = 40
_CONSONANTS, _VOWELS = "bdfgklmnprstvz", "aeiou"
_PLANTED: Final = (
    ("greeting", "Happy New Year! We wish you and your family a healthy year of {0} and {1}."),
    ("event", "Join us for {0} and {1}. Date: {2} May, doors open at 7 pm. Register now at the desk of {3}."),
    ("promotion", "Buy now and save up to 30 %: {0} and {1} with free shipping, today only, use code {2}."),
    (
        "boilerplate",
        "We use cookies. By using this site you agree to our terms of use. All rights reserved, {0} {1}.",
    ),
    ("repost", "Reposted from {0}. The {1} of {2} is a long story which begins with the {3} and ends there."),
    ("near-empty", "{0} {1}"),
)


def word(dice: Random) -> str:
    """A word that nobody uses."""
    return "".join(dice.choice(_CONSONANTS) + dice.choice(_VOWELS) for _ in range(dice.choice((2, 3, 3, 4))))


def corpus(size: int, seed: int, rare: float = 0.01) -> Iterator[tuple[str, dict[str, str]]]:
    """``size`` documents with their topic; topic ``rare`` has that share, exactly."""
    dice = Random(seed)
    shared = [word(dice) for _ in range(3_000)]
    names = [f"topic{number}" for number in range(TOPICS)]
    own = {name: [word(dice) for _ in range(60)] for name in (*names, "rare")}
    zipf = [1 / (rank + 2) for rank in range(len(shared))]
    sizes = [1 / (number + 1) for number in range(TOPICS)]
    common = dice.choices(shared, zipf, k=200_000)
    planted = 0
    for number in range(size):
        if number % 100 >= 93:
            kind, text = _PLANTED[planted % len(_PLANTED)]
            planted += 1
            filled = text.format(*(dice.choice(shared) for _ in range(4)))
            yield kind, {"id": f"d{number}", "title": dice.choice(shared), "text": filled}
            continue
        topic = "rare" if number % round(1 / rare) == 0 else dice.choices(names, sizes)[0]
        length = int(12 * 2 ** (5 * dice.random() ** 2))
        start = dice.randrange(len(common) - length)
        words = [
            dice.choice(own[topic]) if dice.random() < 0.3 else each
            for each in common[start : start + length]
        ]
        text = ". ".join(" ".join(words[at : at + 12]).capitalize() for at in range(0, length, 12)) + "."
        date = f"{1900 + int(100 * dice.random() ** 0.5)}-0{dice.randrange(1, 10)}"
        yield topic, {"id": f"d{number}", "title": dice.choice(own[topic]), "text": text, "date": date}


def coverage(size: int, seed: int, rare: float) -> tuple[int, int, int, int]:
    """Documents of the rare topic, and topics there are any of: in the sample, in a uniform one."""
    rows = [
        (topic, keep_record(Article(f"c/{row['id']}", row["title"], row["text"], date=row.get("date"))))
        for topic, row in corpus(size, seed, rare)
    ]
    said = {each.key: topic for topic, each in rows if not each.kind}
    drawn = [said[each.key] for each in spread_sample([each for _, each in rows if not each.kind])]
    uniform = Random(seed).sample(list(said.values()), SIZE)
    return drawn.count("rare"), uniform.count("rare"), len(set(drawn)), len(set(uniform))


def main() -> None:
    """Print the figures."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--documents", type=int, default=100_000)
    options.add_argument("--corpora", type=int, default=5, help="for coverage")
    options.add_argument("--size", type=int, default=10_000, help="documents of each corpus for coverage")
    options.add_argument(
        "--data", type=Path, nargs="*", default=[], help="files or folders: what is left out"
    )
    given = options.parse_args()
    for path in given.data:
        found = survey_corpus([path], Silent())
        kinds = ", ".join(f"{each.kind} {each.count}" for each in found.left_out) or "nothing"
        print(f"{path.parent.name}/{path.name}: {found.documents:,} documents, left out: {kinds}")
    for rare in (0.01, 0.002) if given.corpora else ():
        rows = [coverage(given.size, seed, rare) for seed in range(given.corpora)]
        mine, floor, topics, floor_topics = (mean(each) for each in zip(*rows, strict=True))
        least = min(each[0] for each in rows), min(each[1] for each in rows)
        print(
            f"topic of {rare:.1%} of {given.size:,}: {mine:.1f} of {SIZE} sampled (least {least[0]}), "
            f"uniform {floor:.1f} (least {least[1]}); topics covered {topics:.1f} of {TOPICS + 1}, "
            f"uniform {floor_topics:.1f}"
        )
    if given.documents:
        with tempfile.TemporaryDirectory() as scratch:
            time_and_memory(given.documents, Path(scratch))


def time_and_memory(size: int, scratch: Path) -> None:
    """One whole process of ``wikic init`` over ``size`` documents."""
    file = scratch / "corpus.jsonl"
    with file.open("w", encoding="utf-8") as out:
        planted: dict[str, int] = {}
        for topic, row in corpus(size, 1):
            planted[topic] = planted.get(topic, 0) + 1
            out.write(json.dumps(row) + "\n")
    command = [
        str(Path(sys.executable).with_name("wikic")),
        "init",
        str(file),
        "-C",
        str(scratch / "kb"),
        "--json",
    ]
    done = measure(command, scratch / "out.json")
    print(
        f"{size:,} documents, {file.stat().st_size / 1e6:,.0f} MB: {done.seconds:.1f} s ({done.cpu:.1f} s of "
        f"processor), {done.largest:.0f} MB, exit {done.code}"
    )
    for each in json.loads(done.output).get("left_out", ()):
        print(f"  {each['kind']}: {each['count']:,} left out, {planted.get(each['kind'], 0):,} planted")


if __name__ == "__main__":
    main()
