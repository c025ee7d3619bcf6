"""Nothing is written in place: a killed process and a full disk leave the old file, or the new one."""

from __future__ import annotations

import ast
import resource
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.command import ENVIRONMENT, WIKIC, wikic, write

from wikic import whole_file
from wikic.whole_file import fresh_file, replace_file

SOURCES = Path(whole_file.__file__).parent
# Every place that opens a file for writing or by descriptor, how often, and why it may.
KNOWN = {
    "build_dir.py": (3, "appends whole lines; a mark of what was made here, only where nothing is"),
    "cli/main.py": (1, "a folder for a trace, where .wikic/ takes none"),
    "cli/output_file.py": (1, "a pipe or a device that was named"),
    "evaluate/run_file.py": (1, "appends replies as they come"),
    "export/skills/folder.py": (2, "a folder that is renamed when it is whole"),
    "federation/registry.py": (1, "a folder of its own, which goes"),
    "fix/by_code.py": (1, "a copy of the cache, which goes"),
    "llm/transcript.py": (1, "appends exchanges as they come"),
    "lsp/knowledge.py": (1, "a copy of the cache, which goes"),
    "navigate/indexes/open_indexes.py": (1, "a folder of its own, which goes"),
    "navigate/indexes/remote_mirror.py": (1, "a folder that is renamed when it is whole"),
    "plain_file.py": (6, "reads"),
    "staging/stage.py": (1, "a copy that is renamed when it is whole"),
    "store/lock.py": (1, "the lock itself, which holds nothing"),
    "whole_file.py": (1, "the way"),
    "wiki/disk.py": (2, "reads, and makes durable"),
    "wiki/journal.py": (4, "the transaction"),
    "wiki/merging/three_way.py": (1, "what git is to merge, in a folder that goes"),
}
_MAKES = (
    "write_text",
    "write_bytes",
    "mkstemp",
    "mkdtemp",
    "NamedTemporaryFile",
    "copyfile",
    "copytree",
    "touch",
)


def _writes(call: ast.Call) -> bool:
    """Whether a call opens a file for writing, or makes one; ``os.open`` counts unless it says it reads."""
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else ""
    owner = ast.unparse(function.value) if isinstance(function, ast.Attribute) else ""
    arguments = [*call.args, *(each.value for each in call.keywords)]
    if owner == "os" and name == "open":
        return not any(ast.unparse(each) in ("os.O_RDONLY", "os.devnull") for each in arguments)
    if isinstance(function, ast.Name):
        name = function.id if function.id in ("open", *_MAKES[2:]) else ""
    if name in _MAKES:
        return owner != "output_file"
    modes = [
        each.value
        for each in arguments
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and len(each.value) <= 3
    ]
    return name == "open" and any(set(mode) & set("wax+") and set(mode) <= set("wax+bt") for mode in modes)


def test_every_file_that_is_opened_for_writing_is_known() -> None:
    found: Counter[str] = Counter()
    for file in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and _writes(node):
                found[file.relative_to(SOURCES).as_posix()] += 1
    assert dict(found) == {name: count for name, (count, _) in KNOWN.items()}, "see wikic/whole_file.py"


@pytest.mark.parametrize("moment", ["fsync", "replace", "piece"])
def test_a_process_that_is_killed_leaves_the_old_file(tmp_path: Path, moment: str) -> None:
    file = tmp_path / "wikic.toml"
    file.write_bytes(b"old")
    code = (
        "import os, sys; from pathlib import Path; from wikic import whole_file\n"
        "def die(*_): os.kill(os.getpid(), 9)\n"
        "def pieces():\n    yield b'new' * 100_000\n    sys.argv[2] == 'piece' and die()\n"
        "sys.argv[2] == 'piece' or setattr(whole_file.os, sys.argv[2], die)\n"
        "whole_file.replace_file(Path(sys.argv[1]), pieces())\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(file), moment], check=False)
    assert done.returncode == -signal.SIGKILL
    assert file.read_bytes() == b"old"
    assert replace_file(file, b"newer") == 5
    assert file.read_bytes() == b"newer"


def test_what_fails_leaves_nothing(tmp_path: Path) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"half"
        raise OSError(28, "No space left on device")

    (tmp_path / "kept").write_bytes(b"old")
    for name in ("kept", "new", "n" * 250):
        with pytest.raises(OSError, match="No space"):
            replace_file(tmp_path / name, pieces())
    assert [each.name for each in tmp_path.iterdir()] == ["kept"]
    with fresh_file(tmp_path / "never", b"1") as (fresh, size):
        assert (fresh.read_bytes(), size) == (b"1", 1)
    assert [each.name for each in tmp_path.iterdir()] == ["kept"]


def test_nothing_is_written_through_a_symlink_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "victim").write_bytes(b"v")
    (tmp_path / "file").symlink_to(tmp_path / "victim")
    (tmp_path / "fresh").symlink_to(tmp_path / "victim")
    replace_file(tmp_path / "file", b"1", fresh=tmp_path / "fresh")
    assert (tmp_path / "victim").read_bytes() == b"v"
    assert not (tmp_path / "file").is_symlink()


@pytest.mark.parametrize(
    ("arguments", "file"),
    [
        (("adopt", "."), "wikic.toml"),
        (("lint", "--output", "report.txt"), "report.txt"),
        (("lint", "--baseline", "known.json", "--write-baseline"), "known.json"),
    ],
)
def test_a_full_disk_leaves_no_half_of_a_file(tmp_path: Path, arguments: tuple[str, ...], file: str) -> None:
    write(tmp_path, {"a.md": "See [[nobody]].\n" * 9, "b.md": "# B\n"})
    if arguments[0] == "lint":
        wikic("adopt", ".", cwd=tmp_path)

    def limit() -> None:  # what is written beyond it fails as on a disk without room
        resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))

    done = subprocess.run(
        [WIKIC, *arguments], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, preexec_fn=limit
    )
    assert done.returncode == 2 and file in done.stderr and "Traceback" not in done.stderr, done
    assert not list(tmp_path.glob(f"{file}*")) and not list(tmp_path.glob(f".{file}*"))
    wikic(*arguments, cwd=tmp_path, code=None)
    assert (tmp_path / file).stat().st_size > 20
