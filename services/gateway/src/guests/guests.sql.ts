import type { Pool, PoolClient } from 'pg'
import { reissueSeconds } from '../http/common/limits.ts'

/** The result for a claimed token: a lasting key for its site, for the whole account, or none. */
export type ClaimKey = 'site' | 'account' | 'none'
export type Guest = {
  id: string
  accountId: string
  status: 'active' | 'claiming' | 'claimed' | 'ended'
  agentName: string | null
  seenFrom: string | null
  createdAt: Date
  endsAt: Date
  /** The last moment to claim it. */
  heldUntil: Date
  /** Its rhythm, if it differs from the plan's. */
  checkEveryDays: number | null
  usedKeyId: string | null
  claimedBy: string | null
  claimKey: ClaimKey | null
  claimActor: string | null
  /** Past its end and past the hold of a sign-up, by the database's clock. */
  isOver: boolean
  /** Seconds until another token may be issued. */
  waitSeconds: number
}

export const isOver = `greatest(g.ends_at, g.held_until) <= clock_timestamp()`
const columns = `g.id, g.account_id AS "accountId", g.status, g.agent_name AS "agentName", g.seen_from AS "seenFrom",
  g.created_at AS "createdAt", g.ends_at AS "endsAt", greatest(g.ends_at, g.held_until) AS "heldUntil", g.check_every_days AS "checkEveryDays", g.used_key_id AS "usedKeyId", g.claimed_by AS "claimedBy",
  g.claim_key AS "claimKey", g.claim_actor AS "claimActor", ${isOver} AS "isOver",
  greatest(0, ceil(extract(epoch FROM g.issued_at + interval '${reissueSeconds} seconds' - clock_timestamp())))::int AS "waitSeconds"`

/** The guest for a condition on `g`, or on a link `l`; `lock` keeps claims and the sweep out until the transaction ends. */
export async function findGuest(
  client: Pool | PoolClient,
  where: string,
  value: unknown,
  lock: '' | 'FOR UPDATE OF g' = '',
): Promise<Guest | undefined> {
  const source = where.includes('l.') ? 'guest g JOIN guest_link l ON l.guest_id = g.id' : 'guest g'
  const found = await client.query<Guest>(`SELECT ${columns} FROM ${source} WHERE ${where} ${lock}`, [value])
  return found.rows[0]
}
