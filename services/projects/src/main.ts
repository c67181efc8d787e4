import { runMain } from '@rts/shared/service/main'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import { createSerpQueue, createSerpSource } from './providers/chain.ts'
import { createDemo } from './providers/demo.ts'

await runMain(
  'projects',
  configSchema,
  (parts, config) =>
    createApp(
      parts,
      config,
      createSerpSource(config, parts),
      createSerpQueue(config, parts),
      createDemo(config, parts),
    ),
  process,
)
