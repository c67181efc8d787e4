import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { latestOfManySql, latestRankSql } from '../src/history/latest-ranks.sql.ts'
import { type Stage, startStage } from './support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
  await stage.track('a', { phrases: ['one'] })
})
afterAll(() => stage.stop())

type Rank = { day: number; position: number }
/** Ranks of different days; 0 is not found. */
const ranks = fc.uniqueArray(fc.record({ day: fc.integer({ min: 1, max: 28 }), position: fc.nat(9) }), {
  minLength: 1,
  maxLength: 6,
  selector: ({ day }) => day,
})
const rows = `(SELECT 'a one' AS keyword_id, 'a' AS domain_id, make_timestamptz(2026, 11, day, 0, 0, 0, 'UTC') AS checked_at, position,
  100 - day AS depth, 'https://a.org/' || day AS url, 'serper' AS source, false AS sandbox, day AS blocks
  FROM unnest($1::int[], $2::int[]) AS r (day, position)) AS given`

async function join(sql: string, given: readonly Rank[]): Promise<void> {
  await stage.pool.query(sql, [given.map(({ day }) => day), given.map(({ position }) => position)])
}

async function state() {
  const sql =
    'SELECT position, depth, previous_position AS previous, previous_depth AS "previousDepth", best, url, blocks FROM keyword_state'
  return (await stage.pool.query(sql)).rows[0]
}

function expected(given: readonly Rank[]) {
  const [last, before] = [...given].sort((a, b) => b.day - a.day)
  const found = given.map(({ position }) => position).filter((position) => position > 0)
  const best = found.length > 0 ? Math.min(...found) : null
  const depthOf = (rank: Rank | undefined) => (rank ? 100 - rank.day : null)
  const previous = { previous: before?.position ?? null, previousDepth: depthOf(before) }
  return {
    position: last?.position,
    depth: depthOf(last),
    ...previous,
    best,
    url: `https://a.org/${last?.day}`,
    blocks: last?.day,
  }
}

it('ranks that come in the order of their time, one by one or at once, are the latest, the one before and the best', async () => {
  await fc.assert(
    fc.asyncProperty(ranks, fc.nat(6), async (given, first) => {
      const inOrder = [...given].sort((a, b) => a.day - b.day)
      await stage.pool.query('DELETE FROM keyword_state')
      await join(latestOfManySql(rows), inOrder.slice(0, first))
      for (const rank of inOrder.slice(first)) await join(latestRankSql(rows), [rank])
      expect(await state()).toEqual(expected(given))
    }),
    { numRuns: runs(40) },
  )
})

it('a rank that comes late, or again, changes neither the latest nor what is known of the one before', async () => {
  await fc.assert(
    fc.asyncProperty(ranks, fc.nat(5), async (given, at) => {
      const inOrder = [...given].sort((a, b) => a.day - b.day)
      const late = inOrder[Math.min(at, inOrder.length - 2)] ?? inOrder[0]
      const others = inOrder.length > 1 ? inOrder.filter((rank) => rank !== late) : inOrder
      await stage.pool.query('DELETE FROM keyword_state')
      await join(latestOfManySql(rows), others)
      for (let times = 0; times < 2; times++) await join(latestRankSql(rows), late ? [late] : [])
      const { previous, previousDepth } = expected(others.length > 1 ? others : given)
      expect(await state()).toEqual({ ...expected(given), previous, previousDepth })
    }),
    { numRuns: runs(40) },
  )
})
