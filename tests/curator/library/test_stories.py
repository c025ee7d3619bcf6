"""Stories: a paragraph, a speech and what it answers stand together."""

from __future__ import annotations

SCENE = (
    '"I have the boat," said Ruth. She went to the quay. It lay dry. He followed her.\n\n'
    "They waited for the tide until it was dark. She counted the lamps. It was cold.\n\n"
) * 6


def test_a_long_speech_stays_with_who_speaks(read) -> None:  # type: ignore[no-untyped-def]
    speech = (
        '"We take little with us," said Leila. "No lamp of brass. No chest. Two coats each will do. '
        'A rope is worth more than a hat. I keep the purse. Nobody goes on the ice alone. That is all."'
    )
    found = read(f"{SCENE}{speech}\n\n{SCENE}")
    (held,) = [each.text for each in found.statements if "That is all." in each.text]
    assert speech in held


def test_who_speaks_in_a_story_is_a_person(read) -> None:  # type: ignore[no-untyped-def]
    told = (
        'The lamp of Hallowmouth was out when Ruth Okafor came. "It is dark," said the patient Ruth.\n\n'
        '"So it is," he answered. He had walked from Hallowmouth with Ruth Okafor before, and liked it.\n\n'
    )
    found = read(SCENE + told * 2)
    terms = {each.name: each.dimension for each in found.terms}
    assert (terms["Ruth Okafor"], terms["Ruth"], terms["Hallowmouth"]) == ("people", "people", "terms")


def test_a_paragraph_that_opens_with_a_pronoun_stands_with_the_one_before(read) -> None:  # type: ignore[no-untyped-def]
    first = "Leila Sorrel kept the light of Hallowmouth for thirty years. " + "The lamp was of brass. " * 28
    then = "She had never seen the town. " + "The road was long. " * 5
    found = read(f"{SCENE}{first}\n\n{then}\n\n{SCENE}")
    (held,) = [each.text for each in found.statements if "She had never seen the town." in each.text]
    assert held.startswith("Leila Sorrel kept")
