"""One try of a call."""

from __future__ import annotations

import gzip
import http.client
import json
import re
import zlib
from email.message import Message
from typing import Any, Dict, NamedTuple, Optional, Union
from urllib.request import HTTPErrorProcessor, Request, build_opener

from .problems import ApiProblem, NotTheApi


class Failed(NamedTuple):
    error: Exception
    is_api: bool
    """Whether the API itself refused."""
    status: Optional[int] = None
    """None: no answer came."""
    retry_after: Optional[float] = None
    """Seconds until the answer wants to be asked for again; None: it does not say."""


class _AsItCame(HTTPErrorProcessor):
    """Refusals are answers, too. And followed, a redirect could lead the key elsewhere."""

    def http_response(self, request: Request, response: Any) -> Any:
        return response

    https_response = http_response


_opener = build_opener(_AsItCame)


def attempt(request: Request, timeout: float) -> Union[Dict[str, Any], Failed]:
    """The body of an answer, or the failure. `timeout`: seconds that it may wait for bytes."""
    try:
        with _opener.open(request, timeout=timeout) as response:
            text = response.read()
            if response.headers.get("Content-Encoding") == "gzip":
                text = gzip.decompress(text)
            return _outcome_of(request.full_url, response.status, response.headers, text)
    except (http.client.HTTPException, EOFError, zlib.error) as broken:
        error = ConnectionError(f"The answer of {request.full_url} broke off: {broken!r}")
        error.__cause__ = broken
        return Failed(error, False)
    except OSError as error:
        return Failed(error, False)


def _outcome_of(url: str, status: int, headers: Message, text: bytes) -> Union[Dict[str, Any], Failed]:
    # Every answer of the API is an object, and every refusal a problem with a code.
    body: Any = _object_of(text)
    if body is not None and 200 <= status < 300:
        return {**body}
    if body is not None and isinstance(body.get("code"), str):
        return Failed(ApiProblem(body), True, status, _retry_after_of(headers))
    return Failed(NotTheApi(url, status), False, status, _retry_after_of(headers))


def _object_of(text: bytes) -> Optional[Dict[str, Any]]:
    try:
        body = json.loads(text)
    except ValueError:
        return None
    return body if isinstance(body, dict) else None


def _retry_after_of(headers: Message) -> Optional[float]:
    """As `Retry-After` says, or else the minute in `RateLimit`, where nothing of it is left."""
    seconds = headers.get("Retry-After", "")
    limit = re.search(r'"minute";r=0;t=(\d+)', headers.get("RateLimit", ""))
    stated = seconds if seconds.isdecimal() else limit[1] if limit else None
    return None if stated is None else max(1.0, float(stated))
