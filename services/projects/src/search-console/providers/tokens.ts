import { readProvider } from '@rts/outside/call'
import type { ProviderHttp } from '@rts/outside/http'
import { type Failure, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { type GoogleClient, searchConsoleScope } from './consent.ts'

const provider = 'google_oauth'

const tokenBody = z.looseObject({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().optional(),
  id_token: z.string().optional(),
})
const errorBody = z.looseObject({ error: z.string() })

export type Access = { token: string; seconds: number }
export type Granted = {
  access: Access
  refreshToken: string | null
  scope: string
  mayRead: boolean
  identity: Identity | null
}
export type Refreshed = {
  access: Access
  /** Google sends another one now and then. */
  refreshToken: string | null
  /** Null where Google does not repeat what was granted. */
  mayRead: boolean | null
}
/** `ended`: Google knows the token no more (`invalid_grant`). Everything else is a failure of the call. */
export type TokenAnswer<T> = { state: 'granted'; value: T } | { state: 'ended' } | { state: 'failed'; failure: Failure }

export type GoogleTokens = ReturnType<typeof createTokens>

/** Whether a list of scopes has the one that we need: people can untick it. */
function mayReadConsole(scope: string): boolean {
  return scope.split(' ').includes(searchConsoleScope)
}

export function createTokens(
  http: ProviderHttp,
  { clientId, clientSecret, redirectUri }: GoogleClient,
  { tokenUrl, revokeUrl }: { tokenUrl: string; revokeUrl: string },
) {
  const client = { client_id: clientId, client_secret: clientSecret }

  async function ask<T>(form: Record<string, string>, read: (body: z.output<typeof tokenBody>) => T) {
    let isEnded = false
    const answer = await readProvider(
      http,
      {
        provider,
        url: tokenUrl,
        form: { ...client, ...form },
        read: (body) => {
          const parsed = tokenBody.safeParse(body)
          return parsed.success ? { ok: true as const, value: read(parsed.data) } : failed(provider, 'parse')
        },
      },
      ({ body }) => {
        isEnded = errorBody.safeParse(body).data?.error === 'invalid_grant'
        return null
      },
    )
    if (isEnded) return { state: 'ended' } as const
    return answer.ok
      ? ({ state: 'granted', value: answer.value } as const)
      : ({ state: 'failed', failure: answer } as const)
  }

  return {
    exchange: (code: string, verifier: string): Promise<TokenAnswer<Granted>> =>
      ask(
        { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri },
        ({ access_token: token, expires_in: seconds, refresh_token: refreshToken = null, scope = '', id_token }) => ({
          access: { token, seconds },
          refreshToken,
          scope,
          mayRead: mayReadConsole(scope),
          identity: identityOf(id_token, clientId),
        }),
      ),

    refresh: (refreshToken: string): Promise<TokenAnswer<Refreshed>> =>
      ask(
        { grant_type: 'refresh_token', refresh_token: refreshToken },
        ({ access_token: token, expires_in: seconds, refresh_token: next = null, scope }) => ({
          access: { token, seconds },
          refreshToken: next,
          mayRead: scope === undefined ? null : mayReadConsole(scope),
        }),
      ),

    /** Answers whether Google has taken it, or never knew it. */
    async revoke(token: string): Promise<boolean> {
      const answer = await http.send({ provider, url: revokeUrl, form: { token }, read: () => null })
      return answer.state === 'read' || (answer.state === 'refused' && answer.status === 400)
    },
  }
}

export type Identity = { sub: string; email: string }

const issuers = ['https://accounts.google.com', 'accounts.google.com']
const claims = z.looseObject({
  iss: z.string(),
  aud: z.string(),
  sub: z.string().min(1).max(255),
  email: z.string().min(3).max(320),
})

/** The identity in an ID token, or null; unsigned is enough from the token endpoint itself (OpenID Connect Core 3.1.3.7). */
function identityOf(idToken: string | undefined, clientId: string): Identity | null {
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
