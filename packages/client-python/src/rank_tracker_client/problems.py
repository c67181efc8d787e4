"""What a call raises besides `OSError`, which is a connection that failed or took too long."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping

if TYPE_CHECKING:
    from .api import Problem


class ApiProblem(Exception):
    """A refusal by the API. Branch on `code`."""

    def __init__(self, body: Problem) -> None:
        super().__init__(f"{body['code']}: {body['detail']}")
        self.code = body["code"]
        self.status = body["status"]
        self.title = body["title"]
        self.detail = body["detail"]
        self.errors = body.get("errors", [])
        """Each bad field; empty where none is."""
        self.request_id = body["instance"]
        """Name it when you ask about the refusal."""
        self.retryable = body["retryable"]
        """Whether the same call can succeed later."""
        self.allowance = body["allowance"]
        self.body = body
        """The whole refusal, with what only some codes carry: `requiredPlan`, `planLimit`, `retryAfterSeconds`."""


class NotTheApi(Exception):
    """An answer by something in between: a proxy, or a page for signing in to a network."""

    def __init__(self, url: str, status: int) -> None:
        super().__init__(f"{url} answered {status}, and not as the API does")
        self.url = url
        self.status = status


class StillCollecting(Exception):
    """The data was not there in time. Asking again later costs nothing while it is collected."""

    def __init__(self, answer: Mapping[str, Any]) -> None:
        super().__init__("The data is still being collected")
        self.answer = answer
        """The last answer, with what was saved before."""
