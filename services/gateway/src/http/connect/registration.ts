import { longestClientId } from '@rts/shared/contract/keys'
import { mayCarryCodes } from '@rts/shared/redirects'
import { shownName } from '@rts/shared/shown-name'
import { z } from 'zod'
import type { Grants } from '../../grants/grants.ts'
import { type ConnectStep, OAuthError, sendDocument } from './answers.ts'

/** Hosts of agents register up to six. */
const maxUris = 10
/** All together: the client's id contains them, and is part of addresses and forms. */
const maxCharacters = 2_000

const strings = z.array(z.string().max(100)).max(20)
const metadataSchema = z.object({
  redirect_uris: z.array(z.string()).min(1).max(maxUris),
  client_name: z.string().max(1_000).optional(),
  grant_types: strings.optional(),
  response_types: strings.optional(),
})
type Metadata = z.infer<typeof metadataSchema>

/** RFC 7591. Only an id, never a secret, whatever method the client prefers. */
export function createRegisterAnswer({ register }: Pick<Grants, 'register'>): ConnectStep {
  return (exchange) => {
    const metadata = read(exchange.json)
    const redirectUris = [...new Set(metadata.redirect_uris.map(usable))]
    if (redirectUris.join('').length > maxCharacters)
      throw new OAuthError('invalid_redirect_uri', `redirect_uris may have ${maxCharacters} characters together`)
    const name = shownName(metadata.client_name ?? '') ?? ''
    const clientId = register({ name, redirectUris })
    if (clientId.length > longestClientId)
      throw new OAuthError(
        'invalid_redirect_uri',
        'redirect_uris are too long together: percent-encode what is not ASCII',
      )
    const document = {
      client_id: clientId,
      ...(name === '' ? {} : { client_name: name }),
      redirect_uris: redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }
    sendDocument(exchange, document, 201)
  }
}

function read(body: unknown): Metadata {
  const { data, error } = metadataSchema.safeParse(body)
  if (!data) {
    const field = error.issues[0]?.path[0]
    if (field === 'redirect_uris')
      throw new OAuthError('invalid_redirect_uri', `redirect_uris must be a list of 1 to ${maxUris} addresses`)
    throw new OAuthError('invalid_client_metadata', `${String(field ?? 'The body')} has another form than expected`)
  }
  if (data.grant_types && !data.grant_types.includes('authorization_code'))
    throw new OAuthError('invalid_client_metadata', 'grant_types must include authorization_code')
  if (data.response_types && !data.response_types.includes('code'))
    throw new OAuthError('invalid_client_metadata', 'response_types must include code')
  return data
}

function usable(uri: string): string {
  if (mayCarryCodes(uri)) return uri
  const message = 'redirect_uris must be https addresses, or those of a program on the own machine, without a fragment'
  throw new OAuthError('invalid_redirect_uri', message)
}
