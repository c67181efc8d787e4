import { integerVariable, readConfig } from '@rts/shared/config'
import { z } from 'zod'
import { startSandbox } from './start.ts'
import { dayText } from './world/overrides.ts'

const variables = z.object({
  PORT: integerVariable(0, 65_535).default(0),
  SANDBOX_DATA_DIR: z.string().optional(),
  SANDBOX_DAY: dayText.optional(),
})

const config = readConfig(variables, process.env)
const sandbox = await startSandbox({
  port: config.PORT,
  clock: () => new Date(),
  ...(config.SANDBOX_DATA_DIR === undefined ? {} : { dataDir: config.SANDBOX_DATA_DIR }),
  ...(config.SANDBOX_DAY === undefined ? {} : { day: config.SANDBOX_DAY }),
})
const ready = { ready: true, url: sandbox.url }
process.stdout.write(`${JSON.stringify(ready)}\n`)
process.send?.(ready)
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
  process.once(signal, () => void sandbox.close().then(() => process.exit(0)))
}
