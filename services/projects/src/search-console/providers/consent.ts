import { createHash, randomBytes } from 'node:crypto'

export type GoogleClient = { clientId: string; clientSecret: string; redirectUri: string }

export const searchConsoleScope = 'https://www.googleapis.com/auth/webmasters.readonly'
const scopes = ['openid', 'email', searchConsoleScope]

export type GoogleConsent = ReturnType<typeof createConsent>

/** Where Google asks a person, with PKCE (RFC 7636). */
export function createConsent({ clientId, redirectUri }: GoogleClient, authorizeUrl: string) {
  return {
    /** The secret that proves at the exchange that who began is who finishes. */
    newVerifier: (): string => randomBytes(32).toString('base64url'),

    /** Google gives a lasting token with `offline` and `consent` alone. */
    addressFor(state: string, verifier: string): string {
      const url = new URL(authorizeUrl)
      const asked = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: scopes.join(' '),
        access_type: 'offline',
        prompt: 'consent',
        include_granted_scopes: 'true',
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
      return url.href
    },
  }
}
