"""Small made-up wikis, compiled from texts written here, for asking."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from wikic.compiler.options import Options
from wikic.compiler.run import compile_documents
from wikic.curator.offline import OfflineCurator
from wikic.navigate.ask.asker import Asker
from wikic.navigate.library import Library
from wikic.schema.new_wiki import start_wiki

FAMILY = {
    "Anna of Brenholt": (
        "Anna of Brenholt (3 July 1710 – 17 March 1775) was a Brenholt princess and a daughter of Otto of"
        " Brenholt and Maria of Vast. She was the wife of Karl of Tarn."
    ),
    "Otto of Brenholt": (
        "Otto of Brenholt (8 October 1676 – 30 March 1749) was a duke of Brenholt. He was born in Lodvik."
        " Otto was the son of Ernest of Brenholt and Helena of Morn."
    ),
    "Maria of Vast": (
        "Maria of Vast (2 May 1680 – 9 June 1731) was a duchess of Brenholt. She died in Quellburg."
    ),
    "Karl of Tarn": "Karl of Tarn (born 1705) was a count. He studied at Lodvik University.",
    "Ernest of Brenholt": (
        "Ernest of Brenholt (1640 – 1701) was a duke of Brenholt who built the castle of Lodvik."
    ),
    "Lodvik": (
        "Lodvik is a town in Denmark. Its castle was built by Ernest of Brenholt. About 4,000 people live"
        " there."
    ),
}
FILMS = {
    "The Glass Harbour": (
        "The Glass Harbour is a 1951 French drama film directed by Pierre Lantier and starring Odile "
        "Maret. It was shot in Port-Blanc."
    ),
    "Snow on Friday": (
        "Snow on Friday is a 1962 Italian comedy film directed by Carla Venturi. The music was composed "
        "by Aldo Brin."
    ),
    "Pierre Lantier": (
        "Pierre Lantier (born 12 January 1910 in Lyon – 4 March 1980) was a French film director."
    ),
    "Carla Venturi": (
        "Carla Venturi (born 9 August 1921 in Rome) is an Italian film director and screenwriter."
    ),
    "Odile Maret": "Odile Maret was a French actress. Maret won the Silver Anchor in 1955.",
    "Silver Anchor": "The Silver Anchor is a prize for actors. It was founded in 1948 by the city of Nantes.",
    "Emil Korda": "Emil Korda (1890 – 1960) was a Hungarian painter. He painted harbours.",
    "Aldo Brin": "Aldo Brin is an Italian composer. He was not a sculptor, as his brother was.",
    "Lena Fisk": "Lena Fisk (1901 – 1955) was a Danish painter. She painted the sea.",
}
CHINESE = {
    "林知远": "林知远（1881年－1936年），浙江临川人，小说家。林知远的父亲是林伯庸。他毕业于东海大学。",
    "林伯庸": "林伯庸（1850年－1896年），浙江临川人，秀才。林伯庸生于1850年3月2日。",
    "海边的灯": "《海边的灯》是林知远写的小说，发表于1921年。小说写一个守灯塔的老人。",
    "东海大学": "东海大学是一所大学，位于临川。东海大学创办于1902年。",
}


def _compiled(root: Path, texts: dict[str, str]) -> Path:
    documents = root / "texts"
    documents.mkdir(parents=True)
    for title, text in texts.items():
        (documents / f"{title}.md").write_text(f"# {title}\n\n{text}\n", "utf-8")
    curator = OfflineCurator()
    start_wiki(root / "kb", [documents], curator, "Small")
    compile_documents(root / "kb", [documents], curator, Options("2026-11-21", "Small"))
    return root / "kb"


Ask = Callable[[str], str]


@pytest.fixture(scope="session")
def family_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A knowledge base of a family; read only."""
    return _compiled(tmp_path_factory.mktemp("family"), FAMILY)


@pytest.fixture(scope="session")
def family(family_root: Path) -> Asker:
    """Asks about a family."""
    return Asker(Library.current(family_root))


@pytest.fixture(scope="session")
def films(tmp_path_factory: pytest.TempPathFactory) -> Asker:
    """Asks about films and who made them."""
    return Asker(Library.current(_compiled(tmp_path_factory.mktemp("films"), FILMS)))


@pytest.fixture(scope="session")
def chinese(tmp_path_factory: pytest.TempPathFactory) -> Asker:
    """Asks about Chinese texts."""
    return Asker(Library.current(_compiled(tmp_path_factory.mktemp("chinese"), CHINESE)))


@pytest.fixture(scope="session")
def single(tmp_path_factory: pytest.TempPathFactory) -> Asker:
    """Asks a wiki of one page."""
    text = {"Lodvik": "Lodvik is a town in Denmark."}
    return Asker(Library.current(_compiled(tmp_path_factory.mktemp("single"), text)))
