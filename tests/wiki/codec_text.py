"""What the codecs are tried with: one line of anything a document may hold."""

from __future__ import annotations

from hypothesis import strategies as st

from wikic.text.normalise import normalise

# No NUL: Markdown reads it as U+FFFD, and documents come in without it.
# Markdown, YAML and wikic's own signs, quotes, CJK, marks that combine, characters that are no characters.
SIGNS = [
    "[[", "]]", "[", "](", "#", "# ", "## Key Facts", "^", " ^f1a2b3c4", " ^p3f9a1c02", "> ", "- ",
    "* ", "1. ", "```", "`", "---", "- ---", "--", " -- ", "**", "**A**: ", "__", "~~", "==", "%%",
    "$", "$$", "\\", "|", "<b>", "<!--", "&amp;", "&#35;", "&", "'", '"', "“", "”", ": ", " #", "@",
    "!", "no", "null", "1911-05-01", "5e10", "~", "《吶喊》", "序言", "，", "「狗」", "e\u0301", "\u0301",
    "\u00a0", "\u3000", "\u2028", "\ufeff", "\u200d", "🏳️‍🌈", "\x07", "\x7f", "\x85", "C#", "C++",
    "St. Mary's", "snake_case", "5 * 3", "A & B", "{}", "[x]", "http://x.y",
]  # fmt: skip

words = st.one_of(
    st.sampled_from(SIGNS),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8),
    st.sampled_from("ab 你"),
)
line = st.lists(words, max_size=8).map("".join).map(normalise)
name = line.filter(bool)
names = st.lists(name, max_size=3, unique=True).map(tuple)
day = st.dates().map(lambda each: each.isoformat())
date = st.one_of(st.none(), day, st.sampled_from(["1911", "1911-05"]))
