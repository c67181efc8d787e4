import { integerVariable, readConfig } from '@rts/shared/config'
import { z } from 'zod'
import { startSandbox } from './start.ts'
import { dayText } from './world/overrides.ts'

const variables = z.object({
  PORT: integerVariable(0, 65_535).default(0),
  SANDBOX_DATA_DIR: z.string().optional(),
  SANDBOX_DAY: dayText.optional(),
})

export const program = {
  async start(env: NodeJS.ProcessEnv) {
    const config = readConfig(variables, env)
    const { url, close } = await startSandbox({
      port: config.PORT,
      clock: () => new Date(),
      ...(config.SANDBOX_DATA_DIR === undefined ? {} : { dataDir: config.SANDBOX_DATA_DIR }),
      ...(config.SANDBOX_DAY === undefined ? {} : { day: config.SANDBOX_DAY }),
    })
    return { url, stop: close }
  },
}
