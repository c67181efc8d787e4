import { measureChecks, measurePositions } from './lib/bytes.ts'
import { startSandbox, startSetting } from './lib/rank-services.ts'
import { startStack } from './lib/stack.ts'
import { printTable } from './lib/stats.ts'

/** Bytes of history on the disk and in the log: a position, and a check with three competitors. */
export async function run(): Promise<Record<string, unknown>> {
  const stack = await startStack()
  try {
    const sandbox = await startSandbox(stack)
    const { pool } = await startSetting(stack, sandbox)
    const positions = await measurePositions(pool)
    const checks = await measureChecks(pool, sandbox)
    await pool.end()
    printTable([positions])
    printTable([checks])
    return { ...positions, ...checks }
  } finally {
    await stack.stop()
  }
}
