"""An answer taken apart: marks, citations in all their spellings, and whatever else a model writes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.llm.prompt_files import LANGUAGES
from wikic.model.page import Citation
from wikic.navigate.ask.agent import contract, stream
from wikic.navigate.ask.agent.claims import Ground
from wikic.navigate.ask.agent.fact_handles import Handles, Numbering, Shown
from wikic.navigate.ask.agent.prompts import FILES, prompt, read_word
from wikic.navigate.ask.agent.stream import Spoken


def handles(count: int = 12) -> Handles:
    made = Handles()
    for at in range(count):
        made.of(Shown(f"p/{at}", f"f{at:08x}", f"text {at}", (Citation(f"d{at % 5}", f"p{at:08x}"),)))
    return made


@pytest.mark.parametrize(
    ("text", "short", "explanation", "cited"),
    [
        ("ANSWER: Yes\nIt is so [F1].", "Yes", "It is so [F1].", ("F1",)),
        ("**ANSWER:** Yes [F1]\n\nSo [F2, F3].", "Yes", "So [F2, F3].", ("F1", "F2", "F3")),
        ("答案：是【F1】\n因为【F2、F3】。", "是", "因为【F2、F3】。", ("F1", "F2", "F3")),
        ("Thinking it over.\nANSWER: A (1990)\nIn 1990 (F1).", "A (1990)", "In 1990 (F1).", ("F1",)),
        ("<think>ANSWER: no</think>ANSWER: yes\nx [f1]", "yes", "x [f1]", ("f1",)),
        ("It is so [F1].", "", "It is so [F1].", ("F1",)),
        ("Yes\nIt is so ^f0000000a [^p0000000b]", "Yes", "It is so ^f0000000a [^p0000000b]", ("^p0000000b",)),
        ("ANSWER: one\na [F1]\nANSWER: two\nb [F2]", "one", "a [F1]", ("F1",)),
    ],
)
def test_read(text: str, short: str, explanation: str, cited: tuple[str, ...]) -> None:
    draft = contract.read_draft(text)
    assert (draft.short, draft.explanation, draft.cited) == (short, explanation, cited)
    assert draft.says


@pytest.mark.parametrize(
    "line",
    [
        "NOT IN THE WIKI",
        "Not in the wiki.",
        "**NOT IN THE WIKI** [F1]",
        "The wiki does not say.",
        "维基里没有写。",
    ],
)
def test_that_the_wiki_does_not_say_is_an_answer(line: str) -> None:
    draft = contract.read_draft(f"ANSWER: {line}\nOnly this [F2].")
    assert not draft.says
    assert draft.explanation == "Only this [F2]."


@pytest.mark.parametrize(
    ("question", "answer", "fits"),
    [
        ("Who is he?", "He is a prince of the old house.", True),
        ("Who is he?", "他是一位亲王，生于一五〇四年。", False),
        ("他是谁？", "He is a prince of the old house.", False),
        ("他是谁？", "Ernst I", True),
        ("他是谁？", "他是 Ernst I of Anbach，一位亲王。", True),
        ("Кто он?", "He is a prince of the old house.", False),
        ("1504?", "Это был князь старого дома.", True),
        ("彼は誰ですか", "古い家の王子でした。", True),
    ],
)
def test_language_is_told_by_script(question: str, answer: str, *, fits: bool) -> None:
    assert contract.in_language(question, answer) is fits


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('```json\n{"tool": "a", "arguments": {}}\n```', ["a"]),
        ('```action\n[{"tool": "a"}, {"name": "b", "args": {"x": 1}}]\n```', ["a", "b"]),
        ('<tool_call>\n{"name": "a", "arguments": {}}\n</tool_call><tool_call>{"name": "b"}', ["a", "b"]),
        ('ACTION: {"tool": "a", "arguments": "{}"}', ["a"]),
        ('{"type": "function", "function": {"name": "a", "arguments": "{}"}}', ["a"]),
        ('```\n{"x": 1}\n```', []),
        ("```action\n{broken\n```", []),
        ("no call", []),
    ],
)
def test_calls_in_text(text: str, names: list[str]) -> None:
    found = stream.find_actions(text)
    assert [call.name for call in found.calls] == names if found is not None else names == []


_PIECES = st.sampled_from(
    [
        "ANSWER:",
        " yes",
        "\n",
        "[F1]",
        "[F2, F3]",
        "[F99]",
        "[",
        "]",
        "(F4)",
        " a word",
        "。",
        "[1]",
        "NOT IN THE WIKI",
        "```action\n{",
        '"tool": "x"}',
        "```",
        "<think>",
        "</think>",
        "**",
        "【F5】",
        " (1990)",
        "\n\n",
        "[[x#^f00000001]]",
    ]
)


@given(st.lists(_PIECES, max_size=30).map("".join) | st.text(), st.integers(1, 20))
def test_what_is_streamed_is_what_is_written(text: str, size: int) -> None:
    """Whatever is said and however it is cut: the words shown begin the answer; no others are shown."""
    shown: list[str] = []
    known = handles()
    spoken = Spoken(shown.append, Ground(known, "Is it so?"))
    for at in range(0, len(text), size):
        spoken.hear(text[at : at + size])
    spoken.end(text)
    settled = contract.settle_draft(contract.read_draft(text), Ground(known, "Is it so?"))
    draft = settled.draft
    said = "".join(shown)
    if not settled.lost and draft.says and said:
        numbering = Numbering(known)
        for handle in draft.cited:
            numbering.text(f"[{handle}]")
        whole = f"{draft.shown}\n\n{numbering.text(draft.explanation)}"
        assert " ".join(whole.split()).startswith(" ".join(said.split()))
    assert "ANSWER:" not in said
    assert all(handle in known for handle in draft.cited)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("ANSWER: Atlantis\nIt is Atlantis. Everybody knows it.", ""),
        ("ANSWER: Atlantis\nIt is Atlantis [F99].", ""),
        ("ANSWER: text\nBorn there. It is so [F1].", ""),
        ("ANSWER: text\nIt is so [F1]. Born there.", "text\n\nIt is so [1]. "),
        ("ANSWER: text\nIt is so [F1], and so [F99], and so on.", ""),
        ("ANSWER: text\nIt is so. [F1] And so [F2]. On Mars [F3].", "text\n\nIt is so. [1] And so [2]. "),
        ("ANSWER: Dessen\nIt is so [F1].", ""),
        ("ANSWER: 德森\n他出生在德森，那是一座小城[F1]。", ""),
        ('I will look.\n```action\n{"tool": "x"}\n```\nANSWER: Dessen\nSo [F1].', ""),
        ("ANSWER: NOT IN THE WIKI\nOnly that it is a town [F1].", ""),
        ("<think>\nANSWER: Paris\nx [F1]\n</think>ANSWER: text\nSo [F1].", "text\n\nSo [1]."),
        ("<think>\nANSWER: Paris\nx [F1]\n", ""),
    ],
)
def test_nothing_is_shown_that_no_citation_holds(text: str, shown: str) -> None:
    pieces: list[str] = []
    spoken = Spoken(pieces.append, Ground(handles(), "Where was he born?"))
    for char in text:
        spoken.hear(char)
    spoken.end(text)
    assert "".join(pieces) == shown


def test_long_thoughts_do_not_keep_the_answer_from_being_shown() -> None:
    pieces: list[str] = []
    spoken = Spoken(pieces.append, Ground(handles(), "Where was he born?"))
    thoughts = "<think>\nANSWER: Paris\nSo it may be [F1]. " + "It may be so. " * 5_000
    said = (thoughts, "</thi", "nk", ">\n", "ANSWER: text\n", "So [F1].")
    for piece in said:
        spoken.hear(piece)
    spoken.end("".join(said))
    assert "".join(pieces) == "text\n\nSo [1]."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_prompt_is_there_in_every_language_with_the_same_version(language: str) -> None:
    for name in FILES:
        assert prompt(name, language).version == prompt(name, "en").version  # type: ignore[arg-type]
    keys = [line.partition(" = ")[0] for line in prompt("words", "en").text.splitlines()]
    told = [line.partition(" = ")[0] for line in prompt("words", language).text.splitlines()]  # type: ignore[arg-type]
    assert keys == told
    values = dict.fromkeys(
        (
            "question",
            "count",
            "turn",
            "left",
            "calls",
            "read",
            "unread",
            "pages",
            "more",
            "patience",
            "why",
            "tool",
            "handles",
        ),
        "x",
    )
    assert all(read_word(key, language, **values) for key in keys)  # type: ignore[arg-type]
