"""Real Redis servers on loopback, from the system's package: a node, and a cluster."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from support.browser import require
from support.patience import HUNG, until

if TYPE_CHECKING:
    import redis

# The server that is there, or the one asked for: WIKIC_TEST_REDIS=valkey-server make test ARGS=tests/store
_WANTED: Final = os.environ.get("WIKIC_TEST_REDIS")
_PROGRAMS: Final = (_WANTED,) if _WANTED else ("redis-server", "valkey-server")
SERVER: Final = next((found for each in _PROGRAMS if (found := shutil.which(each))), None)
SLOTS: Final = 16_384
_names = count()


def need_client() -> None:
    """Skip what is collected or run where redis-py is missing; CI must have it."""
    if not find_spec("redis"):
        if os.environ.get("CI"):
            pytest.fail("redis-py is not installed; CI must have it")
        pytest.skip("redis-py is not installed", allow_module_level=True)


def need_redis() -> None:
    """Skip where there is no server or no client; CI must have them."""
    need_client()
    require(None if SERVER else f"{_PROGRAMS[0]} is not installed")


def new_wiki() -> str:
    """A name that no other test gave a wiki."""
    return f"wiki-{next(_names)}"


class Server:
    """A server in a process of its own; ``kill`` is -9."""

    def __init__(self, port: int, folder: Path, *options: str, settings: Path | None = None) -> None:
        """settings: of a sentinel, which writes into them."""
        self.port = port
        where = [
            "--port",
            str(port),
            "--bind",
            "127.0.0.1",
            "--dir",
            str(folder),
            "--logfile",
            "log",
            *options,
        ]
        if settings:
            self._command = [str(SERVER), str(settings), "--sentinel", *where]
        else:
            self._command = [str(SERVER), "--save", "", *where]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            self._command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until(self._answers)

    def _answers(self) -> bool:
        assert self.process.poll() is None
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        self.process.kill()  # hears it stopped too
        self.process.wait()

    def cut_off(self) -> None:
        """It hears and says nothing until ``let_on``."""
        self.process.send_signal(signal.SIGSTOP)

    def let_on(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def client(self, **options: str) -> redis.Redis:
        import redis

        return redis.Redis(port=self.port, **options)


def free_port() -> int:
    """A port that nobody listens at, and with it the one that a cluster's nodes talk at."""
    while True:
        with socket.socket() as one, socket.socket() as other:
            one.bind(("127.0.0.1", 0))
            port: int = one.getsockname()[1]
            if port + 10_000 > 65_535:
                continue
            try:
                other.bind(("127.0.0.1", port + 10_000))
            except OSError:
                continue
            return port


@contextmanager
def server(*options: str) -> Iterator[Server]:
    """One node without a disk, empty."""
    need_redis()
    with tempfile.TemporaryDirectory() as folder:
        node = Server(free_port(), Path(folder), *options)
        try:
            yield node
        finally:
            node.kill()


@contextmanager
def tls_server(folder: Path) -> Iterator[tuple[int, Path]]:
    """Port of a node that speaks TLS alone, and the certificate of the authority of its own behind it."""
    need_redis()
    require(None if shutil.which("openssl") else "openssl is not installed")
    folder.mkdir()

    def openssl(*words: str) -> None:
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    key = ("-newkey", "rsa:2048", "-nodes", "-days", "2")
    openssl("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=authority")
    openssl(
        "req", "-x509", *key, "-keyout", "own.key", "-out", "own.pem", "-subj", "/CN=redis",
        "-CA", "ca.pem", "-CAkey", "ca.key", "-addext", "subjectAltName=IP:127.0.0.1",
        "-addext", "basicConstraints=critical,CA:FALSE",
    )  # fmt: skip
    port = free_port()
    files = {"--tls-cert-file": "own.pem", "--tls-key-file": "own.key", "--tls-ca-cert-file": "ca.pem"}
    options = [word for name, file in files.items() for word in (name, str(folder / file))]
    # Of two ports that are given the later one holds: none without TLS.
    node = Server(port, folder, "--port", "0", "--tls-port", str(port), "--tls-auth-clients", "no", *options)
    try:
        yield port, folder / "ca.pem"
    finally:
        node.kill()


@pytest.fixture(scope="session")
def node() -> Iterator[Server]:
    """A node that all tests share, each with a wiki of its own; who ends one starts one."""
    with server() as found:
        yield found


@contextmanager
def cluster(masters: int = 3, replicas: int = 0, *options: str) -> Iterator[list[Server]]:
    """A cluster whose masters share all slots, each with ``replicas`` behind it: masters come first."""
    need_redis()
    with ExitStack() as stack:
        nodes = [
            stack.enter_context(
                server("--cluster-enabled", "yes", "--cluster-node-timeout", "1500", *options)
            )
            for _ in range(masters * (1 + replicas))
        ]
        for at, node in enumerate(nodes[:masters]):
            first, end = at * SLOTS // masters, (at + 1) * SLOTS // masters
            node.client().execute_command("CLUSTER", "ADDSLOTSRANGE", first, end - 1)
            node.client().execute_command("CLUSTER", "SET-CONFIG-EPOCH", at + 1)
        for node in nodes[1:]:
            node.client().execute_command("CLUSTER", "MEET", "127.0.0.1", nodes[0].port)
        _agree(nodes, masters)
        for at, node in enumerate(nodes[masters:]):
            master = nodes[at % masters].client().execute_command("CLUSTER", "MYID")
            node.client().execute_command("CLUSTER", "REPLICATE", master)
        if replicas:
            until(lambda: all(_linked(each) for each in nodes[masters:]))
        yield nodes


@contextmanager
def watched(replicas: int, sentinels: int = 3) -> Iterator[tuple[Server, list[Server]]]:
    """A master with replicas, and the sentinels that watch it as ``mymaster``."""
    with ExitStack() as stack:
        master = stack.enter_context(server())
        behind = [
            stack.enter_context(server("--replicaof", f"127.0.0.1 {master.port}")) for _ in range(replicas)
        ]
        until(lambda: all(_linked(each) for each in behind))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        watching = []
        for number in range(sentinels):
            file = folder / f"sentinel-{number}.conf"
            file.write_text(
                f"sentinel monitor mymaster 127.0.0.1 {master.port} {sentinels // 2 + 1}\n"
                "sentinel down-after-milliseconds mymaster 1000\nsentinel failover-timeout mymaster 5000\n"
            )
            watching.append(Server(free_port(), folder, settings=file))
            stack.callback(watching[-1].kill)
        until(lambda: all(_watches(each, replicas, sentinels - 1) for each in watching))
        yield master, watching


def _watches(sentinel: Server, replicas: int, others: int) -> bool:
    told = sentinel.client().sentinel_master("mymaster")
    return told["num-slaves"] == replicas and told["num-other-sentinels"] == others


def _agree(nodes: Sequence[Server], masters: int) -> None:
    """Wait until every node knows all others and the cluster serves."""
    end = time.monotonic() + HUNG
    while time.monotonic() < end:
        told = [each.client().execute_command("CLUSTER INFO") for each in nodes]
        if all(
            str(each["cluster_state"]) == "ok" and int(each["cluster_known_nodes"]) == len(nodes)
            for each in told
        ):
            return
        time.sleep(0.05)
    raise AssertionError("the nodes of the cluster did not find each other")


def _linked(node: Server) -> bool:
    return bool(node.client().info("replication").get("master_link_status") == "up")
