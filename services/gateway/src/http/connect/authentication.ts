import type { Grants } from '../../grants/grants.ts'
import { type ConnectExchange, OAuthError } from './answers.ts'

export type AskingClient = { id: string; skipsPkce: boolean; isKnown: boolean }

/** By `client_id` alone, or with a secret in form or header (RFC 6749, section 2.3.1). */
export async function requireClient(
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
