import { createHmac } from 'node:crypto'
import { signerOf } from '@rts/shared/testing/secrets'

/** The dashboard's secret of sessions, and its host. */
export const visitSecret = 'a-secret-of-sessions-that-is-long-enough'
const host = '127.0.0.1'
const pageHeaders = { origin: `http://${host}`, 'content-type': 'application/json' }

function cookieOf(personId: string): string {
  const token = `token-${personId}`
  return `rts=${encodeURIComponent(`${token}.${createHmac('sha256', visitSecret).update(token).digest('base64')}`)}`
}

/** The headers of a browser's request as the gateway signs it, each of another network. */
export function visitHeaders(personId: string) {
  const sign = signerOf('gateway')
  let visits = 0
  return (target: string, body: Buffer): Record<string, string> => {
    const noAccount = { accountId: '', plan: 'free', keyId: null, role: null, siteIds: null, collect: 'deny' } as const
    const network = { hash: `network-${++visits}`, area: null, from: 'bench' }
    const claims = {
      ...noAccount,
      aud: 'dashboard',
      iat: Date.now(),
      kind: 'visitor',
      network,
      host,
      requestId: 'bench',
    } as const
    const { caller, signature } = sign(claims, { method: 'POST', target, body })
    return { 'x-rts-caller': caller, 'x-rts-signature': signature, cookie: cookieOf(personId), ...pageHeaders }
  }
}
