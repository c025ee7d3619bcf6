"""A day and a duration are what they are in every form, and a verb at the head of a sentence is no name."""

from __future__ import annotations

import pytest

from wikic.text.compare import unsupported
from wikic.text.compare.numbers import durations


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("an hour and a half", 5_400),
        ("90 minutes", 5_400),
        ("1.5 hours", 5_400),
        ("one hour", 3_600),
        ("half an hour", 1_800),
        ("three quarters of an hour", 2_700),
        ("two and a half days", 216_000),
        ("1 h 20 min", 4_800),
        ("2 hours and 10 minutes", 7_800),
        ("a 2-day trip", 172_800),
        ("两天半", 216_000),
        ("一个半小时", 5_400),
        ("半个小时", 1_800),
    ],
)
def test_a_duration_is_read_in_seconds(text: str, seconds: int) -> None:
    assert max(value for _, _, value in durations(text)) == seconds


@pytest.mark.parametrize("text", ["the second one", "a minute detail of 3 years", "days went by", "h", ""])
def test_what_counts_nothing_is_none(text: str) -> None:
    assert [value for _, _, value in durations(text) if value > 60] == []


@pytest.mark.parametrize(
    ("said", "evidence"),
    [
        ("It lasted 90 minutes.", "It lasted an hour and a half."),
        ("It took 1.5 hours.", "It took 90 minutes."),
        ("It took two weeks.", "It took 14 days."),
        ("It took two days.", "It took 48 hours."),
        ("It stopped on 27 August 2021.", "Stopped: 2021-08-27"),
        ("It stopped on 2021-08-27.", "It stopped on August 27, 2021."),
        ("It stopped on 27 August 2021.", "Stopped: 27.08.2021"),
        ("It ran from 6 January to 24 February 2020.", "It ran 2020-01-06 to 2020-02-24."),
        ("There are 8 nodes.", "There are eight nodes."),
        ("Deploying Gatekeeper needs a token.", "To deploy Gatekeeper you need a token."),
        ("Running Gatekeeper needs a token.", "Gatekeeper needs a token where it is run."),
        ("会议开了90分钟。", "会议开了一个半小时。"),
    ],
)
def test_another_form_is_borne_out(said: str, evidence: str) -> None:
    assert unsupported(said, [evidence]) == ()


@pytest.mark.parametrize(
    ("said", "evidence", "missing"),
    [
        ("It took two hours.", "It took 90 minutes.", "two"),
        ("It took three days.", "It took 48 hours.", "three"),
        ("It stopped on 28 August 2021.", "It stopped on 2021-08-27.", "2021-08-28"),
        ("It stopped on 27 July 2021.", "It stopped on 2021-08-27.", "July"),
        ("It ran from 6 March to 24 February 2020.", "It ran 2020-01-06 to 2020-02-24.", "March"),
        ("Sterling Hayden came.", "Hayden came.", "Sterling"),
        ("Nanjing Road was closed.", "The road was closed.", "Nanjing"),
    ],
)
def test_what_differs_is_told(said: str, evidence: str, missing: str) -> None:
    assert missing in unsupported(said, [evidence])
