import { AppError } from '@rts/shared/errors'
import { mayCarryCodes, withAnswer } from '@rts/shared/redirects'

/** A refusal that a client reads (RFC 6749, section 4.1.2.1), and that a person may see. */
export type Problem = { error: string; description: string }
export type ConsentRequest = {
  clientId: string
  redirectUri: string
  state: string | null
  /** Empty without one. */
  challenge: string
  /** Why it cannot be granted; some clients may do without a challenge. */
  problemFor(client: { skipsPkce: boolean }): Problem | null
}

/** Reads the query that a client sent. Throws `bad_request` where it does not say who asks, or where to go back to. */
export function readRequest(query: string, resource: string): ConsentRequest {
  const asked = new URLSearchParams(query)
  const [clientId, redirectUri] = ['client_id', 'redirect_uri'].map((name) => asked.get(name) ?? '')
  if (!clientId || asked.getAll('client_id').length > 1)
    throw new AppError('bad_request', 'This link does not say which program asks (client_id)')
  if (!redirectUri || asked.getAll('redirect_uri').length > 1 || !mayCarryCodes(redirectUri))
    throw new AppError('bad_request', 'This link does not say where to go back to (redirect_uri)')
  const challenge = asked.get('code_challenge') ?? ''
  const problemFor: ConsentRequest['problemFor'] = ({ skipsPkce }) => problemOf(asked, resource, skipsPkce)
  return { clientId, redirectUri, state: asked.get('state'), challenge, problemFor }
}

/** Where the person goes back to. The issuer is named, so that a client notices an answer of another one (RFC 9207). */
export function answerTo(
  { redirectUri, state }: Pick<ConsentRequest, 'redirectUri' | 'state'>,
  answer: Record<string, string>,
  issuer: string,
) {
  return withAnswer(redirectUri, { ...answer, ...(state === null ? {} : { state }), iss: issuer })
}

function problemOf(asked: URLSearchParams, resource: string, skipsPkce: boolean): Problem | null {
  if (new Set(asked.keys()).size < asked.size)
    return { error: 'invalid_request', description: 'A parameter is given twice' }
  if (asked.get('response_type') !== 'code')
    return { error: 'unsupported_response_type', description: 'response_type must be code' }
  const isS256 = asked.get('code_challenge_method') === 'S256' && /^[\w-]{43}$/.test(asked.get('code_challenge') ?? '')
  const asksWithout = !asked.has('code_challenge') && !asked.has('code_challenge_method')
  if (!isS256 && !(skipsPkce && asksWithout))
    return { error: 'invalid_request', description: 'code_challenge is needed, and code_challenge_method must be S256' }
  // There is one resource: a client that names none means it (RFC 8707, section 2, leaves the default to the server).
  if ((asked.get('resource') || resource) !== resource)
    return { error: 'invalid_target', description: `resource must be ${resource}` }
  return null
}
