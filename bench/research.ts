import { cpuMicroseconds, median, peakMegabytes, quantile, round } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { type Service, withParts } from '../harness/system.ts'
import { readsOf } from './lib/callers.ts'
import { dataForSeo, startSandbox, startSetting } from './lib/projects.ts'
import { askToStartMs, claimFigures } from './lib/research-asks.ts'
import { seedGap } from './lib/research-gap.ts'

const rounds = 10
const list = '/projects/gap-site-1/gap'

/** Measures a gap over 10,000 keywords of the site and ten rivals with 5,000 phrases each, and the time from an ask to its run. */
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
    const asks = await parts.database('research', 'asks')
    const waits = await askToStartMs(asks.pool)
    const figures = {
      'page p50 ms': page.p50,
      'page p95 ms': page.p95,
      'page after a check p50 ms': first.p50,
      'page after a check p95 ms': first.p95,
      'page CPU ms': page.cpuMs,
      'whole p50 ms': whole.p50,
      'whole MB': whole.megabytes,
      'ask to start p50 ms': round(median(waits), 1),
      'ask to start p95 ms': round(quantile(waits, 0.95), 1),
      'peak MB': round(peakMegabytes(service.pid)),
    }
    const claims = []
    for (const waiting of [10, 10_000])
      for (const accounts of [1, 1_000]) claims.push(await claimFigures(asks.pool, waiting, accounts))
    printTable([figures])
    printTable(claims)
    return { ...figures, claims, rounds }
  })
}

/** `before` runs before each call and is not measured. */
async function measure({ pid, port }: Service, target: string, before: () => Promise<unknown> = async () => {}) {
  const read = readsOf('research', port, 'gap-account-1')
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
