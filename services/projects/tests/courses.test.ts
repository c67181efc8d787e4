import { utcDay } from '@rts/shared/clock'
import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKeepingRound, readTallies, shiftCourses } from '../src/history/courses.ts'
import { readDaySteps } from '../src/history/day-steps.sql.ts'
import { type DayTally, daysBetween, running } from '../src/history/rules/tallies.ts'
import { transact } from '../src/transact.ts'
import { firstDay, rankStories, rivalStep, type Step, step } from './support/rank-story.ts'
import { type Stage, startStage } from './support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
  await stage.pool.query(`SELECT ranks.ensure_partitions('2026-10-01', 3)`)
})
afterAll(() => stage.stop())

const from = utcDay(new Date(firstDay))
const dayMs = 86_400_000
/** The window of a story, read some days after it, and of a later day of the same story. */
const windowTo = (days: number) => ({ from, until: utcDay(new Date(firstDay + days * dayMs)), reachDays: 3 })
let sites = 0

async function domainsOf(site: string): Promise<string[]> {
  const found = await stage.pool.query(
    'SELECT id FROM tracked_domain WHERE site_id = $1 AND deleted_at IS NULL ORDER BY seq',
    [site],
  )
  return found.rows.map(({ id }) => id)
}

/** The same from all checks. */
async function counted(ids: readonly string[], window: ReturnType<typeof windowTo>): Promise<[string, DayTally[]][]> {
  const steps = await readDaySteps(stage.pool, ids, window)
  const days = daysBetween(window.from, window.until)
  return ids.map((id) => [
    id,
    running(
      days,
      steps.filter(({ domainId }) => domainId === id),
    ),
  ])
}

const rounded = (tallies: [string, DayTally[]][]) =>
  tallies.map(([id, days]) => [
    id,
    days.map(({ clicks, phrases, counts }) => [
      Math.abs(Math.round(clicks * 1e6) / 1e6),
      phrases + 0,
      counts.map((count) => count + 0),
    ]),
  ])

async function expectSame(site: string, days: number): Promise<void> {
  const ids = await domainsOf(site)
  const read = await readTallies(stage.pool, ids, windowTo(days))
  const kept = ids.map((id): [string, DayTally[]] => [id, read.get(id) ?? []])
  expect(rounded(kept)).toEqual(rounded(await counted(ids, windowTo(days))))
}

/** Deletes a keyword, or restores it where its phrase is not tracked again. */
function turnKeyword(site: string, keywordId: string): Promise<void> {
  return transact(stage.pool, async (tx) => {
    await tx.query('SELECT 1 FROM site WHERE id = $1 FOR UPDATE', [site])
    const { rows } = await tx.query(
      `SELECT k.deleted_at IS NULL AS live, EXISTS (SELECT 1 FROM keyword o WHERE o.site_id = k.site_id
         AND o.identity = k.identity AND o.id <> k.id AND o.deleted_at IS NULL) AS taken FROM keyword k WHERE id = $1`,
      [keywordId],
    )
    const [{ live, taken }] = rows
    if (live) await shiftCourses(tx, site, [keywordId], -1)
    if (live || !taken)
      await tx.query('UPDATE keyword SET deleted_at = CASE WHEN deleted_at IS NULL THEN now() END WHERE id = $1', [
        keywordId,
      ])
    if (!live && !taken) await shiftCourses(tx, site, [keywordId], 1)
  })
}

