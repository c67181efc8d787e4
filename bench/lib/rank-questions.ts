import { dayMs } from '@rts/shared/clock'
import type pg from 'pg'
import { readRanksBefore } from '../../services/projects/src/ranks/earlier-ranks.sql.ts'
import { askRivals, askStandings, readFirstCheck } from '../../services/projects/src/ranks/questions.sql.ts'
import { compareReads } from './rank-compared.ts'
import type { Setting } from './rank-services.ts'
import { quantile } from './stats.ts'

const times = 15

/** Questions of an agent about a site four weeks ago, statement by statement, alone and beside other sites' history; in turns. */
export async function measureQuestions(alone: Setting, crowded: Setting, siteId: string, rounds: number) {
  const then = { until: new Date(Date.now() - 28 * dayMs), reachDays: 2 }
  const question = { q: '', filter: undefined, sort: 'change', then, skip: 0, take: 50 } as const
  const rivals = [2, 3, 4].map((n) => siteId.replace('site', 'domain').concat(`-${n}`))
  const questions = {
    'standings then': (pool: pg.Pool) => askStandings(pool, siteId, question),
    'rivals then': (pool: pg.Pool) => askRivals(pool, siteId, rivals, question),
    'first check': (pool: pg.Pool) => readFirstCheck(pool, siteId, ''),
    'ranks before': (pool: pg.Pool) => readRanksBefore(pool, siteId, 28, 7),
  }
  const rows = []
  for (const [name, ask] of Object.entries(questions)) {
    const measure = { alone: () => timed(alone.pool, ask), beside: () => timed(crowded.pool, ask) }
    rows.push(await compareReads(name, measure, rounds))
  }
  return rows
}

async function timed(pool: pg.Pool, ask: (pool: pg.Pool) => Promise<unknown>) {
  const took: number[] = []
  for (let i = 0; i < times; i++) {
    const startedAt = performance.now()
    await ask(pool)
    took.push(performance.now() - startedAt)
  }
  return { p50: quantile(took, 0.5), p95: quantile(took, 0.95) }
}
