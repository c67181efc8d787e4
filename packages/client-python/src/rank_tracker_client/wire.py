"""Makes calls, and makes them again where that is right."""

from __future__ import annotations

import enum
import random
import time
from typing import Any, Callable, Dict, Iterator, Mapping, NamedTuple, Optional

from .attempt import Failed, attempt
from .problems import StillCollecting
from .request import Row, request_of

__all__ = ["SYSTEM_CLOCK", "UNSET", "Clock", "Row", "Unset", "Wire"]

Answer = Dict[str, Any]
Given = Mapping[str, Any]

_BACK_OFFS = (0.5, 1.0, 2.0, 3.0, 4.0, 4.0)
"""Seconds before each further try, at most: about ten in all, because a restart takes several."""


class Unset(enum.Enum):
    """What a parameter is that is left out; `None` clears a field."""

    UNSET = "unset"


UNSET = Unset.UNSET


class Clock(NamedTuple):
    """Time; tests pass their own."""

    now: Callable[[], float]
    sleep: Callable[[float], None]


SYSTEM_CLOCK = Clock(time.monotonic, time.sleep)


class Wire:
    def __init__(self, base_url: str, key: str, timeout: float, retry_for: float, clock: Clock) -> None:
        self._base_url = base_url
        self._key = key
        self._timeout = timeout
        self._retry_for = retry_for
        self._clock = clock

    def __repr__(self) -> str:
        """Without the key: a client is printed by debuggers and in logs."""
        return f"Wire({self._base_url!r})"

    def call(self, row: Row, given: Given) -> Answer:
        """Makes a call, and makes it again within `retry_for`, where it may be. Raises its last failure."""
        some = {name: value for name, value in given.items() if value is not UNSET}
        until = self._clock.now() + self._retry_for
        tries = 0
        while True:
            outcome = attempt(request_of(self._base_url, self._key, row, some), self._timeout)
            if not isinstance(outcome, Failed):
                return outcome
            wait = _wait_of(row, outcome, tries)
            if wait is None or self._clock.now() + wait > until:
                raise outcome.error
            self._clock.sleep(wait)
            tries += 1

    def each(self, row: Row, given: Given) -> Iterator[Any]:
        """The rows of all pages."""
        cursor = given.get("cursor", UNSET)
        while True:
            page = self.call(row, {**given, "cursor": cursor})
            yield from page[row.rows or ""]
            cursor = page.get("nextCursor")
            if cursor is None:
                return

    def ready(self, row: Row, given: Given, within: float) -> Answer:
        """Asks until nothing is collected any more, as often as the answers say."""
        until = self._clock.now() + within
        while True:
            answer = self.call(row, given)
            if answer["status"] not in ("queued", "collecting"):
                return answer
            wait = float(answer.get("retryAfterSeconds", 3))
            if self._clock.now() + wait > until:
                raise StillCollecting(answer)
            self._clock.sleep(wait)


def _wait_of(row: Row, failed: Failed, tries: int) -> Optional[float]:
    """
    Seconds until the call may be made again. The API says them itself: a 429 was refused before anything was done, and a
    503 may come after. Of a connection or a proxy that failed nothing is known: only what changes nothing more is sent
    again, a few times, each time later.
    """
    if failed.is_api:
        may = failed.status == 429 or (failed.status == 503 and row.repeatable)
        return failed.retry_after if may else None
    if not row.repeatable or tries >= len(_BACK_OFFS) or failed.status not in (None, 502, 503, 504):
        return None
    return _BACK_OFFS[tries] * random.uniform(0.5, 1.0) if failed.retry_after is None else failed.retry_after
