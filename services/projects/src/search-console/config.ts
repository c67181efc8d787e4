import { baseUrl, secret } from '@rts/outside/config'
import { declareVariables, integerVariable } from '@rts/shared/config'
import { z } from 'zod'

const unless = 'GOOGLE_CLIENT_ID'

export const googleVariables = declareVariables('Search console', {
  GOOGLE_CLIENT_ID: {
    schema: secret,
    meaning: 'your OAuth client for the search console; without it and its secret no account can connect',
    local: 'simulated-client',
    unless,
  },
  GOOGLE_CLIENT_SECRET: {
    schema: secret,
    meaning: "that client's secret",
    isSecret: true,
    local: 'simulated-client-secret',
    unless,
  },
  GOOGLE_AUTHORIZE_URL: {
    schema: baseUrl.default('https://accounts.google.com/o/oauth2/v2/auth'),
    meaning: 'where people are asked for consent',
    local: '{sandbox}/google_consent/auth',
    unless,
  },
  GOOGLE_TOKEN_URL: {
    schema: baseUrl.default('https://oauth2.googleapis.com/token'),
    meaning: 'where Google gives tokens',
    local: '{sandbox}/google_oauth/token',
    unless,
  },
  GOOGLE_REVOKE_URL: {
    schema: baseUrl.default('https://oauth2.googleapis.com/revoke'),
    meaning: 'where tokens are given back',
    local: '{sandbox}/google_oauth/revoke',
    unless,
  },
  SEARCH_CONSOLE_BASE_URL: {
    schema: baseUrl.default('https://www.googleapis.com/webmasters/v3'),
    meaning: 'address of its API',
    local: '{sandbox}/search_console/webmasters/v3',
    unless,
  },
  GOOGLE_TIMEOUT_MS: {
    schema: integerVariable(100, 60_000).default(6_000),
    meaning: 'for one call to Google; five times as long for a page of 10,000 rows',
  },
})
const variables = z.object(googleVariables)
export type GoogleConfig = z.output<typeof variables> & { SANDBOX_URL?: string | undefined; PUBLIC_URL: string }
