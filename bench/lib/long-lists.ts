import { setTimeout as delay } from 'node:timers/promises'
import { type Get, getAs } from './signed-get.ts'
import { median, round } from './stats.ts'

const longPath = '/projects/long-site-1/rank-compare'
const shortPath = '/projects/short-site-1/overview'
const seconds = 20
const aloneSeconds = 3
const pauseMs = 50

/** Reads the whole list with nothing else running. */
export async function measureLongList(port: number) {
  const get = getAs('projects', port, 'long-account-1')
  const { status, bytes, ms } = await get(longPath)
  if (status !== 200) throw new Error(`the long list was answered ${status}`)
  return { 'list MB': round(bytes / 1_000_000, 1), 'alone s': round(ms / 1_000, 1) }
}

/** Reads the whole list `atOnce` times in parallel, over and over, while another account reads its ten keywords. */
export async function measureBeside(port: number, atOnce: number) {
  const long = getAs('projects', port, 'long-account-1')
  const short = getAs('projects', port, 'short-account-1')
  const alone = await waitsOf(short, performance.now() + aloneSeconds * 1_000)
  const endsAt = performance.now() + seconds * 1_000
  const statuses = new Map<number, number>()
  const greedy = Array.from({ length: atOnce }, async () => {
    while (performance.now() < endsAt) {
      const { status, retryAfterMs } = await long(longPath)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await delay(retryAfterMs)
    }
  })
  const waits = await waitsOf(short, endsAt)
  await Promise.all(greedy)
  return {
    'other alone p50 ms': round(median(alone)),
    'other alone max ms': round(Math.max(...alone)),
    'other p50 ms': round(median(waits)),
    'other max ms': round(Math.max(...waits)),
    'whole lists': statuses.get(200) ?? 0,
    refused: statuses.get(503) ?? 0,
  }
}

/** The times of the short read, repeated until `endsAt`. */
async function waitsOf(get: Get, endsAt: number): Promise<number[]> {
  const waits: number[] = []
  while (performance.now() < endsAt) {
    const { status, ms } = await get(shortPath)
    if (status !== 200) throw new Error(`the short read was answered ${status}`)
    waits.push(ms)
    await delay(pauseMs)
  }
  return waits
}
