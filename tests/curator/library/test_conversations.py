"""Conversations: who says what, in the shapes that programs export."""

from __future__ import annotations

import pytest

CRANE = (
    "The crane costs 38,000 pounds in May.",
    "Who pays for the crane?",
    "The Board pays from its reserve.",
)
SHAPES = {
    "plain": "Leila: {0}\nBen: {1}\nLeila: {2}\nBen: Thanks!\n",
    "numbered": (
        "Date: 3 May 2024\n[D1:1] Leila: {0}\n[D1:2] Ben: {1}\n[D1:3] Leila: {2}\n[D1:4] Ben: Thanks!\n"
    ),
    "whatsapp, brackets": (
        "[12/01/24, 10:03] Leila: {0}\n[12/01/24, 10:04] Ben: {1}\n[12/01/24, 10:05] Leila: {2}\n"
        "[12/01/24, 10:06] Ben: Thanks!\n"
    ),
    "whatsapp, dashes": (
        "12/01/2024, 10:03 - Messages and calls are end-to-end encrypted.\n12/01/2024, 10:03 - Leila: {0}\n"
        "12/01/2024, 10:04 - Ben: {1}\n12/01/2024, 10:05 - Leila: {2}\n12/01/2024, 10:06 - Ben: Thanks!\n"
    ),
    "slack": "Leila  10:03 AM\n{0}\n\nBen  10:04 AM\n{1}\n\nLeila  10:05 AM\n{2}\n\nBen  10:06 AM\nThanks!\n",
    "telegram": (
        "Leila, [12.01.24 10:03]\n{0}\n\nBen, [12.01.24 10:04]\n{1}\n\nLeila, [12.01.24 10:05]\n{2}\n\n"
        "Ben, [12.01.24 10:06]\nThanks!\n"
    ),
    "subtitles": (
        "WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\n<v Leila>{0}\n\n2\n00:00:02.000 --> "
        "00:00:03.000\n<v Ben>{1}\n\n"
        "3\n00:00:03.000 --> 00:00:04.000\n<v Leila>{2}\n\n4\n00:00:04.000 --> 00:00:05.000\n<v Ben>Thanks!\n"
    ),
    "srt": (
        "1\n00:00:01,000 --> 00:00:02,000\nLeila: {0}\n\n2\n00:00:02,000 --> 00:00:03,000\nBen: {1}\n\n"
        "3\n00:00:03,000 --> 00:00:04,000\nLeila: {2}\n\n4\n00:00:04,000 --> 00:00:05,000\nBen: Thanks!\n"
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_keeps_who_speaks(shape: str, read) -> None:  # type: ignore[no-untyped-def]
    found = read(SHAPES[shape].format(*CRANE))
    assert [(each.form, each.kind, each.holder, each.text) for each in found.statements] == [
        ("turn", "claim", "Leila", CRANE[0]),
        ("exchange", "claim", "Ben", f"{CRANE[1]}\n- Leila: {CRANE[2]}"),
    ]
    spoke = [each for each in found.terms if each.dimension == "people"]
    assert [(term.name, term.dimension, term.uses) for term in spoke] == [
        ("Ben", "people", 2),
        ("Leila", "people", 2),
    ]


def test_small_talk_goes(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Leila: Hey Ben! How are you?\nBen: Hi Leila, good, thanks! 😀\nLeila: The crane comes "
        "on Thursday at 7.\n"
        "Ben: Awesome, can't wait!\nLeila: See you then!\nBen: Take care!\n"
    )
    assert [each.text for each in found.statements] == ["The crane comes on Thursday at 7."]


def test_a_subtitle_goes_on_in_the_next_cue(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Leila>The dues brought in\n\n"
        "00:00:02.000 --> 00:00:03.000\n<v Leila>412,300 pounds this year.\n"
    )
    assert [each.text for each in found.statements] == ["The dues brought in 412,300 pounds this year."]


@pytest.mark.parametrize(
    "text",
    [
        "Name: Ann Mary\nBuilt: 1871 in Hallowmouth\nRig: a brig of two masts\n\nName: Grey Heron\n"
        "Built: 1874 in Hallowmouth\nRig: a barque of three masts\n",
        "Note: The gate is shut at night.\n\nThe quay is long.\n\nNote: Bring a card.\n\n"
        "Warning: It is deep.\n",
    ],
)
def test_keys_and_labels_are_no_speakers(text: str, read) -> None:  # type: ignore[no-untyped-def]
    found = read(text)
    assert found.terms == ()
    assert all(each.holder is None for each in found.statements)


def test_questions_and_answers_have_no_holder(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Q: Can I bring a tender?\nA: Yes, up to 3 metres.\nQ: Who opens the gate?\nA: The code opens it.\n"
    )
    assert [(each.form, each.holder, each.text) for each in found.statements] == [
        ("exchange", None, "Can I bring a tender?\n- Yes, up to 3 metres."),
        ("exchange", None, "Who opens the gate?\n- The code opens it."),
    ]


@pytest.mark.parametrize(
    ("title", "named"),
    [
        ("20240304_0802", "Leila and Ben, 2024-03-04 08:02"),
        ("Crane for pontoon B", "Crane for pontoon B"),
    ],
)
def test_a_timestamp_is_no_title(title: str, named: str, read) -> None:  # type: ignore[no-untyped-def]
    assert read(SHAPES["plain"].format(*CRANE), title).entities[0].title == named


def test_chinese_speakers(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "周岚：吊车星期四早上七点到。\n林海：谁去开码头的门？\n周岚：我去开，钥匙在我这里。\n林海：好的，谢谢！\n"
    )
    assert [(each.form, each.holder) for each in found.statements] == [("turn", "周岚"), ("exchange", "林海")]


def test_keys_that_come_in_rounds_are_no_speakers(read) -> None:  # type: ignore[no-untyped-def]
    entry = (
        "Id: V-{0}\nDescription: The gauge {0} could send too much.\nScore: 5.{0}\nVector: "
        "AV-{0} of the gauge\n"
    )
    found = read("".join(entry.format(number) + "\n" for number in range(1, 6)))
    assert found.terms == ()
    assert {each.form for each in found.statements} == {"sentence"}


def test_three_messages_are_a_conversation(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Time: 20240304_08:02\nLeila: The crane for pontoon B comes on Thursday at 7.\n"
        "Ben: I will open the gate at 6, the key is in the boathouse.\n"
        "Leila: Then the driver can wait on the quay until we come.\n",
        "20240304_0802",
    )
    assert [each.holder for each in found.statements] == ["Leila", "Ben"]
    assert found.entities[0].title == "Leila and Ben, 2024-03-04 08:02"


def test_a_picture_sent_with_a_question_does_not_hide_it(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Leila: The crane costs 38,000 pounds.\nBen: Who built this crane? (shares an image: a crane)\n"
        "Leila: The yard of Carrowbridge did.\nBen: Thanks!\n"
    )
    (told,) = found.statements
    assert told.form == "exchange" and told.text.endswith("- Leila: The yard of Carrowbridge did.")


def test_a_message_that_speaks_of_the_one_before_stands_with_it(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Leila: I broke my wrist on the quay in March.\nBen: The harbour doctor said it's not serious.\n"
        "Leila: I bought a new mooring rope from the chandler.\nBen: I painted the gate green on Sunday.\n"
    )
    assert [(each.form, each.holder, each.blocks) for each in found.statements] == [
        ("exchange", "Leila", (1, 2)),
        ("turn", "Leila", (3,)),
        ("turn", "Ben", (4,)),
    ]


@pytest.mark.parametrize(
    "cheer",
    [
        "Keep going and make your dreams a reality!",
        "You really show how much courage and determination you have.",
        "Great job organizing the event.",
        "I hope your injury heals soon.",
    ],
)
def test_cheer_is_no_statement(cheer: str, read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        f"Ben: {cheer}\nLeila: The crane costs 38,000 pounds.\nBen: I opened the gate at 6.\n"
        "Leila: The yard of Carrowbridge built the crane.\n"
    )
    assert len(found.statements) == 3


def test_a_question_is_no_answer(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Ben: How is the crane going?\nLeila: How is the gate?\nBen: The gate opens at 6 now.\n"
        "Leila: The yard of Carrowbridge built the crane.\n"
    )
    assert next(each.text for each in found.statements) == "How is the gate?\n- Ben: The gate opens at 6 now."


def test_the_days_of_a_conversation_are_its_headings(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Date: 1:10 pm on 27 March, 2023\n[D1:1] Leila: The crane costs 38,000 pounds.\n"
        "[D1:2] Ben: I paid the driver yesterday.\n[D1:3] Leila: I opened the boathouse gate.\n"
        "[D1:4] Ben: I painted the quay green.\n"
    )
    assert {each.place for each in found.statements} == {("1:10 pm on 27 March, 2023",)}


def test_a_message_stands_below_the_day_it_is_stamped_with(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "[2024-03-04 08:02] Leila: The crane costs 38,000 pounds.\n"
        "[2024-03-04 08:05] Ben: I paid the driver.\n"
        "[2024-03-05 09:00] Leila: I opened the boathouse gate.\n"
        "[2024-03-05 09:01] Ben: I painted the quay.\n"
    )
    assert [each.place for each in found.statements] == [("2024-03-04",)] * 2 + [("2024-03-05",)] * 2


def test_one_message_below_day_and_time_is_said_by_someone(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Time: 20240304_08:02\nMira: This is Mira of the chandler's. Your rope lies at the gate.\n",
        "20240304",
    )
    assert [(each.form, each.holder) for each in found.statements] == [("turn", "Mira")]
    assert found.entities[0].title == "Mira, 2024-03-04"


@pytest.mark.parametrize(
    "text",
    [
        "Date: 2024-03-04 08:02\nPlace: the quay of Hallowmouth\n",
        "Date: 2024-03-04\nNote: The gate is shut. Bring a card.\n",
    ],
)
def test_a_record_with_a_day_has_no_speaker(text: str, read) -> None:  # type: ignore[no-untyped-def]
    assert all(each.holder is None for each in read(text).statements)


@pytest.mark.parametrize(
    "question",
    [
        "Which gate should we open on Sunday?",
        "What do you want to paint next?",
        'Has anyone read "The Grey Heron"?',
    ],
)
def test_a_question_that_nobody_answers_says_nothing(question: str, read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        f"Leila: I painted the quay green. {question}\nBen: I opened the boathouse.\n"
        "Ruth: The crane costs 38,000 pounds.\nTom: I paid the driver.\nLeila: I sold my dinghy.\n"
        "Ben: I bought tar.\n"
    )
    assert not any("?" in each.text for each in found.statements)


def test_a_proposal_stands_once_between_question_and_assent(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Leila: Which film do you want to see?\nBen: How about the one about the barque at 7?\n"
        "Leila: The barque at 7 works for me!\nBen: I painted the quay green.\n"
    )
    assert found.statements[0].text == (
        "Which film do you want to see?\n- Ben: How about the one about the barque at 7?\n"
        "- Leila: The barque at 7 works for me!"
    )


def test_what_a_question_proposes_stands_without_an_answer(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        'Leila: How about we play "The Grey Heron" on Sunday?\nBen: Hey everyone!\n'
        "Ruth: I opened the boathouse gate.\nTom: The crane costs 38,000 pounds.\n"
        "Leila: I paid the driver.\nBen: I painted the quay.\n"
    )
    assert found.statements[0].text == 'How about we play "The Grey Heron" on Sunday?'


def test_one_telling_word_stands_with_the_message_before(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Leila: The film about the barque begins at 7 on Friday.\nBen: For sure! I can bring some chips!\n"
        "Leila: I opened the boathouse gate.\nBen: I painted the quay green.\n"
    )
    assert found.statements[0].text.endswith("\n- Ben: I can bring some chips!")


def test_an_exchange_that_ends_in_praise_loses_the_praise(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Leila: What did you paint?\nBen: I painted the boathouse gate.\nLeila: Wow, what a gate!\n"
        "Ben: The crane costs 38,000 pounds.\n"
    )
    assert found.statements[0].text == "What did you paint?\n- Ben: I painted the boathouse gate."


def test_the_question_of_a_reply_stands_with_its_own_answer(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Leila: Shall we eat pizza after work?\nBen: Sounds great! Which oven is best?\n"
        "Leila: The oven in Quay Street.\nBen: I painted the boathouse gate.\n"
    )
    assert [each.text for each in found.statements][:2] == [
        "Shall we eat pizza after work?\n- Ben: Sounds great!",
        "Which oven is best?\n- Leila: The oven in Quay Street.",
    ]


def test_a_label_and_the_name_by_which_he_is_called_are_one(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "LeilaSorrel: The crane costs 38,000 pounds, Ben.\nBenHarker: I painted the gate, Leila.\n"
        "LeilaSorrel: I opened the boathouse, Ben, and Leila Quay is dry.\nBenHarker: I paid the driver.\n"
    )
    assert not {"Ben", "Leila"} & {each.name for each in found.terms}


def test_a_question_about_what_its_speaker_said_stands_with_it(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Leila: I soaked the rope in tar. Has anyone tried that?\n"
        "Ben: I tried linseed oil on the crane.\nLeila: I opened the boathouse gate.\n"
        "Ben: I painted the quay green.\n"
    )
    first = found.statements[0]
    assert (first.form, first.holder, first.blocks) == ("exchange", "Leila", (1, 2, 3))
    assert first.text == (
        "I soaked the rope in tar. Has anyone tried that?\n- Ben: I tried linseed oil on the crane."
    )


def test_a_question_stands_with_what_its_message_says_before_it(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Leila: The talk on the pontoons is on Wednesday at six. Shall I keep a seat for you?\n"
        "Ben: Yes, keep two seats near the door.\nLeila: The crane costs 38,000 pounds.\n"
        "Ben: The Board pays it from the reserve.\n"
    )
    assert found.statements[0].text == (
        "The talk on the pontoons is on Wednesday at six. Shall I keep a seat for you?\n"
        "- Ben: Yes, keep two seats near the door."
    )


def test_an_answer_that_is_put_as_a_question_is_one(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Leila: Which colour should the pontoon have?\n"
        "Ben: The old green looked good. How about a darker red this year?\n"
        "Leila: The crane costs 38,000 pounds.\nBen: The Board pays it from the reserve.\n"
    )
    assert "How about a darker red this year?" in found.statements[0].text


def test_the_summary_of_a_conversation_is_its_most_telling_sentence_or_none(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Leila: Hi Ben, what of the crane?\nBen: I hired the yellow crane for the pontoon in Hallowmouth.\n"
        "Leila: The crane for the pontoon costs 38,000 pounds.\nBen: Sounds great!\n"
    )
    assert found.summary == "Ben: I hired the yellow crane for the pontoon in Hallowmouth."
    brief = (
        "Leila: who has the key??\nBen: me, under the bench\nLeila: the Board asks for the key of the shed\n"
    )
    assert read(f"{brief}Ben: ok then\n", tongue="en").summary == (
        "Leila: the Board asks for the key of the shed"
    )
    courtesies = "Leila: I like it here.\nBen: Me too!\nLeila: I am happy today.\nBen: Oh no, so sweet!\n"
    assert read(courtesies, tongue="en").summary == ""


def test_a_label_of_minutes_that_is_no_name_is_nobody(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Leila: The crane comes on Thursday at seven.\nBen: The Board pays for it from the reserve of 2023.\n"
        "Leila: The quay is closed for two days then.\nActions: Ben orders the rails before Monday noon.\n"
        "Ben: Ships tie up at the north pier meanwhile.\nLeila: The pilots ask for lamps on the north pier.\n"
        "Ben: The lamps of the old quay can be moved.\nActions: Leila tells the pilots by Friday evening.\n"
    )
    held = {each.text: each.holder for each in found.statements}
    assert held["Actions: Ben orders the rails before Monday noon."] is None
    assert set(held.values()) == {None, "Leila", "Ben"}
    assert {each.name for each in found.terms if each.dimension == "people"} == {"Ben", "Leila"}


def test_in_a_group_a_brief_reply_keeps_its_question(read) -> None:  # type: ignore[no-untyped-def]
    said = (
        "Ida: Who has the key of the sail loft?",
        "Lea: at the office, ask for Mr. Hobl",
        "Tom: The mast comes on Friday at seven.",
        "Ida: Customer Vantage wants two tenders.",
        "Lea: When can the yard deliver?",
        "Tom: not before June",
        "Nils: Who paints the hull this year?",
        "Tom: I bought eleven planks of larch.",
        "Ida: The winch is oiled.",
        "Nils: The mooring costs 90 pounds.",
    )
    found = read("".join(f"10/03/2026, 09:1{at} - {each}\n" for at, each in enumerate(said)))
    texts = {each.text for each in found.statements}
    assert "Who has the key of the sail loft?\n- Lea: at the office, ask for Mr. Hobl" in texts
    assert "When can the yard deliver?\n- Tom: not before June" in texts
    assert not [each for each in texts if "Who paints" in each]


def test_three_who_speak_in_rounds_are_speakers_where_the_time_stands_before_them(read) -> None:  # type: ignore[no-untyped-def]
    said = ("The mast comes on Friday.", "Who fetches the crane?", "I do, with the trailer.")
    names = ("Ida", "Lea", "Tom")
    stamped = "".join(f"10/03/2026, 09:0{at} - {names[at % 3]}: {said[at % 3]}\n" for at in range(6))
    assert {each.name for each in read(stamped).terms if each.dimension == "people"} == set(names)
    records = "".join(f"{names[at % 3]}: {said[at % 3]}\n" for at in range(6))
    assert not [each for each in read(records).terms if each.dimension == "people"]


ENGLISH = (
    "Ruth: I opened the boathouse gate.\nTom: I paid the driver.\nLeila: I sold my dinghy.\n"
    "Ben: I bought tar.\n"
)
GERMAN = (
    "Ruth: Ich habe das Tor am Bootshaus geöffnet.\nTom: Ich habe den Fahrer bezahlt.\n"
    "Leila: Ich habe das Boot verkauft.\nBen: Ich habe Teer gekauft.\n"
)


@pytest.mark.parametrize(
    ("asked", "answered", "others"),
    [
        ("what did the new crane cost in the end", "38,000 plus 400 for the driver", ENGLISH),
        ("ok so when does the ferry leave", "at noon from the second pontoon", ENGLISH),
        ("who paints the boathouse", "not before June", ENGLISH),
        ("was kostet der neue Kran", "38.000 und 400 für den Fahrer", GERMAN),
        ("wer streicht das Bootshaus", "nicht vor dem Juni", GERMAN),
    ],
)
def test_a_question_without_its_mark_stands_with_its_answer(
    asked: str, answered: str, others: str, read
) -> None:  # type: ignore[no-untyped-def]
    found = read(f"Leila: {asked}\nBen: {answered}\n{others}")
    assert found.statements[0].text == f"{asked}\n- Ben: {answered}"


@pytest.mark.parametrize(
    "said",
    [
        "what a storm broke on Monday broke the boathouse roof",
        "when I come home the gate is open",
        "how the crane fell is a riddle to me",
    ],
)
def test_what_only_begins_like_a_question_is_none(said: str, read) -> None:  # type: ignore[no-untyped-def]
    found = read(f"Leila: {said}\nBen: I paid 38,000 pounds for the crane.\n{ENGLISH}")
    assert found.statements[0].text == said


def test_a_question_without_its_mark_stays_without_an_answer(read) -> None:  # type: ignore[no-untyped-def]
    found = read(f"Leila: who paints the boathouse gate\nBen: The crane costs 38,000 pounds.\n{ENGLISH}")
    assert found.statements[0].text == "who paints the boathouse gate"


def test_what_ends_a_conversation_stays(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "[2024-03-04 08:02] Leila: the crane is stuck, we wait\n[2024-03-04 08:05] Ben: ok thx, bye\n"
        "[2024-03-08 09:00] Leila: crane works!!!\n[2024-03-08 09:01] Ben: Have a nice day!\n"
        "[2024-03-08 09:02] Leila: Thanks so much!\n",
        tongue="en",
    )
    assert [each.text for each in found.statements] == [
        "the crane is stuck, we wait",
        "crane works!!!",
    ]


@pytest.mark.parametrize(
    ("reply", "kept"),
    [
        ("Sounds good, Saturday at 2!", True),
        ("See you all at 9!", True),
        ("I'll be ready for him!", True),
        ("No, not yet.", True),
        ("See you!", False),
        ("Thanks so much!", False),
        ("Can't wait!", False),
    ],
)
def test_a_short_reply_that_binds_stands_with_what_it_answers(reply: str, kept: bool, read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Ruth: I oiled the winch.\nTom: I sold my dinghy.\nLeila: The driver fetches the crane on the quay.\n"
        f"Ben: {reply}\nRuth: I bought larch planks.\nTom: I paid the yard.\n"
    )
    (told,) = (each.text for each in found.statements if "driver" in each.text)
    assert told.endswith(f"\n- Ben: {reply}") is kept


def test_a_day_that_was_named_is_not_told_again(read) -> None:  # type: ignore[no-untyped-def]
    chatter = "".join(
        f"{name}: {said}\n"
        for name, said in zip(
            ("Ruth", "Tom") * 4, ("That is really great!", "Sounds like a plan!") * 4, strict=True
        )
    )
    found = read(f"Leila: The crane comes on Sunday, I open it.\n{chatter}Ben: Can't wait for Sunday!\n")
    assert [each.text for each in found.statements] == ["The crane comes on Sunday, I open it."]
    other = read(f"Leila: The crane comes soon, I open the gate.\n{chatter}Ben: See you on Sunday!\n")
    assert [each.text for each in other.statements][1:] == ["See you on Sunday!"]


def test_an_answer_keeps_its_yes_or_no(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Leila: Did the yard send the bolt?\nBen: No. The foreman is ill.\nLeila: I paid the driver.\n"
        "Ben: I painted the quay.\n"
    )
    assert found.statements[0].text == "Did the yard send the bolt?\n- Ben: No. The foreman is ill."


def test_two_days_of_one_chat_are_read_alike(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "#quay 2024-05-15\n\n10:01 tom: the new gauge is up\n10:03 ida: it shows the tide now\n"
        "10:44 ruth: reminder: handover at noon\n10:45 ida: ack\n13:22 ida: the harbour page is down\n"
        "15:58 ida: it is up again, banner removed\n"
    )
    assert {each.name for each in found.terms if each.dimension == "people"} == {"tom", "ida", "ruth"}
    assert "the harbour page is down; it is up again, banner removed" in found.statements[-1].text


def test_talk_with_a_list_in_it_is_talk(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Time: 20240304_08:02\nLeila: Here is what I bought:\n\n- two ropes\n- tar\n- a bolt for the winch\n"
        "\nFor the crane I ordered:\n\n- rails\n- planks of larch\n- a lamp\n- a bell\n\n"
        "Ben: I pay the half of it.\n"
        "Leila: I fetch the rest on Monday.\nBen: I open the gate then.\n"
    )
    assert {each.name for each in found.terms if each.dimension == "people"} == {"Leila", "Ben"}


def test_of_a_conversation_of_courtesies_who_speaks_is_told(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Leila: Hey there, good morning!\nBen: Hi! How are you?\nLeila: I am fine, thanks!\nBen: Bye then!\n",
        tongue="en",
    )
    first = found.statements[0]
    assert (first.holder, first.text) == ("Leila", "Hey there, good morning!")


def test_what_a_program_says_between_messages_stays(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "[09:14] Leila: The gate does not open since Monday.\n[09:40] Ben: The key was bent.\n"
        "[09:50] Leila: I try it at noon.\n[10:01] Ticket 81 was closed by Ben\n[10:05] Ben: I oiled it.\n"
    )
    assert ("Ticket 81 was closed by Ben", None) in [(each.text, each.holder) for each in found.statements]


def test_a_label_with_a_blank_in_it_is_the_same_speaker(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "BenReed: The crane costs 38,000 pounds.\nLeila: I paid the driver.\nBen Reed: I opened the gate.\n"
        "Leila: I painted the quay.\nBenReed: I sold my dinghy.\n",
        "20240304_0802",
    )
    assert {each.name for each in found.terms if each.dimension == "people"} == {"BenReed", "Leila"}
    assert found.entities[0].title == "BenReed and Leila, 2024-03-04 08:02"


def test_the_lead_in_of_a_list_in_talk_is_no_speaker(read) -> None:  # type: ignore[no-untyped-def]
    found = read(
        "Time: 20240304_08:02\nLeila: Here is what I bought:\n\n- two ropes\n- tar\n- a bell\n- a lamp\n\n"
        "For the crane, what of:\n\n- rails\n- planks of larch\n- a new bolt\n\nBen: I pay the half of it.\n"
        "Leila: I fetch the rest on Monday.\nBen: I open the gate then.\n"
    )
    assert {each.name for each in found.terms if each.dimension == "people"} == {"Leila", "Ben"}


@pytest.mark.parametrize(
    "text",
    [
        "09:00 Opening: Maria welcomes all\n09:30 Talk: How we moved the quay\n10:30 Break: coffee and cake\n"
        "11:00 Talk: Reading old charts\n12:30 Lunch: in the canteen\n",
        "10:00:01 INFO: the gauge has started\n10:00:05 WARN: the gauge is dry now\n10:02:11 INFO: the "
        "gauge was read\n10:04:03 INFO: the gauge has stopped\n",
    ],
)
def test_an_agenda_and_a_log_are_no_talk(text: str, read) -> None:  # type: ignore[no-untyped-def]
    assert all(each.holder is None for each in read(text).statements)
