import type { Probe } from '@rts/outside/checks/probe'
import type { GoogleConfig } from './config.ts'
import { createTokens } from './providers/tokens.ts'

/** Whether Google knows our OAuth client: it names a made-up token as ended, and another client as wrong. */
export function googleProbe(config: GoogleConfig): Probe {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = config
  return {
    provider: 'google_oauth',
    capability: 'connection',
    isSet: clientId !== undefined && clientSecret !== undefined,
    asks: 'a token that does not exist: free, and only the client is looked at',
    heldUsd: 0,
    mayLack: [],
    async ask(http) {
      const client = { clientId: clientId ?? '', clientSecret: clientSecret ?? '', redirectUri: '' }
      const urls = { tokenUrl: config.GOOGLE_TOKEN_URL, revokeUrl: config.GOOGLE_REVOKE_URL }
      const answer = await createTokens(http, client, urls).refresh('a-check-of-the-client')
      if (answer.state === 'failed') return answer.failure
      return { ok: true, costUsd: 0, sandbox: false, rows: null }
    },
  }
}
