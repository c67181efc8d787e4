import { runMain } from '@rts/shared/service/main'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import { createSerpQueue, createSerpSource } from './providers/chain.ts'
import { createDemo } from './providers/demo.ts'
import { createGoogle } from './providers/google/google.ts'

await runMain(
  'projects',
  configSchema,
  (parts, config) =>
    createApp(parts, config, createSerpSource(config, parts), {
      queue: createSerpQueue(config, parts),
      demo: createDemo(config, parts),
      google: createGoogle(config, parts),
    }),
  process,
)
