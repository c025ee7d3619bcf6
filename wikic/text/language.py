"""Which language a text is in, from scripts and the commonest words; no model, no dependency."""

from __future__ import annotations

import re
from typing import Final

_PART: Final = 1500  # characters; three parts (start, middle, end) decide, whatever the length
_MIN_LETTERS: Final = 2  # fewer letters say nothing
_MIN_HITS: Final = 1.5  # stop words, shared ones counted by halves, before a language is named
_MIN_SHARE: Final = 0.06  # of its words; running prose has 0.3 and more, lists of names 0.1

_SCRIPTS: Final = (
    ("han", re.compile("[\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]")),
    ("kana", re.compile("[\u3041-\u3096\u30a1-\u30fa\u30fc]")),
    ("hangul", re.compile("[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]")),
    ("latin", re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")),
    ("cyrillic", re.compile("[\u0400-\u04ff]")),
    ("el", re.compile("[\u0370-\u03ff\u1f00-\u1fff]")),
    ("he", re.compile("[\u05d0-\u05ea]")),
    ("arabic", re.compile("[\u0620-\u06ff]")),
    ("hi", re.compile("[\u0900-\u097f]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
    ("ka", re.compile("[\u10a0-\u10ff]")),
    ("hy", re.compile("[\u0530-\u058f]")),
)

_LATIN: Final = (
    ("en", "the of and to in is was for that with as his by on are were from which this be it at not an or"),
    ("de", "der die und das ist nicht den von zu mit dem ein eine auf im für sich auch wurde des war aus"),
    ("fr", "le la les des et est un une dans du que qui pour par sur pas au il sont avec ce plus été cette"),
    ("es", "el la los las de y que en un una es por con para del se su como más fue al lo pero entre años"),
    ("it", "il di che la e è un una per del della con non sono nel dei gli delle da alla come anche fu si"),
    ("pt", "o a os as de que e do da em um uma para com não por dos das no na foi se mais ao é como seu"),
    ("nl", "de het een van en in is dat op te voor met zijn niet aan er die door werd ook als naar bij"),
    (
        "la",
        "et in est non ad cum ut sed qui quae quod ex esse sunt per atque enim hoc si quam eius omnis quarum",
    ),
    ("sv", "och att det en som är av för på med den till i inte om ett har de var från sig men vid"),
    ("da", "og at det en er af for på med den til i ikke som et har de der blev fra var han men efter"),
    ("no", "og å det en er av for på med den til i ikke som et har de ble fra var han men etter også"),
    ("fi", "ja on ei se että oli hän mutta kun ovat joka sekä tai myös hänen ole vuonna jossa kuin"),
    ("pl", "i w na z do się nie jest że to o jak od po przez za był jego ale oraz który także dla roku"),
    ("cs", "a v na se je že s z do o to byl jako ale pro by podle který také jeho jsou od po roku"),
    ("hu", "a az és egy hogy nem is volt meg van ez azt mint csak de már el ki még lett vagy szerint"),
    ("ro", "și în de la a cu pe nu din este care un o să mai pentru al ale fost prin sau după lui"),
    ("tr", "ve bir bu için ile olarak da de olan daha en çok gibi olduğu sonra ne ancak tarafından kadar"),
    ("vi", "và của là có trong được các cho một với không những người đã này từ khi đến năm"),
    ("id", "yang dan di dengan untuk dari pada ini itu adalah dalam tidak ke oleh sebagai juga akan atau"),
)
_LATIN_WORDS: Final = {
    word: tuple(code for code, words in _LATIN if word in words.split())
    for _, line in _LATIN
    for word in line.split()
}
_CYRILLIC: Final = (  # letters that only one of them writes
    ("uk", re.compile("[іїєґ]")),
    ("be", re.compile("[ў]")),
    ("sr", re.compile("[ђјљњћџ]")),
    ("ru", re.compile("[ыэё]")),
)
_WORD: Final = re.compile(r"[^\W\d_]+")


def guess(text: str) -> str:
    """BCP 47 primary tag of the language ``text`` is mostly in, ``und`` when it cannot be told.

    Only three short samples are read, so the cost does not grow with the text.
    """
    sample = _sample(text)
    counts = {name: len(pattern.findall(sample)) for name, pattern in _SCRIPTS}
    # One Han character or kana carries about as much as a short Latin word.
    weight = {name: count * (4 if name in ("han", "kana", "hangul") else 1) for name, count in counts.items()}
    script = max(weight, key=lambda name: weight[name])
    if sum(counts.values()) < _MIN_LETTERS:
        return "und"
    if script in ("han", "kana"):
        return "ja" if counts["kana"] > 0.05 * (counts["han"] + counts["kana"]) else "zh"
    if script == "hangul":
        return "ko"
    if script == "latin":
        return _latin(sample)
    if script == "cyrillic":
        return _cyrillic(sample)
    if script == "arabic":
        return "ur" if re.search("[ٹڈڑے]", sample) else "fa" if re.search("[پچژگ]", sample) else "ar"
    return script


def _sample(text: str) -> str:
    if len(text) <= 3 * _PART:
        return text
    middle = (len(text) - _PART) // 2
    return f"{text[:_PART]} {text[middle : middle + _PART]} {text[-_PART:]}"


def _latin(sample: str) -> str:
    words = _WORD.findall(sample.lower())
    hits: dict[str, float] = {}
    for word in words:
        codes = _LATIN_WORDS.get(word, ())
        for code in codes:
            # A word that several languages share says less about each.
            hits[code] = hits.get(code, 0.0) + 1.0 / len(codes)
    if not hits:
        return "und"
    best, score = max(hits.items(), key=lambda item: (item[1], item[0]))
    return best if score >= _MIN_HITS and score >= _MIN_SHARE * len(words) else "und"


def _cyrillic(sample: str) -> str:
    lower = sample.lower()
    scored = [(len(pattern.findall(lower)), code) for code, pattern in _CYRILLIC]
    count, code = max(scored)
    if count:
        return code
    return "bg" if re.search(r"\b(?:на|се|от|за|е)\b", lower) and "ъ" in lower else "ru"
