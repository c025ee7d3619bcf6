"""Plants the defects that rules find into a seeded wiki, each at a position it notes."""

from __future__ import annotations

from support import seeded_wiki as seeded

from wikic import layout
from wikic.wiki.page_blocks import HIDDEN


def prose(wiki: seeded.Seeded, script: seeded.Script) -> None:
    """What people write wrong, among what looks like it and is right."""
    home, notes = script.home, script.notes
    one, two, three = (layout.slug(name) for name in script.names[-3:])
    wiki.write(f"{notes}/one/Twin-{home}.md", f"# Twin {home}\nOf two.\n")
    wiki.write(f"{notes}/two/Twin-{home}.md", f"«D001:# Twin of another {home}»\nOf two, the other.\n")
    wiki.write(f"{notes}/chains-{home}.md", f"---\naliases: [Chains {home}]\n---\nOf iron.\n")
    wiki.write(
        f"{notes}/links-{home}.md",
        f"---\ntitle: Links {home}\ntags: [a]\n---\n# Links {home}\n"
        f"See [[{one}]], «L001:[[Nobody]]», `[[Nobody]]` and 沈 «L001:[[无此人|words]]».\n\n"
        f"- «L002:[[Twin-{home}]]» and [[{notes}/one/Twin-{home}|one]]; "
        f"«L004:[[links-{home}]]», [[#Links {home}]]\n"
        f"- «L003:[[{two}]» [text] \\[[escaped]] and «L003:[[]]»; «L005:[[Chains {home}|them]]» twice\n"
        f"| a | «L001:[[Gone\\|cell]]» | [[{three}\\|cell]] |\n\n"
        f"```\n[[Nobody]]\n```\n\n"
        f"[fine](../{home}/{one}.md) «L001:[not](../{home}/gone.md)» [far](https://example.org/x.md)\n\n"
        f"## Part\nWords. ^b1\n\n[[#Part]], «L007:[[#Whole]]», [[#^b1]], «L007:[[#^b2]]»\n\n"
        f"<!-- wikic-disable-next-line L001 -->\n[[Silenced]]\n\n"
        f"«U001:<!-- wikic-disable-next-line L999 -->»\nWords.\n\n"
        f"«U002:<!-- wikic-disable-next-line L001 -->»\nWords.\n\n"
        f"«L011:[the words][gone]» of a note.«L011:[^1]» «L012:(the words)[https://example.org/x]»\n\n"
        f"Twice. «L010:^b1»\n",
    )  # fmt: skip
    wiki.write(f"{notes}/hidden-{home}.md", f"Hidden {home}.\n\n«D007:```»\nx = 1\n")
    wiki.write(f"{notes}/broken-{home}.md", "---\n«F001:title: Error: again»\n---\nWords.\n")
    wiki.write(f"{notes}/open-{home}.md", f"«F001:---»\ntitle: x\n# Heading {home}\n\nWords.\n")
    wiki.write(f"{notes}/keys-{home}.md", "---\nstatus: a\n«F007:status:» b\n---\nWords of a key.\n")
    wiki.write(f"{notes}/stacked-{home}.md", "---\ntags: [a]\n---\n\n«F002:---»\ntags: [b]\n---\nWords.\n")
    wiki.write(
        f"{notes}/shapes-{home}.md",
        f"---\ntags: fine\n«F003:aliases:»\n- a: b\n- c {home}\n---\n\nWords of shape.\n",
    )
    wiki.files[f"{notes}/bytes-{home}.md"] = f"# B {home}\nWörter ".encode() + b"\xe9\n"
    wiki.planted.add((f"{notes}/bytes-{home}.md", 2, 8, "F006"))
    wiki.write(f"{notes}/empty-{home}.md", f"«P003:# Empty {home}»\n\n")
    wiki.write(f"{notes}/long-{home}.md", f"«P004:# Long {home}»\n" + "word " * 24_100 + home)
    wiki.write(f"{notes}/what?-{home}.md", f"«S001:# What {home}»\nA name.\n")
    wiki.write(f"{notes}/a/b/c/d/deep-{home}.md", f"«S002:# Deep {home}»\nA place.\n")
    wiki.write(f"{notes}/Case-{home}.md", "A case.\n")
    wiki.write(f"{notes}/case-{home}.md", "«S003:A» case as well.\n")
    wiki.write(
        f"{notes}/merge-{home}.md", f"# M {home}\n«D002:<<<<<<< HEAD»\nMine.\n=======\nTheirs.\n>>>>>>> t\n"
    )
    wiki.write(f"{notes}/claims-{home}.md", f"---\n«D003:aliases:» [{one}]\n---\nA claim.\n")
    wiki.write(f"{notes}/title-{home}.md", f"---\n«D004:title:» Links {home}\n---\nA title.\n")
    wiki.write(f"{notes}/God-Mode-{home}.md", "One of the two.\n")
    wiki.write(f"{notes}/godmode-{home}.md", "«D005:Another» of the two.\n")
    copy = f"Of {home}: these words were written once and saved under two names, which helps nobody at all.\n"
    wiki.write(f"{notes}/copy-1-{home}.md", copy)
    wiki.write(f"{notes}/copy-2-{home}.md", f"«D006:#» Copy 2 {home}\n{copy}")
    wiki.write(f"{notes}/{'overview' if home == 'people' else '概览'}.md", "共 «K004:777» 个页面。\n")


