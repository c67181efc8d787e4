import { baseUrl, secret } from '@rts/outside/config'
import { integerVariable } from '@rts/shared/config'

/** The variables of the search console. Without client and secret no account can connect. */
export const googleVariables = {
  GOOGLE_CLIENT_ID: secret,
  GOOGLE_CLIENT_SECRET: secret,
  GOOGLE_AUTHORIZE_URL: baseUrl.default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: baseUrl.default('https://oauth2.googleapis.com/token'),
  GOOGLE_REVOKE_URL: baseUrl.default('https://oauth2.googleapis.com/revoke'),
  SEARCH_CONSOLE_BASE_URL: baseUrl.default('https://www.googleapis.com/webmasters/v3'),
  GOOGLE_TIMEOUT_MS: integerVariable(100, 60_000).default(6_000),
}
export type GoogleConfig = {
  GOOGLE_CLIENT_ID?: string | undefined
  GOOGLE_CLIENT_SECRET?: string | undefined
  GOOGLE_AUTHORIZE_URL: string
  GOOGLE_TOKEN_URL: string
  GOOGLE_REVOKE_URL: string
  SEARCH_CONSOLE_BASE_URL: string
  GOOGLE_TIMEOUT_MS: number
  SANDBOX_URL?: string | undefined
  PUBLIC_URL: string
}
