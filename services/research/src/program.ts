import { serviceProgram } from '@rts/shared/service/main'
import { createApp } from './app.ts'
import { configSchema } from './config.ts'

export const program = serviceProgram('research', configSchema, createApp)
