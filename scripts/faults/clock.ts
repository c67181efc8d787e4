import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@rts/local/testing/until'
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

const folders = ['/usr/lib/x86_64-linux-gnu/faketime', '/usr/lib/aarch64-linux-gnu/faketime']
const library = (name: string) => folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
/** The file of this program's clock, where it has one that can be set. */
const file = process.env.FAKETIME_TIMESTAMP_FILE
/** Timers and waits go on as before, as when a machine's clock is set. */
const timers = { FAKETIME_CACHE_DURATION: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' }

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
  return file === undefined ? 'Debian’s package faketime is not installed' : null
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

/** How far all clocks are ahead of the machine's. */
function setClock(aheadMs: number, of = file): void {
  if (of !== undefined) writeFileSync(of, `${aheadMs < 0 ? '' : '+'}${(aheadMs / 1_000).toFixed(3)}\n`)
}

/** Variables of a database server, which gets this program's clock; its own ones lack the library for threads. */
export function clockOfDatabase(): NodeJS.ProcessEnv {
  return file === undefined ? {} : { ...timers, FAKETIME_TIMESTAMP_FILE: file, LD_PRELOAD: library('libfaketime.so.1') }
}

/** Runs this program once more with a clock that can be set, to its end. False in that one, and where faketime is not installed. */
export async function againWithClock(): Promise<boolean> {
  const preload = library('libfaketimeMT.so.1')
  if (file !== undefined || preload === undefined) return false
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-faults-clock-'))
  // The database's user reads it too.
  chmodSync(folder, 0o755)
  const own = path.join(folder, 'ahead')
  setClock(0, own)
  const env = { ...process.env, ...timers, FAKETIME_TIMESTAMP_FILE: own, LD_PRELOAD: preload }
  const child = spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit', env })
  // Ctrl-C reaches both.
  process.once('SIGINT', () => {}).once('SIGTERM', () => child.kill())
  const [code] = await once(child, 'exit')
  rmSync(folder, { recursive: true, force: true })
  process.exitCode = code ?? 1
  return true
}
