"""What is found while documents are typed is what would be found in the same texts once they are saved."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from wikic.lint.engine import lint
from wikic.lint.profile import VAULT
from wikic.lint.vault.tree import VaultTree
from wikic.lint.view.wiki_view import WikiView
from wikic.lsp.knowledge import Knowledge
from wikic.lsp.open_documents import OpenDocument, OpenDocuments
from wikic.lsp.place import Place

FILES = ("a.md", "dir/b.md", "dir/c.md", "new page.md", "dir/new/d.md")
LINES = (
    "# Ada\n", "---\naliases: [Countess]\n---\n", "See [[a]] and [[b]].\n", "[[Countess]] [[new page]]\n",
    "## Part\r\n", "[[a#Part]] [[c#^id]]\n", "Words. ^id\n", "[x](dir/c.md) [y](../a.md)\n",
    "[[d]] [[Ada]\n", "燈 🍅\n", "<!-- wikic-disable-next-line L001 -->\n",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(LINES), max_size=5).map("".join)
# Typed into a document (a text), closed without saving (None), or saved by another program.
STEPS = st.lists(st.tuples(st.sampled_from(FILES), st.none() | TEXTS, st.booleans()), min_size=1, max_size=6)


@settings(max_examples=40)
@given(st.dictionaries(st.sampled_from(FILES), TEXTS, max_size=4), STEPS)
def test_typing_and_saving_come_to_the_same(
    saved: dict[str, str], steps: list[tuple[str, str | None, bool]]
) -> None:
    with TemporaryDirectory() as first, TemporaryDirectory() as second, TemporaryDirectory() as scratch:
        root, other = Path(first), Path(second)
        write(root, {"wikic.toml": '[lint]\nprofile = "vault"\n', **saved})
        documents, place = OpenDocuments(), Place(root, judged=True)
        knowledge = Knowledge(place, documents, Path(scratch), "utf-16")
        texts: dict[str, str] = {}
        for number, (file, text, elsewhere) in enumerate(steps):
            uri = (root / file).as_uri()
            if elsewhere and text is not None:
                write(root, {file: text})
                saved = {**saved, file: text}
                knowledge.disk_changed()
            elif text is None:
                documents.close(uri)
                texts.pop(file, None)
            else:
                documents.put(OpenDocument(uri, number, text, place, file))
                texts[file] = text
            found = knowledge.look().findings
            now = {**saved, **texts}
            for each in FILES:
                (other / each).unlink(missing_ok=True)
            write(other, now)
            assert found == lint(WikiView.over(VaultTree(other), profile=VAULT))


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(text.encode())


def test_texts_in_the_editor_are_laid_over_the_files(tmp_path: Path) -> None:
    write(tmp_path, {"wikic.toml": '[lint]\nprofile = "vault"\n', "a.md": "# A\n\n[[b]]\n"})
    documents, place = OpenDocuments(), Place(tmp_path, judged=True)
    knowledge = Knowledge(place, documents, tmp_path, "utf-16")
    assert [each.code for each in knowledge.look().findings] == ["L001"]
    documents.put(OpenDocument((tmp_path / "b.md").as_uri(), 1, "# B\n\nWords.\n", place, "b.md"))
    assert knowledge.look().findings == ()
    page = knowledge.page("b.md")
    assert page is not None and page.text == "# B\n\nWords.\n"
    assert knowledge.tree().read("b.md") == b"# B\n\nWords.\n"
    assert not (tmp_path / "b.md").exists()


def test_what_the_baseline_knows_is_not_told(tmp_path: Path) -> None:
    from support.command import wikic

    settings = '[lint]\nprofile = "vault"\nbaseline = "known.jsonl"\n'
    write(tmp_path, {"wikic.toml": settings, "a.md": "# A\n\n[[b]]\n"})
    wikic("lint", "--write-baseline", "-C", tmp_path, cwd=tmp_path, code=None)
    documents, place = OpenDocuments(), Place(tmp_path, judged=True)
    scratch = tmp_path / ".scratch"
    scratch.mkdir()
    knowledge = Knowledge(place, documents, scratch, "utf-16")
    assert knowledge.look().findings == ()
    documents.put(OpenDocument((tmp_path / "a.md").as_uri(), 1, "# A\n\n[[b]] [[c]]\n", place, "a.md"))
    assert [each.message for each in knowledge.look().findings] == ["no page is called 'c'"]
