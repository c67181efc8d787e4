import { serviceProgram } from '@rts/shared/service/main'
import { createApp } from './app.ts'
import { createPagePrice, createSerpQueue, createSerpSource, serpArea, serpProbes } from './checks/checks.ts'
import { configSchema } from './config.ts'
import { createDemo } from './demo/demo.ts'
import { createGoogle, googleArea, googleProbe } from './search-console/search-console.ts'

export const program = serviceProgram('projects', configSchema, (parts, config) =>
  createApp(parts, config, createSerpSource(config, parts), {
    pagePrice: createPagePrice(config, parts),
    queue: createSerpQueue(config, parts),
    demo: createDemo(config, parts),
    google: createGoogle(config, parts),
    areas: [serpArea(config), googleArea(config)],
    probes: [...serpProbes(config, parts.clock), googleProbe(config)],
  }),
)
