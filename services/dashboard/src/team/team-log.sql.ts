import { randomUUID } from 'node:crypto'
import type { TeamAction } from '@rts/shared/contract/events'
import { writeFact } from '@rts/shared/facts/write'
import type { Transaction } from '@rts/shared/service/transaction'
import { time } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'
import type { Rights } from './members.sql.ts'

export type TeamEntry = {
  accountId: string
  action: TeamAction
  /** The person; null for a server key. */
  by: string | null
  /** Whom and what it is about, by id: a log keeps no address of somebody who deletes themselves. */
  detail: Record<string, string>
}

/** Rights as an entry has them: the ids of sites with spaces between, or `all`. */
export function loggedRights({ role, siteIds }: Rights) {
  return { role, sites: siteIds === null ? 'all' : siteIds.join(' ') }
}

// The transaction may have waited for one in which somebody joined: its own start would be before that.
const timeOfEntry = query({ at: time }, 'SELECT clock_timestamp()::timestamptz(3) AS at')

/** Writes an entry for the account's audit log, which the gateway keeps, in the transaction of the change. */
export async function writeTeamLog(tx: Transaction, { accountId, action, by, detail }: TeamEntry): Promise<void> {
  const actor = by === null ? 'server key' : `person:${by}`
  const at = (await timeOfEntry.first(tx))?.at.toISOString() ?? ''
  const state = { accountId, action, actor, detail, at }
  await writeFact(tx, { type: 'team.changed', aggregate: `team:${randomUUID()}`, version: 1, state })
}
