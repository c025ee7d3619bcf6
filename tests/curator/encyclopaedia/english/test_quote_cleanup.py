from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.curator.encyclopaedia.english.quote_cleanup import tidy_quote
from wikic.text import code_tokens, compare


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
        ("``The Slack Tide '' was", '"The Slack Tide" was'),
        ("see ![[x.svg]] and ![[x.svg#icon]] here", "see and here"),
    ],
)
def test_what_is_repaired_and_what_stays(quote: str, text: str) -> None:
    assert tidy_quote(quote) == text


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ('Use `glob("**/*.py")` for [`all`](x.md) modules.', 'Use glob("**/*.py") for all modules.'),
        ('Call glob("**/*.py"), __init__() and p.resolve() now.', None),
        ("Run chmod u+x Tool-<version>.AppImage on <host name> -d <tableid>.", None),
        ("Write the sign (-) or -5 there, and an empty foo() too.", None),
        ('Say name="x y", r"raw one" and ["a","b"].', None),
        ("cut -d' ' -f1 and sed 's/a/b/' or grep 'd' :memory: !important", None),
        ("if [ -f x ]; then [[ -d y ]] row[0] sys.argv[1] grid[i][j] on[click](event)", None),
        ("Type git add . and then git commit.", None),
        ('x == "a" and y == "b", *args, **kwargs and **opts', None),
        ("for %%i in (*.txt) do echo %%i", None),
        ('a board of 12" x 14" inches', None),
        ("() => x and self._x_ and /a/_b_/c and swgws-_-OCSS", None),
    ],
)
def test_code_is_not_touched(quote: str, text: str | None) -> None:
    assert tidy_quote(quote) == (quote if text is None else text)


@given(st.text(alphabet="ab <>`*_()-=\"'.,/$[]1", max_size=120))
def test_no_code_is_altered(quote: str) -> None:
    assert code_tokens.altered(tidy_quote(quote), [quote]) == ()


@given(st.text(alphabet="abAB .,()\"'-&[]*_`<>1!’“”", max_size=120))
def test_no_name_or_number_comes_from_nowhere(quote: str) -> None:
    assert "\n" not in tidy_quote(quote)
    assert compare.unsupported(tidy_quote(quote), [quote]) == ()
