import { AppError } from '@rts/shared/errors'
import type { Grants, Tokens } from '../../grants/grants.ts'
import { type ConnectExchange, type ConnectStep, OAuthError, sendDocument } from './answers.ts'

export type TokenOptions = {
  grants: Pick<Grants, 'authenticate' | 'exchange' | 'refresh' | 'revoke'>
  resource: string
  authorizeUrl: string
}

/** For clients without a secret the verifier and the rotation replace it. */
export function createTokenAnswer({ grants, resource, authorizeUrl }: TokenOptions): ConnectStep {
  return async (exchange) => {
    const { form } = exchange
    const grantType = required(form, 'grant_type')
    const client = await requireClient(exchange, grants)
    const wanted = form.get('resource')
    if (wanted !== null && wanted !== resource) throw new OAuthError('invalid_target', `resource must be ${resource}`)
    const refusal = (what: string) =>
      invalidGrant(client, `The ${what} is not valid: ask for consent again, at ${authorizeUrl}`)
    if (grantType === 'authorization_code') {
      const verifier = client.skipsPkce ? form.get('code_verifier') : required(form, 'code_verifier')
      const asked = { code: required(form, 'code'), clientId: client.id, verifier }
      const tokens = await grants.exchange({ ...asked, redirectUri: form.get('redirect_uri') }).catch(refused)
      return sendTokens(exchange, tokens, refusal('code'))
    }
    if (grantType === 'refresh_token') {
      const tokens = await grants.refresh(required(form, 'refresh_token'), client.id)
      return sendTokens(exchange, tokens, refusal('refresh token'))
    }
    throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
  }
}

/** RFC 7009; the answer does not reveal whether there was a grant. */
export function createRevokeAnswer({ grants }: Pick<TokenOptions, 'grants'>): ConnectStep {
  return async (exchange) => {
    const client = await requireClient(exchange, grants)
    await grants.revoke(required(exchange.form, 'token'), client.id)
    sendDocument(exchange, {})
  }
}

/** An unreadable registration must be made again. */
function invalidGrant({ isKnown }: AskingClient, message: string): OAuthError {
  return isKnown
    ? new OAuthError('invalid_grant', message)
    : new OAuthError('invalid_client', 'This registration is not valid: register again, at the registration_endpoint')
}

/** A closed account or a full list of assistants is no fault of the request. */
function refused(error: unknown): never {
  if (error instanceof AppError && error.code === 'conflict') throw new OAuthError('invalid_grant', error.message)
  throw error
}

function sendTokens(exchange: ConnectExchange, tokens: Tokens | undefined, otherwise: OAuthError): void {
  if (!tokens) throw otherwise
  const { access, refresh, seconds } = tokens
  const life = { token_type: 'Bearer', expires_in: seconds }
  sendDocument(exchange, { access_token: access, ...life, refresh_token: refresh })
}

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  if (value) return value
  throw new OAuthError('invalid_request', `${name} is missing`)
}

type AskingClient = { id: string; skipsPkce: boolean; isKnown: boolean }

/** By `client_id` alone, or with a secret in form or header (RFC 6749, section 2.3.1). */
async function requireClient(
  exchange: ConnectExchange,
  { authenticate }: Pick<Grants, 'authenticate'>,
): Promise<AskingClient> {
  const { id, secret } = shownBy(exchange)
  const client = await authenticate({ id, secret })
  if (client) return { id, ...client }
  throw new OAuthError(
    'invalid_client',
    'No such client, or not its secret: a person makes both on the page Assistants',
  )
}

function shownBy({ req, form }: ConnectExchange): { id: string; secret: string | null } {
  const inForm = { id: form.get('client_id'), secret: form.get('client_secret') }
  const inHeader = basicOf(req.headers.authorization)
  if (inHeader && (inForm.secret !== null || (inForm.id !== null && inForm.id !== inHeader.id)))
    throw new OAuthError('invalid_request', 'The client is named in the header and in the form')
  const { id, secret } = inHeader ?? inForm
  if (id) return { id, secret }
  throw new OAuthError('invalid_request', 'client_id is missing: POST to the registration_endpoint to get one')
}

/** Both parts are form-encoded; an empty secret is none. */
function basicOf(authorization: string | undefined): { id: string; secret: string | null } | undefined {
  if (authorization === undefined) return undefined
  const [, encoded] = /^basic +([\w+/=-]+)$/i.exec(authorization) ?? []
  const [, id = '', secret = ''] = /^([^:]*):(.*)$/.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? []
  if (id === '') throw new OAuthError('invalid_client', 'The Authorization header names no client')
  return { id: decoded(id), secret: secret === '' ? null : decoded(secret) }
}

function decoded(text: string): string {
  return new URLSearchParams(`a=${text.replaceAll('&', '%26')}`).get('a') ?? ''
}
