import { areaOf, type ProviderArea } from '@rts/outside/checks/area'
import type { Probe } from '@rts/outside/checks/probe'
import type { GoogleConfig } from './config.ts'
import { createTokens } from './providers/tokens.ts'

export function googleArea(config: GoogleConfig): ProviderArea {
  const needs = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] as const
  return areaOf(config, {
    area: 'search console',
    variable: null,
    on: needs.every((name) => config[name] !== undefined) ? ['google'] : [],
    known: ['google'],
    needsOf: () => needs,
    addressOf: () => config.SEARCH_CONSOLE_BASE_URL,
  })
}

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
