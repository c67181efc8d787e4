import type { Database, Transaction } from '@rts/shared/service/transaction'
import {
  type Course,
  emptyCourses,
  holdCourses,
  type NewDays,
  openCourses,
  sharePhrases,
  storeCourse,
  storeDays,
} from './courses.sql.ts'
import { type Counted, type DayWindow, readDaySteps } from './day-steps.sql.ts'
import { type DayTally, dayAfter, daysBetween, running, shifted, talliesOf } from './rules/tallies.ts'

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

/** The first day that a course does not know; today at the latest. */
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

/**
 * The history of keywords, as it is now, no longer counts for the courses of their site (`-1`), or counts again (`1`): before they are
 * deleted or begin anew, after they are restored.
 */
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
