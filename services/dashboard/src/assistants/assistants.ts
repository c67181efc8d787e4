import { createGuardedFetcher } from '@rts/outside/guarded/fetcher'
import type { HostOverrides } from '@rts/outside/guarded/url'
import type { Caller } from '@rts/shared/contract/caller'
import { connectPath } from '@rts/shared/contract/doors'
import { AppError } from '@rts/shared/errors'
import { isListed, placeOf } from '@rts/shared/redirects'
import { userAgentOf } from '@rts/shared/service/build-info'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { systemCaller } from '@rts/shared/service/rpc-client'
import { refusals } from '@rts/shared/texts/refusals'
import { findSeat, memberCaller, personOf } from '../accounts/accounts.ts'
import { admitAttempt, consentBuckets } from '../attempts/attempts.ts'
import type { Parts } from '../parts.ts'
import { listMemberships } from '../people/people.ts'
import { createDocumentReader, createOwnClientReader, type ReadClient } from './providers/clients.ts'
import { answerTo, readRequest } from './rules/request.ts'

type AssistantParts = Pick<Parts, 'database' | 'call' | 'publicUrl'> & { overrides: HostOverrides }

/** A person waits for the document. */
const limits = { connectMs: 2_000, headersMs: 4_000, totalMs: 5_000 }

/** Consent to clients of OAuth: their documents are read by the guarded fetcher, the gateway knows the others, and grants. */
export function createAssistants({ publicUrl, overrides, ...parts }: AssistantParts) {
  const fetcher = createGuardedFetcher({ userAgent: userAgentOf(publicUrl), overrides, limits })
  const readDocument = createDocumentReader(fetcher)
  const readOwn = createOwnClientReader(parts.call)
  // An address is asked about itself; every other id was given by this system, or is none.
  const readClient: ReadClient = (id) => (/^https?:/i.test(id) ? readDocument(id) : readOwn(id))
  return {
    handlers: consentHandlers({ ...parts, readClient, issuer: publicUrl + connectPath }),
    background: { stop: () => fetcher.close() },
  }
}

type ConsentDeps = Pick<Parts, 'database' | 'call'> & {
  /** The address of the agents' tools for OAuth: their resource, and the issuer of its tokens. */
  issuer: string
  readClient: ReadClient
}

/** Consents to clients of OAuth. Each request and its client are read anew, also after the person has seen them. */
function consentHandlers({ database, call, issuer, readClient }: ConsentDeps) {
  const read = async (request: string, caller: Caller) => {
    await admitAttempt(database, consentBuckets(personOf(caller)))
    const asked = readRequest(request, issuer)
    const client = await readClient(asked.clientId)
    // Read after the client: its host may have taken seconds to answer.
    const memberships = await listMemberships(database, personOf(caller))
    if (client.accountId !== null && !memberships.some(({ accountId }) => accountId === client.accountId))
      throw new AppError('bad_request', refusals.programOfAnother)
    // Never sent back to: an address that the client does not list may be anybody's.
    if (!isListed(asked.redirectUri, client.redirectUris))
      throw new AppError(
        'bad_request',
        `${client.host ?? 'The program'} does not list the address to go back to (redirect_uri)`,
      )
    const { host: returnHost, scheme: returnScheme } = placeOf(asked.redirectUri)
    const { id, proof } = client
    const host = client.host ?? returnHost ?? ''
    const shown = { id, proof, name: client.name || host || 'local program', host }
    return { asked, client, shown, returnHost, returnScheme, problem: asked.problemFor(client) }
  }
  return {
    'consents.check': async ({ query, caller }) => {
      const { asked, client, shown, problem, returnHost, returnScheme } = await read(query.request, caller)
      const { error, description } = problem ?? { error: 'access_denied', description: null }
      const answer = { error, ...(description === null ? {} : { error_description: description }) }
      const back = { returnHost, returnScheme, refuseUrl: answerTo(asked, answer, issuer) }
      return { client: shown, accountId: client.accountId, problem: description, ...back }
    },
    'consents.accept': async ({ body: { request, projectId }, caller }) => {
      const { asked, client, shown, problem } = await read(request, caller)
      if (problem) throw new AppError('bad_request', problem.description)
      const { accountId, plan, requestId } = caller
      const personId = personOf(caller)
      const seat = await findSeat(database, accountId, personId)
      if (!seat) throw new AppError('not_found', 'No such account')
      if (client.accountId !== null && client.accountId !== accountId)
        throw new AppError('bad_request', 'This program was made for another of your accounts')
      const person = { ...memberCaller({ accountId, ...seat }, plan), personId, requestId }
      if (projectId !== null) await call('sites.get', { params: { id: projectId } }, person)
      const { redirectUri, challenge } = asked
      const { proof: _, ...given } = shown
      const rightsSince = seat.rightsSince.toISOString()
      const consent = { accountId, projectId, client: given, redirectUri, challenge, rightsSince }
      const inTheirName = { ...systemCaller(accountId, 'free', requestId), personId }
      const { code } = await call('grants.create', { body: consent }, inTheirName)
      return { returnUrl: answerTo(asked, { code }, issuer) }
    },
  } satisfies Partial<ServiceHandlers<'dashboard'>>
}
