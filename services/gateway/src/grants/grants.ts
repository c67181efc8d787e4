import { timingSafeEqual } from 'node:crypto'
import type { Caller } from '@rts/shared/contract/caller'
import { events, type TeamAction } from '@rts/shared/contract/events'
import type { OperationInput } from '@rts/shared/contract/operation'
import type { Operations } from '@rts/shared/contract/table'
import { AppError } from '@rts/shared/errors'
import type { FactEffect } from '@rts/shared/facts/inbox'
import type { Logger } from '@rts/shared/logger'
import type { PlanTable } from '@rts/shared/plans'
import type { Seal } from '@rts/shared/seal'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { actorOf, lockOpenAccount } from '../accounts/accounts.ts'
import { hashOfKey } from '../keys/keys.ts'
import { accessesUntil } from './assistants.sql.ts'
import { assistantHandlers, endAccesses, requirePlace, startEndingIdle } from './assistants.ts'
import { type Consent, deleteUnusedCodes, insertCode } from './grants.sql.ts'
import { findClient } from './oauth-clients.sql.ts'
import { clientHandlers, createRegistrations, mayAsk, type Registrations } from './oauth-clients.ts'
import { proofOf } from './rules/clients.ts'
import { newCode } from './rules/tokens.ts'
import { createSeats } from './seats.ts'
import { type Exchange, exchangeCode, refreshTokens, revokeGrant } from './tokens.ts'

export type { Tokens } from './rules/tokens.ts'
export type { Rights, RightsOf } from './seats.ts'

type GrantDeps = { database: Database; call: RpcClient; plans: PlanTable; seal: Seal; logger: Logger }

/** Accesses of connected clients: a lasting key each, whose secret is the current access token. */
export function createGrants({ database, call, plans, seal, logger }: GrantDeps) {
  const registrations = createRegistrations(seal)
  const { rightsOf, isStillGiven } = createSeats(call, plans)
  return {
    handlers: {
      ...consentHandlers(database),
      ...clientHandlers(database, registrations),
      ...assistantHandlers(database),
    },
    teamChanged: endAfterLoss,
    startEnding: () => startEndingIdle(database, logger),
    rightsOf,
    register: registrations.seal,
    authenticate: createAuthenticate(database, registrations),
    exchange: (asked: Exchange) => exchangeCode({ database, isStillGiven }, asked),
    refresh: (token: string, clientId: string) => refreshTokens(database, token, clientId),
    revoke: (token: string, clientId: string) => revokeGrant(database, token, clientId),
  }
}
export type Grants = ReturnType<typeof createGrants>

/** The dashboard asks in the name of the consenting person. */
function consentHandlers(database: Database): Pick<ServiceHandlers<'gateway'>, 'grants.create'> {
  return {
    'grants.create': async ({ body, caller }) => ({ code: await createCode(database, consentOf(body, caller)) }),
  }
}

function consentOf(body: OperationInput<Operations['grants.create']>['body'], caller: Caller): Consent {
  const { accountId, projectId, client, redirectUri, challenge, rightsSince } = body
  const { id: clientId, name: clientName, host } = client
  // A document's address contains its host.
  const clientHost = proofOf(clientId) === 'document' ? null : host
  const asked = { clientId, clientName, clientHost, redirectUri, challenge }
  return {
    accountId,
    ...asked,
    siteId: projectId,
    personId: caller.personId ?? null,
    actor: actorOf(caller),
    rightsSince: new Date(rightsSince),
  }
}

/** Returns the code only once. Throws `not_found`, or `conflict` if closed or at the limit of assistants. */
export function createCode(database: Database, consent: Consent): Promise<string> {
  return inTransaction(database, async (tx) => {
    await lockOpenAccount(tx, consent.accountId)
    const { accountId, personId, clientId, clientName: name } = consent
    if (!(await mayAsk(tx, accountId, clientId))) throw new AppError('not_found', 'No such client')
    await requirePlace(tx, { accountId, personId, clientId, name })
    const code = newCode()
    await insertCode(tx, hashOfKey(code), consent)
    return code
  })
}

type ShownClient = { id: string; secret: string | null }
/** `skipsPkce`: it may ask without a challenge. `isKnown` is false for a registration that cannot be read: what it was granted before goes on. */
type Standing = { skipsPkce: boolean; isKnown: boolean }
type Authenticate = (shown: ShownClient) => Promise<Standing | undefined>

/**
 * Whether a client is who it says; undefined if it is not. One that was made by hand with a secret shows it. The others have none:
 * the verifier of a code and the rotation of refresh tokens stand for it.
 */
function createAuthenticate(database: Database, registrations: Registrations): Authenticate {
  return async ({ id, secret }) => {
    const proof = proofOf(id)
    if (proof !== 'made')
      return { skipsPkce: false, isKnown: proof === 'document' || registrations.open(id) !== undefined }
    const made = await findClient(database, id)
    if (!made?.secretHash) return made && { skipsPkce: false, isKnown: true }
    const isItsSecret = secret !== null && timingSafeEqual(hashOfKey(secret), made.secretHash)
    return isItsSecret ? { skipsPkce: made.skipsPkce, isKnown: true } : undefined
  }
}

/** After these a member may have fewer rights. */
const losses: readonly TeamAction[] = ['member.changed', 'member.removed', 'member.left']

/** A loss of rights deletes open codes; leaving ends all accesses: they must not revive on a return. */
export const endAfterLoss: FactEffect = async (tx, fact) => {
  if (fact.type !== 'team.changed') return
  const { action, accountId, actor, detail, at } = events[fact.type].state.parse(fact.state)
  if (losses.includes(action)) await deleteUnusedCodes(tx, accountId)
  const leaver = leaverOf(action, actor, detail)
  if (leaver) await endAccesses(tx, await accessesUntil(tx, accountId, leaver, at), 'its person left the account')
}

function leaverOf(action: TeamAction, actor: string, detail: Record<string, string>): string | undefined {
  if (action === 'member.removed') return detail.person
  return action === 'member.left' ? actor.replace(/^person:/, '') : undefined
}
