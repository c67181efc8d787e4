import { busyNodeOptions } from '@rts/local/system/programs'
import type pg from 'pg'
import type { Parts, Served, Service } from '../../harness/system.ts'

/** A projects service with its own database. */
export type Setting = { pool: pg.Pool; service: Service }

let settings = 0

/** The variables with which projects and research buy from a provider at this address, as much as they want. */
export function dataForSeo(address: string): Record<string, string> {
  const keys = { DATAFORSEO_LOGIN: 'bench', DATAFORSEO_PASSWORD: 'bench', DATAFORSEO_BASE_URL: address }
  const budgets = { SERP_DAILY_BUDGET_USD: 'none', RESEARCH_DAILY_BUDGET_USD: 'none' }
  const live = { SERP_PROVIDERS: 'dataforseo', DATAFORSEO_MODE: 'live', NODE_OPTIONS: busyNodeOptions }
  return { ...keys, ...budgets, ...live }
}

/** Starts a projects service, which calls the sandbox in DataForSEO's format. */
export async function startSetting(parts: Parts, sandbox: Served): Promise<Setting> {
  const { url, pool } = await parts.database('projects', `projects_${++settings}`)
  const sandboxUrl = `http://127.0.0.1:${sandbox.port}`
  const env = { ...dataForSeo(`${sandboxUrl}/dataforseo`), SANDBOX_URL: sandboxUrl, DATABASE_URL: url }
  return { pool, service: await parts.service('projects', env) }
}

/** Starts the sandbox in its own process. */
export function startSandbox(parts: Parts): Promise<Served> {
  return parts.server('packages/sandbox/src/main.ts', { NODE_ENV: 'production' }, '/healthz')
}

/** Sites with one account each, named `<prefix>-site-<n>`; all have the same own domain and competitors, three by default. */
export type SeedSites = { prefix: string; sites: number; keywordsPerSite: number; competitors?: number }

/** The domains of a seeded site, its own first. The first four are on the pages of the sandbox. */
export function seededDomains(competitors = 3): string[] {
  const rivals = Array.from({ length: competitors }, (_, i) => `rival${i + 1}.example`)
  return ['amazon.com', ...['youtube.com', 'wikipedia.org', 'reddit.com', ...rivals].slice(0, competitors)]
}

/** Seeds accounts, sites, domains, targets and keywords, with one statement each. The targets are not due. */
export async function seedSites(
  pool: pg.Pool,
  { prefix, sites, keywordsPerSite, competitors }: SeedSites,
): Promise<void> {
  const values = [prefix, sites]
  const domains = seededDomains(competitors)
  await pool.query(
    `INSERT INTO account (id, plan, known_at) SELECT $1 || '-account-' || s, 'scale', now() FROM generate_series(1, $2::int) s`,
    values,
  )
  await pool.query(
    `INSERT INTO site (id, account_id, name, domain, tags, country, language, domain_since, created_at)
     SELECT $1 || '-site-' || s, $1 || '-account-' || s, 'Bench', $3, '{}', 'us', 'en', now(), now() FROM generate_series(1, $2::int) s`,
    [...values, domains[0]],
  )
  await pool.query(
    `INSERT INTO tracked_domain (id, site_id, domain, kind, since)
     SELECT $1 || '-domain-' || s || '-' || d.place, $1 || '-site-' || s, d.domain,
       CASE d.place WHEN 1 THEN 'own' ELSE 'competitor' END, now() - interval '1 year'
     FROM generate_series(1, $2::int) s, unnest($3::text[]) WITH ORDINALITY AS d (domain, place)`,
    [...values, domains],
  )
  await pool.query(
    `INSERT INTO page_target (id, identity, phrase, country, language, slot_seconds)
     SELECT $1 || '-target-' || n, $1 || ' phrase ' || n, $1 || ' phrase ' || n, 'us', 'en', n % 86400 FROM generate_series(1, $2::int * $3::int) n`,
    [...values, keywordsPerSite],
  )
  await pool.query(
    `INSERT INTO keyword (id, site_id, phrase, identity, country, language, target_id, tracked_since, created_at)
     SELECT $1 || '-keyword-' || n, $1 || '-site-' || (n - 1) / $3::int + 1, $1 || ' phrase ' || n, $1 || ' phrase ' || n, 'us', 'en',
       $1 || '-target-' || n, now() - interval '1 year', now() FROM generate_series(1, $2::int * $3::int) n`,
    [...values, keywordsPerSite],
  )
}

/** Seeds `days` of daily positions for the first domains of each site, and the latest ones; answers how many are of days. */
export async function seedHistory(
  pool: pg.Pool,
  { prefix, sites, keywordsPerSite }: SeedSites,
  { days, domains: count }: { days: number; domains: number },
): Promise<number> {
  await pool.query(`SELECT ranks.ensure_partitions((now() - make_interval(days => $1))::date, 13)`, [days])
  let rows = 0
  // One statement a month, so that none needs too much memory.
  for (let from = days; from > 0; from -= 30) {
    const added = await pool.query(
      `INSERT INTO ranks.rank (keyword, checked_at, domain, epoch, position, depth, source, url)
       SELECT k.seq, date_trunc('milliseconds', now()) - make_interval(days => day), h.seq, 0, (n * 7 + day * 3 + d) % 100 + 1, 100,
         (SELECT ranks.source_of('dataforseo', true)), 'https://www.example.com/guides/phrase-' || n
       FROM generate_series($5::int, $6::int, -1) day CROSS JOIN generate_series(1, $2::int * $3::int) n
       JOIN keyword k ON k.id = $1 || '-keyword-' || n CROSS JOIN generate_series(1, $4::int) d
       JOIN tracked_domain h ON h.id = $1 || '-domain-' || (n - 1) / $3::int + 1 || '-' || d`,
      [prefix, sites, keywordsPerSite, count, from, Math.max(1, from - 29)],
    )
    rows += added.rowCount ?? 0
  }
  await pool.query(
    `INSERT INTO keyword_state (keyword_id, domain_id, position, previous_position, best, url, checked_at)
     SELECT $1 || '-keyword-' || n, $1 || '-domain-' || (n - 1) / $3::int + 1 || '-' || d, (n * 7 + 3 + d) % 100 + 1,
       (n * 7 + 6 + d) % 100 + 1, 1, 'https://www.example.com/guides/and-a-longer-path/phrase-' || n, now() - interval '1 day'
     FROM generate_series(1, $2::int * $3::int) n, generate_series(1, $4::int) d`,
    [prefix, sites, keywordsPerSite, count],
  )
  return rows
}

/** Makes all targets due now, as never fetched, and wakes the workers. */
export async function makeDue(pool: pg.Pool): Promise<void> {
  await pool.query('UPDATE keyword SET due_at = now()')
  await pool.query('UPDATE page_target SET next_due_at = now(), last_fetched_at = NULL')
  await pool.query(`SELECT pg_notify('ranks', '')`)
}

/** How many targets were fetched since they were made due. */
export async function fetchedOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query('SELECT count(*)::int AS n FROM page_target WHERE last_fetched_at IS NOT NULL')
  return Number(rows[0]?.n)
}
