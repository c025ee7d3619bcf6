"""Pieces of syntax, repeated until they make a text, and everything of wikic that reads a text.

What a reader does for such a text must grow no faster than the text: `tests/test_growth.py` feeds it whole
pages of them, `benchmarks/fragments.py` measures the growth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from support.any_wiki import Memory

from wikic.compiler.article_digest import digest_article
from wikic.config import LintConfig
from wikic.curator.library import extract as library
from wikic.curator.offline import OfflineCurator
from wikic.document.quotes import segment
from wikic.lint.engine import lint
from wikic.lint.profile import Profile
from wikic.lint.view.wiki_view import WikiView
from wikic.markdown import escape
from wikic.markdown.parse import parse
from wikic.markdown.read import scan
from wikic.model.article import Article
from wikic.model.schema import Dimension, Positioning, Schema
from wikic.navigate.reader.page_view import parse_page, record_of, view_of
from wikic.schema.low_information import DocumentView, kind_of
from wikic.text.language import guess
from wikic.wiki.documents.html import read_html
from wikic.wiki.documents.text_files import read_markdown, read_rst, read_text

FRAGMENTS: Final = (
    # links, brackets, images, footnotes
    "[", "]", "[[", "]]", "![", "![[", "](", "[a](", "[a](b", "[a](<", "[a](b \"", "[a](b 'c", "[a](b (c",
    "[a](b(", "[a](b)", "[a](\\", "[a]", "[a][", "[a][b]", "[a]:", "[a]: b\n", "[^a]", "[^", "[^1]: b\n",
    "[[a", "[[a|", "[[a|[", "[[a]", "[[a](", "[[a]]", "[[a]](", "[[a|b]]", "[[[", "[[a#", "[[#^", "[`",
    "[`a`", "[\\", "[[sources/digests/d-000000#^p00000000]]", "[[sources/digests/", "[[a b]] ",
    "[a](b.md)", "![a](b.png)", "[a](b?c=d)", "[[a\\|b]]",
    # HTML, comments, entities
    "<", "<a ", "<a b='", "<a b=\"", "<a b=c ", "<!--", "<!-- ", "-->", "<!--a-->", "<?", "<!", "<!A",
    "<![CDATA[", "</", "</a", "<a>", "<a><", "<b><i>", "<div>", "<div>\n", "</div>", "<p>", "<li>",
    "<ul><li>", "<table><tr><td>", "<td>", "<tr>", "<blockquote>", "<pre>", "<code>", "<h1>", "<br>",
    "<https://", "<a@", "<a.b@c.d>", "<script>", "<style>", "<textarea>", "<ol><li>a", "<dl><dt>",
    "<font><p>", "<a href=b>c</a> ", "&", "&a", "&#", "&#x", "&amp;", "&lt;", "&#0;",
    "<meta name=a content=b>", "<span title='[[", "<svg>", "<math>", "<template>",
    # code
    "`", "``", "```", "```\n", "`a", "`a`", "``a`", "~~~", "~~~\n", "`a\n", "`\\", "``` ", "`` ` ",
    "    a\n", "\ta\n", "```a\nb\n```\n",
    # emphasis, formulas, escapes
    "*", "**", "***", "*a", "**a", "*a*", "*a **b ", "_", "__", "_a", "__a ", "_a_", "*_", "~", "~~",
    "~~a", "==", "==a", "%%", "%%a", "$", "$$", "$a", "$a$", "$$a\n", "\\", "\\\\", "\\*", "\\[", "\\`",
    "^", "^a", " ^a", "^a\n", " ^f00000000\n", "#", "# ", "#a", "#a ", "# a\n", "## a\n", "# #", "######",
    "#\n", "a\n=\n", "a\n-\n",
    # blocks
    "> ", ">", ">>", "> a\n", "> > ", "> - ", "- ", "- a\n", "* a\n", "-", "--", "---", "---\n", "***\n",
    "- - ", "- [ ] a\n", "1. ", "1. a\n", "1) a\n", "10. ", "  - a\n", "    - a\n", "+ ", "===\n", "= ",
    "- a\n\n", "- [[a]] -- b\n", "- [[a]] (b)\n", "- [[sources/digests/a-000000#^p00000000]] ^f00000000\n",
    # tables
    "|", "||", "| ", "| a ", "|a|\n", "| a | b |\n", "|-", "|--", "|---|", "|-|\n", ":-:", "|a\n-|\n",
    "a|b\n-|-\n", "|a|b|\n|-|-|\n",
    # templates, directives, YAML
    "{{", "{{a", "{{a}}", "}}", "{%", "{% a %}", "{", "}", "{}", "{\"a\":", "[{", "a: b\n", "a:\n", "a: [",
    "a: {", "a: &b ", "*a ", "? ", "- - - ", "a: |\n", "a: >\n", "a: '", "a: \"", "!!a ", "%a\n",
    "--- a\n", "...\n", "a: b: c\n", "a: b # c\n", "  a: b\n", "aliases: [a]\n", "title: a\n", "-\n", "'",
    "\"", "''", "a, ", ": ", "- a: b\n", "a: b\n\n", "a b\n",
    # conflict markers, suppressions
    "<<<<<<< a\n", "=======\n", ">>>>>>> b\n", "||||||| c\n", "<<<<<<<", "<!-- wikic-ignore L001 -->\n",
    # prose
    "a", "A", "a ", "A ", "A. ", "a. ", ". ", ".", "..", "... ", "?", "! ", "1", "1 ", "1, ", "1.", "1-",
    "1815 ", "12 May 1815 ", "Ada Lovelace ", "Ada Lovelace, ", "Ada ",
    "Ada Lovelace was born in London. ", "Ada Lovelace (1815 – 1852) was a painter from Oslo. ", "the ",
    "of ", "of the ", "and ", "Ada and ", "Ada of ", "He was ", "He ", "born ", "born in ",
    "born in 1815 ", "(", ")", "()", "(a", "(a) ", "((", "((a) ", "(b. ", "(1815", "“", "”", "“a” ", "\" ",
    "\"a", "\"a\" ", "'s ", "Ada's ", "a's ", "-a", "a-", "a-b ", "–", "— ", "A.B.", "A. B. ", "Mr. ",
    "Jr. ", ", ", ",", ";", "; ", ":", "a: ", "/", "a/", "a.b", "http://", "http://a.b ",
    "https://a.b/c?d=e&f ", "www.a.", "a@", "a@b.c ", "@a ", "%", "%20", "was ", "is a ", "was a ", "is ",
    "known as ", "also known as ", "also known as Ada ", "son of ", "wife of ", "son of Ada ",
    "directed by ", "directed by Ada, ", "film directed by Ada ", "The ", "The Film ", "Film (",
    "in 1815, ", "on 1 May ", "January 1, ", "St. ", "O'", "Mc", "de ", "von ", "II ", "X ", "XIV ",
    "No. ", "U.S. ", "&c. ", "said ", "said: “", "said that ", "must ",
    # white space and other scripts
    " ", "  ", "\t", "\n", "\n\n", " \n", "\r", "\r\n", "\0", "\x0b", "\x0c", "\x1b[", "\x85", "\xa0",
    "\u2028", "\u200b", "\u202e", "\ufeff", "\u0301", "e\u0301", "é", "É", "ß", "İ", "ﬁ", "\U0001f600",
    "👩\u200d", "ا", "ก", "谭", "谭盾", "谭盾。", "谭盾，", "。", "，", "、", "《", "》", "《a》",
    "《谭盾》", "《谭》、", "“谭", "「", "」", "（", "）", "（谭", "谭（1815", "谭是",
    "谭盾是作家。", "他", "他说：“", "谭盾说：", "一", "一、", "第一章", "第一章\n", "1815年",
    "1815年5月1日", "字", "字谭，", "号", "生于", "的", "之", "是", "：", "作者：", "　　",
    "　　谭盾\n", "谭盾（", "〔1〕", "①", "①谭\n", "——", "……", "·", "约翰·", "ア", "가", "Я ",
    "Яна ", "α", "谭盾 Tan Dun ",
)  # fmt: skip

SCHEMA: Final = Schema(
    positioning=Positioning(),
    dimensions=tuple(Dimension(name, "") for name in ("people", "places", "works", "concepts")),
    fallback="concepts",
)
_OTHER: Final = b"---\ntitle: b\naliases: [Ada, c]\n---\n# b\n\nAda is a thing.\n"
_DIGEST: Final = "---\nkey: d/a\ntitle: a\n---\n# a\n\n## Key Points\n\n- "
_HEAD: Final = "---\ntype: people\ntitle: a\ncreated: 2024-01-01\nfold: 9c41d2e7\n---\n# a\n\n"


def texts(fragment: str, size: int) -> Iterator[tuple[str, str]]:
    """Texts of about ``size`` characters made of a fragment, each with a word that says how."""
    count = max(1, size // len(fragment))
    yield "joined", fragment * count
    yield "lines", f"{fragment}\n" * max(1, size // (len(fragment) + 1))
    yield "words", f"{fragment} a " * max(1, size // (len(fragment) + 3))


def _vault(text: str) -> None:
    files = {"a.md": text.encode("utf-8", "surrogatepass"), "b.md": _OTHER}
    profile = Profile.of(LintConfig(profile="vault"))
    lint(WikiView.over(Memory(files), profile=profile))


def _wiki(*names: str, head: str = "", foot: str = "") -> Callable[[str], None]:
    def read(text: str) -> None:
        data = (head + text + foot).encode("utf-8", "surrogatepass")
        files = {"index.md": b"# W\n", "people/_index.md": b"# People\n", "people/b.md": _OTHER}
        lint(WikiView.over(Memory(files | dict.fromkeys(names, data))))

    return read


def _extract(language: str) -> Callable[[str], None]:
    def read(text: str) -> None:
        article = Article("d/a", "Ada Lovelace", text, "d/a.md", language=language)
        digest_article(article, OfflineCurator(), SCHEMA, "2024-01-01", None)

    return read


def _library(text: str) -> None:
    library.extract(Article("d/a", "Ada Lovelace", text, "d/a.md", language="en"), segment(text, "en"))


def _view(text: str) -> None:
    whole = f"{_HEAD}{text}\n\n## Key Facts\n\n- {text}\n"
    record_of(view_of(parse_page(whole, "people/a")))


def _escape(text: str) -> None:
    assert escape.unescape(escape.escape(text)) is not None


def _filter(text: str) -> None:
    kind_of(DocumentView.at(Article("d/a", "a", text, "d/a.md", language="en")))


READERS: Final[tuple[tuple[str, Callable[[str], object]], ...]] = (
    ("scan", scan),
    ("parse", parse),
    ("front", lambda text: scan(f"---\n{text}\n---\n")),
    ("open front", lambda text: scan(f"---\na: b\n{text}")),
    ("vault", _vault),
    ("vault front", lambda text: _vault(f"---\n{text}\n---\n# a\n")),
    ("page", _wiki("people/a.md", head=_HEAD + "## Key Facts\n\n- ")),
    ("page tail", _wiki("people/a.md", head=_HEAD + "## Related Pages\n\n- [[b]] -- ")),
    ("index", _wiki("people/_index.md", "index.md", head="# People\n\n")),
    ("article", _wiki("sources/articles/d-000000.md", head="---\nkey: d/a\ntitle: a\n---\n")),
    ("digest", _wiki("sources/digests/d-000000.md", head=_DIGEST)),
    ("schema", _wiki("schema.yaml", "identity.yaml", "error_book.yaml")),
    ("view", _view),
    ("escape", _escape),
    ("markdown", read_markdown),
    ("text", read_text),
    ("rst", read_rst),
    ("html", lambda text: segment(read_html(text).text)),
    ("guess", guess),
    ("filter", _filter),
    ("english", _extract("en")),
    ("chinese", _extract("zh")),
    ("library", _library),
)  # fmt: skip
