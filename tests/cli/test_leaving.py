"""How the process ends while threads of it still wait."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from support.patience import HUNG

SCRIPT = """
import _imp, sys, time
from wikic.cli.main import main
from wikic.compiler.daemon_threads import DaemonThreads

class Late:
    def __del__(self):
        import colorsys

def work(job):
    if job:
        _imp.acquire_lock()  # as every import does for a moment
        time.sleep(3600)
    time.sleep(0.3)
    raise ValueError

sys.argv = ["wikic", "--version"]
main()  # whatever it imports is imported
try:
    list(DaemonThreads(work, 2).map([0, 1]))
except ValueError:
    late = Late()
    late.own = late
    del late  # left to the collector, as what a model library leaves behind is
    main()
"""


def test_a_thread_stopped_in_an_import_does_not_keep_the_process_for_ever(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, timeout=HUNG, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()  # what was said is not lost
