"""What `wikic lsp` takes on a vault of generated pages: its start, the first findings, those of a keystroke.

    .venv/bin/python benchmarks/editor.py [--pages 3000] [--keys 20] [--json FILE]

The real process over standard input and output; a keystroke's time runs until its findings are here, with
the pause in which the server waits for more keys (150 ms).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from lsprotocol import types
from pygls.lsp.client import LanguageClient

WORDS: Final = [
    "harbour",
    "light",
    "keeper",
    "storm",
    "gauge",
    "tide",
    "barque",
    "quay",
    "ledger",
    "pilot",
    "燈臺",
    "潮汐",
    "港務",
]


def generate(root: Path, pages: int) -> None:
    """A vault: pages of about 200 words with eight links each, adopted."""
    draw = random.Random(7)
    for number in range(pages):
        links = (f"[[Page {draw.randrange(pages)}]]" for _ in range(8))
        text = " ".join(word for link in links for word in (*draw.choices(WORDS, k=24), link))
        file = root / f"part {number % 40}" / f"Page {number}.md"
        file.parent.mkdir(exist_ok=True)
        tags = draw.choice(WORDS)
        file.write_text(
            f"---\ntags: [{tags}]\n---\n# Page {number}\n\n{text}\n\n## Notes\n\nNone.\n", "utf-8"
        )
    (root / "wikic.toml").write_text('[lint]\nprofile = "vault"\n', "utf-8")


class Client:
    """An editor that waits for findings of one document."""

    def __init__(self) -> None:
        self.lsp = LanguageClient("benchmark", "1")
        self.news = asyncio.Event()
        self.found: list[types.Diagnostic] = []
        self.lsp.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: self._take(params))

    def _take(self, params: types.PublishDiagnosticsParams) -> None:
        self.found = list(params.diagnostics)
        self.news.set()

    async def until(self, true: Callable[[list[types.Diagnostic]], bool]) -> None:
        """Wait for findings of which something is true."""
        while not true(self.found):
            self.news.clear()
            await self.news.wait()


async def measure(root: Path, keys: int) -> dict[str, float]:
    """Milliseconds of each step."""
    client, figures = Client(), {}
    page = root / "part 1" / "Page 1.md"
    text = page.read_text("utf-8")
    began = time.perf_counter()
    await client.lsp.start_io(sys.executable, "-m", "wikic", "lsp")
    folder = types.WorkspaceFolder(root.as_uri(), "vault")
    await client.lsp.initialize_async(
        types.InitializeParams(types.ClientCapabilities(), workspace_folders=[folder])
    )
    client.lsp.initialized(types.InitializedParams())
    figures["start until initialized"] = time.perf_counter() - began

    began = time.perf_counter()
    wrong = f"{text}\n[[No such page]]\n"
    item = types.TextDocumentItem(page.as_uri(), types.LanguageKind.Markdown, 1, wrong)
    client.lsp.text_document_did_open(types.DidOpenTextDocumentParams(item))
    await client.until(lambda found: len(found) == 1)
    figures["first findings, nothing cached"] = time.perf_counter() - began

    times = []
    for key in range(keys):
        began = time.perf_counter()
        document = types.VersionedTextDocumentIdentifier(uri=page.as_uri(), version=key + 2)
        new = f"{text}\n[[No such page]]\n" + "[[Nor this]]\n" * (key % 2 == 0)
        change = types.TextDocumentContentChangeWholeDocument(new)
        client.lsp.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))
        await client.until(lambda found, key=key: len(found) == 1 + (key % 2 == 0))  # type: ignore[misc]
        times.append(time.perf_counter() - began)
    figures["findings after a keystroke, median"] = statistics.median(times)

    times = []
    position = types.Position(text.count("\n") + 1, len("[[No"))
    for _ in range(keys):
        began = time.perf_counter()
        where = types.TextDocumentIdentifier(page.as_uri())
        await client.lsp.text_document_completion_async(types.CompletionParams(where, position))
        times.append(time.perf_counter() - began)
    figures["completion of a name, median"] = statistics.median(times)

    where = types.TextDocumentIdentifier(page.as_uri())
    context = types.ReferenceContext(include_declaration=False)
    for name in ("first backlinks, whole vault read", "backlinks again"):
        began = time.perf_counter()
        await client.lsp.text_document_references_async(
            types.ReferenceParams(context, where, types.Position(3, 3))
        )
        figures[name] = time.perf_counter() - began
    await client.lsp.shutdown_async(None)
    client.lsp.exit(None)
    await client.lsp.stop()  # type: ignore[no-untyped-call]
    return {name: value * 1000 for name, value in figures.items()}


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--pages", type=int, default=3000)
    parser.add_argument("--keys", type=int, default=20)
    parser.add_argument("--json", type=Path, help="write the figures there too")
    options = parser.parse_args()
    with TemporaryDirectory(prefix="wikic-editor-") as scratch:
        root = Path(scratch)
        generate(root, options.pages)
        figures = asyncio.run(measure(root, options.keys))
    print(f"{options.pages:,} pages, milliseconds\n")
    for name, value in figures.items():
        print(f"{name:<40}{value:>8.0f}")
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
