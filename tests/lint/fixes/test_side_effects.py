"""Safe means safe: what a reader sees and every value of the frontmatter stay, but for the defect.

Pages are mixed from the dirt that public wikis hold. For each rule that edits ``MAY_CHANGE`` says what the
defect is; everything else must be equal. A rule that is not named there may change no word and no value.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.any_wiki import Memory
from support.dirty_pages import BODY, PAGES
from support.fixed_view import fix
from support.reader import front_of, seen, values

from wikic.lint.engine import lint
from wikic.lint.profile import Profile
from wikic.lint.registry import RULES
from wikic.lint.view.wiki_view import WikiView
from wikic.markdown.source import decode
from wikic.model.change import Write

DIRTY = Path(__file__).resolve().parents[2] / "fixtures" / "dirty"

OTHERS = {
    "people/Ada-Lovelace.md": b"---\naliases: [Ada Lovelace, Countess, containers, a_b]\n---\nOne.\n",
    "sources/digests/life.md": b"---\ntype: digest\nkey: a\n---\n## Key Points\n- One. ^p87bf57bd\n",
    "people/Bob.md": b"# Bob\nTwo.\n",
    "foo.md": b"# foo()\nA function.\n",
    "item.md": b"# item\nA list.\n",
}

FILES = st.sampled_from(
    ["foo.md", "people/Bob.md", "1..md", "a_b.md", "index.md", "item.md", "people/Ada-Lovelace.md"]
)
PROFILES = st.sampled_from([Profile("wikic", "wiki/"), Profile("vault"), Profile("vault", wanted="warn")])
CODES = sorted(rule.code for rule in RULES if rule.fix)


def brackets(text: str) -> list[str]:
    """L003: stray brackets; of a link that came of it, its target stands before its words."""
    whole = re.sub(r"\[\[([^\[\]\n|]+)\|([^\[\]\n]*)\]\]?", r"\2", text)
    return [line for each in seen(whole) if (line := re.sub(r"[\[\]]", "", each).strip())]


def merged(text: str) -> list[str]:
    """D002: marker lines, and all but one of equal lines."""
    kept = re.sub(r"^(?:<{7}|>{7}|={7}|\|{7})[^\n]*\n?", "", text, flags=re.M)
    return sorted(set(re.findall(r"\w+", kept)))


def citations(text: str) -> list[str]:
    """C001: the mark before a block's id, and what stands before it."""
    return [re.sub(r"(?:\.md)?#\^?(?=p[0-9a-f]{8})", "#", each) for each in seen(text)]


def joined(text: str) -> list[str]:
    """F002: the second block, which shows as a rule and a heading."""
    blocks = re.sub(r"^---[ \t]*\r?\n\s*^---[ \t]*\r?\n", "", text, count=1, flags=re.M)
    return seen(blocks)


MAY_CHANGE: dict[str, Callable[[str], list[str]]] = {
    "L003": brackets,
    "D002": merged,
    "C001": citations,
    "F002": joined,
}


def fixed(file: str, page: str, profile: Profile, code: str, *, unsafe: bool = False) -> str | None:
    """The page after the fixes of one rule, None where nothing changed."""
    files = {**OTHERS, file: page.encode()}
    result = fix(WikiView.over(Memory(files), profile=profile), select=[code], unsafe=unsafe)
    (change,) = [each for each in result.changes.changes if each.path == file] or (None,)
    return decode(change.content).text if isinstance(change, Write) else None


def check_words(code: str, before: str, after: str) -> None:
    look = MAY_CHANGE.get(code, seen)
    assert look(after) == look(before), (code, before, after)


def check_values(code: str, before: str, after: str) -> None:
    was, now = values(front_of(before)), values(front_of(after))
    for key, found in was.items():
        assert not Counter(found) - Counter(now.get(key, [])), (code, key, before, after)


@settings(max_examples=400, deadline=None)
@given(FILES, PAGES, PROFILES, st.sampled_from(CODES))
@example("foo.md", "---\naliases: [Ada Byron, ada, @ada]\n---\n", Profile("vault"), "F001")
@example("foo.md", "[[[alder](u/)/**[notes.md](u/)**]] [[view email](/x)]", Profile("vault"), "L003")
@example("foo.md", '[[containers]]\nname = "x"\n', Profile("vault"), "L005")
@example("item.md", "[comments](item?id=1)", Profile("vault"), "L004")
@example("foo.md", "text*[[foo]]*", Profile("vault"), "L004")
@example("foo.md", "a | b\n--- | ---\n[[Countess]] | x\n", Profile("vault"), "L005")
def test_a_safe_fix_changes_nothing_but_the_defect(file: str, page: str, profile: Profile, code: str) -> None:
    after = fixed(file, page, profile, code)
    if after is not None:
        before = decode(page.encode()).text
        check_words(code, before, after)
        check_values(code, before, after)


def check_prose(before: str, after: str) -> None:
    """No letter that is seen goes; the path behind a wikilink to that page is none of the prose."""
    shown = re.sub(r"(?<=\]\])\([^\s()]*Bob\.md\)", "", before)
    prose = unescape(re.sub(r"<[^<>]*>", "", " ".join(seen(shown))))
    gone = Counter(re.findall(r"\w", prose)) - Counter(re.findall(r"\w", unescape(after)))
    assert not gone, (gone, before, after)


@settings(max_examples=300, deadline=None)
@given(FILES, BODY, PROFILES, st.sampled_from([code for code in CODES if code not in ("K004", "D002")]))
@example("foo.md", "[[Bob]](nets/oars/$1)", Profile("vault"), "L003")
def test_an_unsafe_fix_deletes_no_prose(file: str, page: str, profile: Profile, code: str) -> None:
    after = fixed(file, page, profile, code, unsafe=True)
    if after is not None:
        check_prose(decode(page.encode()).text, after)


@pytest.mark.parametrize("code", CODES)
def test_the_dirty_fixtures_too(code: str) -> None:
    files = {path.name: path.read_bytes() for path in DIRTY.glob("*.md")}
    for profile in (Profile("vault"), Profile("wikic", "wiki/")):
        result = fix(WikiView.over(Memory({**OTHERS, **files}), profile=profile), select=[code])
        for change in result.changes.changes:
            assert isinstance(change, Write)
            before, after = decode(files[change.path]).text, decode(change.content).text
            check_words(code, before, after)
            check_values(code, before, after)


def test_what_can_be_told_from_links_is_not_reported_as_one() -> None:
    page = (
        b'Write [[view email](/x)], see [comments](item?id=1) [[ -f x ]].\n\n[[containers]]\nname = "web"\n'
    )
    view = WikiView.over(Memory({**OTHERS, "item/foo.md": page}), profile=Profile("vault"))
    assert [each.code for each in lint(view, paths=["item/foo.md"]) if each.code[0] == "L"] == []
