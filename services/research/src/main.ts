import { runMain } from '@rts/shared/service/main'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import { createSources } from './sources.ts'

await runMain(
  'research',
  configSchema,
  (parts, config) => createApp(parts, config, createSources(config, parts)),
  process,
)
