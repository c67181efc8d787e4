import { runMain } from '@rts/shared/service/main'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'

await runMain('research', configSchema, createApp, process, { hasWorkThread: true })
