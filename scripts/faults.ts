// Plays faults on the real parts of a whole system on this machine, and compares what is left with what was promised:
// npm run faults [-- NAME …]. NAME is the beginning of a fault's name. npm run faults -- soak [MINUTES]: a modest load for long.
import process from 'node:process'
import { createReport } from '../harness/report.ts'
import { clockFaults, clockOfDatabase, playClocked } from './faults/clock.ts'
import { machineFaults } from './faults/machine.ts'
import { type Fault, playOn, rowOf, type Seen } from './faults/play.ts'
import { providerFaults } from './faults/providers.ts'
import { serverFaults } from './faults/servers.ts'
import { soak } from './faults/soak.ts'
import { startWorld, stopWorlds, type World, type WorldOptions } from './faults/world.ts'

const soakMinutes = 30
const faults: readonly Fault[] = [...serverFaults, ...machineFaults, ...providerFaults, ...clockFaults]
const asked = process.argv.slice(2)
const databaseEnv = clockOfDatabase()
/** The system of all faults that need none of their own. */
let shared: World | undefined

async function playAll(): Promise<void> {
  const report = createReport('faults')
  for (const fault of faults.filter(
    ({ name }) => asked.length === 0 || asked.some((start) => name.startsWith(start)),
  )) {
    const reason = fault.cannot?.() ?? null
    if (reason === null) await report.step(fault.name, async () => rowOf(await play(fault)))
    else report.skip(fault.name, reason)
  }
  await shared?.stop()
  report.end()
}

async function play(fault: Fault): Promise<Seen> {
  if (fault.clockAheadMs) return playClocked(fault.name, fault.clockAheadMs())
  if (fault.alone) {
    await shared?.stop()
    shared = undefined
    const { options, end } = fault.alone()
    return playAlone(fault, options).finally(end)
  }
  shared ??= await startWorld()
  return playOn(shared, fault)
}

async function playAlone(fault: Fault, options: WorldOptions): Promise<Seen> {
  const world = await startWorld(options)
  return await playOn(world, fault).finally(world.stop)
}

/** In a process with a clock of its own, for the process that plays all faults. */
async function printSeen(databaseEnv: NodeJS.ProcessEnv): Promise<void> {
  const fault = faults.find(({ name }) => name === asked[0])
  if (!fault) throw new Error(`no such fault: ${asked[0]}`)
  const seen = await playAlone(fault, { databaseEnv })
  process.stdout.write(`${JSON.stringify(seen)}\n`, () => process.exit(0))
}

for (const end of ['SIGINT', 'SIGTERM', 'disconnect'] as const)
  process.once(end, () => void stopWorlds().then(() => process.exit(1)))

if (databaseEnv) await printSeen(databaseEnv)
else if (asked[0] === 'soak') await soak(Number(asked[1] ?? soakMinutes))
else await playAll()
