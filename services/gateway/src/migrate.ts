import path from 'node:path'
import { commonVariables, readConfig } from '@rts/shared/config'
import { createLogger } from '@rts/shared/logger'
import { migrateDatabase } from '@rts/shared/service/migrations'
import { z } from 'zod'

const { DATABASE_URL, LOG_LEVEL } = commonVariables
const config = readConfig(z.object({ DATABASE_URL, LOG_LEVEL }), process.env)
const applied = await migrateDatabase(config.DATABASE_URL, path.resolve(import.meta.dirname, '../prisma/migrations'))
createLogger('gateway', config.LOG_LEVEL).info({ applied }, 'database is up to date')
