import type { Database } from '@rts/shared/service/transaction'
import { float, int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'

export type Door = 'rest' | 'mcp'
export type Effect = 'check' | 'rate' | 'strike' | 'read' | 'write'
export type AdmissionRow = { hash: Buffer; door: Door; effect: Effect; count: number }

/** How many of a row's `count` equal requests passed each gate. */
const decision = {
  ord: int,
  keyId: text,
  accountId: text,
  plan: text,
  kind: text,
  siteId: text.orNull,
  /** The person that an access acts for, and since when with these rights; null for a key made by hand. */
  personId: text.orNull,
  rightsSince: time.orNull,
  granted: int,
  minuteLeft: int,
  minuteResetMs: int,
  struck: int,
  strikes: int,
  charged: int,
  used: int,
  dayLimit: int,
  day: text,
  nowMs: float,
}
export type Decision = RowOf<typeof decision>
const dayState = { used: int, dayLimit: int }

export type AdmissionSettings = {
  callsPerDay: Record<string, number>
  strikeLimit: number
  requestsPerMinute: number
  noticeConsumers: readonly string[]
}

const ofGrant = (column: string) =>
  `CASE WHEN d.kind = 'lasting' THEN (SELECT g.${column} FROM key_grant g WHERE g.key_id = d.key_id) END`
const columns = selectList(decision, 'd', {
  day: 'd.day::text',
  personId: ofGrant('person_id'),
  rightsSince: ofGrant('rights_since'),
})
/** `admit` counts strikes and revokes: prisma/migrations/0002_functions has it. */
const keyDecisions = query(decision, `SELECT ${columns} FROM admit($1, $2, $3, $4, $5, $6, $7, $8) d`, 'admit')
const keyDecisionsAt = query(decision, `SELECT ${columns} FROM admit($1, $2, $3, $4, $5, $6, $7, $8, $9) d`, 'admit-at')
const dayGivenBack = query(dayState, `SELECT ${selectList(dayState, 'd')} FROM give_back($1, $2::date) d`, 'give-back')

export function createAdmissionStore(db: Database, settings: AdmissionSettings) {
  const { callsPerDay, strikeLimit, requestsPerMinute, noticeConsumers } = settings
  const constants = [JSON.stringify(callsPerDay), strikeLimit, requestsPerMinute, noticeConsumers]
  return {
    /** Decides all rows in one exact transaction, each key, door and effect once. A refused key has no decision. `at` is for tests. */
    async admitKeys(rows: AdmissionRow[], at?: Date): Promise<Map<number, Decision>> {
      const values = [
        rows.map((row) => row.hash),
        rows.map((row) => row.door),
        rows.map((row) => row.effect),
        rows.map((row) => row.count),
        ...constants,
      ]
      const found = await (at ? keyDecisionsAt.rows(db, [...values, at]) : keyDecisions.rows(db, values))
      return new Map(found.map((row) => [row.ord - 1, row]))
    },

    /** Gives one charge back to its day; null if there is nothing to give back. */
    async giveBack(accountId: string, day: string): Promise<RowOf<typeof dayState> | null> {
      return (await dayGivenBack.first(db, [accountId, day])) ?? null
    },
  }
}
export type AdmissionStore = ReturnType<typeof createAdmissionStore>
