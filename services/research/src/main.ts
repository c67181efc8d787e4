import { runMain } from '@rts/shared/service/main'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import { createKeywordSources } from './providers/keyword-sources.ts'

await runMain(
  'research',
  configSchema,
  (parts, config) => createApp(parts, config, createKeywordSources(config, parts)),
  process,
)
