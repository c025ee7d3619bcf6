"""Keys: from the environment and from ``.env`` beside ``wikic.toml``; taken out of whatever is said."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Final

from wikic.errors import ConfigError
from wikic.plain_file import SETTINGS, read_plain

ENV_FILE: Final = ".env"
# For a server of one's own: the provider's key is never sent to an address that a wikic.toml names, because
# whoever shares a knowledge base could name theirs.
OWN_SERVER_KEY: Final = "WIKIC_API_KEY"

# A .env that came with a knowledge base may bring keys. It may not say where keys are sent: no *_BASE_URL,
# no proxy.
_TAKEN: Final = ("_KEY", "_KEY_ID", "_TOKEN", "_SECRET", "_REGION", "_REGION_NAME", "_API_VERSION")
_SECRET: Final = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL")
_LIKE_A_KEY: Final = re.compile(r"\b(?:sk|pk|key|api)[-_][\w*.-]{8,}|\bBearer\s+\S+")
_SHORTEST: Final = 6  # characters; a shorter value would take words out of messages
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


def take_env_file(root: Path) -> None:
    """Bring the keys of ``.env`` at ``root`` into this process; what the environment has stays.

    Raises ConfigError where it cannot be read, NotPlainError where it is no file or lies elsewhere.
    """
    file = root / ENV_FILE
    try:
        text = read_plain(file, SETTINGS, inside=root).decode("utf-8-sig", "replace")
    except FileNotFoundError:
        return
    except OSError as error:
        raise ConfigError(f"{file}: {error.strerror}") from error
    from dotenv import dotenv_values  # a hard requirement of litellm

    logging.getLogger("dotenv.main").setLevel(logging.ERROR)  # it warns of lines it cannot parse
    for name, value in dotenv_values(stream=StringIO(text), interpolate=False).items():
        if value and name.upper().endswith(_TAKEN):
            os.environ.setdefault(name, value)


def without_keys(text: str, environ: Mapping[str, str] = os.environ) -> str:
    """``text`` on one line, with every key of the environment, and what looks like one, taken out."""
    values = [value for name, value in environ.items() if _SECRET.search(name.upper())]
    for value in sorted(values, key=len, reverse=True):
        if len(value) >= _SHORTEST:
            text = text.replace(value, "***")
    return _CONTROL.sub(" ", _LIKE_A_KEY.sub("***", text)).strip()
