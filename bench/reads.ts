import { measureChanges } from './lib/changes.ts'
import { measureBeside, measureLongList } from './lib/long-lists.ts'
import { seedLongList } from './lib/long-lists-seed.ts'
import { startSandbox, startSetting } from './lib/rank-services.ts'
import { startStack } from './lib/stack.ts'
import { machine, peakMegabytes, printTable, round } from './lib/stats.ts'

/** How one account's largest reads slow the others: rank comparisons of 10,000 keywords and 20 rivals, twenty at once; and what its changes cost the database. */
export async function run(): Promise<Record<string, unknown>> {
  const stack = await startStack()
  try {
    const { pool, service } = await startSetting(stack, await startSandbox(stack))
    await seedLongList(pool)
    const one = await measureLongList(service.port)
    const beside = await measureBeside(service.port, 20)
    const peakRssMb = round(peakMegabytes(service.pid))
    const changes = await measureChanges(pool, stack.databaseCpu)
    await pool.end()
    printTable([{ ...one, ...beside, 'peak MB': peakRssMb }])
    printTable(changes)
    return { ...one, ...beside, peakRssMb, changes, machine: machine() }
  } finally {
    await stack.stop()
  }
}
