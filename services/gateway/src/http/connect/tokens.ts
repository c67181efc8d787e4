import { AppError } from '@rts/shared/errors'
import type { Grants, Tokens } from '../../grants/grants.ts'
import { type ConnectExchange, type ConnectStep, OAuthError, sendDocument } from './answers.ts'

export type TokenOptions = { grants: Pick<Grants, 'exchange' | 'refresh' | 'revoke'>; resource: string }

/** Exchanges a code or a refresh token for new tokens. Clients have no secret: the verifier and the rotation stand for it. */
export function createTokenAnswer({ grants, resource }: TokenOptions): ConnectStep {
  return async (exchange) => {
    const { form } = exchange
    const grantType = required(form, 'grant_type')
    const clientId = required(form, 'client_id')
    const wanted = form.get('resource')
    if (wanted !== null && wanted !== resource) throw new OAuthError('invalid_target', `resource must be ${resource}`)
    if (grantType === 'authorization_code') {
      const asked = { code: required(form, 'code'), clientId, verifier: required(form, 'code_verifier') }
      const tokens = await grants.exchange({ ...asked, redirectUri: form.get('redirect_uri') }).catch(refused)
      return sendTokens(exchange, tokens, 'The code is not valid: ask for consent again')
    }
    if (grantType === 'refresh_token') {
      const tokens = await grants.refresh(required(form, 'refresh_token'), clientId)
      return sendTokens(exchange, tokens, 'The refresh token is not valid: ask for consent again')
    }
    throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
  }
}

/** Ends a grant by one of its tokens (RFC 7009); the answer does not say whether there was one. */
export function createRevokeAnswer({ grants }: Pick<TokenOptions, 'grants'>): ConnectStep {
  return async (exchange) => {
    const { form } = exchange
    await grants.revoke(required(form, 'token'), required(form, 'client_id'))
    sendDocument(exchange, {})
  }
}

/** A closed account, or one with as many keys as it may have, is no fault of the client's request. */
function refused(error: unknown): never {
  if (error instanceof AppError && error.code === 'conflict') throw new OAuthError('invalid_grant', error.message)
  throw error
}

function sendTokens(exchange: ConnectExchange, tokens: Tokens | undefined, otherwise: string): void {
  if (!tokens) throw new OAuthError('invalid_grant', otherwise)
  const { access, refresh, seconds } = tokens
  const life = { token_type: 'Bearer', expires_in: seconds }
  sendDocument(exchange, { access_token: access, ...life, refresh_token: refresh })
}

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  if (value) return value
  throw new OAuthError('invalid_request', `${name} is missing`)
}
