"""Draws facts and pages of a compiled wiki for judging by eye, and counts the verdicts afterwards.

    .venv/bin/python benchmarks/sample.py --wiki KB --out FILE [--commit HASH] [--facts 100] [--pages 50]
    .venv/bin/python benchmarks/sample.py --tally benchmarks/judged/2wiki-facts.md

The file has a block per fact and page and a verdict line to fill in; the note says what is wrong. A fact
has three verdicts. *Alone*: ``ok`` when it makes sense with nothing beside it, ``title`` when a reader must
know the title of its page ("He married Beatrix"), ``bad`` when even that does not help. *Borne out*: the
quote says it, read in its article. *Page*: it is about what the page is about. A page has one verdict,
*dimension*: it stands in the right directory, and it is a thing. A fact is wrong when one of the three is
``bad``, wrong by the strict count when it needs its title, too. Lines that begin with ``- context:`` are
for the judge; a judged file is committed without them.
"""

from __future__ import annotations

import argparse
import math
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.compiled import Cited, Compiled, Entry
from wikic.text.normalise import normalise

CONTEXT: Final = 1_200  # characters around a quote: the whole article, in a corpus of paragraphs
_VERDICT: Final = re.compile(r"^- verdict: (?P<verdicts>.+)$")
_EACH: Final = re.compile(r"(?P<name>alone|borne out|page|dimension) (?P<value>ok|title|bad|\?)")


def sheet(wiki: Compiled, facts: int, pages: int, seed: int, commit: str) -> Iterator[str]:
    """Lines of the file to judge."""
    every = [(entry, fact) for entry in wiki.pages.values() for fact in entry.facts]
    draw = random.Random(seed)
    chosen = draw.sample(every, min(facts, len(every)))
    entries = draw.sample(list(wiki.pages.values()), min(pages, len(wiki.pages)))
    curators = Counter(compiled_with(wiki, digest) for digest in wiki.digests)
    yield f"# {len(chosen)} facts and {len(entries)} pages, judged by eye"
    yield ""
    yield f"- drawn from: {len(every):,} facts on {len(wiki.pages):,} pages of {len(wiki.digests):,} sources"
    yield f"- seed: {seed}"
    yield f"- curator: {', '.join(sorted(curators))}"
    yield f"- commit: {commit or 'not said'}"
    yield ""
    yield "## Facts"
    for number, (entry, fact) in enumerate(chosen, start=1):
        yield from fact_block(wiki, number, entry, fact)
    yield ""
    yield "## Pages"
    for number, entry in enumerate(entries, start=1):
        yield from page_block(wiki, number, entry)


def fact_block(wiki: Compiled, number: int, entry: Entry, fact: Cited) -> Iterator[str]:
    """One fact with what it cites."""
    yield f"\n### F{number}. {entry.title}"
    yield f"- page: {entry.path}" + (f", under {fact.section}" if fact.section != "Key Facts" else "")
    yield f"- says: {fact.text}"
    for digest, block in fact.citations[:3]:
        quote = wiki.blocks(digest).get(block, "")
        article = wiki.article(digest)
        same = normalise(quote) == normalise(fact.text)
        yield f"- quote: {'the same words' if same else quote} ({article.title}, {article.key})"
        yield f"- context: {around(article.text, quote)}"
    yield "- verdict: alone ? · borne out ? · page ?"
    yield "- note:"


def page_block(wiki: Compiled, number: int, entry: Entry) -> Iterator[str]:
    """One page: what tells its kind."""
    directory, _, _ = entry.path.rpartition("/")
    yield f"\n### P{number}. {entry.title}"
    yield f"- directory: {directory}"
    yield f"- summary: {entry.summary or 'none'}"
    for fact in entry.facts[:2]:
        yield f"- context: {fact.text}"
    for stem, labels in list(entry.related.items())[:4]:
        yield f"- context: {', '.join(labels)} {stem}"
    if not entry.facts:
        for digest in entry.sources[:2]:
            article = wiki.article(digest)
            yield f"- context: {article.title}: {around(article.text, entry.title)}"
    yield "- verdict: dimension ?"
    yield "- note:"


def around(article: str, quote: str) -> str:
    """The article's text about the quote, on one line."""
    text = normalise(article)
    at = max(text.find(normalise(quote)), 0)
    start = max(0, min(at - CONTEXT // 2, len(text) - CONTEXT))
    return text[start : start + CONTEXT]


def compiled_with(wiki: Compiled, digest: str) -> str:
    """The curator that made a digest."""
    head = (wiki.tree.read(f"{digest}.md") or b"")[:4_000].decode(errors="ignore")
    match = re.search(r"^compiled_with: (.+)$", head, re.M)
    return match[1] if match else "unknown"


# --- verdicts ------------------------------------------------------------------------------------


def tally(file: Path) -> int:
    """Print how many are wrong; 1 when a verdict is missing."""
    counts: Counter[tuple[str, str]] = Counter()
    wrong: Counter[str] = Counter()
    total: Counter[str] = Counter()
    strict = 0
    for line in file.read_text(encoding="utf-8").splitlines():
        match = _VERDICT.match(line)
        if match is None:
            continue
        verdicts = {each["name"]: each["value"] for each in _EACH.finditer(match["verdicts"])}
        kind = "pages" if "dimension" in verdicts else "facts"
        total[kind] += 1
        wrong[kind] += "bad" in verdicts.values()
        strict += kind == "facts" and not {"bad", "title"}.isdisjoint(verdicts.values())
        counts.update(verdicts.items())
    for name, count, whole in (
        ("facts wrong", wrong["facts"], total["facts"]),
        ("facts wrong, strict count", strict, total["facts"]),
        ("pages wrong", wrong["pages"], total["pages"]),
    ):
        low, high = interval(count, whole)
        print(f"{name:<26}{count:>4} of {whole:<4} 95 % interval {low:.0f} to {high:.0f} %")
    for name in ("alone", "borne out", "page", "dimension"):
        cells = (f"{counts[name, value]:>3} {value}" for value in ("ok", "title", "bad", "?"))
        print(f"  {name:<10} {' '.join(cells)}")
    return 1 if any(value == "?" for _, value in counts) else 0


def interval(wrong: int, total: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, in percent."""
    if not total:
        return 0.0, 100.0
    z, share = 1.96, wrong / total
    middle = share + z * z / (2 * total)
    half = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    scale = 100 / (1 + z * z / total)
    return max(0.0, scale * (middle - half)), scale * (middle + half)


def main() -> int:
    """Write a file to judge, or count a judged one."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--wiki", type=Path, help="a compiled knowledge base")
    parser.add_argument("--out", type=Path, help="file to write")
    parser.add_argument("--commit", default="", help="what compiled it, to be noted in the file")
    parser.add_argument("--facts", type=int, default=100)
    parser.add_argument("--pages", type=int, default=50)
    parser.add_argument("--seed", type=int, default=20261121)
    parser.add_argument("--tally", type=Path, metavar="FILE", help="count verdicts instead")
    options = parser.parse_args()
    if options.tally:
        return tally(options.tally)
    if not options.wiki or not options.out:
        parser.error("--wiki and --out, or --tally")
    lines = sheet(Compiled(options.wiki), options.facts, options.pages, options.seed, options.commit)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
