"""Verifies requests to a webhook by the rules of Standard Webhooks (standardwebhooks.com)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import TYPE_CHECKING, Mapping, Optional, Union, cast

if TYPE_CHECKING:
    from .api import WebhookEvent

_TOLERANCE_SECONDS = 300
_PREFIX = "whsec_"


class NotVerified(Exception):
    """A request that is not what the holder of the secret sent lately; answer it with 400."""


def verify_webhook(
    headers: Mapping[str, str], body: Union[bytes, str], secret: str, now: Optional[float] = None
) -> WebhookEvent:
    """
    The event of a request. `headers` may have names in any case, `body` is the body as it came, before any parsing,
    `secret` begins with `whsec_`, and `now` is in seconds since 1970. Raises `NotVerified` for a wrong signature and for
    one that is older or newer than five minutes.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    sent, timestamp, signatures = (_header(lower, f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise NotVerified("webhook-timestamp is no time in seconds")
    if abs((time.time() if now is None else now) - int(timestamp)) > _TOLERANCE_SECONDS:
        raise NotVerified("webhook-timestamp is too old or too new")
    raw = body.encode() if isinstance(body, str) else body
    digest = hmac.new(_key_of(secret), f"{sent}.{timestamp}.".encode() + raw, hashlib.sha256).digest()
    wanted = b"v1," + base64.b64encode(digest)
    # Each is compared whole: how long it takes tells nothing of the right one.
    matches = [hmac.compare_digest(wanted, signature.encode()) for signature in signatures.split(" ")]
    if not any(matches):
        raise NotVerified("no signature fits the body")
    return cast("WebhookEvent", json.loads(raw))


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise NotVerified(f"{name} is missing")
    return value


def _key_of(secret: str) -> bytes:
    text = secret[len(_PREFIX) :] if secret.startswith(_PREFIX) else secret
    try:
        key = base64.b64decode(text)
    except binascii.Error:
        key = b""
    if not key:
        raise ValueError("secret: the secret of a webhook begins with whsec_")
    return key
