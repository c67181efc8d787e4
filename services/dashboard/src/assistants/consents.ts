import type { Caller } from '@rts/shared/contract/caller'
import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { personOf } from '../accounts/accounts.ts'
import type { Client, ReadClient } from './providers/clients.ts'
import { isListed, placeOf } from './rules/redirect.ts'
import { answerTo, type ConsentRequest, readRequest } from './rules/request.ts'

export type ConsentDeps = {
  /** The address of the agents' tools for OAuth: their resource, and the issuer of its tokens. */
  issuer: string
  readClient: ReadClient
  /** Counts a person's attempts. Throws `rate_limited`. */
  admit(personId: string): Promise<void>
  /** Whether the person still manages the account: the client's host may have taken seconds to answer. Throws `role_required`. */
  requireManager(caller: Caller): Promise<void>
  /** Throws `not_found` for a site that is not the account's. */
  requireSite(caller: Caller, siteId: string): Promise<unknown>
  /** Answers a code. */
  grant(caller: Caller, siteId: string | null, client: Client, asked: ConsentRequest): Promise<string>
}

/** What people allow clients of OAuth. A client is read each time anew, and nothing of a request is believed before. */
export function consentHandlers(
  deps: ConsentDeps,
): Pick<ServiceHandlers<'dashboard'>, 'consents.check' | 'consents.accept'> {
  const { issuer } = deps
  const read = async (request: string, caller: Caller) => {
    await deps.admit(personOf(caller))
    const asked = readRequest(request, issuer)
    const client = await deps.readClient(asked.clientId)
    // Never sent back to: an address that the client does not list may be anybody's.
    if (!isListed(asked.redirectUri, client.redirectUris))
      throw new AppError('bad_request', `${client.host} does not list the address to go back to (redirect_uri)`)
    return { asked, client }
  }
  return {
    'consents.check': async ({ query, caller }) => {
      const { asked, client } = await read(query.request, caller)
      const { redirectUris: _, ...shown } = client
      const { error, description } = asked.problem ?? { error: 'access_denied', description: null }
      const answer = { error, ...(description === null ? {} : { error_description: description }) }
      const { host: returnHost, scheme: returnScheme } = placeOf(asked.redirectUri)
      const back = { returnHost, returnScheme, refuseUrl: answerTo(asked, answer, issuer) }
      return { client: shown, problem: description, ...back }
    },
    'consents.accept': async ({ body, caller }) => {
      const { asked, client } = await read(body.request, caller)
      if (asked.problem) throw new AppError('bad_request', asked.problem.description)
      await deps.requireManager(caller)
      if (body.projectId !== null) await deps.requireSite(caller, body.projectId)
      const code = await deps.grant(caller, body.projectId, client, asked)
      return { returnUrl: answerTo(asked, { code }, issuer) }
    },
  }
}
