// Plays faults on the real parts of a whole system on this machine, and compares what is left with what was promised:
// npm run faults [-- NAME …]. NAME is the beginning of a fault's name.
import process from 'node:process'
import { kills } from './faults/kills.ts'
import { createReport } from './faults/report.ts'
import { startWorld } from './faults/world.ts'

const asked = process.argv.slice(2)
const isAsked = ({ name }: { name: string }) => asked.length === 0 || asked.some((start) => name.startsWith(start))
const report = createReport()
const faults = [...kills].filter(isAsked)
const world = await startWorld()
try {
  for (const fault of faults) await report.play(fault.name, () => fault.play(world))
} finally {
  await world.stop()
}
console.log(`${report.table()}\n\n${report.line()}`)
if (report.isBroken()) process.exitCode = 1
