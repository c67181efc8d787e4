"""The request of a call: ids stand in the path, the rest in the query of a GET and in the body of others."""

from __future__ import annotations

import json
import re
from typing import Any, Mapping, NamedTuple, Optional
from urllib.parse import urlencode
from urllib.request import Request

_ID = re.compile(r"[\w-]{1,64}", re.ASCII)


class Row(NamedTuple):
    """The facts of a call that the client needs at run time."""

    method: str
    path: str
    repeatable: bool
    """Sending it again changes nothing more: it is a read, or a create that says `created`."""
    rows: Optional[str] = None
    """The field with the rows, where they come in pages."""


def request_of(base_url: str, key: str, row: Row, given: Mapping[str, Any]) -> Request:
    rest = dict(given)

    def id_of(part: re.Match[str]) -> str:
        value = rest.pop(part[1], None)
        # Another text could make a path that is not listed, and cost a strike.
        if not isinstance(value, str) or not _ID.fullmatch(value):
            raise ValueError(f"{part[1]} is not an id: {value!r}")
        return value

    url = base_url + re.sub(r":(\w+)", id_of, row.path)
    # Python's own name is refused by some proxies.
    headers = {
        "Accept": "application/json",
        "Accept-Encoding": "gzip",
        "User-Agent": "rank-tracker-client-python",
    }
    body = None
    if row.method not in ("GET", "DELETE"):
        headers["Content-Type"] = "application/json"
        body = json.dumps(rest).encode()
    else:
        query = {name: _text_of(value) for name, value in rest.items() if value is not None}
        url += f"?{urlencode(query)}" if query else ""
    request = Request(url, body, headers, method=row.method)
    request.add_unredirected_header("Authorization", f"Bearer {key}")
    return request


def _text_of(value: Any) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)
