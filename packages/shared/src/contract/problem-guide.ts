import type { ErrorCode } from '../errors.ts'

type Entry = { means: string; todo: string }

export const problemGuide: Readonly<Record<ErrorCode, Entry>> = {
  bad_request: {
    means:
      'The request is malformed: its framing, headers, query or JSON, or a body where none is allowed. 408: it arrived too slowly. 431: its headers are too large.',
    todo: 'Fix what `detail` names. Resending the same request fails again. After 408 nothing was done: send less at once or use a faster connection.',
  },
  invalid_input: {
    means: 'Fields of the query or the body have values that are not allowed. `errors` names each of them.',
    todo: 'Fix all fields in `errors`, then send the call once more.',
  },
  unknown_field: {
    means: 'The query or the body has fields that this endpoint does not have. `errors` names them.',
    todo: 'Remove them, or use the names that `errors` lists. Ignoring a misspelt field in silence would be worse.',
  },
  fetch_failed: {
    means:
      'The page that the call names could not be fetched, or redirects to an address that is not allowed. The call counts, because the page was requested.',
    todo: 'Open the address in a browser. If it loads there, try later, or send its HTML as `code`.',
  },
  missing_key: {
    means: 'The request has no `Authorization: Bearer` header.',
    todo: 'Make a server key in the dashboard (Developer, API keys) and send it with each call. A redirect may have dropped the header.',
  },
  invalid_key: {
    means:
      'The key is unknown, revoked, expired or of the other kind: the server API takes server keys, the agent endpoint takes keys of assistants and guests.',
    todo: 'Stop calling with it. Check the key in the dashboard; five calls to paths that are not listed revoke a key.',
  },
  not_signed_in: {
    means: 'The dashboard has no session for this browser.',
    todo: 'Sign in.',
  },
  sign_in_failed: {
    means: 'The mail address and the password do not match.',
    todo: 'Try again, or request a link to set a new password.',
  },
  plan_required: {
    means: "The account's plan does not include this. `requiredPlan` names the lowest plan that does.",
    todo: 'Leave the field out, or change the plan in the dashboard. The key stays the same.',
  },
  plan_limit_reached: {
    means:
      'A limit of the plan is reached. `planLimit` has its name, its maximum and the number in use. Keywords and prompts of frozen sites do not count. The name `sites` can also mean that this site is frozen: it is readable, and takes no keyword, prompt, plan, article or check of an address.',
    todo: 'Delete something, or change to a higher plan. A frozen site becomes active again once the plan has room. A limit of the day or month opens again by itself: then `Retry-After` has the seconds, `retryable` is true, and the same call can succeed at the time in `detail`.',
  },
  browser_not_allowed: {
    means: 'The request comes from a web page: it has `Origin`, `Cookie` or `Sec-Fetch-Site`.',
    todo: 'Call from a server. A key in a web page is public: revoke it.',
  },
  allowance_exhausted: {
    means:
      "The day's calls are used up, and this call is a write. Reads still return stored data. Posting a plan or an article again is a write, even when the text is finished.",
    todo: 'Wait until `allowance.resetsAt` (`Retry-After` has the seconds), or change to a higher plan. The dashboard shows plans and articles at any time.',
  },
  mail_not_verified: {
    means: 'The mail address of the person is not verified.',
    todo: 'Open the link in the mail, or request another one at the sign-in.',
  },
  sign_in_again: {
    means: 'A step that cannot be undone needs a sign-in within the last ten minutes.',
    todo: 'Sign in again, then repeat the step.',
  },
  sign_up_closed: {
    means: 'This installation takes no new account from the web, or only invited people (`SIGNUP`).',
    todo: 'Open the link of your invite, or ask the people who run this installation for an account.',
  },
  role_required: {
    means: 'The role of the person in the account does not allow this.',
    todo: 'Ask an owner or admin of the account.',
  },
  path_not_listed: {
    means:
      'No endpoint has this path. Each such call is a strike of the key, and the fifth strike revokes it for good: `strikes` has the count. A wrong id in a listed path is `not_found` and no strike.',
    todo: 'Do not guess paths. Take them from the API reference (`/docs`; for programs `/docs/openapi.json`), or use a generated client.',
  },
  not_found: {
    means: 'No such object in this account, or it is in the trash.',
    todo: 'Read the list again for valid ids. It costs no strike.',
  },
  method_not_allowed: {
    means: 'The path does not have this method. `Allow` lists its methods.',
    todo: 'Use one of them.',
  },
  conflict: {
    means: 'The call conflicts with current data; `detail` explains how. Usually another call came first.',
    todo: 'Read the object again and decide from its current state.',
  },
  price_changed: {
    means: 'The price of the order differs from the price that was shown.',
    todo: 'Check the new price, then confirm again.',
  },
  not_connected: {
    means: 'The account or the site is not connected to Google Search Console.',
    todo: 'A person connects it in the dashboard (Search Console) and chooses a property for the site.',
  },
  payload_too_large: {
    means: 'The body exceeds the limit of this endpoint, or the answer exceeds the limit of this connection.',
    todo: 'Send less at once; `x-max-bytes` in the reference has the limit. Read long lists in pages, with `limit`.',
  },
  unsupported_media_type: {
    means: 'The body is not `application/json` in UTF-8, or it is compressed.',
    todo: 'Send `Content-Type: application/json` and no `Content-Encoding`.',
  },
  rate_limited: {
    means:
      'More than 30 calls with one key within 60 seconds, or too many from one network. It costs nothing, and the key stays valid.',
    todo: 'Wait for the seconds in `Retry-After`; `RateLimit` in each answer has the number of calls left.',
  },
  internal: {
    means: 'Something broke on our side. The call is given back.',
    todo: 'Try again once. If it fails again, report the `instance`.',
  },
  provider_failed: {
    means: 'A data provider that this call needs failed. The call is given back.',
    todo: 'Try again later, with increasing pauses.',
  },
  bad_upstream_body: {
    means: 'A service broke off its answer. The call is given back.',
    todo: 'Repeat a read. Before repeating a write, check whether it was done.',
  },
  unavailable: {
    means:
      'A service is busy, restarting or unreachable, or the account has too many calls in progress. The call is given back.',
    todo: 'Wait for the seconds in `Retry-After`, then try again; make fewer calls at once.',
  },
  timeout: {
    means: 'A service did not answer in time. The call is given back.',
    todo: 'Repeat a read. Before repeating a write, check whether it was done.',
  },
}
