"""Pages mixed from the dirt that public wikis hold: frontmatter, links, brackets, tables, configuration."""

from __future__ import annotations

from hypothesis import strategies as st

KEYS = ["title", "aliases", "tags", "related", "note", "sources"]
VALUES = st.one_of(
    st.sampled_from(
        [
            "Ada", "Error: again", "@ada", "[Ada Byron, ada, @ada]", "[a: b: c, d]", "[[a]] [[b]]",
            "[[a]]", '"he said "no""', '"A" is not "B"', "'It's fine'", "`x` y", "{{title}}", "{a: @b}",
            "[a, [b, @c]]", "Fix: again # 42", "C:\\x", '"C:\\x"', "[a, b", "|", "> text: x: y",
            "&n foo", "*n", "2022-01-00", "no", "%x", "'a", '"a', "a # b", "- x", "!x y: z: w", "[]",
            "[ @a , 'b, c' ]", '["a" b, c]',
        ]
    ),
    st.text(st.sampled_from("ab:@[]{}\"'`,#&*!|>%- 谭"), min_size=1, max_size=9).map(str.strip).filter(bool),
)  # fmt: skip
LINES = st.one_of(
    st.builds("{}: {}".format, st.sampled_from(KEYS), VALUES),
    st.builds(
        "{}:\n{}".format,
        st.sampled_from(KEYS),
        st.lists(VALUES.map("  - {}".format), max_size=3).map("\n".join),
    ),
    st.builds("  more: {}".format, VALUES),
)
BLOCK = st.lists(LINES, min_size=1, max_size=5).map(lambda lines: "---\n" + "\n".join(lines) + "\n---\n")
FRONT = st.one_of(
    st.just(""),
    BLOCK,
    st.builds("{}{}{}".format, BLOCK, st.sampled_from(["", "\n"]), BLOCK),
    st.sampled_from(
        [
            "---\ntitle: Ada\n---\n\n---\nNote: as agreed\n---\n",
            "---\ntitle: a: b\n",
            "---\ntype: people\ntitle: Ada\ncreated: 2026-11-21\nfold: 9c41d2e7\n---\n",
            "\ufeff---\na: b: c\n---\n",
        ]
    ),
)
PIECES = st.sampled_from(
    [
        "[[foo]]", "[[Foo]]", "[[foo]]()", "[[foo|f]]", "[[Countess]]", "[[Countess#Life]]",
        "[[Countess|her]]", "[[Ada Lovelace]]", "[[Ada-Lovelace|x]]", "[[Bob]](nets/oars/$1)",
        "[[Bob]](people/Bob.md)", "[[Bob](u/v)", "[[view email](/x)]",
        "[[[alder](u/)/**[notes.md](u/)**]]", "[[Bob]", "[[Bob|b]", "[[Bob] and [Ada]]",
        "[[gone]]", "[[gone|words]]", "![[gone]]", "[gone](gone.md)", "[comments](item?id=1)",
        "[x](?id=2)", "[me](foo.md)", '[me](foo.md "A title")', "[![i](i.png)](foo.md)", "[me][ref]",
        "[[a_b]]", "[[1.]]", "\n[[containers]]\nname = \"x\"\n", "[[80,100]]", "[[ -f x ]]", "[[]]",
        "[[", "]]", "]", "[", "(", ")", "(x)", "*", "**", "_", "`", "``", "~~", "<", "<b>", "&amp;",
        "\\", "|", "\\|", "$", "# ", "> ", "- ", "1. ", "   ", "\n", "\n\n", "\n---\n", "\n===\n",
        "\n```\n", "\n| a | b |\n|---|---|\n| ", "\na | b\n--- | ---\n", "word", " ", " and ", "谭盾",
        "，", "\n## Key Facts\n", "\n- One. [[sources/digests/life#p87bf57bd]] ^f4890a86c\n",
        "\n- Two. [[sources/digests/life.md#^p87BF57BD|see]]\n",
        "\n- [Read](sources/digests/life#p87bf57bd)\n",
        "\u200b", "\t", "\n    ", "%%", "[ref]: foo.md\n", "\n\n[ref]: foo.md\n\n", "[^1]", "!",
        "\n<<<<<<< HEAD\nOne.\n=======\nOne. \n>>>>>>> topic\n",
        "\n<<<<<<< HEAD\n=======\nTwo [[foo]].\n>>>>>>> topic\n",
        "\n<<<<<<< HEAD\n", "\n=======\n", "\n>>>>>>> topic\n", "\r\n", "<!-- x -->", "\n<div>\n",
        "https://a.b/c_d_e", "This wiki has 3 pages.", ":", "x: y",
    ]
)  # fmt: skip
BODY = st.lists(PIECES, max_size=16).map("".join)
PAGES = st.builds("{}{}".format, FRONT, BODY)
