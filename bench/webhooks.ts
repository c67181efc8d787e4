import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { webhookTypes } from '@rts/shared/contract/webhooks'
import { inTransaction } from '@rts/shared/service/transaction'
import { testSecrets } from '@rts/shared/testing/secrets'
import pg from 'pg'
import { insertEndpoint, type Site } from '../services/dashboard/src/webhooks/endpoints.sql.ts'
import { newSecret } from '../services/dashboard/src/webhooks/rules/signature.ts'
import { createVault } from '../services/dashboard/src/webhooks/vault.ts'
import { announce } from '../services/dashboard/src/webhooks/webhooks.ts'
import { type Stack, startStack } from './lib/stack.ts'
import { cpuMicroseconds, machine, round } from './lib/stats.ts'

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
const seconds = Number(options.seconds)
const perSite = 10

type Figures = { name: string; count: number; unique: number; isOrdered: boolean }[]

/** Measures when so many events have arrived at their live endpoints, while a tenth of all are slow and a tenth never answer. */
export async function run(): Promise<Record<string, unknown>> {
  const stack = await startStack()
  try {
    return await measure(stack)
  } finally {
    await stack.stop()
  }
}

async function measure(stack: Stack): Promise<Record<string, unknown>> {
  const url = await stack.database('dashboard')
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  const receiver = await stack.node('bench/lib/webhook-receiver.ts', {})
  const port = Number(await receiver.firstMessage)
  const { SEAL_KEYS: sealKeys } = testSecrets
  const sites = await seed(pool, sealKeys)
  const announcedAt = performance.now()
  for (let n = 1; n <= events; n++) await Promise.all(sites.map((site) => announceNumber(pool, site, n)))
  const announcedMs = performance.now() - announcedAt
  await pool.query('VACUUM ANALYZE')
  const env = { DATABASE_URL: url, SEAL_KEYS: sealKeys, RECEIVER_PORT: String(port) }
  const databaseCpu = stack.databaseCpu()
  const startedAt = performance.now()
  const senders = await Promise.all(
    Array.from({ length: Number(options.senders) }, () => stack.node('bench/lib/webhook-sender.ts', env)),
  )
  await Promise.all(senders.map(({ firstMessage }) => firstMessage))
  const live = Math.round(endpoints * 0.8)
  const took = () => (performance.now() - startedAt) / 1_000
  let liveSeconds: number | null = null
  let rows: Figures = []
  while (liveSeconds === null && took() < seconds) {
    await delay(500)
    rows = await figures(port)
    const done = rows.filter(({ name, unique }) => name.startsWith('/live') && unique >= events).length
    if (done >= live) liveSeconds = round(took(), 1)
  }
  const senderCpu = senders.reduce((sum, { pid }) => sum + cpuMicroseconds(pid), 0)
  await pool.end()
  const of = (kind: string) => rows.filter(({ name }) => name.startsWith(`/${kind}`))
  const sum = (kind: string, field: 'count' | 'unique') => of(kind).reduce((all, row) => all + row[field], 0)
  const found = {
    endpoints,
    events: endpoints * events,
    announcedPerSecond: round((sites.length * events * 1_000) / announcedMs),
    liveSeconds,
    liveDelivered: sum('live', 'unique'),
    livePerSecond: round(sum('live', 'unique') / (liveSeconds ?? took())),
    liveRepeated: sum('live', 'count') - sum('live', 'unique'),
    liveInOrder: of('live').every(({ isOrdered }) => isOrdered),
    slowDelivered: sum('slow', 'unique'),
    senderCpuSeconds: round(senderCpu / 1e6, 1),
    databaseCpuSeconds: round((stack.databaseCpu() - databaseCpu) / 1e6, 1),
  }
  console.table([found])
  return { ...found, senders: senders.length, machine: machine() }
}

/** Endpoints of ten a site, each site of an account of its own: eight are live, one is slow, one is dead. */
async function seed(pool: pg.Pool, sealKeys: string): Promise<Site[]> {
  const vault = createVault(sealKeys)
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

async function figures(port: number): Promise<Figures> {
  const reply = await fetch(`http://127.0.0.1:${port}/figures`)
  return (await reply.json()) as Figures
}
