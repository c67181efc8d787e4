import { readConfig } from '@rts/shared/config'
import { runService } from '@rts/shared/service/run-service'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'

const config = readConfig(configSchema, process.env)
const service = await runService('mcp', config, (parts) => createApp(parts, config))

for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
  process.once(signal, () => void service.stop().then(() => process.exit(0)))
}
