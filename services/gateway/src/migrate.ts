import { commonVariables, readConfig } from '@rts/shared/config'
import { createLogger } from '@rts/shared/logger'
import { z } from 'zod'
import { migrateDatabase } from './data/migrate.ts'

const { DATABASE_URL, LOG_LEVEL } = commonVariables
const config = readConfig(z.object({ DATABASE_URL, LOG_LEVEL }), process.env)
const applied = await migrateDatabase(config.DATABASE_URL)
createLogger('gateway', config.LOG_LEVEL).info({ applied }, 'database is up to date')
