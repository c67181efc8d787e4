import { setTimeout as delay } from 'node:timers/promises'
import { median, peakMegabytes, round } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { withParts } from '../harness/system.ts'
import { callsOf, callUntil } from './lib/callers.ts'
import { seedHistory, seedSites, startSandbox, startSetting } from './lib/projects.ts'

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
    const long = { prefix: 'long', sites: 1, keywordsPerSite: 10_000, competitors: 20 }
    await seedSites(pool, long)
    await seedHistory(pool, long, { days: 0, domains: 21 })
    await seedSites(pool, { prefix: 'short', sites: 1, keywordsPerSite: 10 })
    await pool.query('VACUUM (ANALYZE)')
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
  const waitsUntil = async (endsAt: number) => {
    const { times, failed } = await callUntil(endsAt, () => short(shortPath), pauseMs)
    if (failed > 0) throw new Error(`${failed} short reads failed`)
    return times
  }
  const alone = await waitsUntil(Date.now() + aloneSeconds * 1_000)
  const endsAt = Date.now() + seconds * 1_000
  const statuses: number[] = []
  const greedy = Array.from({ length: atOnce }, async () => {
    while (Date.now() < endsAt) {
      const answer = await long(longPath)
      statuses.push(answer.status)
      await delay(answer.retryAfterMs)
    }
  })
  const beside = await waitsUntil(endsAt)
  await Promise.all(greedy)
  const count = (wanted: number) => statuses.filter((each) => each === wanted).length
  return {
    'list MB': round(bytes / 1_000_000, 1),
    'alone s': round(ms / 1_000, 1),
    'other alone p50 ms': round(median(alone)),
    'other alone max ms': round(Math.max(...alone)),
    'other p50 ms': round(median(beside)),
    'other max ms': round(Math.max(...beside)),
    'whole lists': count(200),
    refused: count(503),
    other: statuses.length - count(200) - count(503),
  }
}
