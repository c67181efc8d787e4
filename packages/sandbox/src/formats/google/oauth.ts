import { type Request, Router } from 'express'
import { type Answer, type Provider, send } from '../provider.ts'
import { badClient } from './consent.ts'
import { people } from './people.ts'
import { type Allowed, challengeOf, type GoogleTokens } from './tokens.ts'

const issuer = 'https://accounts.google.com'

function refuse(status: number, error: string, description: string): Answer {
  return { status, body: { error, error_description: description } }
}

function idToken({ email, clientId }: Allowed): string {
  const sub = people.find((each) => each.email === email)?.sub ?? email
  const parts = [{ alg: 'none' }, { iss: issuer, aud: clientId, sub, email, email_verified: true }]
  return [...parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')), 'played'].join('.')
}

function granted(allowed: Allowed, tokens: GoogleTokens, isLasting: boolean): Answer {
  const { token, seconds } = tokens.accessFor(allowed)
  const identity = allowed.scopes.includes('openid') ? { id_token: idToken(allowed) } : {}
  const lasting = isLasting ? { refresh_token: tokens.refreshFor(allowed) } : {}
  const scope = allowed.scopes.join(' ')
  const body = { access_token: token, expires_in: seconds, scope, token_type: 'Bearer', ...lasting, ...identity }
  return { status: 200, body }
}

function exchange(form: URLSearchParams, tokens: GoogleTokens): Answer {
  const code = tokens.takeCode(form.get('code') ?? '')
  if (!code || code.clientId !== form.get('client_id')) return refuse(400, 'invalid_grant', 'Malformed auth code.')
  if (code.redirectUri !== form.get('redirect_uri')) return refuse(400, 'redirect_uri_mismatch', 'Bad Request')
  if (code.challenge !== challengeOf(form.get('code_verifier') ?? ''))
    return refuse(400, 'invalid_grant', 'Invalid code verifier.')
  return granted(code, tokens, code.isLasting)
}

function token(req: Request, tokens: GoogleTokens): Answer {
  const form = new URLSearchParams(String(req.body))
  const secret = form.get('client_secret')
  if (!secret || secret === badClient) return refuse(401, 'invalid_client', 'Unauthorized')
  if (form.get('grant_type') === 'authorization_code') return exchange(form, tokens)
  if (form.get('grant_type') !== 'refresh_token') return refuse(400, 'unsupported_grant_type', 'Invalid grant_type')
  const known = tokens.read('refresh', form.get('refresh_token') ?? '')
  if (!known || known.clientId !== form.get('client_id'))
    return refuse(400, 'invalid_grant', 'Token has been expired or revoked.')
  return granted(known, tokens, false)
}

export function googleOauth(tokens: GoogleTokens): Provider {
  const routes = Router()
  routes.post('/token', (req, res) => send(res, token(req, tokens)))
  routes.post('/revoke', (req, res) => {
    const isKnown = tokens.revoke(new URLSearchParams(String(req.body)).get('token') ?? '')
    send(res, isKnown ? { status: 200, body: {} } : refuse(400, 'invalid_token', 'Token expired or revoked'))
  })
  return {
    name: 'google_oauth',
    routes,
    refusals: {
      http500: refuse(500, 'internal_failure', 'Internal error'),
      quota: refuse(429, 'rate_limit_exceeded', 'Rate Limit Exceeded'),
      rate: refuse(429, 'rate_limit_exceeded', 'Rate Limit Exceeded'),
      denied: refuse(400, 'invalid_grant', 'Token has been expired or revoked.'),
    },
  }
}
