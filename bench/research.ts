import path from 'node:path'
import { freePort } from '@rts/local/ports'
import { busyNodeOptions } from '@rts/local/system/programs'
import { testKeys } from '@rts/shared/testing/secrets'
import pg from 'pg'
import { askToStartMs } from './lib/ask-to-start.ts'
import { startSandbox, startSetting } from './lib/rank-services.ts'
import { graphEdgesPerSecond } from './lib/research-graph.ts'
import { mentionsPerSecond } from './lib/research-mentions.ts'
import { seedCollected, seedGapSite } from './lib/research-seed.ts'
import { getAs } from './lib/signed-get.ts'
import { type Stack, startStack, untilOk } from './lib/stack.ts'
import { cpuMicroseconds, machine, median, peakMegabytes, printTable, quantile, round } from './lib/stats.ts'
import { answerThawedSites } from './lib/thawed-sites.ts'
import { turnFigures } from './lib/turns.ts'

const rounds = 10

/**
 * Measures a gap over 10,000 keywords of the site and ten rivals with 5,000 phrases each, the time from an ask to its run, and how fast
 * answers are searched for names and the domain graph is read.
 */
export async function run(): Promise<Record<string, unknown>> {
  const stack = await startStack()
  try {
    const { pool: projects } = await startSetting(stack, await startSandbox(stack))
    const url = await stack.database('research')
    const pool = new pg.Pool({ connectionString: url, max: 2 })
    pool.on('error', () => {})
    await seedGapSite(projects)
    await seedCollected(projects, pool)
    const service = await startResearch(stack, url)
    const target = '/projects/gap-site-1/gap?limit=100'
    const page = await measure(service, target)
    const changed = () =>
      projects.query(`UPDATE keyword SET last_check_at = now() WHERE id = (SELECT min(id) FROM keyword)`)
    const first = await measure(service, target, changed)
    const whole = await measure(service, '/projects/gap-site-1/gap')
    const mentions = mentionsPerSecond()
    const graph = await graphEdgesPerSecond(path.join(stack.folder, 'graph'))
    const waits = await askToStartMs(await stack.database('research', 'asks'))
    const turns = await turnsOf(await stack.database('research', 'turns'))
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
      'answers searched MB/s': mentions.megabytes,
      'graph edges/s': graph.perSecond,
      'graph import peak MB': graph.peakMb,
    }
    await Promise.all([projects.end(), pool.end()])
    printTable([figures])
    printTable(turns)
    return { ...figures, turns, rounds, machine: machine() }
  } finally {
    await stack.stop()
  }
}

async function turnsOf(url: string) {
  const figures = []
  for (const waiting of [10, 10_000])
    for (const accounts of [1, 1_000]) figures.push(await turnFigures(url, waiting, accounts))
  return figures
}

/** `before` runs before each call and is not measured. */
async function measure(
  { pid, port }: { pid: number; port: number },
  target: string,
  before: () => Promise<unknown> = async () => {},
) {
  const get = getAs('research', port, 'gap-account-1')
  await get(target)
  const cpuBefore = cpuMicroseconds(pid)
  const times: number[] = []
  let bytes = 0
  for (let i = 0; i < rounds; i++) {
    await before()
    const answer = await get(target)
    if (answer.status !== 200) throw new Error(`${target} was answered ${answer.status}`)
    times.push(answer.ms)
    bytes = answer.bytes
  }
  const cpuMs = round((cpuMicroseconds(pid) - cpuBefore) / rounds / 1_000)
  return { p50: round(median(times)), p95: round(quantile(times, 0.95)), cpuMs, megabytes: round(bytes / 1e6, 1) }
}

async function startResearch(stack: Stack, databaseUrl: string) {
  await answerThawedSites(stack.natsUrl)
  const port = await freePort()
  const adminPort = await freePort()
  const { pid } = await stack.node('services/research/src/main.ts', {
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    NODE_ENV: 'development',
    DATABASE_URL: databaseUrl,
    NATS_URL: stack.natsUrl,
    ...testKeys('research'),
    LOG_LEVEL: 'warn',
    KEYWORD_PROVIDERS: 'dataforseo',
    DATAFORSEO_LOGIN: 'bench',
    DATAFORSEO_PASSWORD: 'bench',
    DATAFORSEO_BASE_URL: 'http://127.0.0.1:9',
    NODE_OPTIONS: busyNodeOptions,
  })
  await untilOk(`http://127.0.0.1:${adminPort}/readyz`)
  return { pid, port }
}
