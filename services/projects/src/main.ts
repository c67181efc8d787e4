import { runMain } from '@rts/shared/service/main'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import { createDemo } from './demo/demo.ts'
import { createSerpQueue, createSerpSource } from './rank-checks/rank-checks.ts'
import { createGoogle } from './search-console/search-console.ts'

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
  { hasWorkThread: true },
)
