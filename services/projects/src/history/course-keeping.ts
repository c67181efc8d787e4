import { type Clock, utcDay } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import type { Database } from '@rts/shared/service/transaction'
import { findLateCourse } from './courses.sql.ts'
import { readTallies } from './courses.ts'
import { dayAfter, firstDay } from './rules/tallies.ts'

type KeepingDeps = { db: Database; clock: Clock; logger: Logger }

const pollMs = 3_600_000
/** One that cannot be counted does not keep the others waiting. */
const retryMs = 1_000
/** The year that people look at, and the two weeks before it by which its first days are whole or not. */
const keptDays = 379
/** Today and yesterday are never kept, and a week of days costs as much as one. */
const lateDays = 9

/**
 * Counts the past year of courses that were read once, so that the next reader of a year waits for no count. Replicas may count the same
 * one; the first to store it wins.
 */
export function startKeepingCourses({ logger, ...deps }: KeepingDeps): Loop {
  return startLoop({
    pollMs,
    retryMs,
    onError: (error) => logger.warn({ err: error }, 'days of a course could not be kept'),
    round: createKeepingRound(deps),
  })
}

/**
 * A round counts a course that is shorter than a year or more than a week behind; false after the last one. One that is still there after
 * its round, because that threw or its history changes, is passed over.
 */
export function createKeepingRound({ db, clock }: Omit<KeepingDeps, 'logger'>): () => Promise<boolean> {
  const tried = new Set<string>()
  let passed: string[] = []
  return async () => {
    const until = utcDay(clock.now())
    const from = firstDay(until, keptDays)
    const late = await findLateCourse(db, { passed, last: dayAfter(until, -lateDays), first: from })
    if (!late) {
      tried.clear()
      passed = []
    } else if (tried.has(late.seq)) passed.push(late.seq)
    else {
      tried.add(late.seq)
      await readTallies(db, [late.domainId], { from, until, reachDays: late.reachDays })
    }
    return late !== undefined
  }
}
