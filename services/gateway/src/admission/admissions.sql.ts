import type { Database } from '@rts/shared/service/transaction'

/** The endpoint of a request, and what admission does with it. */
export type Door = 'rest' | 'mcp'
export type Effect = 'check' | 'rate' | 'strike' | 'read' | 'write'
export type AdmissionRow = { hash: Buffer; door: Door; effect: Effect; count: number }

/** The database's decision for one row: of its `count` equal requests, how many passed each gate. */
export type Decision = {
  ord: number
  keyId: string
  accountId: string
  plan: string
  kind: string
  siteId: string | null
  granted: number
  minuteLeft: number
  minuteResetMs: number
  struck: number
  strikes: number
  charged: number
  used: number
  dayLimit: number
  day: string
  nowMs: number
}

export type AdmissionSettings = {
  /** Calls a day, by plan name. */
  callsPerDay: Record<string, number>
  strikeLimit: number
  requestsPerMinute: number
  noticeConsumers: readonly string[]
}

const columns = `ord, key_id AS "keyId", account_id AS "accountId", plan, kind, site_id AS "siteId", granted,
  minute_left AS "minuteLeft", minute_reset_ms AS "minuteResetMs", struck, strikes, charged, used, day_limit AS "dayLimit",
  day::text, now_ms AS "nowMs"`
const admit = `SELECT ${columns} FROM admit($1, $2, $3, $4, $5, $6, $7, $8)`
const admitAt = `SELECT ${columns} FROM admit($1, $2, $3, $4, $5, $6, $7, $8, $9)`

export function createAdmissionStore(db: Database, settings: AdmissionSettings) {
  const constants = [
    JSON.stringify(settings.callsPerDay),
    settings.strikeLimit,
    settings.requestsPerMinute,
    settings.noticeConsumers,
  ]
  return {
    /** Decides all rows in one exact transaction, each key, door and effect once. A refused key has no decision. `at` is for tests. */
    async admit(rows: AdmissionRow[], at?: Date): Promise<Map<number, Decision>> {
      const lists = [
        rows.map((row) => row.hash),
        rows.map((row) => row.door),
        rows.map((row) => row.effect),
        rows.map((row) => row.count),
      ]
      const query = at ? { name: 'admit-at', text: admitAt } : { name: 'admit', text: admit }
      const values = [...lists, ...constants, ...(at ? [at] : [])]
      const result = await db.query<Decision>({ ...query, values })
      return new Map(result.rows.map((row) => [row.ord - 1, row]))
    },

    /** Gives one charge back to its day. Answers the day's new state, or null if nothing may be given back. */
    async giveBack(accountId: string, day: string): Promise<{ used: number; dayLimit: number } | null> {
      const text = 'SELECT used, day_limit AS "dayLimit" FROM give_back($1, $2::date)'
      const result = await db.query<{ used: number; dayLimit: number }>({
        name: 'give-back',
        text,
        values: [accountId, day],
      })
      return result.rows[0] ?? null
    },
  }
}
export type AdmissionStore = ReturnType<typeof createAdmissionStore>
