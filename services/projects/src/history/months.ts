import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@rts/shared/service/transaction'
import { countOutside, dropMonth, type MonthlyTable, makeMonth, makeMonthsAhead } from './months.sql.ts'

const tries = 20
const pauseMs = 250
/** Rows without a month are counted up to here: more say nothing new. */
const maxOutside = 1_000

/** Makes the months of these times before rows are written to them, so that none is written outside. */
export async function makeMonths(db: Database, table: MonthlyTable, times: readonly Date[]): Promise<void> {
  const firsts = new Map(times.map((at) => [at.toISOString().slice(0, 7), at]))
  for (const at of firsts.values()) await patiently(() => makeMonth(db, table, at))
}

export function makeComingMonths(db: Database, from: Date, months: number): Promise<void> {
  return patiently(() => makeMonthsAhead(db, from, months))
}

/** Ends all months of a table that are over before a time, one after the other; answers how many. */
export async function dropMonths(db: Database, table: MonthlyTable, before: Date): Promise<number> {
  let dropped = 0
  while ((await patiently(() => dropMonth(db, table, before))) !== null) dropped++
  return dropped
}

/** Moves rows that have no month into one, a month at a time. Answers how many months it made. */
export async function moveIntoMonths(db: Database, isStopped: () => boolean): Promise<number> {
  for (let made = 0; ; made++) {
    const outside = (await countOutside(db, 1)).find(({ oldest }) => oldest !== null)
    if (!outside?.oldest || isStopped()) return made
    await makeMonths(db, outside.name, [outside.oldest])
  }
}

export async function countRowsOutside(db: Database): Promise<number> {
  return (await countOutside(db, maxOutside)).reduce((sum, { n }) => sum + n, 0)
}

/** Tries again what gave up waiting for a lock of the table, so that readers did not have to wait behind it. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (Object(error).code !== '55P03' || attempt === tries) throw error
      await delay(pauseMs)
    }
  }
}
