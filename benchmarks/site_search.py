"""The search of a site: how large its files are, how long they take, what a first search loads and finds.

    python benchmarks/site_search.py --data DATA [DATA ...] [--pages 10000] [--sentences 8]
    python benchmarks/site_search.py --wiki KB --questions DATA

The first makes pages of so many sentences, in order and then, where there are too few, drawn again; sizes
are of files as they are written, a server that compresses sends less. The second opens the search of a wiki
in Chromium and holds it against ``wikic search``: names at rank 1, titles of gold documents among the first
five.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import unquote

_ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(_ROOT), str(_ROOT / "tests")]

from benchmarks.corpora import load  # noqa: E402
from wikic.export.site.search_shards import fold, key_hash, search_files, spaced, unspaced  # noqa: E402  # noqa: E402
from wikic.search.fields import SearchRecord  # noqa: E402
from wikic.search.index import SearchIndex  # noqa: E402

_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_NAME = re.compile(r"\w+(?: \w+){0,2}")
_SHOWN = 10  # results, each in a file of its own at worst


def address(path: str) -> str:
    """Where the page would lie."""
    return f"{path}.html"


def made(data: Sequence[Path], pages: int, sentences: int) -> list[SearchRecord]:
    """Pages of sentences of the corpora."""
    some = [each for folder in data for record in load(folder) for each in _SENTENCE.split(record["text"])]
    some = [each.strip() for each in some if each.strip()]
    draw = random.Random(1)
    found = []
    for number in range(pages):
        own = some[number * sentences : (number + 1) * sentences]
        own = own if len(own) == sentences else draw.choices(some, k=sentences)
        name = _NAME.search(own[0])
        # A name of four characters, where words are not parted.
        title = name[0][: 4 if unspaced(name[0]) else 40] if name else str(number)
        directory = f"topics/area-{number % 40}"
        path = f"{directory}/{number:06d}"
        found.append(SearchRecord(path, title, summary=own[0], body="\n".join(own), directory=directory))
    return found


def kinds(files: Mapping[str, bytes]) -> dict[str, list[int]]:
    """Sizes of files: words, what is shown, the index, what reads them."""
    found: dict[str, list[int]] = {}
    for path, content in files.items():
        name = path.rpartition("/")[2].removesuffix(".js")
        kind = name if name in ("index", "engine") else name[0]
        found.setdefault(kind, []).append(len(content))
    return found


def first_load(files: Mapping[str, bytes], query: str) -> int:
    """Bytes that a first search loads."""
    sizes = kinds(files)
    text = fold(query)
    keys = {word[:3] for word in spaced(text)} | {each for run in unspaced(text) for each in [*run, run[0]]}
    names = {f"-/search/w{key_hash(key) % len(sizes['w']):x}.js" for key in keys}
    shown = _SHOWN * sum(sizes["p"]) // len(sizes["p"])
    return sizes["index"][0] + sizes["engine"][0] + sum(len(files[name]) for name in names) + shown


def measure(data: Sequence[Path], pages: int, sentences: int) -> None:
    """Print size, time and load."""
    records = made(data, pages, sentences)
    text = sum(len(each.body.encode()) for each in records)
    start = time.process_time()
    files = search_files(records, address)
    took = time.process_time() - start
    print(
        f"{len(records):,} pages of {sentences} sentences, {text / 1e6:.1f} MB: "
        f"{took:.1f} s of processor time"
    )
    for kind, found in kinds(files).items():
        print(
            f"  {kind:<7}{len(found):>5} files{sum(found) / 1e6:>8.2f} MB"
            f"{statistics.median(found):>9,.0f} B median{max(found):>9,} B at most"
        )
    asked = random.Random(2).sample(records, min(500, len(records)))
    loads = sorted(first_load(files, each.title) for each in asked)
    middle, most = loads[len(loads) // 2], loads[len(loads) * 95 // 100]
    print(f"  a first search, for a title: {middle:,} B in the middle, 95 % at most {most:,} B")


def compare(wiki: Path, questions: Path | None) -> None:
    """Print what the browser finds beside ``wikic search``."""
    from playwright.sync_api import sync_playwright
    from support.browser import ARGUMENTS, chromium
    from support.search_site import searcher, write_site

    index = SearchIndex.open(wiki / ".wikic/search")
    pages = {record.path: record for record in index.records()}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = write_site(Path(folder), pages.values())
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        tab = browser.new_page()
        tab.goto((site / "index.html").as_uri())
        ask = searcher(tab)
        start = len(site.as_uri()) + 1

        def browsed(query: str) -> list[str]:
            return [unquote(each["url"][start:]).removesuffix(".html") for each in ask(query, 5)]

        def searched(query: str) -> list[str]:
            return [hit.path for hit in index.search(query, limit=5)]

        arms = {"site": browsed, "wikic search": searched}
        for name, found in arms.items():
            print(f"{wiki.name}, {name}: {', '.join(_names(pages, found))}")
        if questions is not None:
            for line in _questions(pages, questions, arms):
                print(f"{wiki.name}, {line}")
        browser.close()


def _names(pages: Mapping[str, SearchRecord], found: Callable[[str], list[str]]) -> Iterator[str]:
    draw, every = random.Random(1), sorted(pages)
    titled = [(pages[path].title, path) for path in draw.sample(every, min(100, len(every)))]
    aliased = [(alias, path) for path in every for alias in pages[path].aliases]
    for kind, asked in (("titles", titled), ("aliases", draw.sample(aliased, min(100, len(aliased))))):
        # Pages of one title are as good as each other.
        right = sum(
            any(each == path or pages[each].title == name for each in found(name)[:1]) for name, path in asked
        )
        yield f"{kind} at rank 1 {right} of {len(asked)}"


def _questions(
    pages: Mapping[str, SearchRecord], data: Path, arms: Mapping[str, Callable[[str], list[str]]]
) -> Iterator[str]:
    lines = (data / "questions.jsonl").read_text("utf-8").splitlines()[:100]
    asked = [
        (each["question"], {title.strip() for title in each["gold_titles"]})
        for each in map(json.loads, lines)
    ]
    found = {name: [arm(question) for question, _ in asked] for name, arm in arms.items()}
    for name, some in found.items():
        recall = [
            len(gold & {pages[each].title for each in five}) / len(gold)
            for (_, gold), five in zip(asked, some, strict=True)
        ]
        yield f"{name}: R@5 of gold titles {100 * statistics.mean(recall):.1f}, {len(recall)} questions"
    one, other = found.values()
    shared = [len({*a} & {*b}) / max(1, len(b)) for a, b in zip(one, other, strict=True)]
    yield f"of the five that one finds the other finds {statistics.mean(shared):.0%}"


def main() -> int:
    """Print the tables asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, nargs="*", default=[], help="folders with corpus.jsonl")
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--sentences", type=int, default=8)
    parser.add_argument("--wiki", type=Path, help="a compiled wiki, opened in Chromium")
    parser.add_argument("--questions", type=Path, help="folder with questions.jsonl")
    options = parser.parse_args()
    if options.data:
        measure(options.data, options.pages, options.sentences)
    if options.wiki is not None:
        compare(options.wiki, options.questions)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
