import type { ErrorCode } from '../errors.ts'

type Entry = { means: string; todo: string }

export const problemGuide: Readonly<Record<ErrorCode, Entry>> = {
  bad_request: {
    means:
      'The request cannot be read: its framing, headers, query or JSON are broken, or it has a body where none is taken. 408: it was sent too slowly. 431: its headers are too large.',
    todo: 'Mend the request as `detail` says; the same bytes are refused again. After 408 send less at once or over a faster line: nothing was done, and what is sent as slowly is refused again.',
  },
  invalid_input: {
    means: 'Fields of the query or the body have values that are not taken. `errors` names each of them.',
    todo: 'Mend the fields in `errors`, all at once, and send the call again.',
  },
  unknown_field: {
    means: 'The query or the body has fields that this endpoint does not know. `errors` names them.',
    todo: 'Leave them out, or use the names that `errors` lists: a misspelt field would otherwise be ignored in silence.',
  },
  fetch_failed: {
    means:
      'The address that the call names could not be read, or leads to one that may not be asked. The call counts: the page was asked for.',
    todo: 'Open the address in a browser. If it shows there, try again later, or send its HTML as `code`.',
  },
  missing_key: {
    means: 'The request has no `Authorization: Bearer` header.',
    todo: 'Make a server key in the dashboard (Developer, API keys) and send it with each call. A redirect may have dropped the header.',
  },
  invalid_key: {
    means:
      'The key is unknown, revoked or expired, or of the other kind: the server API takes server keys, the agent endpoint takes keys of assistants and guests.',
    todo: 'Stop calling with it. Look at the key in the dashboard; five calls of unlisted paths revoke one.',
  },
  not_signed_in: {
    means: 'The dashboard has no session for this browser.',
    todo: 'Sign in.',
  },
  sign_in_failed: {
    means: 'The mail address and the password do not belong together.',
    todo: 'Try again, or ask for a link to set a new password.',
  },
  plan_required: {
    means: 'The plan of the account does not have this. `requiredPlan` names the lowest that has it.',
    todo: 'Leave the field out, or take that plan in the dashboard. The key stays the same.',
  },
  plan_limit_reached: {
    means:
      'A limit of the plan is reached. `planLimit` says which one, how many it allows and how many there are. Keywords and prompts of frozen sites do not count. `sites` may also mean that this very site is frozen: beyond the sites of the plan, it is readable, and takes no keyword, prompt, plan, article or check of an address.',
    todo: 'Delete what is not needed any more, or take a higher plan. A frozen site goes on by itself once the plan has room for it. A limit of the day or of the month opens again by itself: then `Retry-After` has the seconds, `retryable` is true, and the same call can succeed at the time that `detail` names.',
  },
  browser_not_allowed: {
    means: 'The request comes from a web page: it has `Origin`, `Cookie` or `Sec-Fetch-Site`.',
    todo: 'Call from a server. A key in a page is public: revoke it.',
  },
  allowance_exhausted: {
    means:
      'The calls of the UTC day are used up, and this call would change something. Reads still answer what is saved. Posting a plan or an article again is a write too, also where the text is finished.',
    todo: 'Send it again after `allowance.resetsAt` (`Retry-After` has the seconds), or take a higher plan. The dashboard shows plans and articles at any time.',
  },
  mail_not_verified: {
    means: 'The mail address of the person is not verified.',
    todo: 'Open the link in the mail, or ask for another one at the sign-in.',
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
      'No endpoint has this path. Each such call is a strike of the key, and the fifth revokes it: `strikes` has the count. A wrong id in a listed path is `not_found`, and no strike.',
    todo: 'Do not try paths. Take them from the API reference (`/docs`, for programs `/docs/openapi.json`), or use a client made from it.',
  },
  not_found: {
    means: 'Nothing has this id, or it is not of this account, or it lies in the trash.',
    todo: 'Read the list again for valid ids. It costs no strike.',
  },
  method_not_allowed: {
    means: 'The path is listed, but not with this method. `Allow` names those that it takes.',
    todo: 'Use one of them.',
  },
  conflict: {
    means: 'The call does not fit to what is stored; `detail` says to what. Often another call was first.',
    todo: 'Read the object again, and decide by what it is now.',
  },
  price_changed: {
    means: 'The price of the order is not the one that was shown.',
    todo: 'Look at the new price, then confirm again.',
  },
  not_connected: {
    means: 'The account, or the site, is not connected to Google Search Console.',
    todo: 'A person connects it in the dashboard (Search Console), and the site gets a property.',
  },
  payload_too_large: {
    means: 'The body is longer than this endpoint takes, or the answer longer than this way carries.',
    todo: 'Send less at once; `x-max-bytes` of the reference has the limit. Read long lists in pages, with `limit`.',
  },
  unsupported_media_type: {
    means: 'The body is not `application/json` in UTF-8, or it is compressed.',
    todo: 'Send `Content-Type: application/json`, and no `Content-Encoding`.',
  },
  rate_limited: {
    means:
      'More than 30 calls of a key within 60 seconds, or too many from one network. It costs nothing, and the key stays valid.',
    todo: 'Wait for the seconds of `Retry-After`; `RateLimit` of each answer says what is left.',
  },
  internal: {
    means: 'A fault of ours. The call is given back.',
    todo: 'Try again once. If it stays, tell us the `instance`.',
  },
  provider_failed: {
    means: 'A provider of data that this call needs has failed. The call is given back.',
    todo: 'Try again later, with longer and longer waits.',
  },
  bad_upstream_body: {
    means: 'A service behind the endpoint broke off its answer. The call is given back.',
    todo: 'Repeat a read. Before you repeat a write, read whether it was done.',
  },
  unavailable: {
    means:
      'A service is busy, is being replaced, or cannot be reached, or the account has too many calls under way. The call is given back.',
    todo: 'Wait for the seconds of `Retry-After`, then try again; make fewer calls at once.',
  },
  timeout: {
    means: 'A service did not answer in time. The call is given back.',
    todo: 'Repeat a read. Before you repeat a write, read whether it was done.',
  },
}
