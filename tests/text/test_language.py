from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.text.language import guess


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The river rises in the hills and flows to the sea.", "en"),
        ("Der Fluss entspringt in den Bergen und mündet in das Meer.", "de"),
        ("Le fleuve prend sa source dans les montagnes et se jette dans la mer.", "fr"),
        ("El río nace en las montañas y desemboca en el mar.", "es"),
        ("Il fiume nasce nelle montagne e sfocia nel mare della regione.", "it"),
        ("O rio nasce nas montanhas e deságua no mar com uma foz.", "pt"),
        ("De rivier ontspringt in de bergen en mondt uit in het meer.", "nl"),
        ("Gallia est omnis divisa in partes tres, quarum unam incolunt Belgae, aliam qui", "la"),
        ("鲁迅是中国作家，浙江绍兴人。", "zh"),
        ("川は山から海へ流れる。", "ja"),
        ("강은 산에서 바다로 흐른다.", "ko"),
        ("Река берёт начало в горах и впадает в море.", "ru"),
        ("Річка бере початок у горах і впадає в море.", "uk"),
        ("Ο ποταμός πηγάζει από τα βουνά.", "el"),
        ("النهر ينبع من الجبال", "ar"),
        ("鲁迅（Lu Xun, 1881–1936）曾译 Dead Souls。", "zh"),
        ("Ada Lovelace, Alan Turing, Grace Hopper", "und"),
        ("1234 — 5678", "und"),
        ("", "und"),
    ],
)
def test_guess(text: str, expected: str) -> None:
    assert guess(text) == expected


def test_reads_samples_of_long_texts() -> None:
    assert guess("x 1 " * 10 + "The cat and the dog are in the house. " * 50_000) == "en"


@given(st.text(max_size=300))
def test_never_raises(text: str) -> None:
    assert guess(text)
