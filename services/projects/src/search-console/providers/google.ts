import { isSandbox } from '@rts/outside/config'
import { createProviderHttp, rowsBytes } from '@rts/outside/http'
import type { LinkDeps } from '@rts/outside/link'
import type { GoogleConfig } from '../config.ts'
import { createConsent, type GoogleConsent } from './consent.ts'
import { createConsole, type SearchConsole } from './console.ts'
import { createTokens, type GoogleTokens } from './tokens.ts'

export type Google = {
  consent: GoogleConsent
  tokens: GoogleTokens
  console: SearchConsole
  isSimulated: boolean
}

const rowsTakeTimes = 5

export function createGoogle(config: GoogleConfig, { clock, logger, calls }: LinkDeps): Google | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = config
  if (!clientId || !clientSecret) return null
  const timeoutMs = config.GOOGLE_TIMEOUT_MS
  const http = createProviderHttp({ timeoutMs, clock, logger, calls })
  // 10,000 rows of long addresses are a few megabytes, and no call waits for them alone.
  const forRows = createProviderHttp({
    timeoutMs: timeoutMs * rowsTakeTimes,
    maxBytes: rowsBytes,
    clock,
    logger,
    calls,
  })
  const client = { clientId, clientSecret, redirectUri: `${config.PUBLIC_URL}/google/callback` }
  return {
    consent: createConsent(client, config.GOOGLE_AUTHORIZE_URL),
    tokens: createTokens(http, client, { tokenUrl: config.GOOGLE_TOKEN_URL, revokeUrl: config.GOOGLE_REVOKE_URL }),
    console: createConsole({ http, forRows }, config.SEARCH_CONSOLE_BASE_URL),
    isSimulated: isSandbox(config, config.SEARCH_CONSOLE_BASE_URL),
  }
}
