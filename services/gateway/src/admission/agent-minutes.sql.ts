import type { Database } from '@rts/shared/service/transaction'
import { float, int, type RowOf, selectList } from '@rts/shared/sql/column'
import { partOf, query, statement } from '@rts/shared/sql/statement'

/** The agents' minutes beside a key's thirty: calls without a key by network, handshakes by key or network, OAuth by network. */
export type AgentMinuteKind = 'call' | 'handshake' | 'authorize' | 'register' | 'token'
export const minuteOfKey = (keyId: string) => `key:${keyId}`
export type AgentMinuteRow = { who: string; kind: AgentMinuteKind; count: number; limit: number }

/** How many of the row's `count` requests fit, and when the oldest request leaves the minute. */
const decision = { ord: int, granted: int, resetMs: int, nowMs: float }
export type AgentMinuteDecision = RowOf<typeof decision>

const agentDecisions = query(
  decision,
  `SELECT ${selectList(decision, 'd')} FROM admit_agents($1, $2, $3, $4, $5) d`,
  'admit-agents',
)
const partOfMinutes = partOf('agent_minute', 'who')
const idleMinutesDeletion = statement(
  `DELETE FROM agent_minute
   WHERE who > $1 AND who <= $2 AND coalesce(stamps[cardinality(stamps)], 'epoch') < clock_timestamp() - interval '1 hour'`,
)
/** An index by time would be written on each call of an agent. */
const partSize = 1_000

/** Decides all rows in one transaction, exact over replicas; each `who` and `kind` occurs once. `at` is for tests. */
export async function admitAgents(
  db: Database,
  rows: AgentMinuteRow[],
  at?: Date,
): Promise<Map<number, AgentMinuteDecision>> {
  const found = await agentDecisions.rows(db, [
    rows.map(({ who }) => who),
    rows.map(({ kind }) => kind),
    rows.map(({ count }) => count),
    rows.map(({ limit }) => limit),
    at,
  ])
  return new Map(found.map((row) => [row.ord - 1, row]))
}

/** Deletes minutes unused for an hour, part by part; returns where the next part begins, '' for the first. */
export async function deleteIdleMinutes(db: Database, after = ''): Promise<string> {
  const { last } = await partOfMinutes.require(db, [after, partSize])
  if (last !== null) await idleMinutesDeletion.run(db, [after, last])
  return last ?? ''
}
