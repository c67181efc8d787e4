import { writeFact } from '@rts/shared/facts/write'
import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { endAccount, insertAuditEntry } from '../accounts/accounts.ts'
import { claimNext, updateToEnded } from './guests.sql.ts'

type EndingDeps = {
  database: Database
  resumeClaims(): Promise<void>
  deleteIdleMinutes(): Promise<void>
  logger: Logger
}

/** Every minute on every replica. */
export function startEnding({ database, resumeClaims, deleteIdleMinutes, logger }: EndingDeps): Loop {
  return startLoop({
    pollMs: 60_000,
    onError: (error) => logger.error({ err: error }, 'guest upkeep failed'),
    round: async () => {
      await resumeClaims()
      const ended = await endOverdue(database)
      await deleteIdleMinutes()
      if (ended > 0) logger.info({ ended }, 'guests ended')
      return false
    },
  })
}

export async function endOverdue(database: Database): Promise<number> {
  let ended = 0
  while (await inTransaction(database, endNext)) ended++
  return ended
}

/** Unless a claim is open: revokes its token, closes its account, frees its network. */
export async function endGuest(tx: Transaction, id: string): Promise<boolean> {
  const guest = await updateToEnded(tx, id)
  if (!guest) return false
  const { accountId, closedAt } = guest
  await endAccount(tx, accountId)
  const state = { id, accountId, status: 'ended', claimedBy: null, at: closedAt.toISOString() } as const
  await writeFact(tx, { type: 'guest.ended', aggregate: `guest:${id}`, version: 1, state })
  await insertAuditEntry(tx, { action: 'guest.ended', accountId, actor: 'gateway', detail: { guest: id } })
  return true
}

async function endNext(tx: Transaction): Promise<boolean> {
  const id = await claimNext(tx)
  return id !== undefined && endGuest(tx, id)
}
