import type { Database } from '@rts/shared/service/transaction'

/** The agents' minutes beside a key's thirty: calls without a key by network, handshakes by key or network, OAuth by network. */
export type AgentMinuteKind = 'call' | 'handshake' | 'authorize' | 'token'
/** Who the handshakes of a key are counted for. */
export const minuteOfKey = (keyId: string) => `key:${keyId}`
export type AgentMinuteRow = { who: string; kind: AgentMinuteKind; count: number; limit: number }

/** How many of the row's `count` requests fit, and when the oldest request leaves the minute. */
export type AgentMinuteDecision = { granted: number; resetMs: number; nowMs: number }

/** Decides all rows in one transaction, exact over replicas; each `who` and `kind` occurs once. `at` is for tests. */
export async function admitAgents(
  db: Database,
  rows: AgentMinuteRow[],
  at?: Date,
): Promise<Map<number, AgentMinuteDecision>> {
  const text = `SELECT ord - 1 AS i, granted, reset_ms AS "resetMs", now_ms AS "nowMs" FROM admit_agents($1, $2, $3, $4, $5)`
  const lists = [
    rows.map(({ who }) => who),
    rows.map(({ kind }) => kind),
    rows.map(({ count }) => count),
    rows.map(({ limit }) => limit),
  ]
  const query = { name: 'admit-agents', text, values: [...lists, at ?? null] }
  const result = await db.query<AgentMinuteDecision & { i: number }>(query)
  return new Map(result.rows.map(({ i, ...decision }) => [i, decision]))
}

/** Deletes minutes that were unused for an hour. */
export async function deleteIdleMinutes(db: Database): Promise<void> {
  await db.query(
    `DELETE FROM agent_minute WHERE coalesce(stamps[cardinality(stamps)], 'epoch') < clock_timestamp() - interval '1 hour'`,
  )
}
