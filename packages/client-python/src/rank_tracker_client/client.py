"""The client itself: where the API is, and how long calls may take."""

from __future__ import annotations

import re
from typing import Optional
from urllib.parse import urlsplit

from .api import Api
from .wire import SYSTEM_CLOCK, Clock, Wire

_BASE = re.compile(r"(?!.*/http/v1/).*/http/v1")


class Client(Api):
    """A method for each operation of the API, `client.keywords.list(site)`, and no other way to call it."""

    def __init__(
        self,
        base_url: Optional[str],
        key: Optional[str],
        *,
        timeout: float = 60.0,
        retry_for: float = 90.0,
        clock: Clock = SYSTEM_CLOCK,
    ) -> None:
        """
        `base_url` is the address of the API, which ends in `/http/v1`, and `key` a server key, `rts_sk_…`; an undefined
        one is a missing variable of the environment. `timeout`: seconds that one try may wait for bytes. `retry_for`:
        seconds that one call may wait, after refusals and failures, until it is made again; 0: never.
        """
        super().__init__(Wire(_base_of(base_url), _key_of(key), timeout, retry_for, clock))


def _key_of(key: Optional[str]) -> str:
    if not key:
        raise ValueError("key is missing: the dashboard makes server keys")
    # The error of a header would show it.
    if not re.fullmatch(r"[\x21-\x7e]+", key):
        raise ValueError("key has a character that no key has")
    return key


def _base_of(base_url: Optional[str]) -> str:
    """Checked here, so that no call can go elsewhere."""
    if not base_url:
        raise ValueError("base_url is missing: the address of the API, which ends in /http/v1")
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise ValueError(f"base_url is not an address: {base_url}")
    path = parts.path[:-1] if parts.path.endswith("/") else parts.path
    if not _BASE.fullmatch(path):
        raise ValueError(f"base_url must end in /http/v1: {base_url}")
    return f"{parts.scheme}://{parts.netloc}{path}"
