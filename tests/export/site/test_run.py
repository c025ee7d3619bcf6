"""A site of a real wiki: whole, the same twice, and every link in it leads to what is there."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urljoin

import pytest
from selectolax.lexbor import LexborHTMLParser
from support.command import snapshot, wikic, write
from support.copies import copied

from wikic.config import SiteConfig
from wikic.errors import UsageError
from wikic.export.site.run import Options, export_site
from wikic.navigate.library import Library

BASE = "https://wiki.example/docs/"


@pytest.fixture(scope="module", params=["harbour", "chinese"])
def kb(request: pytest.FixtureRequest) -> Path:
    found: Path = request.getfixturevalue(request.param)
    return found


@pytest.fixture(scope="module")
def site(kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    with Library.current(kb) as library:
        export_site(library, out, Options())
    return out


def links(site: Path) -> Iterator[tuple[str, str]]:
    """File and address of every link, picture, form, style and script."""
    for file in sorted(site.rglob("*.html")):
        here = file.relative_to(site).as_posix()
        if here == "404.html":  # it stands at any address, and its links begin at the host
            continue
        for name in ("href", "src", "action"):
            for each in LexborHTMLParser(file.read_text("utf-8")).css(f"[{name}]"):
                yield here, each.attributes[name] or ""


def test_every_link_leads_to_a_file_and_a_place_in_it(site: Path) -> None:
    places: dict[str, set[str]] = {}
    count = 0
    for here, address in links(site):
        if address.startswith(("https://", "http://", "mailto:")):
            continue
        target, _, place = unquote(urljoin(BASE + here, address)).partition("#")
        assert target.startswith(BASE), (here, address)
        file = site / target.removeprefix(BASE)
        assert file.is_file(), (here, address)
        if place:
            if str(file) not in places:
                tree = LexborHTMLParser(file.read_text("utf-8"))
                places[str(file)] = {each.attributes["id"] or "" for each in tree.css("[id]")}
            assert place in places[str(file)], (here, address)
            count += 1
    assert count


def test_every_page_directory_and_source_has_a_file(kb: Path, site: Path) -> None:
    with Library.current(kb) as library:
        wanted = [
            *(f"{path}.html" for path in (*library.catalogue.pages, *library.catalogue.sources)),
            *(f"{path}/index.html" for path in library.directory_names()),
            *(
                "index.html",
                "sources/index.html",
                "-/search.html",
                "-/reader.css",
                "-/reader.js",
                "-/theme.js",
                "-/icon.svg",
                "-/tree.js",
                "404.html",
                "llms.txt",
                ".nojekyll",
            ),
        ]
    assert [path for path in wanted if not (site / path).is_file()] == []


def test_a_chinese_site_says_nothing_in_english(chinese: Path, tmp_path: Path) -> None:
    with Library.current(chinese) as library:
        assert library.language == "zh"
        export_site(library, tmp_path, Options())
    files = sorted(tmp_path.rglob("*.html"))
    assert len(files) > 10
    for file in files:
        tree = LexborHTMLParser(file.read_text("utf-8"))
        assert tree.root is not None and tree.root.attributes["lang"] == "zh-Hans"
        for each in tree.css("[dir=auto], blockquote, .about, .tags, svg, title, script"):
            each.decompose()
        assert tree.body is not None
        assert re.findall("[A-Za-z]{2,}", tree.body.text()) == [], file
        for name in ("aria-label", "placeholder"):
            for each in tree.css(f"[{name}]"):
                assert not re.search("[A-Za-z]{2,}", each.attributes[name] or ""), each.html


def test_the_script_that_every_page_loads_is_small(site: Path) -> None:
    assert (site / "-/reader.js").stat().st_size <= 22_000


def test_the_same_wiki_gives_the_same_bytes(kb: Path, site: Path, tmp_path: Path) -> None:
    with Library.current(kb) as library:
        again = export_site(library, tmp_path / "other", Options())
        assert again.changed == again.files and again.gone == 0
        assert snapshot(tmp_path / "other") == snapshot(site)
        assert export_site(library, site, Options()).changed == 0


def test_two_clones_give_the_same_bytes_where_the_site_tells_nothing_of_git(
    harbour: Path, tmp_path: Path
) -> None:
    """Other branches, and of one only the last commit."""

    def git(at: Path, *arguments: str) -> None:
        named = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *named, *arguments], cwd=at, check=True, capture_output=True)

    def exported(name: str, site: SiteConfig) -> dict[str, bytes | str]:
        with Library.current(tmp_path / name) as library:
            export_site(library, tmp_path / "out" / name, Options(site=site))
        return snapshot(tmp_path / "out" / name)

    whole = copied(harbour, tmp_path / "whole")
    git(whole, "init", "-q", ".")
    git(whole, "add", "-A")
    git(whole, "commit", "-qm", "What the quarrel was about")
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{whole}", "part")
    git(tmp_path / "part", "switch", "-qc", "draft")
    for clone in (whole, tmp_path / "part"):
        git(clone, "config", "remote.origin.url", "https://github.com/ann/secret-kb.git")
    one, other = (exported(name, SiteConfig()) for name in ("whole", "part"))
    assert one != other and "secret-kb" in str(one.values())
    quiet = SiteConfig(edit="off", history=False)
    one, other = (exported(name, quiet) for name in ("whole", "part"))
    assert one == other
    assert "quarrel" not in str(one.values()) and "secret-kb" not in str(one.values())


def test_a_map_is_in_it_when_it_is_asked_for(kb: Path, tmp_path: Path) -> None:
    with Library.current(kb) as library:
        export_site(library, tmp_path, Options())
        assert not list(tmp_path.glob("-/map.*"))
        assert export_site(library, tmp_path, Options(mapped=True)).changed == 3  # with the link to it
        assert export_site(library, tmp_path, Options(mapped=True)).changed == 0
        test_every_link_leads_to_a_file_and_a_place_in_it(tmp_path)
        assert export_site(library, tmp_path, Options()).gone == 2
    assert not list(tmp_path.glob("-/map.*"))


def test_without_sources_quotes_stay_and_documents_do_not(kb: Path, tmp_path: Path) -> None:
    with Library.current(kb) as library:
        done = export_site(library, tmp_path, Options(sources=False))
    assert done.sources == 0 and not list(tmp_path.rglob("sources/**/*.html"))
    test_every_link_leads_to_a_file_and_a_place_in_it(tmp_path)
    page = next(
        file for file in sorted(tmp_path.rglob("*.html")) if 'class="cite"' in file.read_text("utf-8")
    )
    assert "<blockquote" in page.read_text("utf-8")


DOCUMENTS = {
    "notes/tower.md": "# The tower\n\nThe tower is 31 metres high. ![The tower from the sea](tower.png)\n\n"
    "Its plan is in [the archive](https://example.org/plan).\n",
    "notes/lamp.md": "# The lamp\n\nThe lamp of the tower was lit in 1851. Its keeper was Isaac Dunn.\n",
    "notes/boat.md": "# The boat\n\nThe boat lies below the tower. Isaac Dunn rowed it until 1890.\n",
}
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)


def test_from_documents_to_a_site_with_pictures(tmp_path: Path) -> None:
    write(tmp_path, {**DOCUMENTS, "notes/tower.png": PNG})
    wikic("init", "notes", "-C", "kb", cwd=tmp_path)
    wikic("compile", "notes", "-C", "kb", cwd=tmp_path)
    first = wikic("export", "site", "-C", "kb", "--json", cwd=tmp_path).json
    assert first["path"] == "kb/site" and first["changed"] == first["files"]
    site = tmp_path / "kb/site"
    (picture,) = site.rglob("*.png")
    assert picture.read_bytes() == PNG
    shown = [file for file in site.rglob("*.html") if f'{picture.name}" alt=' in file.read_text("utf-8")]
    assert {"sources" in file.parts for file in shown} == {True, False}  # on its page and in its source
    test_every_link_leads_to_a_file_and_a_place_in_it(site)

    (tmp_path / "notes/tower.md").unlink()
    (tmp_path / "notes/tower.png").unlink()
    wikic("compile", "notes", "-C", "kb", "--prune", cwd=tmp_path)
    done = wikic("export", "site", "-C", "kb", cwd=tmp_path)
    assert "gone" in done.out
    assert not list(site.rglob("*.png")) and not list(site.rglob("*ower*.html"))
    test_every_link_leads_to_a_file_and_a_place_in_it(site)


def test_bad_places_are_said(tmp_path: Path) -> None:
    assert "no wiki" in wikic("export", "site", "-C", ".", cwd=tmp_path, code=2).err
    write(tmp_path, {"notes/lamp.md": DOCUMENTS["notes/lamp.md"], "site/index.html": "mine"})
    wikic("init", "notes", "-C", "kb", cwd=tmp_path)
    wikic("compile", "notes", "-C", "kb", cwd=tmp_path)
    assert "holds other things" in wikic("export", "site", "site", "-C", "kb", cwd=tmp_path, code=2).err
    assert (tmp_path / "site/index.html").read_text() == "mine"
    if os.geteuid():
        (tmp_path / "shut").mkdir(mode=0o500)
        assert "cannot write" in wikic("export", "site", "shut", "-C", "kb", cwd=tmp_path, code=2).err


def test_pages_at_the_root_of_the_wiki_are_in_it(chinese: Path, tmp_path: Path) -> None:
    copied(chinese, tmp_path / "kb")
    write(tmp_path / "kb/wiki", {"Read-me.md": "# Read me\n> For **all** of [[Nobody|us]].\n"})
    with Library.current(tmp_path / "kb") as library:
        export_site(library, tmp_path / "site", Options())
    home = (tmp_path / "site/index.html").read_text("utf-8")
    assert '<a href="Read-me.html">Read me</a> <span class="about">For all of us.</span>' in home
    assert "For <strong>all</strong> of" in (tmp_path / "site/Read-me.html").read_text("utf-8")
    test_every_link_leads_to_a_file_and_a_place_in_it(tmp_path / "site")


SVG = "<svg xmlns='http://www.w3.org/2000/svg'>{}<circle r='3'/></svg>"


def test_a_drawing_loses_its_script_and_files_go_with_the_documents(tmp_path: Path) -> None:
    see = "See [the plan](bad.svg), ![the tower](good.svg) and [dues](dues.csv)."
    note = f"# Plans\n\nThe quay is 90 metres long. {see}\n"
    files = {"n/plans.md": note, "n/good.svg": SVG.format(""), "n/dues.csv": "berth,fee\nA,3\n"}
    write(tmp_path, {**files, "n/bad.svg": SVG.format("<script>alert(1)</script>")})
    wikic("init", "n/plans.md", "-C", "kb", cwd=tmp_path)
    wikic("compile", "n/plans.md", "-C", "kb", cwd=tmp_path)
    wikic("export", "site", "all", "-C", "kb", cwd=tmp_path)
    wikic("export", "site", "some", "-C", "kb", "--no-sources", cwd=tmp_path)
    kinds = {
        out: sorted(file.suffix for file in (tmp_path / out).rglob("*.files/*")) for out in ("all", "some")
    }
    assert kinds == {"all": [".csv", ".svg", ".svg"], "some": [".svg", ".svg"]}
    for out in kinds:
        for drawing in (tmp_path / out).rglob("*.files/*.svg"):
            assert b"circle" in drawing.read_bytes() and b"script" not in drawing.read_bytes()
        for file in (tmp_path / out).rglob("*.html"):
            tree = LexborHTMLParser(file.read_text("utf-8"))
            assert not tree.css("a[href$='.svg']")
            assert out == "all" or not tree.css("a[href$='.csv']")


def test_the_wiki_and_what_holds_it_are_no_place_for_a_site(harbour: Path) -> None:
    for place in (harbour, harbour.parent, harbour / "wiki"):
        with (
            Library.current(harbour) as library,
            pytest.raises(UsageError, match="lies in the wiki, or holds"),
        ):
            export_site(library, place, Options())