def generated(wiki: seeded.Seeded, script: seeded.Script) -> None:
    """What is wrong with pages, indexes and digests that wikic wrote; each on a page of its own."""
    names = iter(script.names)
    home = script.home

    def page() -> tuple[str, str, str, tuple[str, ...]]:
        name = next(names)
        key = f"{home}/{name}"
        files = (layout.page_file(f"{home}/{layout.slug(name)}"), layout.page_file(layout.digest_path(key)))
        return (*files, layout.page_file(layout.article_path(key)), script.tell(name))

    # Pairs relate to each other: whoever loses its relation makes the other one-way.
    (file, *_), (other, *_) = page(), page()
    wiki.swap(file, f"\n- [[{layout.stem(other)[:-3]}]] -- neighbour", "\n- [[Gone-Page]] -- nobody")
    wiki.spot("L001", file, "[[Gone-Page]]")
    wiki.spot("L006", other, f"[[{layout.stem(file)[:-3]}]]")
    file, *_ = page()
    wiki.swap(f"{home}/_index.md", f"]({layout.stem(file)})", "](Nowhere.md)")
    wiki.spot("I001", file)
    wiki.spot("I002", f"{home}/_index.md", f"[{layout.stem(file)[:-3]}](Nowhere.md)")
    file, *_ = page()
    wiki.swap(file, "## Related Sources", "## Sources")
    wiki.spot("P001", file)
    file, *_ = page()
    text = wiki.files[file].decode()
    start, end = text.index("## Related Pages"), text.index("## Related Sources")
    wiki.files[file] = (text[:start] + text[end:].rstrip("\n") + "\n\n" + text[start:end]).encode()
    wiki.spot("P002", file, "## Related Pages")
    file, *_ = page()
    wiki.swap(file, f"type: {home}", "type: persons")
    wiki.spot("F004", file, "type: persons")
    file, *_ = page()
    wiki.swap(file, "created:", "made:")
    wiki.spot("F005", file)
    file, digest, _, told = page()
    path = layout.page_path(digest)
    ids = [layout.statement_id("fact", None, each) for each in told]
    wiki.swap(file, f"{path}.md#{layout.block_id(told[1])}", "sources/digests/gone-000000.md#p00000000")
    wiki.spot("C002", file, f"[⁂][{ids[1]}]")
    wiki.swap(file, f"{path}.md#{layout.block_id(told[2])}", f"{path}.md#p00000000")
    wiki.spot("C003", file, f"[⁂][{ids[2]}]")
    wiki.swap(file, f"[{ids[3]}]: <", "[else]: <")
    wiki.spot("C005", file, f"- {told[3]}")
    wiki.write(f"{home}/copied-{home}.md", f"Of a fact, {home}. «C001:[⁂][{ids[0]}]»\n")
    _, digest, article, told = page()
    wiki.swap(article, told[3], told[3] + "!")
    wiki.spot("C006", digest, "sha256:")
    _, _, article, _ = page()
    wiki.swap(article, "\n---\n", "\nattachments:\n  lamp-5d0c11aa.png:\n    sha256: 5d0c11aa\n---\n")
    wiki.spot("C009", article)
    orphan = f"{layout.page_path(article)}.files/lamp-00000000.png"
    wiki.files[orphan] = b"x"
    wiki.spot("C010", orphan)
    _, digest, article, told = page()
    wiki.swap(digest, f"</a>{told[3]}", f"</a>{told[3]}?")
    wiki.spot("C004", digest, f'- <a id="{layout.block_id(told[3])}')
    _, digest, _, told = page()
    wiki.swap(digest, '{"entity"', '{"entity')
    wiki.spot("C007", digest, '{"entity')
    file, _, _, told = page()
    wiki.swap(file, f"- {told[0]}", f"- {told[0].replace('1804', '1805')}")
    wiki.spot("K001", file, f"- {told[0].replace('1804', '1805')}")
    _, digest, _, told = page()
    wiki.swap(digest, f'"text":"{told[3]}"', f'"text":"{told[3]} --all"')
    wiki.spot("K005", digest, f'{{"statement":"{layout.statement_id("fact", None, told[3])}"')
    file, _, _, told = page()
    wiki.swap(file, f"> {told[1]}", "> 1999 by Somebody Else")
    wiki.spot("K003", file, "> 1999")
    file, _, _, told = page()
    for each in told[1:]:
        text = wiki.files[file].decode()
        begin = text.index(f"- {each}")
        wiki.files[file] = (text[:begin] + text[text.index("\n", begin) + 1 :]).encode()
    wiki.spot("W001", file, "## Related Sources")


