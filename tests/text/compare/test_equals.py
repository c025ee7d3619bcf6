"""Names are one under every form that tables know, and acronyms under the words they are made of."""

from __future__ import annotations

import pytest

from wikic.text import compare


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("She moved to the United States.", "She moved to the US."),
        ("She moved to the U.S. then.", "She moved to the United States."),
        ("It was shown on Television then.", "It was shown on TV."),
        ("He came in October 1903.", "He came in Oct. 1903."),
        ("The prize was 20,000 USD then.", "The prize was $20,000."),
        ("It is a DoS issue.", "It is a denial of service."),
        ("Open by Central European Time.", "Open at 9 CET."),
        ("Bridge Number 7 is long.", "Bridge No. 7 is long."),
        ("The Dorrance Company hired her.", "Dorrance Co. hired her."),
        ("She saw the Faroe Islands.", "She saw the Faroes."),
        ("The French king came.", "The king of France came."),
        ("It melts at 30 degrees Celsius.", "It melts at 30 °C."),
        ("She joined the CBI then.", "She joined the Central Bank of Ireland."),
        ("He saw the BOE then.", "He saw the Bank of England."),
    ],
)
def test_what_is_one_name(statement: str, evidence: str) -> None:
    assert compare.unsupported(statement, [evidence]) == ()


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        ("She moved to the United Kingdom.", "She moved to the US."),
        ("It is a DoS issue.", "It is a delay of all trains."),
        ("He came in November 1903.", "He came in Oct. 1903."),
        ("She saw the Faroe Islands.", "She saw the Orkneys."),
        ("IBM made it.", "I bought mangoes."),
        ("It was IBM then.", "He saw Ida. Brenn. Max left."),
        ("It was IBM then.", "Was it all I bought, mangoes?"),
        ("It was a DoS issue.", "She drove. One slept."),
        ("He met Ida. Brenn Mills paid.", "He met IBM."),
        ("He met Ida before morning.", "He met IBM."),
    ],
)
def test_what_is_another_name(statement: str, evidence: str) -> None:
    assert compare.unsupported(statement, [evidence]) != ()


def test_a_name_in_another_order_is_named() -> None:
    assert compare.named(
        "Brenn University Department of History", "The history department of Brenn University"
    )
    assert not compare.named(
        "Brenn University Department of Law", "The history department of Brenn University"
    )
