"""``wikic compile --watch`` as a process: what it takes in, what it says once, how it ends."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.command import snapshot, start, wikic, write
from support.copies import copied
from support.depth import sample
from support.good_model import serve
from support.model_server import PROSE, ModelServer, Said
from support.patience import HUNG, until
from support.started import Started

from wikic import layout
from wikic.wiki import lock

ROME = "# Rome\n\nRome is a city in Italy. Rome lies on the Tiber.\n"
NOT_TEXT = b"caf\xff\x81"


class Watch:
    """A ``wikic compile --watch`` and what it printed."""

    def __init__(self, process: Started, printed: Path, complained: Path) -> None:
        self.process = process
        self._printed = printed
        self._complained = complained

    @property
    def out(self) -> str:
        return self._printed.read_text()

    @property
    def err(self) -> str:
        return self._complained.read_text()

    @property
    def rounds(self) -> list[dict[str, Any]]:
        """What ``--json`` printed, whole lines."""
        return [json.loads(line) for line in self.out.splitlines(keepends=True) if line.endswith("\n")]

    def until(self, true: Callable[[], object]) -> None:
        until(lambda: self.process.poll() is not None or true(), lambda: self.out + self.err)
        assert self.process.poll() is None, self.out + self.err

    def said(self, words: str, times: int = 1) -> None:
        """Wait until it has said these words so many times, and no more often."""
        self.until(lambda: (self.out + self.err).count(words) >= times)
        assert (self.out + self.err).count(words) == times, self.out + self.err

    def took(self, *keys: str) -> None:
        """Wait until rounds have taken these sources in (``--json``)."""
        self.until(
            lambda: set(keys) <= {key for each in self.rounds for key in each["added"] + each["changed"]}
        )

    def waits(self) -> None:
        """Wait until it has said for the first time that it waits."""
        self.until(lambda: "Ctrl-C ends" in self.err)


@contextmanager
def watching(
    home: Path, *options: str, documents: str = "docs", codes: tuple[int, ...] = (0, 130)
) -> Iterator[Watch]:
    """Watch until the block ends; then Ctrl-C, which must end it with one of ``codes``.

    codes: of a process that waits, or is in a round by then; none where the block itself ends it.
    """
    printed, complained = home / "printed.txt", home / "complained.txt"
    with printed.open("w") as out, complained.open("w") as err:
        process = start(
            "compile", documents, "-C", "kb", "--watch", *options, cwd=home, stdout=out, stderr=err
        )
    watch = Watch(process, printed, complained)
    try:
        yield watch
        if codes:
            process.send_signal(signal.SIGINT)
            assert process.wait(HUNG) in codes, watch.out + watch.err
    finally:
        process.kill()
        process.wait()
    assert "Traceback" not in watch.err, watch.err


def save(file: Path, content: str | bytes) -> None:
    """As editors save: a file beside it, renamed into its place, and a look at its time."""
    beside = file.with_name(f".{file.name}.swp")
    beside.write_bytes(content.encode() if isinstance(content, str) else content)
    os.replace(beside, file)


def as_compiled(home: Path, documents: str = "docs") -> dict[str, bytes | str]:
    """The wiki that one compile of the documents makes."""
    fresh = home.parent / "fresh"
    shutil.rmtree(fresh, ignore_errors=True)
    copied(home / documents, fresh / documents)
    wikic("init", documents, "-C", "kb", "--title", "Kb", cwd=fresh)
    write(fresh, {"kb/wiki/schema.yaml": (home / "kb/wiki/schema.yaml").read_bytes()})
    wikic("compile", documents, "-C", "kb", cwd=fresh, code=None)
    return snapshot(fresh / "kb/wiki")


def test_what_editors_save_is_taken_in_once(home: Path) -> None:
    with watching(home, "--json") as watch:
        watch.until(lambda: watch.rounds)
        save(home / "docs/rome.md", ROME)
        watch.took("docs/rome.md")
        # A copy aside, the text in pieces, a rename and a new time.
        paris = home / "docs/paris.md"
        shutil.copy(paris, home / "docs/paris.md~")
        with (home / "docs/paris.md.tmp").open("w") as file:
            for line in ("# Paris\n", "\nParis is the capital of France.\n"):
                file.write(line)
                file.flush()
        os.replace(file.name, paris)
        os.utime(paris)
        (home / "docs/paris.md~").unlink()
        watch.took("docs/paris.md")
        (home / "docs/deep").mkdir()
        (home / "docs/deep/oslo.md").write_text("# Oslo\n\nOslo is a city in Norway.\n")
        watch.took("docs/deep/oslo.md")
        taken = Counter(key for each in watch.rounds for key in each["added"] + each["changed"])
        assert taken == {"docs/rome.md": 1, "docs/paris.md": 1, "docs/deep/oslo.md": 1}
        assert not any(each["gone"] or each["failed"] for each in watch.rounds)
    assert "capital" in (home / "kb/wiki/geography/Paris.md").read_text()
    assert snapshot(home / "kb/wiki") == as_compiled(home)


def test_two_hundred_files_at_once_are_few_rounds(home: Path) -> None:
    many = {f"{at}.md": f"# Ash{at}\n\nAsh{at} is a city in Norland.\n" for at in range(200)}
    with watching(home, "--json") as watch:
        watch.until(lambda: watch.rounds)
        write(home / "docs/many", many)
        watch.took(*(f"docs/many/{name}" for name in many))
        assert len(watch.rounds) < 20
    assert snapshot(home / "kb/wiki") == as_compiled(home)


def test_what_is_wrong_is_said_once_until_it_changes(home: Path) -> None:
    with watching(home) as watch:
        watch.waits()
        save(home / "docs/menu.txt", NOT_TEXT)
        watch.said("docs/menu.txt: is not UTF-8")
        (home / "docs/ada.md").unlink()
        watch.said("docs/ada.md")
        save(home / "docs/rome.md", ROME)
        watch.said("(1 new, 0 changed)")
        watch.said("docs/menu.txt: is not UTF-8")
        watch.said("docs/ada.md")  # gone, and said to be
        save(home / "docs/menu.txt", NOT_TEXT + b"s")
        watch.said("docs/menu.txt: is not UTF-8", times=2)
        save(home / "docs/menu.txt", "Lyon is a city in France.\n")
        watch.said("(1 new, 0 changed)", times=2)
    assert (home / "kb/wiki/people/Ada-Lovelace.md").exists()  # as without --watch


def test_prune_forgets_what_is_deleted_and_no_folder_that_went(home: Path) -> None:
    with watching(home, "--prune") as watch:
        watch.waits()
        (home / "docs/paris.md").unlink()
        watch.said("1 source forgotten:")
        (home / "docs").rename(home / "aside")
        watch.said("docs: there is no such file or folder")
        (home / "aside/rome.md").write_text(ROME)
        (home / "aside").rename(home / "docs")
        watch.said("(1 new, 0 changed)")
        watch.said("docs: there is no such file or folder")
    assert snapshot(home / "kb/wiki") == as_compiled(home)


def test_it_holds_the_lock_in_a_round_only_and_waits_for_others(home: Path) -> None:
    with watching(home) as watch:
        watch.waits()
        save(home / "docs/rome.md", ROME)
        watch.said("(1 new, 0 changed)")
        wikic("compile", "docs", "-C", "kb", cwd=home)
        wikic("lint", "-C", "kb", cwd=home)
        with lock.writer(home / "kb"):
            save(home / "docs/oslo.md", "# Oslo\n\nOslo is a city in Norway.\n")
            watch.said("another wikic is writing here")
            save(home / "docs/bern.md", "# Bern\n\nBern is a city in Switzerland.\n")
        watch.said("(2 new, 0 changed)")
        watch.said("another wikic is writing here")
        assert "run the command again" not in watch.err


def test_what_a_person_is_just_editing_stops_nothing(home: Path) -> None:
    schema = home / "kb/wiki/schema.yaml"
    good = schema.read_bytes()
    with watching(home, "--json") as watch:
        watch.until(lambda: watch.rounds)
        save(schema, "dimensions: [")
        save(home / "docs/rome.md", ROME)
        watch.said("wikic: schema.yaml, line 1")
        assert "schema.yaml" in watch.rounds[-1]["error"]
        save(schema, good)  # and no document changes
        watch.took("docs/rome.md")
        watch.said("wikic: schema.yaml, line 1")
        save(home / "kb/wikic.toml", "[compile")
        save(home / "docs/oslo.md", "# Oslo\n\nOslo is a city in Norway.\n")
        watch.said("wikic: kb/wikic.toml")
        (home / "kb/wikic.toml").unlink()
        watch.took("docs/oslo.md")


def test_a_wiki_among_its_documents_does_not_set_it_off(home: Path) -> None:
    (home / "kb").rename(home / "docs/kb")
    (home / "kb").symlink_to("docs/kb")
    with watching(home, "--json") as watch:
        watch.until(lambda: watch.rounds)
        for name in ("rome", "oslo", "bern"):
            save(home / f"docs/{name}.md", f"# {name.title()}\n\n{name.title()} is a city in Europe.\n")
            watch.took(f"docs/{name}.md")
        assert [each["added"] for each in watch.rounds[1:]] == [
            ["docs/rome.md"],
            ["docs/oslo.md"],
            ["docs/bern.md"],
        ]


def test_documents_inside_the_knowledge_base(home: Path) -> None:
    (home / "docs").rename(home / "kb/docs")
    with watching(home, "--json", documents="kb/docs") as watch:
        watch.until(lambda: watch.rounds)
        save(home / "kb/docs/rome.md", ROME)
        watch.took("docs/rome.md")
        assert len(watch.rounds) == 2


def test_polling_and_a_single_file(home: Path) -> None:
    with watching(home, "--poll", documents="docs/paris.md") as watch:
        watch.waits()
        watch.said("looks at the files every second: asked for")
        save(home / "docs/rome.md", ROME)
        save(home / "docs/paris.md", "# Paris\n\nParis is the capital of France.\n")
        watch.said("1 source taken in (0 new, 1 changed)")
    assert not (home / "kb/wiki/geography/Rome.md").exists()


def test_ctrl_c_ends_it_well_while_it_waits(home: Path) -> None:
    with watching(home, codes=(0,)) as watch:
        watch.waits()
    assert watch.err == "watching docs; Ctrl-C ends\n"


def test_a_terminal_that_asks_it_to_end_is_heard(home: Path) -> None:
    with watching(home, codes=()) as watch:
        watch.waits()
        watch.process.send_signal(signal.SIGTERM)
        assert watch.process.wait(HUNG) == 0


def test_killed_in_a_round_the_next_one_goes_on(home: Path) -> None:
    write(home / "many", {f"{at}.md": f"# Ash{at}\n\nAsh{at} is a city in Norland.\n" for at in range(150)})
    owner = home / "kb" / layout.BUILD_DIR / lock.OWNER_FILE
    with watching(home, codes=()) as watch:
        watch.waits()
        (home / "many").rename(home / "docs/many")
        watch.until(lambda: owner.exists() or "150 new" in watch.out)
        watch.process.kill()
    with watching(home) as watch:
        watch.waits()
        save(home / "docs/rome.md", ROME)
        watch.said("(1 new, 0 changed)")
    assert snapshot(home / "kb/wiki") == as_compiled(home)


@pytest.mark.slow
def test_a_folder_swapped_for_a_symlink_and_back_brings_nothing_in(home: Path) -> None:
    town = "# {0}\n\n{0} is a city in Norland.\n"
    write(home / "docs/sub", {"ash.md": town.format("Ash")})
    write(home / "away", {"ash.md": town.format("Secret"), "secret.md": town.format("Secret")})
    sub, hidden, chance = home / "docs/sub", home / "docs/.sub", random.Random(5)
    with watching(home, "--json") as watch:
        watch.waits()
        for number in range(sample(30, 2_000)):
            sub.rename(hidden)
            sub.symlink_to(home / "away")
            save(home / "docs/rome.md", f"{ROME}Rome has {number} gates.\n")
            time.sleep(chance.random() * 0.1)  # while a round looks around, or before it
            sub.unlink()
            hidden.rename(sub)
            time.sleep(chance.random() * 0.1)
        save(home / "docs/oslo.md", town.format("Oslo"))
        watch.took("docs/oslo.md")
        watch.until(lambda: snapshot(home / "kb/wiki") == as_compiled(home))
        keys = {key for each in watch.rounds for key in each["added"] + each["changed"]}
    assert "docs/sub/secret.md" not in keys
    assert not any(b"Secret" in data for data in snapshot(home / "kb").values() if isinstance(data, bytes))


@pytest.mark.slow
def test_killed_again_and_again_it_ends_where_a_compile_does(home: Path) -> None:
    chance = random.Random(7)
    for number in range(sample(3, 150)):
        with watching(home, codes=()) as watch:
            for at in range(chance.randrange(1, 4)):
                save(
                    home / f"docs/{chance.choice('abc')}.md", f"# Ash{number}\n\nAsh{number} is city {at}.\n"
                )
                time.sleep(chance.random() * 0.7)
            watch.process.kill()
    wikic("compile", "docs", "-C", "kb", cwd=home)
    assert snapshot(home / "kb/wiki") == as_compiled(home)


@pytest.mark.parametrize(
    "options", [("--plan",), ("--dry-run",), ("--plan", "--json")], ids=lambda each: " ".join(each)
)
def test_what_changes_nothing_is_refused(home: Path, options: tuple[str, ...]) -> None:
    done = wikic("compile", "docs", "-C", "kb", "--watch", *options, cwd=home, code=2)
    assert f"--watch and {options[0]} exclude each other" in done.err


def test_what_makes_no_sense_is_refused(home: Path) -> None:
    assert "needs documents" in wikic("compile", "--watch", "-C", "kb", cwd=home, code=2).err
    assert "--poll goes with --watch" in wikic("compile", "docs", "--poll", "-C", "kb", cwd=home, code=2).err
    done = wikic("compile", "nothing", "--watch", "-C", "kb", cwd=home, code=2)
    assert "no such file or folder" in done.err
    assert "no wiki" in wikic("compile", "docs", "--watch", "-C", "docs", cwd=home, code=2).err


# --- with a model


def configured(home: Path, server: ModelServer) -> Path:
    """The documents with an empty wiki that has a model."""
    schema = (home / "kb/wiki/schema.yaml").read_bytes()
    shutil.rmtree(home / "kb")
    told = f'[compile]\nmodel = "openai/m1"\n[model]\nbase_url = "{server.url}"\n'
    return write(home, {"kb/wiki/schema.yaml": schema, "kb/wikic.toml": told})


def test_ctrl_c_in_a_round_is_that_of_a_compile(home: Path) -> None:
    with ModelServer(serve, delay=3_600.0) as server:
        with watching(configured(home, server), codes=(130,)) as watch:
            watch.until(lambda: server.requests)
        assert "wikic: interrupted; nothing is half done" in watch.err


LIMITED = ("--json", "--max-tokens", "25000", "--fallback", "none")


def test_a_limit_holds_for_all_rounds(home: Path) -> None:
    with ModelServer(serve) as server:
        with watching(configured(home, server), *LIMITED, codes=()) as watch:
            watch.until(lambda: watch.rounds)
            for at in range(100):
                if watch.process.poll() is not None:
                    break
                save(home / f"docs/ash{at}.md", f"# Ash{at}\n\nAsh{at} is a city in Norland.\n")
                before = len(watch.rounds)
                until(lambda before=before: watch.process.poll() is not None or len(watch.rounds) > before)
            assert watch.process.wait(HUNG) == 2
        assert "--max-tokens" in watch.err
        spent = watch.rounds[-1]["model"]["whole"]
        assert len(watch.rounds) > 2 and spent["prompt"] + spent["completion"] <= 25_000


@pytest.mark.parametrize(("fallback", "told"), [("none", "failed"), ("rules", "by_rules")])
def test_a_model_is_not_asked_in_vain_at_every_round(home: Path, fallback: str, told: str) -> None:
    def script(body: dict[str, Any]) -> Said:
        # Behind the document's title: the wiki's page, which is shown before it, says the same.
        document = json.dumps(body["messages"]).partition("title: Paris")[2]
        return PROSE if "Paris is a city" in document else serve(body)

    with ModelServer(script) as server:

        def asked() -> int:
            return sum("title: Paris" in json.dumps(each["messages"]) for each in server.requests)

        with watching(configured(home, server), "--json", "--fallback", fallback) as watch:
            watch.until(lambda: watch.rounds)
            assert [each["key"] for each in watch.rounds[0][told]] == ["docs/paris.md"]
            before = asked()
            assert before > 0
            save(home / "docs/rome.md", ROME)
            watch.took("docs/rome.md")
            assert asked() == before
            assert [each["key"] for each in watch.rounds[-1][told]] == ["docs/paris.md"]
            save(home / "docs/paris.md", "# Paris\n\nParis lies on the Seine. Paris was once Lutetia.\n")
            watch.until(lambda: watch.rounds[-1][told] == [])
