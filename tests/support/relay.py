"""A command line that starts ``wikic`` as a fork: for clients that start their server themselves.

``python -S -E relay.py ADDRESS ARGUMENTS…`` hands its streams, folder and variables to the fork, passes on
the signals that ask it to end, and ends as it does. That takes a hundredth of a second.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys


def _main() -> int:
    address, *arguments = sys.argv[1:]
    told, telling = os.pipe()
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as asking:
        asking.connect(f"\0{address}")
        call = json.dumps([arguments, os.getcwd(), 0, {**os.environ}]).encode()
        socket.send_fds(asking, [call], [telling, 0, 1, 2])
    os.close(telling)
    number = int(os.read(told, 16))
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, lambda asked, _: os.kill(number, asked))
    for stream in (0, 1, 2):  # whose ends the client waits for
        os.close(stream)
    return int(os.read(told, 16))


if __name__ == "__main__":
    os._exit(_main())
