from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.curator.offline.tidy import tidy
from wikic.text import compare


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("Teutberga( died 11 November 875) was a queen.", "Teutberga (died 11 November 875) was a queen."),
        ('known as" Battle Ground" in it', 'known as "Battle Ground" in it'),
        ("Hassan Al- Qeed of Saxe- Coburg", "Hassan Al-Qeed of Saxe-Coburg"),
        ("pre- and post-war", "pre- and post-war"),
        ("Roberto D' Alessandro", "Roberto D'Alessandro"),
        ("Montreal ’s firm Reichel& Plesser", "Montreal’s firm Reichel & Plesser"),
        ("a **bold** and *slanted* [link](http://x.y) to `code`", "a bold and slanted link to code"),
        ("see [[Page|the page]] and [[Other]]", "see the page and Other"),
        ("5 * 3 and snake_case and f(x) stay", "5 * 3 and snake_case and f(x) stay"),
        ("died (; ) there[12].", "died there."),
        ("ends with C#", "ends with C#"),
    ],
)
def test_what_is_repaired_and_what_stays(quote: str, text: str) -> None:
    assert tidy(quote) == text


@given(st.text(alphabet="abAB .,()\"'-&[]*_`<>1!’“”", max_size=120))
def test_no_name_or_number_comes_from_nowhere(quote: str) -> None:
    assert "\n" not in tidy(quote)
    assert compare.unsupported(tidy(quote), [quote]) == ()
