import { runMain } from '@rts/shared/service/main'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import { createSerpQueue, createSerpSource } from './providers/chain.ts'
import { createDemoSource } from './providers/demo.ts'

await runMain(
  'projects',
  configSchema,
  (parts, config) =>
    createApp(
      parts,
      config,
      createSerpSource(config, parts),
      createSerpQueue(config, parts),
      createDemoSource(config, parts),
    ),
  process,
)
