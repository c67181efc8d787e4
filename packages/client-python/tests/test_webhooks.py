"""The example of Standard Webhooks (its libraries' own test), and what differs from it."""

from __future__ import annotations

import unittest
from typing import Any, Dict, List

from rank_tracker_client import NotVerified, verify_webhook

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = b'{"test": 2432232314}'
SENT_AT = 1614265330
HEADERS = {
    "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "Webhook-Timestamp": str(SENT_AT),
    "Webhook-Signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}


def verified(**changes: Any) -> Any:
    given: Dict[str, Any] = {"headers": HEADERS, "body": BODY, "secret": SECRET, "now": SENT_AT, **changes}
    return verify_webhook(**given)


class WebhookTest(unittest.TestCase):
    def test_the_event_of_a_signed_request(self) -> None:
        self.assertEqual(verified(), {"test": 2432232314})
        self.assertEqual(verified(body=BODY.decode(), now=SENT_AT + 299), {"test": 2432232314})

    def test_one_right_signature_of_several_suffices(self) -> None:
        both = {**HEADERS, "Webhook-Signature": f"v1,AAAA {HEADERS['Webhook-Signature']}"}
        self.assertEqual(verified(headers=both), {"test": 2432232314})

    def test_all_else_is_refused(self) -> None:
        wrong: List[Dict[str, Any]] = [
            {"body": BODY + b" "},
            {"secret": "whsec_AAAA"},
            {"now": SENT_AT + 301},
            {"now": SENT_AT - 301},
            {"headers": {**HEADERS, "Webhook-Id": "msg_other"}},
            {"headers": {**HEADERS, "Webhook-Timestamp": "1614265330.0"}},
            {"headers": {**HEADERS, "Webhook-Signature": HEADERS["Webhook-Signature"].replace("v1,", "v2,")}},
            {"headers": {**HEADERS, "Webhook-Signature": "ä"}},
            {"headers": {name: value for name, value in HEADERS.items() if name != "Webhook-Id"}},
        ]
        for changes in wrong:
            with self.subTest(changes), self.assertRaises(NotVerified):
                verified(**changes)

    def test_a_secret_that_is_none_is_a_fault_of_the_program(self) -> None:
        with self.assertRaises(ValueError):
            verified(secret="")


if __name__ == "__main__":
    unittest.main()
