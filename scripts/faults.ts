// Plays faults on the real parts of a whole system on this machine, and compares what is left with what was promised:
// npm run faults [-- NAME …]. NAME is the beginning of a fault's name. npm run faults -- soak [MINUTES]: a modest load for long.
import process from 'node:process'
import { createReport } from '../harness/report.ts'
import { clockFaults } from './faults/clock.ts'
import { againWithClock } from './faults/faketime.ts'
import { machineFaults } from './faults/machine.ts'
import { type Fault, playOn, rowOf, type Seen } from './faults/play.ts'
import { providerFaults } from './faults/providers.ts'
import { serverFaults } from './faults/servers.ts'
import { soak } from './faults/soak.ts'
import { startWorld, stopWorld, type World } from './faults/world.ts'

const soakMinutes = 30
const faults: readonly Fault[] = [...serverFaults, ...machineFaults, ...providerFaults, ...clockFaults]
const asked = process.argv.slice(2)
const isAsked = ({ name }: Fault) => asked.length === 0 || asked.some((start) => name.startsWith(start))
/** The system of all faults that need none of their own. */
let shared: World | undefined

async function playAll(): Promise<void> {
  const report = createReport('faults')
  for (const fault of faults.filter(isAsked)) {
    const reason = fault.cannot?.() ?? null
    if (reason === null) await report.step(fault.name, async () => rowOf(await play(fault)))
    else report.skip(fault.name, reason)
  }
  await shared?.stop()
  report.end()
}

async function play(fault: Fault): Promise<Seen> {
  if (!fault.alone) {
    shared ??= await startWorld()
    return playOn(shared, fault)
  }
  await shared?.stop()
  shared = undefined
  const { options, end } = fault.alone()
  try {
    const world = await startWorld(options)
    return await playOn(world, fault).finally(world.stop)
  } finally {
    end?.()
  }
}

const isSoak = asked[0] === 'soak'
if (isSoak || !(await againWithClock())) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stopWorld().finally(() => process.exit(1)))
  await (isSoak ? soak(Number(asked[1] ?? soakMinutes)) : playAll())
}
