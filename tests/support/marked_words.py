"""People's words of every kind on a page, each with a mark of its own that can be looked for later."""

from __future__ import annotations

import re
from pathlib import Path

_FACT = re.compile(r"^- .*?( \[⁂\]\[f[0-9a-f]{8}\])$", re.MULTILINE)


def mark(page: Path, number: int) -> set[str]:
    """Write words of each kind on a generated page; returns their marks.

    A section, a bullet, a reworded fact and a note below one, an alias, a tag, a summary, a related page, an
    unknown key, a redirect; a bullet behind a borrowed one, a heading with words below it in a document.
    """
    text = page.read_text("utf-8")
    words: set[str] = set()

    def word(kind: str) -> str:
        words.add(f"zq{kind}{number}q")
        return f"zq{kind}{number}q"

    facts = list(_FACT.finditer(text))
    if facts:
        last = facts[-1]
        line = f"- Reworded {word('fact')}.{last[1]}\n  - below {word('note')}"
        borrowed = "\n## In Documents\n" in text[: last.start()]
        behind = f"\n- Behind {word('behind')}" if borrowed else ""
        text = text[: last.start()] + line + behind + text[last.end() :]
    head, _, body = text.removeprefix("---\n").partition("\n---\n")
    head = _listed(head, "aliases", word("alias"))
    head = _listed(head, "tags", word("tag"))
    head = _listed(head, "redirects", word("redirect"))
    head += f"\n{word('key')}: {word('value')}"
    heading, _, rest = body.partition("\n")
    rest = re.sub(r"\A> .*\n", "", rest)
    body = f"{heading}\n> Summary {word('summary')}\n{rest}"
    if "## Related Pages\n" in body:
        line = f"- [[Nowhere]] -- {word('related')}"
        body = body.replace("## Related Pages\n", f"## Related Pages\n{line}\n")
    if "## Key Facts\n" in body:
        body = body.replace("## Key Facts\n", f"## Key Facts\n- Own {word('bullet')}\n")
    if "## Document\n" in body:
        end = re.search(r"(?<=\n)(?=\n## )|\Z", body[body.index("## Document\n") + 12 :])
        at = body.index("## Document\n") + 12 + (end.start() if end is not None else 0)
        body = f"{body[:at]}\n### Mine {word('place')}\n\nSaid {word('said')}.\n{body[at:]}"
    body += f"\n## Notes {word('heading')}\n\nWords {word('section')}.\n"
    page.write_text(f"---\n{head}\n---\n{body}", "utf-8")
    return words


def _listed(head: str, key: str, item: str) -> str:
    """Frontmatter with one more item in a list that is written on one line."""
    known = re.search(rf"^{key}: \[(.*)\]$", head, re.MULTILINE)
    if known is None:
        assert f"\n{key}:" not in head, head
        return f"{head}\n{key}: [{item}]"
    return head[: known.start()] + f"{key}: [{known[1]}, {item}]" + head[known.end() :]


def generated(wiki: Path) -> list[Path]:
    """The knowledge pages that the fold wrote, in order."""
    pages = (page for page in sorted(wiki.rglob("*.md")) if "sources" not in page.relative_to(wiki).parts)
    return [page for page in pages if "\nfold: " in page.read_text("utf-8")]


def found(wiki: Path) -> dict[str, set[str]]:
    """The knowledge pages on which each mark stands, by mark."""
    where: dict[str, set[str]] = {}
    for page in sorted(wiki.rglob("*.md")):
        path = page.relative_to(wiki).as_posix()
        if not path.startswith("sources/") and page.stem not in ("_index", "index"):
            for word in re.findall(r"zq[a-z]+\d+q", page.read_text("utf-8")):
                where.setdefault(word, set()).add(path)
    return where
