"""Texts that try to become markup, code or addresses, of every class that public collections have.

Written here: the classes are those of markdown-it's tests, of DOMPurify's fixtures and of the Big List of
Naughty Strings, and none of their texts is copied.
"""

from __future__ import annotations

from typing import Final

_FORMULAS: Final = (
    "$\\text{<img src=x onerror=alert(1)>}$ $\\href{javascript:alert(1)}{x}$",
    "$$\\text{</annotation></semantics></math><script>alert(1)</script>}$$",
    "$x<script>alert(1)</script>$ $\\style{background:url(//evil.example/a)}{x}$ $\\class{card}{x}$",
    "$\\mathtt{<style>*{color:red}</style>}$ $\\unknown{<img src=//evil.example/b>}$ $\\frac{$ $\\sqrt{{{$",
    '```mermaid\ngraph LR\nA[<img src=x onerror=alert(1)>] --> B\nclick B "javascript:alert(1)"\n```',
    "```python\nprint('</code></pre><script>alert(1)</script>')  # <img src=x onerror=alert(1)>\n```",
    '```"><script>alert(1)</script>\nx\n```',
)
_ADDRESSES: Final = (
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt:alert(1))",
    "[a](<javascript:alert(1)>)",
    "[a](javascript&colon;alert(1))",
    "[a](&#106;avascript:alert(1))",
    "[a](java\tscript:alert(1))",
    "[a](vbscript:msgbox(1))",
    "[a](file:///etc/passwd)",
    "[a](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    '[a](&#34;&#62;&#60;script&#62;alert&#40;1&#41;&#60;/script&#62; "onmouseover=alert(1)")',
    "![a](javascript:alert(1))",
    "![a](https://evil.example/a.png)",
    "![a](data:image/svg+xml,<svg onload=alert(1)>)",
    "<javascript:alert(1)>",
    "[a]: javascript:alert(1)\n\n[a] [b][a] ![a]",
    "[a](//evil.example/a) [b](\\\\evil.example\\b) [c](/\\evil.example)",
    "[[javascript:alert(1)|a]] [[//evil.example|b]] ![[https://evil.example/c.png]]",
    "[a](https://evil.example/%22onclick=alert(1)) <https://evil.example/?a='onclick='alert(1)>",
)
_MARKUP: Final = (
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/a.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<img src=x onerror=alert(1)>",
    "<img/src=`x`onerror=alert(1)//",
    "<svg/onload=alert(1)>",
    '<svg><script xlink:href="data:,alert(1)"></script>',
    '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)/>#x"/></svg>',
    "<svg><foreignObject><iframe onload=alert(1)></foreignObject></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<math><mtext><table><mglyph><style><img title='</style><img src=x onerror=alert(1)>'>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<object data=//evil.example/a></object><embed src=//evil.example/a>",
    "<base href=//evil.example/><link rel=stylesheet href=//evil.example/a.css>",
    "<meta http-equiv=refresh content='0;url=//evil.example/'>",
    "<a href='java&#10;script:alert(1)' onclick=alert(1) target=_blank>a</a>",
    "<form action=//evil.example/><button formaction=javascript:alert(1)>a</button></form>",
    "<input autofocus onfocus=alert(1)><details open ontoggle=alert(1)><video><source onerror=alert(1)>",
    "<img name=getElementById><form id=q name=body><input name=attributes></form>",
    "<template><script>alert(1)</script></template><x-a is=x-b onclick=alert(1)>",
    "<style>@import '//evil.example/a.css';*{background:url(//evil.example/b)}</style>",
    '<p style="background:url(//evil.example/a);behavior:url(a.htc);x:expression(alert(1))">a</p>',
    "<!--[if IE]><script>alert(1)</script><![endif]--><![CDATA[<script>alert(1)</script>]]>",
    "--><svg onload=alert(1)><!-- </title></textarea></style></script><svg onload=alert(1)>",
    "\"><script>alert(1)</script>' autofocus onfocus=alert(1) x='",
    "&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt;img src=x onerror=alert(1)&amp;gt;",
    "＜script＞alert(1)＜/script＞ %3Cscript%3Ealert(1)%3C/script%3E \\u003cscript\\u003ealert(1)",
    "<ſcript>alert(1)</ſcript><K onclick=alert(1)>",
)
_MARKDOWN: Final = (
    "```js&#32;onclick=alert(1)\n</code></pre><script>alert(1)</script>\n```",
    "`<img src=x onerror=alert(1)>` ``</code><script>alert(1)</script>``",
    "| <b onclick=alert(1)> | [a](javascript:alert(1)) |\n| --- | :---: |\n| <script> | ![a](x onerror=a) |",
    "# <img src=x onerror=alert(1)>\n> <svg onload=alert(1)>\n\n1. <script>alert(1)</script>",
    "**<b onclick=alert(1)>*[a](javascript:alert(1)**)*",
    "[" * 60 + "a](javascript:alert(1))" + "]" * 60,
)
_STRINGS: Final = (
    "{{ 7*7 }}{% raw %}${7*7}#{7*7}<%= 7*7 %>{{ config.__class__ }}",
    "%s%n%x {0} {count} {name} $& $1 $` \\1",
    "undefined null NaN true constructor __proto__ prototype hasOwnProperty toString",
    "../../../etc/passwd ..%2f..%2f C:\\con\\aux file.html#?a=b&c",
    "a\u2028b\u2029c\ufeffd\u200be\u00adf\u180eg",
    "\u202eevil\u202c \u2066alert(1)\u2069 \u061c\u200f",
    "Z͑ͫ̓a̴l̵g̶o̷ ̸͎t͖e͇x̤t̲ 𝕌𝕟𝕚 ﷽ 👩‍👩‍👧‍👦 🏳️‍🌈 \U000e0061",
    "';alert(1);// \";alert(1);// `${alert(1)}` </script><script>alert(1)</script> <!-- <script>",
    "javascript:/*--></title></style></textarea></script><svg/onload='+/\"/+/onmouseover=1/+/[*/[]/+alert(1)//'>",
    "1;DROP TABLE pages;-- ' OR '1'='1 $(reboot) `reboot` ; touch /tmp/x",
    "ＡＢＣ 田中さん <foo val=“bar” /> Ω≈ç√∫ ́<́śćŕíṕt́",
)
TEXTS: Final = (*_FORMULAS, *_ADDRESSES, *_MARKUP, *_MARKDOWN, *_STRINGS)
