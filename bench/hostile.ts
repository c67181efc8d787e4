import { parseArgs } from 'node:util'
import { type Watched, watch } from './lib/beside.ts'
import { type Calm, startHostile } from './lib/hostile-rows.ts'
import type { Attack } from './lib/hostile-service.ts'
import { startStack } from './lib/stack.ts'
import { machine, median, peakMegabytes, printTable, round } from './lib/stats.ts'

const { values: chosen } = parseArgs({
  args: process.argv.slice(3),
  options: { only: { type: 'string', default: '' } },
})
const rounds = 4
const secondsToWarm = 1
const secondsAlone = 2
const secondsAttacked = 3
/** The other account's p99 at most so many times its own. */
const maxTimes = 3
const maxMegabytes = 1_500
const maxLoopMs = 50

/** The worst text within each bound, while another account's data is read: p99, event loop and memory. */
export async function run(): Promise<Record<string, unknown>> {
  const stack = await startStack()
  try {
    const { services, stop } = await startHostile(stack)
    const rows = []
    for (const { calm, attacks } of services)
      for (const [what, attack] of Object.entries(attacks))
        if (what.includes(chosen.only)) rows.push(await rowOf(what, attack, calm))
    await stop()
    printTable(rows)
    const ratio = Math.max(...rows.map(({ times }) => times))
    return { ratio, rows, holds: rows.every(({ holds }) => holds === 'yes'), rounds, machine: machine() }
  } finally {
    await stack.stop()
  }
}

/** One attack on a service that has just started, after its calls alone. */
async function rowOf(what: string, attack: Attack, calm: Calm) {
  const service = await calm.start()
  const get = calm.get(service)
  const during = (seconds: number, from = performance.now()) => {
    return () => performance.now() - from > seconds * 1_000
  }
  const watched = (isOver: () => boolean) => watch(get, calm.target, service, isOver)
  await watched(during(secondsToWarm))
  const seen: { alone: Watched; attacked: Watched }[] = []
  for (let i = 0; i < rounds; i++) {
    const alone = await watched(during(secondsAlone))
    const isOver = during(secondsAttacked)
    const [attacked] = await Promise.all([watched(isOver), attack(service, isOver)])
    seen.push({ alone, attacked })
  }
  const megabytes = round(peakMegabytes(service.pid))
  await service.stop()
  const middle = (when: 'alone' | 'attacked', figure: keyof Watched) =>
    round(median(seen.map((each) => each[when][figure])), 1)
  const times = round(middle('attacked', 'p99Ms') / middle('alone', 'p99Ms'), 2)
  const sum = (when: 'alone' | 'attacked', figure: keyof Watched) =>
    seen.reduce((total, each) => total + each[when][figure], 0)
  const lost = sum('attacked', 'failed') + sum('attacked', 'unready')
  const loopMs = middle('attacked', 'loopMs')
  const isFine = lost === 0 && times <= maxTimes && loopMs <= maxLoopMs && megabytes <= maxMegabytes
  return {
    what,
    aloneMs: middle('alone', 'p99Ms'),
    attackedMs: middle('attacked', 'p99Ms'),
    times,
    callsAlone: sum('alone', 'calls'),
    calls: sum('attacked', 'calls'),
    lost,
    loopAloneMs: middle('alone', 'loopMs'),
    loopMs,
    busyPercent: middle('attacked', 'busyPercent'),
    waitPercent: middle('attacked', 'waitPercent'),
    megabytes,
    holds: isFine ? 'yes' : 'NO',
  }
}
