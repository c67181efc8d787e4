import Validator from '@adobe/structured-data-validator'
import WebAutoExtractor from '@marbec/web-auto-extractor'
import { createStructuredCheck } from '../../services/content/src/structured-data/check.ts'
import { createStructuredPool } from '../../services/content/src/structured-data/structured-pool.ts'
import { hostileTexts } from '../../services/content/src/structured-data/testing/hostile.ts'
import { shopPage } from './content-page.ts'
import { median, printTable, round } from './stats.ts'

const bytes = 500_000
const warmUps = 5

/** The check of structured data on a page of 500 KB beside two packages that share the work, in turns; then texts of strangers. */
export async function measureSchemaChecks(rounds: number) {
  const check = createStructuredCheck()
  const page = shopPage(bytes)
  const own: number[] = []
  const peers: number[] = []
  for (let i = 0; i < rounds + warmUps; i++) {
    const ownMs = await cpuMs(() => check(page))
    const peerMs = await cpuMs(() => checkWithPeers(page))
    if (i < warmUps) continue
    own.push(ownMs)
    peers.push(peerMs)
  }
  const hostile = await measureHostile()
  const slowest = hostile.reduce((a, b) => (a.ms > b.ms ? a : b))
  return {
    schemaCpuMs: round(median(own)),
    peersCpuMs: round(median(peers)),
    schemaRatio: round(median(peers) / median(own), 1),
    itemsFound: check(page).items.length,
    slowestHostileMs: slowest.ms,
    slowestHostileCpuMs: Math.max(...hostile.map((row) => row.cpuMs)),
    slowestHostile: slowest.text,
  }
}

/** The extractor, then the validator with Google's rules alone: it is given no vocabulary, which would cost it more. */
async function checkWithPeers(page: string): Promise<unknown> {
  const found = new WebAutoExtractor({ addLocation: true, embedSource: ['rdfa', 'microdata'] }).parse(page)
  return new Validator().validate(found)
}

/** Each text is the first that a new thread checks: nothing is compiled yet. */
async function measureHostile() {
  const rows: { text: string; ms: number; cpuMs: number }[] = []
  for (const [text, make] of Object.entries(hostileTexts)) {
    const made = make()
    const pool = createStructuredPool({ workers: 1, queued: 1, checkMs: 60_000, heapMb: 256 })
    await pool.check('', 'bench')
    const startedAt = performance.now()
    const cpu = await cpuMs(() => pool.check(made, 'bench'))
    rows.push({ text, ms: round(performance.now() - startedAt), cpuMs: round(cpu) })
    await pool.stop()
  }
  printTable(rows)
  return rows
}

/** CPU time, all threads of this process: a busy machine makes it little longer. */
async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
