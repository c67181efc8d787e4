import { writeFact } from '@rts/shared/facts/write'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import { audit } from '../accounts/audit.ts'
import { endAccount } from '../accounts/closing.ts'
import { isOver } from './guests.sql.ts'

type Closed = { accountId: string; closedAt: Date }

/** Ends a guest whose time is over, unless a claim is open: revokes its token, closes its account, frees its network. */
export async function endGuest(client: PoolClient, id: string): Promise<boolean> {
  const ended = await client.query<Closed>(
    `UPDATE guest g SET status = 'ended', closed_at = clock_timestamp(), seen_from = NULL
     WHERE g.id = $1 AND g.status = 'active' AND ${isOver} RETURNING account_id AS "accountId", closed_at AS "closedAt"`,
    [id],
  )
  const [guest] = ended.rows
  if (!guest) return false
  const { accountId, closedAt } = guest
  await endAccount(client, accountId)
  const state = { id, accountId, status: 'ended', claimedBy: null, at: closedAt.toISOString() } as const
  await writeFact(client, { type: 'guest.ended', aggregate: `guest:${id}`, version: 1, state })
  await audit(client, { action: 'guest.ended', accountId, actor: 'gateway', detail: { guest: id } })
  return true
}

/** The sweep: each guest is ended in its own transaction, by the first replica that locks its row. */
export function createGuestSweep(pool: Pool) {
  return {
    /** Answers how many guests it ended. */
    async sweep(): Promise<number> {
      let ended = 0
      while (await endNext(pool)) ended++
      return ended
    },
  }
}
export type GuestSweep = ReturnType<typeof createGuestSweep>

function endNext(pool: Pool): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const due = await client.query<{ id: string }>(
      `SELECT g.id FROM guest g WHERE g.status = 'active' AND ${isOver} ORDER BY g.ends_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    )
    const [guest] = due.rows
    return guest !== undefined && (await endGuest(client, guest.id))
  })
}
