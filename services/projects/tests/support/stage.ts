import { createLogger } from '@rts/shared/logger'
import { defaultPlans, type Plan } from '@rts/shared/plans'
import { createMetricsRegistry } from '@rts/shared/service/health'
import pg from 'pg'
import type { SerpQueue, SerpSource } from '../../src/checks/providers/serp.ts'
import { showFigures, startRankChecks } from '../../src/rank-checks.ts'
import { newDatabase } from './backend.ts'
import { scriptedSerp } from './scripted-serp.ts'

type Settings = {
  concurrency?: number
  catchUpPerSecond?: number
  budgetUsd?: number
  share?: number
  queue?: SerpQueue
  /** Real adapters in the place of the scripted provider. */
  source?: SerpSource
  smart?: boolean
  historyMonths?: number
}
type Tracked = { phrases: string[]; plan?: Plan; status?: string; paused?: boolean; frozen?: boolean }
export type Stage = Awaited<ReturnType<typeof startStage>>

const startsAt = Date.parse('2026-11-21T06:00:00.000Z')

/** Only the background work, on its own database or a given one. Tests insert the rows; the clock only moves by `pass`. */
export async function startStage(given?: { url: string; drop(): Promise<void> }) {
  const database = given ?? (await newDatabase())
  const pool = new pg.Pool({ connectionString: database.url, max: 10 })
  pool.on('error', () => {})
  let at = startsAt
  const clock = { now: () => new Date(at) }
  const serp = scriptedSerp(clock.now)
  const logger = createLogger('projects', 'fatal')
  const running: { stop(): Promise<void> }[] = []
  let registry = createMetricsRegistry('projects')

  async function start(settings: Settings = {}, through = pool) {
    registry = createMetricsRegistry('projects')
    showFigures({ registry, pool, clock })
    const background = await startRankChecks({
      parts: { pool: through, clock, logger, calls: { count: () => {} } },
      config: {
        RANK_CONCURRENCY: settings.concurrency ?? 4,
        RANK_CATCH_UP_PER_SECOND: settings.catchUpPerSecond ?? 1_000,
        PAGE_RETENTION_DAYS: 90,
        HISTORY_MONTHS: settings.historyMonths,
        SERP_DAILY_BUDGET_USD: settings.budgetUsd,
        SERP_ACCOUNT_SHARE: settings.share ?? 0.2,
        SERP_PROVIDERS: [],
      },
      terms: { plans: defaultPlans, isSmart: settings.smart ?? false },
      serp: settings.source ?? serp,
      queue: settings.queue ?? null,
    })
    running.push(background)
    return background
  }

  async function clear() {
    serp.resume()
    await Promise.all(running.splice(0).map((each) => each.stop()))
    await pool.query(
      'TRUNCATE account, site, keyword, page_target, ranks.account_slot, ranks.page, ranks.page_detail, ranks.rank, ranks.thinned, ranks.notable_change, spend.book, spend.total, spend.hold, facts.event CASCADE',
    )
    at = startsAt
    serp.calls.length = 0
    serp.costUsd = null
    serp.failureUsd = 0
    serp.isAsked = true
  }

  return {
    url: database.url,
    pool,
    clock,
    serp,
    start,
    clear,
    pass: (hours: number) => {
      at += hours * 3_600_000
    },
    /** An account with one site that tracks phrases, all due now; accounts with the same phrase share a page. */
    track: (account: string, tracked: Tracked) => track(pool, clock.now(), account, tracked),
    /** The metrics of the worker that was started last. */
    metrics: () => registry.metrics(),
    wake: () => pool.query(`SELECT pg_notify('ranks', '')`),
    /** The values of a statement's first column. */
    async column<T = string>(sql: string, ...values: unknown[]): Promise<T[]> {
      const found = await pool.query({ text: sql, values, rowMode: 'array' })
      return found.rows.map((row) => row[0])
    },
    stop: async () => {
      await clear()
      await pool.end()
      await database.drop()
    },
  }
}

async function track(pool: pg.Pool, now: Date, account: string, { phrases, plan, status, paused, frozen }: Tracked) {
  const values = [account, plan ?? 'growth', status ?? 'active', now]
  await pool.query('INSERT INTO account (id, plan, status, known_at) VALUES ($1, $2, $3, $4)', values)
  await pool.query(
    `INSERT INTO site (id, account_id, name, domain, tags, country, language, domain_since, created_at, checks_paused_at)
     VALUES ($1, $1, 'Site', 'example.com', '{}', 'us', 'en', $2, $2, $3)`,
    [account, now, paused ? now : null],
  )
  await pool.query(
    `INSERT INTO tracked_domain (id, site_id, domain, kind, since) VALUES ($1, $1, 'example.com', 'own', $2)`,
    [account, now],
  )
  // In one statement: a running worker removes a page without keywords.
  await pool.query(
    `WITH page AS (
       INSERT INTO page_target (id, identity, phrase, country, language, slot_seconds, next_due_at)
       SELECT p, p, p, 'us', 'en', 43200 + n, $3 FROM unnest($2::text[]) WITH ORDINALITY AS u (p, n)
       ON CONFLICT DO NOTHING
     )
     INSERT INTO keyword (id, site_id, phrase, identity, country, language, target_id, tracked_since, created_at, due_at, frozen)
     SELECT $1 || ' ' || p, $1, p, p, 'us', 'en', p, $3, $3, $3, $4 FROM unnest($2::text[]) AS u (p)`,
    [account, phrases, now, frozen ?? false],
  )
}
