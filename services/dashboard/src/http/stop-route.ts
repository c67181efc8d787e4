import type { InviteMail } from '../data/invite-mail.ts'
import type { InviteTokens } from '../domain/invite-token.ts'
import { type Answer, jsonAnswer } from './answers.ts'
import type { Visit } from './visit.ts'

export type StopRouteOptions = { mail: InviteMail; tokens: InviteTokens }

/** Where a mail program posts to without opening a page, and where its owner finds a button. */
export const stopPath = '/unsubscribe'

/**
 * The wish for no more invites. A mail program posts from its provider's server, without Origin, cookie and JSON: the token in the
 * address is the proof. Opening the address changes nothing, because programs that scan mails open links.
 */
export function createStopRoute({ mail, tokens }: StopRouteOptions) {
  return (method: string, { path, query, headers }: Visit): Promise<Answer> | undefined => {
    if (path !== stopPath) return undefined
    const recipient = tokens.recipientOf(new URLSearchParams(query).get('token') ?? '')
    return answerTo(method, recipient, /\btext\/html\b/.test(headers.accept ?? ''))
  }

  async function answerTo(method: string, recipient: string | undefined, isPage: boolean): Promise<Answer> {
    if (!recipient) return page('This link is not whole', 'Copy the whole address from the mail.', 404)
    if (method !== 'POST')
      return page('No more invites?', '<form method="post"><button>No more invites</button></form>')
    await mail.refuse(recipient)
    if (!isPage) return jsonAnswer({ ok: true })
    return page('No more invites', 'Nobody’s invites are mailed to this address any more.')
  }
}

/** A page without the front end: it works in whatever opens a link of a mail. */
function page(title: string, content: string, status = 200): Answer {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title></head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>
`
  const policy = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy }
  return { status, headers, body: Buffer.from(html) }
}
