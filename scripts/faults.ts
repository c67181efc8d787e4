// Plays faults on the real parts of a whole system on this machine, and compares what is left with what was promised:
// npm run faults [-- NAME …]. NAME is the beginning of a fault's name. npm run faults -- soak [MINUTES]: a modest load for long.
import process from 'node:process'
import { brokerFaults } from './faults/broker.ts'
import { clockFaults } from './faults/clock-faults.ts'
import { diskFaults } from './faults/full-disk.ts'
import { kills } from './faults/kills.ts'
import { packetFaults } from './faults/packets.ts'
import type { Fault, OwnFault } from './faults/play.ts'
import { postgresFaults } from './faults/postgres.ts'
import { providerFaults } from './faults/providers.ts'
import { createReport, type Seen } from './faults/report.ts'
import { soak } from './faults/soak.ts'
import { startWorld, stopWorlds } from './faults/world.ts'

const soakMinutes = 30
const asked = process.argv.slice(2)
const isAsked = ({ name }: { name: string }) => asked.length === 0 || asked.some((start) => name.startsWith(start))
const report = createReport()

async function play({ name, cannot }: Pick<Fault, 'name' | 'cannot'>, run: () => Promise<Seen>): Promise<void> {
  const reason = cannot?.() ?? null
  if (reason === null) await report.play(name, run)
  else report.skip(name, reason)
}

async function playAll(): Promise<boolean> {
  const shared: readonly Fault[] = [...kills, ...postgresFaults, ...brokerFaults].filter(isAsked)
  const alone: readonly OwnFault[] = [...diskFaults, ...providerFaults, ...clockFaults, ...packetFaults].filter(isAsked)
  if (shared.length > 0) {
    const world = await startWorld()
    for (const fault of shared) await play(fault, () => fault.play(world))
    await world.stop()
  }
  for (const fault of alone) await play(fault, fault.play)
  console.log(`${report.table()}\n\n${report.line()}`)
  return !report.isBroken()
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopWorlds().then(() => process.exit(1)))

const isWell = asked[0] === 'soak' ? await soak(Number(asked[1] ?? soakMinutes)) : await playAll()
if (!isWell) process.exitCode = 1
