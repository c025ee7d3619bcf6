"""Words that say nothing, in languages whose words no list names."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikic.model.article import Article
from wikic.schema.library.document_features import DocumentFeatures, features_of, function_words
from wikic.schema.library.topics import find_groups

Subjects = dict[str, tuple[tuple[str, ...], tuple[str, ...]]]

SPANISH: Subjects = {
    "huerto": (
        ("tomates", "riego", "abono", "semillas", "lechugas", "plagas", "compost"),
        ("Cuidado con los {}", "Qué hacer con los {}", "Lo que piden los {}", "Para empezar con {}"),
    ),
    "bicicleta": (
        ("frenos", "cadena", "ruedas", "pedales", "manillar", "cambios", "sillín"),
        ("Ruido que hacen los {}", "Qué mirar en los {}", "Ajuste de {} sin prisa", "Los {} que fallan"),
    ),
    "panadería": (
        ("masa", "harina", "levadura", "horno", "corteza", "fermentación", "miga"),
        ("La {} que no sube", "Qué pasa con la {}", "Pruebas de {} en casa", "Errores con la {}"),
    ),
    "biblioteca": (
        ("préstamos", "catálogo", "lectores", "revistas", "fichas", "devoluciones", "sala"),
        ("Normas para los {}", "Qué decir con {} perdidos", "Los {} que faltan", "Cambios en {} desde enero"),
    ),
}
SPANISH_SAID = (
    "Para cuidar {a} hay que mirar {b} cada semana, porque con el tiempo {c} se estropea.",
    "Si {a} no mejora, lo más sencillo es cambiar {b} por otro que tenga mejor {c}.",
    "No conviene mezclar {a} con {b} sin haber limpiado antes {c}.",
    "Esta guía explica cómo preparar {a}, desde {b} hasta {c}.",
    "Es importante que {a} esté cerca de {b}, sobre todo cuando hace calor.",
    "La mayoría de los problemas con {a} vienen de {b}, según dicen los vecinos.",
)
FRENCH: Subjects = {
    "jardin": (
        ("tomates", "arrosage", "engrais", "semis", "salades", "limaces", "compost"),
        ("Le soin des {}", "Que faire avec les {}", "Les {} qui résistent", "Pour débuter avec {}"),
    ),
    "vélo": (
        ("freins", "chaîne", "roues", "pédales", "selle", "guidon", "vitesses"),
        ("Le bruit que font les {}", "Les {} pour la ville", "Réparer {} sans outils", "Que choisir: {}"),
    ),
    "boulangerie": (
        ("pâte", "farine", "levure", "four", "croûte", "fermentation", "mie"),
        ("La {} qui ne monte pas", "Que faire avec la {}", "Erreurs avec la {}", "Essais de {} sans hâte"),
    ),
    "bibliothèque": (
        ("prêts", "catalogue", "lecteurs", "étagères", "revues", "fiches", "retours"),
        ("Règles pour les {}", "Que dire avec {} perdus", "Les {} qui manquent", "Horaires des {} en août"),
    ),
}
FRENCH_SAID = (
    "Pour soigner {a} il faut regarder {b} chaque semaine, parce que avec le temps {c} se dégrade.",
    "Si {a} ne va pas mieux, le plus simple est de changer {b} pour un autre qui a un bon {c}.",
    "Il ne faut pas mélanger {a} avec {b} sans avoir nettoyé {c}.",
    "Ce guide explique comment préparer {a}, depuis {b} jusqu'à {c}.",
    "Il est important que {a} soit près de {b}, surtout quand il fait chaud.",
    "La plupart des ennuis avec {a} viennent de {b}, disent les voisins.",
)
EMPTY = {
    "es": {
        "que",
        "qué",
        "con",
        "los",
        "las",
        "del",
        "una",
        "para",
        "por",
        "sin",
        "desde",
        "cuando",
        "porque",
        "según",
        "hasta",
        "como",
        "cómo",
    },
    "fr": {
        "que",
        "qui",
        "avec",
        "les",
        "des",
        "une",
        "pour",
        "sans",
        "dans",
        "depuis",
        "quand",
        "parce",
        "chez",
        "jusqu'à",
        "comment",
        "font",
    },
}
CORPORA = {"es": (SPANISH, SPANISH_SAID), "fr": (FRENCH, FRENCH_SAID)}


def documents(code: str) -> list[DocumentFeatures]:
    """Forty-eight short documents of four subjects."""
    subjects, said = CORPORA[code]
    chance = random.Random(4)
    found = []
    for at in range(48):
        words, titles = subjects[list(subjects)[at % 4]]
        title = titles[at // 4 % 4].format(words[at // 4 % 7])
        lines = []
        for sentence in chance.sample(said, 4):
            a, b, c = chance.sample(words, 3)
            lines.append(sentence.format(a=a, b=b, c=c))
        found.append(features_of(Article(f"kb/{at:02}", title, " ".join(lines), language=code)))
    return found


@pytest.mark.parametrize("code", ["es", "fr"])
def test_words_that_end_no_clause_say_nothing(code: str) -> None:
    subjects, _ = CORPORA[code]
    found = function_words(documents(code))
    written = {
        word
        for leaf in documents(code)
        for word in f"{leaf.title} {leaf.opening}".casefold().replace(",", " ").replace(".", " ").split()
    }
    assert {word for word in EMPTY[code] & written if len(word) > 2} <= found
    nouns = {word for words, _ in subjects.values() for word in words}
    assert not nouns & found


@pytest.mark.parametrize("code", ["es", "fr"])
def test_no_topic_is_called_by_a_word_that_says_nothing(code: str) -> None:
    found = documents(code)
    groups, how = find_groups([each.key for each in found], found)
    assert how == "topic" and len(groups) >= 4
    for group in groups:
        said = {*group.label.casefold().split(), *group.words, *(word.casefold() for word in group.about)}
        assert not said & EMPTY[code], group.label


def test_a_language_with_a_list_of_its_own_needs_no_evidence() -> None:
    found = [
        features_of(Article(f"kb/{at}", "Of lamps", "The oil of a lamp.", language="en")) for at in range(9)
    ]
    assert function_words(found) == frozenset()


@given(st.lists(st.tuples(st.text(max_size=30), st.text(max_size=120)), max_size=6))
def test_any_documents_have_words_of_theirs_alone(texts: list[tuple[str, str]]) -> None:
    found = [features_of(Article(f"kb/{at}", *each, language="pt")) for at, each in enumerate(texts)]
    folded = " ".join(f"{title} {text}" for title, text in texts).casefold().replace("’", "'")
    assert all(word in folded for word in function_words(found))
