import type pg from 'pg'
import { seedRivals, seedSites } from './projects.ts'

const rowsOfRival = 5_000
const place = { country: 'us', language: 'en' }

/** Seeds `gap-site-1` with 10,000 keywords and ten rivals, all with ranks, and what was collected about them. */
export async function seedGap(projects: pg.Pool, research: pg.Pool): Promise<void> {
  await seedSites(projects, { prefix: 'gap', sites: 1, keywordsPerSite: 10_000 })
  await projects.query(`DELETE FROM tracked_domain WHERE site_id = 'gap-site-1' AND kind = 'competitor'`)
  await seedRivals(projects, 'gap-site-1', 10)
  const { rows } = await projects.query<{ domain: string }>(
    `SELECT domain FROM tracked_domain WHERE site_id = 'gap-site-1' ORDER BY kind = 'own' DESC, seq`,
  )
  for (const [i, { domain }] of rows.entries())
    await collected(research, 'ranked', { domain, ...place }, `${domain}·us·en`, ranksOf(i))
  await collected(research, 'metrics', { siteId: 'gap-site-1', ...place }, 'gap-site-1·us·en', { key: [] })
}

/** Two thirds of its phrases are those of the other sites too. */
function ranksOf(site: number) {
  const numbers = Array.from({ length: rowsOfRival }, (_, i) => (i % 3 === 0 ? 100_000 + site * rowsOfRival + i : i))
  const phrases = numbers.map((n) => `gap phrase ${n + 1}`)
  return {
    key: phrases,
    phrase: phrases,
    position: numbers.map((n) => (n % 40) + 1),
    url: numbers.map((n) => `https://www.rival.example/guides/and-a-longer-path/phrase-${n}`),
    volume: numbers.map((n) => (n % 500) * 10),
    difficulty: numbers.map((n) => n % 101),
    cpc: numbers.map((n) => (n % 700) / 100),
    intent: numbers.map(() => 'commercial'),
    source: numbers.map(() => 'dataforseo'),
    sandbox: numbers.map(() => false),
  }
}

async function collected(research: pg.Pool, kind: string, input: object, key: string, body: object): Promise<void> {
  await research.query(
    `WITH s AS (INSERT INTO collects.subject (kind, key, input, lane) VALUES ($1, $2, $3, 'ask') RETURNING id),
     r AS (INSERT INTO collects.result (subject_id, status, sources, sandbox, collected_at, body)
       SELECT id, 'ready', '{dataforseo}', false, now(), $4 FROM s RETURNING id, subject_id)
     INSERT INTO collects.reading (scope, subject_id, result_id, payer) SELECT 's:gap-site-1', subject_id, id, 'gap-account-1' FROM r`,
    [kind, key, JSON.stringify(input), JSON.stringify(body)],
  )
  await research.query(
    'UPDATE collects.subject s SET result_id = r.id FROM collects.result r WHERE r.subject_id = s.id',
  )
}
