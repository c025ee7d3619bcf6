"""What chat programs export: who says what and when, in one form that the reader of turns knows."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.errors import InputError
from wikic.model.article import Article
from wikic.text import conversation_turns
from wikic.wiki.documents.chat import name
from wikic.wiki.documents.read import read
from wikic.wiki.documents.subtitles import read_subtitles
from wikic.wiki.documents.text_files import read_text

SAID = (
    ("Leila", "The crane comes on Thursday at 7."),
    ("Ben", "Who opens the gate of the quay?"),
    ("Leila", "I open it, the key is in the boathouse."),
    ("Ben", "Then the driver can wait there."),
)


def heard(text: str) -> list[tuple[str, str]]:
    return [(turn.speaker, turn.text) for turn in conversation_turns.turns(text.rstrip().split("\n"))]


@pytest.mark.parametrize(
    ("stamp", "written"),
    [
        ("[13.01.24, 10:0{}:11] ", "2024-01-13 10:0{}"),
        ("[13/01/2024, 10:0{}:11] ", "2024-01-13 10:0{}"),
        ("\u200e[1/13/24, 9:0{}:11\u202fPM] ", "2024-01-13 21:0{}"),
        ("[2024/1/13 下午9:0{}:11] ", "2024-01-13 21:0{}"),
        ("13.01.24, 10:0{} - ", "2024-01-13 10:0{}"),
        ("1/13/24, 12:0{} AM - ", "2024-01-13 00:0{}"),
        ("13/1/2024, 9:0{} p. m. - ", "2024-01-13 21:0{}"),
        ("13-01-2024 21:0{} - ", "2024-01-13 21:0{}"),
        ("2024-01-13, 21:0{} - ", "2024-01-13 21:0{}"),
        ("03/04/24, 10:0{} - ", "03/04/24 10:0{}"),
        ("03.04.24, 10:0{} - ", "2024-04-03 10:0{}"),
    ],
)
def test_whatsapp_in_several_countries(stamp: str, written: str) -> None:
    lines = [f"{stamp.format(at)}{who}: {text}" for at, (who, text) in enumerate(SAID)]
    opening = f"{stamp.format(0)}Messages are end-to-end encrypted."
    added = [f"{stamp.format(5)}Ben: <Media omitted>", f"{stamp.format(6)}Ben: \u200eimage omitted"]
    found = read_text("\n".join([opening, *lines, "and nobody else", *added]) + "\n")
    told = [f"[{written.format(at)}] {who}: {text}" for at, (who, text) in enumerate(SAID)]
    assert found.text == "\n".join(told) + " and nobody else\n"
    assert heard(found.text)[:3] == list(SAID[:3])
    assert found.date == (written[:10] if "-" in written else "")


def test_days_in_order_tell_the_month_from_the_day() -> None:
    days = ("01/04/24", "02/04/24", "01/05/24", "01/06/24")
    text = "".join(f"{day}, 10:00 - {who}: {text}\n" for day, (who, text) in zip(days, SAID, strict=True))
    assert read_text(text).text.startswith("[2024-04-01 10:00] Leila:")


@pytest.mark.parametrize(
    "text",
    [
        "12.01.24, 10:00 - The gate opens.\n12.01.24, 11:00 - The gate shuts.\n" * 5,
        "Leila: Yes.\nBen: No.\n",
        "",
    ],
)
def test_other_texts_stay(text: str) -> None:
    assert read_text(text).text == text


@pytest.mark.parametrize(
    ("sender", "label"),
    [
        ("~Leila 🌊", "Leila 🌊"),
        ("+49 170 123", "Tel 49170123"),
        ("🌊", "Somebody"),
        ("", "Somebody"),
        ("A: [b] <c>", "A b c"),
        ("One Two Three Four Five", "One Two Three Four"),
        ("周岚", "周岚"),
    ],
)
def test_senders_are_labels(sender: str, label: str) -> None:
    assert name(sender) == label


def slack(at: int, user: str, text: str, **more: Any) -> dict[str, Any]:
    return {"type": "message", "ts": f"{1705140000 + at}.0001", "user": user, "text": text, **more}


def test_an_export_of_slack(tmp_path: Path) -> None:
    root = tmp_path / "yard"
    (root / "general").mkdir(parents=True)
    users = [{"id": "U1", "profile": {"real_name": "Leila"}}, {"id": "U2", "name": "Ben", "profile": None}]
    (root / "users.json").write_text(json.dumps(users))
    (root / "channels.json").write_text(json.dumps([{"id": "C1", "name": "general", "members": ["U1"]}]))
    messages = [
        slack(0, "U1", "has joined", subtype="channel_join"),
        slack(1, "U1", "The crane comes &amp; goes, <@U2>, see <https://x.org/a|the plan> in <#C1|general>."),
        slack(2, "U2", "Something else, <!here> and <https://x.org>."),
        slack(3, "U2", "I open the gate.", thread_ts="1705140001.0001"),
        slack(4, "U9", "Nobody knows me.", username="Bot"),
    ]
    (root / "general" / "2024-01-13.json").write_text(json.dumps(messages))
    (found,) = read([root])
    assert isinstance(found, Article)
    assert (found.key, found.title, found.date) == (
        "yard/general/2024-01-13.json",
        "general, 2024-01-13",
        "2024-01-13",
    )
    assert found.text == (
        "## 2024-01-13\n\n"
        "10:00 **Leila:** The crane comes & goes, @Ben, see the plan in #general.\n\n"
        "10:00 **Ben:** I open the gate.\n\n"
        "10:00 **Ben:** Something else, here and https://x.org.\n\n"
        "10:00 **Bot:** Nobody knows me.\n"
    )


def test_a_file_of_slack_messages_that_is_no_day_is_called_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "talks").mkdir()
    said = [slack(0, "U1", "Moor her."), slack(9, "U2", "Done.")]
    (tmp_path / "talks" / "slack_mooring.json").write_text(json.dumps(said))
    (found,) = read([tmp_path])
    assert isinstance(found, Article) and found.title == "slack mooring"


def telegram(*said: tuple[str, str, Any]) -> dict[str, Any]:
    messages = [
        {"id": at, "type": "message", "date": day, "from": who, "text": text}
        for at, (day, who, text) in enumerate(said)
    ]
    return {
        "name": "Quay",
        "type": "private_group",
        "id": 7,
        "messages": [*messages, {"type": "service", "date": "x"}],
    }


def test_an_export_of_telegram(tmp_path: Path) -> None:
    marked = ["The ", {"type": "bold", "text": "crane"}, " comes."]
    chat = telegram(
        ("2024-01-13T10:00:00", "Leila", marked),
        ("2024-01-13T10:01:00", "Ben", ""),
        ("2024-01-13T10:02:00", "Ben", "Good."),
    )
    for value in (chat, {"about": "x", "chats": {"list": [chat, {"name": "empty", "messages": []}]}}):
        (tmp_path / "result.json").write_text(json.dumps(value))
        (found,) = read([tmp_path / "result.json"])
        assert isinstance(found, Article)
        assert (found.key, found.title, found.date) == (
            "result/Quay 2024-01-13",
            "Quay, 2024-01-13",
            "2024-01-13",
        )
        assert found.text == ("## 2024-01-13\n\n10:00 **Leila:** The crane comes.\n\n10:02 **Ben:** Good.\n")


def test_later_messages_leave_earlier_documents_as_they_are(tmp_path: Path) -> None:
    said = [(f"2024-01-{1 + at // 9:02}T10:00:00", SAID[at % 4][0], SAID[at % 4][1]) for at in range(200)]
    texts: list[dict[str, str]] = []
    for count in (150, 200):
        (tmp_path / "result.json").write_text(json.dumps(telegram(*said[:count])))
        found = read([tmp_path / "result.json"])
        texts.append({each.key: each.text for each in found if isinstance(each, Article)})
    before = list(texts[0].items())
    assert len(before) > 2 and len(texts[1]) > len(before)
    assert before[:-1] == list(texts[1].items())[: len(before) - 1]


VTT = (
    "WEBVTT\n\nNOTE by hand\n\nSTYLE\n::cue {{}}\n\n1\n00:01.000 --> 00:02.000 align:start\n{}\n\n"
    "2\n00:02.000 --> 00:03.000\n{}\n\n3\n00:00:09.000 --> 00:00:10.000\n{}\n"
)


@pytest.mark.parametrize(
    ("cues", "text"),
    [
        (
            (
                "<v Leila>The <i>dues</i> brought in",
                "<v.loud Leila>412,300 pounds.</v>",
                "<v Ben>Good &amp; well.",
            ),
            "Leila: The dues brought in 412,300 pounds.\nBen: Good & well.\n",
        ),
        (
            ("- LEILA: The dues rose.", "a little.", ">> BEN: Good."),
            "LEILA: The dues rose. a little.\nBEN: Good.\n",
        ),
        (
            ("The dues", "The dues\nrose.", "<c.x>Then</c> they <00:00:09.500>fell."),
            "The dues rose.\n\nThen they fell.\n",
        ),
        (("", "", ""), ""),
    ],
)
def test_subtitles(cues: tuple[str, ...], text: str) -> None:
    assert read_subtitles(VTT.format(*cues)).text == text
    assert read_subtitles(VTT.format(*cues).replace(".000", ",000").removeprefix("WEBVTT\n")).text == text


def test_a_file_without_cues_is_said() -> None:
    with pytest.raises(InputError, match="holds no subtitles"):
        read_subtitles("WEBVTT\n")


_PARTS = (
    "[12.01.24, 10:00:00] ",
    "1/1/24, 1:00 PM - ",
    "99/99/99, 99:99 - ",
    "A: ",
    "b",
    "\n",
    "\u200e",
    "00:01.000 --> 00:02.000\n",
    "<v A>",
    "<",
)


@given(st.lists(st.sampled_from(_PARTS), max_size=40).map("".join))
def test_any_text_is_read(text: str) -> None:
    assert isinstance(read_text(text).text, str)
    with contextlib.suppress(InputError):
        read_subtitles(text)


_FIELDS = (
    "type",
    "ts",
    "text",
    "user",
    "thread_ts",
    "messages",
    "date",
    "from",
    "chats",
    "list",
    "name",
    "subtype",
)
_VALUES = st.recursive(
    st.none()
    | st.integers()
    | st.floats()
    | st.sampled_from(("message", "1705140001.1", "1e400", "nan", "Leila")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_FIELDS), inner, max_size=8),
    max_leaves=30,
)


@given(_VALUES, _VALUES)
def test_any_json_is_read_or_said(tmp_path_factory: pytest.TempPathFactory, value: Any, users: Any) -> None:
    root = tmp_path_factory.mktemp("any")
    (root / "general").mkdir()
    (root / "users.json").write_text(json.dumps(users))
    (root / "general/a.json").write_text(
        json.dumps([slack(1, "U1", "a"), slack(2, "U2", "b") | {"user": value}])
    )
    (root / "general/b.json").write_text(json.dumps(value))
    assert list(read([root]))
