import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../service/transaction.ts'
import { bigint } from '../sql/column.ts'
import { query, statement } from '../sql/statement.ts'
import { type Asked, askIn } from './ask-store.ts'
import { notify } from './job-store.ts'
import type { Asker, Kind } from './kind.ts'
import { type Quota, tokenOf } from './quota.ts'

export type Order = {
  asker: Asker
  nth: number
  isCounted: boolean
  /** Stores what the run is for, in its transaction; false if there is nothing to start. */
  make?(client: PoolClient): Promise<boolean>
}
export type Ordered = Asked | 'not_made' | 'used_up' | 'unknown'
type Deps = { service: string; pool: Pool; quota: Quota }

/** Starts runs that belong to a row, in the row's transaction. */
export function createOrder({ service, pool, quota }: Deps) {
  return async <I, B>(kind: Kind<I, B>, input: I, { asker, nth, isCounted, make }: Order): Promise<Ordered> => {
    const token = isCounted ? tokenOf(service, kind, input, asker, nth) : null
    // First: nothing runs uncounted, and no row is locked meanwhile.
    const counted = token === null ? 'taken' : await quota.take(asker.accountId, token)
    if (counted !== 'taken') return counted
    let isKept = false
    try {
      const ordered = await inTransaction(pool, async (client) => {
        if (make && !(await make(client))) return 'not_made'
        return askIn(client, kind, input, asker, { token, ask: nth })
      })
      // A twin's count is that of the call that came first.
      isKept = ordered === 'started' || ordered === 'twin'
      return ordered
    } finally {
      if (!isKept && token !== null) await quota.giveBack(token).catch(() => {})
    }
  }
}

export type Schedule = {
  kind: string
  key: string
  input: unknown
  lane: string
  scope: string
  payer: string
  dueAt: Date
}

const scheduleSubject = query(
  { id: bigint },
  `INSERT INTO collects.subject AS s (kind, key, input, lane, priority, due_at) VALUES ($1, $2, $3, $4, 1, $5)
   ON CONFLICT (kind, key) DO UPDATE SET due_at = coalesce(s.due_at, excluded.due_at) RETURNING id`,
)
const scheduleReading = statement(
  `INSERT INTO collects.reading (scope, subject_id, payer, scheduled) VALUES ($1, $2, $3, true)
   ON CONFLICT (scope, subject_id) DO UPDATE SET scheduled = true, payer = excluded.payer`,
)

/** Schedules a subject for a reader from `dueAt` on. Scheduled runs are not counted. */
export async function schedule(client: PoolClient, { scope, payer, dueAt, ...subject }: Schedule): Promise<void> {
  const { kind, key, input, lane } = subject
  const scheduled = await scheduleSubject.first(client, [kind, key, JSON.stringify(input), lane, dueAt])
  await scheduleReading.run(client, [scope, scheduled?.id, payer])
  await notify.run(client, [`due ${lane}`])
}
