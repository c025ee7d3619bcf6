"""The tree of documents beside an independent reader: ``python benchmarks/document_tree.py DATA``.

Of each set below DATA (Markdown files, or ``corpus.jsonl``): documents whose words cmark-gfm gives in the
same order, documents that are the same tree when written and read again, processor seconds a megabyte.
cmark-gfm knows no wikilinks, footnotes, formulas and fields: documents with them are not compared.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from wikic.document.leaves import leaves
from wikic.document.parse import parse_document
from wikic.document.plain import html_words
from wikic.document.write import write_document
from wikic.markdown.frontmatter import split

_ORACLE = ("cmark-gfm", "--unsafe", "-e", "table", "-e", "strikethrough", "-e", "tasklist")
_OWN = re.compile(r"\[\[|\[\^|::|\$|==|\^\w+$|\{[{%]|^[:~] |^> ?\[!|^ *(?:!!!|===|:::)", re.M)
_PICTURE = re.compile(r'<img[^>]*? alt="([^"]*)"[^>]*>')


def texts(folder: Path) -> Iterator[str]:
    """The texts of a set, without frontmatter."""
    for file in sorted(folder.rglob("*.md")):
        text = file.read_text("utf-8", "replace")
        head = split(text)
        yield text[head.body :] if head is not None else text
    for file in sorted(folder.rglob("*.jsonl")):
        if file.name != "questions.jsonl":
            for line in file.read_text("utf-8").splitlines():
                yield str(json.loads(line).get("text", ""))


def by_oracle(text: str) -> list[str]:
    html = subprocess.run(_ORACLE, input=text, capture_output=True, text=True, check=True).stdout
    return re.findall(r"\w+", html_words(_PICTURE.sub(r" \1 ", html)))


def measure(folder: Path) -> None:
    same = compared = again = count = size = 0
    seconds = [0.0, 0.0, 0.0]
    for text in texts(folder):
        begun = time.process_time()
        document = parse_document(text)
        parsed = time.process_time()
        found = leaves(document)
        left = time.process_time()
        written = write_document(document)
        done = time.process_time()
        again += parse_document(written) == document
        count, size = count + 1, size + len(text)
        for at, spent in enumerate((parsed - begun, left - parsed, done - left)):
            seconds[at] += spent
        if not _OWN.search(text):
            compared += 1
            own = [word for leaf in found for word in re.findall(r"\w+", leaf.text)]
            same += own == by_oracle(text)
    if count:
        told = " ".join(f"{each / size * 1e6:.2f}" for each in seconds)
        print(
            f"{folder.name:20} {count:6} documents, words equal {same}/{compared}, "
            f"same tree again {again / count:.2%}, parse leaves write {told} s/MB"
        )


if __name__ == "__main__":
    for each in sorted(Path(sys.argv[1]).iterdir()):
        if each.is_dir():
            measure(each)
