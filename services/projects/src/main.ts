import { runMain } from '@rts/shared/service/main'
import { createApp } from './app.ts'
import { projectsConfig } from './config.ts'
import { createBudgetStore } from './data/money/budget-store.ts'
import { createSerpQueue, createSerpSource } from './providers/chain.ts'

await runMain(
  'projects',
  projectsConfig,
  (parts, config) => {
    const outside = { ...parts, budget: createBudgetStore(parts.pool) }
    return createApp(parts, config, createSerpSource(config, outside), createSerpQueue(config, outside))
  },
  process,
)
