import type pg from 'pg'
import { cpuMicroseconds, median, peakMegabytes, quantile, round } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { type Service, withParts } from '../harness/system.ts'
import { callsOf } from './lib/callers.ts'
import { dataForSeo, seedRivals, seedSites, startSandbox, startSetting } from './lib/projects.ts'

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
    const service = await parts.service('research', env)
    const page = await measure(service, `${list}?limit=100`)
    const changed = () =>
      projects.query(`UPDATE keyword SET last_check_at = now() WHERE id = (SELECT min(id) FROM keyword)`)
    const first = await measure(service, `${list}?limit=100`, changed)
    const whole = await measure(service, list)
    const figures = {
      'page p50 ms': page.p50,
      'page p95 ms': page.p95,
      'page after a check p50 ms': first.p50,
      'page after a check p95 ms': first.p95,
      'page CPU ms': page.cpuMs,
      'whole p50 ms': whole.p50,
      'whole MB': whole.megabytes,
      'peak MB': round(peakMegabytes(service.pid)),
    }
    printTable([figures])
    return { ...figures, rounds }
  })
}

/** `before` runs before each call and is not measured. */
async function measure({ pid, port }: Service, target: string, before: () => Promise<unknown> = async () => {}) {
  const read = callsOf(port, { service: 'research', account: 'gap-account-1' })
  await read(target)
  const cpuBefore = cpuMicroseconds(pid)
  const times: number[] = []
  let bytes = 0
  for (let i = 0; i < rounds; i++) {
    await before()
    const answer = await read(target)
    if (answer.status !== 200) throw new Error(`${target} was answered ${answer.status}`)
    times.push(answer.ms)
    bytes = answer.bytes
  }
  const cpuMs = round((cpuMicroseconds(pid) - cpuBefore) / rounds / 1_000)
  return { p50: round(median(times)), p95: round(quantile(times, 0.95)), cpuMs, megabytes: round(bytes / 1e6, 1) }
}

/** Seeds `gap-site-1` with 10,000 keywords and ten rivals, all with ranks, and what was collected about them. */
async function seedGap(projects: pg.Pool, research: pg.Pool): Promise<void> {
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
