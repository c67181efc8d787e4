import { serviceProgram } from '@rts/shared/service/main'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'
import { createDemo } from './demo/demo.ts'
import { createPagePrice, createSerpQueue, createSerpSource, serpProbes } from './rank-checks/rank-checks.ts'
import { createGoogle, googleProbe } from './search-console/search-console.ts'

export const program = serviceProgram('projects', configSchema, (parts, config) =>
  createApp(parts, config, createSerpSource(config, parts), {
    pagePrice: createPagePrice(config, parts),
    queue: createSerpQueue(config, parts),
    demo: createDemo(config, parts),
    google: createGoogle(config, parts),
    probes: [...serpProbes(config, parts.clock), googleProbe(config)],
  }),
)
