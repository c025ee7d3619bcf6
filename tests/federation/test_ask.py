"""One question over many wikis: who is asked, what comes of it, and what stays silent."""

from __future__ import annotations

import json
import os
import shutil
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from support.command import wikic
from support.copies import copied
from support.many_wikis import compiled
from support.patience import HUNG

from wikic import layout
from wikic.errors import DiskError, LockedError
from wikic.federation import registry
from wikic.federation.ask import Federation
from wikic.federation.members import Member, read_members
from wikic.federation.merge import Told
from wikic.search.generation import MARKER_FILE, writer_lock
from wikic.search.index import SearchIndex


class Clock:
    """A clock that is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def wikis_of(pages: list[str]) -> list[str]:
    return list(dict.fromkeys(each.partition(":")[0] for each in pages))


def test_a_question_goes_to_the_wiki_that_knows(wikis: Path) -> None:
    with Federation(wikis) as all_of_them:
        for question, wiki, said in (
            ("How long is rye bread baked?", "kitchen", "two hours"),
            ("When was the Grebe lost?", "ships", "1902"),
            ("Where was Mette Lund born?", "builders", "Vardby"),
            ("紫藤什么时候开花？", "花园", "四月"),
        ):
            assert all_of_them.route(question)[0].name == wiki
            answer = all_of_them.ask(question).answer
            assert wikis_of([each.page for each in answer.evidence])[0] == wiki
            assert said in answer.evidence[0].text
            assert all(each.digest.startswith(f"{wiki}:") for each in answer.sources[:1])
            assert {cite.digest for cite in answer.evidence[0].citations} <= {
                each.digest for each in answer.sources
            }


def test_a_name_in_a_fact_leads_into_another_wiki(wikis: Path) -> None:
    with Federation(wikis) as all_of_them:
        answer = all_of_them.ask("Where was the builder of the Osprey born?").answer
        texts = [each.text for each in answer.evidence]
        assert any("built by Henrik Aarvik" in each for each in texts)
        assert any("born in Tolne" in each for each in texts)
        assert {"ships", "builders"} <= set(wikis_of([each.page for each in answer.evidence]))
        pages = [(each.page, each.fact) for each in answer.evidence]
        assert len(pages) == len(set(pages))


def test_what_no_wiki_says_is_not_answered(wikis: Path) -> None:
    with Federation(wikis) as all_of_them:
        for question in ("Who won the chess championship in Reykjavik?", "", "?!", "the of and"):
            found = all_of_them.ask(question)
            assert not found.answer.answered and not found.answer.evidence and found.known == 4


def listed(folder: Path, wikis: Path, name: str = "all.yaml", **readers: str) -> Path:
    """A manifest of the wikis, some of which one reader may read."""
    rows = [
        {"directory": str(each.root)} | ({"readers": [readers[each.name]]} if each.name in readers else {})
        for each in read_members(wikis)
    ]
    (folder / name).write_text("\n".join(f"- {json.dumps(row, ensure_ascii=False)}" for row in rows))
    return folder / name


def test_only_the_wikis_of_a_reader_are_asked(wikis: Path, tmp_path: Path) -> None:
    with Federation(listed(tmp_path, wikis, kitchen="cook")) as all_of_them:
        question = "How long is rye bread baked?"
        assert all_of_them.ask(question).answer.answered
        assert all_of_them.ask(question, reader="cook").answer.answered
        found = all_of_them.ask(question, reader="gardener")
        assert not found.answer.answered and found.known == 3
        assert "kitchen" not in [each.wiki for each in found.asked]
        assert all_of_them.ask("When was the Grebe lost?", only="kitchen").answer.evidence == ()


def test_a_wiki_that_cannot_be_read_is_named_and_the_others_answer(own_wikis: Path) -> None:
    with Federation(own_wikis) as all_of_them:
        shutil.rmtree(own_wikis / "ships" / "wiki")
        answer = all_of_them.ask("Where did the Osprey carry rye bread, baked for two hours?").answer
        assert answer.answered
        assert any(note.startswith("ships stayed silent: ") for note in answer.notes)
    with Federation(own_wikis) as all_of_them:
        answer = all_of_them.ask("How long is rye bread baked?").answer
        assert answer.answered
        assert any(note.startswith("ships cannot be read: ") for note in answer.notes)
        assert not answer.complete
        told = all_of_them.ask("How long is rye bread baked?", reader="guest").answer
        assert "ships cannot be read" in told.notes and str(own_wikis) not in "".join(told.notes)


def test_when_the_time_is_over_wikis_are_named_as_silent(wikis: Path) -> None:
    with Federation(wikis) as all_of_them:
        found = all_of_them.ask("When was the Osprey built?", seconds=0.0)
        assert found.asked and all(each.silent == "the time was over" for each in found.asked)
        assert not found.answer.answered and not found.answer.complete
        assert all_of_them.ask("When was the Osprey built?", seconds=600.0).answer.answered


def test_the_registry_follows_its_wikis(own_wikis: Path) -> None:
    question = "How hot is the kiln of the pottery?"
    with Federation(own_wikis) as all_of_them:
        assert not all_of_them.route(question)
    compiled(
        own_wikis / "pottery",
        {"Kiln": "The kiln is the oven of the pottery. The kiln is 1200 degrees hot."},
        "Clay",
    )
    shutil.rmtree(own_wikis / "kitchen")
    with Federation(own_wikis) as all_of_them:
        assert [each.name for each in all_of_them.route(question)] == ["pottery"]
        assert "1200" in all_of_them.ask(question).answer.evidence[0].text
        assert all_of_them.registry.overviews().keys() == {"builders", "pottery", "ships", "花园"}
        assert not any(each.name == "kitchen" for each in all_of_them.route("How long is rye bread baked?"))


def test_a_registry_from_elsewhere_or_damaged_is_made_again(own_wikis: Path) -> None:
    folder = own_wikis / layout.BUILD_DIR / layout.FEDERATION_DIR / "folder"
    with Federation(own_wikis) as all_of_them:
        before = all_of_them.route("When was the Grebe lost?")
    for file in folder.rglob("*"):
        if file.is_file() and file.name != "lock":
            file.write_bytes(b"\0")
    with Federation(own_wikis) as all_of_them:
        assert all_of_them.route("When was the Grebe lost?") == before


def test_a_registry_whose_files_rot_is_made_again_while_it_is_written(own_wikis: Path) -> None:
    folder = own_wikis / layout.BUILD_DIR / layout.FEDERATION_DIR / "folder"
    Federation(own_wikis).close()
    (stored,) = folder.glob("g*/*.store")
    data = stored.read_bytes()
    stored.write_bytes(bytes([data[0] ^ 1]) + data[1:])  # not looked at when it is opened
    compiled(own_wikis / "pottery", {"Kiln": "The kiln is 1200 degrees hot."}, "Clay")
    with Federation(own_wikis) as all_of_them:
        assert "1902" in all_of_them.ask("When was the Grebe lost?").answer.evidence[0].text


def test_a_wiki_that_cannot_be_read_is_no_reason_to_write_the_registry(own_wikis: Path) -> None:
    marker = own_wikis / layout.BUILD_DIR / layout.FEDERATION_DIR / "folder" / MARKER_FILE
    shutil.rmtree(own_wikis / "ships" / "wiki")
    Federation(own_wikis).close()
    written = marker.stat().st_mtime_ns, marker.stat().st_ino
    with Federation(own_wikis) as all_of_them:
        assert set(all_of_them.registry.unread) == {"ships"}
    assert (marker.stat().st_mtime_ns, marker.stat().st_ino) == written


def test_wikis_that_were_taken_in_before_it_was_stopped_are_not_read_again(
    own_wikis: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_AT_ONCE", 1)
    record, seen = registry._member_record, []

    def stopped_at_the_third(each: Member) -> object:
        if len(seen) == 2:
            raise KeyboardInterrupt
        seen.append(each.name)
        return record(each)

    with monkeypatch.context() as patch:
        patch.setattr(registry, "_member_record", stopped_at_the_third)
        with pytest.raises(KeyboardInterrupt):
            Federation(own_wikis)
    later: list[str] = []
    monkeypatch.setattr(registry, "_member_record", lambda each: later.append(each.name) or record(each))
    with Federation(own_wikis) as all_of_them:
        assert sorted([*seen, *later]) == sorted(all_of_them.registry.overviews())
        assert len(seen) == len(later) == 2
        assert all_of_them.ask("When was the Grebe lost?").answer.answered


def test_an_index_that_goes_while_wikis_are_taken_in_is_made_of_all_of_them(
    own_wikis: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_AT_ONCE", 2)
    folder = own_wikis / layout.BUILD_DIR / layout.FEDERATION_DIR / "folder"
    record, seen = registry._member_record, []

    def gone_at_the_third(each: Member) -> object:
        seen.append(each.name)
        if len(seen) == 3:
            (folder / MARKER_FILE).unlink()
        return record(each)

    monkeypatch.setattr(registry, "_member_record", gone_at_the_third)
    with Federation(own_wikis) as all_of_them:
        for question in ("How long is rye bread baked?", "When was the Grebe lost?"):
            assert all_of_them.ask(question).answer.answered
        assert len(all_of_them.registry.overviews()) == 4


def test_an_index_that_does_not_stay_ends_the_look(own_wikis: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_AT_ONCE", 3)
    monkeypatch.setattr("wikic.search.index.is_rotten", lambda *given: True)
    with pytest.raises(DiskError, match="does not stay as it is written"):
        Federation(own_wikis)


def test_wikis_for_which_the_registry_is_not_free_are_named(
    own_wikis: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken(*given: object, **more: object) -> None:
        raise LockedError("taken")

    monkeypatch.setattr(registry, "_AT_ONCE", 1)
    monkeypatch.setattr(SearchIndex, "update", taken)
    with Federation(own_wikis) as all_of_them:
        known = all_of_them.registry.overviews().keys()
        assert len(known) == 1
        assert known | all_of_them.registry.unread.keys() == {"builders", "kitchen", "ships", "花园"}


def test_while_another_process_makes_the_registry_one_is_made_for_this_one(own_wikis: Path) -> None:
    folder = own_wikis / layout.BUILD_DIR / layout.FEDERATION_DIR / "folder"
    folder.mkdir(parents=True)
    with writer_lock(folder), Federation(own_wikis) as all_of_them:
        assert all_of_them.ask("When was the Grebe lost?").answer.answered
    with Federation(own_wikis) as all_of_them, writer_lock(folder):
        compiled(own_wikis / "pottery", {"Kiln": "The kiln is 1200 degrees hot."}, "Clay")
        all_of_them.registry.follow(read_members(own_wikis))
        assert all_of_them.ask("When was the Grebe lost?").answer.answered


def test_a_vault_is_asked_beside_compiled_wikis(own_wikis: Path) -> None:
    vault = own_wikis / "vault"
    (vault / "Notes").mkdir(parents=True)
    (vault / "Notes" / "Lantern.md").write_text("# Lantern\n\nThe lantern of the pier burned whale oil.\n")
    wikic("adopt", vault, cwd=vault)
    with Federation(own_wikis) as all_of_them:
        answer = all_of_them.ask("What did the lantern of the pier burn?").answer
        assert "whale oil" in answer.evidence[0].text
        assert answer.evidence[0].address == "[[vault:Notes/Lantern]]"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_where_nobody_may_write_the_registry_is_made_elsewhere(own_wikis: Path) -> None:
    own_wikis.chmod(0o500)
    try:
        with Federation(own_wikis) as all_of_them:
            assert all_of_them.ask("When was the Grebe lost?").answer.answered
        assert not (own_wikis / layout.BUILD_DIR).exists()
    finally:
        own_wikis.chmod(0o700)


def test_many_threads_ask_while_few_wikis_stay_open(wikis: Path) -> None:
    questions = ["How long is rye bread baked?", "When was the Grebe lost?", "Where was Mette Lund born?"] * 6
    with Federation(wikis) as all_of_them:
        all_of_them.wikis._most = 64, 1
        alone = [all_of_them.ask(each).answer for each in questions[:3]]
        barrier = threading.Barrier(6)

        def one(at: int) -> object:
            if at < 6:
                barrier.wait()
            return all_of_them.ask(questions[at]).answer

        with ThreadPoolExecutor(6) as pool:
            assert list(pool.map(one, range(18))) == alone * 6
        assert len(all_of_them.wikis._open) <= 1


def test_two_lists_beside_each_other_keep_apart(own_wikis: Path) -> None:
    """Each has a registry of its own: what one leaves out the other still knows."""
    few = own_wikis / "few.yaml"
    few.write_text("- directory: kitchen\n")
    with Federation(own_wikis) as all_of_them:
        with Federation(few) as one:
            assert not one.ask("When was the Grebe lost?").answer.answered
        assert all_of_them.ask("When was the Grebe lost?").answer.answered
    with Federation(own_wikis) as all_of_them, Federation(few) as one:
        assert one.registry.overviews().keys() == {"kitchen"}
        assert len(all_of_them.registry.overviews()) == 4


def test_a_list_is_followed_while_it_is_served(own_wikis: Path, tmp_path: Path) -> None:
    clock = Clock()
    manifest = listed(tmp_path, own_wikis)
    said: list[str] = []
    with Federation(manifest, clock=clock, say=said.append) as some:
        assert "kitchen" in [each.name for each in some.open_to("guest")]
        listed(tmp_path, own_wikis, kitchen="cook")
        clock.now += 6
        assert "kitchen" not in [each.name for each in some.open_to("guest")]
        assert not some.ask("How long is rye bread baked?", reader="guest").answer.answered
        manifest.write_text("- {")
        clock.now += 6
        told = some.ask("How long is rye bread baked?")
        assert told.answer.answered and any("those of before" in note for note in told.answer.notes)
        assert [line for line in said if "those of before" in line and str(manifest) in line] == said
        assert len(said) == 1 and str(manifest) not in "".join(some.health()) and some.health()
        assert not some.ask("How long is rye bread baked?", reader="guest").answer.answered
        manifest.write_text(f"- {{directory: '{own_wikis}/ships'}}")
        clock.now += 6
        assert [each.name for each in some.open_to(None)] == ["ships"]
        assert said[1:] == [f"{manifest} is read again"] and not some.health()
        manifest.unlink()
        assert some.health() and len(said) == 3  # whoever asks for no wiki sees it, too
        assert some.ask("When was the Grebe lost?").answer.answered


def test_a_base_that_is_not_there_is_named(own_wikis: Path, tmp_path: Path) -> None:
    """A fleet's manifest lists bases whose making failed."""
    manifest = tmp_path / "all.yaml"
    manifest.write_text(f"- {{directory: '{own_wikis}/ships'}}\n- {{directory: gone, documents: x}}\n")
    with Federation(manifest) as some:
        found = some.ask("When was the Grebe lost?")
        assert found.answer.answered
        assert any(note.startswith("gone cannot be read: ") for note in found.answer.notes)
    assert not (tmp_path / "gone").exists()


