import { parseArgs } from 'node:util'
import { mcpPath } from '@rts/shared/contract/doors'
import pg from 'pg'
import { type Watched, watch } from './lib/beside.ts'
import {
  type Attack,
  audit,
  auditsOf,
  type Content,
  pagesByAddress,
  seedSite,
  startContent,
  startHostileSites,
  texts,
} from './lib/hostile-content.ts'
import { listingAs, messages, startMcp } from './lib/hostile-mcp.ts'
import { type Get, getAs } from './lib/signed-get.ts'
import { startStack } from './lib/stack.ts'
import { machine, median, peakMegabytes, printTable, round } from './lib/stats.ts'

const { values: wish } = parseArgs({ args: process.argv.slice(3), options: { only: { type: 'string', default: '' } } })
const rounds = 2
const secondsAlone = 4
const secondsAttacked = 6
/** The other account's p99 at most so many times its own. */
const mostTimes = 3
const mostMegabytes = 1_500

/** Another account's call, and the service that answers it. */
type Calm = { start(): Promise<Content>; get(service: Content): Get; target: string }

/** What strangers write, the worst text of each bound, while another account's audit, or list of tools, is read: its p99, the loop, the memory. */
export async function run(): Promise<Record<string, unknown>> {
  const stack = await startStack()
  const sites = await startHostileSites()
  const url = await stack.database('content')
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  pool.on('error', () => {})
  try {
    await seedSite(pool, 'calm', 'calm.hostile.example', 'scale')
    await seedSite(pool, 'charset', 'charset.hostile.example', 'free')
    const attacks: Record<string, Attack> = {
      'robots.txt: 51,000 equal rules': auditsOf(pool, 'robots'),
      'robots.txt: long wildcards': auditsOf(pool, 'wildcards'),
      'sitemaps: millions of attributes': auditsOf(pool, 'attributes'),
      'sitemaps: packed, 40 MB each': auditsOf(pool, 'packed'),
      'pages: HTML of 2 MB': auditsOf(pool, 'pages'),
      'pages: structured data': auditsOf(pool, 'data'),
      'pages: headers': auditsOf(pool, 'headers'),
      'texts handed in': texts(stack.callerKeys),
      'a page by address: encoding': pagesByAddress(stack.callerKeys, 'charset'),
    }
    const first = await startContent(stack, url, sites.port)
    await audit(pool, 'calm', 'calm.hostile.example', () => false)
    await first.stop()
    const audits: Calm = {
      start: () => startContent(stack, url, sites.port),
      get: ({ port }) => getAs(stack.callerKeys, 'content', port, 'of-calm'),
      target: '/projects/calm/issues',
    }
    const tools: Calm = {
      start: () => startMcp(stack),
      get: ({ port }) => listingAs(stack.callerKeys, port, 'of-calm'),
      target: mcpPath,
    }
    const all: [what: string, attack: Attack, calm: Calm][] = [
      ...Object.entries(attacks).map(([what, attack]): [string, Attack, Calm] => [what, attack, audits]),
      ['messages of agents: 256 KB', messages(stack.callerKeys), tools],
    ]
    const rows = []
    for (const [what, attack, calm] of all) if (what.includes(wish.only)) rows.push(await row(what, attack, calm))
    printTable(rows)
    const ratio = Math.max(...rows.map(({ times }) => times))
    return { ratio, rows, holds: rows.every(({ holds }) => holds === 'yes'), rounds, machine: machine() }
  } finally {
    await pool.end()
    sites.stop()
    await stack.stop()
  }

  /** One attack on a service that has just started, after its calls alone. */
  async function row(what: string, attack: Attack, calm: Calm) {
    const service = await calm.start()
    const get = calm.get(service)
    const during = (seconds: number, from = performance.now()) => {
      return () => performance.now() - from > seconds * 1_000
    }
    const watched = (isOver: () => boolean) => watch(get, calm.target, service, isOver)
    await watched(during(2))
    const seen: { alone: Watched; attacked: Watched }[] = []
    for (let i = 0; i < rounds; i++) {
      const alone = await watched(during(secondsAlone))
      const isOver = during(secondsAttacked)
      const [attacked] = await Promise.all([watched(isOver), attack(service, isOver)])
      // A cancelled crawl ends its thread.
      await pool.query(`DELETE FROM collects.subject WHERE key LIKE 'guest-%'`)
      seen.push({ alone, attacked })
    }
    const megabytes = round(peakMegabytes(service.pid))
    await service.stop()
    const middle = (when: 'alone' | 'attacked', figure: keyof Watched) =>
      round(median(seen.map((each) => each[when][figure])), 1)
    const times = round(middle('attacked', 'p99Ms') / middle('alone', 'p99Ms'), 2)
    const lost = middle('attacked', 'failed') + middle('attacked', 'unready')
    const isFine = lost === 0 && times <= mostTimes && megabytes <= mostMegabytes
    return {
      ...{ what, aloneMs: middle('alone', 'p99Ms'), attackedMs: middle('attacked', 'p99Ms'), times },
      ...{ calls: middle('attacked', 'calls'), lost },
      ...{ loopAloneMs: middle('alone', 'loopMs'), loopMs: middle('attacked', 'loopMs') },
      ...{ busyPercent: middle('attacked', 'busyPercent'), waitPercent: middle('attacked', 'waitPercent') },
      ...{ megabytes, holds: isFine ? 'yes' : 'NO' },
    }
  }
}
