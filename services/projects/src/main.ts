import { runMain } from '@rts/shared/service/main'
import { createApp } from './app.ts'
import { projectsConfig } from './config.ts'
import { createSerpQueue, createSerpSource } from './providers/chain.ts'

await runMain(
  'projects',
  projectsConfig,
  (parts, config) => createApp(parts, config, createSerpSource(config, parts), createSerpQueue(config, parts)),
  process,
)
