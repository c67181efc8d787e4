import type pg from 'pg'
import { median, quantile, repeated, round } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { withParts } from '../harness/system.ts'
import { callsOf } from './lib/callers.ts'
import { dataForSeo, seededDomains, seedHistory, seedSites, startSandbox, startSetting } from './lib/projects.ts'

const rounds = 10
const list = '/projects/gap-site-1/gap'
const rowsOfRival = 5_000
const place = { country: 'us', language: 'en' }

/** Measures a gap over 10,000 keywords of the site and ten rivals with 5,000 phrases each. */
export function run(): Promise<object> {
  return withParts(async (parts) => {
    const { pool: projects } = await startSetting(parts, await startSandbox(parts))
    const { url, pool } = await parts.database('research')
    await seedGap(projects, pool)
    const env = { ...dataForSeo('http://127.0.0.1:9'), KEYWORD_PROVIDERS: 'dataforseo', DATABASE_URL: url }
    const { port } = await parts.service('research', env)
    const page = await measure(port, `${list}?limit=100`)
    const changed = () =>
      projects.query(`UPDATE keyword SET last_check_at = now() WHERE id = (SELECT min(id) FROM keyword)`)
    const first = await measure(port, `${list}?limit=100`, changed)
    const whole = await measure(port, list)
    const figures = {
      'page p50 ms': page.p50,
      'page p95 ms': page.p95,
      'page after a check p50 ms': first.p50,
      'page after a check p95 ms': first.p95,
      'whole p50 ms': whole.p50,
    }
    printTable([figures])
    return { ...figures, rounds }
  })
}

/** `before` runs before each call and is not measured. */
async function measure(port: number, target: string, before: () => Promise<unknown> = async () => {}) {
  const read = callsOf(port, { service: 'research', account: 'gap-account-1' })
  await read(target)
  const times = await repeated(rounds, async () => {
    await before()
    const { status, ms } = await read(target)
    if (status !== 200) throw new Error(`${target} was answered ${status}`)
    return ms
  })
  return { p50: round(median(times)), p95: round(quantile(times, 0.95)) }
}

/** Seeds `gap-site-1` with 10,000 keywords and ten rivals, all with ranks, and what was collected about them. */
async function seedGap(projects: pg.Pool, research: pg.Pool): Promise<void> {
  const seed = { prefix: 'gap', sites: 1, keywordsPerSite: 10_000, competitors: 10 }
  await seedSites(projects, seed)
  await seedHistory(projects, seed, { days: 0, domains: 11 })
  await projects.query('VACUUM (ANALYZE)')
  for (const [i, domain] of seededDomains(seed.competitors).entries())
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
