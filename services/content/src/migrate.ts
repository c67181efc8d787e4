import path from 'node:path'
import { runMigrations } from '@rts/shared/service/main'

await runMigrations('content', path.resolve(import.meta.dirname, '../prisma/migrations'), process.env)
