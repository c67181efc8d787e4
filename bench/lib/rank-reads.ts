import { closedLoop } from './load.ts'
import { compareReads } from './rank-compared.ts'
import { measureQuestions } from './rank-questions.ts'
import { type SeedSites, seedHistory, seedSites } from './rank-seed.ts'
import type { Service, Setting } from './rank-services.ts'
import { signedGets } from './signed.ts'
import { printTable, quantile, round } from './stats.ts'

const days = 365
const read: SeedSites = { prefix: 'read', sites: 1, keywordsPerSite: 1_000 }
const readSeconds = 2

export type ReadOptions = { rounds: number; otherRows: number }

const reads = {
  overview: () => '/projects/read-site-1/overview',
  history: (n: number) => `/projects/read-site-1/keywords/read-keyword-${(n % read.keywordsPerSite) + 1}/history`,
  'rank-compare': () => '/projects/read-site-1/rank-compare',
}
type ReadName = keyof typeof reads
const readNames = ['overview', 'history', 'rank-compare'] as const satisfies readonly ReadName[]

/** Compares the reads of one site alone in its database with those beside the positions of many other sites. */
export async function measureReads(alone: Setting, crowded: Setting, options: ReadOptions) {
  for (const { pool } of [alone, crowded]) {
    await seedSites(pool, read)
    await seedHistory(pool, read, { days, domains: 4 })
  }
  const others: SeedSites = { prefix: 'other', sites: Math.ceil(options.otherRows / days / 100), keywordsPerSite: 100 }
  await seedSites(crowded.pool, others)
  const startedAt = performance.now()
  const otherRows = await seedHistory(crowded.pool, others, { days, domains: 1 })
  console.log(`\n${otherRows} positions of other sites in ${round((performance.now() - startedAt) / 1_000)} s`)
  for (const { pool } of [alone, crowded]) {
    // Autovacuum would do this later by itself.
    await pool.query('VACUUM (ANALYZE)')
    await pool.query('CHECKPOINT')
  }
  const get = signedGets('read-account-1')
  const rows = await measureQuestions(alone, crowded, 'read-site-1', options.rounds)
  for (const name of readNames) {
    const measure = {
      alone: () => readRound(name, get, alone.service),
      beside: () => readRound(name, get, crowded.service),
    }
    rows.push(await compareReads(name, measure, options.rounds))
  }
  console.log()
  printTable(rows)
  return { ratio: round(1 / Math.max(...rows.map((row) => row.growth)), 3), reads: rows, otherRows }
}

async function readRound(name: ReadName, get: (target: string) => Buffer, { port }: Service) {
  let next = 0
  const request = () => get(reads[name](next++))
  const { latenciesMs, unexpected } = await closedLoop(port, 1, readSeconds, request)
  if (unexpected > 0) throw new Error(`${unexpected} reads of ${name} failed`)
  return { p50: quantile(latenciesMs, 0.5), p95: quantile(latenciesMs, 0.95) }
}
