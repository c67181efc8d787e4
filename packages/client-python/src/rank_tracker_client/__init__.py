"""A typed client of the Rank Tracking Service's server API. It needs Python 3.9 and nothing else."""

from .api import WebhookEvent
from .client import Client
from .problems import ApiProblem, NotTheApi, StillCollecting
from .webhooks import NotVerified, verify_webhook
from .wire import UNSET

__all__ = [
    "UNSET",
    "ApiProblem",
    "Client",
    "NotTheApi",
    "NotVerified",
    "StillCollecting",
    "WebhookEvent",
    "verify_webhook",
]
