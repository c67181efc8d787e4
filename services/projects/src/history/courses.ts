import { type Clock, utcDay } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import {
  type Course,
  emptyCourses,
  findLateCourse,
  holdCourses,
  type NewDays,
  openCourses,
  sharePhrases,
  storeCourse,
  storeDays,
} from './courses.sql.ts'
import { type Counted, type DayWindow, readDaySteps } from './day-steps.sql.ts'
import { type DayTally, dayAfter, daysBetween, firstDay, running, shifted, talliesOf } from './rules/tallies.ts'

/** Days that one statement computes: of ten thousand keywords it reads some hundred thousand checks. */
const stepDays = 31
/** Today and yesterday still change: a check is stored within a day. */
const openDays = 2
/** More keywords than these are not subtracted one by one. */
const fewKeywords = 50

/**
 * The tallies of domains on each day of a window that ends today, by domain. Days that are over are kept, and only computed where
 * they are not known yet, a month at a time, so that a read that takes too long is shorter the next time. Those of a tag are not kept.
 */
export async function readTallies(
  db: Database,
  domainIds: readonly string[],
  window: DayWindow,
  { tag }: Pick<Counted, 'tag'> = {},
): Promise<Map<string, DayTally[]>> {
  if (tag !== undefined) return compute(db, domainIds, window, { tag })
  const courses = (await openCourses(db, domainIds, window)).map((course) => ({ course, known: talliesOf(course) }))
  const read = new Map<string, DayTally[]>()
  for (const [next, group] of Map.groupBy(courses, ({ course, known }) =>
    nextDay(course, known.length, window.until),
  )) {
    const added = await extend(
      db,
      group.map(({ course }) => course),
      { ...window, from: next },
    )
    for (const { course, known } of group) {
      const before = daysBetween(course.first, next).length - 1
      const all = [...known.slice(0, before), ...(added.get(course.domainId) ?? [])]
      read.set(course.domainId, all.slice(-daysBetween(window.from, window.until).length))
    }
  }
  return read
}

function nextDay({ first }: Course, days: number, today: string): string {
  const next = dayAfter(first, days)
  return next < today ? next : today
}

/** Computes the days of a window for courses that end before it, and keeps those that are over. */
async function extend(db: Database, courses: readonly Course[], { from, until, reachDays }: DayWindow) {
  const ids = courses.map(({ domainId }) => domainId)
  const lastOver = dayAfter(until, -openDays)
  const all = new Map<string, DayTally[]>(ids.map((id) => [id, []]))
  const keep = async (start: string, end: string, tallies: Map<string, DayTally[]>) => {
    const days = courses.map((course) => newDays(course, start, end, tallies.get(course.domainId) ?? []))
    if (start <= end) await storeDays(db, days)
  }
  let start = from
  for (let end = dayAfter(start, stepDays - 1); end < lastOver; end = dayAfter(start, stepDays - 1)) {
    const step = await computeOver(db, ids, { from: start, until: end, reachDays })
    await keep(start, end, step)
    for (const [id, tallies] of step) all.get(id)?.push(...tallies)
    start = dayAfter(end, 1)
  }
  const rest = await compute(db, ids, { from: start, until, reachDays })
  await keep(start, lastOver, rest)
  for (const [id, tallies] of rest) all.get(id)?.push(...tallies)
  return all
}

function newDays(
  { domainId, version, first }: Course,
  start: string,
  last: string,
  tallies: readonly DayTally[],
): NewDays {
  const over = tallies.slice(0, daysBetween(start, last).length)
  const keep = daysBetween(first, start).length - 1
  return {
    domainId,
    version,
    keep,
    last,
    clicks: over.map(({ clicks }) => clicks),
    phrases: over.map(({ phrases }) => phrases),
    counts: over.flatMap(({ counts }) => counts),
  }
}

/** The same for days that are over: on the last day of a window, as today, a check counts a day longer. */
async function computeOver(
  db: Database | Transaction,
  ids: readonly string[],
  window: DayWindow,
  counted: Counted = {},
) {
  const longer = await compute(db, ids, { ...window, until: dayAfter(window.until, 1) }, counted)
  return new Map([...longer].map(([id, tallies]) => [id, tallies.slice(0, -1)]))
}

async function compute(db: Database | Transaction, ids: readonly string[], window: DayWindow, counted: Counted = {}) {
  const steps = Map.groupBy(await readDaySteps(db, ids, window, counted), ({ domainId }) => domainId)
  const days = daysBetween(window.from, window.until)
  return new Map(ids.map((id) => [id, running(days, steps.get(id) ?? [])]))
}

/** Takes the history of keywords out of their site's courses (`-1`), or puts it back (`1`). */
export async function shiftCourses(
  tx: Transaction,
  siteId: string,
  keywordIds: readonly string[],
  sign: 1 | -1,
): Promise<void> {
  // The other keywords of a phrase weigh more without them.
  if (keywordIds.length > fewKeywords || (await sharePhrases(tx, keywordIds))) return emptyCourses(tx, siteId)
  for (const course of await holdCourses(tx, siteId)) {
    const { domainId, first, last, reachDays } = course
    if (last < first) continue
    const theirs = await computeOver(tx, [domainId], { from: first, until: last, reachDays }, { keywordIds })
    await storeCourse(tx, { domainId, ...shifted(talliesOf(course), theirs.get(domainId) ?? [], sign) })
  }
}

type KeepingDeps = { db: Database; clock: Clock; logger: Logger }

const pollMs = 3_600_000
/** One that cannot be counted does not keep the others waiting. */
const retryMs = 1_000
/** The year that people look at, and the two weeks before it by which its first days are whole or not. */
const keptDays = 379
/** Today and yesterday are never kept, and a week of days costs as much as one. */
const lateDays = 9

/** Counts the past year of courses that were read once, so that the next reader of a year waits for no count. */
export function startKeepingCourses({ logger, ...deps }: KeepingDeps): Loop {
  return startLoop({
    pollMs,
    retryMs,
    onError: (error) => logger.warn({ err: error }, 'days of a course could not be kept'),
    round: createKeepingRound(deps),
  })
}

/** A round counts a course that is too short or too far behind; false after the last. One that stays there is passed over. */
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
