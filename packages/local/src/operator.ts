import process from 'node:process'
import { commonVariables } from '@rts/shared/common-variables'
import { readConfig } from '@rts/shared/config'
import { z } from 'zod'
import { runCommand } from './admin/run-command.ts'
import { connectOperator } from './system/operator.ts'

// The operator's command line for a system in containers: NATS_URL and CALLER_KEYS instead of a local data folder.
await runCommand(process.argv.slice(2), async () => {
  const { NATS_URL, CALLER_KEYS } = commonVariables
  const config = readConfig(z.object({ NATS_URL, CALLER_KEYS }), process.env)
  return connectOperator({ natsUrl: config.NATS_URL, callerKeys: config.CALLER_KEYS })
})
