const node = `import { createHmac, timingSafeEqual } from 'node:crypto'

// headers: in lower case; body: the body as it came; secret: whsec_…
export function verify(headers, body, secret) {
  const sent = headers['webhook-timestamp']
  if (!(Math.abs(Date.now() / 1000 - Number(sent)) <= 300)) return false
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const content = headers['webhook-id'] + '.' + sent + '.' + body
  const wanted = createHmac('sha256', key).update(content).digest()
  return (headers['webhook-signature'] ?? '').split(' ').some((each) => {
    const given = Buffer.from(each.slice('v1,'.length), 'base64')
    return each.startsWith('v1,') && given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}
`

const python = `import base64
import hashlib
import hmac
import time

# headers: in lower case; body: bytes as they came; secret: whsec_…
def verify(headers, body, secret):
    sent = headers.get("webhook-timestamp", "")
    if not sent.isdecimal() or abs(time.time() - int(sent)) > 300:
        return False
    key = base64.b64decode(secret[len("whsec_"):])
    content = f'{headers.get("webhook-id")}.{sent}.'.encode() + body
    digest = hmac.new(key, content, hashlib.sha256).digest()
    wanted = "v1," + base64.b64encode(digest).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(wanted.encode(), each.encode()) for each in given)
`

const php = `<?php
// $headers: in lower case; $body: file_get_contents('php://input'); $secret: whsec_…
function verify(array $headers, string $body, string $secret): bool
{
    $sent = $headers['webhook-timestamp'] ?? '';
    if (abs(time() - (int) $sent) > 300) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $content = ($headers['webhook-id'] ?? '') . '.' . $sent . '.' . $body;
    $wanted = 'v1,' . base64_encode(hash_hmac('sha256', $content, $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $each) {
        if (hash_equals($wanted, $each)) {
            return true;
        }
    }
    return false;
}
`

const go = `package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Verify tells whether a request is ours. body: as it came; secret: whsec_…
func Verify(header http.Header, body []byte, secret string) bool {
	sent, err := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	if err != nil || time.Since(time.Unix(sent, 0)).Abs() > 5*time.Minute {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%d.%s", header.Get("webhook-id"), sent, body)
	wanted := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, each := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(wanted), []byte(each)) {
			return true
		}
	}
	return false
}
`

const ruby = `require "base64"
require "openssl"

# headers: in lower case; body: request.raw_post; secret: whsec_…
def verify(headers, body, secret)
  sent = headers["webhook-timestamp"]
  return false if (Time.now.to_i - sent.to_i).abs > 300

  key = Base64.decode64(secret.delete_prefix("whsec_"))
  content = "#{headers["webhook-id"]}.#{sent}.#{body}"
  digest = OpenSSL::HMAC.digest("SHA256", key, content)
  wanted = "v1,#{Base64.strict_encode64(digest)}"
  headers["webhook-signature"].to_s.split.any? { |each| OpenSSL.secure_compare(wanted, each) }
end
`

/** How each language verifies a request, with what comes with it. */
export const snippets: readonly (readonly [language: string, text: string])[] = [
  ['Node', node],
  ['Python', python],
  ['PHP', php],
  ['Go', go],
  ['Ruby', ruby],
]
