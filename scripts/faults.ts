// Plays faults on the real parts of a whole system on this machine, and compares what is left with what was promised:
// npm run faults [-- NAME …]. NAME is the beginning of a fault's name.
import process from 'node:process'
import { brokerFaults } from './faults/broker.ts'
import { kills } from './faults/kills.ts'
import { midnightFaults } from './faults/midnight.ts'
import type { Fault, OwnFault } from './faults/play.ts'
import { postgresFaults } from './faults/postgres.ts'
import { createReport, type Seen } from './faults/report.ts'
import { clockFaults } from './faults/steps.ts'
import { startWorld } from './faults/world.ts'

const asked = process.argv.slice(2)
const isAsked = ({ name }: { name: string }) => asked.length === 0 || asked.some((start) => name.startsWith(start))
const report = createReport()

async function play({ name, cannot }: Pick<Fault, 'name' | 'cannot'>, run: () => Promise<Seen>): Promise<void> {
  const reason = cannot?.() ?? null
  if (reason === null) await report.play(name, run)
  else report.skip(name, reason)
}

const shared: readonly Fault[] = [...kills, ...postgresFaults, ...brokerFaults].filter(isAsked)
const alone: readonly OwnFault[] = [...midnightFaults, ...clockFaults].filter(isAsked)
if (shared.length > 0) {
  const world = await startWorld()
  for (const fault of shared) await play(fault, () => fault.play(world))
  await world.stop()
}
for (const fault of alone) await play(fault, fault.play)
console.log(`${report.table()}\n\n${report.line()}`)
if (report.isBroken()) process.exitCode = 1
