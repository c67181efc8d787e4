import { readConfig } from '@rts/shared/config'
import { runService } from '@rts/shared/service/run-service'
import { createApp } from './app.ts'
import { projectsConfig } from './config.ts'
import { createBudgetStore } from './data/money/budget-store.ts'
import { createSerpQueue, createSerpSource } from './providers/chain.ts'

const config = readConfig(projectsConfig, process.env)
const { port, adminPort, stop } = await runService('projects', config, (parts) => {
  const outside = { ...parts, budget: createBudgetStore(parts.pool) }
  return createApp({ parts, config, serp: createSerpSource(config, outside), queue: createSerpQueue(config, outside) })
})

const end = () => void stop().then(() => process.exit(0))
process.on('SIGTERM', end).on('SIGINT', end)
// Started by a runner: its end is ours.
if (process.send) process.on('disconnect', end)
process.send?.({ ready: true, port, adminPort })
