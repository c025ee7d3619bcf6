"""Code in prose: what counts as such, and what a statement has altered of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.text.code_tokens import altered, masked, masked_too, spans, unmasked


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("call __init__() or p.resolve() in main()", ["__init__()", "p.resolve()", "main()"]),
        ('call glob("**/*.py") now', ['glob("**/*.py")']),
        ("chmod u+x Tool-<version>.bin on <host name>", ["<version>", "<host name>"]),
        ("from /etc/hosts to C:\\Program\\x and src/*.md", ["/etc/hosts", "C:\\Program\\x", "src/*.md"]),
        ("$HOME, ${A_B}, %TEMP%, --dry-run", ["$HOME", "${A_B}", "%TEMP%", "--dry-run"]),
        ("-5 degrees, +3, (-2.5) and the sign (-)", ["-5", "+3", "-2.5", "(-)"]),
        ("git add . and go on.", ["git add ."]),
        ("word(s), Otto(died 875)was, he/she, 1875-1901, pre-war, a - b, a < b > c", []),
        ("**bold** and *slanted words* and $5 for 5%", []),
    ],
)
def test_what_is_code(text: str, code: list[str]) -> None:
    assert [text[start:end] for start, end in spans(text)] == code


@pytest.mark.parametrize(
    ("statement", "quote", "missing"),
    [
        ('Call glob("/.py") now.', 'Call `glob("**/*.py")` now.', ('glob("**/*.py")',)),
        ("The init runs first.", "The `__init__()` runs first.", ("__init__()",)),
        ("Get p.resolve for it.", "Get p.resolve() for it.", ("p.resolve()",)),
        ("Run chmod u+x Tool-.bin then.", "Run chmod u+x Tool-<version>.bin then.", ("<version>",)),
        ("Go to cells//clusters/ now.", "Go to cells/<cell>/clusters/<name> now.", ("<cell>", "<name>")),
        ("It stops at 5 degrees.", "It stops at -5 degrees.", ("-5",)),
        ("Write the sign to it.", "Write the sign (-) to it.", ("(-)",)),
        ("Run it with --force.", "Run it with `--quiet`.", ("--force",)),
        ("Look into /etc/pump/other.conf.", "Look into /etc/pump/main.conf.", ("/etc/pump/other.conf",)),
    ],
)
def test_what_is_altered_or_gone_is_named(statement: str, quote: str, missing: tuple[str, ...]) -> None:
    assert altered(statement, [quote]) == missing


@pytest.mark.parametrize(
    ("statement", "quotes"),
    [
        ("Run it quietly.", ["Run it with `--quiet`."]),  # worded without the code
        ("Use --verbose for more.", ["Use `--verbose` (or `-v`) for more, see /usr/share/doc/x."]),
        ('Call glob("**/*.py") now.', ['Call `glob("**/*.py")` now.']),
        ("The file is /etc/hosts, in bold.", ["The file is **/etc/hosts**, in _bold_."]),
        (
            "See the map for bold words.",
            ["See [the map](maps/a_b.png) ![[x.svg#icon]] for <b>bold</b> words."],
        ),
        ("It fell. It stops at -5 degrees.", ["It fell.", "It stops at -5 degrees."]),
        ("温度是-5度，用`wikic lint`。", ["温度是-5度，用`wikic lint`。"]),
        ("Nothing is cited.", []),
    ],
)
def test_rewording_is_free(statement: str, quotes: list[str]) -> None:
    assert altered(statement, quotes) == ()


def test_the_title_counts_as_said() -> None:
    assert (
        altered("wc --help says what /bin/wc/x does.", ["It says what it does."], ["wc --help: /bin/wc/x"])
        == ()
    )


CODE = st.text(alphabet="ab/<>`*_-$()\"'.= 1%[]{}\\", max_size=120)


@given(CODE)
def test_a_quote_alters_nothing_of_itself(text: str) -> None:
    assert altered(text, [text]) == ()
    assert altered(f"So: {text}", [f"So: {text}", "Other."]) == ()


@given(CODE)
def test_what_is_masked_comes_back(text: str) -> None:
    shown, kept = masked(text)
    plain = unmasked(shown, kept)
    assert unmasked(*masked_too(shown, kept)) == plain
    if "`" not in text:
        assert plain == text


@pytest.mark.parametrize(
    "piece", ["`", "``a", "a:", "a(", "/a", "<a ", "*a*/", "[ -", "--", "a.a(", "{{", "%A"]
)
def test_time_grows_with_the_text(piece: str) -> None:
    short, long = (sum(1 for _ in spans(piece * count)) for count in (10, 20_000))
    assert short <= long
    altered(piece * 20_000 + "x", [piece * 20_000 + " y"])