def test_what_cannot_be_noted_is_answered(own_wikis: Path, tmp_path: Path) -> None:
    with Federation(own_wikis) as all_of_them:
        found = all_of_them.ask("When was the Grebe lost?")
        (own_wikis / "ships" / layout.BUILD_DIR).rename(tmp_path / "moved")
        (own_wikis / "ships" / layout.BUILD_DIR).symlink_to(tmp_path / "moved")
        all_of_them.note(found)


def test_a_short_time_is_no_time_for_the_registry(own_wikis: Path) -> None:
    """One wiki is taken in each time, so that some day all are."""
    for count in (1, 2, 3, 4):
        with Federation(own_wikis, seconds=0.0) as all_of_them:
            found = all_of_them.ask("When was the Grebe lost?", seconds=0.0).answer
            assert len(all_of_them.registry.overviews()) == count
            late = [note for note in found.notes if note.endswith(" is not known yet: the time was over")]
            assert [len(note.split(", ")) for note in late] == [4 - count] * (
                count < 4
            ) and not found.complete


def test_a_wiki_that_has_no_time_does_not_keep_the_others_open(own_wikis: Path) -> None:
    all_of_them = Federation(own_wikis)
    with all_of_them.wikis.explorer(own_wikis / "ships"):  # somebody else asks it, for long
        found = all_of_them.ask("When was the Grebe lost?", seconds=1.0)
        assert "ships" in [each.wiki for each in found.asked if each.silent]  # others, too, where all is slow
        all_of_them.close()  # does not wait for it


