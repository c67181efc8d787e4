import process from 'node:process'
import { callerVariables, commonVariables } from '@rts/shared/common-variables'
import { readConfig } from '@rts/shared/config'
import { z } from 'zod'
import { runCommand } from './admin/run-command.ts'
import { connectOperator } from './system/operator.ts'

// The operator's command line for a system in containers: NATS_URL and its keys instead of a local data folder.
await runCommand(process.argv.slice(2), async () => {
  const { NATS_URL } = commonVariables
  const { NATS_URL: natsUrl, ...callerKeys } = readConfig(z.object({ NATS_URL, ...callerVariables }), process.env)
  return connectOperator({ natsUrl, callerKeys })
})
