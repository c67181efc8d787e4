import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { until } from '@rts/local/testing/until'
import { webhookTypes } from '@rts/shared/contract/webhooks'
import { inTransaction } from '@rts/shared/service/transaction'
import { testSecrets } from '@rts/shared/testing/secrets'
import type pg from 'pg'
import { cpuMicroseconds, round, sumOf, timed } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { type Parts, withParts } from '../harness/system.ts'
import { insertEndpoint, type Site } from '../services/dashboard/src/webhooks/endpoints.sql.ts'
import { newSecret } from '../services/dashboard/src/webhooks/rules/signature.ts'
import { createVault } from '../services/dashboard/src/webhooks/vault.ts'
import { announce } from '../services/dashboard/src/webhooks/webhooks.ts'

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    endpoints: { type: 'string', default: '1000' },
    events: { type: 'string', default: '100' },
    senders: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '300' },
  },
})
const endpoints = Number(options.endpoints)
/** Of each endpoint. */
const events = Number(options.events)
/** Endpoints of a site: one is slow, one never answers, the others are live. */
const perSite = 10
const { SEAL_KEYS } = testSecrets

type Figures = { name: string; count: number; unique: number; isOrdered: boolean }[]

/** Measures when so many events have arrived at their live endpoints, while a tenth of all are slow and a tenth never answer. */
export function run(): Promise<object> {
  return withParts(measure)
}

async function measure(parts: Parts): Promise<object> {
  const { url, pool } = await parts.database('dashboard')
  const receiver = await parts.server('bench/lib/webhook-receiver.ts', {}, '/figures')
  const figures = async (): Promise<Figures> =>
    (await (await fetch(`http://127.0.0.1:${receiver.port}/figures`)).json()) as Figures
  const sites = await seed(pool)
  const announcedMs = await timed(async () => {
    for (let n = 1; n <= events; n++) await Promise.all(sites.map((site) => announceNumber(pool, site, n)))
  })
  await pool.query('VACUUM ANALYZE')
  const env = { DATABASE_URL: url, SEAL_KEYS, RECEIVER_PORT: String(receiver.port) }
  const databaseCpu = parts.databaseCpu()
  const senders = await Promise.all(
    Array.from({ length: Number(options.senders) }, () => parts.node('bench/lib/webhook-sender.ts', env)),
  )
  await Promise.all(senders.map(({ firstMessage }) => firstMessage))
  let rows: Figures = []
  const allArrived = async () => {
    rows = await figures()
    return rows.filter(({ name, unique }) => name.startsWith('/live') && unique >= events).length >= endpoints * 0.8
  }
  const liveSeconds = (await timed(() => until('all events', allArrived, Number(options.seconds) * 1_000, 500))) / 1_000
  const of = (kind: string) => rows.filter(({ name }) => name.startsWith(`/${kind}`))
  const unique = (kind: string) => sumOf(of(kind).map((row) => row.unique))
  const found = {
    endpoints,
    events: endpoints * events,
    announcedPerSecond: round((sites.length * events * 1_000) / announcedMs),
    liveSeconds: round(liveSeconds, 1),
    liveDelivered: unique('live'),
    livePerSecond: round(unique('live') / liveSeconds),
    liveRepeated: sumOf(of('live').map(({ count }) => count)) - unique('live'),
    liveInOrder: String(of('live').every(({ isOrdered }) => isOrdered)),
    slowDelivered: unique('slow'),
    senderCpuSeconds: round(sumOf(senders.map(({ pid }) => cpuMicroseconds(pid))) / 1e6, 1),
    databaseCpuSeconds: round((parts.databaseCpu() - databaseCpu) / 1e6, 1),
  }
  printTable([found])
  return { ...found, senders: senders.length }
}

/** Each site has an account of its own. */
async function seed(pool: pg.Pool): Promise<Site[]> {
  const vault = createVault(SEAL_KEYS)
  const sites = Array.from({ length: endpoints / perSite }, () => ({ id: randomUUID(), accountId: randomUUID() }))
  for (const [at, site] of sites.entries())
    await inTransaction(pool, async (tx) => {
      for (let i = 0; i < perSite; i++) {
        const id = randomUUID()
        const kind = i === 0 ? 'slow' : i === 1 ? 'dead' : 'live'
        const url = `https://r${at}-${i}.receiver.example/${kind}/${at}-${i}`
        const sealed = { sealedUrl: vault.sealUrl(id, url), sealedSecret: vault.sealSecret(id, newSecret()) }
        const made = { id, kind: 'webhook', name: '', shown: 'bench', language: 'en', ...sealed } as const
        await insertEndpoint(tx, site, { ...made, events: [...webhookTypes] })
      }
    })
  return sites
}

async function announceNumber(pool: pg.Pool, { id: siteId, accountId }: Site, n: number): Promise<void> {
  const project = { id: siteId, name: 'Bench', domain: 'bench.example' }
  const data = { project, count: n, alerts: [], page: 'https://ranks.example/' }
  const event = { siteId, accountId, type: 'alert.raised', id: String(n), at: new Date(), data } as const
  await inTransaction(pool, (tx) => announce(tx, event))
}