def test_a_name_that_a_fact_leads_to_makes_nothing_surer(
    wikis: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question that is put again holds a name that is known there, which the person did not ask about."""
    told: list[Told] = []
    real = Federation._ask
    monkeypatch.setattr(Federation, "_ask", lambda *given: told.append(found := real(*given)) or found)
    with Federation(wikis) as all_of_them:
        all_of_them.ask("Where was the builder of the Osprey born?")
    sure = {each.wiki: each.sure for each in told if isinstance(each, Told) and each.wiki == "ships"}
    led = [each.sure for each in told if isinstance(each, Told) and each.wiki == "builders"]
    assert len(led) > 1 and min(led) <= sure["ships"] and led[-1] <= sure["ships"]


def test_the_order_of_wikis_tells_nothing_of_those_that_are_closed(own_wikis: Path, tmp_path: Path) -> None:
    """A word is as rare as the wikis make it that the reader may read."""
    compiled(own_wikis / "hidden", {"Notes": "Flour and salt and sugar. Flour is dear."}, "Hidden")
    compiled(own_wikis / "mill", {"Mill": "The mill grinds flour."}, "Mill")
    compiled(own_wikis / "mine", {"Mine": "The mine gives salt."}, "Mine")
    manifest = listed(tmp_path, own_wikis, hidden="ann")
    with Federation(manifest) as some:
        before = some.route("flour or salt?", reader="eve")
        assert "hidden" in [each.name for each in some.route("flour or salt?", reader="ann")]
    shutil.rmtree(own_wikis / "hidden")
    shutil.rmtree(own_wikis.parent / "documents" / "hidden")
    compiled(own_wikis / "hidden", {"Notes": "Salt. Salt. Salt lies there."}, "Hidden")
    with Federation(manifest) as some:
        assert some.route("flour or salt?", reader="eve") == before
        assert some.ask("Where is salt?", reader="nobody").known == 6


def test_a_question_for_a_day_is_answered_as_its_wiki_answers_it(own_wikis: Path) -> None:
    """A rule tells it; how sure the words are is no matter."""
    given = own_wikis.parent / "documents" / "diary"
    (given / "journal").mkdir(parents=True)
    (given / "journal" / "2026-01-05.md").write_text("## Mood\n\nSlept badly.\n\n## Log\n\nMet Ada Cole.\n")
    (given / "journal" / "2026-02-07.md").write_text("## Log\n\nThe crane is broken.\n")
    wikic("init", given, "-C", own_wikis / "diary", "-q", cwd=own_wikis)
    wikic("compile", given, "-C", own_wikis / "diary", "-q", cwd=own_wikis)
    with Federation(own_wikis) as all_of_them:
        for question in ("What happened on 5 January 2026?", "What was on 2026-02-07?"):
            found = all_of_them.ask(question)
            assert found.answer.answered, question
            assert {each.page.partition(":")[0] for each in found.answer.evidence} == {"diary"}
            assert [each.wiki for each in found.asked if each.answered] == ["diary"]


def test_what_two_wikis_say_in_the_same_words_is_said_once(own_wikis: Path) -> None:
    copied(own_wikis / "ships", own_wikis / "fleet")
    with Federation(own_wikis) as all_of_them:
        texts = [each.text for each in all_of_them.ask("When was the Grebe lost?").answer.evidence]
    assert texts and len(texts) == len(set(texts))


def test_an_odd_file_in_one_wiki_leaves_the_others(own_wikis: Path) -> None:
    with Federation(own_wikis):
        pass
    (own_wikis / "ships" / layout.BUILD_DIR / "odd").symlink_to(own_wikis)
    with Federation(own_wikis) as all_of_them:
        answer = all_of_them.ask("How long is rye bread baked?", reader="guest").answer
        assert answer.answered and "ships cannot be read" in answer.notes


def test_a_wiki_in_a_folder_whose_name_is_no_text_is_asked_like_any(own_wikis: Path) -> None:
    odd = own_wikis / os.fsdecode(b"\xff\xfe")
    os.rename(own_wikis / "ships", odd)
    (own_wikis / os.fsdecode(b"x\xff")).mkdir()
    (own_wikis / os.fsdecode(b"x\xff") / layout.WIKI_DIR).mkdir()
    for _ in range(2):  # what was written is read, too
        with Federation(own_wikis) as some:
            (name,) = (each.name for each in some.open_to(None) if each.root == odd)
            assert some.ask("When was the Grebe lost?").answer.evidence[0].page.startswith(f"{name}:")
    told = wikic("ask", "--wikis", own_wikis, "When was the Grebe lost?", "--json", cwd=own_wikis)
    assert told.json["answered"]


def test_commands_side_by_side_on_one_registry_leave_it_whole(own_wikis: Path) -> None:
    """Notes never name a wiki that the index does not hold."""
    manifests = [listed(own_wikis, own_wikis, "all.yaml")]
    for _ in range(3):
        for each in sorted(own_wikis.glob("*/.wikic/catalogue")):
            os.utime(each)
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(lambda _: Federation(manifests[0]).close(), range(4)))
        with Federation(manifests[0]) as some:
            assert some.registry.overviews().keys() == {"builders", "kitchen", "ships", "花园"}
            assert some.ask("How long is rye bread baked?").answer.answered
            assert some.ask("When was the Grebe lost?").answer.answered


def test_whoever_is_killed_between_index_and_notes_leaves_too_few_notes(
    own_wikis: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Federation(own_wikis).close()
    shutil.move(own_wikis / "ships", own_wikis.parent / "ships")

    def killed(*given: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(SearchIndex, "update", killed)
        with pytest.raises(KeyboardInterrupt):
            Federation(own_wikis)
    shutil.move(own_wikis.parent / "ships", own_wikis / "ships")
    with Federation(own_wikis) as all_of_them:
        assert all_of_them.ask("When was the Grebe lost?").answer.answered


def test_what_is_compiled_while_it_is_read_is_seen_the_next_time(
    own_wikis: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = registry._list_words
    compiled(own_wikis / "a-pottery", {"Kiln": "The kiln is 1200 degrees hot."}, "Clay")
    later = [own_wikis / "a-pottery" / layout.BUILD_DIR / layout.CATALOGUE_FILE]  # the first to be read

    def words(text: str) -> Iterable[str]:
        while later:
            os.utime(later.pop())
        return real(text)

    monkeypatch.setattr(registry, "_list_words", words)
    Federation(own_wikis).close()
    seen: list[str] = []
    record = registry._member_record
    monkeypatch.setattr(registry, "_member_record", lambda each: seen.append(each.name) or record(each))
    Federation(own_wikis).close()
    assert seen == ["a-pottery"]


def taking_its_time() -> tuple[Callable[[Member], object], threading.Event, threading.Event]:
    """What takes a wiki in and waits, what tells that it has begun, and what lets it go on."""
    real, entered, go_on = registry._member_record, threading.Event(), threading.Event()

    def slow(member: Member) -> object:
        entered.set()
        assert go_on.wait(HUNG)
        return real(member)

    return slow, entered, go_on


def test_a_wiki_that_takes_long_to_be_taken_in_keeps_nobody_waiting(
    own_wikis: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    slow, entered, go_on = taking_its_time()
    with Federation(own_wikis, clock=clock) as all_of_them:
        os.utime(own_wikis / "ships" / layout.BUILD_DIR / layout.CATALOGUE_FILE)
        monkeypatch.setattr(registry, "_member_record", slow)
        clock.now += 6
        with ThreadPoolExecutor(1) as threads:
            looking = threads.submit(all_of_them.ask, "When was the Grebe lost?")
            assert entered.wait(HUNG)
            assert all_of_them.ask("How long is rye bread baked?").answer.answered
            assert not looking.done()
            go_on.set()
            assert looking.result().answer.answered


def test_who_is_taken_from_the_list_reads_no_more_while_a_wiki_is_taken_in(
    own_wikis: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    manifest = listed(tmp_path, own_wikis)
    slow, entered, go_on = taking_its_time()
    with Federation(manifest, clock=clock) as some:
        os.utime(own_wikis / "ships" / layout.BUILD_DIR / layout.CATALOGUE_FILE)
        monkeypatch.setattr(registry, "_member_record", slow)
        clock.now += 6
        with ThreadPoolExecutor(1) as threads:
            looking = threads.submit(some.open_to, None)
            assert entered.wait(HUNG)
            listed(tmp_path, own_wikis, kitchen="cook")
            clock.now += 6
            assert "kitchen" not in [each.name for each in some.open_to("guest")]
            assert not looking.done()
            go_on.set()
            looking.result()
