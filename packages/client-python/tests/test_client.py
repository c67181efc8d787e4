"""Calls to a server of our own that answers as the API, a proxy or a broken network does."""

from __future__ import annotations

import gzip
import json
import socket
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar, Dict, List, NamedTuple, Optional, Tuple

from rank_tracker_client import ApiProblem, Client, NotTheApi, StillCollecting
from rank_tracker_client.wire import Clock

ALLOWANCE = {"used": 1, "limit": 100, "remaining": 99, "resetsAt": "2026-03-03T00:00:00.000Z", "exhausted": False}


class Reply(NamedTuple):
    body: Any
    status: int = 200
    headers: Dict[str, str] = {}
    cut: bool = False


CUT = Reply("", cut=True)
BAD_GATEWAY = Reply("<html>Bad gateway</html>", 502)


def refused(status: int, code: str, **headers: str) -> Reply:
    body = {
        "allowance": ALLOWANCE,
        "title": "Title",
        "status": status,
        "detail": "What is wrong",
        "instance": "req_1",
        "code": code,
        "retryable": status >= 429,
        "errors": [{"in": "body", "field": "domain", "code": "required", "message": "is required"}],
    }
    return Reply(body, status, {name.replace("_", "-"): value for name, value in headers.items()})


def page(ids: List[str], cursor: Optional[str]) -> Reply:
    return Reply({"allowance": ALLOWANCE, "keywords": [{"id": one} for one in ids], "total": 3, "nextCursor": cursor})


