"""Every prompt of ``wikic eval`` is there in every language, with a version, and asks for the same form."""

from __future__ import annotations

import re
from importlib import resources

from wikic.evaluate.asking import FILES, eval_prompt
from wikic.llm.prompt_files import LANGUAGES, language_of

_KEY = re.compile(r'"(\w+)":')


def test_both_languages_ask_for_the_same_form() -> None:
    for name in FILES:
        keys = {language: set(_KEY.findall(eval_prompt(name, language))) for language in LANGUAGES}
        assert keys["en"] == keys["zh"]
        assert keys["en"] or all("ANSWER: " in eval_prompt(name, language) for language in LANGUAGES)


def test_no_prompt_is_nobodys() -> None:
    folder = resources.files("wikic.evaluate").joinpath("prompts")
    for language in LANGUAGES:
        assert {each.name for each in folder.joinpath(language).iterdir()} == {
            f"{name}.txt" for name in FILES
        }


def test_a_chinese_question_has_chinese_rules() -> None:
    assert eval_prompt("read", language_of("林知远生于哪一年？")) == eval_prompt("read", "zh")
    assert eval_prompt("read", language_of("Wann wurde er geboren?")) == eval_prompt("read", "en")
