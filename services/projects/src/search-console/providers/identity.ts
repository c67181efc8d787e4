import { z } from 'zod'

/** Whose Google account it is. */
export type Identity = { sub: string; email: string }

const issuers = ['https://accounts.google.com', 'accounts.google.com']
const claims = z.looseObject({
  iss: z.string(),
  aud: z.string(),
  sub: z.string().min(1).max(255),
  email: z.string().min(3).max(320),
})

/**
 * The identity in an ID token, or null. Its signature is not checked: it came from the token endpoint itself, over its own connection
 * (OpenID Connect Core 3.1.3.7).
 */
export function identityOf(idToken: string | undefined, clientId: string): Identity | null {
  const parsed = claims.safeParse(payloadOf(idToken?.split('.')[1] ?? ''))
  if (!parsed.success) return null
  const { iss, aud, sub, email } = parsed.data
  return issuers.includes(iss) && aud === clientId ? { sub, email } : null
}

function payloadOf(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return undefined
  }
}