def wide(wiki: seeded.Seeded) -> None:
    """A directory of more than 200 pages."""
    for number in range(201):
        wiki.files[f"shelf/Volume-{number}.md"] = f"Volume {number}.\n".encode()
    wiki.planted.add(("shelf/_index.md", 1, 1, "S004"))


def told_twice(wiki: seeded.Seeded) -> None:
    """A person who dies twice, on a page whose digest says so."""
    name = "Zachary Yelland"
    script = seeded.Script("people", "notes", (name,), lambda name: (
        f"{name} died on 4 June 1870.", f"{name} was born in 1801.", f"{name} died in 1871.", f"{name} rowed."
    ))  # fmt: skip
    entry = seeded.page_of(wiki, script, name, [])
    index = wiki.files["people/_index.md"].decode()
    wiki.files["people/_index.md"] = (f"{index}{entry.line()}\n").encode()
    file, (one, _, other, _) = "people/Zachary-Yelland.md", script.tell(name)
    told = f"Date of death: 4 June 1870 ({name}); 1871 ({name})"
    id, digest = layout.statement_id("fact", None, told), layout.digest_path(f"people/{name}")
    wiki.swap(file, f"\n{HIDDEN}", f"\n## Sources Differ\n- {told} [⁂][{id}]\n\n{HIDDEN}")
    for label, said in ((id, one), (f"{id}-2", other)):
        wiki.files[file] += f'[{label}]: <../{digest}.md#{layout.block_id(said)}> "…"\n'.encode()
    wiki.spot("K002", file, f"- {told}")


def broken_files(wiki: seeded.Seeded) -> None:
    """What the fold compares with, and the file that says who is who."""
    wiki.files["identity.yaml"] = b"same: nobody\n"
    wiki.planted.add(("identity.yaml", 1, 1, "S005"))
    wiki.planted.add(("index.md", 1, 1, "I001"))  # it does not name the directories of people's pages
