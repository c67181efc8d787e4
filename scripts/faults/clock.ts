import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { spawnChild } from '@rts/local/process'
import { until } from '@rts/local/testing/until'
import type { Fault, Seen } from './play.ts'
import type { World } from './world.ts'

const hourMs = 3_600_000
const dayMs = 86_400_000
/** A clock is read again within a second. */
const readMs = 1_500
/** The start of a system and its jobs take less. */
const beforeMidnightMs = 60_000
const midnightMs = 180_000
/** After a day a check and an answer are made again, and rightly; the page of an order lives for a day. */
const ofOneDay = new Set(['results page', 'AI run', 'payment', 'notice of a payment'])
const folders = ['/usr/lib/x86_64-linux-gnu/faketime', '/usr/lib/aarch64-linux-gnu/faketime']
const fileVariable = 'FAKETIME_TIMESTAMP_FILE'
const library = (name: string) => folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))

/** Clocks that are set while jobs are in flight, and a day that ends under load. */
export const clockFaults: readonly Fault[] = [
  step('clock: a day forwards', dayMs, (job) => !ofOneDay.has(job)),
  step('clock: an hour forwards', hourMs),
  step('clock: an hour backwards', -hourMs),
  {
    name: 'midnight UTC under load',
    cannot: cannotSetClock,
    clockAheadMs: () => dayMs - (Date.now() % dayMs) - beforeMidnightMs,
    async harm(world) {
      const before = await dayOf(world)
      await until('midnight', async () => (await dayOf(world)) !== before, midnightMs, 200)
    },
    /** Counts and costs stay with the day of their call. */
    around:
      async ({ rows }) =>
      async () => {
        const { length } = await rows('gateway', 'SELECT DISTINCT day FROM allowance_day')
        return length === 2 ? [] : [`calls of ${length} days, not two`]
      },
  },
]

function step(name: string, ms: number, suits: (job: string) => boolean = () => true): Fault {
  const harm = async () => {
    setClock(ms, process.env[fileVariable] ?? '')
    await delay(readMs)
  }
  return { name, cannot: cannotSetClock, clockAheadMs: () => 0, suits, harm }
}

async function dayOf({ rows }: World): Promise<unknown> {
  const [row] = await rows('gateway', `SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date::text AS day`)
  return row?.day
}

function cannotSetClock(): string | null {
  return library('libfaketimeMT.so.1') ? null : 'Debian’s package faketime is not installed'
}

/** How far the clocks of the programs that have this file are ahead of the machine's. All read a change within a second. */
function setClock(aheadMs: number, file: string): void {
  writeFileSync(file, `${aheadMs < 0 ? '' : '+'}${(aheadMs / 1_000).toFixed(3)}\n`)
}

/** Timers and waits go on as before, as when a machine's clock is set. */
const variablesFor = (file: string, preload: string): NodeJS.ProcessEnv => ({
  [fileVariable]: file,
  FAKETIME_CACHE_DURATION: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  NO_FAKE_STAT: '1',
  LD_PRELOAD: library(preload),
})

/** Variables of a database server that has this process' clock; undefined where that is the machine's. */
export function clockOfDatabase(): NodeJS.ProcessEnv | undefined {
  const file = process.env[fileVariable]
  return file === undefined ? undefined : variablesFor(file, 'libfaketime.so.1')
}

/** Plays a fault in a process whose clock is ahead of this machine's, which prints what was seen on its last line. */
export async function playClocked(name: string, aheadMs: number): Promise<Seen> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-faults-clock-'))
  // The database's user reads it too.
  chmodSync(folder, 0o755)
  const file = path.join(folder, 'ahead')
  setClock(aheadMs, file)
  const lines: string[] = []
  try {
    const child = await spawnChild({
      name: 'clocked',
      command: process.execPath,
      args: [path.join(import.meta.dirname, '../faults.ts'), name],
      env: { ...process.env, ...variablesFor(file, 'libfaketimeMT.so.1') },
      logFile: path.join(folder, 'log'),
      onLine: (line) => lines.push(line),
      endsWithParent: true,
    })
    const { code } = await child.exited
    const last = lines.at(-1) ?? ''
    if (code !== 0) throw new Error(lines.find((line) => line.includes('Error')) ?? last)
    return JSON.parse(last)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
