import type { Caller } from '@rts/shared/contract/caller'
import { maxAssistants } from '@rts/shared/contract/keys'
import { managers } from '@rts/shared/contract/operation'
import { AppError } from '@rts/shared/errors'
import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { refusals } from '@rts/shared/texts/refusals'
import { actorOf, requireOwn } from '../accounts/accounts.ts'
import { revokeKey } from '../keys/keys.ts'
import { type Assistant, listAccesses, listAssistants, lockIdle } from './assistants.sql.ts'
import { hostOf, proofOf, replacedBy } from './rules/clients.ts'
import { idleDays } from './rules/tokens.ts'

type Served = Pick<ServiceHandlers<'gateway'>, 'assistants.list' | 'assistants.revoke'>
type Asked = { accountId: string; personId: string | null; clientId: string; name: string }

/** A person sees their own assistants, owners and admins see all. */
export function assistantHandlers(database: Database): Served {
  const seenBy = ({ accountId, role, personId = null }: Caller) => {
    const isManager = managers.some((one) => one === role)
    return listAssistants(database, accountId, isManager ? null : (personId ?? ''))
  }
  return {
    'assistants.list': async ({ params, caller }) => {
      requireOwn(caller, params.accountId)
      return { assistants: (await seenBy(caller)).map(toRow), limit: maxAssistants }
    },
    'assistants.revoke': async ({ params, caller }) => {
      requireOwn(caller, params.accountId)
      const found = (await seenBy(caller)).find(({ id }) => id === params.assistantId)
      if (!found) throw new AppError('not_found', 'No such assistant')
      const revocation = { by: actorOf(caller), reason: 'by hand', accountId: caller.accountId }
      await inTransaction(database, (tx) => revokeKey(tx, found.id, revocation))
      return { ok: true }
    },
  }
}

function toRow({ clientId, clientHost, siteId, connectedAt, lastUsedAt, ...rest }: Assistant) {
  return {
    ...rest,
    host: hostOf(clientId, clientHost),
    proof: proofOf(clientId),
    isLimited: siteId !== null,
    connectedAt: connectedAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

/** Accesses that a new one of a locked account replaces. Throws `conflict` at the person's limit. */
export async function requirePlace(tx: Transaction, { accountId, personId, ...asked }: Asked): Promise<string[]> {
  if (personId === null) return []
  const replaced = replacedBy(await listAccesses(tx, accountId, personId), asked, maxAssistants)
  if (replaced) return replaced
  throw new AppError('conflict', refusals.maxAssistants({ max: maxAssistants }))
}

export async function endAccesses(tx: Transaction, ids: readonly string[], reason: string): Promise<void> {
  for (const id of ids) await revokeKey(tx, id, { by: 'gateway', reason })
}

/** Hourly on every replica: ends accesses without a call for ninety days. */
export function startEndingIdle(database: Database, logger: Logger): Loop {
  let after = ''
  return startLoop({
    pollMs: 3_600_000,
    onError: (error) => logger.error({ err: error }, 'unused assistants could not be ended'),
    round: async () => {
      after = await endIdle(database, after)
      return after !== ''
    },
  })
}

/** Ends idle ones of a hundred after `after`; returns where the next part begins, '' at the end. `at` is for tests. */
export function endIdle(database: Database, after: string, at?: Date): Promise<string> {
  return inTransaction(database, async (tx) => {
    const { idle, next } = await lockIdle(tx, after, at)
    await endAccesses(tx, idle, `no call for ${idleDays} days`)
    return next
  })
}
