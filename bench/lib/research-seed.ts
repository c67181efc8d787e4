import type pg from 'pg'
import { seedSites } from './rank-seed.ts'

const keywords = 10_000
const rivals = 10
const rowsOfRival = 5_000

/** Seeds `gap-site-1` with 10,000 keywords and ten rivals, all with ranks. */
export async function seedGapSite(projects: pg.Pool): Promise<void> {
  await seedSites(projects, { prefix: 'gap', sites: 1, keywordsPerSite: keywords })
  await projects.query(`DELETE FROM tracked_domain WHERE site_id = 'gap-site-1' AND kind = 'competitor'`)
  await projects.query(
    `INSERT INTO tracked_domain (id, site_id, domain, kind, since)
     SELECT 'gap-domain-1-' || d, 'gap-site-1', 'rival' || d || '.example', 'competitor', now() FROM generate_series(101, 100 + $1::int) d`,
    [rivals],
  )
  await projects.query(
    `INSERT INTO keyword_state (keyword_id, domain_id, position, previous_position, best, url, checked_at)
     SELECT k.id, d.id, (k.seq + length(d.id)) % 100 + 1, 1, 1, 'https://www.example.com/guides/phrase-' || k.seq, now()
     FROM keyword k JOIN tracked_domain d USING (site_id)`,
  )
  await projects.query('VACUUM (ANALYZE)')
}

/** Seeds its collected results: the ranks of the site and of each rival, with two thirds of their phrases shared, and the metrics. */
export async function seedCollected(projects: pg.Pool, research: pg.Pool): Promise<void> {
  const { rows } = await projects.query(
    `SELECT domain FROM tracked_domain WHERE site_id = 'gap-site-1' ORDER BY kind = 'own' DESC, seq`,
  )
  const domains = rows.map((row: { domain: string }) => row.domain)
  for (const [i, domain] of domains.entries()) {
    const body = ranksOf(i)
    await collected(research, 'ranked', { domain, ...place }, `${domain}·us·en`, body)
  }
  await collected(research, 'metrics', { siteId: 'gap-site-1', ...place }, 'gap-site-1·us·en', { key: [] })
}

const place = { country: 'us', language: 'en' }

function ranksOf(site: number) {
  const numbers = Array.from({ length: rowsOfRival }, (_, i) => (i % 3 === 0 ? 100_000 + site * rowsOfRival + i : i))
  const phrases = numbers.map((n) => `gap phrase ${n + 1}`)
  const all = <T>(value: (n: number) => T) => numbers.map(value)
  return {
    key: phrases,
    phrase: phrases,
    position: all((n) => (n % 40) + 1),
    url: all((n) => `https://www.rival.example/guides/and-a-longer-path/phrase-${n}`),
    volume: all((n) => (n % 500) * 10),
    difficulty: all((n) => n % 101),
    cpc: all((n) => (n % 700) / 100),
    intent: all(() => 'commercial'),
    source: all(() => 'dataforseo'),
    sandbox: all(() => false),
  }
}

async function collected(research: pg.Pool, kind: string, input: object, key: string, body: object): Promise<void> {
  await research.query(
    `WITH s AS (INSERT INTO collects.subject (kind, key, input, lane) VALUES ($1, $2, $3, 'ask') RETURNING id),
     r AS (INSERT INTO collects.result (subject_id, status, sources, sandbox, collected_at, body)
       SELECT id, 'ready', '{dataforseo}', false, now(), $4 FROM s RETURNING id, subject_id),
     d AS (INSERT INTO collects.reading (scope, subject_id, result_id, payer) SELECT 's:gap-site-1', subject_id, id, 'gap-account-1' FROM r)
     SELECT id, subject_id FROM r`,
    [kind, key, JSON.stringify(input), JSON.stringify(body)],
  )
  await research.query(
    'UPDATE collects.subject s SET result_id = r.id FROM collects.result r WHERE r.subject_id = s.id',
  )
}