it('kept days are those of all checks, in whatever order these come, while others read, after deletions and new histories', async () => {
  const tell = rankStories(stage.pool)
  const events = fc.oneof(
    { weight: 8, arbitrary: step },
    { weight: 1, arbitrary: fc.constantFrom('delete' as const, 'read' as const) },
  )
  const story = fc.array(fc.array(events, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(story, fc.integer({ min: 24, max: 40 }), fc.boolean(), async (moments, days, isShared) => {
      const site = `c${++sites}`
      await stage.track(site, { phrases: [`${site} 0`, `${site} 1`] })
      if (isShared)
        await stage.pool.query(
          `UPDATE keyword SET device = 'mobile', identity = (SELECT identity FROM keyword WHERE id = $1) WHERE id = $2`,
          [`${site} ${site} 0`, `${site} ${site} 1`],
        )
      await tell(site, rivalStep)
      const happen = async (event: Step | 'delete' | 'read') => {
        if (event === 'read') await readTallies(stage.pool, await domainsOf(site), windowTo(days))
        else if (event === 'delete') await turnKeyword(site, `${site} ${site} 0`)
        else await tell(site, event)
      }
      for (const moment of moments) {
        await Promise.all(moment.map(happen))
        await expectSame(site, days)
      }
      await expectSame(site, days + 1)
    }),
    { numRuns: runs(25) },
  )
})

it('a day that is over is counted once: what is kept is read, until history changes', async () => {
  const tell = rankStories(stage.pool)
  const site = `c${++sites}`
  await stage.track(site, { phrases: [`${site} 0`, `${site} 1`] })
  const check = (day: number, own: number): Step => ({ does: 'check', keyword: 0, day, own, path: '/', rival: 0 })
  await tell(site, check(2, 3))
  const [own = ''] = await domainsOf(site)
  const topThree = async () =>
    (await readTallies(stage.pool, [own], windowTo(30))).get(own)?.map(({ counts }) => counts[1])
  const before = await topThree()
  // Past the code that writes history: only what is kept can still say it.
  await stage.pool.query('DELETE FROM ranks.rank')
  expect(await topThree()).toEqual(before)
  await tell(site, check(1, 3))
  expect((await topThree())?.slice(0, 5)).toEqual([0, 1, 1, 1, 0])
})

describe('the past year of a course', () => {
  const courseOf = (domainId: string) =>
    stage.column(
      `SELECT first || ' ' || last FROM ranks.course c JOIN tracked_domain d ON d.seq = c.domain WHERE d.id = '${domainId}'`,
    )
  /** All rounds that are due so many days after the first one, over `db`. */
  async function keep(days: number, db: Pool = stage.pool): Promise<void> {
    const round = createKeepingRound({ db, clock: { now: () => new Date(firstDay + days * dayMs) } })
    while (await round().catch(() => true)) {}
  }
  async function checkedSite(): Promise<{ site: string; own: string }> {
    const site = `c${++sites}`
    await stage.track(site, { phrases: [`${site} 0`, `${site} 1`] })
    await rankStories(stage.pool)(site, { does: 'check', keyword: 0, day: 2, own: 3, path: '/', rival: 0 })
    const [own = ''] = await domainsOf(site)
    return { site, own }
  }

  it('is kept without a reader, once there was one', async () => {
    const { site, own } = await checkedSite()
    await keep(30)
    expect(await courseOf(own)).toEqual(['2026-10-22 2026-10-21'])
    await readTallies(stage.pool, [own], windowTo(20))
    await keep(30)
    expect(await courseOf(own)).toEqual(['2025-11-06 2026-11-17'])
    await expectSame(site, 30)
    // Six days are no week.
    await keep(36)
    expect(await courseOf(own)).toEqual(['2025-11-06 2026-11-17'])
  })

  it('is kept, also behind one that cannot be counted', async () => {
    const [broken, whole] = [await checkedSite(), await checkedSite()].map(({ own }) => own)
    await readTallies(stage.pool, [broken ?? '', whole ?? ''], windowTo(20))
    const query = (asked: unknown, ...more: unknown[]) =>
      JSON.stringify(asked).includes(`"${broken}"`)
        ? Promise.reject(new Error('too slow'))
        : Reflect.apply(stage.pool.query, stage.pool, [asked, ...more])
    await keep(30, Object.assign(Object.create(stage.pool), { query }))
    expect(await courseOf(broken ?? '')).toEqual(['2026-10-20 2026-11-07'])
    expect(await courseOf(whole ?? '')).toEqual(['2025-11-06 2026-11-17'])
  })
})
