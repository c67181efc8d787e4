import { setTimeout as delay } from 'node:timers/promises'
import { median, peakMegabytes, round } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { withParts } from '../harness/system.ts'
import { type Call, callsOf } from './lib/callers.ts'
import { seedRivals, seedSites, startSandbox, startSetting } from './lib/projects.ts'

const longPath = '/projects/long-site-1/rank-compare'
const shortPath = '/projects/short-site-1/overview'
const aloneSeconds = 3
const seconds = 20
const atOnce = 20
const pauseMs = 50

/** How one account's largest reads slow the others: rank comparisons of 10,000 keywords and 20 rivals, twenty at once. */
export function run(): Promise<object> {
  return withParts(async (parts) => {
    const { pool, service } = await startSetting(parts, await startSandbox(parts))
    await seedSites(pool, { prefix: 'long', sites: 1, keywordsPerSite: 10_000 })
    await seedSites(pool, { prefix: 'short', sites: 1, keywordsPerSite: 10 })
    // Beside the three that every seeded site has.
    await seedRivals(pool, 'long-site-1', 17)
    const lists = await measureLists(service.port)
    const peakRssMb = round(peakMegabytes(service.pid))
    printTable([{ ...lists, 'peak MB': peakRssMb }])
    return { ...lists, peakRssMb }
  })
}

/** Reads the whole list alone, then many times at once, over and over, while another account reads its ten keywords. */
async function measureLists(port: number) {
  const long = callsOf(port, { service: 'projects', account: 'long-account-1' })
  const short = callsOf(port, { service: 'projects', account: 'short-account-1' })
  const { status, bytes, ms } = await long(longPath)
  if (status !== 200) throw new Error(`the long list was answered ${status}`)
  const alone = await waitsOf(short, performance.now() + aloneSeconds * 1_000)
  const endsAt = performance.now() + seconds * 1_000
  const statuses: number[] = []
  const greedy = Array.from({ length: atOnce }, async () => {
    while (performance.now() < endsAt) {
      const answer = await long(longPath)
      statuses.push(answer.status)
      await delay(answer.retryAfterMs)
    }
  })
  const waits = await waitsOf(short, endsAt)
  await Promise.all(greedy)
  const count = (wanted: number) => statuses.filter((each) => each === wanted).length
  return {
    'list MB': round(bytes / 1_000_000, 1),
    'alone s': round(ms / 1_000, 1),
    'other alone p50 ms': round(median(alone)),
    'other alone max ms': round(Math.max(...alone)),
    'other p50 ms': round(median(waits)),
    'other max ms': round(Math.max(...waits)),
    'whole lists': count(200),
    refused: count(503),
    other: statuses.length - count(200) - count(503),
  }
}

/** The times of the short read, repeated until `endsAt`. */
async function waitsOf(read: Call, endsAt: number): Promise<number[]> {
  const waits: number[] = []
  while (performance.now() < endsAt) {
    const { status, ms } = await read(shortPath)
    if (status !== 200) throw new Error(`the short read was answered ${status}`)
    waits.push(ms)
    await delay(pauseMs)
  }
  return waits
}
