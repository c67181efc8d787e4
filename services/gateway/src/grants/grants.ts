import { type Caller, noSite } from '@rts/shared/contract/caller'
import { events, type TeamAction } from '@rts/shared/contract/events'
import type { OperationInput } from '@rts/shared/contract/operation'
import type { Operations } from '@rts/shared/contract/table'
import type { FactEffect } from '@rts/shared/facts/inbox'
import type { PlanTable } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { actorOf, lockOpenAccount } from '../accounts/accounts.ts'
import { hashOfKey, requireRoom } from '../keys/keys.ts'
import { type Consent, deleteUnusedCodes, insertCode } from './grants.sql.ts'
import { newCode } from './rules/tokens.ts'
import { createRights } from './seats.ts'
import { exchangeCode, refreshTokens, revokeGrant } from './tokens.ts'

export type { Tokens } from './rules/tokens.ts'
export type { Rights, RightsOf } from './seats.ts'

/** After these a member may have lost rights. */
const losses: readonly TeamAction[] = ['member.changed', 'member.removed', 'member.left']

/** Accesses of clients that people connected: a lasting key each, whose secret is the access token of the hour. */
export function createGrants({ database, call, plans }: { database: Database; call: RpcClient; plans: PlanTable }) {
  return {
    handlers: consentHandlers(database),
    teamChanged: deleteCodesAfterLoss,
    rightsOf: createRights(database, call, plans),
    exchange: (asked: Parameters<typeof exchangeCode>[1]) => exchangeCode(database, asked),
    refresh: (token: string, clientId: string) => refreshTokens(database, token, clientId),
    revoke: (token: string, clientId: string) => revokeGrant(database, token, clientId),
  }
}
export type Grants = ReturnType<typeof createGrants>

/** Consents, asked by the dashboard in the name of the person who gives them. */
function consentHandlers(
  database: Database,
): Pick<ServiceHandlers<'gateway'>, 'grants.create' | 'memberGrants.create'> {
  return {
    'grants.create': async ({ body, caller }) => ({ code: await createCode(database, consentOf(body, caller)) }),

    'memberGrants.create': async ({ body: { isManager, ...body }, caller }) => {
      const consent = consentOf(body, caller)
      return { code: await createCode(database, isManager ? consent : { ...consent, siteId: noSite }) }
    },
  }
}

function consentOf(body: OperationInput<Operations['grants.create']>['body'], caller: Caller): Consent {
  const { accountId, projectId, client, redirectUri, challenge } = body
  const asked = { clientId: client.id, clientName: client.name, redirectUri, challenge }
  return {
    accountId,
    ...asked,
    siteId: projectId,
    projectId,
    personId: caller.personId ?? null,
    actor: actorOf(caller),
  }
}

/** Answers a code, only this once. Throws `not_found`, or `conflict` for a closed account and at the limit of keys. */
export function createCode(database: Database, consent: Consent): Promise<string> {
  return inTransaction(database, async (tx) => {
    await lockOpenAccount(tx, consent.accountId)
    await requireRoom(tx, consent.accountId, 'lasting')
    const code = newCode()
    await insertCode(tx, hashOfKey(code), consent)
    return code
  })
}

/** When a member loses rights, the account's codes that no client has exchanged are deleted. */
const deleteCodesAfterLoss: FactEffect = async (tx, fact) => {
  if (fact.type !== 'team.changed') return
  const { action, accountId } = events[fact.type].state.parse(fact.state)
  if (losses.includes(action)) await deleteUnusedCodes(tx, accountId)
}
