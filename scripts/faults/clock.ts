import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@rts/local/testing/until'
import { canSetClock, setClock } from './faketime.ts'
import type { Fault } from './play.ts'
import type { World } from './world.ts'

const hourMs = 3_600_000
const dayMs = 86_400_000
/** A clock is read again within a second. */
const readMs = 1_500
/** The start of a system and its jobs take less, also on a busy machine. */
const beforeMidnightMs = 150_000
const midnightMs = 300_000
/** After a day a check and an answer are made again, and rightly; the page of an order lives for a day. */
const ofOneDay = new Set(['results page', 'AI run', 'payment', 'notice of a payment'])

/** Clocks that are set while jobs are in flight, and a day that ends under load. */
export const clockFaults: readonly Fault[] = [
  step('clock: a day forwards', dayMs, (job) => !ofOneDay.has(job)),
  step('clock: an hour forwards', hourMs),
  step('clock: an hour backwards', -hourMs),
  {
    name: 'midnight UTC under load',
    cannot: cannotSetClock,
    alone: () => ahead(dayMs - (Date.now() % dayMs) - beforeMidnightMs),
    harm: midnight,
  },
]

function step(name: string, ms: number, suits: (job: string) => boolean = () => true): Fault {
  const harm = async () => {
    setClock(ms)
    await delay(readMs)
  }
  return { name, cannot: cannotSetClock, alone: () => ahead(0), suits, harm }
}

function cannotSetClock(): string | null {
  return canSetClock ? null : 'Debian’s package faketime is not installed'
}

/** Counts and costs stay with the day of their call. */
async function midnight({ rows }: World): Promise<void> {
  const dayOf = async () =>
    (await rows('gateway', `SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date::text AS day`))[0]
  const before = await dayOf()
  await until('midnight', async () => (await dayOf())?.day !== before?.day, midnightMs, 200)
  const days = async () => (await rows('gateway', 'SELECT DISTINCT day FROM allowance_day')).length
  await until('calls of two days', async () => (await days()) === 2)
}

/** A system whose clock is ahead of the machine's from its start, until it has stopped. */
function ahead(ms: number) {
  setClock(ms)
  return { end: () => setClock(0) }
}