class Handler(BaseHTTPRequestHandler):
    replies: ClassVar[List[Reply]] = []
    seen: ClassVar[List[Tuple[str, str, Any, bytes]]] = []

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.seen.append((self.command, self.path, self.headers, body))
        reply = self.replies.pop(0)
        if reply.cut:
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        text = reply.body if isinstance(reply.body, (str, bytes)) else json.dumps(reply.body)
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text.encode() if isinstance(text, str) else text)

    do_GET = do_POST = do_PATCH = do_DELETE = answer

    def log_message(self, *_args: Any) -> None:
        pass


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.base_url = f"http://127.0.0.1:{self.server.server_address[1]}/http/v1"
        self.seen = Handler.seen
        self.seen.clear()
        self.slept: List[float] = []

    def client(self, *replies: Reply, **options: Any) -> Client:
        """Time passes only by sleeping."""
        Handler.replies[:] = replies
        clock = Clock(lambda: sum(self.slept), self.slept.append)
        return Client(self.base_url, "rts_sk_x", clock=clock, **options)

    def test_a_call_carries_the_key_the_ids_and_the_query(self) -> None:
        answer = self.client(page([], None)).keywords.list("site-1", limit=5)
        method, path, headers, _body = self.seen[0]
        self.assertEqual((method, path), ("GET", "/http/v1/projects/site-1/keywords?limit=5"))
        self.assertEqual(headers["Authorization"], "Bearer rts_sk_x")
        self.assertEqual(answer["allowance"]["remaining"], 99)

    def test_an_answer_may_come_compressed_and_whole_alone(self) -> None:
        packed = gzip.compress(b'{"members": []}')
        coded = {"Content-Encoding": "gzip"}
        self.assertEqual(self.client(Reply(packed, 200, coded)).team.list()["members"], [])
        with self.assertRaises(OSError):
            self.client(*[Reply(packed[:-9], 200, coded)] * 7).team.list()
        self.assertEqual(self.seen[0][2]["Accept-Encoding"], "gzip")

    def test_a_write_carries_its_body_without_what_is_left_out(self) -> None:
        self.client(Reply({"project": {}})).sites.update("s", description=None, checks_paused=True)
        self.assertEqual(json.loads(self.seen[0][3]), {"description": None, "checksPaused": True})

    def test_a_call_with_another_text_as_id_is_not_made(self) -> None:
        for wrong in ("", ".", "..", "a/b", "../team", "a%2Fb", "a b", "x" * 65, "ä", "a\n"):
            with self.assertRaisesRegex(ValueError, "id is not an id"):
                self.client().sites.get(wrong)
        self.assertEqual(self.seen, [])

    def test_a_client_is_made_for_an_api_alone_and_never_shows_its_key(self) -> None:
        for wrong in ("http://x", "http://x/http/v2", "http://x/http/v1/http/v1", "http://x/http/v1/projects"):
            with self.assertRaisesRegex(ValueError, "must end in /http/v1"):
                Client(wrong, "k")
        with self.assertRaisesRegex(ValueError, "key is missing"):
            Client(self.base_url, None)
        with self.assertRaises(ValueError) as raised:
            Client(self.base_url, "secret\n")
        self.assertNotIn("secret", str(raised.exception))
        self.assertNotIn("rts_sk_x", repr(vars(self.client())) + repr(vars(self.client().sites)))

    def test_a_refusal_has_its_code_its_fields_and_the_allowance(self) -> None:
        with self.assertRaises(ApiProblem) as raised:
            self.client(refused(400, "invalid_input")).sites.create(name="x", domain="")
        problem = raised.exception
        self.assertEqual((problem.code, problem.status, problem.request_id), ("invalid_input", 400, "req_1"))
        self.assertEqual((problem.errors[0]["field"], problem.allowance["remaining"]), ("domain", 99))

    def test_429_and_503_are_waited_for_as_they_say(self) -> None:
        replies = refused(429, "rate_limited", Retry_After="7"), refused(503, "unavailable", Retry_After="2")
        self.client(*replies, page([], None)).keywords.list("s")
        limited = refused(429, "rate_limited", RateLimit='"minute";r=0;t=12, "day";r=88;t=43200')
        self.client(limited, page([], None)).keywords.list("s")
        self.assertEqual(self.slept, [7, 2, 12])

    def test_a_wait_that_is_too_long_or_unknown_is_none(self) -> None:
        with self.assertRaises(ApiProblem):
            self.client(refused(429, "rate_limited", Retry_After="30"), retry_for=10).team.list()
        with self.assertRaises(ApiProblem):
            self.client(refused(503, "unavailable")).team.list()
        with self.assertRaises(ApiProblem):
            self.client(refused(503, "unavailable", Retry_After="\u00b2")).team.list()
        self.assertEqual((self.slept, len(self.seen)), ([], 3))

    def test_a_write_that_may_have_happened_is_not_sent_again(self) -> None:
        client = self.client(refused(503, "unavailable", Retry_After="1"), CUT, BAD_GATEWAY)
        for error in (ApiProblem, OSError, NotTheApi):
            with self.assertRaises(error):
                client.sites.delete("s")
        self.assertEqual((self.slept, len(self.seen)), ([], 3))

    def test_what_fails_on_the_way_is_tried_for_longer_than_a_restart_takes(self) -> None:
        restart = CUT, BAD_GATEWAY, Reply("", 504), CUT, CUT, CUT
        self.client(*restart, page([], None)).keywords.list("s")
        for wait, most in zip(self.slept, (0.5, 1.0, 2.0, 3.0, 4.0, 4.0)):
            self.assertTrue(most / 2 <= wait <= most)
        with self.assertRaisesRegex(NotTheApi, "answered 502, and not as the API does"):
            self.client(*restart, BAD_GATEWAY).keywords.list("s")
        self.assertEqual(len(self.seen), 14)

    def test_a_proxy_that_says_when_is_asked_then(self) -> None:
        self.client(Reply("Restarting", 503, {"Retry-After": "9"}), page([], None)).keywords.list("s")
        self.assertEqual(self.slept, [9])

    def test_a_redirect_is_not_followed(self) -> None:
        with self.assertRaisesRegex(NotTheApi, "answered 302"):
            self.client(Reply("", 302, {"Location": f"{self.base_url}/team"})).team.list()
        self.assertEqual(len(self.seen), 1)

    def test_each_leads_through_all_pages_and_asks_for_none_that_is_not_read(self) -> None:
        rows = self.client(page(["a", "b"], "next"), page(["c"], None)).keywords.list_each("s", limit=2)
        self.assertEqual([next(rows)["id"], next(rows)["id"], len(self.seen)], ["a", "b", 1])
        self.assertEqual([row["id"] for row in rows], ["c"])
        self.assertEqual(self.seen[1][1], "/http/v1/projects/s/keywords?limit=2&cursor=next")

    def test_ready_asks_as_often_as_the_answers_say(self) -> None:
        states = [Reply({"status": "queued", "retryAfterSeconds": 3}), Reply({"status": "collecting"})]
        ready = self.client(*states, Reply({"status": "partial"})).research.get_ready(q="x")
        self.assertEqual((ready["status"], self.slept), ("partial", [3, 3]))
        with self.assertRaises(StillCollecting):
            self.client(*states, states[1]).research.get_ready(q="x", within=5)


if __name__ == "__main__":
    unittest.main()
